"""A comparison: which ways run, what the table says of them, and the ladder that follows from it."""

import csv
import io

import pytest

from tests.records import MIB, all_reduce, broken_fabric, leaf_spine, parts_of, person, scenario
from twin.errors import NotFoundError, NotRunnableError
from twin.models import ComparedWay, Comparison, Run, RunStatus
from twin.selectors.comparison_text import ladder_markdown, table_csv, table_markdown
from twin.selectors.comparisons import WayRow, WaysTable, comparison_of, comparisons_of, table_of
from twin.selectors.ladder import ladder_of
from twin.services import comparisons
from twin.services.runs import execution, submission

pytestmark = pytest.mark.django_db(transaction=True)

SOME = ("ring", "tree", "in-network")


def started(ways=SOME, **given) -> Comparison:
    """Return a comparison whose runs wait."""
    given.setdefault("workload", all_reduce(size_bytes=64 * MIB))
    design = comparisons.design_of_parts(person(), parts_of(person(), **given))
    return comparisons.start(owner=person(), design=design, ways=ways)


def read(comparison: Comparison) -> WaysTable:
    return table_of(comparison_of(person(), comparison.id))


def played(**given) -> WaysTable:
    """Return the table of a comparison all of whose runs have ended."""
    comparison = started(**given)
    for run_id in Run.objects.filter(status=RunStatus.QUEUED).values_list("id", flat=True):
        execution.execute(run_id=run_id)
    return read(comparison)


def rows(table: WaysTable) -> dict[str, WayRow]:
    return {row.name: row for row in table.rows}


def test_one_call_starts_a_run_for_each_way_that_fits_and_says_why_not_of_the_others():
    table = read(started(ways=None))
    found = rows(table)
    assert {"ring", "tree", "in-network"} <= {name for name, row in found.items() if row.run}
    assert found["ring"].status == RunStatus.QUEUED
    assert "nothing is known of the inside" in found["nvls-ring"].says
    assert found["edge-servers"].says.startswith("every host with an adapter has ranks of a job")
    runs = list(Run.objects.order_by("number"))
    assert [run.scenario.document["algorithm"] for run in runs][:2] == ["ring", "double-tree"]
    assert {run.name for run in runs} == {row.title for row in table.rows if row.run}
    assert table.says == f"0 of {len(runs)} runs have ended."


def test_gains_are_over_the_ring_never_above_the_bound_and_the_best_way_is_marked():
    table = played()
    found = rows(table)
    ring, tree = found["ring"], found["in-network"]
    assert (ring.gain, tree.is_best) == (None, True)
    assert tree.gain.times == pytest.approx(ring.communication.p50 / tree.communication.p50)
    assert tree.gain.times <= tree.gain.bound
    # 2 (n - 1)/n of four hosts, of which a stream of Quantum-2 takes 95 %; all but latency.
    assert tree.gain.times == pytest.approx(0.95 * 1.5, rel=0.02)
    assert (tree.gain.bounded_by, tree.bound.bounded_by) == ("the adapters", "the adapters")
    assert table.says == (
        f"All switches add is {tree.gain.times:.2f} times as fast as the ring "
        f"(at most {tree.gain.bound:.2f}, bounded by the adapters)."
    )
    assert (table.running, table.done) == (0, 3)
    assert tree.decisions.granted == 3
    assert ring.decisions is None


def test_a_gain_above_the_bound_is_not_told_and_no_best_way_is_made_of_it():
    comparison = played().record
    way = ComparedWay.objects.get(comparison=comparison, name="in-network")
    way.run.summary["jobs"][0]["communication"]["p50"] /= 10
    way.run.save()
    table = read(comparison)
    tree = rows(table)["in-network"]
    assert tree.gain.times is None
    assert tree.gain.says.startswith("not shown: All switches add would take")
    assert not tree.is_best
    assert "not shown" in table_markdown(table)
    assert next(each for each in ladder_of(table).rungs if each.rung == "network").gain is None


def test_the_ring_is_run_even_where_it_is_not_named():
    assert list(rows(read(started(ways=["tree"])))) == ["ring", "tree"]


def test_a_comparison_is_made_of_a_run_as_it_was():
    run = submission.submit(owner=person(), parts=parts_of(person(), workload=all_reduce()), seed=9)
    made = comparisons.start(
        owner=person(), design=comparisons.design_of_run(person(), run.id), ways=["tree"]
    )
    assert (made.fabric_id, made.workload_id, made.seed) == (run.fabric_id, run.workload_id, 9)
    assert {each.run.seed for each in made.ways.all()} == {9}


def test_what_not_even_the_ring_can_do_is_refused_with_findings():
    with pytest.raises(NotRunnableError) as refused:
        started(fabric=broken_fabric())
    assert refused.value.findings[0].at.startswith("/fabric/cables")
    with pytest.raises(NotRunnableError) as refused:
        started(workload=all_reduce(collective="all-to-all"))
    assert refused.value.findings[0].at == "/workload/jobs/0/collective"
    assert Comparison.objects.count() == Run.objects.count() == 0


def test_hosts_without_ranks_serve_at_the_edge_unless_a_finding_says_otherwise():
    workload = all_reduce(ranks={"by": "default", "count": 2})
    row = rows(read(started(ways=["edge-servers"], workload=workload)))["edge-servers"]
    assert "every host" not in (row.says or "")


def test_a_run_that_was_deleted_leaves_its_way_without_one():
    table = played()
    run = rows(table)["tree"].run
    submission.delete(owner=person(), run_id=run)
    row = rows(read(table.record))["tree"]
    assert (row.run, row.says, row.communication) == (None, "its run was deleted", None)


def test_cancelling_stops_what_waits_and_deleting_keeps_the_runs():
    comparison = started()
    comparisons.cancel(owner=person(), comparison_id=comparison.id)
    table = read(comparison)
    assert {row.status for row in table.rows} == {RunStatus.CANCELLED}
    assert table.says == "The ring has not come to an end: gains over it cannot be told."
    comparisons.delete(owner=person(), comparison_id=comparison.id)
    assert Run.objects.count() == 3
    with pytest.raises(NotFoundError):
        comparison_of(person(), comparison.id)


def test_nobody_sees_the_comparisons_of_others():
    comparison = started()
    assert list(comparisons_of(person("eve"))) == []
    with pytest.raises(NotFoundError):
        comparison_of(person("eve"), comparison.id)


def test_the_table_for_slides_has_a_row_a_way_with_figures_in_their_units():
    table = played()
    lines = list(csv.DictReader(io.StringIO(table_csv(table).decode())))
    assert [line["way"] for line in lines] == [row.title for row in table.rows]
    ring = lines[0]
    assert float(ring["communication_p50_ms"]) == pytest.approx(1e3 * table.rows[0].communication.p50)
    assert (ring["gain_over_ring"], ring["communication_p99_ms"]) == ("", "")  # three are too few
    assert "tier_0_1_bytes" in ring
    text = table_markdown(table)
    assert f"**{table.says}**" in text
    assert "| **All switches add** |" in text


def test_rungs_climb_from_host_to_network_each_with_a_gate_at_seven_tenths_of_its_gain():
    table = played(with_scenario=scenario())
    ladder = ladder_of(table)
    assert [rung.rung for rung in ladder.rungs] == ["host", "rack", "network"]
    host, _, network = ladder.rungs
    times = network.gain.times
    assert network.gate.gain == pytest.approx(1 + 0.7 * (times - 1))
    assert network.gate.time_s == pytest.approx(table.rows[0].communication.p50 / network.gate.gain)
    assert network.gate.rate == pytest.approx(64 * MIB / network.gate.time_s)
    assert (host.gate, host.cost.low) == (None, 0.0)  # the double tree is no faster than the ring
    assert "leave it out" in host.says
    assert "all_reduce_perf -b 67108864" in network.measures[0].how
    text = ladder_markdown(ladder)
    assert text.startswith("# Ladder: ")
    assert "**Gate:** go on when algbw is" in text


def test_before_the_runs_have_ended_the_ladder_says_so():
    ladder = ladder_of(read(started(fabric=leaf_spine())))
    assert ladder.rungs[2].says == "not known before the runs of this comparison have ended"
    assert ladder.rungs[2].gain is None
