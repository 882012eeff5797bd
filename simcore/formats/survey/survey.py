"""The survey: what a file says of nodes, ports and links, in any order, said as often as it likes."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from simcore.document.fabric import FabricDocument
from simcore.document.findings import Finding, Severity
from simcore.formats.reading import LineBook, Understood

# The key of a node, and the name of a port; "" is a port that the file does not name.
End = tuple[str, str]


class NodeKind(StrEnum):
    """A switch forwards, a server ends paths, a panel passes each port through to another cable."""

    SWITCH = "switch"
    SERVER = "server"
    PANEL = "panel"


@dataclass(slots=True)
class Node:
    """What was said of one node; where statements differ, all of them."""

    key: str
    kinds: set[NodeKind] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    models: set[str] = field(default_factory=set)
    tags: set[str] = field(default_factory=set)
    groups: set[str] = field(default_factory=set)
    gpus: int = 0
    lines: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Port:
    """What was said of one port: speeds in Gbit/s, and the adapter that it belongs to on a server."""

    gbps: set[float] = field(default_factory=set)
    adapters: set[str] = field(default_factory=set)
    lines: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Link:
    """One statement that two ports are cabled; a trunk is a link of unknown count and speed."""

    a: End
    b: End
    gbps: float | None
    length_m: float | None
    line: int
    trunk: bool


class Survey:
    """Collects what a file says.

    Nodes are known by a key that is the file's own (a host name, a GUID); a link may name nodes that
    nothing else was said of. The order of the calls has no meaning; of two that contradict each other the
    one with the lower line counts.

    Parameters
    ----------
    book
        Turns line numbers to words; "line" is everywhere its running number.
    origin
        Where it was read, for the ``source`` of device types: "a NetBox cable list".
    """

    def __init__(self, book: LineBook, *, origin: str = "a file") -> None:
        self.book = book
        self.origin = origin
        self.nodes: dict[str, Node] = {}
        self.ports: dict[End, Port] = {}
        self.links: list[Link] = []
        self.findings: list[Finding] = []
        self._unread: set[int] = set()
        self._odd_speeds: list[int] = []

    def node(
        self,
        key: str,
        *,
        line: int,
        kind: NodeKind | Literal["switch", "server", "panel"] | None = None,
        name: str = "",
        model: str = "",
        tags: Iterable[str] = (),
        group: str = "",
        gpus: int = 0,
    ) -> None:
        """Add a node, or what else is known of it. Without a kind its place in the fabric tells."""
        found = self._node(key, line)
        if kind is not None:
            found.kinds.add(NodeKind(kind))
        for said, word in ((found.names, name), (found.models, model), (found.groups, group)):
            if word.strip():
                said.add(word.strip())
        found.tags.update(word for word in (tag.strip() for tag in tags) if word)
        found.gpus = max(found.gpus, gpus)

    def port(
        self, key: str, name: str, *, line: int, gbps: float | None = None, adapter: str | None = None
    ) -> None:
        """Add a port, cabled or not. Ports of a server with the same ``adapter`` are one adapter."""
        self._node(key, line)
        found = self.ports.setdefault((key, name), Port())
        found.lines.append(line)
        speed = self._positive(gbps, line)
        if speed is not None:
            found.gbps.add(speed)
        if adapter:
            found.adapters.add(adapter)

    def link(
        self,
        a: End,
        b: End,
        *,
        line: int,
        gbps: float | None = None,
        length_m: float | None = None,
        trunk: bool = False,
    ) -> None:
        """Add a statement that two ports are cabled; both directions may state it.

        The same two ports are one cable, however often stated. Two ports without a name ("") are a cable of
        their own each time. At a panel's port two links meet, one from either side.
        """
        for key, port in (a, b):
            self._node(key, line)
            if port:
                self.ports.setdefault((key, port), Port()).lines.append(line)
        speed, length = self._positive(gbps, line), self._positive(length_m, line)
        self.links.append(Link(a, b, speed, length, line, trunk))

    def tell(
        self,
        rule: str,
        severity: Severity,
        says: str,
        *,
        lines: Iterable[int] = (),
        objects: Iterable[str] = (),
    ) -> None:
        """Add a finding on the file; its place is the first of ``lines``, the text must list the others.

        ``objects`` are keys of nodes; the finding of the document has their ids. The lines of a finding
        "line.unread" are those that were not understood.
        """
        places = set(lines)
        if rule == "line.unread":
            self.leave_unread(places)
        at = min(places, default=1)
        finding = Finding(
            rule=rule, severity=severity, at=self.book.at(at), says=says, objects=tuple(objects)
        )
        self.findings.append(finding)

    def leave_unread(self, lines: Iterable[int]) -> None:
        """Count lines as not understood, in whole or in part; a finding must say which."""
        self._unread.update(lines)

    @property
    def lines_unread(self) -> int:
        """How many lines were not understood; one that holds two faults counts once."""
        return len(self._unread)

    def understood(self, document: FabricDocument) -> Understood:
        """Return the document with all findings so far and the count of lines not understood."""
        return Understood(document, tuple(self.findings), self.lines_unread)

    @property
    def odd_numbers(self) -> tuple[int, ...]:
        """The lines with a speed or length that is no positive finite number, which counts as unknown."""
        return tuple(self._odd_speeds)

    def _node(self, key: str, line: int) -> Node:
        found = self.nodes.get(key)
        if found is None:
            found = self.nodes[key] = Node(key)
        found.lines.append(line)
        return found

    def _positive(self, value: float | None, line: int) -> float | None:
        if value is None or (math.isfinite(value) and value > 0):
            return value
        self._odd_speeds.append(line)
        return None
