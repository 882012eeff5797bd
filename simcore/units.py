"""Conversions between the units people write and the SI units the kernels use.

Outside the kernels a name carries its unit (``rate_gbps``); inside, a rate is bytes per second,
a time seconds, a size bytes. They are called where people's figures become arrays: in
``document.build``, in ``formats.flow_lists``, and in ``simulate`` for times of workload and scenario.
"""

from typing import Final

BITS_PER_BYTE: Final = 8
GIGA: Final = 1e9


def bytes_per_second(gbps: float) -> float:
    """Return the rate in bytes/s of ``gbps`` Gbit/s (decimal: 400 Gbit/s is 5e10 bytes/s)."""
    return gbps * GIGA / BITS_PER_BYTE


def seconds_of_micro(microseconds: float) -> float:
    """Return the time in seconds of ``microseconds`` us."""
    return microseconds / 1e6


def seconds(milliseconds: float) -> float:
    """Return the time in seconds of ``milliseconds`` ms."""
    return milliseconds / 1e3
