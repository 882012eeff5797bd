"""Entries of a ``topology.yaml``: a list of topologies, each a tree, blocks, rings, tori or flat."""

import re
from typing import Final

from simcore.document.findings import Severity
from simcore.errors import FormatError
from simcore.formats.reading import Source
from simcore.formats.slurm.plan import Declared, Plan, Set, names_of
from simcore.formats.yaml_text import Branch, parsed_yaml

KINDS: Final = ("tree", "block", "flat", "ring", "torus3d")
_LIST: Final = re.compile(r"\A(?:\s|(?:#|---|%)[^\n]*\n)*+(?:-\s|\[)")
_TOPOLOGY: Final = re.compile(r"""^[ \t\-\[{,]*["']?topology["']?[ \t]*:[ \t]*[^\s#{\[]""", re.MULTILINE)
_KIND: Final = re.compile(
    r"""(?:^|[{,])[ \t\-\[{]{0,40}["']?(?:tree|block|flat|ring|torus3d)["']?\s*:""", re.MULTILINE
)


def looks_like_yaml_form(text: str) -> bool:
    """Tell whether the text is a list whose entries name a topology and one of its kinds."""
    return (
        _LIST.match(text) is not None
        and _TOPOLOGY.search(text) is not None
        and _KIND.search(text) is not None
    )


def read_yaml_form(source: Source, row: int, plan: Plan) -> None:
    """Add what file ``row`` of the survey's book declares to the plan.

    Raises
    ------
    FormatError
        If it is no YAML that is read here, or no list.
    """
    root = parsed_yaml(source)
    if root.items is None:
        raise FormatError(f"{source.name} is no list of topologies")
    first = plan.survey.book.first_of(row)
    for topology in root.items:
        kinds = [kind for kind in KINDS if topology.at(kind) is not None]
        name = topology.said("topology") or "a topology without a name"
        if len(kinds) != 1:
            plan.tell(
                "topology.kind",
                first + topology.line,
                f"{name} must be one of {', '.join(KINDS)}, and is {' and '.join(kinds) or 'none of them'}"
                + ("; all were read" if kinds else "; it was left out"),
            )
        if not kinds:
            plan.survey.leave_unread([first + topology.line])
        for kind in kinds:
            _Kind(plan, first).read(topology, kind, name)


class _Kind:
    """Reads one kind of topology into the plan."""

    def __init__(self, plan: Plan, first: int) -> None:
        self._plan = plan
        self._first = first

    def read(self, topology: Branch, kind: str, name: str) -> None:
        """Add the topology's switches or sets."""
        branch = topology.at(kind)
        line = self._line(branch or topology)
        if kind == "tree":
            for each in topology.listed("tree", "switches"):
                self._switch(each)
        elif kind == "block":
            self._sets(topology.listed("block", "blocks"), "block", "block")
            sizes = topology.texts("block", "block_sizes")
            if sizes and branch is not None:
                self._plan.sizes.append((self._line(branch), ",".join(sizes)))
        elif kind == "ring":
            self._sets(topology.listed("ring", "rings"), "ring", "ring")
            self._no_cables(name, line, "rings")
        elif kind == "torus3d":
            self._tori(topology.listed("torus3d", "toruses"))
            self._no_cables(name, line, "tori")
        else:
            self._plan.tell("topology.flat", line, f"{name} is flat: it names no switch", Severity.NOTE)

    def _no_cables(self, name: str, line: int, what: str) -> None:
        self._plan.tell(
            "topology.cables",
            line,
            f"{name} holds {what}: nodes were read with their place as a tag; which cable joins which two "
            "of them is not in the file",
        )

    def _switch(self, branch: Branch) -> None:
        name = branch.said("switch")
        if self._is_named(branch, name):
            self._plan.switches.append(
                Declared(
                    name=name,
                    children=self._names(branch, "children"),
                    nodes=self._names(branch, "nodes"),
                    line=self._line(branch),
                )
            )

    def _sets(self, branches: list[Branch], kind: str, key: str) -> None:
        for branch in branches:
            name = branch.said(key)
            if self._is_named(branch, name):
                nodes = self._names(branch, "nodes")
                self._plan.sets.append(Set(kind, name, nodes, self._line(branch)))

    def _tori(self, branches: list[Branch]) -> None:
        for branch in branches:
            name = branch.said("name")
            if not self._is_named(branch, name):
                continue
            dims = "x".join(branch.said("dims", axis) or "?" for axis in "xyz")
            nodes = [*self._names(branch, "nodes")]
            for region in branch.listed("regions"):
                nodes.extend(self._names(region, "nodes"))
            self._plan.sets.append(
                Set("torus", f"{name} {dims}", tuple(dict.fromkeys(nodes)), self._line(branch))
            )

    def _names(self, branch: Branch, key: str) -> tuple[str, ...]:
        found = branch.at(key)
        text = ",".join(branch.texts(key))
        return names_of(self._plan, text, self._line(found)) if found is not None and text else ()

    def _is_named(self, branch: Branch, name: str) -> bool:
        if not name:
            self._plan.rejected.add(self._line(branch), "an entry has no name")
        return bool(name)

    def _line(self, branch: Branch) -> int:
        return self._first + branch.line
