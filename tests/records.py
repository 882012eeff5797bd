"""Builders of people, documents and runs for tests."""

from typing import Any
from uuid import uuid4

from django.contrib.auth import get_user_model

from simcore.document.common import DocumentModel
from simcore.document.fabric import Cable, DeviceKind, DeviceType, FabricDocument
from simcore.document.prices import PriceList
from simcore.document.scenario import Pace, ScenarioDocument
from simcore.document.workload import Job, WorkloadDocument
from simcore.formats.cables.column_map import ColumnMap
from simcore.templates import TEMPLATES
from twin.models import Run
from twin.services import documents
from twin.services import kept as keep
from twin.services.fabrics import FABRICS
from twin.services.runs.submission import Parts, submit
from twin.services.scenarios import SCENARIOS
from twin.services.workloads import WORKLOADS

MIB = 2**20
KINDS = {"fabric": FABRICS, "workload": WORKLOADS, "scenario": SCENARIOS}


def person(name: str = "ada") -> Any:
    """Return the user of this name."""
    return get_user_model().objects.get_or_create(username=name)[0]


def leaf_spine(**parameters: Any) -> FabricDocument:
    """Return a fabric of two leaves and two spines with two hosts a leaf, one adapter each."""
    given = {"leaves": 2, "spines": 2, "hosts_per_leaf": 2, **parameters}
    document, findings = TEMPLATES["leaf-spine"].make(given)
    assert document is not None, findings
    return document


def broken_fabric() -> FabricDocument:
    """Return a fabric with a cable to a device that is not declared."""
    fabric = leaf_spine()
    loose = Cable(id="loose", a="leaf-9/p1", b="leaf-8/p1", gbps=400)
    return fabric.model_copy(update={"cables": (*fabric.cables, loose)})


def all_reduce(**changes: Any) -> WorkloadDocument:
    """Return one job: three all-reduces of 8 MiB with 1 ms of compute between them."""
    fields = {"size_bytes": 8 * MIB, "iterations": 3, "compute_ms": 1.0, **changes}
    return WorkloadDocument(name="all-reduce", jobs=(Job(id="job", **fields),))


def scenario(*, ms_per_s: float | None = None, **changes: Any) -> ScenarioDocument:
    """Return a scenario, as fast as possible if no pace is given."""
    return ScenarioDocument(name="scenario", pace=Pace(ms_per_s=ms_per_s), **changes)


def saved(owner: Any, noun: str, document: DocumentModel) -> Any:
    """Save a new document and return its record."""
    return documents.create(KINDS[noun], owner=owner, document=document).record


def kept(owner: Any) -> dict[str, Any]:
    """Keep one of everything that is kept without revisions; return the ids by their place in a path."""
    name = f"mine-{uuid4()}"
    switch = DeviceType(id=name, kind=DeviceKind.SWITCH)
    prices = keep.create(keep.PRICE_LISTS, owner=owner, document=PriceList(name=name))
    switch_type = keep.create(keep.DEVICE_TYPES, owner=owner, document=switch)
    columns = keep.create(
        keep.COLUMN_MAPS, owner=owner, document=ColumnMap(name=name, a_device="from", b_device="to")
    )
    return {"price-lists": prices.id, "device-types": switch_type.id, "column-maps": columns.id}


def parts_of(
    owner: Any,
    *,
    fabric: FabricDocument | None = None,
    workload: WorkloadDocument | None = None,
    with_scenario: ScenarioDocument | None = None,
) -> Parts:
    """Save the three documents of a run."""
    return Parts(
        fabric=saved(owner, "fabric", fabric or leaf_spine()).id,
        workload=saved(owner, "workload", workload or all_reduce()).id,
        scenario=saved(owner, "scenario", with_scenario or scenario()).id,
    )


def queued_run(owner: Any, **documents_given: Any) -> Run:
    """Submit a run; see ``parts_of``."""
    return submit(owner=owner, parts=parts_of(owner, **documents_given))
