"""The parameters in a ``.topo`` file, and whether a fat tree can be built of them.

Keys and rules are those of the loader: Broadcom/csg-htsim, sim/datacenter/fat_tree_topology.cpp, ``load`` and
``set_custom_params``. Tier 0 are the switches at the hosts; a tier's speed and latency are of its links down.
"""

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from simcore.document.findings import Severity
from simcore.document.words import counted
from simcore.errors import FormatError
from simcore.formats.reading import Source
from simcore.formats.rejected import Rejected
from simcore.formats.survey import Survey

HEADER: Final = ("nodes", "tiers", "podsize")
# Known keys of a tier; those of queues change no fabric.
TIER_KEYS: Final = (
    "downlink_speed_gbps",
    "radix_down",
    "radix_up",
    "oversubscribed",
    "bundle",
    "switch_latency_ns",
    "downlink_latency_ns",
)
QUEUES: Final = ("queue_down", "queue_up")
_WHOLE: Final = re.compile(r"\d{1,9}")
# Of one block of ports in a fabric document.
MOST_RADIX: Final = 4096
MOST_HOSTS: Final = 100_000
MOST_CABLES: Final = 400_000


@dataclass(frozen=True, slots=True)
class Tier:
    """The switches of one tier: links down and up a switch, parallel links a pair, Gb/s, ns, and its line."""

    down: int
    up: int
    bundle: int
    gbps: float
    link_ns: float
    switch_ns: float
    oversubscribed: int
    line: int


@dataclass(frozen=True, slots=True)
class Parameters:
    """A fat tree that can be built: ``pods`` of ``leaves`` and ``aggregations`` each, under ``cores``.

    With two tiers there is one pod, and its aggregation switches are the spines.
    """

    hosts: int
    pods: int
    leaves: int
    aggregations: int
    cores: int
    tiers: tuple[Tier, ...]

    @property
    def cables(self) -> int:
        """How many links the tree has."""
        links = self.hosts + self.pods * self.leaves * self.tiers[0].up
        return links + (self.pods * self.aggregations * self.tiers[1].up if self.cores else 0)


def read_parameters(source: Source, survey: Survey) -> Parameters:
    """Return the tree that the file describes, and tell of lines that say something else.

    Raises
    ------
    FormatError
        If a number is missing, or no such tree exists: the message names the lines that contradict.
    """
    header, said = _said(source, survey)
    for key in HEADER:
        if key not in header:
            raise FormatError(f"{source.name} has no line “{key.capitalize()} <number>”")
    count = header["tiers"][0]
    if count not in (2, 3):
        raise FormatError(f"{source.name} line {header['tiers'][1]}: {count} tiers, htsim has 2 or 3")
    tiers = tuple(_tier(source, said, number, count) for number in range(count))
    made = _tree(source, header, tiers)
    _tell_oversubscription(survey, tiers)
    return made


def _said(
    source: Source, survey: Survey
) -> tuple[dict[str, tuple[int, int]], dict[int, dict[str, tuple[int, int]]]]:
    """Return the header, and the keys of each tier: number and line of each."""
    rejected = Rejected()
    header: dict[str, tuple[int, int]] = {}
    tiers: dict[int, dict[str, tuple[int, int]]] = {}
    into = header
    for at, line in enumerate(source.text.split("\n"), start=1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        key = words[0].lower()
        if len(words) < 2 or _WHOLE.fullmatch(words[1]) is None:
            rejected.add(at, "not a key and a whole number", line)
        elif key == "tier":
            into = tiers.setdefault(int(words[1]), {})
            into.setdefault("tier", (int(words[1]), at))
        elif key not in (HEADER if into is header else (*TIER_KEYS, *QUEUES)):
            rejected.add(at, "not a key of this part", line)
        elif key in into:
            rejected.add(at, f"{key} stands on line {into[key][1]} too, which counts", line)
        else:
            into[key] = (int(words[1]), at)
    rejected.tell(survey)
    return header, tiers


def _tier(source: Source, said: dict[int, dict[str, tuple[int, int]]], number: int, count: int) -> Tier:
    if number not in said:
        raise FormatError(f"{source.name} has no part “Tier {number}”, and {count} tiers")
    keys = said[number]
    line = keys["tier"][1]
    needed = ["downlink_speed_gbps", "radix_down"] + (["radix_up"] if number < count - 1 else [])
    for key in needed:
        if keys.get(key, (0, 0))[0] < 1:
            raise FormatError(f"{source.name} line {line}: tier {number} has no {key.capitalize()} above 0")
    return Tier(
        down=keys["radix_down"][0],
        up=keys["radix_up"][0] if number < count - 1 else 0,
        bundle=max(keys.get("bundle", (1, 0))[0], 1),
        gbps=float(keys["downlink_speed_gbps"][0]),
        link_ns=float(keys.get("downlink_latency_ns", (0, 0))[0]),
        switch_ns=float(keys.get("switch_latency_ns", (0, 0))[0]),
        oversubscribed=max(keys.get("oversubscribed", (1, 0))[0], 1),
        line=line,
    )


def _tree(source: Source, header: dict[str, tuple[int, int]], tiers: tuple[Tier, ...]) -> Parameters:
    (hosts, hosts_at), (pod, pod_at) = header["nodes"], header["podsize"]

    def must(is_so: bool, line: int, says: str) -> None:
        if not is_so:
            raise FormatError(f"{source.name} line {line}: {says}")

    low, middle = tiers[:2]
    must(hosts > 0 and pod > 0, pod_at, "a fabric without hosts")
    for tier in tiers:
        most = max(tier.down, tier.up)
        must(most <= MOST_RADIX, tier.line, f"{most:,} links a switch, at most {MOST_RADIX:,} are drawn")
    must(
        hosts % pod == 0, hosts_at, f"{hosts:,} nodes are no multiple of the {pod:,} of a pod (line {pod_at})"
    )
    pods = hosts // pod
    must(low.bundle == 1, low.line, f"a host has {low.bundle} links to its switch, htsim takes one")
    must(
        pod % low.down == 0,
        low.line,
        f"{pod:,} hosts a pod do not fill switches of {low.down:,} links down",
    )
    leaves = pod // low.down
    must(
        low.up % middle.bundle == 0,
        low.line,
        f"{low.up:,} links up cannot be bundles of {middle.bundle:,} (tier 1)",
    )
    aggregations = low.up // middle.bundle
    if len(tiers) == 2:
        must(pods == 1, pod_at, "two tiers are one pod: Podsize must be Nodes")
    must(
        middle.down == leaves * middle.bundle,
        middle.line,
        f"{middle.down:,} links down, but below are {leaves:,} switches with {middle.bundle:,} each",
    )
    cores = 0
    if len(tiers) == 3:
        top = tiers[2]
        must(
            middle.up % top.bundle == 0,
            middle.line,
            f"{middle.up:,} links up cannot be bundles of {top.bundle:,} (tier 2)",
        )
        must(
            top.down == pods * top.bundle,
            top.line,
            f"{top.down:,} links down, but {pods:,} pods with {top.bundle:,} each are below",
        )
        cores = aggregations * (middle.up // top.bundle)
    made = Parameters(hosts, pods, leaves, aggregations, cores, tiers)
    must(
        hosts <= MOST_HOSTS and made.cables <= MOST_CABLES,
        hosts_at,
        f"{hosts:,} hosts and {made.cables:,} links, at most {MOST_HOSTS:,} and {MOST_CABLES:,} are drawn",
    )
    return made


def _tell_oversubscription(survey: Survey, tiers: tuple[Tier, ...]) -> None:
    """Tell of tiers whose stated oversubscription is not that of their links."""
    for number, (tier, above) in enumerate(pairwise(tiers)):
        ratio = tier.down * tier.gbps / (tier.up * above.gbps)
        if abs(ratio - tier.oversubscribed) > 1e-9:
            survey.tell(
                "oversubscription.disagree",
                Severity.WARNING,
                f"tier {number} is said to be oversubscribed {tier.oversubscribed}:1, its "
                f"{counted(tier.down, 'link')} down and {tier.up:,} up give {ratio:.3g}:1: the links count",
                lines=[tier.line],
            )
