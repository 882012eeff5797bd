"""The cable schedule, read back by openpyxl and the csv module: ends, connectors, counts and lengths."""

import csv
import io
from time import process_time

from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import load_workbook

from simcore.document.catalogue import CABLE_TYPES
from simcore.document.fabric import Cable, Device, DeviceKind, DeviceType, FabricDocument, PortBlock
from simcore.formats.writing import EXPORTS, write_files
from simcore.formats.writing.workbook import Column, Sheet, xlsx_bytes
from simcore.templates import TEMPLATES

SWITCH = DeviceType(id="sw", kind=DeviceKind.SWITCH, ports=(PortBlock(name="p", count=8, gbps=400),))
SERVER = DeviceType(
    id="srv", kind=DeviceKind.SERVER, ports=(PortBlock(name="n1", gbps=400), PortBlock(name="n2"))
)
# One with two different ends, the switch's first, two cables a piece.
SPLITTER = CABLE_TYPES["MCP7Y00"]


def hall() -> FabricDocument:
    """Return two servers below a leaf below a spine; the ends of the second cable are given upside down."""
    return FabricDocument(
        device_types=(SWITCH, SERVER),
        devices=(
            Device(id="S-1", type="sw", name="leaf-1", group="row 7"),
            Device(id="S-2", type="sw", name="=spine"),
            Device(id="h1", type="srv"),
            Device(id="h2", type="srv"),
        ),
        cables=(
            Cable(id="c1", a="h1/n1", b="S-1/p1", length_m=2, medium=SPLITTER.id),
            Cable(id="c2", a="S-1/p2", b="h1/n2", gbps=400, length_m=2, medium=SPLITTER.id),
            Cable(id="c3", a="h2/n1", b="S-1/p3", length_m=2, medium=SPLITTER.id),
            Cable(id="c4", a="S-1/p4", b="S-2/p1", length_m=12.5),
            Cable(id="c5", a="h2/n2", b="S-1/p5"),
        ),
    )


def as_csv(document: FabricDocument) -> dict[str, list[dict[str, str]]]:
    files = write_files(EXPORTS["schedule-csv"], document)
    return {each.name: list(csv.DictReader(io.StringIO(each.content.decode()))) for each in files}


def as_xlsx(content: bytes) -> dict[str, list[tuple]]:
    book = load_workbook(io.BytesIO(content))
    return {sheet.title: [tuple(row) for row in sheet.iter_rows(values_only=True)] for sheet in book}


def test_a_cable_is_listed_with_both_ends():
    first, *_, fourth, _ = as_csv(hall())["cables.csv"]
    assert (first["from_device"], first["from_role"], first["from_port"]) == ("h1", "host", "n1")
    assert (first["to_device"], first["to_role"], first["to_group"], first["to_port"]) == (
        "leaf-1", "leaf", "row 7", "p1",
    )  # fmt: skip
    assert (first["speed_gbps"], first["length_m"], first["medium"]) == ("400", "2", "passive-copper")
    assert (fourth["to_device"], fourth["part"], fourth["length_m"]) == ("'=spine", "", "12.5")


def test_each_end_has_its_own_connector_whichever_end_is_given_first():
    switch_side, host_side = SPLITTER.connector.split(" – ")
    first, second, *_ = as_csv(hall())["cables.csv"]
    assert (first["from_connector"], first["to_connector"]) == (host_side, switch_side)
    assert (second["from_connector"], second["to_connector"]) == (switch_side, host_side)


def test_alike_cables_are_counted_with_their_pieces_and_lengths():
    rows = [
        (each["between"], each["part"], each["speed_gbps"], each["length_m"], each["cables"], each["pieces"])
        for each in as_csv(hall())["counts.csv"]
    ]
    assert rows == [
        ("host – leaf", "", "", "", "1", "1"),
        ("host – leaf", "MCP7Y00", "400", "2", "3", "2"),
        ("leaf – spine", "", "400", "12.5", "1", "1"),
    ]
    assert [each["total_length_m"] for each in as_csv(hall())["counts.csv"]] == ["", "6", "12.5"]


def test_devices_tell_how_many_of_their_ports_are_cabled():
    rows = {each["id"]: (each["ports"], each["cabled"]) for each in as_csv(hall())["devices.csv"]}
    assert rows == {"S-1": ("8", "5"), "S-2": ("8", "1"), "h1": ("2", "2"), "h2": ("2", "2")}


def test_the_workbook_says_the_same_as_the_tables_with_numbers_as_numbers_and_names_as_they_are():
    (file,) = write_files(EXPORTS["schedule-xlsx"], hall())
    sheets = as_xlsx(file.content)
    for name, rows in as_csv(hall()).items():
        header, *found = sheets[name.removesuffix(".csv").capitalize()]
        assert list(header) == list(rows[0])
        for row, wanted in zip(found, rows, strict=True):
            assert ["" if each is None else str(each) for each in row] == [
                cell.removeprefix("'") for cell in wanted.values()
            ]
    assert sheets["Cables"][4][6] == "=spine"
    assert isinstance(sheets["Cables"][4][12], float)


# No white space, which is made one kind of blank, and nothing that cannot be shown.
SHOWN = st.characters(codec="utf-8", exclude_categories=("Cc", "Cf", "Cn", "Co", "Zs", "Zl", "Zp"))


@settings(max_examples=60)
@given(st.lists(st.text(SHOWN), max_size=8))
def test_no_cell_of_a_workbook_is_a_formula_and_none_is_lost(texts):
    content = xlsx_bytes([Sheet("Table", (Column("a"), Column("b")), [(each, 1.5) for each in texts])])
    (sheet,) = load_workbook(io.BytesIO(content))
    found = list(sheet.iter_rows(min_row=2))
    assert [(row[0].value or "", row[1].value) for row in found] == [(each, 1.5) for each in texts]
    assert all(row[0].data_type in "sn" for row in found)


def test_a_workbook_of_many_columns_is_read_back_whole():
    """Columns beyond Z have two letters."""
    row = tuple(range(60))
    sheets = as_xlsx(xlsx_bytes([Sheet("Wide", [Column(f"c{number}") for number in row], [row])]))
    assert sheets["Wide"][1] == row


def test_a_schedule_of_50_000_cables_takes_less_than_5_seconds():
    document, _ = TEMPLATES["leaf-spine"].make({"leaves": 250, "spines": 100, "hosts_per_leaf": 100})
    assert len(document.cables) == 50_000
    began = process_time()
    (file,) = write_files(EXPORTS["schedule-xlsx"], document)
    assert process_time() - began < 5
    assert len(file.content) > 100_000
