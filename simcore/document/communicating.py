"""The part of a scenario about how collectives are laid out, and what the choice of an algorithm goes by."""

from enum import StrEnum
from typing import Annotated

from pydantic import Field

from simcore.document.common import DocumentModel


class CollectiveChoice(DocumentModel):
    """How collectives are laid out over ranks.

    A chain (broadcast and reduce by ring) moves its bytes in so many ``chunks``, each half of a double tree
    too (assumed). ``root`` is the rank on each rail from which a broadcast goes, and to which a reduce.

    A job is striped over ``rails`` of its rails, null being all. With ``rail_affinity`` a ring or tree stays
    on one rail; without, it changes rails at every host. With ``pxn`` what a rank sends to another rail in an
    all-to-all goes over NVLink to its host's adapter of that rail first.
    """

    chunks: Annotated[int, Field(ge=1, le=4096)] = 32
    root: Annotated[int, Field(ge=0, le=1_000_000)] = 0
    rails: Annotated[int, Field(ge=1, le=4096)] | None = None
    rail_affinity: bool = True
    pxn: bool = False


class Generation(StrEnum):
    """GPUs for which NCCL lists what a channel carries."""

    AMPERE = "ampere"
    HOPPER = "hopper"


class Processor(StrEnum):
    """Host processors for which NCCL lists what its low-latency protocol carries over a network."""

    INTEL = "intel"
    AMD = "amd"


class Tuning(DocumentModel):
    """What ``algorithm`` "auto" goes by, besides what the fabric tells.

    ``channels`` are rings or trees side by side. With ``collnet`` the library may use switches that add
    where the fabric has them (NCCL needs its plugin for it).
    """

    generation: Generation = Generation.HOPPER
    processor: Processor = Processor.INTEL
    channels: Annotated[int, Field(ge=1, le=64)] = 16
    collnet: bool = True
