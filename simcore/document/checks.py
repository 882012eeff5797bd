"""What is wrong with a fabric document, where and how bad: one function a rule, all in one table.

An error stops a run, a warning wants a look, a note is worth knowing. Nothing here raises.
"""

from collections.abc import Callable, Iterator
from typing import Final

from simcore.document.acceptance import marked
from simcore.document.fabric import FabricDocument
from simcore.document.findings import Finding, Severity
from simcore.document.rules import (
    acceptances,
    addresses,
    cables,
    capacity,
    models,
    parts,
    pods,
    rails,
    single_points,
    skipped_tiers,
    speeds,
    uplinks,
)
from simcore.document.wiring import Wiring, wire

# After so many findings of one rule the rest is said in one.
SAID_ONE_BY_ONE: Final = 100

Rule = Callable[[Wiring], Iterator[Finding]]


def check(document: FabricDocument) -> list[Finding]:
    """Return everything there is to say about the document, errors first."""
    return check_wiring(wire(document))


def check_wiring(wiring: Wiring) -> list[Finding]:
    """Return everything there is to say about a resolved document, errors first; see ``check``."""
    order = list(Severity)
    found = [finding for rule in RULES for finding in _shortened(list(rule(wiring)))]
    found.sort(key=lambda finding: order.index(finding.severity))
    return [*marked(found, wiring.document.accepted), *acceptances.still_stand(wiring.document, found)]


RULES: Final[tuple[Rule, ...]] = (
    addresses.no_empty_fabric,
    addresses.ids_are_used_once,
    addresses.names_are_used_once,
    addresses.types_are_declared,
    addresses.servers_have_adapters,
    addresses.cables_end_at_ports,
    addresses.cables_join_two_devices,
    addresses.ports_hold_one_cable,
    speeds.speeds_are_known,
    speeds.speeds_match,
    speeds.speeds_are_those_of_cables,
    speeds.speeds_are_those_of_some_technology,
    speeds.cables_run_at_the_speed_of_their_ports,
    speeds.tiers_run_at_one_speed,
    cables.cables_reach_so_far,
    cables.lengths_fit_a_building,
    models.types_fit_a_chip,
    models.tiers_have_one_model,
    models.tiers_add_alike,
    models.tier_names_have_tiers,
    parts.hosts_reach_each_other,
    parts.fabric_is_one,
    parts.devices_have_cables,
    skipped_tiers.cables_climb_one_tier,
    skipped_tiers.few_cables_stay_in_a_tier,
    uplinks.switches_of_a_tier_are_cabled_alike,
    rails.adapters_keep_to_their_rail,
    rails.hosts_spread_alike,
    rails.ports_are_cabled_alike,
    pods.pods_are_alike,
    single_points.nothing_holds_a_part,
    single_points.hosts_hang_on_one_switch,
    capacity.tiers_state_their_oversubscription,
    capacity.tiers_state_their_free_ports,
)


def _shortened(findings: list[Finding]) -> list[Finding]:
    by_kind: dict[tuple[str, Severity], list[Finding]] = {}
    for finding in findings:
        by_kind.setdefault((finding.rule, finding.severity), []).append(finding)
    kept: list[Finding] = []
    for alike in by_kind.values():
        kept += alike[:SAID_ONE_BY_ONE]
        if len(alike) > SAID_ONE_BY_ONE:
            kept.append(_the_rest(alike[SAID_ONE_BY_ONE:]))
    return kept


def _the_rest(findings: list[Finding]) -> Finding:
    """Return one finding that stands for many of the same rule and severity."""
    first = findings[0]
    return Finding(
        rule=first.rule,
        severity=first.severity,
        at=first.at,
        says=f"and {len(findings):,} more of the same kind, the first: {first.says}",
        objects=tuple(dict.fromkeys(name for finding in findings for name in finding.objects)),
    )
