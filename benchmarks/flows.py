"""Lists of flows over given paths: what the engine takes, and SimGrid beside it on the same flows."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from benchmarks.bars import Bar
from benchmarks.simgrid import Answer, Change, SimGrid
from benchmarks.timing import timed
from benchmarks.works import Work, are_reference, work
from simcore.engine.loop import Engine
from simcore.engine.tolerances import DEFAULT, EXACT, Tolerances
from tests.reference.works import read_completions

# So long a peer may work on one list, s.
PEER_LIMIT: Final = 60.0
LONG: Final = 3600.0
MS: Final = 1e3


@dataclass(frozen=True, slots=True)
class Measured:
    """A list of flows: how often it is run, its bar (ms), and what others were measured or said to take.

    ``peer_within`` is how long SimGrid may work on it (s); 0 leaves it out.
    """

    name: str
    repetitions: int
    most: float
    quoted: str
    peer_within: float = PEER_LIMIT


MEASURED: Final = (
    Measured("w1_perm1024", 30, 1.0, "SimGrid 4.1: 70 ms"),
    Measured("w3_websearch", 5, 350.0, "SimGrid 4.1: 48,700 ms"),
    Measured(
        "w4_a2a128",
        10,
        20.0,
        "SimGrid 4.1: unfinished after 600 s; ASTRA-sim analytical: 40 to 70 ms on one ideal switch",
        peer_within=30.0,
    ),
    Measured("w5_perm1024", 30, 1.0, "SimGrid 4.1: 2,100 ms"),
    Measured("w5_perm4096", 7, 50.0, "SimGrid 4.1: 227,000 ms"),
    Measured(
        "w5_perm16384",
        1,
        30_000.0,
        "SimGrid 4.1: about 15 h, extrapolated; aim 10,000",
        peer_within=0.0,
    ),
)


def run_of(flows: Work, tolerances: Tolerances = EXACT) -> Engine:
    """Run a list of flows to its end."""
    engine = Engine(flows.capacity, tolerances)
    engine.add_arrivals(flows.table, flows.size, flows.start)
    while not engine.advance(np.inf):
        pass
    return engine


def tolerant() -> Iterator[Bar]:
    """Measure the largest lists at the default tolerances, and how far these move any completion."""
    for name, most, quoted in (
        ("w5_perm16384", 3_000.0, "the design's sketch of a kernel, exact: 55,000 ms"),
        ("w5_perm65536", 25_000.0, "the sketch, at 0.1 %: 164,000 ms; aim 15,000"),
    ):
        flows = work(name)
        took = timed(1, partial(run_of, flows, DEFAULT))
        yield Bar(
            f"{name} at default tolerance",
            MS * took.processor,
            "ms",
            most=most,
            says=f"{flows.table.count:,} flows; {took.says()}",
            wall=MS * took.wall,
            quoted=quoted,
        )
    for name in ("w5_perm1024", "w5_perm4096", "w5_perm16384"):
        flows = work(name)
        exact_ends, ends = (
            run_of(flows, tolerances).finish_times(0, flows.table.count) for tolerances in (EXACT, DEFAULT)
        )
        moved = np.abs(completions(flows, ends) / completions(flows, exact_ends) - 1.0)
        says = f"half of the flows by {100 * float(np.median(moved)):.3f} %"
        yield Bar(f"{name}: completion moved furthest", 100 * float(moved.max()), "%", most=0.2, says=says)


def completions(flows: Work, end: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return completion times (F,): time of sharing, and one-way latency of the path."""
    completion: NDArray[np.float64] = end - flows.start + flows.table.latency
    return completion


def apart(ours: NDArray[np.float64], theirs: NDArray[np.float64], *, than: str, name: str) -> Iterator[Bar]:
    """Return how far completions are from those of a peer: the furthest, and all but one in a thousand."""
    off = np.abs(ours / theirs - 1.0)
    yield Bar(f"{name}: furthest flow from {than}", float(off.max()), "1", most=3e-4)
    yield Bar(f"{name}: 999 of 1,000 within", float(np.quantile(off, 0.999)), "1", most=2e-5)


def beside(
    peer: SimGrid,
    flows: Work,
    *,
    within: float,
    latency: NDArray[np.float64] | None = None,
    steps: int = 0,
    change: Change | None = None,
) -> tuple[Answer | None, str]:
    """Return what SimGrid answers within so many seconds, and in words who answered or why nobody did."""
    if peer.lacking or within == 0.0:
        return None, peer.lacking or "left out: takes too long (`--long`)"
    changes = () if change is None else (change,)
    answer = peer.answer(flows, latency=latency, steps=steps, changes=changes, limit=within)
    return answer, answer.version if answer else f"not finished after {within:.0f} s of one core"


def exact(peer: SimGrid, *, is_long: bool) -> Iterator[Bar]:
    """Measure every list in exact mode, and SimGrid right after it; compare the completions."""
    for each in MEASURED:
        flows = work(each.name)
        took = timed(each.repetitions, partial(run_of, flows))
        engine = run_of(flows)
        answer, says = beside(peer, flows, within=LONG if is_long else each.peer_within)
        yield Bar(
            each.name,
            MS * took.processor,
            "ms",
            most=each.most,
            says=f"{flows.table.count:,} flows, {engine.events:,} events; {took.says()}",
            wall=MS * took.wall,
            peer=MS * answer.processor if answer else None,
            peer_says=says,
            quoted=each.quoted,
        )
        ours = completions(flows, engine.finish_times(0, flows.table.count))
        if answer:
            yield from apart(ours, completions(flows, answer.end), than=answer.version, name=each.name)
        if are_reference() and each.name in ("w1_perm1024", "w3_websearch", "w5_perm1024"):
            theirs = read_completions(each.name, "simgrid41")
            yield from apart(ours, theirs, than="SimGrid 4.1, on file", name=each.name)
