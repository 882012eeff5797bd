"""A small ibnetdiscover dump, written out by rule: leaves on all spines, one adapter a rail."""

from collections.abc import Iterator

RAILS = 2
UNITS = 2
HOSTS_PER_UNIT = 3
SPINES = 2
LEAVES = RAILS * UNITS
PORTS = 64
END = "lid 9 4xNDR"  # every cable: four lanes of 100 Gb/s
AGGREGATION_NODE = "Mellanox Technologies Aggregation Node"


def _leaf(row: int) -> str:
    return f"S-{0x2C00_0000_0000_1000 + row:016x}"


def _spine(row: int) -> str:
    return f"S-{0x2C00_0000_0000_2000 + row:016x}"


def _adapter(host: int, rail: int) -> str:
    return f"H-{0xE0_0000_0000_3000 + host * RAILS + rail:016x}"


def _aggregation_node(row: int) -> str:
    return f"H-{0x2C00_0000_0000_4000 + row:016x}"


def _host(host: int) -> str:
    return f"node-{host + 1:02d}"


def _switch_name(row: int) -> str:
    return (
        f"MF0;leaf-{row + 1:02d}:MQM9700/U1"
        if row < LEAVES
        else f"MF0;spine-{row - LEAVES + 1:02d}:MQM9700/U1"
    )


def _switch(row: int) -> Iterator[str]:
    guid = (_leaf(row) if row < LEAVES else _spine(row - LEAVES))[2:]
    yield f"vendid=0x2c9\ndevid=0xd2f2\nsysimgguid=0x{guid}\nswitchguid=0x{guid}({guid})"
    yield f'Switch\t{PORTS + 1} "S-{guid}"\t\t# "{_switch_name(row)}" enhanced port 0 lid {row + 1} lmc 0'
    if row < LEAVES:
        unit, rail = divmod(row, RAILS)
        for place in range(HOSTS_PER_UNIT):
            host = unit * HOSTS_PER_UNIT + place
            guid_of = _adapter(host, rail)
            yield f'[{place + 1}]\t"{guid_of}"[1]({guid_of[2:]}) \t\t# "{_host(host)} mlx5_{rail}" {END}'
        for spine in range(SPINES):
            yield f'[{32 + spine}]\t"{_spine(spine)}"[{row + 1}]\t\t# "{_switch_name(LEAVES + spine)}" {END}'
    else:
        for leaf in range(LEAVES):
            yield f'[{leaf + 1}]\t"{_leaf(leaf)}"[{32 + row - LEAVES}]\t\t# "{_switch_name(leaf)}" {END}'
    node = _aggregation_node(row)
    yield f'[{PORTS + 1}]\t"{node}"[1]({node[2:]}) \t\t# "{AGGREGATION_NODE}" {END}'
    yield ""


def _channel_adapters() -> Iterator[str]:
    for host in range(UNITS * HOSTS_PER_UNIT):
        for rail in range(RAILS):
            guid = _adapter(host, rail)
            leaf = host // HOSTS_PER_UNIT * RAILS + rail
            yield f"vendid=0x2c9\ndevid=0x1021\nsysimgguid=0x{guid[2:]}\ncaguid=0x{guid[2:]}"
            yield f'Ca\t1 "{guid}"\t\t# "{_host(host)} mlx5_{rail}"'
            yield (
                f'[1]({guid[2:]}) \t"{_leaf(leaf)}"[{host % HOSTS_PER_UNIT + 1}]\t\t'
                f'# lid 9 lmc 0 "{_switch_name(leaf)}" {END}\n'
            )
    for row in range(LEAVES + SPINES):
        guid, switch = _aggregation_node(row), _leaf(row) if row < LEAVES else _spine(row - LEAVES)
        yield f"vendid=0x2c9\ndevid=0xcf09\nsysimgguid=0x{switch[2:]}\ncaguid=0x{guid[2:]}"
        yield f'Ca\t1 "{guid}"\t\t# "{AGGREGATION_NODE}"'
        yield f'[1]({guid[2:]}) \t"{switch}"[{PORTS + 1}]\t\t# lid 9 lmc 0 "{_switch_name(row)}" {END}\n'


def small_dump() -> str:
    """Return the dump: 4 leaves, 2 spines, 6 hosts of 2 adapters, 20 cables of 400 Gb/s."""
    lines = ["#", "# Topology file: written by hand for a test", "#", ""]
    for row in range(LEAVES + SPINES):
        lines += _switch(row)
    lines += _channel_adapters()
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    print(small_dump(), end="")
