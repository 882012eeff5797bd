"""The topology dump of ``ibnetdiscover``, in the dialect that the simulator ``ibsim`` loads as well.

Format: what this program reads as ``ibnetdiscover``, and ibsim 0.10 (README, "Building and using ibsim"):
lines of at most 255 characters, no "#", "@" and "=" in names, a port that both ends state.
"""

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from simcore.document.capabilities import AggregationProfile
from simcore.document.catalogue import INFINIBAND_CHIPS
from simcore.document.fabric import PortBlock
from simcore.errors import ExportRefusedError
from simcore.formats.infiniband.names import host_and_adapter
from simcore.formats.infiniband.nodes import LANE_GBPS
from simcore.formats.writing.export import Export, Written
from simcore.formats.writing.plan import Plan, distinct

# A node description holds 63 characters and a zero (InfiniBand Architecture Specification, NodeDescription):
# "MF0;<label>:<model>/U1" and "<label> <adapter>" fit.
ALLOWED: Final = "A-Za-z0-9._~+()|-"
LABEL_LENGTH: Final = 38
MODEL_LENGTH: Final = 17
ADAPTER_LENGTH: Final = 24
# Port numbers 1 to 254 (same specification); the last one is kept for an aggregation node.
MOST_PORTS: Final = 253
AGGREGATION_NODE: Final = "Mellanox Technologies Aggregation Node"
AGGREGATION_RATE: Final = {AggregationProfile.QUANTUM: "4xHDR", AggregationProfile.QUANTUM_2: "4xNDR"}
# Bit 57 says that a GUID is given locally: it is nobody's serial number (IEEE 802, EUI-64).
FIRST_GUID: Final = 0x0200_0000_0000_0000
# Adapters stand so far apart that the GUIDs of their ports fit between.
GUID_STEP: Final = 0x100
WIDTHS: Final = (4, 2, 1, 8, 12)
RATE_WORDS: Final = {
    width * gbps: f"{width}x{lane}" for width in reversed(WIDTHS) for lane, gbps in LANE_GBPS.items()
}
_SWITCH_ID: Final = re.compile(r"S-([0-9a-f]{16})")

Port = tuple[int, str]  # device row, port name


@dataclass(frozen=True, slots=True)
class _Node:
    """One block: a switch, one adapter of a server, or the aggregation node of a switch."""

    is_switch: bool
    guid: int
    system: int
    chip: int
    ports: int
    description: str

    @property
    def id(self) -> str:
        return f"{'S' if self.is_switch else 'H'}-{self.guid:016x}"

    def block(self, lines: list[str]) -> str:
        own = f"switchguid=0x{self.guid:x}({self.guid:x})" if self.is_switch else f"caguid=0x{self.guid:x}"
        kind = "Switch" if self.is_switch else "Ca"
        after = " enhanced port 0 lid 0 lmc 0" if self.is_switch else ""
        head = [
            "vendid=0x2c9",
            f"devid=0x{self.chip:x}",
            f"sysimgguid=0x{self.system:x}",
            own,
            f'{kind}\t{self.ports} "{self.id}"\t\t# "{self.description}"{after}',
        ]
        return "\n".join([*head, *lines]) + "\n"

    def line(self, port: int, peer: "_Node", peer_port: int, rate: str) -> str:
        own, theirs = (
            "" if node.is_switch else f"({node.guid + at:x})"
            for node, at in ((self, port), (peer, peer_port))
        )
        lids = "" if self.is_switch else "lid 0 lmc 0 "
        said = f'{lids}"{peer.description}" lid 0 {rate}'.rstrip()
        return f'[{port}]{own}\t"{peer.id}"[{peer_port}]{theirs}\t\t# {said}'


def write_ibnetdiscover(plan: Plan) -> tuple[Written, ...]:
    """Return the dump: switches first, a block a node, each cable from both ends.

    Raises
    ------
    ExportRefusedError
        If a node has more ports than a number has room for, or a cable runs at no InfiniBand rate.
    """
    nodes = _Nodes(plan)
    lines: defaultdict[_Node, list[tuple[int, str]]] = defaultdict(list)
    for cable, a, b, gbps in plan.cables():
        rate = _rate(cable.id, gbps)
        ends = nodes.place[a.device, a.port], nodes.place[b.device, b.port]
        for (node, port), (peer, peer_port) in (ends, ends[::-1]):
            lines[node].append((port, node.line(port, peer, peer_port, rate)))
    for switch, reducer, rate in nodes.reducers:
        lines[switch].append((switch.ports, switch.line(switch.ports, reducer, 1, rate)))
        lines[reducer].append((1, reducer.line(1, switch, switch.ports, rate)))
    # ibsim starts its subnet manager at the first node: one with a cable.
    ordered = sorted(nodes.all, key=lambda node: (not node.is_switch, not lines[node]))
    text = "\n".join(node.block([words for _, words in sorted(lines[node])]) for node in ordered)
    return (Written("ibnetdiscover.out", f"#\n# Topology file\n#\n\n{text}".encode()),)


class _Nodes:
    """The nodes of a plan, and the node and port number of each port of the document."""

    def __init__(self, plan: Plan) -> None:
        self.all: list[_Node] = []
        self.reducers: list[tuple[_Node, _Node, str]] = []
        self.place: dict[Port, tuple[_Node, int]] = {}
        found = (_SWITCH_ID.fullmatch(device.id) for device in plan.document.devices)
        self._taken = {int(each[1], 16) for each in found if each}
        self._next = FIRST_GUID
        labels = plan.labels(allowed=ALLOWED, longest=LABEL_LENGTH)
        hosts = distinct(
            [label if host_and_adapter(label) else f"host-{label}" for label in labels],
            longest=LABEL_LENGTH,
        )
        for row, label in enumerate(labels):
            if plan.is_server(row):
                self._add_server(plan, row, hosts[row])
            else:
                self._add_switch(plan, row, label)

    def _add_switch(self, plan: Plan, row: int, label: str) -> None:
        device, made = plan.document.devices[row], plan.type_of(row)
        profile = (device.aggregation or made.aggregation).profile
        names = [name for block in made.ports for name in block.port_names()]
        _refuse_too_many(device.id, len(names))
        model = distinct([made.id], allowed=ALLOWED, longest=MODEL_LENGTH)[0]
        imported = _SWITCH_ID.fullmatch(device.id)
        guid = int(imported[1], 16) if imported else self._guid()
        adds = profile is not AggregationProfile.NONE
        node = _Node(
            is_switch=True,
            guid=guid,
            system=guid,
            chip=_chip(made.ports, profile, is_switch=True),
            ports=max(len(names) + adds, 1),
            description=f"MF0;{label}:{model}/U1",
        )
        self._keep(node, row, names)
        if adds:
            reducer = _Node(False, self._guid(), guid, 0, 1, AGGREGATION_NODE)
            self.all.append(reducer)
            self.reducers.append((node, reducer, AGGREGATION_RATE[profile]))

    def _add_server(self, plan: Plan, row: int, label: str) -> None:
        blocks = plan.type_of(row).ports
        words = distinct(
            [block.name.removesuffix("-port") if block.count > 1 else block.name for block in blocks],
            allowed=ALLOWED,
            longest=ADAPTER_LENGTH,
        )
        system = 0
        for block, word in zip(blocks, words, strict=True):
            _refuse_too_many(plan.document.devices[row].id, block.count)
            guid = self._guid()
            system = system or guid
            chip = _chip((block,), AggregationProfile.NONE, is_switch=False)
            node = _Node(False, guid, system, chip, block.count, f"{label} {word}")
            self._keep(node, row, block.port_names())

    def _keep(self, node: _Node, row: int, names: Sequence[str]) -> None:
        self.all.append(node)
        self.place.update({(row, name): (node, number) for number, name in enumerate(names, start=1)})

    def _guid(self) -> int:
        self._next += GUID_STEP
        while self._next in self._taken:
            self._next += GUID_STEP
        return self._next


def _refuse_too_many(device: str, ports: int) -> None:
    if ports > MOST_PORTS:
        raise ExportRefusedError(
            f"{device} has {ports:,} ports on one node, and InfiniBand numbers at most {MOST_PORTS}",
            "part it into several devices or adapters",
        )


def _chip(blocks: Sequence[PortBlock], profile: AggregationProfile, *, is_switch: bool) -> int:
    """Return the device id of a chip that adds so, else of one with ports of this speed; 0 for none."""
    fastest = max((block.gbps for block in blocks if block.gbps is not None), default=None)
    adds = profile is not AggregationProfile.NONE
    return next(
        (
            number
            for number, chip in INFINIBAND_CHIPS.items()
            if chip.name.startswith("Connect") != is_switch
            and (chip.aggregation is profile if adds else chip.gbps == fastest)
        ),
        0,
    )


def _rate(cable: str, gbps: float | None) -> str:
    """Return width and lane of a cable, "" for an unknown speed."""
    if gbps is None:
        return ""
    words = RATE_WORDS.get(gbps)
    if words is None:
        raise ExportRefusedError(
            f"the cable {cable} runs at {gbps:g} Gb/s, which is no rate of an InfiniBand link",
            "set its speed to one of " + ", ".join(f"{each:g}" for each in sorted(RATE_WORDS)),
        )
    return words


IBNETDISCOVER: Final = Export(
    name="ibnetdiscover",
    title="ibnetdiscover dump, for ibsim too",
    says="One dump with a block for each switch and adapter, every cable from both ends with its rate; no "
    "lengths, GPUs, groups and positions.",
    write=write_ibnetdiscover,
)
