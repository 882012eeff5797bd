"""Rails in whole runs: how many are used, whether rings stay on them, and PXN; bytes by hand."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcore.metrics import RunResult
from simcore.simulate import run_findings
from simcore.topology import Topology
from simcore.traffic.collectives.all_to_all import pairs_apart
from simcore.traffic.placement import Placement, RailMembers
from simcore.traffic.striping import crossed
from tests.simcore.fabrics import LINE, fabric, scenario, workload
from tests.simcore.simulate.runs import SIZE, play


def _railed(hosts: int, rails: int) -> Topology:
    """Return a leaf for each rail, and a spine above them."""
    down = [(f"h{host}/n{rail}", f"leaf{rail}") for host in range(hosts) for rail in range(rails)]
    return fabric([*down, *((f"leaf{rail}", "spine") for rail in range(rails))])


def _bytes(result: RunResult) -> Any:
    """Return (cables, 2) what each cable carried."""
    return result.series.cable_mean * result.summary.simulated_s * LINE


def test_by_pxn_nothing_of_an_all_to_all_leaves_its_rail() -> None:
    # 4 hosts of 2 adapters: of its S each host sends 3/4 over the fabric, half of that by each adapter.
    job = {"collective": "all-to-all"}
    kept = play(_railed(4, 2), workload(job), algorithm="direct", collectives={"pxn": True})
    assert _bytes(kept)[:8] == pytest.approx(np.full((8, 2), 3 / 8 * SIZE), rel=1e-6)
    assert _bytes(kept)[8:] == pytest.approx(0, abs=1)
    free = play(_railed(4, 2), workload(job), algorithm="direct")
    # Without, half of it goes to the other rail: over the spine, from 4 hosts 3/4 · S/4 by each leaf.
    assert _bytes(free)[8:] == pytest.approx(np.full((2, 2), 4 * 3 / 16 * SIZE), rel=1e-6)


@given(st.integers(2, 5), st.integers(1, 4))
def test_pxn_moves_the_same_bytes_between_hosts(hosts: int, rails: int) -> None:
    adapters = np.arange(hosts * rails, dtype=np.int32)
    host, rail = np.tile(np.arange(hosts, dtype=np.int32), rails), np.repeat(np.arange(rails), hosts)
    free = pairs_apart(adapters, host, 1e6, first_flow=0)
    kept = pairs_apart(adapters, host, 1e6, first_flow=0, rail=rail)
    for flows in (free, kept):
        between = np.zeros((hosts, hosts))
        np.add.at(between, (host[flows.source], host[flows.target]), flows.size)
        assert between == pytest.approx((1 - np.eye(hosts)) * 1e6 / hosts, rel=1e-9)
    assert (rail[kept.source] == rail[kept.target]).all()


def test_a_host_without_an_adapter_on_a_rail_sends_there_by_what_it_has() -> None:
    # h0 has rail 0 alone; h1 both. To h1's second adapter h0 sends across, its third of three parts.
    adapters, host = np.arange(3, dtype=np.int32), np.array([0, 1, 1], dtype=np.int32)
    flows = pairs_apart(adapters, host, 9.0, first_flow=0, rail=np.array([0, 0, 1]))
    found = {
        (int(a), int(b)): size for a, b, size in zip(flows.source, flows.target, flows.size, strict=True)
    }
    # h1's 3 for h0 go by its adapter of rail 0.
    assert found == pytest.approx({(0, 1): 3.0, (0, 2): 3.0, (1, 0): 3.0})


def test_a_job_on_one_of_two_rails_sends_all_of_it_there() -> None:
    one = play(_railed(4, 2), workload({}), collectives={"rails": 1})
    assert _bytes(one)[0:8:2] == pytest.approx(np.full((4, 2), 1.5 * SIZE), rel=1e-9)
    assert _bytes(one)[1:8:2] == pytest.approx(0, abs=1)
    assert len(one.summary.jobs[0].rails) == 1


def test_rings_without_affinity_cross_the_spine_at_every_hop() -> None:
    # Ring 1: h0/n0, h1/n1, h2/n0, h3/n1: its four edges all change rails, as do those of ring 2.
    crossing = play(_railed(4, 2), workload({}), collectives={"rail_affinity": False})
    staying = play(_railed(4, 2), workload({}))
    # Each edge carries 1.5 · S/2; of the 8 edges 4 leave each leaf.
    assert _bytes(crossing)[8:] == pytest.approx(np.full((2, 2), 4 * 1.5 * SIZE / 2), rel=1e-9)
    assert _bytes(staying)[8:] == pytest.approx(0, abs=1)


def test_crossed_rings_take_each_adapter_once() -> None:
    topology = _railed(3, 2)
    names = {name: row for row, name in enumerate(topology.vertex_ids)}
    orders = ([0, 1, 2], [2, 0, 1])
    rails = [
        np.array([names[f"h{host}/n{rail}"] for host in order], dtype=np.int32)
        for rail, order in enumerate(orders)
    ]
    placed = Placement(tuple(RailMembers(f"rail {row}", rail) for row, rail in enumerate(rails)), ())
    one, other = crossed(topology, placed).rails
    assert [topology.vertex_ids[row] for row in one.members] == ["h0/n0", "h1/n1", "h2/n0"]
    assert [topology.vertex_ids[row] for row in other.members] == ["h0/n1", "h1/n0", "h2/n1"]


def test_more_rails_than_there_are_is_an_error_at_the_field() -> None:
    (found,) = run_findings(_railed(4, 2), workload({}), scenario(collectives={"rails": 3}))
    assert (found.rule, found.at) == ("collectives.rails", "/collectives/rails")
    assert "has 2 rails, not 3" in found.says
