"""A measured figure, the bar it is held to, and what others take for the same."""

import os
import platform
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Bar:
    """A figure that should be ``least`` or more, ``most`` or less, or both; with neither it is watched.

    Attributes
    ----------
    wall
        Where the figure is a time on one core: the wall time of the same repetition, in its unit.
    peer
        What a peer took on one core here, in the same run of the benchmark and the same unit.
    peer_says
        Which peer, or why there is none.
    quoted
        What was published or measured elsewhere, in words.
    """

    name: str
    figure: float
    unit: str
    least: float | None = None
    most: float | None = None
    says: str = ""
    wall: float | None = None
    peer: float | None = None
    peer_says: str = ""
    quoted: str = ""

    @property
    def is_judged(self) -> bool:
        """Whether there is a bar."""
        return self.least is not None or self.most is not None

    @property
    def is_held(self) -> bool:
        """Whether the figure lies where it should."""
        above = self.least is None or self.figure >= self.least
        return above and (self.most is None or self.figure <= self.most)

    @property
    def limit(self) -> str:
        """The bar in words."""
        if self.least is not None and self.most is not None:
            return f"{self.least:g} to {self.most:g}"
        if self.most is not None:
            return f"at most {self.most:g}"
        return "watched" if self.least is None else f"at least {self.least:g}"

    @property
    def verdict(self) -> str:
        """Held or missed, empty without a bar."""
        return ("held" if self.is_held else "MISSED") if self.is_judged else ""

    @property
    def times_peer(self) -> float | None:
        """How many times as long the peer took."""
        return None if self.peer is None else self.peer / self.figure

    def line(self) -> str:
        """Return the line of the terminal."""
        notes = [self.says] if self.says else []
        if self.times_peer is not None:
            notes.append(
                f"{self.peer_says} {short(self.peer or 0.0)} {self.unit}, {self.times_peer:.0f} times"
            )
        elif self.peer_says:
            notes.append(self.peer_says)
        figure = f"{short(self.figure):>9} {self.unit:6}"
        return f"{self.name:44} {figure} {self.limit:15} {self.verdict:7}{'; '.join(notes)}".rstrip()


def short(value: float) -> str:
    """Return a figure with three digits, and no power of ten between 0.001 and a million."""
    if value == 0 or not 1e-3 <= abs(value) < 1e6:
        return f"{value:.3g}"
    return f"{value:.0f}" if abs(value) >= 1e3 else f"{float(f'{value:.3g}'):g}"


def machine() -> str:
    """Return what the figures are measured on."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return f"{_processor()}, {cores} cores, Python {platform.python_version()}, {platform.system()}"


def load() -> float | None:
    """Return how many processes wanted to run, on average over the last minute; None where nobody says."""
    return os.getloadavg()[0] if hasattr(os, "getloadavg") else None


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()
