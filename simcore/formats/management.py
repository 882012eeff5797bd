"""Links of the management network in drawings of labs: told and left out, they carry no traffic of jobs."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from simcore.document.findings import Severity
from simcore.document.words import counted
from simcore.formats.survey import End, Survey

# What systems call their management port: Linux network systems, SONiC, NX-OS, EOS, Junos.
MANAGEMENT_PORTS: Final = frozenset(
    {"eth0", "mgmt0", "ma1", "management0", "management1", "fxp0", "em0", "me0", "oob"}
)
NAMED: Final = 8


@dataclass(frozen=True, slots=True)
class Edge:
    """A link of a drawing, with its line."""

    a: End
    b: End
    line: int


def survey_data_edges(survey: Survey, edges: Iterable[Edge], out_of_band: Iterable[str] = ()) -> set[str]:
    """Add the links that are not of the management network; return the nodes that have none but such.

    A link is of management where an end is a node that the file calls out-of-band, or a port that systems
    call their management port on a node that has other ports too.
    """
    every = list(edges)
    aside = set(out_of_band)
    others = {key for edge in every for key, port in (edge.a, edge.b) if not is_management_port(port)}
    left_out = [edge for edge in every if _is_management(edge, aside, others)]
    dropped = set(map(id, left_out))
    kept = [edge for edge in every if id(edge) not in dropped]
    for edge in kept:
        survey.link(edge.a, edge.b, line=edge.line)
    in_use = {key for edge in kept for key, _ in (edge.a, edge.b)}
    idle = {key for edge in left_out for key, _ in (edge.a, edge.b)} | aside
    idle -= in_use
    if left_out:
        lines = [edge.line for edge in left_out]
        names = ", ".join(sorted(key[:60] for key in idle)[:NAMED])
        survey.tell(
            "link.management",
            Severity.NOTE,
            f"{counted(len(left_out), 'link')} of the management network left out "
            f"({survey.book.listed(lines)}): at a management port, or at a node that the file calls "
            "out-of-band"
            + (f"; with them {counted(len(idle), 'node')} that has no other link: {names}" if idle else ""),
            lines=lines,
        )
    return idle


def is_management_port(port: str) -> bool:
    """Tell whether systems call their management port so."""
    return port.lower() in MANAGEMENT_PORTS


def _is_management(edge: Edge, aside: set[str], others: set[str]) -> bool:
    return any(key in aside or (is_management_port(port) and key in others) for key, port in (edge.a, edge.b))
