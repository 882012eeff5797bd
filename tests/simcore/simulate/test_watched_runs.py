"""Runs that are looked at, paced, stopped or repeated: the same bytes whoever looks on."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from simcore.document.workload import WorkloadDocument
from simcore.engine.loop import Engine
from simcore.errors import StoppedError
from simcore.metrics import RunResult, RunSeries
from simcore.simulate import simulate
from simcore.topology import Topology
from simcore.traffic.background import BLOCK
from tests.simcore.fabrics import leaf_spine, one_switch, scenario, workload
from tests.simcore.simulate.runs import SIZE, play, shared_uplink, watched


def _lively() -> tuple[Topology, WorkloadDocument, dict[str, Any]]:
    topology = shared_uplink()
    job = {"iterations": 12, "compute_ms": 3.0, "jitter_cv": 0.1, "size_bytes": SIZE // 10}
    work = workload(job, background=[{"id": "b", "load": 0.1}])
    faults = [{"cable": "c0", "rate_share": 0.5, "at_ms": 20.0, "until_ms": 40.0}]
    return topology, work, {"algorithm": "in-network", "faults": faults, "seed": 5}


def _bytes_of(result: RunResult) -> bytes:
    arrays = [getattr(result.series, name).tobytes() for name in result.series.__dataclass_fields__]
    return b"".join(arrays) + repr(result.summary).encode() + repr(result.audit).encode()


def test_the_same_seed_gives_the_same_bytes_whoever_looks_on() -> None:
    topology, work, fields = _lively()
    alone = simulate(topology, work, scenario(**fields))
    watched = simulate(topology, work, scenario(**fields), observer=lambda snapshot: None)
    assert _bytes_of(alone) == _bytes_of(watched)


def test_a_paced_run_gives_the_same_bytes_as_an_unpaced_one() -> None:
    topology, work, fields = _lively()
    free = simulate(topology, work, scenario(**fields))
    paced = simulate(topology, work, scenario(**fields, pace={"ms_per_s": 5000.0}))
    assert _bytes_of(free) == _bytes_of(paced)


def test_another_seed_gives_other_iterations() -> None:
    topology, work, fields = _lively()
    one = simulate(topology, work, scenario(**fields))
    other = simulate(topology, work, scenario(**{**fields, "seed": 6}))
    assert one.series.iteration_seconds.tobytes() != other.series.iteration_seconds.tobytes()


def test_samples_go_forward_in_time_and_progress_never_falls() -> None:
    topology, work, fields = _lively()
    seen = watched(topology, work, scenario(**fields))
    times, progress = ([getattr(each, name) for each in seen] for name in ("time", "progress"))
    assert len(seen) > 100
    assert (np.diff(times) > 0).all()
    assert (np.diff(progress) >= 0).all()
    assert 0 <= progress[0] < progress[-1] == 1.0


def test_progress_is_about_the_share_of_the_time_that_has_gone() -> None:
    topology, work, fields = _lively()
    seen = watched(topology, work, scenario(**fields))
    half = next(each for each in seen if each.progress >= 0.5)
    assert half.time / seen[-1].time == pytest.approx(0.5, abs=0.1)


def test_utilisation_lies_between_nothing_and_the_rate_of_the_time() -> None:
    topology, work, fields = _lively()
    for snapshot in watched(topology, work, scenario(**fields)):
        assert (snapshot.utilisation >= 0).all()
        assert (snapshot.utilisation <= 1).all()


def test_a_cable_at_a_quarter_of_its_rate_counts_as_full_when_it_carries_that() -> None:
    fault = {"cable": "c1", "rate_share": 0.25, "at_ms": 1.0}
    seen = watched(one_switch(4), workload({}), scenario(faults=[fault]))
    assert seen[-2].utilisation[2] == pytest.approx(1.0, rel=1e-9)
    assert seen[-2].utilisation[0] == pytest.approx(0.25, rel=1e-9)


def test_fault_events_are_shown_at_their_moment() -> None:
    topology, work, fields = _lively()
    events = [each for each in watched(topology, work, scenario(**fields)) if each.event]
    assert [each.time for each in events] == pytest.approx([0.02, 0.04])
    assert [len(each.readout.faults_active) for each in events] == [1, 0]
    assert events[1].readout.before_fault is not None


def test_a_readout_counts_what_the_summary_counts() -> None:
    topology, work, fields = _lively()
    last = watched(topology, work, scenario(**fields))[-1].readout
    summary = simulate(topology, work, scenario(**fields)).summary
    assert last.iterations.done == last.iterations.total == 12
    assert last.flows.finished == summary.flows.finished
    tail = summary.jobs[0].iteration
    # The mean is added up in another order.
    assert last.iteration.mean == pytest.approx(tail.mean, rel=1e-12)
    assert replace(last.iteration, mean=tail.mean) == tail
    assert len(last.recent) == 12


def test_a_run_stops_when_it_is_told_to() -> None:
    topology, work, fields = _lively()
    with pytest.raises(StoppedError):
        simulate(topology, work, scenario(**fields), should_stop=lambda: True)


def test_a_run_with_open_background_ends_with_its_last_job() -> None:
    topology, work, fields = _lively()
    result = simulate(topology, work, scenario(**fields))
    assert result.summary.simulated_s == result.series.iteration_end[-1]


def test_a_run_that_waits_for_flows_beside_open_background_ends_at_one_moment_at_any_pace() -> None:
    topology, work, fields = _lively()
    flows = [{"id": "late", "src": "h0", "dst": "h5", "size_bytes": SIZE, "start_ms": 50.0}]
    longer = WorkloadDocument.model_validate({**work.model_dump(), "flows": flows})
    free = simulate(topology, longer, scenario(**fields))
    paced = simulate(topology, longer, scenario(**fields, pace={"ms_per_s": 5000.0}))
    assert free.summary.simulated_s > 0.07
    assert SIZE in free.series.flow_size
    assert _bytes_of(free) == _bytes_of(paced)


def test_a_run_that_gives_rows_back_leaves_the_same_bytes_as_one_that_keeps_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    work = workload({"iterations": 40}, background=[{"id": "b", "load": 0.4, "stop_ms": 300}])
    freeing = play(leaf_spine(2, 2, 4), work)
    monkeypatch.setattr(Engine, "release", lambda engine, first, count: None)
    keeping = play(leaf_spine(2, 2, 4), work)
    assert freeing.summary.flows.started > 3 * BLOCK
    assert freeing.summary == keeping.summary
    for name in RunSeries.__dataclass_fields__:
        assert getattr(freeing.series, name).tobytes() == getattr(keeping.series, name).tobytes()
