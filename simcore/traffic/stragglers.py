"""Compute jitter: how long the slowest of many ranks takes."""

from dataclasses import dataclass
from enum import StrEnum
from math import exp, expm1, log, log1p, sqrt
from statistics import NormalDist
from typing import Final

import numpy as np

DRAWN_AT_ONCE: Final = 1024
# The least number above 0: where it stands for a chance, the logarithm exists.
LEAST_CHANCE: Final = 2.0**-1074


class Jitter(StrEnum):
    """How the compute time of a rank varies.

    ``lognormal``: a little either way. ``exponential``: never below mean · (1 - cv), with a long tail above.
    """

    LOGNORMAL = "lognormal"
    EXPONENTIAL = "exponential"


@dataclass(frozen=True, slots=True)
class Compute:
    """Compute time of a rank: ``mean`` (s), and the coefficient of variation and shape of its jitter.

    ``variation`` is at most 1 where the jitter is exponential. A collective begins when all ``ranks`` are
    ready, or with a ``quorum`` when so many are, and at most ``patience`` (s) later for the rest.
    """

    mean: float
    variation: float
    ranks: int
    jitter: Jitter = Jitter.LOGNORMAL
    quorum: int | None = None
    patience: float = 0.0

    @property
    def spread(self) -> float:
        """Standard deviation s of the logarithm: s² = ln(1 + cv²) (docs/model/collectives.md)."""
        return sqrt(log1p(self.variation**2))

    def quantile(self, above: float) -> float:
        """Return the time that a rank exceeds with probability ``above`` in (0, 1]."""
        if self.mean == 0.0 or self.variation == 0.0:
            return self.mean
        above = max(above, LEAST_CHANCE)
        if self.jitter is Jitter.EXPONENTIAL:
            return self.mean * (1.0 - self.variation * (1.0 + log(above)))
        return self.mean * exp(-self.spread * NormalDist().inv_cdf(above) - self.spread**2 / 2)

    def exceeded(self, time: float) -> float:
        """Return the probability that a rank takes longer than ``time``, the inverse of ``quantile``."""
        if self.mean == 0.0 or self.variation == 0.0:
            return 1.0 if time < self.mean else 0.0
        if self.jitter is Jitter.EXPONENTIAL:
            return min(1.0, exp((1.0 - time / self.mean) / self.variation - 1.0))
        if time <= 0.0:
            return 1.0
        return NormalDist().cdf(-(log(time / self.mean) + self.spread**2 / 2) / self.spread)

    def slowest(self, chance: float) -> float:
        """Return the time that the slowest rank stays below with probability ``chance`` in (0, 1].

        The slowest of n is below t with probability F(t)^n, so that its quantile is F's at chance^(1/n); the
        upper tail 1 - chance^(1/n) is worked out directly, since it is tiny for many ranks.
        """
        return self.quantile(-expm1(log(chance) / self.ranks))

    def expected(self) -> float:
        """Return the mean time until a collective can begin.

        Without a quorum by the midpoints of 256 equal chances; with one about, by the median rank of Benard.
        """
        if self.quorum is None or self.quorum >= self.ranks:
            return sum(self.slowest((step + 0.5) / 256) for step in range(256)) / 256
        kth = self.quantile(1.0 - (self.quorum - 0.3) / (self.ranks + 0.4))
        slowest = self.quantile(0.7 / (self.ranks + 0.4))
        return min(max(kth, slowest), kth + self.patience)


@dataclass(frozen=True, slots=True)
class Readiness:
    """After how long a collective can begin (s), and how many ranks are ready by then."""

    seconds: float
    ready: int


class ComputeTimes:
    """The compute times of a job's iterations, one after another."""

    def __init__(self, compute: Compute, random: np.random.Generator) -> None:
        self._compute = compute
        self._random = random
        self._waiting: list[float] = []

    def next(self) -> Readiness:
        """Return when the collective of the next iteration can begin."""
        compute = self._compute
        if compute.variation == 0.0 or compute.mean == 0.0:
            return Readiness(compute.mean, compute.ranks)
        if compute.quorum is not None and compute.quorum < compute.ranks:
            return self._of_quorum(compute.quorum)
        if not self._waiting:
            # 1 - u of u in [0, 1) lies in (0, 1], where the logarithm exists.
            self._waiting = (1.0 - self._random.random(DRAWN_AT_ONCE))[::-1].tolist()
        return Readiness(compute.slowest(self._waiting.pop()), compute.ranks)

    def _of_quorum(self, quorum: int) -> Readiness:
        """Draw the time of the k-th of n ranks, and who of the others comes within the timeout after it.

        The tail above the k-th of n uniform numbers has the distribution Beta(n - k + 1, k); given it, the
        others are independent and uniform above (David and Nagaraja, Order Statistics, 3rd edition, 2003).
        """
        compute, late = self._compute, self._compute.ranks - quorum
        above = max(float(self._random.beta(late + 1, quorum)), LEAST_CHANCE)
        begins = compute.quantile(above)
        if compute.patience == 0.0:
            return Readiness(begins, quorum)
        later = min(compute.exceeded(begins + compute.patience), above)
        in_time = int(self._random.binomial(late, 1.0 - later / above))
        if in_time < late:
            return Readiness(begins + compute.patience, quorum + in_time)
        # All of them lie between: the last is the largest of as many uniform numbers.
        share = float((1.0 - self._random.random()) ** (1.0 / late))
        return Readiness(compute.quantile(above - share * (above - later)), compute.ranks)
