"""A larger file of each format, 10 to 80 kB: what takes time shows in these before it shows in small ones."""

import json
from functools import cache

from simcore.formats.writing import EXPORTS, write_files
from simcore.templates import TEMPLATES
from tests.simcore.formats.subnets import Subnet

LEAVES, SPINES, HOSTS = 8, 4, 8
# Which file of an export is one of the format of the same name.
WRITTEN = {
    "ibnetdiscover": ("ibnetdiscover", 0),
    "slurm": ("slurm-yaml", 0),
    "hpcc": ("hpcc", 0),
    "htsim": ("htsim", 0),
    "graphml": ("graphml", 0),
    "node-link": ("node-link", 0),
    "topology-dot": ("topology-dot", 0),
    "containerlab": ("containerlab", 0),
    "netbox": ("netbox", 2),
    "cable-list": ("schedule-csv", 0),
}
PAIRS = [(f"leaf{leaf}", f"spine{spine}") for leaf in range(40) for spine in range(8)]


@cache
def large(name: str) -> str:
    """Return the larger file of a format."""
    if name in WRITTEN:
        export, row = WRITTEN[name]
        return write_files(EXPORTS[export], _leaf_spine())[row].content.decode()
    return {
        "ibnetdiscover-p": lambda: _subnet().ibnetdiscover_p(),
        "iblinkinfo": lambda: _subnet().iblinkinfo(on_one_line=True),
        "opensm-subnet": lambda: _subnet().opensm_subnet(),
        "simai": _simai,
        "astra-network": _astra,
        "nccl-topology": _nccl,
        "sonic-config": _sonic,
        "sonic-minigraph": _minigraph,
        "air": _air,
        "lldp": _lldp,
        "avd": lambda: _rows(
            "Node Type,Node,Node Interface,Peer Type,Peer Node,Peer Interface,Node Interface Enabled",
            "l3leaf,{a},Ethernet{n},spine,{b},Ethernet{n},True",
        ),
        "sonic-lab": lambda: _rows(
            "StartDevice,StartPort,EndDevice,EndPort,BandWidth,VlanID,VlanMode",
            "{a},Ethernet{n},{b},Ethernet{n},40000,1681,Access",
        ),
    }[name]()


def _leaf_spine():
    document, findings = TEMPLATES["leaf-spine"].make(
        {"leaves": LEAVES, "spines": SPINES, "hosts_per_leaf": HOSTS, "gpus_per_host": 8}
    )
    assert document is not None, findings
    return document


def _subnet() -> Subnet:
    net = Subnet()
    spines = [net.switch(f"MF0;spine{row}:MQM9700/U1", ports=64) for row in range(SPINES)]
    for row in range(LEAVES):
        leaf = net.switch(f"MF0;leaf{row}:MQM9700/U1", ports=64)
        for at, spine in enumerate(spines, start=1):
            net.cable(leaf, at, spine, row + 1)
        for at in range(HOSTS):
            net.cable(net.adapter(f"node{row}{at} mlx5_0"), 1, leaf, SPINES + 1 + at)
    return net


def _rows(head: str, row: str) -> str:
    return "\n".join([head, *(row.format(a=a, b=b, n=n) for n, (a, b) in enumerate(PAIRS))]) + "\n"


def _simai() -> str:
    gpus, switches = 256, 40
    links = [f"{gpu} {gpus + gpu // 8} 2880Gbps 0.000025ms 0" for gpu in range(gpus)]
    links += [f"{gpu} {gpus + 32 + gpu % 8} 400Gbps 0.0005ms 0" for gpu in range(gpus)]
    ids = " ".join(str(gpus + row) for row in range(switches))
    return "\n".join([f"{gpus + switches} 8 32 8 {len(links)} H100", ids, *links]) + "\n"


def _astra() -> str:
    return (
        "topology: [ Switch, Ring, FullyConnected ]\nnpus_count: [ 8, 32, 8 ]\n"
        "bandwidth: [ 400.0, 50.0, 12.5 ]\nlatency: [ 936.25, 500.0, 500 ]\n"
    )


def _nccl() -> str:
    parts = [
        f'<pci busid="0000:{row:02x}:00.0" class="0x030200" link_speed="16 GT/s" link_width="16">'
        f'<gpu dev="{row}" sm="80" rank="{row}" gdr="1">'
        + "".join(f'<nvlink target="0000:c{n}:00.0" count="2" tclass="0x068000"/>' for n in range(6))
        + f'</gpu></pci>\n<pci busid="0001:{row:02x}:00.0" class="0x020700" link_speed="16 GT/s" '
        f'link_width="16"><nic><net name="mlx5_{row}" dev="{row}" speed="200000" port="1"/></nic></pci>\n'
        for row in range(32)
    ]
    return f'<system version="1">\n<cpu numaid="0" affinity="ff">\n{"".join(parts)}</cpu>\n</system>\n'


def _sonic() -> str:
    ports = {f"Ethernet{4 * row}": row for row in range(256)}
    return json.dumps(
        {
            "DEVICE_METADATA": {"localhost": {"hostname": "leaf1", "hwsku": "ACME-256"}},
            "PORT": {name: {"alias": f"Eth1/{row}", "speed": "100000"} for name, row in ports.items()},
            "DEVICE_NEIGHBOR": {
                name: {"name": f"spine{row}", "port": "Ethernet8"} for name, row in ports.items()
            },
        },
        indent=1,
    )


def _minigraph() -> str:
    links = "".join(
        "<DeviceLinkBase>\n<ElementType>DeviceInterfaceLink</ElementType>\n"
        f"<StartDevice>{a}</StartDevice><StartPort>Eth{n}</StartPort>\n"
        f"<EndDevice>{b}</EndDevice><EndPort>Eth{n}</EndPort><Bandwidth>100000</Bandwidth>\n</DeviceLinkBase>\n"
        for n, (a, b) in enumerate(PAIRS)
    )
    return (
        '<DeviceMiniGraph xmlns="Microsoft.Search.Autopilot.Evolution">\n<PngDec>\n<DeviceInterfaceLinks>\n'
        f"{links}</DeviceInterfaceLinks>\n</PngDec>\n<Hostname>leaf1</Hostname>\n</DeviceMiniGraph>\n"
    )


def _air() -> str:
    links = [
        [{"node": a, "interface": f"swp{n}"}, {"node": b, "interface": f"swp{n}"} if n % 3 else "unconnected"]
        for n, (a, b) in enumerate(PAIRS)
    ]
    nodes = {name: {"os": "generic/switch", "cpu": 2} for pair in PAIRS for name in pair}
    return json.dumps(
        {"format": "JSON", "title": "lab", "content": {"nodes": nodes, "links": links}}, indent=1
    )


def _lldp() -> str:
    seen = [
        {
            f"swp{n}": {
                "via": "LLDP",
                "chassis": {
                    f"host{n // 3}": {"id": {"type": "mac", "value": f"02:00:00:00:{n // 256:02x}:01"}}
                },
                "port": {"id": {"type": "ifname", "value": f"eth{n}"}, "descr": f"eth{n}"},
            }
        }
        for n in range(250)
    ]
    return json.dumps({"lldp": {"interface": seen}}, indent=1)
