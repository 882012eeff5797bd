"""Price lists and device types of one's own by REST: kept, changed, never two of a name."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from simcore.document.fabric import DeviceKind, DeviceType, PortBlock
from simcore.document.prices import Price, PriceList
from simcore.formats.cables import ColumnMap
from studio.api.column_maps import OwnColumnMap
from studio.api.device_types import OwnDeviceType
from studio.api.price_lists import KeptPriceList
from tests.api_client import ApiClient, as_json, body, pointers, problem
from tests.records import person

pytestmark = pytest.mark.django_db

PRICES = PriceList(name="ours", currency="EUR", per_dollar=0.9, prices=(Price(part="QM9700", price=25_000),))
SWITCH = DeviceType(id="our-switch", kind=DeviceKind.SWITCH, ports=(PortBlock(name="p", count=4, gbps=100),))
COLUMNS = ColumnMap(name="our plan", a_device="von", b_device="nach")
KEPT = {
    "price-lists": (PRICES, KeptPriceList),
    "device-types": (SWITCH, OwnDeviceType),
    "column-maps": (COLUMNS, OwnColumnMap),
}


@pytest.fixture
def api() -> ApiClient:
    return ApiClient(person())


@pytest.mark.parametrize("plural", KEPT)
def test_what_is_kept_is_read_changed_listed_and_deleted(api, plural):
    document, shape = KEPT[plural]
    made = body(api.send("POST", f"/{plural}", {"document": as_json(document)}), 201)
    assert shape.model_validate(made).document == document
    path = f"/{plural}/{made['id']}"
    assert body(api.get(path)) == made
    named = {"id": "their-switch"} if plural == "device-types" else {"name": "theirs"}
    changed = body(api.send("PUT", path, {"document": {**as_json(document), **named}}))
    assert (changed["id"], changed["name"]) == (made["id"], next(iter(named.values())))
    assert body(api.get(f"/{plural}"))["results"] == [changed]
    body(api.send("DELETE", path), 204)
    problem(api.get(path), 404)


@pytest.mark.parametrize("plural", KEPT)
def test_no_two_have_one_name_but_those_of_two_people(api, plural):
    document, _ = KEPT[plural]
    given = {"document": as_json(document)}
    body(api.send("POST", f"/{plural}", given), 201)
    assert "another name" in problem(api.send("POST", f"/{plural}", given), 409).detail
    made = body(ApiClient(person("eve")).send("POST", f"/{plural}", given), 201)
    assert (
        body(ApiClient(person("eve")).send("PUT", f"/{plural}/{made['id']}", given))["name"] == made["name"]
    )


def test_a_type_of_the_catalogue_keeps_its_name_for_itself(api):
    given = {"document": {**as_json(SWITCH), "id": "QM9700"}}
    assert "the catalogue has" in problem(api.send("POST", "/device-types", given), 409).detail


def test_a_price_that_cannot_be_is_pointed_at(api):
    given = {**as_json(PRICES), "currency": "euro", "prices": [{"part": "a b", "price": -1}]}
    found = pointers(api.send("POST", "/price-lists", {"document": given}))
    assert found == {"/document/currency", "/document/prices/0/part", "/document/prices/0/price"}


def test_a_table_of_prices_is_read_and_not_kept(api):
    table = SimpleUploadedFile("prices.csv", b"part,price\nQM9700,25000\nDGX-H100,soon\n")
    read = body(api.upload("/price-lists/read", file=table, name="ours", currency="CHF", per_dollar="0.8"))
    named = {key: read["document"][key] for key in ("name", "currency", "per_dollar")}
    assert named == {"name": "ours", "currency": "CHF", "per_dollar": 0.8}
    assert [(each["part"], each["price"]) for each in read["document"]["prices"]] == [("QM9700", 25000)]
    assert [each["at"] for each in read["findings"]] == ["line 3"]
    assert body(api.get("/price-lists"))["count"] == 0
    assert pointers(api.upload("/price-lists/read", file=_again(table), currency="money")) == {"/currency"}
    problem(api.upload("/price-lists/read"), 400)


def _again(file: SimpleUploadedFile) -> SimpleUploadedFile:
    file.seek(0)
    return file


def test_the_head_of_a_list_of_cables_is_shown_and_not_kept(api):
    table = SimpleUploadedFile("plan.csv", b"von,nach,Tempo\na,b,100G\n")
    read = body(api.upload("/column-maps/read", file=table))
    assert read == {
        "tables": [
            {
                "name": "plan.csv",
                "headers": ["von", "nach", "Tempo"],
                "rows": [["a", "b", "100G"]],
                "guess": None,
            }
        ]
    }
    assert body(api.get("/column-maps"))["count"] == 0
    problem(api.upload("/column-maps/read"), 400)
