"""Workloads: the shapes of their answers and bodies."""

from datetime import datetime
from uuid import UUID

from simcore.document.common import Name
from simcore.document.findings import Finding
from simcore.document.workload import WorkloadDocument
from studio.api.documents import DocumentShapes
from studio.api.shapes import Page, Shape


class WorkloadCounts(Shape):
    """How much is in a workload."""

    jobs: int
    background: int
    flows: int


class WorkloadRow(Shape):
    """A workload in a list."""

    id: UUID
    project: UUID
    name: str
    revision: int
    digest: str
    findings: tuple[Finding, ...]
    counts: WorkloadCounts
    updated_at: datetime


class Workload(WorkloadRow):
    """A workload with its newest document."""

    document: WorkloadDocument


class WorkloadPage(Page[WorkloadRow]):
    """A part of the list of workloads."""


class NewWorkload(Shape):
    """A workload to save. Without a project the first one takes it, without a name the document's serves."""

    project: UUID | None = None
    name: Name | None = None
    document: WorkloadDocument


class WorkloadSave(Shape):
    """A changed workload."""

    name: Name | None = None
    document: WorkloadDocument


SHAPES = DocumentShapes(
    row=WorkloadRow, page=WorkloadPage, whole=Workload, new=NewWorkload, save=WorkloadSave
)
