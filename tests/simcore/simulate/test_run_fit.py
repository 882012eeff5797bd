"""What does not fit a fabric is found before the first event, at its place."""

import pytest

from simcore.document.scenario import ScenarioDocument
from simcore.document.workload import WorkloadDocument
from simcore.errors import DocumentError
from simcore.simulate import run_findings, simulate
from simcore.topology import Topology
from tests.simcore.fabrics import leaf_spine, one_switch, scenario, workload


@pytest.mark.parametrize(
    ("work", "how", "rule", "at"),
    [
        (workload(), scenario(), "run.nothing", "/"),
        (
            workload({"ranks": {"by": "list", "hosts": ["h0", "zz"]}}),
            scenario(),
            "ranks.unknown",
            "/jobs/0/ranks/hosts/1",
        ),
        (workload({"ranks": {"by": "tag", "tag": "gpu"}}), scenario(), "ranks.unknown", "/jobs/0/ranks/tag"),
        (workload({"ranks": {"by": "list", "hosts": ["h0"]}}), scenario(), "ranks.too-few", "/jobs/0/ranks"),
        (workload({"ranks": {"count": 99}}), scenario(), "ranks.too-few", "/jobs/0/ranks/count"),
        (workload({"id": "j"}, {"id": "j"}), scenario(), "id.duplicate", "/jobs/1/id"),
        (
            workload(background=[{"id": "b", "load": 0.1}]),
            scenario(),
            "background.endless",
            "/background/0/stop_ms",
        ),
        (
            workload({}, background=[{"id": "b", "load": 0.1, "start_ms": 5, "stop_ms": 5}]),
            scenario(),
            "background.time",
            "/background/0/stop_ms",
        ),
        (
            workload(flows=[{"id": "f", "src": "h0", "dst": "h9", "size_bytes": 1}]),
            scenario(),
            "flow.end",
            "/flows/0/dst",
        ),
        (
            workload(flows=[{"id": "f", "src": "h0", "dst": "h0", "size_bytes": 1}]),
            scenario(),
            "flow.self",
            "/flows/0/dst",
        ),
        (
            workload({}),
            scenario(faults=[{"cable": "zz", "at_ms": 0, "rate_share": 0.5}]),
            "fault.cable",
            "/faults/0/cable",
        ),
        (
            workload({}),
            scenario(faults=[{"cable": "c0", "at_ms": 0, "rate_share": 1e-300}]),
            "fault.share",
            "/faults/0/rate_share",
        ),
        (
            workload({}),
            scenario(transport={"payload_share": 1e-300}),
            "transport.payload",
            "/transport/payload_share",
        ),
        (
            workload({}),
            scenario(
                placement=2 * [{"job": "job0", "rails": [{"name": "r", "members": ["h0/n0", "h1/n0"]}]}]
            ),
            "placement.twice",
            "/placement/1/job",
        ),
        (
            workload({}),
            scenario(placement=[{"job": "zz", "rails": [{"name": "r", "members": ["h0/n0", "h1/n0"]}]}]),
            "placement.job",
            "/placement/0/job",
        ),
        (
            workload({"id": "j"}),
            scenario(placement=[{"job": "j", "rails": [{"name": "r", "members": ["h0/n0", "s"]}]}]),
            "placement.adapter",
            "/placement/0/rails/0/members/1",
        ),
    ],
)
def test_what_does_not_fit_is_found_at_its_place(
    work: WorkloadDocument, how: ScenarioDocument, rule: str, at: str
) -> None:
    topology = one_switch(4)
    assert (rule, at) in [(each.rule, each.at) for each in run_findings(topology, work, how)]
    with pytest.raises(DocumentError):
        simulate(topology, work, how)


def test_ranks_on_two_islands_are_found() -> None:
    topology = leaf_spine(2, 1, 2)
    apart = Topology(
        **{
            name: getattr(topology, name)[:-4] if name.startswith("link_") else getattr(topology, name)
            for name in Topology.__dataclass_fields__
        }
    )
    found = run_findings(apart, workload({}), scenario())
    assert [each.rule for each in found] == ["ranks.unreachable"]
    assert "2 of its 4 adapters are out of reach" in found[0].says


def test_many_findings_of_one_kind_are_counted_after_the_first_ones() -> None:
    flows = [{"id": str(row), "src": "h0", "dst": "zz", "size_bytes": 1} for row in range(80)]
    found = run_findings(one_switch(2), workload(flows=flows), scenario())
    assert len(found) == 51
    assert found[-1].says == "and 30 more like it"
