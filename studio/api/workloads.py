"""Workloads: the shapes of their answers and bodies."""

from simcore.document.workload import WorkloadDocument
from studio.api.documents import DocumentRow, DocumentSave, DocumentShapes, NewDocument
from studio.api.shapes import Page, Shape


class WorkloadCounts(Shape):
    """How much is in a workload."""

    jobs: int
    background: int
    flows: int


class WorkloadRow(DocumentRow):
    """A workload in a list."""

    counts: WorkloadCounts


class Workload(WorkloadRow):
    """A workload with its newest document."""

    document: WorkloadDocument


class WorkloadPage(Page[WorkloadRow]):
    """A part of the list of workloads."""


class NewWorkload(NewDocument[WorkloadDocument]):
    """A workload to save. Without a project the first one takes it, without a name the document's serves."""


class WorkloadSave(DocumentSave[WorkloadDocument]):
    """A changed workload."""


SHAPES = DocumentShapes(
    row=WorkloadRow, page=WorkloadPage, whole=Workload, new=NewWorkload, save=WorkloadSave
)
