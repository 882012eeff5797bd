"""Fabrics: the shapes of their answers and bodies."""

from datetime import datetime
from uuid import UUID

from simcore.document.common import Name
from simcore.document.fabric import FabricDocument
from simcore.document.findings import Finding
from simcore.document.structure import Counts as CountsOfFabric
from studio.api.documents import DocumentShapes
from studio.api.shapes import Page, Shape


class Counts(Shape):
    """How much stands in a fabric. An adapter is one port block of a server."""

    switches: int
    hosts: int
    adapters: int
    cables: int
    gpus: int


class FabricRow(Shape):
    """A fabric in a list. ``tiers`` counts the switches of each tier, from the leaves upwards."""

    id: UUID
    project: UUID
    name: str
    revision: int
    digest: str
    findings: tuple[Finding, ...]
    counts: Counts
    tiers: tuple[int, ...]
    updated_at: datetime


class Fabric(FabricRow):
    """A fabric with its newest document."""

    document: FabricDocument


class FabricPage(Page[FabricRow]):
    """A part of the list of fabrics."""


class NewFabric(Shape):
    """A fabric to save. Without a project the first one takes it, without a name the document's serves."""

    project: UUID | None = None
    name: Name | None = None
    document: FabricDocument


class FabricSave(Shape):
    """A changed fabric."""

    name: Name | None = None
    document: FabricDocument


def counts_shape(counts: CountsOfFabric) -> Counts:
    """Return counts as they are answered."""
    return Counts(**counts)


SHAPES = DocumentShapes(row=FabricRow, page=FabricPage, whole=Fabric, new=NewFabric, save=FabricSave)
