"""Device types of a person's own: the shapes of their answers and bodies."""

from simcore.document.fabric import DeviceType
from studio.api.kept import KeptRow, KeptShapes
from studio.api.shapes import Page, Shape


class OwnDeviceType(KeptRow):
    """A switch or server that a person has added; its name is the type's id."""

    document: DeviceType


class OwnDeviceTypePage(Page[OwnDeviceType]):
    """A part of the list of a person's device types."""


class OwnDeviceTypeSave(Shape):
    """A device type to keep."""

    document: DeviceType


SHAPES = KeptShapes(whole=OwnDeviceType, page=OwnDeviceTypePage, save=OwnDeviceTypeSave)
