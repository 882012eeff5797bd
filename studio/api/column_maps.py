"""Column maps of a person's own: the shapes of their answers and bodies."""

from simcore.formats.cables import ColumnMap
from studio.api.kept import KeptRow, KeptShapes
from studio.api.shapes import Page, Shape


class OwnColumnMap(KeptRow):
    """Which column of a person's lists of cables is what."""

    document: ColumnMap


class OwnColumnMapPage(Page[OwnColumnMap]):
    """A part of the list of a person's column maps."""


class OwnColumnMapSave(Shape):
    """A column map to keep."""

    document: ColumnMap


SHAPES = KeptShapes(whole=OwnColumnMap, page=OwnColumnMapPage, save=OwnColumnMapSave)
