"""What more of each resource would have changed in a run: by hand, and against runs that had it."""

from collections.abc import Callable

import numpy as np
import pytest
from numpy.testing import assert_allclose
from numpy.typing import NDArray

from simcore.engine.causes import Flows, Outcome
from simcore.engine.loop import Engine
from simcore.solver.holders import ALONE, TOGETHER
from simcore.traffic.streams import Stage, StreamTable
from tests.simcore.engine.players import Act, Script, each, run, starting

STEP = 1e-6


def taped(capacity: NDArray[np.float64], player: Script) -> Engine:
    """Return the engine after a run of one player, with everything on tape."""
    engine = Engine(capacity, tape_lines=1 << 12)
    engine.add_player(player)
    engine.begin()
    return run(engine)


def end_and_cause(
    make: Callable[[list[tuple[float, int]]], Script], capacity: list[float]
) -> tuple[float, int]:
    """Return when the script ``make`` returns says that it has ended, and because of what."""
    told: list[tuple[float, int]] = []
    taped(np.array(capacity), make(told))
    return told[-1]


def gains_and_differences(
    make: Callable[[list[tuple[float, int]]], Script], capacity: list[float]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return (R,) by how much sooner the end comes for more of each resource, as reckoned and as run."""
    told: list[tuple[float, int]] = []
    engine = taped(np.array(capacity), make(told))
    hindsight = engine.hindsight([Outcome(moments=(told[-1][1],))])
    assert hindsight is not None
    differences = []
    for resource in range(len(capacity)):
        ends = []
        for sign in (1, -1):
            other = list(capacity)
            other[resource] += sign * STEP
            ends.append(end_and_cause(make, other)[0])
        differences.append((ends[1] - ends[0]) / (2 * STEP))
    return hindsight.gains[:, 0, TOGETHER], np.array(differences)


def telling(told: list[tuple[float, int]]) -> Act:
    """Return the act of writing down when and because of what this happens."""

    def act(stage: Stage) -> None:
        told.append((stage.time, stage.because))

    return act


def test_one_more_on_the_only_link_saves_size_over_rate_squared() -> None:
    # 6 bytes at 2 bytes/s end after 3 s; d(6 / C)/dC = -6 / 4.
    def script(told: list[tuple[float, int]]) -> Script:
        return Script(starting([[0]], [6]), {0: telling(told)})

    gains, differences = gains_and_differences(script, [2.0])
    assert_allclose(gains, [1.5])
    assert_allclose(differences, [1.5], rtol=1e-5)


def test_what_waits_for_an_end_and_computes_meanwhile_comes_sooner_by_as_much() -> None:
    # 6 bytes over link 0, a pause of 5 s, 8 bytes over link 1: 6 / C0 + 5 + 8 / C1.
    def script(told: list[tuple[float, int]]) -> Script:
        def pause(stage: Stage) -> None:
            stage.set_timer(stage.time + 5, player=0, tag=0)

        return Script(
            starting([[0]], [6]),
            {0: pause, 1: telling(told)},
            {0: starting([[1]], [8], tag=1)},
        )

    gains, differences = gains_and_differences(script, [2.0, 4.0])
    assert_allclose(gains, [6 / 4, 8 / 16])
    assert_allclose(differences, [6 / 4, 8 / 16], rtol=1e-5)


@pytest.mark.parametrize("seed", range(6))
def test_of_jobs_beside_flows_it_is_the_difference_to_runs_with_more(seed: int) -> None:
    random = np.random.default_rng(seed)
    capacity = random.uniform(0.5, 3, 5)
    paths = [random.choice(5, random.integers(1, 4), replace=False) for _ in range(12)]
    sizes, starts = random.uniform(0.5, 3, 12), random.uniform(0, 4, 12)
    rings = [[list(random.choice(5, 3, replace=False)) for _ in range(2)] for _ in range(4)]
    ring_sizes = random.uniform(0.5, 3, (4, 2))

    def script(told: list[tuple[float, int]]) -> Script:
        def background(stage: Stage) -> None:
            stage.add_arrivals(StreamTable.of(paths), sizes, starts)

        def pause(tag: int) -> Act:
            return lambda stage: stage.set_timer(stage.time + 0.3 * tag, player=0, tag=tag)

        acts = [starting(rings[row], ring_sizes[row], tag=row) for row in range(4)]
        return Script(
            each(background, acts[0]),
            {0: pause(1), 1: pause(2), 2: acts[3], 3: telling(told)},
            {1: acts[1], 2: acts[2]},
        )

    gains, differences = gains_and_differences(script, capacity.tolist())
    assert_allclose(gains, differences, rtol=1e-4, atol=1e-5)


def test_a_stream_that_moves_to_another_link_is_told_by_each_what_it_saved_there() -> None:
    # 10 bytes: 2 s over link 0 at 3 bytes/s, what is left over link 1 at 2 bytes/s: 2 + (10 - 2 C0) / C1.
    def script(told: list[tuple[float, int]]) -> Script:
        def opening(stage: Stage) -> None:
            starting([[0]], [10])(stage)
            stage.set_timer(2.0, player=0, tag=0)

        def move(stage: Stage) -> None:
            stage.replace(np.array([0], dtype=np.int32), StreamTable.of([[1]]))

        return Script(opening, {0: telling(told)}, {0: move})

    gains, differences = gains_and_differences(script, [3.0, 2.0])
    assert_allclose(gains, [2 / 2, 4 / 4])
    assert_allclose(differences, [1, 1], rtol=1e-5)


def test_links_that_drain_one_queue_share_what_more_of_them_saves() -> None:
    # 12 bytes at C0 + C1 = 3 bytes/s: each is worth 12 / 9.
    def script(told: list[tuple[float, int]]) -> Script:
        def opening(stage: Stage) -> None:
            stage.add_streams(StreamTable.of([[0], [1]], follows=[False, True]))
            stage.start(np.array([0], dtype=np.int32), np.array([12.0]), player=0, tag=0)

        return Script(opening, {0: telling(told)})

    gains, differences = gains_and_differences(script, [1.0, 2.0])
    assert_allclose(gains, [12 / 9, 12 / 9])
    assert_allclose(differences, gains, rtol=1e-5)


def test_more_of_one_of_two_links_that_are_waited_for_alike_saves_nothing_alone() -> None:
    told: list[tuple[float, int]] = []
    engine = taped(np.array([2.0, 2.0]), Script(starting([[0], [1]], [6, 6]), {0: telling(told)}))
    hindsight = engine.hindsight([Outcome(moments=(told[0][1],), awaited=(told[0][1],))])
    assert hindsight is not None
    assert_allclose(hindsight.gains[:, 0, ALONE], 0)
    assert_allclose(hindsight.gains[:, 0, TOGETHER], [0.75, 0.75])
    assert_allclose(hindsight.held[:, 0], [3, 3])
    assert_allclose(hindsight.part[:, 0], [1.5, 1.5])
    assert_allclose(hindsight.others[:, 0], [1, 1])


def test_a_short_tape_tells_of_the_stretch_that_it_holds() -> None:
    # Two streams one after another over one link; the tape holds the second alone, which takes 3 s.
    def act(stage: Stage) -> None:
        stage.start(np.array([0], dtype=np.int32), np.array([6.0]), player=0, tag=1)

    told: list[tuple[float, int]] = []
    engine = taped(np.array([2.0]), Script(starting([[0]], [4]), {0: act, 1: telling(told)}))
    whole = engine.hindsight([Outcome(moments=(told[0][1],))])
    late = engine.hindsight([Outcome(moments=(told[0][1],))], most_lines=7)
    assert whole is not None and late is not None
    assert_allclose([whole.begin, whole.gains[0, 0, ALONE]], [0, 2.5])
    assert_allclose([late.begin, late.gains[0, 0, ALONE]], [2, 1.5])


def test_of_flows_the_sum_of_ends_counts() -> None:
    # 2 and 4 bytes share 2 bytes/s from 0 on: they end at 4 / C and 6 / C.
    engine = Engine(np.array([2.0]), tape_lines=64)
    engine.add_arrivals(StreamTable.of([[0], [0]]), [2.0, 4.0], [0.0, 0.0])
    run(engine)
    hindsight = engine.hindsight([Outcome(flows=Flows.ALL), Outcome(flows=Flows.LAST)])
    assert hindsight is not None
    assert_allclose(hindsight.gains[0, :, TOGETHER], [10 / 4, 6 / 4])
    assert hindsight.flows == 2
