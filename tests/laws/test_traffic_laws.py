"""Laws of whole runs on random input: bytes, Little, scale, and the order in which things are listed."""

from math import inf
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simcore.engine.loop import Engine
from simcore.metrics import RunResult
from simcore.routing.hashing import HashRouter
from simcore.routing.shortest_paths import ShortestPaths
from simcore.simulate import simulate
from simcore.topology import Topology
from simcore.traffic.background import web_search_sizes
from simcore.traffic.flows import FlowBook
from tests.simcore.fabrics import LINE, QUANTUM, QUANTUM_2, leaf_spine, scenario, workload

runs = st.fixed_dictionaries(
    {
        "leaves": st.integers(1, 3),
        "spines": st.integers(1, 3),
        "hosts": st.integers(2, 4),
        "limits": st.sampled_from([None, QUANTUM, QUANTUM_2]),
        "algorithm": st.sampled_from(["ring", "in-network"]),
        "mode": st.sampled_from(["hash", "spray"]),
        "collective": st.sampled_from(["all-reduce", "all-to-all"]),
        "iterations": st.integers(1, 4),
        "load": st.sampled_from([0.05, 0.4]),
        "share": st.sampled_from([0.1, 0.5]),
        "seed": st.integers(0, 1000),
    }
)


def _topology(of: dict[str, Any], *, scale: float = 1.0) -> Topology:
    names = [f"leaf{leaf}" for leaf in range(of["leaves"])] + [
        f"spine{spine}" for spine in range(of["spines"])
    ]
    adding = dict.fromkeys(names, of["limits"]) if of["limits"] else {}
    rate = LINE * scale
    return leaf_spine(of["leaves"], of["spines"], of["hosts"], uplink=rate, rate=rate, adding=adding)


def _run(of: dict[str, Any], *, scale: float = 1.0) -> RunResult:
    """Run two jobs and a background that ends, with a cable that is faulty for a while."""
    job = {"size_bytes": 10**8, "iterations": of["iterations"], "collective": of["collective"]}
    background = [{"id": "b", "load": of["load"], "stop_ms": 4.0 / scale}]
    fault = {"cable": "c0", "rate_share": of["share"], "at_ms": 1.0 / scale, "until_ms": 3.0 / scale}
    # Without a switch that adds, sums in the network are refused.
    how = scenario(
        algorithm=of["algorithm"] if of["limits"] else "ring",
        routing={"mode": of["mode"]},
        aggregation={"chunk_bytes": 0},
        faults=[fault],
        seed=of["seed"],
    )
    return simulate(_topology(of, scale=scale), workload(job, job, background=background), how)


@settings(max_examples=25)
@given(runs)
def test_every_flow_that_starts_ends_and_none_is_faster_than_its_path_allows(of: dict[str, Any]) -> None:
    result = _run(of)
    assert result.summary.flows.finished == result.summary.flows.started
    assert (result.series.flow_slowdown >= 1 - 1e-9).all()


@settings(max_examples=25)
@given(runs, st.sampled_from([0.5, 2.0, 4.0]))
def test_c_times_the_rates_take_one_cth_of_the_time(of: dict[str, Any], scale: float) -> None:
    one, other = _run(of), _run(of, scale=scale)
    assert other.series.iteration_seconds * scale == pytest.approx(one.series.iteration_seconds, rel=1e-9)
    assert other.series.flow_completion * scale == pytest.approx(one.series.flow_completion, rel=1e-6)


@settings(max_examples=25)
@given(runs)
def test_decisions_are_counted_once_each(of: dict[str, Any]) -> None:
    result = _run(of)
    for decisions, counted in (
        ({"grant"}, "granted"),
        ({"fallback", "refusal"}, "fell_back"),
        ({"wait"}, "waited"),
    ):
        recorded = sum(record.decision in decisions for record in result.audit)
        assert recorded == sum(getattr(rail, counted) for job in result.summary.jobs for rail in job.rails)


@settings(max_examples=25)
@given(st.permutations(range(12)))
def test_the_order_in_which_flows_are_listed_does_not_matter(order: list[int]) -> None:
    # On one spine there is one path, so that a flow's number does not choose another.
    topology = leaf_spine(3, 1, 2)
    random = np.random.default_rng(4)
    flows = [
        {
            "id": str(row),
            "src": f"h{row % 6}",
            "dst": f"h{(row * 5 + 2) % 6 if (row * 5 + 2) % 6 != row % 6 else (row + 1) % 6}",
            "size_bytes": int(random.integers(10**6, 10**8)),
            "start_ms": float(row % 3) / 10,
        }
        for row in range(12)
    ]
    one = simulate(topology, workload(flows=flows), scenario())
    other = simulate(topology, workload(flows=[flows[row] for row in order]), scenario())
    assert sorted(one.series.flow_completion) == pytest.approx(sorted(other.series.flow_completion), rel=1e-9)


def test_the_mean_number_of_flows_is_the_rate_of_arrivals_times_the_mean_time() -> None:
    # V16, Little: the active streams are counted at even times, the completions are the engine's.
    topology = leaf_spine(2, 2, 8)
    engine, book = Engine(topology.link_rate), FlowBook(topology.link_rate)
    random, count, until = np.random.default_rng(9), 20_000, 0.2
    ends = np.flatnonzero(topology.vertex_host >= 0).astype(np.int32)
    pairs = np.array([random.choice(ends, 2, replace=False) for _ in range(count)])
    book.add(
        engine,
        HashRouter(ShortestPaths(topology), seed=7),
        source=pairs[:, 0].copy(),
        target=pairs[:, 1].copy(),
        flow_ids=np.arange(count, dtype=np.uint64),
        size=web_search_sizes().draw(random, count),
        start=np.sort(random.uniform(0, until, count)),
    )
    counted, step, time = [], until / 20_000, 0.0
    while np.isfinite(engine.next_event):
        time += step
        while not engine.advance(time):
            pass
        counted.append(engine.active)
    while not engine.advance(inf):
        pass
    mean_time = book.collect(engine).completion.mean()
    assert np.mean(counted) == pytest.approx(count / time * mean_time, rel=0.005)
