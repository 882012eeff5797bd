"""Dumps written the way ibnetdiscover writes them, and what to ask of their reading."""

from dataclasses import dataclass, field

from simcore.document.findings import Finding
from simcore.formats import Reading, read_files

GLANCE = {"format", "switches", "hosts", "adapters", "links", "links_by_gbps", "tiers"}
AGGREGATION_NODE = "Mellanox Technologies Aggregation Node"


@dataclass
class Subnet:
    """Writes a dump the way the tool does: a block a node, each cable from both ends."""

    blocks: dict[str, list[str]] = field(default_factory=dict)
    described: dict[str, str] = field(default_factory=dict)

    def switch(
        self, guid: str, name: str, ports: int = 65, chip: str = "d2f2", model: str = "MQM9700"
    ) -> str:
        node = f"S-{guid}"
        self.described[node] = f"MF0;{name}:{model}/U1"
        self.blocks[node] = [
            "vendid=0x2c9",
            f"devid=0x{chip}",
            f"sysimgguid=0x{guid}",
            f"switchguid=0x{guid}({guid})",
            f'Switch\t{ports} "{node}"\t\t# "{self.described[node]}" enhanced port 0 lid 7 lmc 0',
        ]
        return node

    def adapter(self, guid: str, description: str, system: str = "", ports: int = 1) -> str:
        node = f"H-{guid}"
        self.described[node] = description
        self.blocks[node] = [
            "vendid=0x2c9",
            "devid=0x1021",
            f"sysimgguid=0x{system or guid}",
            f"caguid=0x{guid}",
            f'Ca\t{ports} "{node}"\t\t# "{description}"',
        ]
        return node

    def cable(self, a: str, a_port: int, b: str, b_port: int, rate: str = "4xNDR") -> None:
        self.line(a, a_port, b, b_port, rate)
        self.line(b, b_port, a, a_port, rate)

    def line(self, a: str, a_port: int, b: str, b_port: int, rate: str = "4xNDR") -> None:
        """Add the line of one end alone."""
        described = self.described.get(b, "")
        if a.startswith("S"):
            text = f'[{a_port}]\t"{b}"[{b_port}]({b[2:]}) \t\t# "{described}" lid 9 {rate}'
        else:
            text = f'[{a_port}]({a[2:]}) \t"{b}"[{b_port}]\t\t# lid 9 lmc 0 "{described}" lid 7 {rate}'
        self.blocks[a].append(text)

    def text(self) -> str:
        head = "#\n# Topology file: generated on Mon Jan  1 00:00:00 2024\n#\n\n"
        return head + "\n\n".join("\n".join(lines) for lines in self.blocks.values()) + "\n\n"


def small() -> Subnet:
    """Return two leaves under one spine with two hosts of two adapters, one on each leaf; ANs in all."""
    net = Subnet()
    leaves = [net.switch(f"a{row}", f"leaf-{row}") for row in (1, 2)]
    spine = net.switch("b1", "spine-1")
    for row, switch in enumerate((*leaves, spine)):
        inside = net.adapter(f"c{row}", AGGREGATION_NODE, system=switch[2:])
        net.cable(switch, 65, inside, 1)
    for host in (1, 2):
        for rail, leaf in enumerate(leaves):
            net.cable(leaf, host, net.adapter(f"e{host}{rail}", f"node{host} mlx5_{rail}"), 1)
    for row, leaf in enumerate(leaves):
        for parallel in (0, 1):
            net.cable(leaf, 33 + parallel, spine, 1 + 2 * row + parallel)
    return net


def read(text: str | bytes) -> Reading:
    return read_files([("dump.out", text.encode() if isinstance(text, str) else text)])


def said(reading: Reading, rule: str) -> list[Finding]:
    return [finding for finding in reading.findings if finding.rule == rule]


def line_of(text: str, words: str) -> int:
    return next(number for number, line in enumerate(text.split("\n"), start=1) if words in line)


def facts(reading: Reading) -> dict[str, object]:
    """Return the facts that a dump's text has at a glance; test_facts asks for the others."""
    return {key: value for key, value in reading.facts.items() if key in GLANCE}
