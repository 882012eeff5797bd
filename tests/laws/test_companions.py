"""Streams over the same resources share a row of the solver, and nobody can tell by what comes out.

The second method is the same run with each stream's resources named in another order than its fellows name
theirs: such rows are not taken for alike, and every stream has its own.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from simcore.engine.causes import Flows, Outcome
from simcore.engine.loop import Engine
from simcore.engine.tolerances import DEFAULT, EXACT
from simcore.traffic.streams import StreamTable
from tests import oracle
from tests.simcore.engine.players import run

# The paths: up to four sets of resources, each of at least four, so that there are orders enough.
RESOURCES = 6
PATHS = ((0, 1, 2, 3), (0, 2, 4, 5), (1, 3, 4, 5), (2, 3, 0, 5))
ORDERS = tuple(permutations(range(4)))


def table_of(paths: list[int], *, is_mixed: bool, numbers: Sequence[int] | None = None) -> StreamTable:
    """Return one stream for each of ``paths``; mixed, each ``number`` has an order of its own."""
    numbers = range(len(paths)) if numbers is None else numbers
    orders = [ORDERS[number if is_mixed else 0] for number in numbers]
    return StreamTable.of(
        [[PATHS[path][place] for place in order] for path, order in zip(paths, orders, strict=True)]
    )


crowds = st.lists(
    st.tuples(st.integers(0, len(PATHS) - 1), st.integers(1, 40), st.integers(0, 8)),
    min_size=2,
    max_size=len(ORDERS),
)
capacities = st.lists(st.sampled_from([1.0, 2.0, 3.0, 5.0]), min_size=RESOURCES, max_size=RESOURCES)
moves = st.lists(st.tuples(st.integers(0, 30), st.integers(0, 3), st.integers(0, 3)), max_size=3)
Flow = tuple[int, int, int]


def played(
    capacity: list[float],
    flows: list[Flow],
    *,
    is_mixed: bool,
    moves: list[tuple[int, int, int]] = (),
    faults: list[tuple[int, int]] = (),
    tape_lines: int = 0,
) -> tuple[Engine, np.ndarray]:
    """Run flows (path, size, quarter of a second of the start) to the end.

    ``moves`` (quarter, n, path) send every stream whose row is n mod 4 over another path, ``faults``
    (quarter, resource) halve a capacity.
    """
    paths, sizes, starts = zip(*flows, strict=True)
    engine = Engine(np.array(capacity), EXACT, tape_lines=tape_lines)
    table = table_of(list(paths), is_mixed=is_mixed)
    row = engine.add_arrivals(table, np.array(sizes, dtype=float), np.array(starts) / 4.0)
    deeds = [(at, 0, n, path) for at, n, path in moves] + [(at, 1, r, 0) for at, r in faults]
    for at, kind, which, path in sorted(deeds):
        run(engine, at / 4.0 + 0.1)
        if kind == 0:
            rows = np.arange(row + which, row + len(flows), 4)
            over = table_of([path] * len(rows), is_mixed=is_mixed, numbers=rows - row)
            engine.replace(rows, over)
        else:
            engine.set_capacity([which], [engine.capacity()[which] / 2.0])
    run(engine)
    return engine, engine.finish_times(row, len(flows))


@given(capacities, crowds)
def test_companions_end_when_solving_each_instant_from_nothing_says(capacity, flows) -> None:
    _, ends = played(capacity, flows, is_mixed=False)
    paths, sizes, starts = zip(*flows, strict=True)
    table = table_of(list(paths), is_mixed=False)
    expected = oracle.finish_times(
        np.array(capacity), table, np.array(sizes, dtype=float), np.array(starts) / 4.0, []
    )
    np.testing.assert_allclose(ends, expected, rtol=1e-9)


@given(capacities, crowds, moves, st.lists(st.tuples(st.integers(0, 30), st.integers(0, 5)), max_size=2))
def test_companions_that_are_moved_end_when_streams_with_their_own_rows_do(
    capacity, flows, moves, faults
) -> None:
    together, ends = played(capacity, flows, is_mixed=False, moves=moves, faults=faults)
    apart, expected = played(capacity, flows, is_mixed=True, moves=moves, faults=faults)
    np.testing.assert_allclose(ends, expected, rtol=1e-9)
    np.testing.assert_allclose(together.carried(), apart.carried(), rtol=1e-9)
    assert together.active == apart.active == 0


@given(capacities, crowds, st.integers(0, 40))
def test_on_the_way_companions_have_the_rates_and_bytes_of_streams_with_their_own_rows(
    capacity, flows, quarters
) -> None:
    engines = []
    for is_mixed in (False, True):
        paths, sizes, starts = zip(*flows, strict=True)
        engine = Engine(np.array(capacity))
        table = table_of(list(paths), is_mixed=is_mixed)
        engine.add_arrivals(table, np.array(sizes, dtype=float), np.array(starts) / 4.0)
        engines.append(run(engine, quarters / 4.0 + 0.1))
    together, apart = engines
    np.testing.assert_allclose(together.carried(), apart.carried(), rtol=1e-9)
    np.testing.assert_allclose(together.rates(0, len(flows)), apart.rates(0, len(flows)), rtol=1e-9)
    assert together.active == apart.active


@given(capacities, crowds)
def test_what_more_capacity_buys_is_the_same_with_companions(capacity, flows) -> None:
    """The same numbers but for corners, where two ends fall together; sizes are made to differ."""
    flows = [(path, size + place / 64.0, start) for place, (path, size, start) in enumerate(flows)]
    together, _ = played(capacity, flows, is_mixed=False, tape_lines=4096)
    apart, _ = played(capacity, flows, is_mixed=True, tape_lines=4096)
    assert together.lines == apart.lines
    mine, theirs = (engine.hindsight([Outcome(flows=Flows.ALL)]) for engine in (together, apart))
    assert mine is not None and theirs is not None
    np.testing.assert_allclose(mine.gains, theirs.gains, rtol=1e-6, atol=1e-9)


def test_ten_thousand_streams_of_one_path_are_one_row_and_end_by_size() -> None:
    """Sizes 1 to n on capacity 1: stream k ends when all of k bytes and k of each larger one are carried."""
    count = 10_000
    engine = Engine(np.ones(2))
    sizes = np.arange(1.0, count + 1.0)
    engine.add_arrivals(StreamTable.of([[0, 1]] * count), sizes, np.zeros(count))
    run(engine, 0.0)
    assert engine.active == count
    assert int(engine._state.sharing.desk["active"][0]) == 1
    run(engine)
    larger = count - sizes
    np.testing.assert_allclose(engine.finish_times(0, count), sizes * larger + sizes * (sizes + 1) / 2.0)


def test_a_mouse_beside_elephants_keeps_its_digits() -> None:
    """A byte that shares with two of 10^15, after they have carried 10^14 each, takes 3 s on capacity 1."""
    engine = Engine(np.ones(1))
    engine.add_arrivals(StreamTable.of([[0]] * 3), [1e15, 1e15, 1.0], [0.0, 0.0, 2e14])
    run(engine)
    assert engine.finish_times(2, 1)[0] - 2e14 == 3.0


def test_weights_make_rows_of_their_own() -> None:
    """On capacity 3 weights 1 and 2 have 1 and 2 bytes/s; two of weight 1 beside one of 2 have 0.75 each."""
    engine = Engine(np.array([3.0]))
    table = StreamTable.of([[0]] * 3)
    engine.add_arrivals(replace(table, weight=np.array([1.0, 2.0, 1.0])), [9.0] * 3, [0.0] * 3)
    run(engine, 0.0)
    assert engine.rates(0, 3).tolist() == [0.75, 1.5, 0.75]
    assert int(engine._state.sharing.desk["active"][0]) == 2


@given(capacities, crowds)
def test_default_tolerances_keep_bytes_with_companions(capacity, flows) -> None:
    paths, sizes, starts = zip(*flows, strict=True)
    engine = Engine(np.array(capacity), DEFAULT)
    table = table_of(list(paths), is_mixed=False)
    engine.add_arrivals(table, np.array(sizes, dtype=float), np.array(starts) / 4.0)
    run(engine)
    stream = np.repeat(np.arange(table.count), np.diff(table.first))
    expected = np.bincount(table.resource, np.array(sizes)[stream], RESOURCES)
    np.testing.assert_allclose(engine.carried(), expected, rtol=1e-12)
