"""What can be bought: device types, adapters and cables with their figures and sources."""

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from simcore.document.catalogue import ADAPTER_TYPES, CABLE_TYPES, DEVICE_TYPES, AdapterType
from simcore.document.fabric import CableType, DeviceType
from studio.api.schema import operation
from studio.api.shapes import Shape


class Catalogue(Shape):
    """The whole catalogue; a fabric document takes a device type over as it stands here."""

    device_types: tuple[DeviceType, ...]
    adapters: tuple[AdapterType, ...]
    cables: tuple[CableType, ...]


class CatalogueView(APIView):
    """The catalogue."""

    @operation("catalogue", answer=Catalogue)
    def get(self, request: Request) -> Response:
        """Tell every switch, server, adapter and cable of the catalogue, with the source of each figure."""
        return Response(
            Catalogue(
                device_types=tuple(DEVICE_TYPES.values()),
                adapters=tuple(ADAPTER_TYPES.values()),
                cables=tuple(CABLE_TYPES.values()),
            )
        )
