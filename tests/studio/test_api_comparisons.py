"""Comparisons by REST: one call starts all ways, the table comes as JSON, CSV and Markdown."""

import pytest

from tests.api_client import ApiClient, body, problem
from tests.records import MIB, all_reduce, parts_of, person, queued_run
from twin.models import Run, RunStatus
from twin.services.runs import execution

pytestmark = pytest.mark.django_db(transaction=True)


def api() -> ApiClient:
    return ApiClient(person())


def made(**given):
    """Return a comparison of three ways, by the ids of its documents."""
    parts = parts_of(person(), workload=all_reduce(size_bytes=64 * MIB))
    ids = {name: str(getattr(parts, name)) for name in ("fabric", "workload", "scenario")}
    return body(api().send("POST", "/comparisons", {"ways": ["tree", "in-network"], **ids, **given}), 201)


def played(**given):
    comparison = made(**given)
    for run_id in Run.objects.filter(status=RunStatus.QUEUED).values_list("id", flat=True):
        execution.execute(run_id=run_id)
    return comparison


def test_a_comparison_is_started_read_listed_and_deleted():
    comparison = played(name="Three ways", seed=5)
    assert (comparison["name"], comparison["running"]) == ("Three ways", 3)
    found = body(api().get(f"/comparisons/{comparison['id']}"))
    assert [way["name"] for way in found["ways"]] == ["ring", "tree", "in-network"]
    assert found["ways"][2]["gain"]["times"] <= found["ways"][2]["gain"]["bound"]
    assert found["ways"][2]["bound"]["stages"][0]["name"] == "the adapters"
    listed = body(api().get("/comparisons"))
    assert (listed["count"], listed["results"][0]["ways"], listed["results"][0]["running"]) == (1, 3, 0)
    assert api().send("DELETE", f"/comparisons/{comparison['id']}").status_code == 204
    problem(api().get(f"/comparisons/{comparison['id']}"), 404)
    assert body(api().get("/runs"))["count"] == 3


def test_the_table_is_a_file_as_csv_and_markdown():
    comparison = played(name="Three ways")
    table = api().get(f"/comparisons/{comparison['id']}?format=csv")
    assert 'filename="Three-ways.csv"' in table.headers["Content-Disposition"]
    assert table.content.decode().splitlines()[0].startswith("way,rung,status,run,best")
    text = api().get(f"/comparisons/{comparison['id']}?format=markdown").content.decode()
    assert text.startswith("# Three ways\n")
    assert (
        problem(api().get(f"/comparisons/{comparison['id']}?format=pdf"), 400).errors[0].pointer == "?format"
    )


def test_the_ladder_is_read_as_json_and_as_a_file():
    comparison = played()
    ladder = body(api().get(f"/comparisons/{comparison['id']}/ladder"))
    assert [rung["rung"] for rung in ladder["rungs"]] == ["host", "rack", "network"]
    text = api().get(f"/comparisons/{comparison['id']}/ladder?format=markdown").content.decode()
    assert text.startswith("# Ladder: ")


def test_a_comparison_is_made_of_a_run():
    run = queued_run(person())
    comparison = body(api().send("POST", "/comparisons", {"run": str(run.id), "ways": ["tree"]}), 201)
    assert comparison["fabric"]["id"] == str(run.fabric.record_id)


def test_all_runs_of_a_comparison_are_cancelled_at_once():
    comparison = made()
    stopped = body(api().send("POST", f"/comparisons/{comparison['id']}/cancel"), 202)
    assert {way["status"] for way in stopped["ways"]} == {"cancelled"}


@pytest.mark.parametrize(
    "given",
    [{}, {"run": "00000000-0000-0000-0000-000000000000", "fabric": "00000000-0000-0000-0000-000000000000"}],
)
def test_neither_a_run_nor_documents_is_refused(given):
    assert problem(api().send("POST", "/comparisons", given), 400).errors


def test_an_unknown_way_is_refused_at_its_place():
    run = queued_run(person())
    refused = problem(api().send("POST", "/comparisons", {"run": str(run.id), "ways": ["magic"]}), 400)
    assert refused.errors[0].pointer == "/ways/0"


def test_what_cannot_run_is_refused_with_its_place():
    parts = parts_of(person(), workload=all_reduce(collective="all-to-all"))
    ids = {name: str(getattr(parts, name)) for name in ("fabric", "workload", "scenario")}
    refused = problem(api().send("POST", "/comparisons", ids), 409)
    assert refused.errors[0].pointer == "/workload/jobs/0/collective"
