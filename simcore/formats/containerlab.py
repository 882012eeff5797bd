"""containerlab's topology files: nodes of network systems and hosts, links between their interfaces."""

import re
from collections.abc import Sequence
from typing import Final, Literal

from simcore.document.findings import Severity
from simcore.document.words import counted
from simcore.errors import FormatError
from simcore.formats.reading import Format, LineBook, Source, Understood
from simcore.formats.rejected import Rejected
from simcore.formats.survey import End, Survey, fabric_of
from simcore.formats.yaml_text import Branch, parsed_yaml

HEAD: Final = 1_000_000
_TOPOLOGY: Final = re.compile(r"""^["']?topology["']?[ \t]*:[ \t]*(?:[{#].*)?$""", re.MULTILINE)
_NODES: Final = re.compile(
    r"""^[ \t]+["']?nodes["']?[ \t]*:|[{,][ \t]*["']?nodes["']?[ \t]*:""", re.MULTILINE
)
_TEMPLATE: Final = re.compile(r"\{\{-?\s*(?:range|if|with|end|\.|\$)")
# Kinds that end paths or pass them on, as their image does; all kinds but these and segments are systems
# of switches and routers (containerlab.dev/manual/kinds).
PLAIN_KINDS: Final = frozenset({"linux", "ext-container", "k8s-kind", "generic_vm", "host", ""})
SEGMENT_KINDS: Final = frozenset({"bridge", "ovs-bridge"})
# Ends of a link that are no node of the lab.
OUTSIDE: Final = frozenset({"host", "mgmt-net", "macvlan"})
SERVER_ROLES: Final = frozenset({"server", "host", "client", "gpu", "compute"})
SWITCH_ROLES: Final = frozenset(
    {"leaf", "spine", "superspine", "super-spine", "core", "tor", "border", "exit", "switch"}
)
NAMED: Final = 8
# Names of the interfaces of the real fabric, in the labels of a link that this program wrote.
PORT_LABELS: Final = ("port-a", "port-b")


def looks_like_containerlab(text: str) -> bool:
    """Tell whether the beginning of the text has a topology with nodes below it."""
    head = text[:HEAD]
    found = _TOPOLOGY.search(head)
    return found is not None and _NODES.search(head, found.end() - 1) is not None


def read(sources: Sequence[Source]) -> Understood:
    """Return the fabric of the labs.

    Raises
    ------
    FormatError
        If a file is no YAML that is read here or a template, or there is no node in them.
    """
    survey = Survey(LineBook(sources), origin="a containerlab topology")
    rejected = Rejected()
    for row, source in enumerate(sources):
        if _TEMPLATE.search(source.text) is not None:
            raise FormatError(
                f"{source.name} is a template of a topology ({{{{ … }}}}): give what containerlab makes of it"
            )
        _Lab(survey, rejected, parsed_yaml(source), survey.book.first_of(row)).survey_all()
    if not survey.nodes:
        raise FormatError(f"{sources[0].name} holds no node")
    rejected.tell(survey)
    return fabric_of(survey)


class _Lab:
    """Tells the survey of one lab."""

    def __init__(self, survey: Survey, rejected: Rejected, root: Branch, first: int) -> None:
        self._survey = survey
        self._rejected = rejected
        self._root = root
        self._first = first
        self._nodes = dict(root.pairs("topology", "nodes"))
        self._outside: list[int] = []
        self._undeclared: dict[str, int] = {}

    def survey_all(self) -> None:
        """Add links, then the nodes that have one or are switches."""
        linked = self._links()
        tools = []
        for name, node in self._nodes.items():
            kind = self._said(node, "kind")
            role = self._label(node, "role").lower()
            if name not in linked and _kind(kind, role) is None:
                tools.append(name)
            elif name.strip():
                self._node(name, node, kind)
        self._tell(tools)

    def _node(self, name: str, node: Branch, kind: str) -> None:
        labels = {key: self._label(node, key) for key in ("role", "model", "group")}
        group = labels["group"] or self._said(node, "group")
        segment = ["segment"] if kind in SEGMENT_KINDS else []
        self._survey.node(
            name,
            kind=_kind(kind, labels["role"].lower()),
            model=labels["model"] or self._said(node, "type"),
            tags=[word for word in (labels["role"], *segment) if word],
            group=group,
            line=self._line(node),
        )

    def _links(self) -> set[str]:
        linked: set[str] = set()
        stated: dict[frozenset[End], int] = {}
        for link in self._root.listed("topology", "links"):
            line = self._line(link)
            ends = [end for each in link.listed("endpoints") if (end := _end(each)) is not None]
            if len(ends) != 2:
                kind = link.said("type")
                if kind and link.at("endpoint") is not None:
                    self._outside.append(line)
                else:
                    self._rejected.add(line, "a link needs two endpoints, each node:interface")
                continue
            if any(key in OUTSIDE and key not in self._nodes for key, _ in ends):
                self._outside.append(line)
                continue
            earlier = stated.setdefault(frozenset(ends), line) if all(port for _, port in ends) else line
            if earlier != line:
                where = self._survey.book.at(earlier)
                self._rejected.add(line, f"the same link as on {where}: an interface holds one", ends[0][0])
                continue
            for key, _ in ends:
                linked.add(key)
                if key not in self._nodes:
                    self._undeclared.setdefault(key, line)
            real = [link.said("labels", label) for label in PORT_LABELS]
            a, b = ((key, name or port) for (key, port), name in zip(ends, real, strict=True))
            self._survey.link(a, b, line=line)
        return linked

    def _tell(self, tools: list[str]) -> None:
        if tools:
            names = ", ".join(name[:60] for name in tools[:NAMED])
            self._survey.tell(
                "node.unlinked",
                Severity.NOTE,
                f"{counted(len(tools), 'node')} without a link ({names}): tools of the lab, left out",
                lines=[self._line(self._nodes[name]) for name in tools],
            )
        if self._outside:
            self._survey.tell(
                "link.management",
                Severity.NOTE,
                f"{counted(len(self._outside), 'link')} to the machine below or its networks "
                f"({self._survey.book.listed(self._outside)}): left out",
                lines=self._outside,
            )
        if self._undeclared:
            lines = list(self._undeclared.values())
            self._survey.tell(
                "node.undeclared",
                Severity.WARNING,
                f"{', '.join(name[:60] for name in list(self._undeclared)[:NAMED])}: named by links and "
                f"declared nowhere ({self._survey.book.listed(lines)}); kept",
                lines=lines,
                objects=self._undeclared,
            )

    def _said(self, node: Branch, key: str) -> str:
        """Return what is set for a node: by itself, its group, its kind, or the defaults, in this order."""
        found = node.said(key)
        if found or key == "group":
            return found or self._root.said("topology", "defaults", key)
        kind = node.said("kind")
        places = (("groups", node.said("group")), ("kinds", kind))
        said = [self._root.said("topology", table, name, key) for table, name in places if name]
        return next((word for word in (*said, self._root.said("topology", "defaults", key)) if word), "")

    def _label(self, node: Branch, key: str) -> str:
        return node.said("labels", key)

    def _line(self, branch: Branch) -> int:
        return self._first + branch.line


def _end(branch: Branch) -> End | None:
    """Return node and interface of "node:interface" or of a mapping; interfaces may hold colons."""
    if branch.entries is not None:
        node, port = branch.said("node"), branch.said("interface")
    else:
        node, _, port = (branch.text or "").partition(":")
    return (node.strip(), port.strip()) if node.strip() else None


def _kind(kind: str, role: str) -> Literal["switch", "server"] | None:
    if role in SERVER_ROLES:
        return "server"
    if role in SWITCH_ROLES or kind not in PLAIN_KINDS:
        return "switch"
    return None


CONTAINERLAB: Final = Format(
    name="containerlab",
    title="containerlab topology",
    recognise=looks_like_containerlab,
    read=read,
)
