"""Compute jitter: how long the slowest of many ranks takes."""

from dataclasses import dataclass
from enum import StrEnum
from math import exp, expm1, log, log1p, sqrt
from statistics import NormalDist
from typing import Final

import numpy as np

DRAWN_AT_ONCE: Final = 1024


class Jitter(StrEnum):
    """How the compute time of a rank varies.

    ``lognormal``: a little either way. ``exponential``: never below mean · (1 - cv), with a long tail above.
    """

    LOGNORMAL = "lognormal"
    EXPONENTIAL = "exponential"


@dataclass(frozen=True, slots=True)
class Compute:
    """Compute time of a rank: ``mean`` (s), and the coefficient of variation and shape of its jitter.

    ``variation`` is at most 1 where the jitter is exponential.
    """

    mean: float
    variation: float
    ranks: int
    jitter: Jitter = Jitter.LOGNORMAL

    @property
    def spread(self) -> float:
        """Standard deviation s of the logarithm: s² = ln(1 + cv²) (docs/model/collectives.md)."""
        return sqrt(log1p(self.variation**2))

    def slowest(self, chance: float) -> float:
        """Return the time that the slowest rank stays below with probability ``chance`` in (0, 1].

        The slowest of n is below t with probability F(t)^n, so that its quantile is F's at chance^(1/n); the
        upper tail 1 - chance^(1/n) is worked out directly, since it is tiny for many ranks.
        """
        if self.mean == 0.0 or self.variation == 0.0:
            return self.mean
        above = -expm1(log(chance) / self.ranks)
        if above <= 0.0:
            above = 2.0**-1074
        if self.jitter is Jitter.EXPONENTIAL:
            return self.mean * (1.0 - self.variation * (1.0 + log(above)))
        return self.mean * exp(-self.spread * NormalDist().inv_cdf(above) - self.spread**2 / 2)

    def expected_slowest(self) -> float:
        """Return the mean of the slowest rank's time, by the midpoints of 256 equal chances."""
        return sum(self.slowest((step + 0.5) / 256) for step in range(256)) / 256


class ComputeTimes:
    """The compute times of a job's iterations, one after another."""

    def __init__(self, compute: Compute, random: np.random.Generator) -> None:
        self._compute = compute
        self._random = random
        self._waiting: list[float] = []

    def next(self) -> float:
        """Return the time of the next iteration, s."""
        if self._compute.variation == 0.0 or self._compute.mean == 0.0:
            return self._compute.mean
        if not self._waiting:
            # 1 - u of u in [0, 1) lies in (0, 1], where the logarithm exists.
            self._waiting = (1.0 - self._random.random(DRAWN_AT_ONCE))[::-1].tolist()
        return self._compute.slowest(self._waiting.pop())
