"""Comparisons: every way of an all-reduce that fits a fabric, started as ordinary runs by one call."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction

from simcore.document.build import build_topology
from simcore.document.fabric import FabricDocument
from simcore.document.findings import Finding, Severity
from simcore.document.scenario import Algorithm, ScenarioDocument
from simcore.document.workload import Collective, WorkloadDocument
from simcore.simulate.ways import WAYS, OfferedWay, ways_on
from twin.errors import ConflictError, NotRunnableError
from twin.models import (
    ENDED,
    ComparedWay,
    Comparison,
    Fabric,
    FabricRevision,
    Run,
    Scenario,
    Workload,
    WorkloadRevision,
)
from twin.selectors.documents import newest_revision
from twin.selectors.owned import one_of
from twin.selectors.runs import run_of
from twin.services import documents
from twin.services.documents import settled
from twin.services.fabrics import FABRICS
from twin.services.runs import submission
from twin.services.runs.submission import Parts, begin, pin_findings, what_stops
from twin.services.scenarios import SCENARIOS

WAY_NAMES: Final = tuple(way.name for way in WAYS)


@dataclass(frozen=True, slots=True)
class Design:
    """What is compared: revisions of a fabric and a workload, and the scenario that the ways begin with."""

    fabric: FabricRevision
    workload: WorkloadRevision
    scenario: ScenarioDocument
    seed: int


def design_of_parts(owner: User, parts: Parts) -> Design:
    """Return the newest revisions of three documents.

    Raises
    ------
    NotFoundError
        If one of the parts is not the owner's.
    """
    fabric = settled(FABRICS, newest_revision(Fabric, owner, parts.fabric))
    workload = newest_revision(Workload, owner, parts.workload)
    scenario = ScenarioDocument.model_validate(newest_revision(Scenario, owner, parts.scenario).document)
    return Design(fabric, workload, scenario, scenario.seed)


def design_of_run(owner: User, run_id: UUID) -> Design:
    """Return what a run was made of, whatever its end.

    Raises
    ------
    NotFoundError
        If the owner has no such run.
    """
    run = run_of(owner, run_id)
    fabric = settled(FABRICS, FabricRevision.objects.select_related("record").get(id=run.fabric_id))
    workload = WorkloadRevision.objects.select_related("record").get(id=run.workload_id)
    return Design(fabric, workload, ScenarioDocument.model_validate(run.scenario.document), run.seed)


def start(
    *,
    owner: User,
    design: Design,
    seed: int | None = None,
    name: str = "",
    ways: Sequence[str] | None = None,
) -> Comparison:
    """Start a run for each way that fits, those named in ``ways`` alone where it is given.

    A way that does not fit is kept with why. The ring, which gains are told against, always runs.

    Raises
    ------
    NotRunnableError
        If not even the ring could run, or if the first job is no all-reduce.
    """
    offered = _offered(design)
    wanted = set(WAY_NAMES if ways is None else ways) | {WAY_NAMES[0]}
    seed = design.seed if seed is None else seed
    called = name or f"{design.workload.record.name} on {design.fabric.record.name}"
    with transaction.atomic():
        comparison = Comparison.objects.create(
            owner=owner,
            project=design.fabric.record.project,
            name=called[:200],
            fabric=design.fabric,
            workload=design.workload,
            seed=seed,
        )
        for place, each in enumerate(each for each in offered if each.way.name in wanted):
            run = None if each.scenario is None else _run(owner, design, each.scenario, seed)
            ComparedWay.objects.create(
                comparison=comparison, place=place, name=each.way.name, run=run, says=each.says
            )
    return comparison


def _offered(design: Design) -> tuple[OfferedWay, ...]:
    """Return the ways on the design's fabric."""
    workload = WorkloadDocument.model_validate(design.workload.document)
    ring = design.scenario.model_copy(update={"algorithm": Algorithm.RING})
    errors = [
        *pin_findings(ring, fabric=design.fabric.digest, workload=design.workload.digest),
        *_no_all_reduce(workload),
    ]
    errors = errors or what_stops(design.fabric, workload, ring)
    if errors:
        raise NotRunnableError(errors)
    topology = build_topology(
        FabricDocument.model_validate(design.fabric.document),
        payload_share=design.scenario.transport.payload_share,
    )
    return ways_on(topology, workload, design.scenario)


def _no_all_reduce(workload: WorkloadDocument) -> list[Finding]:
    if workload.jobs and workload.jobs[0].collective is Collective.ALL_REDUCE:
        return []
    at = "/workload/jobs/0/collective" if workload.jobs else "/workload/jobs"
    says = "the ways that are compared are of an all-reduce: make the first job one"
    return [Finding(rule="comparison.collective", severity=Severity.ERROR, at=at, says=says)]


def _run(owner: User, design: Design, scenario: ScenarioDocument, seed: int) -> Run:
    project = design.fabric.record.project_id
    revision: Any = documents.create(SCENARIOS, owner=owner, document=scenario, project=project)
    return begin(owner, design.fabric, design.workload, revision, document=scenario, seed=seed)


def cancel(*, owner: User, comparison_id: UUID) -> Comparison:
    """Cancel all runs of a comparison that have not ended.

    Raises
    ------
    NotFoundError
        If the owner has no such comparison.
    """
    comparison = one_of(Comparison, owner, comparison_id)
    going_on = Run.objects.filter(
        id__in=comparison.ways.values_list("run", flat=True)  # type: ignore[attr-defined]
    ).exclude(status__in=ENDED)
    for run_id in going_on.values_list("id", flat=True):
        with suppress(ConflictError):  # it has ended in the meantime
            submission.cancel(owner=owner, run_id=run_id)
    return comparison


def delete(*, owner: User, comparison_id: UUID) -> None:
    """Delete a comparison; its runs stay.

    Raises
    ------
    NotFoundError
        If the owner has no such comparison.
    """
    one_of(Comparison, owner, comparison_id).delete()
