"""What all exports have in common: no two names alike, no contradictions, no cell that computes."""

import csv
import io
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simcore.document.bill import bill_of
from simcore.document.catalogue import CABLE_TYPES
from simcore.document.fabric import Cable, Device, DeviceKind, DeviceType, FabricDocument, PortBlock
from simcore.errors import ExportRefusedError
from simcore.formats.writing import EXPORTS, write_files
from simcore.formats.writing.bill import bill_csv
from simcore.formats.writing.cells import csv_bytes
from simcore.formats.writing.plan import distinct, plan_of
from simcore.templates import TEMPLATES

SWITCH = DeviceType(id="sw", kind=DeviceKind.SWITCH, ports=(PortBlock(name="p", count=4, gbps=100),))
SERVER = DeviceType(id="srv", kind=DeviceKind.SERVER, ports=(PortBlock(name="nic", gbps=100),))


def fabric(*devices: Device, cables: tuple[Cable, ...] = ()) -> FabricDocument:
    return FabricDocument(name="hall", device_types=(SWITCH, SERVER), devices=devices, cables=cables)


def leaf_spine() -> FabricDocument:
    document, findings = TEMPLATES["leaf-spine"].make(
        {"leaves": 2, "spines": 2, "hosts_per_leaf": 2, "gpus_per_host": 1}
    )
    assert document is not None, findings
    return document


A, B, HOST = Device(id="a", type="sw"), Device(id="b", type="sw"), Device(id="h", type="srv")


@pytest.mark.parametrize("name", EXPORTS)
def test_the_same_fabric_gives_the_same_bytes(name):
    written = [write_files(EXPORTS[name], leaf_spine()) for _ in range(2)]
    assert written[0] == written[1]
    assert all(each.content and "/" not in each.name for each in written[0])


@pytest.mark.parametrize(
    ("document", "named"),
    [
        (fabric(), "no devices"),
        (fabric(A, A), "device a"),
        (fabric(A, Device(id="c", type="gone")), "gone"),
        (fabric(A, B, cables=(Cable(id="x", a="a/p1", b="c/p1"),)), "cable x"),
        (fabric(A, B, cables=(Cable(id="x", a="a/p1", b="b/p9"),)), "b/p9"),
        (fabric(A, cables=(Cable(id="x", a="a/p1", b="a/p2"),)), "cable x"),
        (
            fabric(A, B, cables=(Cable(id="x", a="a/p1", b="b/p1"), Cable(id="y", a="a/p2", b="b/p1"))),
            "port b/p1",
        ),
        (
            fabric(A, B, cables=(Cable(id="x", a="a/p1", b="b/p1"), Cable(id="x", a="a/p2", b="b/p2"))),
            "cable x",
        ),
    ],
)
@pytest.mark.parametrize("name", EXPORTS)
def test_a_fabric_that_contradicts_itself_is_refused_with_the_place(name, document, named):
    with pytest.raises(ExportRefusedError) as refused:
        write_files(EXPORTS[name], document)
    assert named in refused.value.reason
    assert refused.value.helps


def test_a_device_is_called_by_its_name_unless_another_answers_to_it():
    devices = (
        Device(id="S-1", type="sw", name="leaf-1"),
        Device(id="S-2", type="sw", name="twin"),
        Device(id="S-3", type="sw", name="Twin"),
        Device(id="S-4", type="sw", name="s-1"),
        Device(id="S-5", type="sw"),
    )
    assert plan_of(fabric(*devices)).labels() == ("leaf-1", "S-2", "S-3", "S-4", "S-5")


def test_the_tiers_of_a_plan_are_those_of_the_cabling():
    plan = plan_of(fabric(A, B, HOST, cables=(Cable(id="x", a="h/nic", b="a/p1"),)))
    assert [plan.tier_name(row) for row in range(3)] == ["leaf", "unconnected", "host"]


@given(
    st.lists(st.text(st.characters(codec="utf-8"), max_size=12), max_size=30),
    st.sampled_from([None, "A-Za-z0-9_-", "a-z"]),
    st.integers(min_value=8, max_value=12),
)
def test_words_are_made_different_short_and_of_allowed_characters(wanted, allowed, longest):
    found = distinct(wanted, allowed=allowed, longest=longest)
    assert len({each.casefold() for each in found}) == len(wanted)
    assert all(1 <= len(each) <= longest for each in found)
    if allowed == "A-Za-z0-9_-":
        assert all(re.fullmatch("[A-Za-z0-9_-]+", each) for each in found)


@given(st.lists(st.lists(st.text(st.characters(codec="utf-8")), min_size=2, max_size=2), max_size=5))
def test_no_cell_begins_like_a_formula_and_none_is_lost(rows):
    read = list(csv.reader(io.StringIO(csv_bytes(("a", "b"), rows).decode(), newline="")))
    assert len(read) == len(rows) + 1
    for given_row, row in zip(rows, read[1:], strict=True):
        assert len(row) == 2
        for given_cell, cell in zip(given_row, row, strict=True):
            assert not cell.lstrip().startswith(("=", "+", "-", "@", "\t", "\r"))
            assert len(cell) in (len(given_cell), len(given_cell) + 1)


WORDS = st.text(st.characters(codec="utf-8"), max_size=6)
IDS = st.text(st.characters(codec="utf-8", exclude_characters="/"), min_size=1, max_size=6).filter(
    lambda each: re.fullmatch(r"[^\s/]+", each)
)
FIGURES = st.none() | st.floats(min_value=0, exclude_min=True, allow_infinity=False) | st.just(400.0)


@st.composite
def fabrics(draw):
    """Draw a fabric without contradictions: any names, any figures, any cables between free ports."""
    blocks = st.lists(st.tuples(IDS, st.integers(1, 3), FIGURES), max_size=3, unique_by=lambda each: each[0])
    types = [
        DeviceType(
            id=each,
            kind=draw(st.sampled_from(DeviceKind)),
            name=draw(WORDS),
            ports=tuple(PortBlock(name=name, count=count, gbps=gbps) for name, count, gbps in draw(blocks)),
            gpus=draw(st.integers(0, 8)),
        )
        for each in draw(st.lists(IDS, min_size=1, max_size=3, unique=True))
    ]
    devices = [
        Device(id=each, type=draw(st.sampled_from(types)).id, name=draw(WORDS), group=draw(st.none() | WORDS),
               tags=tuple(draw(st.lists(WORDS, max_size=2))))
        for each in draw(st.lists(IDS, min_size=1, max_size=6, unique=True))
    ]  # fmt: skip
    named = {each.id: each for each in types}
    free = {
        device.id: list(
            dict.fromkeys(port for block in named[device.type].ports for port in block.port_names())
        )
        for device in devices
    }
    cables = []
    for number in range(draw(st.integers(0, 8))):
        ends = [each for each in free if free[each]]
        if len(ends) < 2:
            break
        a, b = draw(st.permutations(ends))[:2]
        cables.append(
            Cable(
                id=f"c{number}",
                a=f"{a}/{free[a].pop()}",
                b=f"{b}/{free[b].pop()}",
                gbps=draw(FIGURES),
                length_m=draw(FIGURES),
                medium=draw(st.sampled_from([None, "gone", *CABLE_TYPES])),
            )
        )
    return FabricDocument(
        name=draw(WORDS), device_types=tuple(types), devices=tuple(devices), cables=tuple(cables)
    )


@settings(max_examples=settings().max_examples // 2)
@given(fabrics())
def test_any_fabric_is_written_or_refused_with_a_reason_and_has_a_bill(document):
    for export in EXPORTS.values():
        try:
            written = write_files(export, document)
        except ExportRefusedError as refused:
            assert refused.reason and refused.helps, export.name
        else:
            assert len({each.name for each in written}) == len(written) > 0
            assert all(re.fullmatch(r"[^/\\\0.][^/\\\0]*", each.name) for each in written), export.name
    bill = bill_of(document)
    assert bill.total.count >= len(document.devices)
    assert bill_csv(bill)
