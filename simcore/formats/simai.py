"""Topologies of SimAI: HPCC's list of links with GPUs as nodes, and the NVSwitches of each server.

Header and order of the ids: inputs/topo/gen_Topo_Template.py of aliyun/SimAI. ``nodes gpus_per_server
nvswitches switches links gpu_type``; then the ids of NVSwitches and switches; GPUs have the numbers before.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from simcore.document.capabilities import ScaleUp
from simcore.document.fabric import DeviceKind
from simcore.document.findings import Severity
from simcore.document.words import counted
from simcore.errors import FormatError
from simcore.formats.numbered_links import (
    Delays,
    NumberedLink,
    book_of,
    has_header,
    header_of,
    read_list,
    the_only,
    unlinked,
)
from simcore.formats.reading import Format, Source, Understood
from simcore.formats.survey import End, NodeKind, Survey, fabric_of

# Forks add a seventh column; it is not read.
_HEADER: Final = re.compile(
    r"(\d{1,9})\s+(\d{1,9})\s+(\d{1,9})\s+(\d{1,9})\s+(\d{1,9})(?:\s+([A-Za-z][\w.-]{0,60})(?:\s+\S+)?)?"
)
MOST_GPUS: Final = 1024


@dataclass(frozen=True, slots=True)
class _Servers:
    """Which node is a GPU, and where it sits; ``rank_of`` has GPUs by number, in order."""

    rank_of: dict[int, int]
    nvswitches: frozenset[int]
    per_server: int

    def place(self, number: int) -> tuple[str, int]:
        """Return the server of a GPU, and its place in there, from 1."""
        server, place = divmod(self.rank_of[number], self.per_server)
        return f"server-{server}", place + 1


def looks_like_simai(text: str) -> bool:
    """Tell whether the text begins with five counts and a GPU type, ids, and a link with a rate."""
    return has_header(text, _HEADER)


def read(sources: Sequence[Source]) -> Understood:
    """Return the fabric: servers with their GPUs, an adapter for each GPU that has a link to a switch.

    NVSwitches and their links are inside the server and are told, not drawn.

    Raises
    ------
    FormatError
        If there are several files, the first line is no header, or it leaves no GPU.
    """
    source = the_only(sources, "a topology")
    survey = Survey(book_of(source), origin=f"SimAI topology {source.name}")
    at, line = header_of(source)
    header = _HEADER.fullmatch(line)
    if header is None:
        raise FormatError(
            f"{source.name} line {at} is not a header of SimAI: nodes, GPUs per server, NVSwitches, "
            "switches, links, type of GPU"
        )
    nodes, per_server, nvswitches, switches, links = (int(word) for word in header.groups()[:5])
    if not 1 <= per_server <= MOST_GPUS or nodes <= nvswitches + switches:
        raise FormatError(
            f"{source.name} line {at} declares {per_server:,} GPUs a server and {nodes:,} nodes with "
            f"{nvswitches + switches:,} switches among them: a server has 1 to {MOST_GPUS:,} GPUs"
        )
    found = read_list(source, survey, nodes=nodes, switches=nvswitches + switches, links=links)
    inside = frozenset(found.switches[:nvswitches])
    outside = set(found.switches[nvswitches:])
    linked = {end for link in found.links for end in (link.a, link.b)}
    gpus = sorted((*(linked - inside - outside), *unlinked(survey, nodes, linked | inside | outside, "GPU")))
    servers = _Servers({number: rank for rank, number in enumerate(gpus)}, inside, per_server)
    _add_servers(survey, servers, header[6] or "", at)
    for number in outside:
        survey.node(f"switch-{number}", kind=NodeKind.SWITCH, line=at)
    drawn = [link for link in found.links if not inside & {link.a, link.b}]
    delays = Delays(drawn)
    delays.tell(survey)
    _add_links(survey, servers, drawn, delays)
    inside_gbps = _tell_scale_up(survey, servers, found.links)
    understood = delays.of(fabric_of(survey))
    return understood if inside_gbps is None else _joined(understood, inside_gbps)


def _add_servers(survey: Survey, servers: _Servers, gpu_type: str, line: int) -> None:
    sizes = Counter(servers.place(number)[0] for number in servers.rank_of)
    for key, gpus in sizes.items():
        model = f"{gpu_type} server" if gpu_type else ""
        survey.node(key, kind=NodeKind.SERVER, model=model, gpus=gpus, line=line)
    if len(set(sizes.values())) > 1:
        survey.tell(
            "servers.uneven",
            Severity.WARNING,
            f"{len(servers.rank_of):,} GPUs do not fill servers of {servers.per_server}: the last has "
            f"{len(servers.rank_of) % servers.per_server}",
            lines=[line],
        )


def _add_links(survey: Survey, servers: _Servers, links: Sequence[NumberedLink], delays: Delays) -> None:
    numbers: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for row, link in enumerate(links):
        for here, there in ((link.a, link.b), (link.b, link.a)):
            if here in servers.rank_of:
                numbers[here].append((there, row))
    port: dict[tuple[int, int], str] = {}
    for number, ends in numbers.items():
        key, place = servers.place(number)
        for at, (_, row) in enumerate(sorted(ends), start=1):
            name = f"nic{place}" if len(ends) == 1 else f"nic{place}-p{at}"
            port[number, row] = name
            survey.port(key, name, adapter=f"nic{place}", gbps=links[row].gbps, line=links[row].line)

    def end(number: int, row: int) -> End:
        if number in servers.rank_of:
            return servers.place(number)[0], port[number, row]
        return f"switch-{number}", ""

    for row, link in enumerate(links):
        a, b = end(link.a, row), end(link.b, row)
        survey.link(a, b, gbps=link.gbps, length_m=delays.length_m(link), line=link.line)


def _joined(understood: Understood, gbps: float) -> Understood:
    """Return the fabric with servers whose GPUs are joined at ``gbps`` each."""
    inside = ScaleUp(gbps=gbps, source="links to NVSwitches in a SimAI topology, as fast as they are there")
    types = tuple(
        each.model_copy(update={"scale_up": inside}) if each.kind is DeviceKind.SERVER else each
        for each in understood.document.device_types
    )
    return replace(understood, document=understood.document.model_copy(update={"device_types": types}))


def _tell_scale_up(survey: Survey, servers: _Servers, links: Sequence[NumberedLink]) -> float | None:
    """Tell of the NVSwitches: how many, how fast, and where one joins more than a server.

    Returns how fast each GPU is joined to those of its server, Gb/s; None where they are not all alike.
    """
    joined: defaultdict[int, set[str]] = defaultdict(set)
    speeds: Counter[float | None] = Counter()
    odd: list[int] = []
    first: list[int] = []
    of_gpu: defaultdict[int, float] = defaultdict(float)
    for link in links:
        ends = {link.a, link.b}
        if not ends & servers.nvswitches:
            continue
        first.append(link.line)
        gpus = ends & servers.rank_of.keys()
        if len(gpus) != 1 or not ends & servers.nvswitches:
            odd.append(link.line)
            continue
        speeds[link.gbps] += 1
        of_gpu[min(gpus)] += link.gbps or 0.0
        joined[min(ends & servers.nvswitches)].add(servers.place(min(gpus))[0])
    if first:
        words = ", ".join(
            f"{count:,} of {'unknown speed' if gbps is None else f'{gbps:g} Gb/s'}"
            for gbps, count in sorted(speeds.items(), key=lambda each: each[0] or 0.0)
        )
        survey.tell(
            "scale-up.inside",
            Severity.NOTE,
            f"{counted(len(joined), 'NVSwitch', 'NVSwitches')} with {counted(speeds.total(), 'link')} to GPUs"
            f"{' (' + words + ')' if words else ''} are inside the servers: not drawn, {servers.per_server} "
            "GPUs a server are kept",
            lines=[first[0]],
        )
    wide = sorted(number for number, keys in joined.items() if len(keys) > 1)
    if wide:
        survey.tell(
            "scale-up.wide",
            Severity.WARNING,
            f"{counted(len(wide), 'NVSwitch', 'NVSwitches')} join GPUs of more than one server, the first "
            f"number {wide[0]}: these servers are one scale-up domain, which a fabric does not say",
        )
    if odd:
        survey.tell(
            "scale-up.odd",
            Severity.WARNING,
            f"{counted(len(odd), 'link')} of an NVSwitch to something other than a GPU "
            f"({survey.book.listed(odd)}): left out",
            lines=odd,
        )
    rates = {of_gpu.get(number, 0.0) for number in servers.rank_of}
    is_known = len(rates) == 1 and None not in speeds and not wide and not odd
    return min(rates) or None if is_known else None


SIMAI: Final = Format(
    name="simai", title="SimAI topology: GPUs, NVSwitches, links", recognise=looks_like_simai, read=read
)
