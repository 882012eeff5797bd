"""All-reduce among the GPUs of one host: in the NVSwitch (NVLS), or between peers."""

from math import exp

from simcore.bounds.bus import checked_ranks
from simcore.bounds.figures import (
    NVLS_BEND,
    NVLS_BEND_SIZE,
    NVLS_EFFICIENCY_HOPPER,
    NVLS_LARGE_RATE,
    NVLS_START,
)


def nvls_time(
    *,
    gpu_count: int,
    size: float,
    rate: float,
    efficiency: float = NVLS_EFFICIENCY_HOPPER.value,
    start: float = 0.0,
) -> float:
    """Return how long NVLS takes: start + S (1 + 1/g) / (efficiency · rate), s (V02).

    ``rate`` is what NVLink carries of payload, a GPU and direction, bytes/s. The law was derived from NCCL's
    efficiency and holds to 2 % of published bandwidths of 4 to 8 GPUs; 2 and 3 GPUs do not follow it.

    References
    ----------
    NCCL issue 1455 (bandwidths), NVIDIA/nccl src/graph/tuning.cc (efficiency), nccl-tests issue 212 (rate).
    """
    return start + size * (1 + 1 / checked_ranks(gpu_count)) / (efficiency * rate)


def peer_time(*, gpu_count: int, size: float, rate: float) -> float:
    """Return how long reduce-scatter and all-gather between peers take, 2 S (1 - 1/g)/rate, s."""
    return 2 * size * (1 - 1 / checked_ranks(gpu_count)) / rate


def nvls_time_of_eight_h100(size: float) -> float:
    """Return how long an all-reduce of one 8-GPU H100 host takes by a fitted curve, s (V03).

        t = 17 us + S / 274.3 GB/s + 100 us (1 - exp(-S / 30 MB))

    Within 17 % at 1 to 64 MiB, 2 % from 256 MiB. A line without the bend is wrong by up to 35 % at 4 to
    16 MiB.
    """
    bend = NVLS_BEND.value * (1 - exp(-size / NVLS_BEND_SIZE.value))
    return NVLS_START.value + size / NVLS_LARGE_RATE.value + bend
