"""Bills of materials by REST: of one's own fabric, by one's own prices, as JSON and as a table."""

import csv
import io
from uuid import uuid4

import pytest

from simcore.document.catalogue import OPTICAL_LINK_USD
from simcore.document.prices import Price, PriceList
from studio.api.bills import FabricBill
from tests.api_client import ApiClient, as_json, body, pointers, problem
from tests.records import broken_fabric, leaf_spine, person, saved

pytestmark = pytest.mark.django_db


@pytest.fixture
def api() -> ApiClient:
    return ApiClient(person())


def prices(api: ApiClient) -> str:
    """Keep a price for every cable of 400 Gb/s and return the list's id."""
    document = as_json(PriceList(name="ours", currency="CHF", prices=(Price(part="cable-400", price=250),)))
    return body(api.send("POST", "/price-lists", {"document": document}), 201)["id"]


def test_a_bill_counts_the_parts_of_the_newest_revision(api):
    fabric = saved(person(), "fabric", leaf_spine())
    bill = FabricBill.model_validate(body(api.get(f"/fabrics/{fabric.id}/bill")))
    # Two leaves of two hosts below two spines: 4 hosts, 4 switches, 4 + 4 cables.
    counts = [(each.place, each.count) for each in bill.lines]
    assert counts == [("host", 4), ("host – leaf", 4), ("leaf", 2), ("leaf – spine", 4), ("spine", 2)]
    assert bill.currency == "USD"


def test_a_bill_takes_the_prices_of_a_list(api):
    fabric = saved(person(), "fabric", leaf_spine())
    bill = body(api.get(f"/fabrics/{fabric.id}/bill?price_list={prices(api)}"))
    assert (bill["currency"], bill["total"]["price_low"], bill["total"]["without_price"]) == ("CHF", 2000, 8)


def test_the_table_says_the_same_as_the_bill(api):
    fabric = saved(person(), "fabric", leaf_spine().model_copy(update={"name": "hall 7"}))
    query = f"?price_list={prices(api)}"
    bill = body(api.get(f"/fabrics/{fabric.id}/bill{query}"))
    answer = api.get(f"/fabrics/{fabric.id}/bill.csv{query}", Accept="text/csv")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="hall-7-bill.csv"'
    rows = list(csv.DictReader(io.StringIO(answer.content.decode())))
    lines = [row for row in rows if row["kind"] != "sum"]
    assert [(row["place"], row["part"], int(row["count"])) for row in lines] == [
        (each["place"], each["part"], each["count"]) for each in bill["lines"]
    ]
    assert (rows[-1]["place"], rows[-1]["sum_high"]) == ("all", "2000")
    assert sum(float(row["sum_high"]) for row in lines) == 2000


def test_a_draft_with_errors_has_a_bill_too(api):
    fabric = saved(person(), "fabric", broken_fabric())
    assert body(api.get(f"/fabrics/{fabric.id}/bill"))["total"]["count"] == 4 + 4 + 8


def test_somebody_elses_prices_are_not_there(api):
    fabric = saved(person(), "fabric", leaf_spine())
    theirs = prices(ApiClient(person("eve")))
    for price_list in (theirs, uuid4()):
        said = problem(api.get(f"/fabrics/{fabric.id}/bill?price_list={price_list}"), 404).detail
        assert said == "there is no such price list among yours"
    assert pointers(api.get(f"/fabrics/{fabric.id}/bill?price_list=cheap")) == {"?price_list"}


def test_cables_without_a_price_are_estimated_beside_the_sums(api):
    """8 cables of 400 Gb/s at the catalogue's price of an optical link; none where all have a price."""
    fabric = saved(person(), "fabric", leaf_spine())
    estimate = body(api.get(f"/fabrics/{fabric.id}/bill"))["cable_estimate"]
    assert (estimate["low"], estimate["high"]) == tuple(8 * each for each in OPTICAL_LINK_USD)
    priced = body(api.get(f"/fabrics/{fabric.id}/bill?price_list={prices(api)}"))
    assert priced["cable_estimate"] is None
