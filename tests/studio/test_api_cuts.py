"""What gets across a fabric, by REST; the figures are those of the template's construction."""

import pytest

from tests.api_client import ApiClient, body, pointers
from tests.records import leaf_spine, person, saved

pytestmark = pytest.mark.django_db


@pytest.fixture
def api() -> ApiClient:
    return ApiClient(person())


def test_the_tiers_say_what_they_carry(api):
    """4 leaves of 8 hosts, 4 spines, 400 Gb/s: 32 cables down, 16 up."""
    fabric = saved(person(), "fabric", leaf_spine(leaves=4, spines=4, hosts_per_leaf=8))
    found = body(api.get(f"/fabrics/{fabric.id}/cuts"))
    assert [(each["name"], each["cables_down"], each["cables_up"]) for each in found["tiers"]] == [
        ("leaf", 32, 16),
        ("spine", 16, 0),
    ]
    assert found["between"] is None


def test_two_named_halves_get_their_flow_and_the_cables_in_its_way(api):
    """A leaf of 8 hosts sends 4 × 400 Gb/s by its 4 uplinks."""
    fabric = saved(person(), "fabric", leaf_spine(leaves=4, spines=4, hosts_per_leaf=8))
    found = body(api.get(f"/fabrics/{fabric.id}/cuts?a=unit-1&b=unit-2,unit-3"))["between"]
    assert (found["gbps"], found["share"], found["cable_count"]) == (1600.0, 0.5, 4)
    assert (found["a"]["hosts"], found["b"]["hosts"]) == (8, 16)


def test_names_of_nobody_are_refused_at_their_parameter(api):
    fabric = saved(person(), "fabric", leaf_spine())
    assert pointers(api.get(f"/fabrics/{fabric.id}/cuts?a=nobody")) == {"?a"}
    assert pointers(api.get(f"/fabrics/{fabric.id}/cuts?a=host-1&b=host-*")) == {"?b"}
