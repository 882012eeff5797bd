"""Bad input about aggregation by REST: refused at its field, never a ring that nobody asked for."""

from typing import Any

import pytest

from tests.api_client import ApiClient, as_json, body, pointers, problem
from tests.records import all_reduce, leaf_spine, person, scenario

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def api() -> ApiClient:
    return ApiClient(person())


BAD: dict[str, list[Any]] = {
    "aggregation/tiers": ["spine", None, 1],
    "aggregation/protocol": ["fast", []],
    "aggregation/wait": ["always", True],
    "aggregation/lease": ["run", 0],
    "aggregation/merged_share": [-0.1, 1.1, "half", None],
    "aggregation/wire_share": [0, 2, "x"],
    "aggregation/start_us": [-1, 1e300],
    "aggregation/quorum": [0, -3, 1.5, 10**9],
    "aggregation/quorum_timeout_ms": [-1, None, 1e300],
    "aggregation/chunk_bytes": [-1, 2**40],
    "aggregation/adapter_reduce_gbps": [0, -1, None],
    "aggregation/servers/pattern": ["ring", None],
    "aggregation/servers/reduce_gbps": [0, -5, 1e300],
    "aggregation/servers/hosts/count": [0, -1],
    "scale_up/way": ["nvlink", None],
    "security/encryption": ["tls", None],
    "security/mtu_bytes": [0, 255, 10**9, 1.5],
    "security/macsec_hop_us": [-1, 1e300],
    "collectives/chunks": [0, 5000],
    "collectives/root": [-1],
    "collectives/rails": [0, -2, 1.5],
    "collectives/pxn": ["maybe", None],
    "tuning/channels": [0, 65],
    "tuning/generation": ["volta", None],
    "algorithm": ["gossip", None, 7],
}


@pytest.mark.parametrize(("at", "value"), [(at, value) for at, values in BAD.items() for value in values])
def test_a_value_out_of_its_bounds_is_named_by_its_pointer(api, at, value):
    document = as_json(scenario())
    document["aggregation"]["servers"]["hosts"] = {"by": "all"}
    place, parts = document, at.split("/")
    for part in parts[:-1]:
        place = place[part]
    place[parts[-1]] = value
    assert pointers(api.send("POST", "/scenarios", {"document": document})) == {f"/document/{at}"}


@pytest.mark.parametrize(
    ("field", "value"), [("dtype", "fp4"), ("dtype", 4), ("tenant", None), ("distance", 0)]
)
def test_a_jobs_own_fields_are_held_to_their_words(api, field, value):
    workload = as_json(all_reduce())
    workload["jobs"][0][field] = value
    assert pointers(api.send("POST", "/workloads", {"document": workload})) == {f"/document/jobs/0/{field}"}


def _refused(api: ApiClient, *, fabric: Any = None, job: Any = None, **how: Any) -> dict[str, str]:
    """Return the errors of a run that is refused, by their pointers."""
    sent = {
        "fabric": as_json(leaf_spine()) if fabric is None else fabric,
        "workload": as_json(all_reduce(**(job or {}))),
        "scenario": {**as_json(scenario()), **how},
    }
    ids = {
        noun: body(api.send("POST", f"/{noun}s", {"document": document}), 201)["id"]
        for noun, document in sent.items()
    }
    found = problem(api.send("POST", "/runs", ids), 409)
    return {each.pointer: each.detail for each in found.errors}


def _adding_by(profile: str) -> Any:
    """Return a leaf-spine whose switches add by a profile."""
    fabric = as_json(leaf_spine())
    for each in fabric["device_types"]:
        if each["kind"] == "switch":
            each["aggregation"] = {"profile": profile}
    return fabric


IN_NETWORK = {"algorithm": "in-network"}


@pytest.mark.parametrize(
    ("given", "at", "says"),
    [
        ({"fabric": "none", **IN_NETWORK}, "/scenario/algorithm", "no switch of this fabric adds"),
        ({"fabric": "tofino", "job": {"dtype": "fp32"}, **IN_NETWORK}, "/workload/jobs/0/dtype", "int32"),
        ({"job": {"dtype": "fp8"}, **IN_NETWORK}, "/workload/jobs/0/dtype", "fp8"),
        ({**IN_NETWORK, "aggregation": {"quorum": 5}}, "/scenario/aggregation/quorum", "4"),
        (
            {**IN_NETWORK, "security": {"encryption": "end-to-end"}},
            "/scenario/security/encryption",
            "macsec",
        ),
        ({"algorithm": "edge-servers"}, "/scenario/aggregation/servers", "server"),
        (
            {
                "algorithm": "edge-servers",
                "aggregation": {"servers": {"hosts": {"by": "list", "hosts": ["x"]}}},
            },
            "/scenario/aggregation/servers/hosts",
            "x",
        ),
        ({"scale_up": {"way": "nvls"}, "fabric": "bare"}, "/scenario/scale_up/way", "inside"),
        ({"job": {"ranks": {"by": "all", "count": 1}}, **IN_NETWORK}, "/workload/jobs/0/ranks", "at least 2"),
        ({"collectives": {"rails": 9}}, "/scenario/collectives/rails", "has 1 rail, not 9"),
    ],
)
def test_what_cannot_be_is_refused_before_the_run_at_its_field(api, given, at, says):
    how = dict(given)
    name = how.pop("fabric", None)
    if name == "bare":
        fabric = as_json(leaf_spine())
        for each in fabric["device_types"]:
            each["scale_up"] = None
        how["fabric"] = fabric
    elif name is not None:
        how["fabric"] = _adding_by(name)
    found = _refused(api, **how)
    matching = [text for pointer, text in found.items() if pointer.startswith(at)]
    assert matching, found
    assert any(says in text for text in matching), found
