"""Graphs of nodes and edges with attributes of any name, as NetworkX and drawing programs write them.

What an attribute means is told by its name, whatever its case and its separators: ``Link Speed`` is
``linkspeed``. An attribute that means a speed counts only with a unit, in its name or its value.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from simcore.document.findings import Severity
from simcore.document.words import counted
from simcore.formats.quantities import gbps_of
from simcore.formats.rejected import Rejected
from simcore.formats.survey import Survey

Kind = Literal["switch", "server", "panel"]

KIND_WORDS: Final = ("kind", "type", "nodetype", "devicetype", "role", "function", "tier", "layer")
KINDS: Final[dict[str, Kind]] = {
    **dict.fromkeys(
        ("switch", "router", "leaf", "spine", "superspine", "core", "tor", "aggregation"), "switch"
    ),
    **dict.fromkeys(("server", "host", "gpuserver", "computenode", "endhost"), "server"),
    **dict.fromkeys(("panel", "patchpanel"), "panel"),
}
NAME_WORDS: Final = ("name", "label", "hostname", "nodelabel")
MODEL_WORDS: Final = ("model", "devicemodel", "hwsku")
GROUP_WORDS: Final = ("group", "pod", "rack")
GPU_WORDS: Final = ("gpus", "gpucount")
PORT_WORDS: Final = (
    ("sourceport", "targetport"),
    ("srcport", "dstport"),
    ("aport", "bport"),
    ("sourceinterface", "targetinterface"),
    ("srcinterface", "dstinterface"),
)
ADAPTER_WORDS: Final = ("sourceadapter", "targetadapter")
# Attributes with a unit in the name, in Gb/s; LinkSpeedRaw (Internet Topology Zoo) in bits per second.
UNIT_WORDS: Final = {
    "gbps": 1.0,
    "mbps": 1e-3,
    "bps": 1e-9,
    **dict.fromkeys(("speedgbps", "bandwidthgbps", "capacitygbps", "rategbps"), 1.0),
    **dict.fromkeys(("speedmbps", "bandwidthmbps", "capacitymbps", "ratembps"), 1e-3),
    "linkspeedraw": 1e-9,
}
SPEED_WORDS: Final = ("speed", "bandwidth", "capacity", "rate", "linkspeed", "bw")
LENGTH_WORDS: Final = ("lengthm", "lengthmeters")
_SHORT_SPEED: Final = re.compile(r"(\d{1,9}(?:\.\d{1,9})?)\s*([GMTgmt])(?:b|bit|bits|bps|bit/s|b/s|)?")
_SHORT: Final = {"g": 1.0, "m": 1e-3, "t": 1e3}
_LENGTH: Final = re.compile(r"(\d{1,9}(?:\.\d{1,9})?)\s*m(?:eters?)?")
_NUMBER: Final = re.compile(r"\d{1,15}(?:\.\d{1,15})?(?:[eE]\+?\d{1,2})?")
MOST_GPUS: Final = 1024


@dataclass(frozen=True, slots=True)
class GraphNode:
    """A node by its id, with its attributes as text by plain name (see ``plain_name``)."""

    id: str
    line: int
    words: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class GraphEdge:
    """An edge; one of a directed graph may be one of two statements on a cable."""

    source: str
    target: str
    line: int
    words: Mapping[str, str]
    is_directed: bool


def plain_name(name: str) -> str:
    """Return an attribute's name in lower case, letters and digits alone."""
    return re.sub(r"[^a-z0-9]", "", name.lower())


def survey_graph(survey: Survey, nodes: Sequence[GraphNode], edges: Sequence[GraphEdge]) -> None:
    """Add the nodes and edges to a survey, and tell what was not understood of them."""
    rejected = Rejected()
    seen: dict[str, int] = {}
    for node in nodes:
        if node.id in seen:
            rejected.add(node.line, f"a node of this id is on {survey.book.at(seen[node.id])} too", node.id)
            continue
        seen[node.id] = node.line
        gpus = _said(node.words, GPU_WORDS)
        survey.node(
            node.id,
            line=node.line,
            kind=_kind(node.words),
            name=_said(node.words, NAME_WORDS),
            model=_said(node.words, MODEL_WORDS),
            group=_said(node.words, GROUP_WORDS),
            tags=node.words.get("tags", "").split(","),
            gpus=min(int(gpus), MOST_GPUS) if re.fullmatch(r"\d{1,4}", gpus) else 0,
        )
    undeclared: dict[str, int] = {}
    without_unit: list[int] = []
    for edge in _once(survey, edges):
        for end in (edge.source, edge.target):
            if end not in seen:
                undeclared.setdefault(end, edge.line)
        gbps = _gbps(edge.words)
        if gbps is None and any(_NUMBER.fullmatch(edge.words.get(word, "")) for word in SPEED_WORDS):
            without_unit.append(edge.line)
        _survey_edge(survey, edge, gbps)
    rejected.tell(survey)
    if undeclared:
        survey.tell(
            "node.undeclared",
            Severity.WARNING,
            f"{counted(len(undeclared), 'node')} that edges name and no node declares, the first "
            f"{min(undeclared, key=lambda end: undeclared[end])[:80]} "
            f"({survey.book.listed(undeclared.values())}): kept",
            lines=undeclared.values(),
            objects=undeclared,
        )
    if without_unit:
        survey.tell(
            "speed.unit",
            Severity.WARNING,
            f"the speed of {counted(len(without_unit), 'edge')} is a number without a unit "
            f"({survey.book.listed(without_unit)}): left unknown; call the attribute gbps, or write 400Gbps",
            lines=without_unit,
        )
        survey.leave_unread(without_unit)


def _survey_edge(survey: Survey, edge: GraphEdge, gbps: float | None) -> None:
    ports = next(
        (
            (edge.words.get(a, ""), edge.words.get(b, ""))
            for a, b in PORT_WORDS
            if edge.words.get(a) or edge.words.get(b)
        ),
        ("", ""),
    )
    for key, port, word in zip((edge.source, edge.target), ports, ADAPTER_WORDS, strict=True):
        if port and edge.words.get(word):
            survey.port(key, port, adapter=edge.words[word], line=edge.line)
    length = _said(edge.words, LENGTH_WORDS)
    with_unit = _LENGTH.fullmatch(edge.words.get("length", ""))
    survey.link(
        (edge.source, ports[0]),
        (edge.target, ports[1]),
        gbps=gbps,
        length_m=float(length) if _NUMBER.fullmatch(length) else float(with_unit[1]) if with_unit else None,
        line=edge.line,
    )


def _once(survey: Survey, edges: Iterable[GraphEdge]) -> Iterator[GraphEdge]:
    """Yield the edges; of directed ones without ports, those one way stand for those the other way."""
    waiting: defaultdict[tuple[str, str], list[GraphEdge]] = defaultdict(list)
    folded: list[int] = []
    for edge in edges:
        has_ports = any(edge.words.get(word) for pair in PORT_WORDS for word in pair)
        if not edge.is_directed or has_ports:
            yield edge
            continue
        back = waiting[edge.target, edge.source]
        if back and edge.source != edge.target:
            folded.append(edge.line)
            yield _slower(back.pop(), edge)
        else:
            waiting[edge.source, edge.target].append(edge)
    for left in waiting.values():
        yield from left
    if folded:
        survey.tell(
            "edge.both-ways",
            Severity.NOTE,
            f"{counted(len(folded), 'pair')} of directed edges there and back: one cable each",
            lines=folded,
        )


def _slower(there: GraphEdge, back: GraphEdge) -> GraphEdge:
    """Return the one of two directions that is slower; where one speed is unknown, the known one."""
    speeds = (_gbps(there.words), _gbps(back.words))
    if speeds[1] is not None and (speeds[0] is None or speeds[1] < speeds[0]):
        return back
    return there


def _kind(words: Mapping[str, str]) -> Kind | None:
    return next(
        (KINDS[said] for word in KIND_WORDS if (said := plain_name(words.get(word, ""))) in KINDS), None
    )


def _said(words: Mapping[str, str], names: Iterable[str]) -> str:
    return next((said for name in names if (said := words.get(name, "").strip())), "")


def _gbps(words: Mapping[str, str]) -> float | None:
    """Return the speed that the attributes state with a unit, Gb/s."""
    for name, factor in UNIT_WORDS.items():
        if _NUMBER.fullmatch(words.get(name, "")):
            return float(f"{float(words[name]) * factor:.12g}") or None
    if "linkspeedunits" in words and _NUMBER.fullmatch(words.get("linkspeed", "")):
        return _with_unit(words["linkspeed"] + words["linkspeedunits"])
    return next((gbps for word in SPEED_WORDS if (gbps := _with_unit(words.get(word, ""))) is not None), None)


def _with_unit(text: str) -> float | None:
    found = gbps_of(text.strip())
    if found is not None:
        return found
    short = _SHORT_SPEED.fullmatch(text.strip())
    return float(f"{float(short[1]) * _SHORT[short[2].lower()]:.12g}") or None if short else None
