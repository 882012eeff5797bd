"""The way back along the pieces of a ring that ran by recurrence.

Piece s of member r, which is through at e, began at b, when the last had come of two that it waited for. At
rates that change at given times alone,

    x(e) de = x(b) db - (integral from b to e of dx)

so that of what is gained by e coming sooner the time of the piece on its edge gains  1/x(e) a unit of rate,
and what it waited for gains x(b)/x(e): one pass backwards over all pieces, last step first. It is that of
``simcore.engine.playback`` for the same ring as a graph, and what came at one time is tied, as there.
"""

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.engine.reasons import SAME_TIME
from simcore.engine.recurrence import Rows
from simcore.engine.tape import BEGAN, ENDED
from simcore.kernels import inlined, kernel
from simcore.solver.holders import ALONE, TOGETHER

WATCHED: Final = 2
SEVERAL: Final = -1


class Ports(NamedTuple):
    """What follows from P pieces: from the ``moment`` at which they began or ended, or from within them.

    ``amounts`` (P, 3) are what is gained by that moment coming sooner, TOGETHER and ALONE, or by a unit of
    rate up to the end of the run; and how much of it is WATCHED.
    """

    member: NDArray[np.int32]
    step: NDArray[np.int32]
    moment: NDArray[np.int32]
    amounts: NDArray[np.float64]


class Path(NamedTuple):
    """What a way back along the pieces keeps, for n members, K stretches, E entries of edges and U units."""

    rows: Rows
    ends: NDArray[np.float64]  # (steps + 1, n) when the pieces of each step were through, from step - 1 on
    first: NDArray[np.int64]  # (n + 1,) entries of each edge
    unit: NDArray[np.int32]  # (E,)
    is_held: NDArray[np.bool_]  # (K, E) whether an entry holds its edge
    only: NDArray[np.int32]  # (K, n) the one unit that holds an edge, SEVERAL where there are more
    value: NDArray[np.float64]  # (K, n, 3) time integral of what a piece a second is worth, and is watched
    gained: NDArray[np.float64]  # (2, n, 3) by the ends of a step coming sooner, even and odd ones by turns
    begun: NDArray[np.float64]  # (3,) gained by the begin of the run coming sooner
    span: NDArray[np.float64]  # (U,) for how long a step was held back by a unit, at most
    touched: NDArray[np.int32]  # (U,) units with a span
    held: NDArray[np.float64]  # (U,) s with a watched piece
    others: NDArray[np.float64]  # (U,) time integral of how many others hold one
    crowd: NDArray[np.float64]  # (2,) unit-seconds, and seconds, with any watched piece
    counts: NDArray[np.int64]  # (1,) units listed in ``touched``


@kernel
def go_back(path: Path, ports: Ports, piece: float, window: tuple[float, float]) -> None:
    """Go back step by step, from the last from which something follows, within a ``window`` of time."""
    place = 0
    if len(ports.step) == 0:
        return
    for step in range(ports.step[0], path.rows.done - 1, -1):
        first = place
        while place < len(ports.step) and ports.step[place] == step:
            if ports.moment[place] == ENDED:
                for column in range(3):
                    path.gained[step & 1, ports.member[place], column] += ports.amounts[place, column]
            place += 1
        for member in range(path.gained.shape[1]):
            if (
                path.gained[step & 1, member, TOGETHER] != 0.0
                or path.gained[step & 1, member, WATCHED] != 0.0
            ):
                _through_piece(path, member, step, window[0])
                for column in range(3):
                    path.gained[step & 1, member, column] = 0.0
        for port in range(first, place):
            if ports.moment[port] != ENDED:
                _into_piece(path, ports, port, (piece, window[0], window[1]))
        _close_step(path)


@inlined
def _through_piece(path: Path, member: int, step: int, begin: float) -> None:
    """Go back through a piece whose end is worth something."""
    together, alone, watched = (
        path.gained[step & 1, member, 0],
        path.gained[step & 1, member, 1],
        path.gained[step & 1, member, 2],
    )
    rows = path.rows
    end, began = path.ends[step - rows.done + 1, member], _began(path, member, step)
    if end <= begin:
        return
    seconds = rows.seconds[_stretch_at(rows, end, True), member]
    _on_edge(path, member, (max(began, begin), end), (together * seconds, alone * seconds, watched))
    if began >= begin:
        share = seconds / rows.seconds[_stretch_at(rows, began, False), member]
        _hand_back(path, member, step, (together * share, alone * share, watched))


@kernel
def _into_piece(path: Path, ports: Ports, port: int, within: tuple[float, float, float]) -> None:
    """Go back through what had gone of a piece when the run ended, or from one that was about to begin."""
    member, step, rows = ports.member[port], ports.step[port], path.rows
    together, alone, watched = ports.amounts[port, 0], ports.amounts[port, 1], ports.amounts[port, 2]
    piece, begin, end = within
    began = _began(path, member, step)
    if ports.moment[port] == BEGAN:
        _hand_back(path, member, step, (together, alone, watched))
        return
    _on_edge(path, member, (max(began, begin), end), (together * piece, alone * piece, watched))
    if began >= begin:
        rate = piece / rows.seconds[_stretch_at(rows, began, False), member]
        _hand_back(path, member, step, (together * rate, alone * rate, watched))


@inlined
def _on_edge(path: Path, member: int, span: tuple[float, float], amounts: tuple[float, float, float]) -> None:
    """Count ``amounts`` for a span of time on the edge of a member."""
    rows, time = path.rows, span[0]
    stretch = _stretch_at(rows, time, False)
    while time < span[1]:
        until = span[1]
        if stretch + 1 < len(rows.since):
            until = min(until, rows.since[stretch + 1])
        for column in range(3):
            path.value[stretch, member, column] += amounts[column] * (until - time)
        time = until
        stretch += 1
    if amounts[WATCHED] > 0.0 and span[1] > span[0]:
        for entry in range(path.first[member], path.first[member + 1]):
            if path.is_held[stretch - 1, entry]:
                unit = path.unit[entry]
                if path.span[unit] == 0.0:
                    path.touched[path.counts[0]] = unit
                    path.counts[0] += 1
                path.span[unit] = max(path.span[unit], span[1] - span[0])


@inlined
def _hand_back(path: Path, member: int, step: int, amounts: tuple[float, float, float]) -> None:
    """Put down what is gained by a piece beginning sooner to the last of what it waited for, or to both."""
    if step == 0:
        for column in range(3):
            path.begun[column] += amounts[column]
        return
    count, row, side = path.gained.shape[1], step - path.rows.done, 1 - (step & 1)
    neighbour = member - 1 if member > 0 else count - 1
    own, other = path.ends[row, member], path.ends[row, neighbour] + path.rows.latency[neighbour]
    difference = own - other
    if abs(difference) <= SAME_TIME * own:
        for column in range(3):
            if column != ALONE or _are_of_one_unit(path, member, neighbour, row):
                path.gained[side, member, column] += 0.5 * amounts[column]
                path.gained[side, neighbour, column] += 0.5 * amounts[column]
    else:
        last = member if difference > 0.0 else neighbour
        for column in range(3):
            path.gained[side, last, column] += amounts[column]


@inlined
def _are_of_one_unit(path: Path, member: int, neighbour: int, row: int) -> bool:
    """Return whether one and the same unit held both pieces of a row back, so that more of it helps both."""
    own = path.only[_stretch_at(path.rows, path.ends[row, member], True), member]
    other = path.only[_stretch_at(path.rows, path.ends[row, neighbour], True), neighbour]
    return bool(own == other and own != SEVERAL)


@inlined
def _close_step(path: Path) -> None:
    """Reckon for how long units held back what was watched of a step."""
    longest, units = 0.0, path.counts[0]
    for place in range(units):
        unit = path.touched[place]
        span = path.span[unit]
        path.held[unit] += span
        path.others[unit] += span * (units - 1)
        path.crowd[0] += span
        longest = max(longest, span)
        path.span[unit] = 0.0
    path.crowd[1] += longest
    path.counts[0] = 0


@inlined
def _began(path: Path, member: int, step: int) -> float:
    row = step - path.rows.done
    if step == 0:
        return float(path.ends[0, member])
    neighbour = member - 1 if member > 0 else path.gained.shape[1] - 1
    return float(max(path.ends[row, member], path.ends[row, neighbour] + path.rows.latency[neighbour]))


@inlined
def _stretch_at(rows: Rows, time: float, is_end: bool) -> int:
    """Return the stretch of a time; of one where two meet the earlier, where something ends there."""
    stretch = len(rows.since) - 1
    while stretch > 0 and (rows.since[stretch] > time or (is_end and rows.since[stretch] == time)):
        stretch -= 1
    return stretch
