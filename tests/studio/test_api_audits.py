"""Decisions on aggregation by REST: two jobs want one switch, one waits; filtered, and as CSV and JSON."""

import csv
import io

import pytest

from simcore.document.fabric import FabricDocument
from simcore.document.workload import Job, Selection, WorkloadDocument
from simcore.traffic.audit import AuditRecord
from tests.api_client import ApiClient, body, pointers, problem
from tests.records import MIB, leaf_spine, parts_of, person, scenario
from twin.services.runs import execution

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def api() -> ApiClient:
    return ApiClient(person())


def quantum() -> FabricDocument:
    """Return two leaves of four hosts and one spine of Quantum: one stream a switch."""
    made = leaf_spine(spines=1, hosts_per_leaf=4).model_dump(mode="json")
    for device in made["devices"]:
        if not device["id"].startswith("host"):
            device["aggregation"] = {"profile": "quantum"}
    return FabricDocument.model_validate(made)


def rivals() -> WorkloadDocument:
    """Return two jobs with two hosts on each leaf: their trees have all switches in common.

    At 50 GB/s a ring of four takes 1.5 · 5.37 = 8.1 ms, a tree 5.37/.95 = 5.65 ms. The second begins 4.5 ms
    after the first, whose tree is done 1.2 ms later: less than the 2.4 ms that a tree saves.
    """
    return WorkloadDocument(
        name="rivals",
        jobs=tuple(
            Job(
                id=name,
                tenant=tenant,
                ranks=Selection(by="list", hosts=hosts),
                size_bytes=256 * MIB,
                start_ms=start_ms,
            )
            for name, tenant, start_ms, hosts in (
                ("one", "physics", 0.0, ("host-1", "host-2", "host-5", "host-6")),
                ("other", "=SUM(1)", 4.5, ("host-3", "host-4", "host-7", "host-8")),
            )
        ),
    )


def ran(api: ApiClient, wait: str) -> str:
    how = scenario(algorithm="in-network", aggregation={"wait": wait})
    parts = parts_of(person(), fabric=quantum(), workload=rivals(), with_scenario=how)
    ids = {"fabric": str(parts.fabric), "workload": str(parts.workload), "scenario": str(parts.scenario)}
    made = body(api.send("POST", "/runs", ids), 201)
    execution.execute(run_id=made["id"])
    return f"/runs/{made['id']}/audit"


def test_of_two_jobs_on_one_switch_the_second_waits_or_falls_back_as_it_was_told(api):
    (never,) = body(api.get(f"{ran(api, 'never')}?job=other"))["results"]
    assert never["decision"] == "fallback"
    first, second = body(api.get(f"{ran(api, 'when-it-pays')}?job=other"))["results"]
    assert (first["decision"], second["decision"]) == ("wait", "grant")
    assert second["waited_s"] == pytest.approx(second["at_s"] - first["at_s"])
    assert second["waited_s"] == pytest.approx(1.16e-3, rel=0.02)
    assert "one" in first["reason"]


def test_filters_leave_the_records_that_all_of_them_are_true_of(api):
    path = ran(api, "when-it-pays")
    every = body(api.get(path))["results"]
    kept = body(api.get(f"{path}?decision=grant&tenant=physics"))
    assert kept["results"] == [
        record for record in every if (record["decision"], record["tenant"]) == ("grant", "physics")
    ]
    assert 0 < kept["count"] < len(every)
    assert body(api.get(f"{path}?rail=nowhere"))["count"] == 0
    # Words may stand in any name, and all of them must.
    leaf = body(api.get(f"{path}?text=LEAF-1 physics"))["results"]
    assert leaf == [record for record in every if record["tenant"] == "physics"]
    assert body(api.get(f"{path}?text=leaf-1 nobody"))["count"] == 0
    assert pointers(api.get(f"{path}?decision=maybe")) == {"?decision"}


def test_a_file_holds_all_records_that_are_asked_for(api):
    path = ran(api, "when-it-pays")
    every = body(api.get(path))["results"]
    assert body(api.get(f"{path}/file?form=json")) == every
    answer = api.get(f"{path}/file?job=other")  # csv, where nothing else is asked for
    assert answer.headers["Content-Disposition"] == 'attachment; filename="run-1-audit.csv"'
    rows = list(csv.DictReader(io.StringIO(answer.content.decode())))
    assert list(rows[0]) == list(AuditRecord.__dataclass_fields__)
    assert [row["decision"] for row in rows] == [
        record["decision"] for record in every if record["job"] == "other"
    ]
    assert rows[0]["switches"].split() == next(r["switches"] for r in every if r["job"] == "other")
    # No spreadsheet computes what somebody called their tenant.
    assert {row["tenant"] for row in rows} == {"'=SUM(1)"}
    assert pointers(api.get(f"{path}/file?form=xml")) == {"?form"}
    problem(ApiClient(person("grace")).get(f"{path}/file"), 404)
