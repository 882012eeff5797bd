"""Dumps of forwarding tables, written the way the tools write them, read for the fabric of a small dump."""

import pytest
from dumps import read, small

from simcore.document.findings import Severity
from simcore.errors import FormatError
from simcore.formats import TablesRead, read_tables

LEAF, OTHER_LEAF, SPINE = "S-a1", "S-a2", "S-b1"
# LIDs of node1's and node2's adapters on the first rail (leaf-1) and on the second (leaf-2).
LIDS = {"node1/mlx5_0": 0x11, "node1/mlx5_1": 0x12, "node2/mlx5_0": 0x21, "node2/mlx5_1": 0x22}
# Port 1 and 2 of a leaf lead to node1 and node2, 33 to the spine, whose ports 1 and 3 lead to the leaves.
ROUTES = {
    (LEAF, "leaf-1"): {"node1/mlx5_0": 1, "node2/mlx5_0": 2, "node1/mlx5_1": 33, "node2/mlx5_1": 34},
    (OTHER_LEAF, "leaf-2"): {"node1/mlx5_1": 1, "node2/mlx5_1": 2, "node1/mlx5_0": 33, "node2/mlx5_0": 34},
    (SPINE, "spine-1"): {"node1/mlx5_0": 1, "node2/mlx5_0": 2, "node1/mlx5_1": 3, "node2/mlx5_1": 4},
}


def _ibroute(routes: dict[tuple[str, str], dict[str, int]] = ROUTES) -> str:
    """Write tables as ``ibroute`` does: a header, a line a LID, and a count."""
    lines = []
    for number, ((switch, name), ports) in enumerate(routes.items(), start=1):
        lines.append(
            f"Unicast lids [0x0-0x22] of switch Lid {number} guid 0x{int(switch[2:], 16):016x} "
            f"(MF0;{name}:MQM9700/U1):"
        )
        lines += ["  Lid  Out   Destination", "       Port     Info "]
        lines.append(
            f"0x{number:04x} 000 : (Switch portguid 0x00000000000000{number:02x}: 'MF0;{name}:MQM9700/U1')"
        )
        for adapter, port in ports.items():
            said = adapter.replace("/", " ")
            lines.append(
                f"0x{LIDS[adapter]:04x} {port:03d} : (Channel Adapter portguid 0x00000000000000e1: '{said}')"
            )
        lines.append(f"{len(ports) + 1} valid lids dumped ")
    return "\n".join(lines) + "\n"


def _opensm() -> str:
    """Write the same as OpenSM does into its file of tables."""
    text = _ibroute().replace(" : (", " # ").replace("')\n", "'\n").replace("valid lids", "lids")
    return "\n".join(line for line in text.split("\n") if not line.startswith("  ")).replace(
        "0x0-0x22", "0-34"
    )


def _read(text: str) -> TablesRead:
    return read_tables([("lfts.txt", text.encode())], read(small().text()).document)


def _routes(tables: TablesRead) -> dict[str, dict[str, str]]:
    return {table.switch: {each.destination: each.port for each in table.routes} for table in tables.tables}


def _said(tables: TablesRead, rule: str) -> list[str]:
    return [finding.says for finding in tables.findings if finding.rule == rule]


EXPECTED = {
    switch: {adapter: f"{switch}/p{port}" for adapter, port in ports.items()}
    for (switch, _), ports in ROUTES.items()
}


def _normal(tables: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
    """GUIDs written out in full or not are the same."""
    return {switch: dict(sorted(routes.items())) for switch, routes in tables.items()}


@pytest.mark.parametrize("text", [_ibroute(), _opensm()], ids=["ibroute", "opensm"])
def test_whole_tables_are_read_by_names_of_adapters_and_ports(text: str) -> None:
    tables = _read(text)
    assert tables.findings == ()
    assert _normal(_routes(tables)) == _normal(EXPECTED)


def test_switches_are_found_by_guid_where_they_have_another_name() -> None:
    dump = small().text()
    for guid in ("a1", "a2", "b1"):
        dump = dump.replace(f'"S-{guid}"', f'"S-{guid:0>16}"')
    text = _ibroute().replace("MF0;leaf-", "MF0;other-").replace("MF0;spine-", "MF0;another-")
    tables = read_tables([("lfts.txt", text.encode())], read(dump).document)
    assert set(_routes(tables)) == {"S-" + each.rjust(16, "0") for each in ("a1", "a2", "b1")}


def test_switches_are_found_by_name_where_the_guid_is_another() -> None:
    text = _ibroute().replace("00a1 (", "77a1 (").replace("00b1 (", "77b1 (")
    assert _normal(_routes(_read(text))) == _normal(EXPECTED)


def test_a_switch_that_the_fabric_does_not_have_is_told_with_its_line() -> None:
    more = {**ROUTES, ("S-c9", "leaf-9"): ROUTES[LEAF, "leaf-1"]}
    tables = _read(_ibroute(more))
    [says] = _said(tables, "tables.switch")
    assert "1 table of switches" in says
    assert "leaf-9" in says
    # Nine lines a table.
    assert "line 28" in says
    assert _normal(_routes(tables)) == _normal(EXPECTED)


def test_missing_tables_adapters_and_routes_are_told() -> None:
    routes = {each: dict(ports) for each, ports in ROUTES.items() if each[0] != OTHER_LEAF}
    for ports in routes.values():
        del ports["node2/mlx5_1"]
    del routes[SPINE, "spine-1"]["node1/mlx5_0"]
    says = _said(_read(_ibroute(routes)), "tables.missing")
    assert says == [
        f"1 switch of the fabric without a table ({OTHER_LEAF})",
        "1 adapter of the fabric to which no table leads (node2/mlx5_1)",
        f"1 route missing in tables that lead elsewhere ({SPINE} to node1/mlx5_0)",
    ]


def test_a_port_without_a_cable_is_told_and_its_route_left_out() -> None:
    routes = {each: dict(ports) for each, ports in ROUTES.items()}
    routes[LEAF, "leaf-1"]["node2/mlx5_1"] = 60
    tables = _read(_ibroute(routes))
    [says] = _said(tables, "tables.port")
    assert f"{LEAF}/p60" in says
    assert "node2/mlx5_1" not in _routes(tables)[LEAF]


def test_a_circle_is_an_error_with_the_switches_in_it() -> None:
    routes = {each: dict(ports) for each, ports in ROUTES.items()}
    routes[SPINE, "spine-1"]["node2/mlx5_1"] = 1  # back to the leaf that sends it to the spine
    [finding] = _read(_ibroute(routes)).findings
    assert (finding.rule, finding.severity) == ("tables.circle", Severity.ERROR)
    assert set(finding.objects) == {LEAF, SPINE}
    assert "node2/mlx5_1" in finding.says


def test_tables_without_names_of_destinations_are_of_no_use() -> None:
    head = "Unicast lids [0x0-0x22] of switch Lid 1 guid 0x00000000000000a1 (leaf-1):"
    text = f"{head}\n0x0011 001 : \n0x0012 033 : \n"
    tables = _read(text)
    assert [finding.severity for finding in tables.findings if finding.rule == "tables.nameless"] == [
        Severity.ERROR
    ]


def test_further_addresses_of_an_adapter_and_unknown_ones_are_left_out() -> None:
    text = _ibroute().replace(
        "5 valid lids dumped",
        "0x0023 034 : (path #1 out of 2: portguid 0xe1)\n"
        "0x0030 034 : (Channel Adapter portguid 0x00000000000000f1: 'guest mlx5_0')\n5 valid lids dumped",
    )
    tables = _read(text)
    [says] = _said(tables, "tables.destination")
    assert "guest mlx5_0" in says
    assert _normal(_routes(tables)) == _normal(EXPECTED)


def test_addresses_may_be_decimal() -> None:
    text = _ibroute()
    for lid in LIDS.values():
        text = text.replace(f"0x{lid:04x}", f"{lid:04d}")
    assert _routes(_read(text)) == _routes(_read(_ibroute()))


def test_lines_that_are_no_routes_are_counted() -> None:
    tables = _read("what is this\n" + _ibroute() + "and that\n")
    [says] = _said(tables, "line.unread")
    assert says.startswith("2 lines left out")


def test_a_file_without_a_table_is_refused() -> None:
    with pytest.raises(FormatError, match="holds no forwarding table"):
        _read("hello\n")
