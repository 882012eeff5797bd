"""Views of devices put together: a cable a pair of ports, a segment where one port sees several others."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

from simcore.document.findings import Severity
from simcore.document.words import counted
from simcore.errors import FormatError
from simcore.formats.infiniband.names import is_default_name
from simcore.formats.lldp.forms import looks_like_lldp, view_of
from simcore.formats.lldp.identity import name_views
from simcore.formats.lldp.views import Neighbour, View
from simcore.formats.reading import Format, LineBook, Source, Understood
from simcore.formats.rejected import Rejected
from simcore.formats.survey import End, Survey, fabric_of

Seen = dict[tuple[End, End], int]


def read(sources: Sequence[Source]) -> Understood:
    """Return the fabric that the views show together.

    Raises
    ------
    FormatError
        If no neighbour stands in them.
    """
    survey = Survey(LineBook(sources), origin="LLDP neighbours")
    rejected = Rejected()
    views = [view_of(source, survey.book.first_of(row), rejected) for row, source in enumerate(sources)]
    if not any(view.neighbours for view in views):
        raise FormatError(f"{sources[0].name} holds no neighbour")
    name_views(survey, views)
    keys = _Keys(views)
    for view in views:
        survey.node(view.name, line=view.line)
        for port, gbps in view.speeds.items():
            survey.port(view.name, port, gbps=gbps, line=view.line)
    seen = _seen(survey, views, keys)
    _say_one_sided(survey, views, seen)
    _survey_links(survey, seen)
    rejected.tell(survey)
    return fabric_of(survey)


class _Keys:
    """The key of each neighbour: its name, or its chassis id where it has none of its own."""

    def __init__(self, views: Sequence[View]) -> None:
        self._name_of: dict[str, str] = {}
        for view in views:
            for each in view.neighbours:
                if each.name and not is_default_name(each.name) and each.chassis:
                    self._name_of.setdefault(each.chassis, each.name)

    def of(self, neighbour: Neighbour) -> str:
        """Return the key of a neighbour."""
        if neighbour.name and (not is_default_name(neighbour.name) or not neighbour.chassis):
            return neighbour.name
        return self._name_of.get(neighbour.chassis, neighbour.chassis)


def _seen(survey: Survey, views: Sequence[View], keys: _Keys) -> Seen:
    """Return the pairs of ports (own, far) with the line that says so first."""
    own_ports: defaultdict[str, set[str]] = defaultdict(set)
    back: dict[End, End] = {}
    for view in views:
        for each in view.neighbours:
            own_ports[view.name].add(each.port)
            for port in each.port_names():
                back.setdefault((keys.of(each), port), (view.name, each.port))
    found: Seen = {}
    for view in views:
        for each in view.neighbours:
            key = keys.of(each)
            survey.node(key, name=each.name, line=each.line)
            said = each.port_names()
            port = next((word for word in said if word in own_ports[key]), said[0] if said else "")
            mirrored = back.get((view.name, each.port))
            if port not in own_ports[key] and mirrored is not None and mirrored[0] == key:
                # The neighbour sees us on a port of its own, which it calls otherwise in what it sends.
                port = mirrored[1]
            found.setdefault(((view.name, each.port), (key, port)), each.line)
    return found


def _survey_links(survey: Survey, seen: Seen) -> None:
    far_of: defaultdict[End, list[End]] = defaultdict(list)
    for own, far in seen:
        far_of[own].append(far)
    segments = _Segments()
    shared = {own: far for own, far in far_of.items() if len(far) > 1}
    for own, others in shared.items():
        segments.join(own, others)
    lines: dict[End, int] = {}
    for (own, far), line in seen.items():
        if segments.are_one(own, far):
            for end in (own, far):
                lines[end] = min(line, lines.get(end, line))
        else:
            survey.link(own, far, line=line)
    names: dict[End, str] = {}
    for end, line in sorted(lines.items()):
        root = segments.root(end)
        if root not in names:
            names[root] = f"segment {end[0]} {end[1]}"
            survey.node(names[root], kind="switch", tags=["segment"], line=line)
        survey.link(end, (names[root], ""), line=line)
    if shared:
        told = [min(seen[own, each] for each in far) for own, far in shared.items()]
        first = min(shared)
        survey.tell(
            "port.shared",
            Severity.WARNING,
            f"{counted(len(shared), 'port')} with more than one neighbour, the first {first[0]} {first[1]} "
            f"with {len(shared[first])} ({survey.book.listed(told)}): what stands between them does not "
            "speak LLDP and was read as a switch",
            lines=told,
            objects=sorted({own[0] for own in shared}),
        )


class _Segments:
    """Ports that hang together through something unseen, as a forest."""

    def __init__(self) -> None:
        self._above: dict[End, End] = {}

    def join(self, end: End, others: Sequence[End]) -> None:
        """Make one segment of all these ports."""
        for other in others:
            a, b = self.root(end), self.root(other)
            self._above[max(a, b)] = min(a, b)

    def root(self, end: End) -> End:
        """Return the port that stands for the segment."""
        while self._above.setdefault(end, end) != end:
            self._above[end] = self._above[self._above[end]]
            end = self._above[end]
        return end

    def are_one(self, a: End, b: End) -> bool:
        """Tell whether two ports are in one segment."""
        return a in self._above and b in self._above and self.root(a) == self.root(b)


def _say_one_sided(survey: Survey, views: Sequence[View], seen: Seen) -> None:
    viewed = {view.name for view in views}
    alone = [(own, far) for own, far in seen if far[0] in viewed and (far, own) not in seen]
    if alone:
        own, far = min(alone)
        survey.tell(
            "cable.one-sided",
            Severity.WARNING,
            f"{counted(len(alone), 'cable')} seen from one end alone though the other's view is here, the "
            f"first from {own[0]} {own[1]} to {far[0]} {far[1]}: kept",
            lines=[seen[pair] for pair in alone],
            objects=sorted({key for pair in alone for key, _ in pair}),
        )
    others = sorted({far[0] for _, far in seen if far[0] not in viewed})
    if others:
        count = sum(1 for _, far in seen if far[0] not in viewed)
        survey.tell(
            "view.absent",
            Severity.NOTE,
            f"{counted(len(others), 'device')} known by {counted(count, 'link')} of their neighbours alone: "
            "with their own views more of their cables would be seen",
            lines=[line for (_, far), line in seen.items() if far[0] not in viewed],
            objects=others,
        )


LLDP: Final = Format(
    name="lldp",
    title="LLDP neighbours (lldpctl)",
    recognise=looks_like_lldp,
    read=read,
)
