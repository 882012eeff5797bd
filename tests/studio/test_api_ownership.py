"""Who asks: nothing without signing in, and nothing of somebody else, at any path of the schema."""

import re
from uuid import uuid4

import pytest
from django.test import Client
from drf_spectacular.generators import SchemaGenerator

from tests.api_client import ApiClient, as_json, body, problem
from tests.records import all_reduce, kept, leaf_spine, person, queued_run, scenario
from twin.services import comparisons
from twin.services.runs import execution

OPERATIONS = [
    (method.upper(), path.removeprefix("/api/v1"))
    for path, methods in SchemaGenerator().get_schema(request=None, public=True)["paths"].items()
    for method in methods
]
OF_ONE_OBJECT = [(method, path) for method, path in OPERATIONS if "_id}" in path]
BODIES = {
    "PATCH /projects": {"name": "stolen"},
    "PUT /fabrics": {"document": as_json(leaf_spine())},
    "PUT /workloads": {"document": as_json(all_reduce())},
    "PUT /scenarios": {"document": as_json(scenario())},
    "PUT /price-lists": {"document": {"name": "stolen"}},
    "PUT /column-maps": {"document": {"name": "stolen", "a_device": "from", "b_device": "to"}},
    "PUT /device-types": {"document": {"id": "stolen", "kind": "switch"}},
}


def compared(run):
    """Return a comparison of what a run was made of."""
    design = comparisons.design_of_run(run.owner, run.id)
    return comparisons.start(owner=run.owner, design=design, ways=["in-network"])


QUERIES = {"series": "?name=iterations", "export": "?format=netbox"}


def ask(api: ApiClient, method: str, path: str, object_id: object):
    """Send a request that would be right if the object were one's own."""
    noun = path.split("/")[1]
    filled = re.sub(r"\{\w+_id\}", str(object_id), path).replace("{number}", "1")
    query = QUERIES.get(path.rpartition("/")[2], "")
    return api.send(method, filled + query, BODIES.get(f"{method} /{noun}"), If_Match='"1"')


@pytest.mark.django_db
@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_without_signing_in_there_is_nothing(method, path):
    filled = re.sub(r"\{\w+_id\}", str(uuid4()), path)
    filled = filled.replace("{name}", "leaf-spine").replace("{number}", "1")
    answer = ApiClient().send(method, filled)
    problem(answer, 401)
    assert answer.headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("method", "path"), OF_ONE_OBJECT)
def test_the_object_of_somebody_else_is_not_there(method, path):
    run = queued_run(person("ada"))
    execution.execute(run_id=run.id)
    ids = {
        "projects": run.project_id,
        "fabrics": run.fabric.record_id,
        "workloads": run.workload.record_id,
        "scenarios": run.scenario.record_id,
        "runs": run.id,
        "comparisons": compared(run).id,
        **kept(person("ada")),
    }
    object_id = ids[path.split("/")[1]]
    eve = ApiClient(person("eve"))
    stranger, nobody = ask(eve, method, path, object_id), ask(eve, method, path, uuid4())
    assert problem(stranger, 404) == problem(nobody, 404)
    if method == "GET":  # and it is there for its owner
        assert ask(ApiClient(person("ada")), method, path, object_id).status_code == 200


@pytest.mark.django_db
def test_lists_hold_ones_own_objects_only():
    compared(queued_run(person("ada")))
    eve = ApiClient(person("eve"))
    for noun in ("projects", "fabrics", "workloads", "scenarios", "runs", "comparisons"):
        assert body(eve.get(f"/{noun}"))["count"] == 0


@pytest.mark.django_db
def test_a_run_of_somebody_elses_fabric_is_refused():
    run = queued_run(person("ada"))
    own = queued_run(person("eve"))
    parts = {"workload": str(own.workload.record_id), "scenario": str(own.scenario.record_id)}
    stolen = {"fabric": str(run.fabric.record_id), **parts}
    problem(ApiClient(person("eve")).send("POST", "/runs", stolen), 404)


@pytest.mark.django_db
def test_a_fabric_cannot_be_put_in_somebody_elses_project():
    run = queued_run(person("ada"))
    given = {"project": str(run.project_id), "document": as_json(leaf_spine())}
    problem(ApiClient(person("eve")).send("POST", "/fabrics", given), 404)


@pytest.mark.django_db
def test_an_unknown_token_is_refused():
    api = ApiClient()
    api.headers = {"Authorization": "Bearer twl_nothing"}
    assert "manage.py token" in problem(api.get("/me"), 401).detail


@pytest.mark.django_db
def test_a_session_changes_something_only_with_the_csrf_token():
    browser = Client(enforce_csrf_checks=True, raise_request_exception=False)
    browser.force_login(person())
    me = browser.get("/api/v1/me").json()
    assert me["username"] == "ada"
    given = {"data": {"name": "p"}, "content_type": "application/json"}
    problem(browser.post("/api/v1/projects", **given), 403)
    assert browser.post("/api/v1/projects", **given, headers={"X-CSRFToken": me["csrf"]}).status_code == 201
