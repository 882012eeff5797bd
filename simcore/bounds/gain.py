"""The most that aggregation in the network can gain over an algorithm of hosts, and what bounds it."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import Final

LATENCY: Final = "latency"
# A gain that is worked out twice differs by rounding.
ROUNDING: Final = 1e-9


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of a collective through which all bytes go, pipelined with the others; its time in s.

    ``at`` names the place that is slowest in it, "" where all are alike.
    """

    name: str
    time: float
    at: str = ""


@dataclass(frozen=True, slots=True)
class Way:
    """One way to do a collective: its stages, which overlap, and the latency before and after them, s."""

    name: str
    stages: tuple[Stage, ...]
    latency: float = 0.0

    @property
    def slowest(self) -> Stage:
        """The stage that takes longest; the first of equals."""
        return max(self.stages, key=lambda stage: stage.time)

    @property
    def time(self) -> float:
        """Latency, and the slowest stage, s."""
        return self.latency + self.slowest.time

    @property
    def bounded_by(self) -> str:
        """What most of the time goes to: the slowest stage, or latency."""
        return LATENCY if self.latency > self.slowest.time else self.slowest.name


@dataclass(frozen=True, slots=True)
class Gain:
    """A gain that may be shown (``times``), or none and in words why; ``bound`` is the most there can be."""

    times: float | None
    bound: float | None
    bounded_by: str | None
    says: str


@dataclass(frozen=True, slots=True)
class GainBound:
    """The largest gain that can be claimed, what bounds it, and both in words."""

    gain: float
    bounded_by: str
    says: str

    def admits(self, gain: float, *, within: float = ROUNDING) -> bool:
        """Return whether a gain may be shown: one above the bound by more than a share ``within`` may not."""
        return gain <= self.gain * (1 + within)


def gain_bound(host: Way, aggregated: Sequence[Way]) -> GainBound:
    """Return the most that the best of the ``aggregated`` ways gains over ``host``.

    A gain is time by time: 1.5 says that the host's way takes 1.5 times as long. Below 1 aggregation loses.

    Raises
    ------
    ValueError
        If there is no way to aggregate, or one that takes no time.
    """
    if not aggregated:
        raise ValueError("a gain needs a way to aggregate; give one or more")
    best = min(aggregated, key=lambda way: way.time)
    if best.time <= 0:
        raise ValueError(f"{best.name} takes no time; give its stages their bytes and rates")
    gain = host.time / best.time
    verdict = f"at most {gain:.3g} times as fast" if gain > 1 else f"no gain ({gain:.3g})"
    says = (
        f"{best.name} is {verdict} as {host.name}: {_because(best)}, and {host.name} is held up by "
        f"{host.bounded_by} ({in_words(host.time)})"
    )
    return GainBound(gain, best.bounded_by, says)


def shown_gain(
    *, host: str, host_time: float, name: str, time: float, way: Way, within: float = ROUNDING
) -> Gain:
    """Return the gain of what took ``time`` s by ``way`` over a host that took ``host_time``, if it may be.

    No way is faster than its latency and its slowest stage, so that a gain above the host's time by that is
    none: it is withheld, and the words say so. Above the bound by a share ``within``, which is what a run
    with tolerances may be off, it is the bound. A loss (below 1) is shown as one.
    """
    bound = GainBound(host_time / way.time if way.time > 0 else inf, way.bounded_by, "")
    gain = host_time / time if time > 0 else inf
    because = _because(way)
    if not bound.admits(gain, within=within):
        says = (
            f"not shown: {name} would take {in_words(time)}, but {because}, so that it cannot be more than "
            f"{bound.gain:.3g} times as fast as {host} ({in_words(host_time)})"
        )
        return Gain(None, bound.gain, way.bounded_by, says)
    most = f"at most {bound.gain:.3g} times as fast as {host}" if bound.gain > 1 else f"no faster than {host}"
    return Gain(min(gain, bound.gain), bound.gain, way.bounded_by, f"{most}: {because}")


def _because(way: Way) -> str:
    if way.bounded_by == LATENCY:
        return f"its latency takes {in_words(way.latency)}"
    slowest = way.slowest
    place = f" ({slowest.at})" if slowest.at else ""
    return f"its slowest stage, {slowest.name}{place}, takes {in_words(slowest.time)}"


def in_words(time: float) -> str:
    """Return a time as people write it."""
    if time >= 1:
        return f"{time:.3g} s"
    return f"{1e3 * time:.3g} ms" if time >= 1e-3 else f"{1e6 * time:.3g} µs"
