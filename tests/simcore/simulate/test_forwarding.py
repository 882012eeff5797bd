"""Runs by forwarding tables: what does not fit is told before, and what fits is followed."""

from typing import Any

import pytest

from simcore.document.build import build_topology
from simcore.document.findings import Finding
from simcore.errors import DocumentError
from simcore.simulate import run_findings, simulate
from simcore.templates import TEMPLATES
from simcore.topology import Topology
from tests.simcore.fabrics import scenario, workload

MEGABYTE = 10**6
ENDS = ("host-1/nic1", "host-5/nic1")


def _leaf_spine() -> Topology:
    """Two leaves of four hosts, two spines with one cable to each leaf; all ports of 400 Gbit/s."""
    document, _ = TEMPLATES["leaf-spine"].make(
        {"leaves": 2, "spines": 2, "hosts_per_leaf": 4, "gpus_per_host": 1}
    )
    assert document is not None
    return build_topology(document)


def _port(topology: Topology, source: str, target: str) -> str:
    ends = zip(topology.link_ports, topology.link_source.tolist(), topology.link_target.tolist(), strict=True)
    name = topology.vertex_ids
    return next(port for port, a, b in ends if (name[a], name[b]) == (source, target))


def _table(topology: Topology, switch: str, destination: str, after: str) -> dict[str, Any]:
    route = {"destination": destination, "port": _port(topology, switch, after)}
    return {"switch": switch, "routes": [route]}


def _over(topology: Topology, spine: str, destination: str) -> list[dict[str, Any]]:
    return [
        _table(topology, "leaf-1", destination, spine),
        _table(topology, spine, destination, "leaf-2"),
        _table(topology, "leaf-2", destination, destination),
    ]


def _flows(*pairs: tuple[str, str]) -> Any:
    return workload(
        flows=[
            {"id": str(row), "src": src, "dst": dst, "size_bytes": MEGABYTE}
            for row, (src, dst) in enumerate(pairs)
        ]
    )


def _found(topology: Topology, work: Any, tables: list[dict[str, Any]]) -> list[Finding]:
    how = scenario(routing={"mode": "static", "tables": tables})
    return [each for each in run_findings(topology, work, how) if each.rule.startswith("tables.")]


def test_two_flows_that_tables_send_over_one_spine_share_its_cable() -> None:
    topology = _leaf_spine()
    tables = _over(topology, "spine-2", "host-5/nic1") + _over(topology, "spine-2", "host-6/nic1")
    work = _flows(ENDS, ("host-2/nic1", "host-6/nic1"))
    how = scenario(routing={"mode": "static", "tables": tables})
    result = simulate(topology, work, how)
    # 2e6 bytes over one cable of 5e10 bytes/s, and four links of latency.
    ways = [_delay(topology, way) for way in (("host-1/nic1", "leaf-1"), ("leaf-1", "spine-2"))]
    ways += [_delay(topology, way) for way in (("spine-2", "leaf-2"), ("leaf-2", "host-5/nic1"))]
    expected = 2 * MEGABYTE / 5e10 + sum(ways)
    assert result.series.flow_completion.tolist() == pytest.approx([expected] * 2, rel=1e-9)


def _delay(topology: Topology, way: tuple[str, str]) -> float:
    return float(topology.link_delay[topology.link_ports.index(_port(topology, *way))])


def test_without_tables_they_are_computed() -> None:
    topology = _leaf_spine()
    # Destinations 4 and 5 of the fabric go over different spines: neither waits.
    work = _flows(ENDS, ("host-2/nic1", "host-6/nic1"))
    result = simulate(topology, work, scenario(routing={"mode": "static"}))
    assert result.series.flow_slowdown.tolist() == pytest.approx([1.0, 1.0], rel=1e-9)


def test_a_table_that_names_nothing_of_the_fabric_is_told_with_its_place() -> None:
    topology = _leaf_spine()
    good = _port(topology, "leaf-1", "spine-1")
    tables = [
        {"switch": "leaf-9", "routes": []},
        {
            "switch": "leaf-1",
            "routes": [
                {"destination": "host-99/nic1", "port": good},
                {"destination": "host-5/nic1", "port": "leaf-1/p999"},
                {"destination": "host-5/nic1", "port": _port(topology, "leaf-2", "spine-1")},
            ],
        },
    ]
    found = _found(topology, _flows(ENDS), tables)
    assert [(each.rule, each.at) for each in found] == [
        ("tables.switch", "/routing/tables/0/switch"),
        ("tables.destination", "/routing/tables/1/routes/0/destination"),
        ("tables.port", "/routing/tables/1/routes/1/port"),
        ("tables.port", "/routing/tables/1/routes/2/port"),
    ]


def test_a_missing_route_is_told_with_the_switch_that_lacks_it() -> None:
    topology = _leaf_spine()
    tables = _over(topology, "spine-1", "host-5/nic1")[:2]
    [finding] = _found(topology, _flows(ENDS), tables)
    assert finding.at == "/routing/tables"
    assert "leaf-2 has no route to it" in finding.says


def test_a_circle_is_refused_before_the_run() -> None:
    topology = _leaf_spine()
    tables = [
        _table(topology, "leaf-1", "host-5/nic1", "spine-1"),
        _table(topology, "spine-1", "host-5/nic1", "leaf-1"),
    ]
    how = scenario(routing={"mode": "static", "tables": tables})
    with pytest.raises(DocumentError, match="round in a circle"):
        simulate(topology, _flows(ENDS), how)


def test_a_switch_with_two_ports_for_a_destination_is_refused() -> None:
    topology = _leaf_spine()
    twice = _over(topology, "spine-1", "host-5/nic1") + _over(topology, "spine-2", "host-5/nic1")
    (finding,) = _found(topology, _flows(ENDS), twice)
    assert (finding.rule, finding.at) == ("tables.twice", "/routing/tables/3/routes/0/port")


def test_pairs_that_do_not_arrive_are_counted_beyond_the_first() -> None:
    topology = _leaf_spine()
    work = workload({"collective": "all-to-all"})
    found = _found(topology, work, _over(topology, "spine-1", "host-5/nic1"))
    # Of 8 · 7 pairs the four to host 5 from the other leaf arrive, and those of its own leaf.
    assert len(found) == 21
    assert "and 29 more like it" in found[-1].says


def test_tables_are_noted_where_they_have_no_say() -> None:
    topology = _leaf_spine()
    how = scenario(routing={"mode": "spray", "tables": _over(topology, "spine-1", "host-5/nic1")})
    assert [each.rule for each in run_findings(topology, _flows(ENDS), how)] == ["tables.unused"]
