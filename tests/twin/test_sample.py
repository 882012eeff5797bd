"""The sample project: what it holds, and that its background is as light as its name says."""

import pytest

from simcore.document.build import build_topology
from simcore.document.fabric import FabricDocument
from simcore.document.scenario import ScenarioDocument
from simcore.document.workload import WorkloadDocument
from simcore.simulate import simulate
from tests.records import person
from twin.models import FabricRevision, Project, Scenario, WorkloadRevision
from twin.services.sample import load_sample

pytestmark = pytest.mark.django_db


@pytest.fixture
def sample():
    """The fabric and the workload of a sample project just loaded."""
    load_sample(person())
    return (
        build_topology(FabricDocument.model_validate(FabricRevision.objects.get().document)),
        WorkloadDocument.model_validate(WorkloadRevision.objects.get().document),
    )


def test_the_sample_is_one_project_with_three_scenarios_to_compare(sample):
    assert Project.objects.count() == 1
    assert Scenario.objects.count() == 3


def test_the_servers_of_the_sample_have_an_inside_that_adds(sample):
    topology, _ = sample
    # Eight H100: 450 GB/s, of which 82 % are reached, of which 85 % where switches add.
    for inside in topology.scale_up:
        assert inside.gpus == 8
        assert (inside.rate, inside.adding_rate) == pytest.approx((369e9, 313.65e9))


def test_the_background_of_the_sample_costs_a_ring_at_most_a_fifth(sample):
    # Idle: 2 (n - 1) / n S over four rails of 400 Gb/s; the latency of 46 hops is 1 % of that.
    result = simulate(*sample, ScenarioDocument(seed=1))
    idle = 2 * 23 / 24 * 2**30 / 4 / 50e9
    median = result.summary.jobs[0].communication.p50
    assert result.summary.flows.finished > 0
    assert idle < median < 1.2 * idle
