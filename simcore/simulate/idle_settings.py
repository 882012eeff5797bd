"""Settings of a scenario that have no say in its run, because of another one."""

from collections.abc import Iterator
from typing import Final

from simcore.document.aggregating import Encryption, TreeProtocol
from simcore.document.common import DocumentModel
from simcore.document.findings import Finding, Severity
from simcore.document.scenario import Algorithm, Routing, RoutingMode, ScenarioDocument
from simcore.document.workload import Collective, WorkloadDocument

# The modes that look at a setting of the routing.
_SPLIT: Final = frozenset({RoutingMode.HASH, RoutingMode.E_ECMP, RoutingMode.PLANNED})
TAKEN_BY: Final[dict[str, frozenset[RoutingMode]]] = {
    "sub_flows": _SPLIT,
    "splitting": _SPLIT,
    "period_us": frozenset({RoutingMode.FLOWLETS, RoutingMode.ADAPTIVE_SPRAY, RoutingMode.LEAST_LOADED}),
    "tables": frozenset({RoutingMode.STATIC}),
}
SAYS: Final = {
    "sub_flows": "sub-flows have",
    "splitting": "splitting has",
    "period_us": "a period has",
    "tables": "forwarding tables have",
}

# The algorithms that look at a setting of aggregation, and the encryptions that look at one of security.
_TREES: Final = frozenset({Algorithm.IN_NETWORK})
ADDED_BY: Final[dict[str, frozenset[Algorithm]]] = {
    "tiers": _TREES,
    "protocol": _TREES,
    "wait": _TREES,
    "lease": _TREES,
    "merged_share": _TREES,
    "wire_share": _TREES,
    "start_us": _TREES,
    "servers": frozenset({Algorithm.EDGE_SERVERS}),
    "adapter_reduce_gbps": frozenset({Algorithm.SMART_NIC}),
}
_OF_STREAMS: Final = frozenset({"wire_share", "start_us"})
ENCRYPTED_BY: Final[dict[str, frozenset[Encryption]]] = {
    "mtu_bytes": frozenset({Encryption.MACSEC, Encryption.END_TO_END}),
    "macsec_hop_us": frozenset({Encryption.MACSEC}),
}


def find_idle(workload: WorkloadDocument, scenario: ScenarioDocument) -> Iterator[Finding]:
    """Yield a note for each setting that was given and changes nothing."""
    kinds = {job.collective for job in workload.jobs}
    if scenario.algorithm is Algorithm.IN_NETWORK and kinds and kinds == {Collective.ALL_TO_ALL}:
        says = "in-network aggregation has nothing to add in an all-to-all, and no job does anything else"
        yield _note("aggregation.unused", "/algorithm", says)
    for row, job in enumerate(workload.jobs):
        if job.distance is not None and job.collective is not Collective.SEND_RECV:
            says = f"job {job.id} is no send-recv: a distance has no say in it"
            yield _note("distance.unused", f"/jobs/{row}/distance", says)
    if scenario.collectives.root and kinds and not kinds & {Collective.BROADCAST, Collective.REDUCE}:
        says = "a root serves broadcast and reduce alone, and no job of the workload does one"
        yield _note("root.unused", "/collectives/root", says)
    if scenario.collectives.pxn and Collective.ALL_TO_ALL not in kinds:
        yield _note("collectives.unused", "/collectives/pxn", "PXN has a say in an all-to-all alone")
    asked = scenario.tolerances
    given = [name for name in ("coalesce", "spread") if getattr(asked, name) is not None]
    if asked.exact and given:
        says = f"the run is exact, and {' and '.join(given)} have no say: leave out one or the other"
        yield _note("tolerances.unused", "/tolerances/exact", says)
    yield from _of_routing(scenario.routing)
    yield from _of_aggregation(scenario)
    for name, encryptions in ENCRYPTED_BY.items():
        if scenario.security.encryption not in encryptions and _is_given(scenario.security, name):
            of = f"encryption {scenario.security.encryption.value}"
            yield _unused(f"/security/{name}", f"{_spoken(name)} has no say with {of}")


def _of_routing(routing: Routing) -> Iterator[Finding]:
    for name, modes in TAKEN_BY.items():
        default = Routing.model_fields[name].default
        if routing.mode not in modes and getattr(routing, name) != default:
            says = f"{SAYS[name]} no say in routing {routing.mode.value}"
            yield _note(f"{name.replace('_', '-')}.unused", f"/routing/{name}", says)


def _of_aggregation(scenario: ScenarioDocument) -> Iterator[Finding]:
    """Yield the settings of adding that the algorithm, or another of them, leaves without a say."""
    choice = scenario.aggregation
    for name, algorithms in ADDED_BY.items():
        if scenario.algorithm not in algorithms and _is_given(choice, name):
            says = f"{_spoken(name)} has no say in algorithm {scenario.algorithm.value}"
            yield _unused(f"/aggregation/{name}", says)
        elif name in _OF_STREAMS and choice.protocol is TreeProtocol.LATENCY and _is_given(choice, name):
            says = f"{_spoken(name)} is that of streams, and the protocol is {choice.protocol.value}"
            yield _unused(f"/aggregation/{name}", says)
    if choice.quorum is None and _is_given(choice, "quorum_timeout_ms"):
        says = "quorum timeout has no say without a quorum: all ranks are waited for"
        yield _unused("/aggregation/quorum_timeout_ms", says)


def _is_given(part: DocumentModel, name: str) -> bool:
    """Return whether a setting is another than where nothing is said."""
    return bool(getattr(part, name) != type(part).model_fields[name].default)


def _spoken(name: str) -> str:
    """Return the name of a setting in words, without its unit."""
    for unit in ("_us", "_ms", "_gbps", "_bytes"):
        name = name.removesuffix(unit)
    return name.replace("_", " ")


def _unused(at: str, says: str) -> Finding:
    return _note(f"{at.rsplit('/', 1)[-1].replace('_', '-')}.unused", at, says)


def _note(rule: str, at: str, says: str) -> Finding:
    return Finding(rule=rule, severity=Severity.NOTE, at=at, says=says)
