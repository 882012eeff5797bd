"""What a run says of its own end: against runs whose end is known."""

from typing import Any

import numpy as np
import pytest

from simcore.document.workload import WorkloadDocument
from simcore.frames import Snapshot
from simcore.simulate import simulate
from simcore.topology import Topology
from tests.simcore.fabrics import LINE, leaf_spine, one_switch, scenario, workload

SIZE = 10**9
STEP = 1.5 * SIZE / LINE  # an iteration of a ring of four on an idle fabric


def _seen(topology: Topology, work: WorkloadDocument, **fields: Any) -> list[Snapshot]:
    seen: list[Snapshot] = []
    simulate(topology, work, scenario(**fields), observer=seen.append)
    return seen


def _fault(begin: float, end: float | None = None) -> dict[str, Any]:
    """A cable at a quarter of its rate, from and until so many healthy iterations."""
    until = None if end is None else 1e3 * end * STEP
    return {"cable": "c1", "rate_share": 0.25, "at_ms": 1e3 * begin * STEP, "until_ms": until}


@pytest.mark.parametrize(
    "faults",
    [[], [_fault(50)], [_fault(0)], [_fault(20, 60)], [_fault(20, 40), _fault(70)]],
    ids=["none", "half-way", "from the start", "for a while", "two"],
)
def test_where_nothing_unforeseen_happens_the_progress_is_the_share_of_the_time(faults: list[Any]) -> None:
    seen = _seen(one_switch(4), workload({"iterations": 100}), faults=faults)
    end = seen[-1].time
    times, progress, left = (
        np.array([getattr(each, name) for each in seen[:-1]]) for name in ("time", "progress", "left")
    )
    assert progress == pytest.approx(times / end, abs=0.02)
    assert left == pytest.approx(end - times, abs=0.03 * end)


def test_other_traffic_that_slows_a_job_shows_in_what_it_still_needs() -> None:
    # The job crosses the uplink that background fills to a third.
    topology = leaf_spine(2, 1, 4)
    ranks = {"by": "list", "hosts": ["h0", "h4"]}
    background = [{"id": "b", "load": 0.15}]
    seen = _seen(topology, workload({"iterations": 100, "ranks": ranks}, background=background))
    end = seen[-1].time
    assert end > 1.1 * 100 * SIZE / LINE
    half = min(seen, key=lambda each: abs(each.time - end / 2))
    assert half.left == pytest.approx(end / 2, rel=0.15)


def test_the_progress_never_stands_still() -> None:
    # Half of the uplink's rate is taken away by flows that nobody foresees.
    flows = [{"id": f"f{each}", "src": "h1", "dst": "h5", "size_bytes": 20 * SIZE} for each in range(3)]
    ranks = {"by": "list", "hosts": ["h0", "h4"]}
    seen = _seen(leaf_spine(2, 1, 4), workload({"iterations": 20, "ranks": ranks}, flows=flows))
    assert (np.diff([each.progress for each in seen]) > 0).all()


def test_listed_flows_that_start_together_last_as_long_as_the_busiest_link_drains() -> None:
    # S and 3 S bytes to one host: its link is busy for 4 S / B, whoever ends first.
    flows = [{"id": f"f{host}", "src": f"h{host}", "dst": "h0", "size_bytes": host * SIZE} for host in (1, 3)]
    for each in _seen(one_switch(4), workload(flows=flows))[:-1]:
        assert each.left == pytest.approx(max(4 * SIZE / LINE - each.time, 1e-3 * each.time), rel=1e-6)


def test_listed_flows_last_at_least_until_the_last_of_them_starts() -> None:
    flows = [
        {"id": "early", "src": "h0", "dst": "h1", "size_bytes": SIZE},
        {"id": "late", "src": "h0", "dst": "h1", "size_bytes": SIZE, "start_ms": 1000.0},
    ]
    first = _seen(one_switch(2), workload(flows=flows))[0]
    assert first.left == pytest.approx(1.0 - first.time)


def test_a_job_that_begins_later_is_waited_for() -> None:
    seen = _seen(one_switch(4), workload({"iterations": 10, "start_ms": 1e3 * 30 * STEP}))
    assert seen[0].left + seen[0].time == pytest.approx(40 * STEP)


def test_background_with_an_end_of_its_own_lasts_until_then() -> None:
    seen = _seen(one_switch(4), workload(background=[{"id": "b", "load": 0.1, "stop_ms": 50.0}]))
    half = min(seen, key=lambda each: abs(each.time - 0.025))
    assert half.left == pytest.approx(0.05 - half.time)
    assert half.progress == pytest.approx(0.5, abs=0.01)


def test_a_job_that_stands_still_is_foreseen_to_go_on_when_the_fault_ends() -> None:
    # Down after ten iterations for the time of a thousand; what is left, 90 of them, then goes as before.
    down = {"cable": "c1", "at_ms": 1e3 * 10 * STEP, "until_ms": 1e3 * 1010 * STEP}
    how = {"faults": [down], "routing": {"convergence_ms": 1e3 * 5 * STEP}}
    seen = _seen(one_switch(4), workload({"iterations": 100}), **how)
    end = seen[-1].time
    assert end == pytest.approx((1010 + 90) * STEP)
    still = [each for each in seen if 0.1 * end < each.time < 0.9 * end]
    assert all(each.time + each.left == pytest.approx(end, rel=0.01) for each in still)
    assert max(each.progress for each in still) < 0.95
