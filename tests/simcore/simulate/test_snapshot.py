"""Runs that are stopped, written down and resumed: against the same run that never stopped."""

import hashlib
import pickle
import zlib
from fractions import Fraction
from typing import Any

import pytest

from simcore.document.workload import WorkloadDocument
from simcore.errors import SnapshotError, StoppedError
from simcore.metrics import RunResult
from simcore.simulate import prepare, resumed, simulate, written_down
from simcore.simulate.snapshot import FORMAT, HEADER, code_digest
from tests.simcore.fabrics import QUANTUM_2, leaf_spine, one_switch, scenario, workload

TOPOLOGY = leaf_spine(
    2, 2, 4, delay=1e-6, adding=dict.fromkeys(["leaf0", "leaf1", "spine0", "spine1"], QUANTUM_2)
)

# Jobs with jitter, background, listed flows, faults with re-routing: everything that has a state.
BUSY: dict[str, Any] = {
    "background": [{"id": "b", "load": 0.1}],
    "flows": [{"id": "f", "src": "h0", "dst": "h7", "size_bytes": 10**9, "start_ms": 10.0}],
}
JOB = {"iterations": 8, "compute_ms": 5.0, "jitter_cv": 0.2, "size_bytes": 10**8}
FAULTS = [
    {"cable": "c9", "rate_share": 0.5, "at_ms": 20.0, "until_ms": 60.0},
    {"switch": "spine1", "rate_share": 0.0, "at_ms": 30.0},
]


def stopped_and_resumed(work: WorkloadDocument, *, every: int, **fields: Any) -> tuple[RunResult, int]:
    """Return the result of a run written down and resumed at every so manieth question, and how often."""
    run, times = prepare(TOPOLOGY, work, scenario(**fields)), 0
    while True:
        asked = 0

        def should_stop() -> bool:
            nonlocal asked
            asked += 1
            return asked >= every

        try:
            return run.play(should_stop=should_stop), times
        except StoppedError:
            run, times = resumed(written_down(run)), times + 1


def same_bits(one: RunResult, other: RunResult) -> bool:
    series = one.series.__dataclass_fields__
    return (one.summary, one.audit) == (other.summary, other.audit) and all(
        getattr(one.series, name).tobytes() == getattr(other.series, name).tobytes() for name in series
    )


@pytest.mark.parametrize("algorithm", ["ring", "ring-steps", "in-network"])
def test_a_run_that_is_resumed_comes_to_the_same_bits(algorithm: str) -> None:
    work = workload(JOB, **BUSY)
    plain = simulate(TOPOLOGY, work, scenario(algorithm=algorithm, faults=FAULTS))
    again, times = stopped_and_resumed(work, every=150, algorithm=algorithm, faults=FAULTS)
    assert times >= 3
    assert same_bits(plain, again)


@pytest.mark.parametrize("lease", ["collective", "job"])
def test_rails_that_wait_for_their_trees_are_resumed_while_they_wait(lease: str) -> None:
    # Two jobs over the same ports, which never begin together: one waits for the other again and again.
    work = workload(*(JOB | {"iterations": 20, "start_ms": start} for start in (0.0, 1.0)))
    how = {"algorithm": "in-network", "aggregation": {"lease": lease, "quorum": 7, "quorum_timeout_ms": 0.1}}
    straight = simulate(TOPOLOGY, work, scenario(**how))
    stopped, times = stopped_and_resumed(work, every=3, **how)
    assert times > 3
    assert same_bits(stopped, straight)
    decisions = {record.decision for record in straight.audit}
    assert decisions == ({"grant", "wait"} if lease == "collective" else {"grant", "fallback"})


@pytest.mark.parametrize("algorithm", ["edge-servers", "smart-nic"])
def test_what_adds_outside_the_switches_is_resumed_too(algorithm: str) -> None:
    work = workload({**JOB, "ranks": {"by": "list", "hosts": [f"h{host}" for host in range(6)]}}, **BUSY)
    servers = {"hosts": {"by": "list", "hosts": ["h6", "h7"]}, "pattern": "rack"}
    fields = {"algorithm": algorithm, "faults": FAULTS, "aggregation": {"servers": servers}}
    plain = simulate(TOPOLOGY, work, scenario(**fields))
    again, times = stopped_and_resumed(work, every=150, **fields)
    assert times >= 3
    assert same_bits(plain, again)


def test_rings_that_run_by_recurrence_are_resumed_in_the_middle() -> None:
    work = workload({"size_bytes": 10**9})
    plain = simulate(TOPOLOGY, work, scenario(algorithm="ring-steps", faults=FAULTS[:1]))
    again, times = stopped_and_resumed(work, every=100, algorithm="ring-steps", faults=FAULTS[:1])
    assert times >= 3
    assert same_bits(plain, again)


@pytest.mark.parametrize("algorithm", ["ring", "pairwise"])
def test_folded_runs_are_resumed_in_the_middle(algorithm: str) -> None:
    work = workload(JOB | {"collective": "all-to-all"})
    how = {"algorithm": algorithm, "routing": {"mode": "spray"}, "folding": "always"}
    plain = simulate(TOPOLOGY, work, scenario(**how, faults=FAULTS[:1]))
    assert any("fare alike" in note for note in plain.summary.notes)
    again, times = stopped_and_resumed(work, every=150, **how, faults=FAULTS[:1])
    assert times >= 3
    assert same_bits(plain, again)


def test_a_run_can_be_resumed_twice_from_one_snapshot() -> None:
    run = prepare(TOPOLOGY, workload(JOB), scenario())
    snapshot = written_down(run)
    results = [resumed(snapshot).play() for _ in range(2)]
    assert same_bits(*results)
    assert same_bits(results[0], run.play())


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda snapshot: b"", "no snapshot"),
        (lambda snapshot: b"something else, of any length" * 9, "no snapshot"),
        (lambda snapshot: snapshot[:-1], "cut off or damaged"),
        (lambda snapshot: snapshot[:200] + bytes([snapshot[200] ^ 1]) + snapshot[201:], "cut off or damaged"),
        (lambda snapshot: snapshot[:4] + b"\x02" + snapshot[5:], "format 2"),
        (lambda snapshot: snapshot[:8] + bytes(32) + snapshot[40:], "other code"),
    ],
    ids=["empty", "no snapshot", "cut off", "damaged", "another format", "other code"],
)
def test_what_this_code_has_not_written_is_refused(change: Any, says: str) -> None:
    snapshot = written_down(prepare(one_switch(2), workload({}), scenario()))
    with pytest.raises(SnapshotError, match=says):
        resumed(change(snapshot))


def test_a_snapshot_with_other_classes_in_it_is_refused() -> None:
    content = zlib.compress(pickle.dumps(Fraction(1, 3)))
    header = HEADER.pack(b"TWLS", FORMAT, code_digest(), hashlib.sha256(content).digest())
    with pytest.raises(SnapshotError, match=r"fractions\.Fraction"):
        resumed(header + content)
