"""What a switch can add in the network: how many streams at one time, and where that is written."""

from dataclasses import dataclass
from typing import Final

from simcore.document.catalogue.sources import SHARP
from simcore.document.fabric import AggregationProfile


@dataclass(frozen=True, slots=True)
class AggregationRule:
    """How many aggregation streams may be active at one time, and per what.

    ``scope`` is "switch", "port" or "none"; ``source`` says where the rule is written.
    """

    title: str
    scope: str
    active: int
    source: str


_STREAMING: Final = SHARP + ": streaming aggregation (SAT), "

AGGREGATION_PROFILES: Final[dict[AggregationProfile, AggregationRule]] = {
    AggregationProfile.NONE: AggregationRule(
        title="Adds nothing, passes copies on",
        scope="none",
        active=0,
        source="the behaviour of any switch without a reducer",
    ),
    AggregationProfile.QUANTUM: AggregationRule(
        title="Quantum (HDR): one stream a switch",
        scope="switch",
        active=1,
        source=_STREAMING + "Quantum: one active stream per switch",
    ),
    AggregationProfile.QUANTUM_2: AggregationRule(
        title="Quantum-2 (NDR): one stream a port",
        scope="port",
        active=1,
        source=_STREAMING + "Quantum-2: one active stream per port, port-disjoint trees run together",
    ),
}
