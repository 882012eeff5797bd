"""A measured figure, the bar it is held to, and the table they are printed in."""

import os
import platform
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Bar:
    """A figure that should be ``least`` or more, ``most`` or less, or both; with neither it is watched."""

    name: str
    figure: float
    unit: str
    least: float | None = None
    most: float | None = None
    says: str = ""

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

    def line(self) -> str:
        """Return the line of the table."""
        verdict = "" if self.least is None and self.most is None else "held" if self.is_held else "MISSED"
        return (
            f"{self.name:44} {self.figure:9.2f} {self.unit:6} {self.limit:15} {verdict:7}{self.says}".rstrip()
        )


def heading() -> str:
    """Return what the figures were measured on."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    load = f", load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else ""
    return f"{_processor()}, {cores} cores{load}, Python {platform.python_version()}, {platform.system()}"


def print_bars(title: str, bars: Iterable[Bar]) -> bool:
    """Print bars as they come, and return whether all are held."""
    print(f"\n{title}")
    all_held = True
    for bar in bars:
        print(bar.line(), flush=True)
        all_held = all_held and bar.is_held
    return all_held


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()
