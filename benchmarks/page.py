"""The page of the benchmark: every figure with its bar, and the peers' beside it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from benchmarks.bars import Bar, machine, short

HEAD: Final = """\
# Benchmark

Written by `make bench`; measured on {machine}, {when}.

- **Times** are of the simulation alone, inputs loaded and kernels warm, on one core: the *processor time* of
  the best of several repetitions. Wall time stands beside; where it is longer, other programs wanted the
  cores. How busy the machine was (load: programs that wanted to run, over a minute) stands over each table.
- **Times as long** is the peer's processor time divided by ours, both taken on the same flows and paths
  within seconds of each other. A ratio bears a busy machine better than seconds do, and counts more.
- **SimGrid here** is the installed library under a driver of ours (`benchmarks/peers/simgrid_flows.cpp`), set
  to pure max-min: {settings}. It starts flows straight in
  SimGrid's network model, without an actor for each; programs that use it otherwise take longer, so that
  figures *quoted* from elsewhere can be far higher. Those were taken on other machines, and give no ratio.
- A bar that is missed stands as missed. What could not be measured says why.

"""


@dataclass(frozen=True, slots=True)
class Group:
    """Figures that were taken together, with the load before and after."""

    title: str
    bars: Sequence[Bar]
    load: tuple[float | None, float | None]


def page(groups: Sequence[Group], *, when: str, settings: str) -> str:
    """Return the page as Markdown."""
    judged = [bar for group in groups for bar in group.bars if bar.is_judged]
    missed = [bar for bar in judged if not bar.is_held]
    parts = [HEAD.format(machine=machine(), when=when, settings=settings)]
    parts.append(f"{len(judged)} bars, {len(judged) - len(missed)} held, {len(missed)} missed.\n")
    if missed:
        parts.append(f"Missed: {'; '.join(bar.name for bar in missed)}.\n")
    for group in groups:
        before, after = group.load
        loads = (
            f"Load {before:.1f} before, {after:.1f} after.\n"
            if before is not None and after is not None
            else ""
        )
        parts.append(f"\n## {group.title}\n\n{loads}\n{_table(group.bars)}")
    return "".join(parts)


def _table(bars: Sequence[Bar]) -> str:
    beside = any(bar.peer_says or bar.quoted for bar in bars)
    head = ["work", "here", "wall", "bar", "verdict"]
    head += ["SimGrid here", "times as long", "quoted"] if beside else []
    head += ["note"]
    lines = [head, ["---"] * len(head)]
    for bar in bars:
        cells = [bar.name, f"{short(bar.figure)} {bar.unit}".removesuffix(" 1")]
        cells += ["" if bar.wall is None else f"{short(bar.wall)} {bar.unit}", bar.limit]
        cells += ["**MISSED**" if bar.verdict == "MISSED" else bar.verdict]
        if beside:
            peer = bar.peer_says if bar.peer is None else f"{short(bar.peer)} {bar.unit} ({bar.peer_says})"
            times = "" if bar.times_peer is None else f"{short(bar.times_peer)}"
            cells += [peer, times, bar.quoted]
        lines.append([*cells, bar.says])
    return "".join(f"| {' | '.join(cells)} |\n" for cells in lines)
