"""Speeds of ports and cables from what was said of links, of ports, and of models in the catalogue.

What a link says wins over what its ports say, and those over the catalogue; of two ports the slower counts.
A speed that nothing tells stays unknown: a finding counts them.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace

from simcore.document.findings import Severity
from simcore.document.words import counted
from simcore.formats.survey.joins import Join
from simcore.formats.survey.survey import End, Survey

PortSpeed = dict[End, float]


def speeds_of(
    survey: Survey, joins: Iterable[Join], model_gbps: Callable[[str], float | None]
) -> tuple[list[Join], PortSpeed]:
    """Return the cables with their speeds, and the speeds of ports as far as they are known, Gbit/s.

    ``model_gbps`` returns the speed of every port of a node, by its key, where the catalogue has it.
    """
    stated = {end: min(port.gbps) for end, port in survey.ports.items() if port.gbps}
    _tell_ports(survey)
    of_model = {key: gbps for key in survey.nodes if (gbps := model_gbps(key)) is not None}
    joins = list(joins)
    ends = (*survey.ports, *(end for join in joins for end in (join.a, join.b)))
    ports = {end: of_model[end[0]] for end in ends if end[0] in of_model} | stated
    done: list[Join] = []
    slower: list[Join] = []
    above: list[Join] = []
    for join in joins:
        known = [stated[end] for end in (join.a, join.b) if end in stated]
        both = [ports[end] for end in (join.a, join.b) if end in ports]
        gbps = join.gbps
        if gbps is None and known:
            gbps = min(known)
        elif gbps is None and len(both) == 2 and both[0] != both[1]:
            gbps = min(both)
        if join.gbps is None and len(set(both)) > 1:
            slower.append(join)
        done.append(replace(join, gbps=gbps))
        for end in (join.a, join.b):
            if gbps is not None and ports.get(end, gbps) < gbps:
                del ports[end]
                above.append(join)
    _tell(survey, slower, "join ports of different speeds", "the slower of the two counts")
    _tell(
        survey,
        above,
        "are said to be faster than a port of theirs",
        "the cable's speed counts, the port's is left unknown",
    )
    _tell_unknown(survey, [join for join in done if _is_unknown(join, ports)])
    return done, ports


def _is_unknown(join: Join, ports: PortSpeed) -> bool:
    return join.gbps is None and (join.a not in ports or join.b not in ports) and not join.trunk


def _tell(survey: Survey, joins: list[Join], what: str, then: str) -> None:
    if joins:
        lines = [join.lines[0] for join in joins]
        survey.tell(
            "speed.disagree",
            Severity.WARNING,
            f"{counted(len(set(lines)), 'cable')} {what} ({survey.book.listed(lines)}): {then}",
            lines=lines,
        )


def _tell_ports(survey: Survey) -> None:
    differ = {end: port for end, port in survey.ports.items() if len(port.gbps) > 1}
    if differ:
        end = min(differ, key=lambda end: (min(differ[end].lines), end))
        lines = [line for port in differ.values() for line in port.lines]
        words = " and ".join(f"{gbps:g}" for gbps in sorted(differ[end].gbps))
        survey.tell(
            "speed.disagree",
            Severity.WARNING,
            f"{counted(len(differ), 'port')} stated with different speeds, the first {words} Gb/s at "
            f"{end[0][:80]} {end[1][:80]} ({survey.book.listed(lines)}): the lower was kept",
            lines=lines,
            objects=(end[0],),
        )


def _tell_unknown(survey: Survey, joins: list[Join]) -> None:
    if joins:
        lines = [join.lines[0] for join in joins]
        survey.tell(
            "speed.unknown",
            Severity.WARNING,
            f"the speed of {counted(len(joins), 'cable')} is unknown: neither the file nor the catalogue "
            f"states it ({survey.book.listed(lines)}); set it by rule, or before a run",
            lines=lines,
        )
