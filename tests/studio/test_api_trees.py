"""The trees of a run by REST: asked for by job and rail, rates against hand numbers, none of an older run."""

import pytest

from simcore.document.fabric import FabricDocument
from studio.api.results import Trees
from tests.api_client import ApiClient, body, pointers, problem
from tests.records import all_reduce, leaf_spine, parts_of, person, scenario
from twin import storage
from twin.models import Run as Record
from twin.services.runs import execution

pytestmark = pytest.mark.django_db(transaction=True)

ADDS = {"profile": "custom", "limits": {"family": "ours", "scope": "any"}}


@pytest.fixture
def api() -> ApiClient:
    return ApiClient(person())


def adding(*kinds: str) -> FabricDocument:
    """Return two leaves and two spines of which those called so add, at line rate and without a start."""
    made = leaf_spine().model_dump(mode="json")
    for device in made["devices"]:
        does = any(device["id"].startswith(kind) for kind in kinds)
        if not device["id"].startswith("host"):
            device["aggregation"] = ADDS if does else {"profile": "none"}
    return FabricDocument.model_validate(made)


def run(api: ApiClient, fabric: FabricDocument, **asked: object) -> str:
    how = scenario(algorithm="in-network", **asked)
    parts = parts_of(person(), fabric=fabric, workload=all_reduce(), with_scenario=how)
    ids = {"fabric": str(parts.fabric), "workload": str(parts.workload), "scenario": str(parts.scenario)}
    made = body(api.send("POST", "/runs", ids), 201)
    problem(api.get(f"/runs/{made['id']}/trees"), 409)
    execution.execute(run_id=made["id"])
    return f"/runs/{made['id']}"


def test_each_cable_of_a_tree_carries_the_vector_once_at_the_rate_of_the_rail(api):
    path = run(api, adding("leaf", "spine"))
    answer = body(api.get(f"{path}/trees"))
    Trees.model_validate(answer)
    (tree,) = answer["trees"]
    (rail,) = body(api.get(path))["summary"]["jobs"][0]["rails"]
    assert (tree["job"], tree["rail"], tree["roots"]) == ("job", rail["name"], [rail["root"]])
    assert set(tree["adds"]) == {"leaf-1", "leaf-2", rail["root"]}
    assert tree["passes_on"] == []
    # Four hosts and two leaves send up one cable each, and get the sum back by it.
    assert len(tree["edges"]) == 12
    assert len({edge["cable"] for edge in tree["edges"]}) == 6
    assert {(edge["copies"], edge["rate"]) for edge in tree["edges"]} == {(1.0, rail["rate"])}


def test_where_leaves_alone_add_one_of_them_is_the_root_and_a_spine_passes_one_copy_on(api):
    (tree,) = body(api.get(f"{run(api, adding('leaf'))}/trees"))["trees"]
    assert set(tree["adds"]) == {"leaf-1", "leaf-2"}
    assert set(tree["roots"]) < set(tree["adds"])
    assert [name[:5] for name in tree["passes_on"]] == ["spine"]
    # Four hosts, and up and down between the leaves over one spine: six cables, each with one copy a way.
    assert len(tree["edges"]) == 12
    assert {edge["copies"] for edge in tree["edges"]} == {1.0}


def test_trees_are_asked_for_by_job_and_rail(api):
    path = run(api, adding("leaf", "spine"))
    (tree,) = body(api.get(f"{path}/trees"))["trees"]
    assert body(api.get(f"{path}/trees?job=job&rail={tree['rail']}"))["trees"] == [tree]
    assert body(api.get(f"{path}/trees?job=other"))["trees"] == []
    assert body(api.get(f"{path}/trees?rail=rail 9"))["trees"] == []
    assert pointers(api.get(f"{path}/trees?tier=1")) == {"?tier"}
    problem(ApiClient(person("grace")).get(f"{path}/trees"), 404)


def test_a_run_that_ended_before_trees_were_kept_has_none(api):
    path = run(api, adding("leaf", "spine"))
    record = Record.objects.get(id=path.split("/")[-1])
    storage.default_storage.delete(storage.path_of(record.id, record.attempt, storage.TREES))
    assert body(api.get(f"{path}/trees"))["trees"] == []
