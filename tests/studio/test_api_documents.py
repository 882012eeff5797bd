"""Documents by REST: revisions with If-Match, all errors at once, pages."""

import pytest

from simcore.document.capabilities import AggregationProfile
from studio.api.fabrics import Fabric
from studio.api.scenarios import Scenario
from studio.api.workloads import Workload
from tests.api_client import ApiClient, as_json, body, pointers, problem
from tests.records import KINDS, all_reduce, broken_fabric, leaf_spine, person, saved, scenario

pytestmark = pytest.mark.django_db
DOCUMENTS = {"fabric": leaf_spine, "workload": all_reduce, "scenario": scenario}
SHAPES = {"fabric": Fabric, "workload": Workload, "scenario": Scenario}


@pytest.fixture
def api() -> ApiClient:
    return ApiClient(person())


@pytest.mark.parametrize("noun", KINDS)
def test_a_document_is_created_read_and_listed_in_the_shape_of_the_schema(api, noun):
    document = as_json(DOCUMENTS[noun]())
    made = body(api.send("POST", f"/{noun}s", {"name": "mine", "document": document}), 201)
    SHAPES[noun].model_validate(made)
    assert (made["name"], made["revision"], made["document"]) == ("mine", 1, {**document, "name": "mine"})
    read = api.get(f"/{noun}s/{made['id']}")
    assert (body(read), read.headers["ETag"]) == (made, '"1"')
    page = body(api.get(f"/{noun}s"))
    assert page["count"] == 1
    assert page["results"] == [{key: value for key, value in made.items() if key != "document"}]


def test_a_save_needs_the_revision_it_was_made_on(api):
    fabric = saved(person(), "fabric", leaf_spine())
    change = {"document": as_json(leaf_spine(spines=3))}
    assert "If-Match" in problem(api.send("PUT", f"/fabrics/{fabric.id}", change), 428).detail
    answer = api.send("PUT", f"/fabrics/{fabric.id}", change, If_Match='"1"')
    assert (body(answer)["revision"], answer.headers["ETag"]) == (2, '"2"')
    stale = api.send("PUT", f"/fabrics/{fabric.id}", change, If_Match='"1"')
    assert "revision 2" in problem(stale, 412).detail
    problem(api.send("PUT", f"/fabrics/{fabric.id}", change, If_Match="soon"), 400)
    revisions = body(api.get(f"/fabrics/{fabric.id}/revisions"))
    assert [each["revision"] for each in revisions["results"]] == [2, 1]


@pytest.mark.parametrize("noun", KINDS)
def test_an_old_revision_is_read_as_it_was_saved(api, noun):
    document = as_json(DOCUMENTS[noun]())
    first = body(api.send("POST", f"/{noun}s", {"name": "before", "document": document}), 201)
    path = f"/{noun}s/{first['id']}"
    second = body(api.send("PUT", path, {"name": "after", "document": document}, If_Match='"1"'))
    answer = api.get(f"{path}/revisions/1")
    old = body(answer)
    SHAPES[noun].model_validate(old)
    assert answer.headers["ETag"] == '"1"'
    changing = "updated_at"  # of a revision: when it was saved
    assert {**old, changing: None} == {**first, changing: None}
    assert body(api.get(f"{path}/revisions/2"))["document"] == second["document"]


@pytest.mark.parametrize("number", [0, 2, 10**30])
def test_a_revision_that_is_not_there_is_said_with_the_newest(api, number):
    fabric = saved(person(), "fabric", leaf_spine())
    said = problem(api.get(f"/fabrics/{fabric.id}/revisions/{number}"), 404).detail
    assert said == f"this fabric has no revision {number}: its newest is revision 1"


def test_ten_errors_come_at_once_each_with_its_pointer(api):
    workload = as_json(all_reduce())
    workload["jobs"] = [
        {"id": "a b", "size_bytes": -5, "iterations": 0, "compute_ms": -1, "jitter_cv": 11, "colour": "red"},
        {"id": "b", "collective": "gossip", "ranks": {"by": "tag"}},
    ]
    workload["surprise"] = 1
    found = pointers(api.send("POST", "/workloads", {"document": workload, "extra": None}))
    job = "/document/jobs/0"
    assert found == {
        f"{job}/id", f"{job}/size_bytes", f"{job}/iterations", f"{job}/compute_ms", f"{job}/jitter_cv",
        f"{job}/colour", "/document/jobs/1/collective", "/document/jobs/1/ranks",
        "/document/jobs/1/size_bytes", "/document/surprise", "/extra",
    }  # fmt: skip


def test_a_pointer_escapes_what_json_pointers_escape(api):
    fabric = {**as_json(leaf_spine()), "a/b~c": 1}
    assert pointers(api.send("POST", "/fabrics", {"document": fabric})) == {"/document/a~1b~0c"}


def test_a_draft_with_errors_is_saved_with_its_findings(api):
    made = body(api.send("POST", "/fabrics", {"document": as_json(broken_fabric())}), 201)
    dangling = [each for each in made["findings"] if each["rule"] == "cable.dangling"]
    assert dangling
    assert dangling[0]["severity"] == "error"


def test_a_list_comes_in_pages(api):
    for number in range(5):
        body(api.send("POST", "/scenarios", {"name": f"s{number}", "document": as_json(scenario())}), 201)
    first = body(api.get("/scenarios?limit=2"))
    assert (first["count"], len(first["results"]), first["previous"]) == (5, 2, None)
    assert "offset=2" in first["next"]
    last = body(api.get("/scenarios?limit=2&offset=4"))
    assert ([each["name"] for each in last["results"]], last["next"]) == (["s0"], None)
    assert pointers(api.get("/scenarios?limit=0&offset=x&colour=red")) == {"?limit", "?offset", "?colour"}


def test_documents_are_listed_by_project(api):
    saved(person(), "fabric", leaf_spine())
    project = body(api.send("POST", "/projects", {"name": "other"}), 201)
    given = {"document": as_json(leaf_spine()), "project": project["id"]}
    made = body(api.send("POST", "/fabrics", given), 201)
    assert [each["id"] for each in body(api.get(f"/fabrics?project={project['id']}"))["results"]] == [
        made["id"]
    ]


def test_the_list_of_fabrics_takes_the_same_queries_however_many_there_are(
    api, django_assert_max_num_queries
):
    for _ in range(20):
        saved(person(), "fabric", leaf_spine())
    with django_assert_max_num_queries(3):  # token, count, page
        assert len(body(api.get("/fabrics"))["results"]) == 20


def test_the_default_placement_puts_each_adapter_position_on_its_rail(api):
    fabric = saved(person(), "fabric", leaf_spine(leaves=4, rails=2, hosts_per_leaf=3))
    placed = body(api.get(f"/fabrics/{fabric.id}/placement"))
    assert (placed["hosts"], placed["left_out"]) == (6, [])
    assert [len(rail["members"]) for rail in placed["rails"]] == [6, 6]
    broken = saved(person(), "fabric", broken_fabric())
    assert problem(api.get(f"/fabrics/{broken.id}/placement"), 409).findings


def test_the_catalogue_tells_the_source_of_what_can_be_bought(api):
    told = body(api.get("/catalogue"))
    (switch,) = (each for each in told["device_types"] if each["id"] == "QM9700")
    assert (switch["rack_units"], switch["ports"][0]["count"]) == (1, 64)
    for part in ("device_types", "adapters", "cables"):
        assert all(each["source"] for each in told[part])


def test_the_catalogue_tells_what_each_profile_adds_and_where_that_is_written(api):
    told = {each["profile"]: each for each in body(api.get("/catalogue"))["aggregation_profiles"]}
    assert set(told) == set(AggregationProfile) - {"custom"}
    assert all(each["sources"] for each in told.values())
    # MODEL 2.3: one stream a port, 511 trees, 2,048 bytes a segment, 1,073,741,792 bytes a call, no FP8.
    ndr = told["quantum-2"]
    assert (ndr["scope"], ndr["active"], ndr["trees"]) == ("port", 1, 511)
    assert (ndr["segment_bytes"], ndr["most_bytes"]) == (2048, 1_073_741_792)
    assert ndr["types"] == ["int8", "int16", "int32", "int64", "fp16", "bf16", "fp32", "fp64"]
    assert told["tofino"]["types"] == ["int32"]


def test_a_template_makes_a_fabric_and_says_what_is_out_of_bounds(api):
    names = {each["name"] for each in body(api.get("/templates"))}
    assert {"leaf-spine", "fat-tree"} <= names
    made = body(api.send("POST", "/templates/leaf-spine", {"parameters": {"leaves": 3, "spines": 1}}))
    assert made["counts"]["switches"] == 4
    # 3 leaves of 8 hosts under 1 spine: 8 down and 1 up a leaf; 27 cables at 503 to 1,320 $.
    assert [tier["oversubscription"] for tier in made["tiers"]] == [None, 8.0, None]
    assert (made["cable_estimate"]["low"], made["cable_estimate"]["high"]) == (27 * 503, 27 * 1320)
    assert made["bill"]["total"]["without_price"] > 0
    wrong = api.send("POST", "/templates/leaf-spine", {"parameters": {"leaves": 0, "wings": 2}})
    assert pointers(wrong) == {"/parameters/leaves", "/parameters/wings"}
    assert "leaf-spine" in problem(api.send("POST", "/templates/moebius", {}), 404).detail
