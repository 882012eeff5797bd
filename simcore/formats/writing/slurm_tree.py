"""A fabric as the tree that Slurm takes: switches that Slurm cannot tell apart become one.

Slurm hangs every node on one switch, and every switch on one above it. A fabric with several spines, or with
hosts on several leaves, is no such tree; what is one is the order of its parts: leaves that share a host,
leaves with the spines that join them, and so on upwards. Every part with a switch of its own tier becomes one
switch of Slurm, so no tier is dropped; parts that nothing joins stay apart, so no root is invented.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from simcore.formats.slurm.hostlists import fold
from simcore.formats.writing.plan import Plan, distinct

# What Slurm takes in the name of a node or switch without quotes.
ALLOWED = "A-Za-z0-9_.-"


@dataclass(frozen=True, slots=True)
class Branch:
    """A switch of Slurm: the switches it stands for, by row, and what is below it."""

    tier: int
    switches: tuple[int, ...]
    nodes: tuple[int, ...] = ()
    children: tuple["Branch", ...] = ()


@dataclass(frozen=True, slots=True)
class NamedBranch:
    """A branch as it is written; ``stands_for`` is a list of switches where they are several."""

    name: str
    children: str
    nodes: str
    stands_for: str


@dataclass(frozen=True, slots=True)
class NamedTree:
    """The branches from the tops down, the nodes on no switch, and blocks with their nodes, as lists."""

    branches: tuple[NamedBranch, ...]
    loose: str
    blocks: tuple[tuple[str, str], ...]


BLOCK_TAG = "block:"


def named_tree(plan: Plan) -> NamedTree:
    """Return the fabric's tree with the names of its parts."""
    tops = list(_tops(plan))
    order = list(_downwards(tops))
    labels = plan.labels(allowed=ALLOWED)
    numbers: dict[int, int] = {}
    wanted = []
    for branch in order:
        if len(branch.switches) == 1:
            wanted.append("")
            continue
        numbers[branch.tier] = numbers.get(branch.tier, 0) + 1
        word = plan.tier_name(branch.switches[0]) if branch.switches else "fabric"
        wanted.append(f"{word}-group-{numbers[branch.tier]}")
    groups = distinct([*labels, *(word for word in wanted if word)], allowed=ALLOWED)[len(labels) :]
    following = iter(groups)
    name_of = {
        id(branch): next(following) if word else labels[branch.switches[0]]
        for branch, word in zip(order, wanted, strict=True)
    }
    placed = {node for branch in order for node in branch.nodes}
    servers = [row for row in range(len(labels)) if plan.is_server(row)]
    return NamedTree(
        branches=tuple(
            NamedBranch(
                name=name_of[id(branch)],
                children=fold(name_of[id(child)] for child in branch.children),
                nodes=fold(labels[row] for row in branch.nodes),
                stands_for=fold(labels[row] for row in branch.switches) if len(branch.switches) > 1 else "",
            )
            for branch in order
        ),
        loose=fold(labels[row] for row in servers if row not in placed),
        blocks=_blocks(plan, labels, servers),
    )


def _blocks(plan: Plan, labels: tuple[str, ...], servers: list[int]) -> tuple[tuple[str, str], ...]:
    """Return the blocks that tags of servers name, as the reader of Slurm's files leaves them."""
    members: dict[str, list[str]] = {}
    for row in servers:
        for tag in plan.document.devices[row].tags:
            if tag.startswith(BLOCK_TAG) and len(tag) > len(BLOCK_TAG):
                members.setdefault(tag[len(BLOCK_TAG) :], []).append(labels[row])
    names = distinct(list(members), allowed=ALLOWED)
    return tuple((name, fold(nodes)) for name, nodes in zip(names, members.values(), strict=True))


def _downwards(branches: Iterable[Branch]) -> Iterator[Branch]:
    """Yield all branches, tier by tier from the tops."""
    level = list(branches)
    while level:
        yield from level
        level = [child for branch in level for child in branch.children]


def _tops(plan: Plan) -> list[Branch]:
    """Return the branches that hang on no other, each with what is below it."""
    tier: list[int] = plan.device_tier.tolist()
    parts = _Parts(len(tier))
    rising: dict[int, list[tuple[int, int]]] = {}
    level_edges: list[tuple[int, int]] = []
    for a, b in plan.wiring.end_device.tolist():
        if min(tier[a], tier[b]) >= 0 and tier[a] != tier[b]:
            rising.setdefault(max(tier[a], tier[b]), []).append((a, b))
        elif tier[a] > 0:
            level_edges.append((a, b))
    branches: list[tuple[int, Branch]] = []
    for level in sorted(rising):
        for a, b in rising[level]:
            parts.join(a, b)
        branches = _raised(plan, tier, level, parts, branches)
    for a, b in level_edges:
        parts.join(a, b)
    joined: dict[int, list[Branch]] = {}
    for row, branch in branches:
        joined.setdefault(parts.root(row), []).append(branch)
    return [
        each[0] if len(each) == 1 else Branch(len(tier), (), children=tuple(each)) for each in joined.values()
    ]


def _raised(
    plan: Plan, tier: list[int], level: int, parts: "_Parts", below: list[tuple[int, Branch]]
) -> list[tuple[int, Branch]]:
    """Return the branches after the switches of a tier have joined those below, each with a row in it."""
    own: dict[int, list[int]] = {}
    nodes: dict[int, list[int]] = {}
    for row, each in enumerate(tier):
        if each == level:
            own.setdefault(parts.root(row), []).append(row)
        elif level == 1 and each == 0 and plan.is_server(row):
            nodes.setdefault(parts.root(row), []).append(row)
    children: dict[int, list[Branch]] = {}
    kept = []
    for row, branch in below:
        root = parts.root(row)
        if root in own:
            children.setdefault(root, []).append(branch)
        else:
            kept.append((row, branch))
    made = [
        (
            rows[0],
            Branch(level, tuple(rows), tuple(nodes.get(root, ())), tuple(children.get(root, ()))),
        )
        for root, rows in own.items()
    ]
    return [*made, *kept]


class _Parts:
    """Devices that hang together, as a forest of rows whose roots stand for the parts."""

    def __init__(self, count: int) -> None:
        self._above = list(range(count))

    def root(self, row: int) -> int:
        """Return the row that stands for the part."""
        while self._above[row] != row:
            self._above[row] = self._above[self._above[row]]
            row = self._above[row]
        return row

    def join(self, a: int, b: int) -> None:
        """Make one part of two."""
        a, b = self.root(a), self.root(b)
        self._above[max(a, b)] = min(a, b)
