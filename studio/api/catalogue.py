"""What can be bought, and what it adds: devices, adapters, cables and profiles, each with its sources."""

from dataclasses import asdict

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from simcore.document.capabilities import AggregationProfile
from simcore.document.catalogue import (
    ADAPTER_TYPES,
    AGGREGATION_PROFILES,
    CABLE_TYPES,
    DEVICE_TYPES,
    AdapterType,
)
from simcore.document.fabric import CableType, DeviceType
from simcore.document.workload import DataType
from studio.api.schema import operation
from studio.api.shapes import Shape


class ProfileEntry(Shape):
    """What switches of an aggregation profile add, as ``AggregationRule`` says; null is no limit.

    ``active`` streams are admitted at one time per ``scope``: "switch", "port"; "any" is all, "none" nothing.
    """

    profile: AggregationProfile
    title: str
    family: str
    scope: str
    active: int
    trees: int | None
    streams: bool
    wire_share: float
    start_us: float
    slots: int | None
    slot_bytes: int | None
    most_bytes: int | None
    segment_bytes: int | None
    segment_start_us: float
    segment_step_us: float
    reducer_gbps: float | None
    types: tuple[DataType, ...] | None
    sources: tuple[str, ...]


class Catalogue(Shape):
    """The whole catalogue; a fabric document takes a device type over as it stands here."""

    device_types: tuple[DeviceType, ...]
    adapters: tuple[AdapterType, ...]
    cables: tuple[CableType, ...]
    aggregation_profiles: tuple[ProfileEntry, ...]


class CatalogueView(APIView):
    """The catalogue."""

    @operation("catalogue", answer=Catalogue)
    def get(self, request: Request) -> Response:
        """Tell every device, adapter, cable and profile of the catalogue, with the source of each figure."""
        return Response(
            Catalogue(
                device_types=tuple(DEVICE_TYPES.values()),
                adapters=tuple(ADAPTER_TYPES.values()),
                cables=tuple(CABLE_TYPES.values()),
                aggregation_profiles=tuple(_entry(each) for each in AGGREGATION_PROFILES),
            )
        )


def _entry(profile: AggregationProfile) -> ProfileEntry:
    """Return what a profile adds, its types in the order of ``DataType``."""
    rule = AGGREGATION_PROFILES[profile]
    types = None if rule.types is None else tuple(each for each in DataType if each in rule.types)
    return ProfileEntry(profile=profile, **{**asdict(rule), "types": types})
