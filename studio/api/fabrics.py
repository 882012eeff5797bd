"""Fabrics: the shapes of their answers and bodies."""

from simcore.document.fabric import FabricDocument
from simcore.document.structure import Counts as CountsOfFabric
from studio.api.documents import DocumentRow, DocumentSave, DocumentShapes, NewDocument
from studio.api.shapes import Page, Shape


class Counts(Shape):
    """How much stands in a fabric. An adapter is one port block of a server."""

    switches: int
    hosts: int
    adapters: int
    cables: int
    gpus: int


class FabricRow(DocumentRow):
    """A fabric in a list. ``tiers`` counts the switches of each tier, from the leaves upwards."""

    counts: Counts
    tiers: tuple[int, ...]


class Fabric(FabricRow):
    """A fabric with its newest document."""

    document: FabricDocument


class FabricPage(Page[FabricRow]):
    """A part of the list of fabrics."""


class NewFabric(NewDocument[FabricDocument]):
    """A fabric to save. Without a project the first one takes it, without a name the document's serves."""


class FabricSave(DocumentSave[FabricDocument]):
    """A changed fabric."""


def counts_shape(counts: CountsOfFabric) -> Counts:
    """Return counts as they are answered."""
    return Counts(**counts)


SHAPES = DocumentShapes(row=FabricRow, page=FabricPage, whole=Fabric, new=NewFabric, save=FabricSave)
