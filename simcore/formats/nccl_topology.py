"""NCCL's topology files: one server, as a device type with its GPUs and adapters, and no devices.

``NCCL_TOPO_DUMP_FILE`` writes them, clouds ship them. Names, classes and the rate of a PCIe link:
src/graph/topo.cc and xml.h of NVIDIA/nccl; AMD's class of GPUs and ``xgmi``: the same files of ROCm/rccl.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from simcore.document.capabilities import ScaleUp
from simcore.document.fabric import DeviceKind, DeviceType, FabricDocument, PortBlock
from simcore.document.findings import Severity
from simcore.document.words import counted
from simcore.errors import FormatError
from simcore.formats.names import Ids, safe
from simcore.formats.nvlink import scale_up_of
from simcore.formats.reading import Format, LineBook, Source, Understood
from simcore.formats.survey import Survey
from simcore.formats.xml_text import XmlNode, parsed_xml, tell_broken

HEAD: Final = 1_000_000
_BEFORE_ROOT: Final = re.compile(r"\s*(?:(?:<\?[^>]*\?>|<!--.*?-->)\s*)*<system[\s>]", re.DOTALL)
_PARTS: Final = re.compile(r"<(?:cpu|pci|gpu|nic)[\s>]")

# (beginning of the PCI class, what it is); the first that fits.
CLASSES: Final = (
    ("0x03", "GPU"),
    ("0x1200", "GPU"),
    ("0x0207", "InfiniBand NIC"),
    ("0x02", "Ethernet NIC"),
    ("0x0604", "bridge"),
    ("0x068000", "NVSwitch"),
)
NICS: Final = ("InfiniBand NIC", "Ethernet NIC", "NIC")
# NCCL's units of 100 Mb/s a lane, by transfers a second; it takes the third where it does not know the word.
LANE_UNITS: Final = {"2.5": 15, "5": 30, "8": 60, "16": 120, "32": 240, "64": 480}
USUAL_UNITS: Final = 60
USUAL_WIDTH: Final = 16
# Bounded, or a long run of digits would take the square of its length.
_TRANSFERS: Final = re.compile(r"(?<!\d)(\d{1,6}(?:\.\d{1,6})?)\s{0,4}GT/s")
_LINKS: Final = ("nvlink", "xgmi")
_TO_SWITCH: Final = "nvlink 0x068000"
MOST_GPUS: Final = 1024
MOST_ADAPTERS: Final = 4096
MOST_LINES: Final = 20


@dataclass(slots=True)
class _Adapter:
    """A NIC: the names of its ports in the file with their speeds, Gb/s, and the rate of its PCIe link."""

    ports: list[tuple[str, float | None]]
    pcie_gbps: float | None
    line: int


@dataclass(slots=True)
class _Server:
    """What stands in one file."""

    line: int
    numa: int = 0
    parts: Counter[str] = field(default_factory=Counter)
    adapters: list[_Adapter] = field(default_factory=list)
    links_of_gpu: list[int] = field(default_factory=list)
    link_elements: int = 0
    capabilities: set[str] = field(default_factory=set)
    link_ends: set[str] = field(default_factory=set)
    unclassed: list[int] = field(default_factory=list)
    pcie: Counter[str] = field(default_factory=Counter)


def looks_like_nccl_topology(text: str) -> bool:
    """Tell whether the root of the text is a <system> with parts of a server."""
    head = text[:HEAD]
    return _BEFORE_ROOT.match(head) is not None and _PARTS.search(head) is not None


def pcie_gbps(speed: str, width: str) -> float:
    """Return what NCCL counts for a PCIe link, Gb/s: width × units of the speed / 10.

    Parameters
    ----------
    speed
        "16 GT/s", "16.0 GT/s PCIe"; any other word counts as 8 GT/s, as in NCCL.
    width
        Lanes; 0 or no number counts as 16.
    """
    found = _TRANSFERS.search(speed)
    units = LANE_UNITS.get(f"{float(found[1]):g}", USUAL_UNITS) if found else USUAL_UNITS
    lanes = int(width) if re.fullmatch(r"\d{1,3}", width) else 0
    return (lanes or USUAL_WIDTH) * units / 10


def read(sources: Sequence[Source]) -> Understood:
    """Return a document with one server type for each different server in the files, and no devices.

    Raises
    ------
    FormatError
        If a file is no XML, or holds neither a GPU nor an adapter.
    """
    survey = Survey(LineBook(sources), origin="an NCCL topology file")
    ids = Ids()
    types: dict[tuple[int, tuple[PortBlock, ...]], DeviceType] = {}
    for row, source in enumerate(sources):
        parsed = parsed_xml(source)
        first = survey.book.first_of(row)
        if parsed.root.tag != "system":
            raise FormatError(f"{source.name} line {parsed.root.line} is no <system> but <{parsed.root.tag}>")
        server = _server(parsed.root, first)
        gpus = min(server.parts["GPU"], MOST_GPUS)
        if not gpus and not server.adapters:
            raise FormatError(f"{source.name} holds neither a GPU nor an adapter that can be told as such")
        blocks = _blocks(server)
        if (gpus, blocks) not in types:
            types[gpus, blocks] = DeviceType(
                id=ids.give(f"server-{gpus}-gpus-{len(blocks)}-nics"),
                kind=DeviceKind.SERVER,
                name=f"{counted(gpus, 'GPU')}, {counted(len(blocks), 'adapter')}",
                ports=blocks,
                gpus=gpus,
                scale_up=_scale_up(server),
                source="read from an NCCL topology file",
            )
        _tell(survey, server)
        tell_broken(survey, source, first, parsed.broken_at, parsed.broken)
    return survey.understood(FabricDocument(device_types=tuple(types.values())))


def _server(root: XmlNode, first: int) -> _Server:
    found = _Server(first + root.line)
    waiting = list(reversed(root.children))
    while waiting:
        node = waiting.pop()
        if node.tag == "cpu":
            found.numa += 1
        elif node.tag == "pci":
            _add_pci(found, node, first)
        elif node.tag == "nic":
            # A NIC that is on no PCI bus of the file.
            found.parts["NIC"] += 1
            found.adapters.append(_Adapter(_nets(node), None, first + node.line))
        waiting.extend(
            child for child in reversed(node.children) if not (node.tag == "pci" and child.tag == "nic")
        )
    return found


def _add_pci(found: _Server, node: XmlNode, first: int) -> None:
    line = first + node.line
    code = node.said("class").lower()
    what = next((word for start, word in CLASSES if code.startswith(start)), "")
    inside = {child.tag for child in node.children}
    if not what and inside & {"gpu", "nic"}:
        what = "GPU" if "gpu" in inside else "NIC"
    if not what:
        found.parts["other device"] += 1
        if not code:
            found.unclassed.append(line)
        return
    found.parts[what] += 1
    speed, width = node.said("link_speed"), node.said("link_width")
    rate = pcie_gbps(speed, width)
    found.pcie[f"{speed or 'unknown speed'} × {width or '?'}"] += 1
    if what in NICS:
        nics = [child for child in node.children if child.tag == "nic"]
        ports = [port for nic in nics for port in _nets(nic)]
        found.adapters.append(_Adapter(ports, rate if speed else None, line))
    for gpu in (child for child in node.children if child.tag == "gpu"):
        links = [child for child in gpu.children if child.tag in _LINKS]
        found.link_elements += len(links)
        found.capabilities.add(gpu.said("sm"))
        found.link_ends.update(f"{link.tag} {link.said('tclass').lower()[:8]}" for link in links)
        found.links_of_gpu.append(
            sum(int(link.said("count")) for link in links if re.fullmatch(r"\d{1,4}", link.said("count")))
        )


def _scale_up(server: _Server) -> ScaleUp | None:
    """Return the scale-up domain where all GPUs are alike, and all have as many NVLinks."""
    if len(set(server.links_of_gpu)) != 1 or len(server.capabilities) != 1:
        return None
    if any(end.startswith("xgmi") for end in server.link_ends):
        return None
    (capability,) = server.capabilities
    over_switches = server.link_ends == {_TO_SWITCH}
    return scale_up_of(capability, server.links_of_gpu[0], over_switches=over_switches)


def _nets(nic: XmlNode) -> list[tuple[str, float | None]]:
    """Return name and speed of the ports of a NIC; NCCL states Mb/s."""
    ports: list[tuple[str, float | None]] = []
    for net in (child for child in nic.children if child.tag == "net"):
        text = net.said("speed")
        megabits = int(text) if re.fullmatch(r"\d{1,9}", text) else 0
        ports.append((net.said("name"), megabits / 1000 or None))
    return ports


def _blocks(server: _Server) -> tuple[PortBlock, ...]:
    """Return a block for each adapter, under its name in the file, else nic1, nic2 and so on."""
    ids = Ids()
    blocks = []
    for number, adapter in enumerate(server.adapters[:MOST_ADAPTERS], start=1):
        name = next((name for name, _ in adapter.ports if name), f"nic{number}")
        speeds = {gbps for _, gbps in adapter.ports}
        count = max(len(adapter.ports), 1)
        base = ids.give(safe(name) or f"nic{number}")
        blocks.append(
            PortBlock(
                name=base if count == 1 else f"{base}-port",
                count=count,
                gbps=speeds.pop() if len(speeds) == 1 else None,
            )
        )
    return tuple(blocks)


def _tell(survey: Survey, server: _Server) -> None:
    parts = ", ".join(
        counted(count, what, "NVSwitches" if what == "NVSwitch" else "")
        for what, count in sorted(server.parts.items())
    )
    speeds = ", ".join(f"{count:,} at {words}" for words, count in sorted(server.pcie.items())[:MOST_LINES])
    survey.tell(
        "server.parts",
        Severity.NOTE,
        f"one server: {counted(server.numa, 'NUMA node')}; {parts}; PCIe: {speeds}",
        lines=[server.line],
    )
    links = sum(server.links_of_gpu)
    each = sorted(set(server.links_of_gpu))
    survey.tell(
        "nvlink.counts",
        Severity.NOTE,
        f"{server.link_elements:,} NVLink entries with {counted(links, 'link')}: "
        f"{' or '.join(map(str, each))} a GPU"
        if links
        else "no NVLink in the file: clouds leave it out of theirs, NCCL finds it when it runs",
        lines=[server.line],
    )
    if server.unclassed:
        survey.tell(
            "pci.unclassed",
            Severity.WARNING,
            f"{counted(len(server.unclassed), 'PCI device')} without a class, and nothing tells what it is "
            f"({survey.book.listed(server.unclassed)}): left out",
            lines=server.unclassed,
        )
    unknown = [each.line for each in server.adapters if not any(gbps for _, gbps in each.ports)]
    if unknown:
        survey.tell(
            "speed.unknown",
            Severity.WARNING,
            f"the speed of {counted(len(unknown), 'adapter')} is not in the file "
            f"({survey.book.listed(unknown)}); set it in the server type",
            lines=unknown,
        )
    narrow = [
        each
        for each in server.adapters
        if each.pcie_gbps is not None and sum(gbps or 0.0 for _, gbps in each.ports) > each.pcie_gbps
    ]
    if narrow:
        worst = min(narrow, key=lambda each: each.pcie_gbps or 0.0)
        survey.tell(
            "pcie.narrow",
            Severity.WARNING,
            f"{counted(len(narrow), 'adapter')} faster than the PCIe link that NCCL counts for it, the first "
            f"{sum(gbps or 0.0 for _, gbps in worst.ports):g} Gb/s behind {worst.pcie_gbps:g} Gb/s "
            f"({survey.book.listed(each.line for each in narrow)})",
            lines=[each.line for each in narrow],
        )


NCCL_TOPOLOGY: Final = Format(
    name="nccl-topology",
    title="NCCL topology file, a server type",
    recognise=looks_like_nccl_topology,
    read=read,
)
