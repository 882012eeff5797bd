"""One small subnet, printed the way each InfiniBand tool prints it."""

from dataclasses import dataclass, field

# Rate of a lane: as ibnetdiscover names it, as iblinkinfo and as OpenSM write it in Gb/s.
LANES = {
    "SDR": ("2.5", "2.5"),
    "DDR": ("5.0", "5"),
    "QDR": ("10.0", "10"),
    "FDR": ("14.0625", "14"),
    "EDR": ("25.78125", "25"),
    "HDR": ("53.125", "50"),
    "NDR": ("106.25", "100"),
}
GBPS = {"SDR": 2.5, "DDR": 5.0, "QDR": 10.0, "FDR": 14.0625, "EDR": 25.0, "HDR": 50.0, "NDR": 100.0}


@dataclass(frozen=True)
class Printed:
    """A node: ``kind`` "SW" or "CA"; an adapter's port GUIDs follow its own."""

    kind: str
    guid: int
    description: str
    ports: int
    lid: int
    chip: int

    def port_guid(self, port: int) -> int:
        return self.guid if self.kind == "SW" else self.guid + port

    def port_lid(self, port: int) -> int:
        return self.lid if self.kind == "SW" or not self.lid else self.lid + port - 1


Cable = tuple[int, int, int, int, int, str]  # node row, port, node row, port, width, lane


@dataclass
class Subnet:
    """Nodes and cables between their ports; ``with_lids`` says that a subnet manager has run."""

    nodes: list[Printed] = field(default_factory=list)
    cables: list[Cable] = field(default_factory=list)
    with_lids: bool = True

    def switch(self, description: str, ports: int = 8, chip: int = 0xD2F2) -> int:
        return self._add("SW", description, ports, chip)

    def adapter(self, description: str, ports: int = 1, chip: int = 0x1021) -> int:
        return self._add("CA", description, ports, chip)

    def cable(self, a: int, a_port: int, b: int, b_port: int, rate: str = "4xNDR") -> None:
        width, lane = rate.split("x")
        self.cables.append((a, a_port, b, b_port, int(width), lane))

    def _add(self, kind: str, description: str, ports: int, chip: int) -> int:
        row = len(self.nodes)
        lid = 16 * row + 1 if self.with_lids else 0
        self.nodes.append(Printed(kind, 0x1000 * (row + 1), description, ports, lid, chip))
        return row

    def ends(self) -> list[list[tuple[int, Printed, int, int, str] | None]]:
        """Return for each node, by port less one, its cable: far node, far port, width, lane."""
        found: list[list] = [[None] * node.ports for node in self.nodes]
        for a, a_port, b, b_port, width, lane in self.cables:
            found[a][a_port - 1] = (b, self.nodes[b], b_port, width, lane)
            found[b][b_port - 1] = (a, self.nodes[a], a_port, width, lane)
        return found

    def ibnetdiscover(self) -> str:
        blocks = []
        for node, ends in zip(self.nodes, self.ends(), strict=True):
            is_switch = node.kind == "SW"
            lines = ["vendid=0x2c9", f"devid=0x{node.chip:x}", f"sysimgguid=0x{node.guid:x}"]
            lines.append(f"{'switchguid' if is_switch else 'caguid'}=0x{node.guid:x}")
            lines.append(
                f'{"Switch" if is_switch else "Ca"}\t{node.ports} "{_id(node)}"\t\t# "{node.description}"'
            )
            for port, end in enumerate(ends, start=1):
                if end is not None:
                    _, far, far_port, width, lane = end
                    said = f'"{_id(far)}"[{far_port}]\t\t# "{far.description}" lid {far.lid} {width}x{lane}'
                    lines.append(f"[{port}]\t{said}")
            blocks.append("\n".join(lines))
        return "\n\n".join(blocks) + "\n"

    def ibnetdiscover_p(self) -> str:
        lines = []
        for node, ends in zip(self.nodes, self.ends(), strict=True):
            for port in range(node.ports, 0, -1):
                near, end = _port(node, port), ends[port - 1]
                if end is None:
                    lines.append(f"{near} 4x SDR {'':35}'{node.description}'")
                else:
                    _, far, far_port, width, lane = end
                    names = f"( '{node.description}' - '{far.description}' )"
                    lines.append(f"{near} {width}x {lane} - {_port(far, far_port)} {names}")
        return "\n".join(lines) + "\n"

    def iblinkinfo(self, *, on_one_line: bool = False, kinds: str = "SW CA") -> str:
        lines = []
        for node, ends in zip(self.nodes, self.ends(), strict=True):
            if node.kind not in kinds:
                continue
            if not on_one_line:
                guid = f"0x{node.guid:016x} " if node.kind == "SW" else ""
                lines.append(f"{'Switch' if node.kind == 'SW' else 'CA'}: {guid}{node.description}:")
            for port, end in enumerate(ends, start=1):
                start = ""
                if on_one_line:
                    start = f'0x{node.port_guid(port):016x} "{node.description:>30}" '
                elif node.kind == "CA":
                    start = f"      0x{node.port_guid(port):016x} "
                lines.append(f"{start}{node.port_lid(port):6} {port:4}[  ] =={_linked(end, on_one_line)}")
        return "\n".join(lines) + "\n"

    def opensm_subnet(self) -> str:
        lines = []
        for node, ends in zip(self.nodes, self.ends(), strict=True):
            for port, end in enumerate(ends, start=1):
                if end is not None:
                    _, far, far_port, width, lane = end
                    near = _half(node, port, f"{node.chip:04X}")
                    # The second half has the device id in the upper bytes, as OpenSM prints it.
                    other = _half(far, far_port, f"{far.chip:04X}0000")
                    lines.append(f"{near} {other} PHY={width}x LOG=ACT SPD={LANES[lane][1]}")
        return "\n".join(lines) + "\n"


def _id(node: Printed) -> str:
    return f"{'S' if node.kind == 'SW' else 'H'}-{node.guid:016x}"


def _port(node: Printed, port: int) -> str:
    return f"{node.kind} {node.port_lid(port):5} {port:2} 0x{node.port_guid(port):016x}"


def _linked(end: tuple[int, Printed, int, int, str] | None, on_one_line: bool) -> str:
    if end is None:
        return '(                Down/ Polling)==>             [  ] "" ( )'
    _, far, far_port, width, lane = end
    guid = f"0x{far.port_guid(far_port):016x} " if on_one_line else ""
    rate = f"{width:2}X {LANES[lane][0] + ' Gbps':>18}"
    at = f'{guid}{far.port_lid(far_port):6} {far_port:4}[  ] "{far.description}"'
    return f"({rate} Active/  LinkUp)==>  {at} (Could be 12X )"


def _half(node: Printed, port: int, chip: str) -> str:
    return (
        f"{{ {node.kind} Ports:{node.ports:02X} SystemGUID:{node.guid:016x} NodeGUID:{node.guid:016x} "
        f"PortGUID:{node.port_guid(port):016x} VenID:0002C9 DevID:{chip} Rev:000000A1 {{{node.description}}} "
        f"LID:{node.port_lid(port):04X} PN:{port:02X} }}"
    )


def two_rails(rate: str = "4xNDR") -> Subnet:
    """Return two leaves under a spine, two hosts of two adapters, and one of an adapter with two ports."""
    net = Subnet()
    leaves = [net.switch(f"MF0;leaf-{row}:MQM9700/U1") for row in (1, 2)]
    spine = net.switch("MF0;spine-1:MQM9700/U1")
    for leaf in leaves:
        for port in (7, 8):
            net.cable(leaf, port, spine, port if leaf == leaves[0] else port - 2, rate)
    for host in (1, 2):
        for rail, leaf in enumerate(leaves):
            net.cable(leaf, host, net.adapter(f"node{host} mlx5_{rail}"), 1, rate)
    old = net.adapter("store mlx4_0", ports=2)
    net.cable(leaves[0], 3, old, 1, rate="4xQDR")
    net.cable(leaves[1], 3, old, 2, rate="1xEDR")
    return net
