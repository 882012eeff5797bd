"""The scale-up domain of a server by the generation of its GPUs and their NVLinks, as NCCL counts them."""

from typing import Final, NamedTuple

from simcore.document.capabilities import ScaleUp


class _Generation(NamedTuple):
    """Of a link Gb/s a direction and what NCCL counts of that; what NVLS reaches, 0 where nothing adds."""

    gbps: float
    efficiency: float
    adding: float


# By compute capability. Links of 25 and 50 GB/s a direction: NVIDIA's pages on NVLink. Of these NCCL counts
# 20, 20.6 and 40.1 GB/s: src/graph/topo.h; NVLS: nvlsEfficiency in src/graph/tuning.cc.
GENERATIONS: Final = {
    "70": _Generation(200.0, 20.0 / 25.0, 0.0),
    "80": _Generation(200.0, 20.0 / 25.0, 0.0),
    "90": _Generation(200.0, 20.6 / 25.0, 0.85),
    "100": _Generation(400.0, 40.1 / 50.0, 0.74),
    "103": _Generation(400.0, 40.1 / 50.0, 0.74),
}


def scale_up_of(capability: str, links: int, *, over_switches: bool) -> ScaleUp | None:
    """Return the domain of GPUs with so many ``links`` each; None of GPUs that are not known."""
    found = GENERATIONS.get(capability)
    if found is None or links < 1:
        return None
    adds = over_switches and found.adding > 0
    return ScaleUp(
        gbps=links * found.gbps,
        efficiency=found.efficiency,
        adds=adds,
        adding_efficiency=found.adding if adds else 1.0,
        source=f"{links} NVLinks a GPU of compute capability {capability} in an NCCL topology "
        "file; rate of a link and what is reached of it: NVIDIA/nccl, src/graph/topo.h and tuning.cc",
    )
