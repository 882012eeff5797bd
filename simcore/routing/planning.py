"""Kernels of planned routing: paths for known flows under which the fullest link is as little full as can be.

Each of N flows is cut into equal parts, and each part takes one shortest path. A link is as full as the time
that it needs for its bytes. Paths get better in two ways: part by part, by prices that rise steeply with
fullness; and by moving parts off links that are fuller than is aimed at. A part that has just moved is barred
for a while, so that a move that fills other links is followed by moves that empty those, and not by its own
undoing. Equations and sources: docs/model/routing/planned.md.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.kernels import routing_kernel
from simcore.routing.shortest_paths import Graph, Ways, leads_on

# Beyond this many times the fullness aimed at, prices rise no more: exp of what follows stays finite.
STEEPEST: Final = 3.0
# Sums of bytes that differ by a smaller share are the same: rounding.
SAME: Final = 1e-9
# A part that has moved is barred for fewer moves than that, at random.
LONGEST_BAR: Final = 3


class Flows(NamedTuple):
    """The flows to lay: their paths' graph, and their parts.

    Attributes
    ----------
    amount
        (N,) bytes of each part of a flow.
    parts
        Parts of a flow; part k of flow i is row i · parts + k.
    first
        (N · parts + 1,) rows of the parts in an array of their links.
    """

    graph: Graph
    ways: Ways
    amount: NDArray[np.float64]
    parts: int
    first: NDArray[np.int64]


class Fullness(NamedTuple):
    """Bytes on each link (L,), bytes aimed at (L,), and the steepness of prices, 0 for those of a repair."""

    load: NDArray[np.float64]
    room: NDArray[np.float64]
    steepness: float


class Effort(NamedTuple):
    """How long a repair tries: moves in all, moves at once, moves without getting further; a seed of choices.

    ``progress`` (1,) is how far it has come.
    """

    moves: int
    at_once: int
    patience: int
    seed: int
    progress: NDArray[np.void]


PROGRESS: Final = np.dtype(
    [
        ("move", np.int64),  # moves so far
        ("fewest", np.float64),  # fewest bytes above room so far
        ("fewest_at", np.int64),  # the move that got there
    ],
    align=True,
)


def effort_of(moves: int, *, at_once: int, patience: int, seed: int) -> Effort:
    """Return an effort that has not begun."""
    return Effort(moves, at_once, patience, seed, np.array([(0, np.inf, 0)], dtype=PROGRESS))


class Scratch(NamedTuple):
    """Room for searches.

    ``cost`` and ``back`` hold for each vertex its cheapest way so far, ``asked`` the search that set them;
    ``searches`` (1,) numbers the searches; ``without`` (1,) is a link that no path may take, -1 for none;
    ``level`` and ``following`` are vertices; ``found`` is a path. A repair keeps the number of its move in
    ``move`` (1,), in ``barred`` until when each part is barred, in ``chosen`` the path of who moves.
    """

    cost: NDArray[np.float64]
    back: NDArray[np.int32]
    asked: NDArray[np.int64]
    searches: NDArray[np.int64]
    without: NDArray[np.int64]
    level: NDArray[np.int32]
    following: NDArray[np.int32]
    found: NDArray[np.int32]
    move: NDArray[np.int64]
    barred: NDArray[np.int64]
    chosen: NDArray[np.int32]


@routing_kernel
def new_scratch(flows: Flows) -> Scratch:
    """Return room for searches."""
    vertex_count = flows.graph.is_switch.shape[0]
    return Scratch(
        np.empty(vertex_count),
        np.empty(vertex_count, dtype=np.int32),
        np.zeros(vertex_count, dtype=np.int64),
        np.zeros(1, dtype=np.int64),
        np.full(1, -1, dtype=np.int64),
        np.empty(vertex_count, dtype=np.int32),
        np.empty(vertex_count, dtype=np.int32),
        np.empty(flows.ways.hops.max(), dtype=np.int32),
        np.zeros(1, dtype=np.int64),
        np.zeros(flows.first.shape[0] - 1, dtype=np.int64),
        np.empty(flows.ways.hops.max(), dtype=np.int32),
    )


@routing_kernel
def price(link: int, amount: float, fullness: Fullness) -> float:
    """Return what ``amount`` more costs on a link.

    With a steepness k it is exp(k (fullness after / fullness aimed at - 1)) · amount / room, else the bytes
    that it adds above the room.
    """
    before, room = fullness.load[link], fullness.room[link]
    after = before + amount
    if fullness.steepness > 0.0:
        times = min(after / room, STEEPEST)
        return float(np.exp(fullness.steepness * (times - 1.0)) * amount / room)
    return float(max(after - room, 0.0) - max(before - room, 0.0))


@routing_kernel
def find_cheapest(flow: int, limit: float, flows: Flows, fullness: Fullness, scratch: Scratch) -> float:
    """Write the cheapest path of a part of ``flow`` to ``scratch.found`` and return its price.

    Where all cost more than ``limit`` the price is infinite, and no path is written.
    """
    graph, ways, amount = flows.graph, flows.ways, flows.amount[flow]
    scratch.searches[0] += 1
    level, following = scratch.level, scratch.following
    level[0] = ways.source[flow]
    scratch.cost[level[0]] = 0.0
    width = 1
    hops = ways.hops[flow]
    for left in range(hops - 1, -1, -1):
        next_width = 0
        for vertex in level[:width]:
            for place in range(graph.out_first[vertex], graph.out_first[vertex + 1]):
                link = graph.out_link[place]
                if link == scratch.without[0] or not leads_on(link, left, flow, graph, ways):
                    continue
                cost = scratch.cost[vertex] + price(link, amount, fullness)
                if cost > limit:
                    continue
                after = graph.target[link]
                if scratch.asked[after] != scratch.searches[0]:
                    scratch.asked[after] = scratch.searches[0]
                    scratch.cost[after] = np.inf
                    following[next_width] = after
                    next_width += 1
                if cost < scratch.cost[after]:
                    scratch.cost[after] = cost
                    scratch.back[after] = link
        level, following = following, level
        width = next_width
    if width == 0:
        return np.inf
    vertex = ways.target[flow]
    for hop in range(hops - 1, -1, -1):
        scratch.found[hop] = scratch.back[vertex]
        vertex = graph.source[scratch.found[hop]]
    return float(scratch.cost[ways.target[flow]])


@routing_kernel
def lay(
    order: NDArray[np.int64], path: NDArray[np.int32], flows: Flows, fullness: Fullness, scratch: Scratch
) -> int:
    """Lay each part of ``order`` on its cheapest path, taken up first where it has one; count who moved.

    Parameters
    ----------
    path
        The links of all parts by ``flows.first``; the row of a part that is still to be laid begins with -1.
    fullness
        Its load is kept up to date.
    """
    load = fullness.load
    moved = 0
    for part in order:
        flow = part // flows.parts
        begin, end = flows.first[part], flows.first[part + 1]
        before = np.inf
        if begin < end and path[begin] >= 0:
            before = 0.0
            for entry in range(begin, end):
                load[path[entry]] -= flows.amount[flow]
            for entry in range(begin, end):
                before += price(path[entry], flows.amount[flow], fullness)
        if find_cheapest(flow, np.inf, flows, fullness, scratch) < before * (1.0 - SAME):
            moved += 1
            for entry in range(begin, end):
                path[entry] = scratch.found[entry - begin]
        for entry in range(begin, end):
            load[path[entry]] += flows.amount[flow]
    return moved


@routing_kernel
def repair(
    path: NDArray[np.int32], flows: Flows, fullness: Fullness, scratch: Scratch, effort: Effort
) -> bool:
    """Move parts off links that hold more than their room, some at once; return whether to go on.

    Where the effort does not suffice, the paths are left as they are: perhaps worse than before.
    """
    progress = effort.progress[0]
    over = np.empty(fullness.load.shape[0], dtype=np.int64)
    for move in range(progress.move, min(progress.move + effort.at_once, effort.moves)):
        np.random.seed((effort.seed << 24) + move)
        over_count, excess = find_overfull(fullness, over)
        if over_count == 0:
            return False
        if excess < progress.fewest:
            progress.fewest, progress.fewest_at = excess, move
        elif move - progress.fewest_at > effort.patience:
            return False
        link = over[np.random.randint(over_count)]
        scratch.move[0] = move
        part = choose_part(link, path, flows, fullness, scratch)
        if part < 0:
            continue
        flow = part // flows.parts
        begin = flows.first[part]
        for entry in range(begin, flows.first[part + 1]):
            fullness.load[path[entry]] -= flows.amount[flow]
            path[entry] = scratch.chosen[entry - begin]
            fullness.load[path[entry]] += flows.amount[flow]
        scratch.barred[part] = move + 1 + np.random.randint(LONGEST_BAR)
    progress.move = min(progress.move + effort.at_once, effort.moves)
    return bool(progress.move < effort.moves)


@routing_kernel
def find_overfull(fullness: Fullness, over: NDArray[np.int64]) -> tuple[int, float]:
    """Write the links above their room to ``over``; return how many they are, and their bytes above it."""
    count, excess = 0, 0.0
    for link in range(fullness.load.shape[0]):
        above = fullness.load[link] - fullness.room[link]
        if above > SAME * fullness.room[link]:
            over[count] = link
            count += 1
            excess += above
    return count, excess


@routing_kernel
def choose_part(
    link: int, path: NDArray[np.int32], flows: Flows, fullness: Fullness, scratch: Scratch
) -> int:
    """Return the part on ``link`` whose move off it adds least above room, -1 where none can; of equals any.

    Its new path is written to ``scratch.chosen``.
    """
    load, room = fullness.load, fullness.room
    chosen, least = -1, np.inf
    alike = 0
    scratch.without[0] = link
    for part in range(flows.first.shape[0] - 1):
        begin, end = flows.first[part], flows.first[part + 1]
        at = begin
        while at < end and path[at] != link:
            at += 1
        if at == end or scratch.barred[part] > scratch.move[0]:
            continue
        flow = part // flows.parts
        amount = flows.amount[flow]
        gain = 0.0
        for entry in range(begin, end):
            taken = path[entry]
            gain += max(load[taken] - room[taken], 0.0) - max(load[taken] - amount - room[taken], 0.0)
            load[taken] -= amount
        cost = find_cheapest(flow, least + gain + SAME * amount, flows, fullness, scratch)
        for entry in range(begin, end):
            load[path[entry]] += amount
        if np.isinf(cost) or cost - gain > least + SAME * amount:
            continue
        alike = alike + 1 if cost - gain >= least - SAME * amount else 1
        if np.random.randint(alike) == 0:
            chosen, least = part, cost - gain
            scratch.chosen[: end - begin] = scratch.found[: end - begin]
    return chosen
