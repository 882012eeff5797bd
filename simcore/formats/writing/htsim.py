"""Writes htsim's ``.topo``: the parameters of a fat tree, of a fabric that is one to the last cable."""

from typing import Final

from simcore.errors import ExportRefusedError
from simcore.formats.quantities import plain
from simcore.formats.writing.cells import csv_bytes
from simcore.formats.writing.export import Export, Written
from simcore.formats.writing.fat_tree import HELPS, Level, fat_tree_of
from simcore.formats.writing.numbered_links import hop_ns
from simcore.formats.writing.plan import Plan


def write(plan: Plan) -> tuple[Written, ...]:
    """Return the parameters, and the table of what each host number is: a host of htsim is one adapter.

    Raises
    ------
    ExportRefusedError
        If the fabric is no such fat tree; the first thing in which it differs is the reason.
    """
    tree = fat_tree_of(plan)
    lines = [
        f"Nodes {len(tree.hosts)}",
        f"Tiers {len(tree.levels)}",
        f"Podsize {len(tree.hosts) // len(tree.pods)}",
    ]
    above: list[Level | None] = [*tree.levels[1:], None]
    for number, (level, upper) in enumerate(zip(tree.levels, above, strict=True)):
        lines += ["", f"Tier {number}", *_tier(plan, number, level, upper)]
    labels = plan.labels()
    port = {
        vertex: address.partition("/")[2]
        for ends, cable in zip(plan.wiring.end_vertex.tolist(), plan.document.cables, strict=True)
        for vertex, address in zip(ends, (cable.a, cable.b), strict=True)
    }
    rows = [
        (number, labels[int(plan.wiring.vertex_device[vertex])], port[vertex])
        for number, vertex in enumerate(tree.hosts)
    ]
    return (
        Written("fabric.topo", "\n".join((*lines, "")).encode()),
        Written("numbers.csv", csv_bytes(("number", "device", "part"), rows)),
    )


def _tier(plan: Plan, number: int, level: Level, upper: Level | None) -> list[str]:
    """Return the lines of one tier; the numbers are whole, as htsim reads no others."""
    switches = {int(plan.wiring.vertex_device[high]) for _, high in level.links}
    hops = {hop_ns(plan, row) for row in switches}
    if len(hops) > 1:
        raise ExportRefusedError(f"the switches of tier {number} differ in latency", HELPS)
    said: list[tuple[str, float]] = [
        ("Downlink_speed_Gbps", level.gbps),
        ("Radix_Down", level.down),
        # htsim refuses a link that takes no time.
        ("Downlink_Latency_ns", max(round(level.delay_ns), 1)),
        ("Switch_Latency_ns", round(hops.pop())),
    ]
    if number:
        said.append(("Bundle", level.bundle))
    if upper is not None:
        ratio = level.down * level.gbps / (upper.up * upper.gbps)
        said += [("Radix_Up", upper.up), ("Oversubscribed", round(ratio, 9))]
    for key, value in said:
        if value != int(value):
            raise ExportRefusedError(
                f"tier {number} needs {key} {value:g}, and htsim reads whole numbers", HELPS
            )
    return [f"{key} {plain(value)}" for key, value in said]


HTSIM: Final = Export(
    name="htsim",
    title="htsim .topo",
    says="A fat tree of two or three tiers by its parameters, for htsim, and a table of what each host "
    "number is; refused where the fabric differs from such a tree in one cable.",
    write=write,
)
