"""What devices can do besides passing on: switches that add, and the scale-up domain inside a server."""

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, model_validator

from simcore.document.common import DocumentModel
from simcore.document.workload import DataType


class AggregationProfile(StrEnum):
    """What a switch can add in the network; limits and sources in ``catalogue.AGGREGATION_PROFILES``.

    ``custom`` has the limits that stand beside it.
    """

    NONE = "none"
    SWITCH_IB_2 = "switch-ib-2"
    QUANTUM = "quantum"
    QUANTUM_2 = "quantum-2"
    TOFINO = "tofino"
    NVSWITCH_3 = "nvswitch-3"
    CUSTOM = "custom"


class CustomLimits(DocumentModel):
    """Limits of a switch that no profile describes; null is no limit.

    ``active`` streams are admitted at one time per ``scope``, ``trees`` in all of the fabric. A stream takes
    ``wire_share`` of a link as payload and begins ``start_us`` late; ``slots`` of ``slot_bytes`` may be on
    their way. ``types`` null is every type. What has another ``family`` adds nothing in the same tree.
    """

    family: Annotated[str, Field(max_length=100)] = "custom"
    scope: Literal["switch", "port", "any"] = "any"
    active: Annotated[int, Field(ge=1, le=1_000_000)] = 1
    trees: Annotated[int, Field(ge=1, le=10**9)] | None = None
    wire_share: Annotated[float, Field(gt=0, le=1)] = 1.0
    start_us: Annotated[float, Field(ge=0, le=1e9)] = 0.0
    slots: Annotated[int, Field(ge=1, le=10**9)] | None = None
    slot_bytes: Annotated[int, Field(ge=1, le=10**9)] | None = None
    most_bytes: Annotated[int, Field(ge=1, le=10**15)] | None = None
    types: tuple[DataType, ...] | None = None

    @model_validator(mode="after")
    def _slots_have_a_size(self) -> "CustomLimits":
        if (self.slots is None) != (self.slot_bytes is None):
            raise ValueError("slots and slot_bytes belong together: give both or none")
        return self


class Aggregation(DocumentModel):
    """In-network aggregation of a switch (a type's, or one device's own).

    ``reducer_gbps`` is the rate of input that the reducer can add; null is that of the profile, or line rate
    (an assumption). ``limits`` are those of the profile ``custom``.
    """

    profile: AggregationProfile = AggregationProfile.NONE
    reducer_gbps: Annotated[float, Field(gt=0)] | None = None
    limits: CustomLimits | None = None

    @model_validator(mode="after")
    def _limits_are_custom(self) -> "Aggregation":
        is_custom = self.profile is AggregationProfile.CUSTOM
        if is_custom != (self.limits is not None):
            raise ValueError("limits belong to the profile custom, and it needs them")
        return self


class ScaleUp(DocumentModel):
    """The scale-up domain that joins the GPUs of a server.

    ``gbps`` is a GPU's rate into it in each direction, of which transfers reach ``efficiency``. Where its
    switches add (``adds``, NVLS), they reach ``adding_efficiency`` of that.
    """

    gbps: Annotated[float, Field(gt=0, le=1e6)]
    efficiency: Annotated[float, Field(gt=0, le=1)] = 1.0
    adds: bool = False
    adding_efficiency: Annotated[float, Field(gt=0, le=1)] = 1.0
    source: Annotated[str, Field(max_length=2000)] = ""
