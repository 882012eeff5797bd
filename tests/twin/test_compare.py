"""Two runs side by side: the sentence, the figures, what differs and what does not."""

import pytest

from tests.records import MIB, all_reduce, leaf_spine, parts_of, person, saved, scenario
from twin.errors import ConflictError
from twin.selectors.compare import compare
from twin.selectors.runs import run_of
from twin.services.runs import execution
from twin.services.runs.submission import Parts, submit

pytestmark = pytest.mark.django_db(transaction=True)


def finished(parts: Parts, **given):
    run = submit(owner=person(), parts=parts, **given)
    execution.execute(run_id=run.id)
    return run_of(person(), run.id)


def ring_and_tree(algorithm="ring"):
    """Return the same all-reduce on the same fabric, once as a ring and once in the network."""
    workload = all_reduce(size_bytes=64 * MIB)
    ring = parts_of(person(), workload=workload, with_scenario=scenario(algorithm=algorithm))
    in_network = saved(person(), "scenario", scenario(algorithm="in-network"))
    tree = Parts(fabric=ring.fabric, workload=ring.workload, scenario=in_network.id)
    return finished(ring), finished(tree)


def test_the_tree_is_quicker_than_the_ring_by_nearly_the_bound():
    a, b = ring_and_tree()
    sentence = compare(a, b).sentence
    assert (sentence.algorithms, sentence.ranks) == (("ring", "in-network"), 4)
    assert sentence.sent_ratio == 2 * 3 / 4
    assert sentence.times == pytest.approx(0.95 * sentence.sent_ratio, rel=0.05)  # all but latency
    assert sentence.times <= sentence.bound
    assert sentence.bounded_by == "the adapters"
    assert sentence.caveat.startswith("At most 1.43 times as fast as run A: its slowest stage, the adapters")


def test_a_gain_above_what_the_slowest_stage_allows_is_not_told():
    a, b = ring_and_tree()
    b.summary["jobs"][0]["communication"]["p50"] /= 10
    sentence = compare(a, b).sentence
    assert sentence.times is None
    assert sentence.caveat.startswith("Not shown: run B would take")
    sentence = compare(b, a).sentence  # nor the other way around
    assert sentence.times is None
    assert sentence.caveat.startswith("Not shown: run A would take")


def test_a_run_from_before_stages_were_known_has_no_gain():
    a, b = ring_and_tree()
    del b.summary["jobs"][0]["bound"]
    assert compare(a, b).sentence.times is None
    assert "run it again" in compare(a, b).sentence.caveat


def test_a_ring_step_by_step_sends_the_bytes_of_a_ring():
    sentence = compare(*ring_and_tree("ring-steps")).sentence
    assert (sentence.sent_ratio, sentence.caveat is None) == (2 * 3 / 4, False)


def test_only_the_algorithm_was_different():
    found = compare(*ring_and_tree())
    assert [(each.pointer, each.values) for each in found.different] == [
        ("/scenario/algorithm", ("ring", "in-network"))
    ]
    assert {"Routing", "Faults", "Seed 1"} <= set(found.equal)
    assert any(title.startswith("Fabric ") for title in found.equal)


def test_words_that_an_older_document_lacks_are_no_difference():
    a, b = ring_and_tree()
    old = {key: value for key, value in b.scenario.document.items() if key != "tolerances"}
    b.scenario.stored = {**old, "routing": {"mode": "hash", "seed": 7}}
    found = compare(a, b)
    assert [each.pointer for each in found.different] == ["/scenario/algorithm"]
    assert {"Routing", "Tolerances"} <= set(found.equal)


def test_a_share_is_of_the_first_run():
    a, b = ring_and_tree()
    figures = {figure.key: figure for figure in compare(a, b).figures}
    first, second = figures["communication_p50"].values
    assert figures["communication_p50"].delta_share == pytest.approx((second - first) / first)
    assert figures["communication_p99"].values == (None, None)  # three iterations are too few
    assert figures["communication_p99"].delta_share is None


def test_the_busiest_cables_of_both_are_shown_with_both_loads():
    a, b = ring_and_tree()
    cables = compare(a, b).cables
    assert 0 < len(cables) <= 20
    highest = [max(pair.values) for pair in cables]
    assert highest == sorted(highest, reverse=True)
    assert all(pair.a and pair.b for pair in cables)


def test_a_cable_that_one_fabric_lacks_has_no_load_there():
    small, large = parts_of(person()), parts_of(person(), fabric=leaf_spine(hosts_per_leaf=3))
    found = compare(finished(small), finished(large))
    assert any(None in pair.values for pair in found.cables)
    assert any(each.pointer.startswith("/fabric") for each in found.different)


def test_another_seed_and_another_size_are_named():
    first, second = parts_of(person()), parts_of(person(), workload=all_reduce(size_bytes=16 * MIB))
    found = compare(finished(first, seed=1), finished(second, seed=2))
    values = {each.pointer: each.values for each in found.different}
    assert values["/workload/jobs/0/size_bytes"] == (8 * MIB, 16 * MIB)
    assert values["/seed"] == (1, 2)
    assert found.sentence.sent_ratio is None


def test_a_run_that_has_not_finished_cannot_be_compared():
    parts = parts_of(person())
    waiting = submit(owner=person(), parts=parts)
    with pytest.raises(ConflictError, match="is queued"):
        compare(run_of(person(), waiting.id), finished(parts))
