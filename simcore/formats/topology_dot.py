"""Graphviz drawings of labs, as PTM and Air take them (``topology.dot``): who is cabled to whom."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, Literal

from simcore.errors import FormatError
from simcore.formats.management import Edge, survey_data_edges
from simcore.formats.reading import Format, LineBook, Source, Understood
from simcore.formats.rejected import Rejected
from simcore.formats.survey import End, Survey, fabric_of

HEAD: Final = 1_000_000
_GRAPH: Final = re.compile(
    r"\A(?:\s|//[^\n]*\n|#[^\n]*\n|/\*(?s:.*?)\*/)*+(?:strict\s+)?(?:di)?graph\b\s*+"
    r'(?:"(?:[^"\\]|\\.)*"|[\w.-]+)?\s*\{',
    re.IGNORECASE,
)
# The DOT language, graphviz.org/doc/info/lang.html: ids, quoted strings, numbers, edges, punctuation.
_TOKEN: Final = re.compile(
    r"(?P<skip>[ \t\r\n]+|//[^\n]*|/\*(?s:.*?)(?:\*/|\Z)|#[^\n]*)|"
    r'(?P<quoted>"(?:[^"\\]|\\(?s:.))*+(?:"|\\?\Z))|'
    r"(?P<edge>--|->)|(?P<id>-?(?:\.\d+|\d+(?:\.\d*)?)(?![\w.])|[\w.]+(?:-(?![->])[\w.]+)*+)|(?P<mark>[{}\[\]:;,=])|"
    r"(?P<odd>.)",
    re.DOTALL,
)
# Words of a node's ``function`` attribute, as Cumulus and Air write it.
SERVER_FUNCTIONS: Final = frozenset({"host", "server", "client", "gpu", "compute"})
SWITCH_FUNCTIONS: Final = frozenset(
    {"leaf", "spine", "superspine", "super-spine", "core", "tor", "exit", "border"}
)
KEYWORDS: Final = frozenset({"graph", "node", "edge"})


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    line: int


@dataclass(slots=True)
class _Node:
    line: int
    attributes: dict[str, str]


def looks_like_dot(text: str) -> bool:
    """Tell whether the text begins, after comments, with a graph of the DOT language."""
    return _GRAPH.match(text[:HEAD]) is not None


def read(sources: Sequence[Source]) -> Understood:
    """Return the fabric of the drawings.

    Raises
    ------
    FormatError
        If there is no node in them.
    """
    survey = Survey(LineBook(sources), origin="a topology.dot")
    rejected = Rejected()
    for row, source in enumerate(sources):
        drawing = _Drawing(source, survey.book.first_of(row), rejected)
        drawing.read()
        function = {name: node.attributes.get("function", "").lower() for name, node in drawing.nodes.items()}
        idle = survey_data_edges(
            survey, drawing.edges, [name for name in function if "oob" in function[name]]
        )
        for name, node in drawing.nodes.items():
            if name not in idle:
                survey.node(
                    name,
                    kind=_kind(function[name]),
                    model=node.attributes.get("model", ""),
                    tags=[function[name]] if function[name] else [],
                    line=node.line,
                )
    if not survey.nodes:
        raise FormatError(f"{sources[0].name} draws no node")
    rejected.tell(survey)
    return fabric_of(survey)


def _kind(function: str) -> Literal["switch", "server"] | None:
    if function in SERVER_FUNCTIONS:
        return "server"
    return "switch" if function in SWITCH_FUNCTIONS or "switch" in function else None


class _Drawing:
    """Reads the statements of a graph, one after another; braces of subgraphs are passed over."""

    def __init__(self, source: Source, first: int, rejected: Rejected) -> None:
        self.nodes: dict[str, _Node] = {}
        self.edges: list[Edge] = []
        self._rejected = rejected
        self._tokens = list(_tokens(source.text, first))
        self._at = 0

    def read(self) -> None:
        """Read all statements behind the graph's opening brace."""
        while self._at < len(self._tokens) and self._take().text != "{":
            pass
        while self._at < len(self._tokens):
            token = self._take()
            if token.kind == "id" and token.text.lower() in KEYWORDS and self._peek("["):
                self._attributes()
            elif token.kind == "id" and token.text.lower() == "subgraph":
                if self._is_name():
                    self._take()
            elif token.kind in ("id", "quoted"):
                self._statement(token)
            elif token.kind != "mark" or token.text not in "{};,":
                self._rejected.add(token.line, "no statement of a graph begins so", token.text)

    def _statement(self, token: _Token) -> None:
        """Read ``name = value``, a node with attributes, or a chain of edges."""
        if self._peek("="):
            self._take()
            if self._is_name():
                self._take()
            return
        ends = [self._end(token)]
        while self._at < len(self._tokens) and self._tokens[self._at].kind == "edge":
            edge = self._take()
            if not self._is_name():
                self._rejected.add(edge.line, "an edge without a second end", "".join(ends[-1]))
                return
            ends.append(self._end(self._take()))
        attributes = self._attributes() if self._peek("[") else {}
        for (key, _), line in ((end, token.line) for end in ends):
            node = self.nodes.setdefault(key, _Node(line, {}))
            if len(ends) == 1:
                node.attributes |= attributes
        self.edges += [Edge(a, b, token.line) for a, b in pairwise(ends)]

    def _end(self, token: _Token) -> End:
        """Return node and port; a second colon is a point of the compass."""
        port = ""
        for part in range(2):
            if self._peek(":"):
                self._take()
                said = self._take().text if self._is_name() else ""
                port = port if part else said
        return token.text, port

    def _attributes(self) -> dict[str, str]:
        found: dict[str, str] = {}
        while self._peek("["):
            self._take()
            while self._at < len(self._tokens) and not self._peek("]"):
                token = self._take()
                if token.kind in ("id", "quoted") and self._peek("="):
                    self._take()
                    found.setdefault(token.text.lower(), self._take().text if self._is_name() else "")
            if self._peek("]"):
                self._take()
        return found

    def _take(self) -> _Token:
        self._at += 1
        return self._tokens[self._at - 1]

    def _peek(self, mark: str) -> bool:
        return (
            self._at < len(self._tokens)
            and self._tokens[self._at].kind == "mark"
            and (self._tokens[self._at].text == mark)
        )

    def _is_name(self) -> bool:
        return self._at < len(self._tokens) and self._tokens[self._at].kind in ("id", "quoted")


def _tokens(text: str, first: int) -> Iterator[_Token]:
    line = first + 1
    for match in _TOKEN.finditer(text):
        kind, said = match.lastgroup or "odd", match[0]
        if kind == "quoted":
            joined = re.sub(r"\\\n", "", said[1:].removesuffix('"'))
            yield _Token(kind, re.sub(r'\\"', '"', joined).strip(), line)
        elif kind != "skip":
            yield _Token(kind, said, line)
        if "\n" in said:
            line += said.count("\n")


TOPOLOGY_DOT: Final = Format(
    name="topology-dot",
    title="PTM or Air topology.dot",
    recognise=looks_like_dot,
    read=read,
)
