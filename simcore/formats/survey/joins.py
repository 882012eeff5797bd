"""Statements of links to cables: each pair of ports once, panels passed through, a port used once."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from simcore.document.findings import Severity
from simcore.document.words import counted
from simcore.formats.survey.survey import End, Link, NodeKind, Survey

# So many rejected statements are said one by one.
SAID_ONE_BY_ONE: Final = 20


@dataclass(frozen=True, slots=True)
class Join:
    """One cable between two ports. ``gbps`` None is unknown; ``lines`` state it, the first one first."""

    a: End
    b: End
    gbps: float | None
    length_m: float | None
    lines: tuple[int, ...]
    trunk: bool


def joins_of(survey: Survey) -> list[Join]:
    """Return the cables by the line that states them first; what was rejected is told to the survey."""
    joins = _without_loops(survey, _stated_once(survey))
    panels = {key for key, node in survey.nodes.items() if NodeKind.PANEL in node.kinds}
    if panels:
        joins = _without_loops(survey, _through_panels(survey, joins, panels))
    return _ports_used_once(survey, joins)


def _stated_once(survey: Survey) -> list[Join]:
    """Return one join for each pair of ports; of speeds the lower, of lengths the longer."""
    by_pair: defaultdict[tuple[End, End], list[Link]] = defaultdict(list)
    alone: list[list[Link]] = []
    for link in survey.links:
        if link.a[1] or link.b[1]:
            by_pair[(link.a, link.b) if link.a <= link.b else (link.b, link.a)].append(link)
        else:
            alone.append([link])
    joins = []
    differ: list[tuple[Join, str]] = []
    for links in (*by_pair.values(), *alone):
        a, b = sorted((links[0].a, links[0].b))
        speeds = sorted({link.gbps for link in links if link.gbps is not None})
        lengths = [link.length_m for link in links if link.length_m is not None]
        lines = tuple(sorted(link.line for link in links))
        trunk = any(link.trunk for link in links)
        join = Join(a, b, min(speeds, default=None), max(lengths, default=None), lines, trunk)
        joins.append(join)
        if len(speeds) > 1:
            differ.append((join, " and ".join(f"{speed:g}" for speed in speeds)))
    _tell_speeds(survey, differ)
    return sorted(joins, key=_in_order)


def _in_order(join: Join) -> tuple[int, End, End, float, float]:
    return join.lines[0], join.a, join.b, join.gbps or 0.0, join.length_m or 0.0


def _tell_speeds(survey: Survey, differ: list[tuple[Join, str]]) -> None:
    if differ:
        join, words = min(differ, key=lambda each: _in_order(each[0]))
        lines = [line for each, _ in differ for line in each.lines]
        survey.tell(
            "speed.disagree",
            Severity.WARNING,
            f"the statements of {counted(len(differ), 'cable')} differ in speed, the first {words} Gb/s "
            f"between {_port(join.a)} and {_port(join.b)} ({survey.book.listed(lines)}): the lower was kept",
            lines=lines,
        )


def _without_loops(survey: Survey, joins: list[Join]) -> list[Join]:
    loops = [join for join in joins if join.a[0] == join.b[0]]
    if loops:
        lines = [line for join in loops for line in join.lines]
        survey.tell(
            "cable.loop",
            Severity.WARNING,
            f"{counted(len(loops), 'cable')} from a device to itself, the first at {_port(loops[0].a)} "
            f"({survey.book.listed(lines)}): left out, it carries nothing",
            lines=lines,
        )
    return [join for join in joins if join.a[0] != join.b[0]]


def _through_panels(survey: Survey, joins: list[Join], panels: set[str]) -> list[Join]:
    """Return the cables from device to device: at a port of a panel two of them are one."""
    at_port: defaultdict[End, list[Join]] = defaultdict(list)
    dropped: set[int] = set()
    for join in joins:
        ends = [end for end in (join.a, join.b) if end[0] in panels]
        full = next((end for end in ends if len(at_port[end]) == 2), None)
        if full is not None:
            _tell_used(survey, [(full, at_port[full][0], join)])
            dropped.add(id(join))
            continue
        for end in ends:
            at_port[end].append(join)
    made = []
    open_ends: list[Join] = []
    seen: set[int] = set()
    for join in joins:
        if id(join) in seen or id(join) in dropped:
            continue
        if join.a[0] not in panels and join.b[0] not in panels:
            made.append(join)
        elif join.a[0] not in panels or join.b[0] not in panels:
            chain, last = _walk(join, at_port, panels)
            seen.update(id(each) for each in chain)
            if last is None:
                open_ends.extend(chain)
            else:
                made.append(_chained(join.b if join.a[0] in panels else join.a, last, chain))
    _tell_open(survey, open_ends)
    circles = sum(1 for join in joins if id(join) not in seen | dropped and {join.a[0], join.b[0]} <= panels)
    if circles:
        survey.tell(
            "panel.apart",
            Severity.NOTE,
            f"{counted(circles, 'cable')} between panels with no device at an end: left out",
        )
    return sorted(made, key=_in_order)


def _walk(start: Join, at_port: dict[End, list[Join]], panels: set[str]) -> tuple[list[Join], End | None]:
    """Return the chain of cables from the device at one end of ``start``, and the port at its other end."""
    chain = [start]
    here = start.a if start.a[0] in panels else start.b
    while True:
        onward = [each for each in at_port[here] if each is not chain[-1]]
        if not onward:
            return chain, None
        chain.append(onward[0])
        here = onward[0].b if onward[0].a == here else onward[0].a
        if here[0] not in panels:
            return chain, here


def _chained(a: End, b: End, chain: list[Join]) -> Join:
    speeds = [join.gbps for join in chain if join.gbps is not None]
    lengths = [join.length_m for join in chain]
    return Join(
        min(a, b),
        max(a, b),
        min(speeds, default=None),
        sum(length for length in lengths if length) if all(lengths) else None,
        tuple(sorted(line for join in chain for line in join.lines)),
        any(join.trunk for join in chain),
    )


def _tell_open(survey: Survey, joins: list[Join]) -> None:
    if joins:
        lines = [line for join in joins for line in join.lines]
        survey.tell(
            "panel.open",
            Severity.WARNING,
            f"{counted(len(joins), 'cable')} end at a panel or circuit port with nothing behind it, the "
            f"first from {_port(joins[0].a)} to {_port(joins[0].b)} ({survey.book.listed(lines)}): left out",
            lines=lines,
        )


def _ports_used_once(survey: Survey, joins: list[Join]) -> list[Join]:
    """Return the cables whose ports no earlier one uses."""
    user: dict[End, Join] = {}
    kept: list[Join] = []
    refused: list[tuple[End, Join, Join]] = []
    for join in joins:
        taken = next((end for end in (join.a, join.b) if end[1] and end in user), None)
        if taken is not None:
            refused.append((taken, user[taken], join))
            continue
        user[join.a] = user[join.b] = join
        kept.append(join)
    _tell_used(survey, refused[:SAID_ONE_BY_ONE])
    rest = [line for _, _, join in refused[SAID_ONE_BY_ONE:] for line in join.lines]
    if rest:
        survey.tell(
            "port.twice",
            Severity.WARNING,
            f"{counted(len(refused) - SAID_ONE_BY_ONE, 'more cable')} left out because a port of theirs is "
            f"in use ({survey.book.listed(rest)})",
            lines=rest,
        )
    return kept


def _tell_used(survey: Survey, refused: Iterable[tuple[End, Join, Join]]) -> None:
    at = survey.book.at
    for end, first, second in refused:
        survey.tell(
            "port.twice",
            Severity.WARNING,
            f"port {_port(end)} is cabled twice: {at(first.lines[0])} leads to {_port(_other(first, end))}, "
            f"{at(second.lines[0])} to {_port(_other(second, end))}; the first was kept",
            lines=second.lines,
            objects=(end[0],),
        )


def _other(join: Join, end: End) -> End:
    return join.b if join.a == end else join.a


def _port(end: End) -> str:
    return f"{end[0][:80]} {end[1][:80]}".rstrip()
