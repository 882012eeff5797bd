"""The bill of materials: counts, prices, power and rack units of small fabrics, added up by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from simcore.document.bill import Bill, bill_of
from simcore.document.fabric import (
    Cable,
    CableType,
    Device,
    DeviceKind,
    DeviceType,
    FabricDocument,
    Medium,
    PortBlock,
    PriceBand,
)
from simcore.document.prices import Price, PriceList
from simcore.templates import TEMPLATES

SWITCH = DeviceType(
    id="sw",
    kind=DeviceKind.SWITCH,
    ports=(PortBlock(name="p", count=8, gbps=400),),
    power_w=1000,
    rack_units=1,
    price_usd=PriceBand(low=20_000, high=30_000),
)
SERVER = DeviceType(
    id="srv",
    kind=DeviceKind.SERVER,
    ports=(PortBlock(name="n1", gbps=400), PortBlock(name="n2")),
    rack_units=8,
)
TWIN = CableType(
    id="twin",
    medium=Medium.MULTIMODE,
    gbps=400,
    links=2,
    max_length_m=50,
    power_w=30,
    price_usd=PriceBand(low=900, high=1100),
)


def hall(**changes) -> FabricDocument:
    """Return a leaf below a spine, two servers of one cable each: 2 + 2 cables, one speed unknown."""
    given_ = {
        "device_types": (SWITCH, SERVER),
        "devices": (
            Device(id="leaf", type="sw"),
            Device(id="spine", type="sw"),
            Device(id="h1", type="srv"),
            Device(id="h2", type="srv"),
        ),
        "cables": (
            Cable(id="c1", a="h1/n1", b="leaf/p1", length_m=2),
            Cable(id="c2", a="h2/n2", b="leaf/p2"),
            Cable(id="c3", a="leaf/p3", b="spine/p1", medium="twin", length_m=10),
            Cable(id="c4", a="leaf/p4", b="spine/p2", medium="twin", length_m=12.5),
        ),
    }
    return FabricDocument(**{**given_, **changes})


def bill(document: FabricDocument, prices: PriceList | None = None) -> Bill:
    return bill_of(document, prices=prices or PriceList(), cable_types={"twin": TWIN})


def test_lines_go_from_the_hosts_upwards_with_the_cables_between():
    lines = bill(hall()).lines
    assert [(each.place, each.part, each.count, each.links) for each in lines] == [
        ("host", "srv", 2, None),
        ("host – leaf", "cable", 1, 1),
        ("host – leaf", "cable-400", 1, 1),
        ("leaf", "sw", 1, None),
        ("leaf – spine", "twin", 1, 2),
        ("spine", "sw", 1, None),
    ]
    assert [(each.length_m, each.without_length) for each in lines if each.kind == "cable"] == [
        (0, 1),
        (2, 0),
        (22.5, 0),
    ]


def test_sums_tell_how_many_pieces_have_no_figure():
    found = bill(hall())
    total = found.total
    # 2 switches of 20,000 to 30,000 and one twin of 900 to 1,100; no price for 2 servers and 2 cables.
    assert (total.price_low, total.price_high, total.without_price) == (40_900, 61_100, 4)
    # 2 × 1,000 W and 30 W of the twin's optics; the servers' power is unknown.
    assert (total.power_w, total.without_power) == (2030, 2)
    assert (total.rack_units, total.without_rack_units) == (2 + 16, 0)
    assert total.count == 2 + 2 + 2 + 1
    places = {each.place: each.figures.price_low for each in found.places}
    assert places == {"host": 0, "host – leaf": 0, "leaf": 20_000, "leaf – spine": 900, "spine": 20_000}


def test_ones_own_prices_go_before_the_bands():
    prices = PriceList(prices=(Price(part="sw", price=25_000), Price(part="cable-400", price=100)))
    found = bill(hall(), prices)
    assert (found.total.price_low, found.total.price_high) == (50_000 + 100 + 900, 50_000 + 100 + 1100)
    assert {each.part for each in found.lines if each.listed} == {"sw", "cable-400"}


@pytest.mark.parametrize(("per_dollar", "low", "without"), [(None, 500, 5), (0.5, 500 + 20_000 + 450, 2)])
def test_bands_in_dollars_count_in_another_currency_by_its_rate_alone(per_dollar, low, without):
    prices = PriceList(currency="EUR", per_dollar=per_dollar, prices=(Price(part="srv", price=250),))
    found = bill(hall(), prices)
    assert found.currency == "EUR"
    assert (found.total.price_low, found.total.without_price) == (low, without)


def test_a_part_has_one_price():
    with pytest.raises(ValidationError, match="the part sw is listed twice"):
        PriceList(prices=(Price(part="sw", price=1), Price(part="sw", price=2)))


def test_what_does_not_resolve_is_counted_or_left_out_and_never_raises():
    """A device without a type is counted without figures; a cable that ends nowhere joins no two tiers."""
    document = hall(devices=(*hall().devices[:1], Device(id="x", type="gone")), cables=hall().cables)
    assert [(each.place, each.kind, each.part) for each in bill(document).lines] == [
        ("unconnected", "unknown", "gone"),
        ("unconnected", "switch", "sw"),
    ]
    assert bill(FabricDocument()).total.count == 0


def test_tiers_are_called_as_the_person_calls_them():
    places = [each.place for each in bill(hall(tier_names=("ToR", "agg"))).places]
    assert places == ["host", "host – ToR", "ToR", "ToR – agg", "agg"]


@given(leaves=st.integers(1, 5), spines=st.integers(1, 4), hosts=st.integers(1, 5))
def test_every_device_and_every_cable_is_counted_once(leaves, spines, hosts):
    given_ = {"leaves": leaves, "spines": spines, "hosts_per_leaf": hosts}
    document, _ = TEMPLATES["leaf-spine"].make(given_)
    found = bill(document)
    cables = [each for each in found.lines if each.kind == "cable"]
    assert sum(each.links for each in cables) == len(document.cables)
    assert sum(each.count for each in found.lines) - sum(each.count for each in cables) == len(
        document.devices
    )
    assert found.total.count == sum(each.figures.count for each in found.places)


def test_a_price_of_the_catalogue_tells_its_basis_and_an_own_one_has_none():
    document, _ = TEMPLATES["leaf-spine"].make({})
    assert document is not None
    switch = {"part": "QM9700", "price": 30_000}
    said = next(each for each in bill_of(document).lines if each.part == "QM9700")
    own = next(
        each
        for each in bill_of(document, prices=PriceList.model_validate({"prices": [switch]})).lines
        if each.part == "QM9700"
    )
    assert said.basis is not None
    assert "25,000 is an assumption" in said.basis
    assert (own.listed, own.basis) == (True, None)
