"""Rings step by step: by hand, and by recurrence against the same ring as a graph of streams."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simcore.engine.loop import Engine
from simcore.traffic.collectives.ring_steps import StepRing
from simcore.traffic.streams import StreamTable
from tests.simcore.engine.players import Script, engine_of, run

Deed = tuple[float, Callable[[Engine], object]]


def ring_of(
    count: int, *, latency: float | Sequence[float] = 0.0, piece: float = 5.0, steps: int = 0
) -> StepRing:
    """Return a ring whose edge r is resource r."""
    delays = np.broadcast_to(np.asarray(latency, dtype=float), (count,))
    edges = StreamTable.of([[edge] for edge in range(count)], latency=np.array(delays))
    return StepRing(edges, piece, steps or 2 * (count - 1))


def played(
    capacity: Sequence[float], *rings: StepRing, deeds: Sequence[Deed] = (), as_graphs: bool = False
) -> tuple[Engine, list[float]]:
    """Return the engine after all rings have run from time 0 on, and when each ended; deeds are (s, what)."""
    player = Script()
    engine = engine_of(capacity, player)
    for tag, ring in enumerate(rings):
        if as_graphs:
            engine.start_graph(engine.add_graph(ring.graph()), player=0, tag=tag)
        else:
            engine.start_ring(engine.add_ring(ring), player=0, tag=tag)
    for at, deed in sorted(deeds, key=lambda each: each[0]):
        run(engine, at)
        deed(engine)
    run(engine)
    return engine, [time for _, _, time in sorted(player.heard, key=lambda each: each[1])]


def slower(resource: int, capacity: float) -> Callable[[Engine], object]:
    return lambda engine: engine.set_capacity([resource], [capacity])


def arrival(resource: int, size: float, *, delay: float = 0.0) -> Callable[[Engine], object]:
    return lambda engine: engine.add_arrivals(StreamTable.of([[resource]]), [size], [engine.time + delay])


def test_on_equal_edges_every_step_takes_a_piece_and_a_latency() -> None:
    """6 steps of 5/10 s and 0.1 s, without an event."""
    engine, ends = played([10.0] * 4, ring_of(4, latency=0.1))
    assert ends == [pytest.approx(6 * 0.6, rel=1e-12)]
    assert engine.events == 0
    assert engine.carried() == pytest.approx([30.0] * 4, rel=1e-12)


def test_a_slow_edge_sends_all_its_pieces_one_after_the_other() -> None:
    """Its 6 pieces take 1 s each, and nobody makes it wait: the last is through at 6 s, and arrives then."""
    _, ends = played([10.0, 10.0, 5.0, 10.0], ring_of(4))
    assert ends == [pytest.approx(6.0, rel=1e-12)]


def test_an_edge_that_degrades_in_the_middle_of_a_piece_slows_the_rest_of_it() -> None:
    """Two members, 2 steps. Edge 1 has sent half a piece by 0.25 s; the rest takes 0.5 s at half the rate,
    the next piece, for which the other has waited since 0.5 s, 1 s: 0.75 + 1.
    """
    _, ends = played([10.0, 10.0], ring_of(2), deeds=[(0.25, slower(1, 5.0))])
    assert ends == [pytest.approx(1.75, rel=1e-12)]


def test_what_a_ring_has_carried_is_known_at_every_moment() -> None:
    player = Script()
    engine = engine_of([10.0, 10.0, 5.0, 10.0], player)
    engine.start_ring(engine.add_ring(ring_of(4)), player=0, tag=0)
    run(engine, 0.75)
    # Edge 3 waits from 0.5 s on for a piece that edge 2 has sent three quarters of.
    assert engine.carried() == pytest.approx([7.5, 7.5, 3.75, 5.0], rel=1e-12)


def test_a_rate_that_changes_twice_at_one_time_has_its_last_value_from_then_on() -> None:
    """From 0.25 s on each edge has 10 again: after 0.35 s it has carried 3.5 bytes."""
    seen: list[np.ndarray] = []
    deeds = [
        (0.25, slower(0, 5.0)),
        (0.25, slower(0, 10.0)),
        (0.35, lambda engine: seen.append(engine.carried())),
    ]
    _, ends = played([10.0] * 3, ring_of(3, steps=1), deeds=deeds)
    assert seen[0] == pytest.approx([3.5] * 3, rel=1e-12)
    assert ends == [pytest.approx(0.5, rel=1e-12)]


def test_a_stream_that_arrives_on_an_edge_is_not_missed() -> None:
    """Two members. From 0.25 s on edge 0 shares with 10 bytes: 2.5 left at 5 each take 0.5 s, the next 1 s.

    The other edge has waited since 0.75 s for what arrived then, and needs 0.5 s: at 1.25 s it is done.
    """
    engine, ends = played([10.0, 10.0], ring_of(2), deeds=[(0.1, arrival(0, 10.0, delay=0.15))])
    assert ends == [pytest.approx(1.75, rel=1e-12)]
    assert engine.carried() == pytest.approx([20.0, 10.0], rel=1e-12)


@pytest.mark.parametrize(
    "start",
    [
        arrival(0, 10.0),
        lambda engine: engine.start([engine.add_streams(StreamTable.of([[0]]))], [10.0], player=0, tag=9),
        lambda engine: engine.start_ring(engine.add_ring(ring_of(2, piece=10.0, steps=1)), player=0, tag=9),
    ],
    ids=["arrival", "stream of a player", "another ring"],
)
def test_whoever_starts_on_an_edge_has_the_ring_run_as_a_graph(start: Callable[[Engine], object]) -> None:
    alone, _ = played([10.0, 10.0], ring_of(2))
    crowded, ends = played([10.0, 10.0], ring_of(2), deeds=[(0.25, start)])
    assert alone.events == 0 < crowded.events
    assert ends[0] == pytest.approx(1.75, rel=1e-12)


def test_edges_that_meet_share_what_they_meet_on() -> None:
    """Both edges take one link of 10: each piece takes 1 s."""
    edges = StreamTable.of([[0], [0]])
    engine, ends = played([10.0], StepRing(edges, 5.0, 2))
    assert ends == [pytest.approx(2.0, rel=1e-12)]
    assert engine.events > 0


def test_edges_that_meet_where_there_is_enough_for_all_need_no_events() -> None:
    """Each is held to 10 by a link of its own; the trunk has room for both."""
    edges = StreamTable.of([[0, 2], [1, 2]])
    engine, ends = played([10.0, 10.0, 20.0], StepRing(edges, 5.0, 2))
    assert ends == [pytest.approx(1.0, rel=1e-12)]
    assert engine.events == 0


def test_rings_that_meet_on_a_trunk_that_becomes_too_small_share_it_from_then_on() -> None:
    """Edges over the trunk run at 10 until 0.5 s and at 5 from then on: 10 bytes left take 2 s."""
    first, second = (StepRing(StreamTable.of([[row, 4], [row + 1]]), 5.0, 2) for row in (0, 2))
    deeds = [(0.25, slower(4, 10.0))]
    engine, ends = played([10.0] * 4 + [20.0], first, second, deeds=deeds)
    as_graphs, expected = played([10.0] * 4 + [20.0], first, second, deeds=deeds, as_graphs=True)
    assert ends == pytest.approx(expected, rel=1e-12)
    assert engine.carried() == pytest.approx(as_graphs.carried(), rel=1e-12)
    assert engine.events > 0


def test_a_ring_waits_while_an_edge_is_down() -> None:
    """Edge 1 stands still from 0.25 s to 2 s: half a piece and a whole one are left, 0.75 s."""
    deeds = [(0.25, slower(1, 0.0)), (2.0, slower(1, 10.0))]
    _, ends = played([10.0, 10.0], ring_of(2), deeds=deeds)
    assert ends == [pytest.approx(2.75, rel=1e-12)]


def test_a_ring_that_waits_for_ever_leaves_nothing_to_come() -> None:
    engine, ends = played([10.0, 10.0], ring_of(2), deeds=[(0.25, slower(1, 0.0))])
    assert ends == []
    assert engine.next_event == np.inf


def test_a_ring_can_be_started_again_when_it_has_ended_and_not_before() -> None:
    player = Script()
    engine = engine_of([10.0, 10.0], player)
    number = engine.add_ring(ring_of(2))
    engine.start_ring(number, player=0, tag=0)
    with pytest.raises(ValueError, match="running already"):
        engine.start_ring(number, player=0, tag=1)
    run(engine)
    engine.start_ring(number, player=0, tag=2)
    run(engine)
    assert player.heard == [("end", 0, pytest.approx(1.0)), ("end", 2, pytest.approx(2.0))]


def detour(*edges: Sequence[int], latency: float = 0.0) -> Callable[[Engine], object]:
    """Return the deed of sending ring 0 over other resources."""
    delays = np.full(len(edges), latency)
    return lambda engine: engine.reroute_ring(0, StreamTable.of(edges, latency=delays))


def test_a_ring_that_is_sent_another_way_takes_what_it_has_left_there() -> None:
    """Half a piece of edge 1 is left at 0.25 s, over two links of which the slower has 5: 0.5 s, then 1 s.

    What it carried before counts where it carried it.
    """
    deeds = [(0.25, detour([0], [2, 3]))]
    engine, ends = played([10.0, 10.0, 10.0, 5.0], ring_of(2), deeds=deeds)
    assert ends == [pytest.approx(1.75, rel=1e-12)]
    assert engine.carried() == pytest.approx([10.0, 2.5, 7.5, 7.5], rel=1e-12)


def test_a_ring_of_which_an_edge_is_down_goes_on_when_it_is_sent_around_it() -> None:
    """Half a piece waits until 1 s, and takes 0.25 s and 0.5 s to arrive; the other edge has one left."""
    deeds = [(0.25, slower(1, 0.0)), (1.0, detour([0], [2], latency=0.5))]
    _, ends = played([10.0, 10.0, 10.0], ring_of(2), deeds=deeds)
    # Edge 1: 0.5 left pieces by 1.25; edge 0 gets it at 1.75 and needs until 2.25, and 0.5 s to arrive.
    assert ends == [pytest.approx(2.75, rel=1e-12)]


def test_a_ring_that_was_sent_another_way_stays_there() -> None:
    player = Script()
    engine = engine_of([10.0, 10.0, 5.0], player)
    number = engine.add_ring(ring_of(2))
    engine.reroute_ring(number, StreamTable.of([[0], [2]]))
    for tag in range(2):
        engine.start_ring(number, player=0, tag=tag)
        run(engine)
    # Two pieces over the slow edge, one after the other: 2 s each time.
    assert [time for _, _, time in player.heard] == [pytest.approx(2.0), pytest.approx(4.0)]


@dataclass(frozen=True)
class Case:
    """A ring, its capacities, and what happens meanwhile."""

    ring: StepRing
    capacity: list[float]
    deeds: list[Deed]
    arrivals: list[Deed]


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """Draw a ring whose edges may meet on a trunk; times lie on a coarse grid, so that ties are common."""
    count = draw(st.integers(2, 6))
    rates = st.sampled_from([10.0, 10.0, 5.0, 4.0])
    quarters = st.integers(0, 24)
    edge = st.integers(0, count - 1)
    over_trunk = [[row, count] if draw(st.booleans()) else [row] for row in range(count)]
    latency = [draw(st.sampled_from([0.0, 0.0, 0.25, 0.7, 3.0])) for _ in range(count)]
    ring = StepRing(
        StreamTable.of(over_trunk, latency=np.array(latency)), 5.0, draw(st.integers(1, 2 * count))
    )
    changes = draw(st.lists(st.tuples(quarters, edge, rates), max_size=4))
    arrivals = draw(
        st.lists(st.tuples(quarters, st.integers(0, count), st.sampled_from([0.0, 3.0])), max_size=2)
    )
    return Case(
        ring=ring,
        capacity=[draw(rates) for _ in range(count)] + [draw(st.sampled_from([100.0, 100.0, 20.0, 10.0]))],
        deeds=[(each[0] / 4, slower(each[1], each[2])) for each in changes],
        arrivals=[(each[0] / 4, arrival(each[1], each[2])) for each in arrivals],
    )


@settings(deadline=None, max_examples=120)
@given(cases())
def test_by_recurrence_a_ring_ends_when_its_graph_does(case: Case) -> None:
    deeds = case.deeds + case.arrivals
    engine, ends = played(case.capacity, case.ring, deeds=deeds)
    graph, expected = played(case.capacity, case.ring, deeds=deeds, as_graphs=True)
    assert ends == pytest.approx(expected, rel=1e-9)
    assert engine.carried() == pytest.approx(graph.carried(), rel=1e-9, abs=1e-9)


@settings(deadline=None, max_examples=60)
@given(cases(), st.integers(0, 40))
def test_looking_at_a_ring_changes_nothing(case: Case, quarters: int) -> None:
    looks: list[Deed] = [(quarters / 4 + 0.1, lambda engine: engine.carried())]
    plain, ends = played(case.capacity, case.ring, deeds=case.deeds)
    looked_at, same = played(case.capacity, case.ring, deeds=case.deeds + looks)
    assert ends == same
    assert plain.carried() == pytest.approx(looked_at.carried(), rel=1e-12)
    graph, _ = played(case.capacity, case.ring, as_graphs=True)
    assert graph.carried() == pytest.approx(plain.carried(), rel=1e-9)


@settings(deadline=None, max_examples=60)
@given(cases(), st.integers(0, 40))
def test_at_every_moment_a_ring_has_carried_what_its_graph_has(case: Case, quarters: int) -> None:
    seen: list[np.ndarray] = []
    look: Deed = (quarters / 4 + 0.1, lambda engine: seen.append(engine.carried()))
    played(case.capacity, case.ring, deeds=[*case.deeds, look])
    played(case.capacity, case.ring, deeds=[*case.deeds, look], as_graphs=True)
    assert seen[0] == pytest.approx(seen[1], rel=1e-9, abs=1e-9)


@settings(deadline=None, max_examples=60)
@given(cases(), st.integers(0, 24), st.lists(st.integers(0, 6), min_size=6, max_size=6), st.data())
def test_a_ring_sent_another_way_ends_when_its_graph_does(
    case: Case, quarters: int, places: list[int], data: st.DataObject
) -> None:
    """From some moment on edge r takes resource places[r], with another latency."""
    count = case.ring.edges.count
    taken = [[min(place, count)] for place in places[:count]]
    delays = np.array([data.draw(st.sampled_from([0.0, 0.25, 0.7])) for _ in range(count)])
    ring = replace(case.ring, edges=StreamTable.of(taken, latency=delays))
    around: Deed = (quarters / 4, lambda engine: engine.reroute_ring(0, ring.edges))
    as_graph: Deed = (quarters / 4, lambda engine: engine.reroute_graph(0, ring.edges, ring.graph().lag))
    engine, ends = played(case.capacity, case.ring, deeds=[*case.deeds, around])
    graph, expected = played(case.capacity, case.ring, deeds=[*case.deeds, as_graph], as_graphs=True)
    assert ends == pytest.approx(expected, rel=1e-9)
    assert engine.carried() == pytest.approx(graph.carried(), rel=1e-9, abs=1e-9)
