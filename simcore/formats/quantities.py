"""Rates and delays as simulators spell them: "400Gbps", "0.0005ms"."""

import re
from typing import Final

from simcore.document.fabric import Latency

# ns-3 manual, classes DataRate and Time: a small b is bits, a capital B bytes; Ki, Mi … are powers of 1024.
_RATE: Final = re.compile(r"(\d{1,12}(?:\.\d{0,12})?(?:[eE][+-]?\d{1,2})?)([kKMGT]?)(i?)(bps|b/s|Bps|B/s)")
_DELAY: Final = re.compile(r"(\d{1,15}(?:\.\d{0,18})?(?:[eE][+-]?\d{1,2})?)(s|ms|us|ns|ps|fs|)")
_POWER: Final = {"": 0, "k": 1, "K": 1, "M": 2, "G": 3, "T": 4}
_NANOSECONDS: Final = {"s": 1e9, "": 1e9, "ms": 1e6, "us": 1e3, "ns": 1.0, "ps": 1e-3, "fs": 1e-6}
# The speed of light in glass is about two thirds of that in vacuum.
FIBRE_NS_PER_M: Final = Latency().fibre_ns_per_m
SHORTEST_M: Final = 1e-6


def gbps_of(word: str) -> float | None:
    """Return the rate in Gb/s, None where the word is no rate above 0."""
    found = _RATE.fullmatch(word)
    if found is None:
        return None
    number, prefix, binary, unit = found.groups()
    base = 1024 if binary else 1000
    rate = float(number) * base ** _POWER[prefix] * (8 if unit.startswith("B") else 1) / 1e9
    return float(f"{rate:.12g}") if 0 < rate < 1e9 else None


def nanoseconds_of(word: str) -> float | None:
    """Return the delay in ns, None where the word is no delay; a number alone is seconds."""
    found = _DELAY.fullmatch(word)
    if found is None:
        return None
    return float(f"{float(found[1]) * _NANOSECONDS[found[2]]:.12g}")


def plain(number: float) -> str:
    """Return the number with all its digits and no exponent: "0.0005", "400"."""
    text = f"{number:.12f}".rstrip("0").rstrip(".")
    return text or "0"


def latency_of_links(nanoseconds: float, switch_ns: float = 0.0) -> Latency:
    """Return the latency of a fabric in which each link takes so long and each switch so long.

    The time of a link is put on the fibre, so that it counts the same in both directions.
    """
    return Latency(
        switch_ns=switch_ns,
        adapter_ns=0.0,
        fibre_ns_per_m=FIBRE_NS_PER_M,
        assumed_length_m=nanoseconds / FIBRE_NS_PER_M,
    )


def length_of_delay(nanoseconds: float) -> float:
    """Return how many metres of fibre take so long; never 0, which is no length."""
    return max(nanoseconds / FIBRE_NS_PER_M, SHORTEST_M)
