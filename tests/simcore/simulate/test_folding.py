"""Which classes a run folds into, counted by hand; what breaks them, and what forbids folding."""

import re
from typing import Any

import numpy as np
import pytest

from simcore.metrics import RunResult
from simcore.topology import Topology
from tests.simcore.fabrics import LINE, leaf_spine, workload
from tests.simcore.simulate.runs import play

# Three leaves A, B and C of three hosts, two spines; host 0 is the first of A, host 3 the first of B. All
# pairs at once, sprayed: 72 messages, of which those within a leaf are alike, and those between leaves.
JOB = {"size_bytes": 10**8, "collective": "all-to-all"}
SPRAYED: dict[str, Any] = {"routing": {"mode": "spray"}, "tolerances": {"exact": True}}
# Cables 0 to 8 are of hosts, cable 9 is that from A to the first spine.
HALF = {"at_ms": 1.0, "until_ms": 4.0, "rate_share": 0.5}


def three_leaves(**options: Any) -> Topology:
    """Return the fabric, every cable at 5e10 bytes/s."""
    return leaf_spine(3, 2, 3, **options)


def classes(result: RunResult) -> tuple[int, int, int] | None:
    """Return how many messages fare alike in how many classes over how many classes of links."""
    for note in result.summary.notes:
        found = re.match(r"([\d,]+) messages fare alike in ([\d,]+) classes over ([\d,]+) classes", note)
        if found:
            one, other, links = (int(text.replace(",", "")) for text in found.groups())
            return one, other, links
    return None


def folded(work: Any, topology: Topology | None = None, **fields: Any) -> RunResult:
    """Return a folded run, which is held against the unfolded one."""
    on = three_leaves() if topology is None else topology
    result, whole = (play(on, work, **SPRAYED | fields, folding=how) for how in ("always", "never"))
    np.testing.assert_allclose(result.series.iteration_end, whole.series.iteration_end, rtol=1e-9)
    np.testing.assert_allclose(result.series.flow_completion, whole.series.flow_completion, rtol=1e-9)
    np.testing.assert_allclose(result.series.cable_mean, whole.series.cable_mean, rtol=1e-9, atol=1e-12)
    assert classes(whole) is None
    return result


def test_messages_within_and_between_leaves_are_two_classes_on_both_ways_of_two_kinds_of_cables() -> None:
    assert classes(folded(workload(JOB))) == (72, 2, 4)


def test_a_slow_cable_of_a_host_breaks_the_classes_of_its_host_and_of_its_leaf_alone() -> None:
    """With h on the cable, a beside it on A, b, c elsewhere: ha ah aa hb bh ab ba bb bc.

    Cables of h, of a, of b, of A and of the other leaves, both ways.
    """
    assert classes(folded(workload(JOB), faults=[{"cable": "c0", **HALF}])) == (72, 9, 10)


def test_a_slow_uplink_breaks_the_classes_of_its_leaf_alone() -> None:
    """Messages aa ab ba bb bc; cables of a, of b, of A to either spine, of other leaves, both ways.

    A message from B to A takes both spines in equal parts, so that it does not tell those of B apart.
    """
    assert classes(folded(workload(JOB), faults=[{"cable": "c9", **HALF}])) == (72, 5, 10)


def test_faults_that_are_alike_in_places_that_are_alike_leave_one_class() -> None:
    """All three uplinks to the first spine: the spines differ, nothing else."""
    faults = [{"cable": cable, **HALF} for cable in ("c9", "c11", "c13")]
    assert classes(folded(workload(JOB), faults=faults)) == (72, 2, 6)


def test_faults_at_other_times_are_not_alike() -> None:
    """A, B and C are told apart: 3 classes within them, 6 between them; 3 kinds of hosts, 6 of uplinks."""
    faults = [
        {"cable": cable, **HALF, "at_ms": at} for cable, at in (("c9", 1.0), ("c11", 2.0), ("c13", 3.0))
    ]
    assert classes(folded(workload(JOB), faults=faults)) == (72, 9, 18)


def test_a_placement_without_one_host_breaks_the_classes_of_its_leaf_alone() -> None:
    """Messages aa ab ba bb bc among eight; cables of h, a, b, A and the other leaves, both ways."""
    job = JOB | {"ranks": {"by": "list", "hosts": [f"h{host}" for host in range(1, 9)]}}
    assert classes(folded(workload(job))) == (56, 5, 10)


def test_a_faster_cable_breaks_what_a_slow_one_breaks() -> None:
    """An intervention in the fabric before the run: the classes are those of a fault of that cable."""
    topology = three_leaves()
    topology.link_rate[:2] *= 2
    assert classes(folded(workload(JOB), topology)) == (72, 9, 10)


def test_a_listed_flow_breaks_the_classes_of_both_its_ends_alone() -> None:
    """From s on A to t on B; a, b beside them, c on C: sa as aa tb bt bb cc, 8 between A and B, 8 with C.

    Cables of s, a, t, b, c, A, B, C, both ways: the flow is sprayed as well, so that the spines stay alike.
    """
    flow = {"id": "f", "src": "h0", "dst": "h3", "size_bytes": 10**7}
    assert classes(folded(workload(JOB, flows=[flow]))) == (72, 23, 16)


def test_another_job_on_all_hosts_that_is_alike_everywhere_breaks_nothing() -> None:
    assert classes(folded(workload(JOB, JOB | {"start_ms": 0.7}))) == (144, 4, 4)


def test_a_ring_breaks_what_lies_on_other_edges_of_it() -> None:
    """Hosts 0, 1, 2 of each leaf in ring order: the ring leaves a leaf at 2 and enters it at 0.

    Every cable of a host carries one ring edge each way and every uplink half of one: nothing is told apart.
    """
    ring = {"size_bytes": 10**7, "collective": "all-reduce"}
    assert classes(folded(workload(JOB, ring))) == (72, 2, 4)


def test_pairwise_steps_are_classes_by_what_they_cross() -> None:
    """One switch, four hosts: three steps, all messages of a step alike, and both ways of a cable."""
    topology = leaf_spine(1, 1, 4)
    found = classes(folded(workload(JOB), topology, algorithm="pairwise"))
    assert found is not None
    # Cables of hosts, and the idle one to the spine.
    assert found == (12, 3, 4)


def test_few_messages_are_folded_only_where_that_is_asked_for_always() -> None:
    assert classes(play(three_leaves(), workload(JOB), **SPRAYED)) is None


def test_many_messages_are_folded_by_themselves() -> None:
    """72 hosts on one leaf: 5,112 messages."""
    assert classes(play(leaf_spine(1, 1, 72), workload(JOB), **SPRAYED)) == (5112, 1, 4)


@pytest.mark.parametrize(
    ("work", "fields", "reason"),
    [
        (
            {"background": [{"id": "b", "load": 0.1, "stop_ms": 1.0}]},
            {},
            "background flows are drawn on the way",
        ),
        ({}, {"faults": [{"cable": "c9", "at_ms": 1.0}]}, "what goes down is routed around on the way"),
        ({}, {"routing": {"mode": "flowlets"}}, "routing chooses again on the way"),
    ],
)
def test_what_comes_later_forbids_folding_and_the_run_says_so(
    work: dict[str, Any], fields: dict[str, Any], reason: str
) -> None:
    result = play(three_leaves(), workload(JOB, **work), **SPRAYED | fields, folding="always")
    assert classes(result) is None
    assert f"Messages that fare alike were all played, since {reason}." in result.summary.notes


def test_where_time_went_is_the_same_where_all_start_at_once() -> None:
    """Uplinks hold everything up: 6 of them in all, each with a part, and none alone would help."""
    topology = three_leaves(uplink=LINE / 4)
    ours, theirs = (
        play(topology, workload(JOB), **SPRAYED, folding=how).summary.jobs[0].why
        for how in ("always", "never")
    )
    assert ours is not None and theirs is not None
    assert ours.limit == theirs.limit == "fabric"
    assert ours.where.fabric == pytest.approx(theirs.where.fabric, rel=1e-9)
    assert [(kind.tiers, kind.cables) for kind in ours.kinds] == [((1, 2), 6)]
    assert ours.kinds[0].buys_s_per_gbps == pytest.approx(theirs.kinds[0].buys_s_per_gbps, rel=1e-9)
    assert {each.cable for each in ours.cables} == {each.cable for each in theirs.cables}
    for one, other in zip(ours.cables, theirs.cables, strict=True):
        assert one.share == pytest.approx(other.share, rel=1e-9)
        assert one.tied == pytest.approx(other.tied, rel=1e-9)
        assert one.buys_s_per_gbps == pytest.approx(other.buys_s_per_gbps, abs=1e-15)
        assert one.together_s_per_gbps == pytest.approx(other.together_s_per_gbps, rel=1e-9)
