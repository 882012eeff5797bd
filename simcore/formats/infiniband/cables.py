"""Port lines to cables: each cable is said from both ends, once a side, and the two are laid together."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from simcore.document.findings import Finding, Severity
from simcore.document.words import counted
from simcore.formats.infiniband.nodes import Dump, Node, NodeKind, PortLine
from simcore.formats.reading import LineBook

End = tuple[str, int]  # node id, port number

# So many disagreements are said one by one.
SAID_PAIRS: Final = 20


@dataclass(frozen=True, slots=True)
class Join:
    """One cable between two ports. ``lines`` say it; ``gbps`` None is unknown, ``rate_words`` what stood."""

    a: End
    b: End
    gbps: float | None
    rate_words: str
    lines: tuple[int, ...]


def join_ports(dump: Dump) -> tuple[list[Join], list[Finding]]:
    """Return the cables, with nodes that only neighbours name added to the dump, and the findings.

    A cable that both ends state comes first. Of statements that contradict each other the one on the
    earlier line is kept, as far as its ports are free. Of two rates the lower is kept.
    """
    findings = _add_named_nodes(dump)
    claims = [((node.id, said.port), said) for node in dump.nodes.values() for said in node.ports.values()]
    stated = dict(claims)
    joins: list[Join] = []
    single: list[tuple[End, PortLine]] = []
    loops: list[int] = []
    slower: list[Join] = []
    for end, said in claims:
        peer = (said.peer, said.peer_port)
        back = stated.get(peer)
        if said.peer == end[0]:
            loops.append(said.line)
        elif said.peer not in dump.nodes:
            continue  # said by _add_named_nodes
        elif back is None or (back.peer, back.peer_port) != end:
            single.append((end, said))
        elif end < peer:
            join, differ = _both(end, said, peer, back)
            joins.append(join)
            if differ:
                slower.append(join)
    findings += _take_single(dump, joins, single, stated)
    findings += looped(dump.book, loops) + _slower(dump.book, slower) + _unknown_rates(dump.book, joins)
    return joins, findings


def highest_ports(joins: Iterable[Join]) -> dict[str, int]:
    """Return the highest port number that a cable uses on each node."""
    highest: dict[str, int] = {}
    for join in joins:
        for node_id, port in (join.a, join.b):
            highest[node_id] = max(highest.get(node_id, 0), port)
    return highest


def _both(end: End, said: PortLine, peer: End, back: PortLine) -> tuple[Join, bool]:
    in_order = sorted((said, back), key=lambda each: each.line)
    rates = [each.gbps for each in in_order if each.gbps is not None]
    words = " and ".join(dict.fromkeys(each.rate_words for each in in_order if each.rate_words))
    join = Join(end, peer, min(rates, default=None), words, tuple(each.line for each in in_order))
    return join, len(set(rates)) > 1


def _add_named_nodes(dump: Dump) -> list[Finding]:
    """Add the nodes that have no block but are named by their neighbours, where their id tells the kind."""
    named: dict[str, list[int]] = {}
    unknown: dict[str, list[int]] = {}
    for node in list(dump.nodes.values()):
        for said in node.ports.values():
            peer = dump.nodes.get(said.peer)
            if peer is not None and peer.is_declared:
                continue
            kind = {"S-": NodeKind.SWITCH, "H-": NodeKind.ADAPTER}.get(said.peer[:2].upper())
            if kind is None:
                unknown.setdefault(said.peer, []).append(said.line)
                continue
            named.setdefault(said.peer, []).append(said.line)
            added = dump.nodes.setdefault(
                said.peer,
                Node(
                    id=said.peer,
                    kind=kind,
                    port_count=0,
                    line=said.line,
                    description=said.peer_description,
                    is_declared=False,
                ),
            )
            added.port_count = max(added.port_count, said.peer_port)
    findings = []
    if named:
        cut = f"or the dump was cut off after {dump.book.at(dump.last_line)}"
        findings.append(
            _undeclared(
                dump.book, named, f"kept with what those say; they did not answer, were not asked for, {cut}"
            )
        )
    if unknown:
        findings.append(_undeclared(dump.book, unknown, "their cables were left out; add their blocks"))
    return findings


def _undeclared(book: LineBook, named: dict[str, list[int]], words: str) -> Finding:
    lines = [line for each in named.values() for line in each]
    return Finding(
        rule="node.undeclared",
        severity=Severity.WARNING,
        at=book.at(min(lines)),
        says=f"{counted(len(named), 'node')} without lines of their own, first {next(iter(named))[:80]}, "
        f"named by neighbours ({book.listed(lines)}): {words}",
    )


def _take_single(
    dump: Dump, joins: list[Join], single: list[tuple[End, PortLine]], stated: dict[End, PortLine]
) -> list[Finding]:
    """Add the cables that one end alone states, and say which of them another line contradicts."""
    used = {end: join.lines[0] for join in joins for end in (join.a, join.b)}
    one_sided: list[int] = []
    disagreements: list[tuple[int, str]] = []
    for end, said in sorted(single, key=lambda each: each[1].line):
        peer = (said.peer, said.peer_port)
        back = stated.get(peer)
        taken = used.get(peer, used.get(end))
        if taken is None:
            used[end] = used[peer] = said.line
            joins.append(Join(min(end, peer), max(end, peer), said.gbps, said.rate_words, (said.line,)))
        if back is not None:
            disagreements.append((said.line, _contradiction(dump.book, end, said, back, kept=taken is None)))
        elif taken is not None:
            disagreements.append(
                (
                    said.line,
                    f"{dump.book.at(said.line)} leads to {_port(peer)}, which is in use by "
                    f"{dump.book.at(taken)}: left out",
                )
            )
        elif dump.nodes[said.peer].is_declared:
            one_sided.append(said.line)
    findings = [
        Finding(rule="cable.disagree", severity=Severity.WARNING, at=dump.book.at(line), says=says)
        for line, says in disagreements[:SAID_PAIRS]
    ]
    rest = [line for line, _ in disagreements[SAID_PAIRS:]]
    if rest:
        says = f"{len(rest):,} more lines contradict another: {dump.book.listed(rest)}"
        findings.append(
            Finding(rule="cable.disagree", severity=Severity.WARNING, at=dump.book.at(rest[0]), says=says)
        )
    if one_sided:
        findings.append(
            Finding(
                rule="cable.one-sided",
                severity=Severity.WARNING,
                at=dump.book.at(one_sided[0]),
                says=f"{counted(len(one_sided), 'cable')} stated by one end only "
                f"({dump.book.listed(one_sided)}): kept; the other end has no line for its port",
            )
        )
    return findings


def _contradiction(book: LineBook, end: End, said: PortLine, back: PortLine, *, kept: bool) -> str:
    return (
        f"the ends disagree: {book.at(said.line)} leads from {_port(end)} to "
        f"{_port((said.peer, said.peer_port))}, but by {book.at(back.line)} that port leads to "
        f"{_port((back.peer, back.peer_port))}; {book.at(said.line)} was {'kept' if kept else 'left out'}"
    )


def looped(book: LineBook, lines: list[int]) -> list[Finding]:
    """Return the finding on cables from a node, or a host, to itself."""
    if not lines:
        return []
    return [
        Finding(
            rule="cable.loop",
            severity=Severity.WARNING,
            at=book.at(min(lines)),
            says=f"a node or host is cabled to itself ({book.listed(lines)}): left out, it carries nothing",
        )
    ]


def _slower(book: LineBook, joins: Iterable[Join]) -> list[Finding]:
    return [
        Finding(
            rule="speed.disagree",
            severity=Severity.WARNING,
            at=book.at(join.lines[0]),
            says=f"the ends of a cable state {join.rate_words} ({book.listed(join.lines)}): the lower, "
            f"{join.gbps:g} Gb/s, was kept",
        )
        for join in joins
    ]


def _unknown_rates(book: LineBook, joins: list[Join]) -> list[Finding]:
    """Say which cables have no known speed, once for each way of not saying it."""
    by_words: dict[str, list[int]] = {}
    counts: dict[str, int] = {}
    for join in joins:
        if join.gbps is None:
            by_words.setdefault(join.rate_words, []).extend(join.lines)
            counts[join.rate_words] = counts.get(join.rate_words, 0) + 1
    findings = []
    for words, lines in by_words.items():
        number = counted(counts[words], "cable")
        reason = f"{words} is no known width and speed" if words else "the file states no width and speed"
        findings.append(
            Finding(
                rule="speed.unknown",
                severity=Severity.WARNING,
                at=book.at(min(lines)),
                says=f"the speed of {number} is unknown: {reason} ({book.listed(lines)}); "
                "set it before a run",
            )
        )
    return findings


def _port(end: End) -> str:
    return f"{end[0][:80]} port {end[1]}"
