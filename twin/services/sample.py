"""The sample project: a fabric small enough to see every cable, and a question worth asking of it.

Twenty-four servers with four rails, a repeated all-reduce over light background traffic, once as rings and
once in the network, and a third scenario in which one server's cable runs at a quarter of its speed.
"""

from typing import Final

from django.contrib.auth.models import User
from django.db import transaction

from simcore.document.catalogue import DEVICE_TYPES
from simcore.document.fabric import DeviceKind, FabricDocument
from simcore.document.scenario import Algorithm, Fault, Pace, ScenarioDocument
from simcore.document.workload import Background, Job, WorkloadDocument
from simcore.templates import TEMPLATES
from twin.services import documents, projects
from twin.services.fabrics import FABRICS
from twin.services.scenarios import SCENARIOS
from twin.services.workloads import WORKLOADS

PARAMETERS: Final = {"leaves": 8, "spines": 4, "hosts_per_leaf": 12, "rails": 4, "cables_per_pair": 2}
PACE_MS_PER_S: Final = 100.0
# Of each adapter's rate. A ring here takes a tenth longer for it, and at 2 % 1.8 times as long: one
# flow holds up a whole ring (docs/model/collectives.md).
LIGHT: Final = 0.002

WORKLOAD: Final = WorkloadDocument(
    name="All-reduce of 1 GiB, light background",
    jobs=(
        Job(
            id="training",
            name="Training",
            size_bytes=2**30,
            iterations=120,
            compute_ms=20.0,
            jitter_cv=0.02,
        ),
    ),
    background=(Background(id="storage", load=LIGHT),),
)


def _with_h100(fabric: FabricDocument) -> FabricDocument:
    """Return the fabric with eight H100 in each server, joined as in a DGX H100."""
    types = tuple(
        each.model_copy(update={"scale_up": DEVICE_TYPES["DGX-H100"].scale_up})
        if each.kind is DeviceKind.SERVER
        else each
        for each in fabric.device_types
    )
    return fabric.model_copy(update={"device_types": types})


@transaction.atomic
def load_sample(owner: User) -> None:
    """Make the sample project for a person, through the services that people use."""
    fabric, findings = TEMPLATES["leaf-spine"].make(PARAMETERS)
    if fabric is None:
        raise ValueError(f"the sample does not fit its template: {findings}")
    fabric = _with_h100(fabric)
    project = projects.create(owner=owner, name="Sample: ring or in the network?").id
    documents.create(FABRICS, owner=owner, project=project, document=fabric, name="Four rails, 24 servers")
    documents.create(WORKLOADS, owner=owner, project=project, document=WORKLOAD)
    cable = fabric.cables[0].id
    pace = Pace(ms_per_s=PACE_MS_PER_S)
    for scenario in (
        ScenarioDocument(name="Ring per rail", algorithm=Algorithm.RING, pace=pace),
        ScenarioDocument(name="In the network", algorithm=Algorithm.IN_NETWORK, pace=pace),
        ScenarioDocument(
            name="Ring, one server's cable at a quarter from 2 s",
            algorithm=Algorithm.RING,
            pace=pace,
            faults=(Fault(cable=cable, at_ms=2_000.0, rate_share=0.25),),
        ),
    ):
        documents.create(SCENARIOS, owner=owner, project=project, document=scenario)
