"""The catalogue: every figure has a source, and the figures are those of the sources."""

import re

import pytest

from simcore.document.catalogue import (
    ADAPTER_TYPES,
    CABLE_TYPES,
    DEVICE_TYPES,
    SERVERS,
    SWITCHES,
    AdapterType,
    type_of_model,
)
from simcore.document.fabric import CableType, DeviceKind, DeviceType, Medium

ALL = [*DEVICE_TYPES.values(), *CABLE_TYPES.values(), *ADAPTER_TYPES.values()]


def test_no_id_is_given_twice():
    assert len(DEVICE_TYPES) == len(SWITCHES) + len(SERVERS)
    assert len({each.id for each in ALL}) == len(ALL)


# What a source is known by: an address, or a standard or document that has a number.
DOCUMENT = re.compile(
    r"\b[a-z0-9-]+(\.[a-z]+)+/|IEEE 802\.3|DU-\d{5}|SHARP Rev|docs/model/|DeepSeek-AI, ISCA"
)
CLAUSE = re.compile(
    r"(?:^|\. )((?:GPUs|Ports|Speed|Connector|Length|Power|Height|Latency|Aggregation)"
    r"(?:, (?:ports|speed|connector|length|power|height|price))*): "
)


def clauses(source: str) -> dict[str, str]:
    """What a source says of each figure, by the figure's name in small letters."""
    parts = CLAUSE.split(source)
    assert not parts[0]
    names, texts = parts[1::2], parts[2::2]
    return {name: text for each, text in zip(names, texts, strict=True) for name in each.lower().split(", ")}


def figures(each: DeviceType | CableType | AdapterType) -> set[str]:
    """The figures that an entry has."""
    known = {"power"} if each.power_w is not None else set()
    if isinstance(each, CableType):
        return known | {"speed", "connector", "length"}
    known |= {"ports", "latency"}
    if isinstance(each, DeviceType):
        known |= {"height"} if each.rack_units is not None else set()
        known |= {"aggregation"} if each.kind is DeviceKind.SWITCH else {"gpus"}
    return known


@pytest.mark.parametrize("each", ALL, ids=lambda each: each.id)
def test_every_figure_has_a_document_or_is_called_an_assumption(each):
    told = clauses(each.source)
    assert figures(each) <= set(told)
    for name, text in told.items():
        assert DOCUMENT.search(text) or "assumption" in text or text.startswith("none, "), name


@pytest.mark.parametrize("each", [each for each in SERVERS if each.scale_up], ids=lambda each: each.id)
def test_what_is_known_of_the_inside_of_a_server_has_a_document(each):
    assert each.scale_up is not None
    assert re.search(r"issue \d+|NVIDIA A100|docs\.nvidia\.com|as a DGX", each.scale_up.source)
    assert each.gpus > 1


# Data sheets: of all GPUs, both directions, TB/s.
@pytest.mark.parametrize(
    ("name", "together"), [("DGX-A100", 4.8), ("DGX-H100", 7.2), ("DGX-B200", 14.4), ("GB200-NVL72", 130.0)]
)
def test_the_gpus_of_a_server_are_joined_as_its_data_sheet_says(name: str, together: float):
    server = DEVICE_TYPES[name]
    assert server.scale_up is not None
    assert server.gpus * 2 * server.scale_up.gbps / 8e3 == pytest.approx(together, rel=0.01)


@pytest.mark.parametrize("each", ALL, ids=lambda each: each.id)
def test_every_price_is_a_band_with_its_basis(each):
    if each.price_usd is not None:
        assert "assumption" in each.price_usd.basis or re.search("ISCA|price sheet", each.price_usd.basis)
        assert 0 < each.price_usd.low <= each.price_usd.high


def test_a_figure_without_a_document_is_found_out():
    assert clauses("Ports: 64. Power: assumption, 7 W.") == {"ports": "64", "power": "assumption, 7 W."}
    assert not DOCUMENT.search("64")


@pytest.mark.parametrize("each", list(DEVICE_TYPES.values()), ids=lambda each: each.id)
def test_the_latency_of_every_device_is_a_figure_or_told_to_be_that_of_the_fabric(each):
    assert "Latency: " in each.source
    assert (each.latency_ns is None) == ("that of the fabric" in each.source)


@pytest.mark.parametrize(
    ("name", "gpus", "gbps"),
    [  # GPUs, and what all compute adapters carry, as the makers' pages say
        ("DGX-A100", 8, 1600),
        ("HGX-A100", 8, 1600),
        ("DGX-H100", 8, 3200),
        ("DGX-B200", 8, 3200),
        ("GB200-tray", 4, 1600),
        ("GB200-NVL72", 72, 28_800),
        ("MI300X-8", 8, 3200),
        ("p4d.24xlarge", 8, 400),
        ("p5.48xlarge", 8, 3200),
        ("ND-A100-v4", 8, 1600),
        ("ND-H100-v5", 8, 3200),
        ("a3-highgpu-8g", 8, 800),
        ("a3-megagpu-8g", 8, 1600),
        ("a3-ultragpu-8g", 8, 3200),
    ],
)
def test_a_server_has_the_gpus_and_the_bandwidth_of_its_data_sheet(name: str, gpus: int, gbps: float):
    server = DEVICE_TYPES[name]
    assert server.kind is DeviceKind.SERVER
    assert server.gpus == gpus
    assert sum(block.count * block.gbps for block in server.ports) == gbps


@pytest.mark.parametrize(
    ("name", "tbps"),
    [  # switching capacity in one direction, as the makers' pages say
        ("QM8700", 8.0),
        ("QM9700", 25.6),
        ("Q3400-RA", 115.2),
        ("ethernet-32x100", 3.2),
        ("ethernet-64x400", 25.6),
        ("ethernet-64x800", 51.2),
        ("SN5400", 25.6),
        ("SN5600", 51.2),
        ("SN5600-64x800", 51.2),
    ],
)
def test_the_ports_of_a_switch_add_up_to_the_capacity_of_its_chip(name: str, tbps: float):
    assert sum(block.count * block.gbps for block in DEVICE_TYPES[name].ports) == pytest.approx(1000 * tbps)


@pytest.mark.parametrize(
    ("gbps", "media"),
    [
        (100.0, {Medium.PASSIVE_COPPER, Medium.MULTIMODE, Medium.SINGLEMODE}),
        (200.0, {Medium.PASSIVE_COPPER, Medium.ACTIVE_OPTICAL, Medium.MULTIMODE, Medium.SINGLEMODE}),
        (400.0, set(Medium)),
        (800.0, {Medium.PASSIVE_COPPER, Medium.MULTIMODE, Medium.SINGLEMODE}),
    ],
)
def test_every_speed_has_copper_and_glass(gbps: float, media: set[Medium]):
    assert {each.medium for each in CABLE_TYPES.values() if each.gbps == gbps} == media


@pytest.mark.parametrize(
    "name", ["ConnectX-6", "ConnectX-7", "ConnectX-8", "BlueField-3", "Thor-2", "EFA-100"]
)
def test_the_adapters_of_today_are_there(name: str):
    assert ADAPTER_TYPES[name].ports[0].gbps


def test_glass_reaches_further_than_copper_and_single_mode_furthest():
    def reach(*media: Medium) -> list[float]:
        return [each.max_length_m for each in CABLE_TYPES.values() if each.medium in media]

    copper = reach(Medium.PASSIVE_COPPER, Medium.ACTIVE_COPPER)
    assert max(copper) <= min(reach(Medium.MULTIMODE, Medium.ACTIVE_OPTICAL))
    assert max(reach(Medium.MULTIMODE)) <= min(reach(Medium.SINGLEMODE))


@pytest.mark.parametrize(
    ("model", "meant"),
    [
        ("MQM9700-NS2F", "QM9700"),
        ("QM8700", "QM8700"),
        ("mqm8700-hs2r", "QM8700"),
        ("MSN5600-CS2FC", "SN5600"),
        ("MQM9790-NS2F", "QM9700"),
        ("MQM9701", "QM9700"),
        ("DGX H100", "DGX-H100"),
        ("QM", None),
        ("Arista DCS-7060", None),
        ("", None),
    ],
)
def test_a_makers_model_name_finds_its_type(model: str, meant: str | None):
    found = type_of_model(model)
    assert (found and found.id) == meant
