"""The fabric document, format 1: what stands in the building, and no traffic."""

from enum import StrEnum
from typing import Annotated, Any, Final, Literal

from pydantic import Field, ValidationError, ValidatorFunctionWrapHandler, WrapValidator, model_validator

from simcore.document.capabilities import Aggregation, ScaleUp
from simcore.document.common import DocumentModel, Id, Name, PortAddress
from simcore.document.groups import Each, at_their_places, expanded

MOST_DEVICES: Final = 200_000
MOST_CABLES: Final = 500_000


class DeviceKind(StrEnum):
    """A switch forwards; a server holds adapters and ends paths."""

    SWITCH = "switch"
    SERVER = "server"


class PortBlock(DocumentModel):
    """``count`` ports alike. With a count of 1 the port is called ``name``, else ``name1`` … ``nameN``.

    On a server each block is one adapter (NIC). ``gbps`` null is an unknown speed.
    """

    name: Id
    count: Annotated[int, Field(ge=1, le=4096)] = 1
    gbps: Annotated[float, Field(gt=0)] | None = None

    def port_names(self) -> tuple[str, ...]:
        """Return the names of the ports, in order."""
        if self.count == 1:
            return (self.name,)
        return tuple(f"{self.name}{number}" for number in range(1, self.count + 1))


class PriceBand(DocumentModel):
    """What one piece costs in US dollars: between ``low`` and ``high``, and on what ground that is said."""

    low: Annotated[float, Field(ge=0, le=1e9)]
    high: Annotated[float, Field(ge=0, le=1e9)]
    basis: Annotated[str, Field(max_length=500)] = ""

    @model_validator(mode="after")
    def _low_comes_first(self) -> "PriceBand":
        if self.low > self.high:
            raise ValueError(f"low must not be above high, got {self.low:g} and {self.high:g}")
        return self


class DeviceType(DocumentModel):
    """A model of switch or server; devices refer to it by id.

    ``power_w`` is what it draws under load, without the optics, which a ``CableType`` counts; ``latency_ns``
    what a hop adds that ends at the switch (of a server: at one of its adapters), null where
    ``FabricDocument.latency`` counts. ``scale_up`` null is a server of whose inside nothing is known.
    ``source`` says where each figure is written and which is an assumption; null is an unknown figure.
    """

    id: Id
    kind: DeviceKind
    name: Name = ""
    ports: Annotated[tuple[PortBlock, ...], Field(max_length=4096)] = ()
    gpus: Annotated[int, Field(ge=0, le=1024)] = 0
    aggregation: Aggregation = Aggregation()
    scale_up: ScaleUp | None = None
    power_w: Annotated[float, Field(ge=0, le=1e6)] | None = None
    rack_units: Annotated[float, Field(ge=0, le=1000)] | None = None
    price_usd: PriceBand | None = None
    latency_ns: Annotated[float, Field(ge=0, le=1e9)] | None = None
    source: Annotated[str, Field(max_length=2000)] = ""


class Medium(StrEnum):
    """What carries the signal, and where it is made strong: copper, or light made in the cable's ends."""

    PASSIVE_COPPER = "passive-copper"
    ACTIVE_COPPER = "active-copper"
    ACTIVE_OPTICAL = "active-optical"
    MULTIMODE = "multimode"
    SINGLEMODE = "singlemode"


class CableType(DocumentModel):
    """A cable that can be bought, with all its parts: transceivers at both ends where they are separate.

    One piece carries ``links`` cables of a fabric (2 where a twin-port cage holds two ports), each up to
    ``gbps`` over at most ``max_length_m``. ``power_w`` and ``price_usd`` are of the whole piece.
    """

    id: Id
    name: Name = ""
    medium: Medium
    gbps: Annotated[float, Field(gt=0)]
    links: Annotated[int, Field(ge=1, le=16)] = 1
    connector: Name = ""
    max_length_m: Annotated[float, Field(gt=0)]
    power_w: Annotated[float, Field(ge=0, le=1e4)] | None = None
    price_usd: PriceBand | None = None
    source: Annotated[str, Field(max_length=2000)] = ""


class Device(DocumentModel):
    """One switch or server. ``x`` and ``y`` are a hand-placed position; null lets the layout place it."""

    id: Id
    type: Id
    name: Name = ""
    group: Name | None = None
    tags: tuple[Name, ...] = ()
    x: float | None = None
    y: float | None = None
    aggregation: Aggregation | None = None


class Cable(DocumentModel):
    """A cable between two ports. ``gbps`` null is an unknown speed, never a silent default.

    ``medium`` is the id of a ``CableType``; null is unknown.
    """

    id: Id
    a: PortAddress
    b: PortAddress
    gbps: Annotated[float, Field(gt=0)] | None = None
    length_m: Annotated[float, Field(gt=0)] | None = None
    medium: Id | None = None


class DeviceGroup(Device):
    """Devices alike but for the numbers in their texts: see ``simcore.document.groups``."""

    each: Each


class CableGroup(Cable):
    """Cables alike but for the numbers in their ids and ends: see ``simcore.document.groups``."""

    each: Each


class Latency(DocumentModel):
    """One-way latency of a hop in nanoseconds: a link adds fibre, and a switch or adapter where it ends.

    A cable without a length counts as ``assumed_length_m``. The defaults are fitted to two measured
    sums, 2.8 µs over one switch and 3.7 µs over three on InfiniBand: docs/model/latency.md.
    """

    switch_ns: Annotated[float, Field(ge=0)] = 350.0
    adapter_ns: Annotated[float, Field(ge=0)] = 1125.0
    fibre_ns_per_m: Annotated[float, Field(ge=0)] = 5.0
    assumed_length_m: Annotated[float, Field(ge=0)] = 20.0


class Accepted(DocumentModel):
    """Findings that the person has looked at and lives with, and why.

    It stands for the findings of ``rule`` whose objects are all among ``objects``: one that grows by another
    object is open again. What stops a run cannot be accepted.
    """

    rule: Annotated[str, Field(min_length=1, max_length=100)]
    objects: Annotated[tuple[Id, ...], Field(max_length=500_000)] = ()
    note: Annotated[str, Field(max_length=2_000)] = ""


def _explicit(entry: type[DocumentModel], group: type[DocumentModel], most: int) -> WrapValidator:
    """Return the validator of a list whose entries may be groups: it reads them as their members."""

    def explicit(entries: object, handler: ValidatorFunctionWrapHandler) -> Any:
        members, places = expanded(entries, group, most)
        try:
            return handler(members)
        except ValidationError as error:
            if places is None:
                raise
            raise at_their_places(error, places) from None

    return WrapValidator(explicit, json_schema_input_type=tuple[entry | group, ...])  # type: ignore[valid-type]


class FabricDocument(DocumentModel):
    """The fabric: device types, devices, cables. Ids are never reused.

    Devices and cables may be given in groups (``simcore.document.groups``); here they are explicit.

    ``tier_names`` calls the tiers of switches, from those next to the hosts upwards; a tier without a name,
    or with an empty one, is called by its distance from the hosts.
    """

    format: Literal[1] = 1
    kind: Literal["fabric"] = "fabric"
    name: Name = ""
    device_types: Annotated[tuple[DeviceType, ...], Field(max_length=2_000)] = ()
    devices: Annotated[
        tuple[Device, ...], Field(max_length=MOST_DEVICES), _explicit(Device, DeviceGroup, MOST_DEVICES)
    ] = ()
    cables: Annotated[
        tuple[Cable, ...], Field(max_length=MOST_CABLES), _explicit(Cable, CableGroup, MOST_CABLES)
    ] = ()
    latency: Latency = Latency()
    tier_names: Annotated[tuple[Name, ...], Field(max_length=64)] = ()
    accepted: Annotated[tuple[Accepted, ...], Field(max_length=10_000)] = ()


class GroupedDocument(DocumentModel):
    """A fabric document whose devices and cables are given in groups wherever they count evenly."""

    format: Literal[1] = 1
    kind: Literal["fabric"] = "fabric"
    name: Name = ""
    device_types: tuple[DeviceType, ...] = ()
    devices: tuple[Device | DeviceGroup, ...] = ()
    cables: tuple[Cable | CableGroup, ...] = ()
    latency: Latency = Latency()
    tier_names: tuple[Name, ...] = ()
    accepted: tuple[Accepted, ...] = ()
