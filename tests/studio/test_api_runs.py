"""Runs by REST: submit, refuse, read, cancel, delete, and what they leave behind."""

import io
from datetime import timedelta

import numpy as np
import pytest
from django.utils import timezone

from simcore.document.workload import Flow, WorkloadDocument
from simcore.frames import FrameFlag, decode
from studio.api.comparison import Comparison
from studio.api.runs import Run
from tests.api_client import ApiClient, as_json, body, pointers, problem
from tests.records import MIB, all_reduce, broken_fabric, leaf_spine, parts_of, person, saved, scenario
from twin.models import Run as Record
from twin.services.runs import execution
from twin.services.runs.retention import remove_old_frames

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def api() -> ApiClient:
    return ApiClient(person())


def ids_of(parts) -> dict[str, str]:
    return {"fabric": str(parts.fabric), "workload": str(parts.workload), "scenario": str(parts.scenario)}


def finished(api: ApiClient, **documents) -> dict:
    made = body(api.send("POST", "/runs", ids_of(parts_of(person(), **documents))), 201)
    execution.execute(run_id=made["id"])
    return body(api.get(f"/runs/{made['id']}"))


def test_frames_that_were_removed_for_their_age_are_gone_in_words(api, settings):
    settings.FRAME_DAYS = 30
    run = finished(api)
    ended = timezone.now() - timedelta(days=31)
    Record.objects.filter(id=run["id"]).update(finished_at=ended)
    remove_old_frames()
    for path in ("frames", "frames/record"):
        said = problem(api.get(f"/runs/{run['id']}/{path}"), 410).detail
        assert said.startswith(f"the frame record of run {run['number']} was kept for 31 days")
    assert body(api.get(f"/runs/{run['id']}"))["summary"] == run["summary"]
    assert len(body(api.get(f"/runs/{run['id']}/series?name=iterations"))["seconds"]) == 3


def test_a_run_is_queued_and_read_in_the_shape_of_the_schema(api, sent):
    made = body(api.send("POST", "/runs", {**ids_of(parts_of(person())), "seed": 7}), 201)
    Run.model_validate(made)
    assert (made["number"], made["status"], made["seed"], made["summary"]) == (1, "queued", 7, None)
    assert made["code_version"].startswith("0.1.0")
    assert sent == [(made["id"], "fast")]
    assert body(api.get(f"/runs/{made['id']}")) == made
    assert body(api.get("/runs?status=queued"))["results"] == [made]
    assert body(api.get("/runs?status=finished"))["count"] == 0


def test_a_finished_run_answers_its_summary_series_frames_and_decisions(api):
    run = finished(api, with_scenario=scenario(algorithm="in-network"))
    Run.model_validate(run)
    assert (run["status"], run["summary"]["jobs"][0]["iterations_done"]) == ("finished", 3)
    path = f"/runs/{run['id']}"
    iterations = body(api.get(f"{path}/series?name=iterations"))
    assert [len(iterations[name]) for name in ("job", "end_s", "seconds", "communication_s")] == [3] * 4
    cables = body(api.get(f"{path}/series?name=cables"))
    assert cables["cable"] == body(api.get(f"{path}/frames"))["cables"]
    assert body(api.get(f"{path}/series?name=flows"))["size_bytes"] == []
    assert pointers(api.get(f"{path}/series?name=flows&most=0")) == {"?most"}
    arrays = np.load(io.BytesIO(api.get(f"{path}/series.npz").content))
    assert arrays["iteration_seconds"].tolist() == iterations["seconds"]
    audit = body(api.get(f"{path}/audit?decision=grant&limit=2"))
    assert (audit["count"], len(audit["results"])) == (3, 2)
    assert body(api.get(f"{path}/audit?job=nobody"))["count"] == 0
    assert pointers(api.get(f"{path}/audit?decision=maybe")) == {"?decision"}
    assert pointers(api.get(f"{path}/series?name=colours")) == {"?name"}


def test_of_many_flows_so_many_are_answered_as_are_asked_for(api):
    flows = tuple(
        Flow(id=f"f{number}", src="host-1", dst="host-2", size_bytes=1000 * (number + 1))
        for number in range(50)
    )
    path = f"/runs/{finished(api, workload=WorkloadDocument(flows=flows))['id']}"
    every = body(api.get(f"{path}/series?name=flows"))
    some = body(api.get(f"{path}/series?name=flows&most=10"))
    assert (every["count"], len(every["size_bytes"])) == (50, 50)
    assert (some["count"], some["size_bytes"]) == (50, every["size_bytes"][::5])


def test_a_frame_of_the_record_is_read_by_its_range(api):
    path = f"/runs/{finished(api)['id']}/frames"
    last = body(api.get(path))["frames"][-1]
    whole = api.get(f"{path}/record", Accept="application/octet-stream")
    first, end = last["offset"], last["offset"] + last["length"]
    part = api.get(f"{path}/record", Range=f"bytes={first}-{end - 1}")
    assert (part.status_code, part.content) == (206, whole.content[first:end])
    assert part.headers["Content-Range"] == f"bytes {first}-{end - 1}/{len(whole.content)}"
    assert decode(part.content).flags & FrameFlag.LAST
    assert api.get(f"{path}/record", Range="bytes=-10").content == whole.content[-10:]
    assert api.get(f"{path}/record", Range="bytes=10-").content == whole.content[10:]
    problem(api.get(f"{path}/record", Range=f"bytes={len(whole.content)}-"), 416)
    assert api.get(f"{path}/record", Range="lines=1-2").content == whole.content


def test_before_its_end_a_run_has_an_index_without_frames_and_no_series(api):
    made = body(api.send("POST", "/runs", ids_of(parts_of(person()))), 201)
    assert body(api.get(f"/runs/{made['id']}/frames"))["frames"] == []
    assert api.get(f"/runs/{made['id']}/frames/record").content == b""
    problem(api.get(f"/runs/{made['id']}/series?name=flows"), 409)
    problem(api.get(f"/runs/{made['id']}/series.npz"), 409)
    problem(api.get(f"/runs/{made['id']}/audit"), 409)


def test_a_run_on_a_draft_with_errors_is_refused_with_its_findings(api):
    refused = api.send("POST", "/runs", ids_of(parts_of(person(), fabric=broken_fabric())))
    found = problem(refused, 409)
    assert {each.rule for each in found.findings} >= {"cable.dangling"}
    assert all(each.pointer.startswith("/fabric/") for each in found.errors)


@pytest.mark.parametrize(
    "documents",
    [
        {"workload": all_reduce(ranks={"by": "list", "hosts": ["host-1", "host-99"]})},
        {"workload": all_reduce(ranks={"by": "list", "hosts": ["host-1"]})},
        {"workload": all_reduce(ranks={"by": "tag", "tag": "nobody"})},
        {"workload": all_reduce().model_copy(update={"jobs": ()})},
        {"with_scenario": scenario(faults=({"cable": "c999", "at_ms": 1, "rate_share": 0.5},))},
    ],
    ids=["ranks that do not exist", "one rank", "a tag of nobody", "nothing to run", "a fault on no cable"],
)
def test_what_does_not_fit_the_fabric_is_refused_with_a_pointer(api, documents):
    found = problem(api.send("POST", "/runs", ids_of(parts_of(person(), **documents))), 409)
    assert found.errors
    assert all(each.pointer.startswith(("/workload", "/scenario")) for each in found.errors)


def test_a_run_is_cancelled_then_deleted(api):
    made = body(api.send("POST", "/runs", ids_of(parts_of(person()))), 201)
    assert body(api.send("POST", f"/runs/{made['id']}/cancel"), 202)["status"] == "cancelled"
    problem(api.send("POST", f"/runs/{made['id']}/cancel"), 409)
    assert api.send("DELETE", f"/runs/{made['id']}").status_code == 204
    problem(api.get(f"/runs/{made['id']}"), 404)


def test_a_project_goes_with_all_that_is_in_it_unless_a_run_goes_on(api):
    made = body(api.send("POST", "/runs", ids_of(parts_of(person()))), 201)
    problem(api.send("DELETE", f"/projects/{made['project']}"), 409)
    execution.execute(run_id=made["id"])
    assert api.send("DELETE", f"/projects/{made['project']}").status_code == 204
    assert [body(api.get(f"/{noun}"))["count"] for noun in ("projects", "fabrics", "runs")] == [0, 0, 0]


def test_two_runs_are_compared_in_the_shape_of_the_schema(api):
    a = finished(api, workload=all_reduce(size_bytes=64 * MIB))
    tree = saved(person(), "scenario", scenario(algorithm="in-network"))
    parts = {"fabric": a["fabric"]["id"], "workload": a["workload"]["id"], "scenario": str(tree.id)}
    b = body(api.send("POST", "/runs", parts), 201)
    execution.execute(run_id=b["id"])
    found = body(api.get(f"/compare?runs={a['id']},{b['id']}"))
    Comparison.model_validate(found)
    assert [run["id"] for run in found["runs"]] == [a["id"], b["id"]]
    assert found["sentence"]["sent_ratio"] == 1.5
    assert found["sentence"]["times"] <= found["sentence"]["bound"]
    # The ring sends 2 (4 - 1)/4 of the vector, a stream takes 1/.95 of it; latencies make up the rest.
    assert found["sentence"]["bound"] == pytest.approx(1.5 * 0.95, rel=0.01)
    assert pointers(api.get(f"/compare?runs={a['id']}")) == {"?runs"}
    assert pointers(api.get("/compare?runs=a,b")) == {"?runs"}


def test_the_list_of_runs_takes_the_same_queries_however_many_there_are(api, django_assert_max_num_queries):
    parts = ids_of(parts_of(person(), fabric=leaf_spine()))
    for _ in range(10):
        body(api.send("POST", "/runs", parts), 201)
    with django_assert_max_num_queries(3):
        assert len(body(api.get("/runs"))["results"]) == 10


def test_a_document_cannot_stand_where_an_id_belongs(api):
    assert pointers(api.send("POST", "/runs", {"fabric": as_json(leaf_spine())})) == {
        "/fabric", "/workload", "/scenario",
    }  # fmt: skip
