"""Settings of a scenario that have no say in its run, because of another one."""

from collections.abc import Iterator
from typing import Final

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


def find_idle(workload: WorkloadDocument, scenario: ScenarioDocument) -> Iterator[Finding]:
    """Yield a note for each setting that was given and changes nothing."""
    kinds = {job.collective for job in workload.jobs}
    if scenario.algorithm is Algorithm.IN_NETWORK and kinds and Collective.ALL_REDUCE not in kinds:
        says = "in-network aggregation serves all-reduce alone, and no job of the workload does one"
        yield _note("aggregation.unused", "/algorithm", says)
    asked = scenario.tolerances
    given = [name for name in ("coalesce", "spread") if getattr(asked, name) is not None]
    if asked.exact and given:
        says = f"the run is exact, and {' and '.join(given)} have no say: leave out one or the other"
        yield _note("tolerances.unused", "/tolerances/exact", says)
    yield from _of_routing(scenario.routing)


def _of_routing(routing: Routing) -> Iterator[Finding]:
    for name, modes in TAKEN_BY.items():
        default = Routing.model_fields[name].default
        if routing.mode not in modes and getattr(routing, name) != default:
            says = f"{SAYS[name]} no say in routing {routing.mode.value}"
            yield _note(f"{name.replace('_', '-')}.unused", f"/routing/{name}", says)


def _note(rule: str, at: str, says: str) -> Finding:
    return Finding(rule=rule, severity=Severity.NOTE, at=at, says=says)
