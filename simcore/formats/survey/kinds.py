"""Servers and switches told apart by structure, never by name, where the file does not say.

What is used, in this order: what the file states; the catalogue, for a model that stands in it; other
devices of the same model; the place in the fabric. A server ends paths and holds few links, a switch
passes them on and holds many:

- a device with one neighbour is a server;
- where there is none, and no server is stated, those are servers that hold the fewest links, each fewer
  than every neighbour;
- of the others, those that stand where servers stand (an even number of hops from them), hold fewer links
  than every neighbour, and are not what holds the switches together;
- the rest are switches.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from simcore.document.findings import Severity
from simcore.document.words import counted
from simcore.formats.survey.joins import Join
from simcore.formats.survey.survey import Node, NodeKind, Survey

# Servers of one fabric differ in their number of adapters by less than this, where nothing else tells.
ALIKE: Final = 1.5
# What has more than this share of the links of a switch that is needed is a switch like it.
NEARLY: Final = 0.5
NAMED: Final = 5

Kinds = dict[str, NodeKind]


def kinds_of(
    survey: Survey, joins: Iterable[Join], catalogue_kind: Callable[[str], NodeKind | None]
) -> Kinds:
    """Return switch or server for every node but panels, and tell what was taken for what, and why."""
    stated = {key: kind for key, node in survey.nodes.items() if (kind := _stated(survey, node)) is not None}
    by_model = _of_models(survey, stated, catalogue_kind)
    known = {**by_model, **stated}
    open_keys = sorted(key for key in survey.nodes if key not in known)
    found: Kinds = {key: kind for key, kind in known.items() if kind is not NodeKind.PANEL}
    _tell(survey, by_model, "by their model, which the catalogue or another device of it tells")
    if not open_keys:
        return found
    places = _Places(found, open_keys, joins)
    ends = places.with_one_neighbour()
    _take(survey, found, ends, "each has one neighbour, so it ends paths")
    if NodeKind.SERVER not in found.values():
        fewest = places.with_fewest_links()
        _take(survey, found, fewest, "they hold the fewest links, each fewer than all it is cabled to")
    more = places.further_servers({key for key, kind in found.items() if kind is NodeKind.SERVER}, found)
    _take(
        survey,
        found,
        more,
        "they stand where servers stand, hold fewer links than what they are cabled to, and the switches "
        "hang together without them",
    )
    rest = {key: NodeKind.SWITCH for key in open_keys if key not in found}
    _tell(survey, rest, "as they join others", no_server=NodeKind.SERVER not in found.values())
    return found | rest


def _stated(survey: Survey, node: Node) -> NodeKind | None:
    """Return the kind stated; where statements differ a switch, for it loses no path."""
    if not node.kinds:
        return None
    order = (NodeKind.PANEL, NodeKind.SWITCH, NodeKind.SERVER)
    kind = next(each for each in order if each in node.kinds)
    if len(node.kinds) > 1:
        words = " and ".join(each.value for each in order if each in node.kinds)
        survey.tell(
            "kind.disagree",
            Severity.WARNING,
            f"{node.key[:80]} is called {words} ({survey.book.listed(node.lines)}): read as {kind.value}",
            lines=node.lines,
            objects=(node.key,),
        )
    return kind


def _of_models(
    survey: Survey, stated: Mapping[str, NodeKind], catalogue_kind: Callable[[str], NodeKind | None]
) -> Kinds:
    """Return the kinds of nodes that nothing is stated of, by their model."""
    kinds: defaultdict[str, set[NodeKind]] = defaultdict(set)
    for key, kind in stated.items():
        for model in survey.nodes[key].models:
            kinds[model].add(kind)
    found: Kinds = {}
    for key, node in survey.nodes.items():
        if key in stated or not node.models:
            continue
        model = min(node.models)
        by_model = catalogue_kind(model) or (min(kinds[model]) if len(kinds[model]) == 1 else None)
        if by_model is not None and by_model is not NodeKind.PANEL:
            found[key] = by_model
    return found


def _take(survey: Survey, found: Kinds, servers: Iterable[str], why: str) -> None:
    taken = {key: NodeKind.SERVER for key in sorted(servers)}
    found.update(taken)
    _tell(survey, taken, why)


def _tell(survey: Survey, taken: Kinds, why: str, *, no_server: bool = False) -> None:
    """Say what was taken for what, and why."""
    for kind, noun in ((NodeKind.SERVER, ("server",)), (NodeKind.SWITCH, ("switch", "switches"))):
        keys = sorted(key for key, each in taken.items() if each is kind)
        if not keys:
            continue
        names = ", ".join(key[:60] for key in keys[:NAMED])
        more = f" and {len(keys) - NAMED:,} more" if len(keys) > NAMED else ""
        odd = "; no device could be told to be a server: say which ones are" if no_server else ""
        survey.tell(
            "kind.by-place",
            Severity.WARNING if odd else Severity.NOTE,
            f"the file does not say what these are: {counted(len(keys), *noun)} ({names}{more}), {why}{odd}",
            lines=[survey.nodes[keys[0]].lines[0]],
            objects=keys,
        )


class _Places:
    """The fabric as a graph of devices: how many links and which neighbours each has."""

    def __init__(self, known: Mapping[str, NodeKind], open_keys: list[str], joins: Iterable[Join]) -> None:
        self._links: defaultdict[str, int] = defaultdict(int)
        self._near: defaultdict[str, set[str]] = defaultdict(set)
        for join in joins:
            for here, there in ((join.a[0], join.b[0]), (join.b[0], join.a[0])):
                self._links[here] += 1
                self._near[here].add(there)
        # What a server is cabled to is a switch.
        self._open = [
            key
            for key in open_keys
            if self._near[key] and not any(known.get(near) is NodeKind.SERVER for near in self._near[key])
        ]

    def with_one_neighbour(self) -> list[str]:
        """Return the open nodes with one neighbour."""
        return [key for key in self._open if len(self._near[key]) == 1]

    def with_fewest_links(self) -> list[str]:
        """Return the open nodes that hold fewest links, each fewer than every neighbour."""
        low = [key for key in self._open if self._is_low(key)]
        fewest = min((self._links[key] for key in low), default=0)
        return [key for key in low if self._links[key] < ALIKE * fewest]

    def further_servers(self, servers: set[str], known: Mapping[str, NodeKind]) -> list[str]:
        """Return the open nodes that stand where servers stand and do not hold the switches together."""
        hops = self._hops(servers)
        candidates = [
            key for key in self._open if key not in known and hops.get(key, 1) % 2 == 0 and self._is_low(key)
        ]
        needed = self._needed_links(candidates, servers)
        above = [key for key in candidates if self._links[key] > NEARLY * needed]
        # No tier has more switches than the tier below it.
        if needed == 0 or len(above) > len({near for key in above for near in self._near[key]}):
            return candidates
        return [key for key in candidates if self._links[key] <= NEARLY * needed]

    def _is_low(self, key: str) -> bool:
        return all(self._links[key] < self._links[near] for near in self._near[key])

    def _hops(self, origins: set[str]) -> dict[str, int]:
        hops = dict.fromkeys(origins, 0)
        frontier = origins
        distance = 0
        while frontier:
            distance += 1
            frontier = {near for key in frontier for near in self._near[key] if near not in hops}
            hops.update(dict.fromkeys(frontier, distance))
        return hops

    def _needed_links(self, candidates: list[str], servers: set[str]) -> int:
        """Return how many links the least candidate has that the others need to hang together; 0 for none.

        The candidates are added to the other switches from the one with most links downwards until those
        hang together as they do with all of them.
        """
        maybe = set(candidates)
        others = [key for key in self._near if key not in maybe and key not in servers]
        parts = _Parts()
        for key in others:
            parts.join(key, (near for near in self._near[key] if near not in servers and near not in maybe))
        order = sorted(candidates, key=lambda key: (-self._links[key], key))
        needed = 0
        for key in order:
            near = [each for each in self._near[key] if each not in servers]
            if len({parts.root(each) for each in near}) > 1:
                needed = self._links[key]
            parts.join(key, near)
        return needed


class _Parts:
    """What hangs together, as a forest whose roots stand for the parts."""

    def __init__(self) -> None:
        self._above: dict[str, str] = {}

    def root(self, key: str) -> str:
        """Return the root of the part of ``key``."""
        self._above.setdefault(key, key)
        while self._above[key] != key:
            self._above[key] = self._above[self._above[key]]
            key = self._above[key]
        return key

    def join(self, key: str, others: Iterable[str]) -> None:
        """Make one part of ``key`` and ``others``."""
        for other in others:
            self._above[self.root(other)] = self.root(key)
