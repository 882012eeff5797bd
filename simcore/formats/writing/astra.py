"""Writes ASTRA-sim's network file, which says a symmetric network alone: dimensions of NPUs.

Two kinds of fabric are such: NPUs that pass on for each other in rings, full meshes and over switches (a
torus), and switches that hold nothing back, which are one large switch. Everything else is refused with the
reason: a link shared by several NPUs that is slower than they are together cannot be said.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from simcore.document.structure import vertex_parts, vertex_tiers
from simcore.document.words import counted
from simcore.errors import ExportRefusedError
from simcore.formats.quantities import plain
from simcore.formats.writing.cells import csv_bytes
from simcore.formats.writing.export import Export, Written
from simcore.formats.writing.npus import Dimension, dimensions_of, passes_on
from simcore.formats.writing.numbered_links import delay_ns, known_speeds
from simcore.formats.writing.plan import Plan

HELPS: Final = "take the HPCC topology or GraphML, which list every link"
ROUNDING: Final = 1e-9


@dataclass(slots=True)
class _Switch:
    """What hangs at a switch: Gb/s down and up."""

    down: float = 0.0
    up: float = 0.0


def write(plan: Plan) -> tuple[Written, ...]:
    """Return the network file, and for one large switch the table of what each NPU is: a cabled adapter.

    Raises
    ------
    ExportRefusedError
        If the fabric is neither of both kinds; the reason is the first thing that is not symmetric.
    """
    if passes_on(plan):
        return (_network(dimensions_of(plan)),)
    vertices, dimension = _one_switch(plan)
    labels = plan.labels()
    port = {
        vertex: address.partition("/")[2]
        for ends, cable in zip(plan.wiring.end_vertex.tolist(), plan.document.cables, strict=True)
        for vertex, address in zip(ends, (cable.a, cable.b), strict=True)
    }
    rows = (
        (number, labels[int(plan.wiring.vertex_device[vertex])], port[vertex])
        for number, vertex in enumerate(vertices)
    )
    return (
        _network([dimension]),
        Written("numbers.csv", csv_bytes(("number", "device", "part"), rows)),
    )


def _network(dimensions: Iterable[Dimension]) -> Written:
    listed = list(dimensions)
    rows = (
        ("topology", [each.kind for each in listed], ""),
        ("npus_count", [str(each.count) for each in listed], ""),
        ("bandwidth", [plain(each.gbps / 8) for each in listed], "  # GB/s"),
        ("latency", [plain(each.delay_ns) for each in listed], "  # ns"),
    )
    text = "".join(f"{key}: [ {', '.join(values)} ]{unit}\n" for key, values, unit in rows)
    return Written("network.yml", text.encode())


def _one_switch(plan: Plan) -> tuple[list[int], Dimension]:
    """Return the adapters in order, and the switch that the fabric is for them."""
    tier = vertex_tiers(plan.wiring).tolist()
    ends: list[list[int]] = plan.wiring.end_vertex.tolist()
    cables = known_speeds(plan)
    delays: defaultdict[int, set[float]] = defaultdict(set)
    adapters: Counter[int] = Counter()
    speeds: set[float] = set()
    switches: defaultdict[int, _Switch] = defaultdict(_Switch)
    for (a, b), (cable, end_a, end_b, gbps) in zip(ends, cables, strict=True):
        low, high = sorted((a, b), key=tier.__getitem__)
        if tier[high] != tier[low] + 1:
            raise ExportRefusedError(
                f"the cable {cable.id} joins devices of one tier, of which ASTRA-sim's Switch has none", HELPS
            )
        delays[tier[low]].add(round(delay_ns(plan, cable, end_a, end_b), 6))
        switches[high].down += gbps
        if tier[low]:
            switches[low].up += gbps
        else:
            adapters[low] += 1
            speeds.add(gbps)
    _refuse_differences(plan, adapters, speeds, delays)
    _refuse_narrow(plan, switches, tier)
    return sorted(adapters), Dimension(
        "Switch", len(adapters), speeds.pop(), sum(next(iter(found)) for found in delays.values())
    )


def _refuse_differences(
    plan: Plan, adapters: Counter[int], speeds: set[float], delays: dict[int, set[float]]
) -> None:
    if len(adapters) < 2:
        raise ExportRefusedError(
            f"it has {counted(len(adapters), 'cabled adapter')}, a dimension 2 or more", HELPS
        )
    if len(speeds) > 1:
        raise ExportRefusedError(
            f"its adapters run at {' and '.join(f'{gbps:g}' for gbps in sorted(speeds)[:4])} Gb/s, and a "
            "dimension has one bandwidth",
            HELPS,
        )
    if set(adapters.values()) != {1}:
        raise ExportRefusedError("some adapters have several cables, an NPU one in a dimension", HELPS)
    for level, found in sorted(delays.items()):
        if len(found) > 1:
            raise ExportRefusedError(
                f"the cables above tier {level} differ in delay, {min(found):g} to {max(found):g} ns, and a "
                "dimension has one latency",
                HELPS,
            )
    parts = vertex_parts(plan.wiring)
    if len({int(parts[vertex]) for vertex in adapters}) > 1:
        raise ExportRefusedError(
            "it has parts with no path between them (rails or planes that only NVLink joins), and all NPUs "
            "of ASTRA-sim reach each other",
            "write each part by itself, or take the SimAI topology, which has NVLink",
        )


def _refuse_narrow(plan: Plan, switches: dict[int, _Switch], tier: list[int]) -> None:
    """Refuse switches below the top with less capacity up than down, and those unlike others of a tier."""
    top = max(tier[vertex] for vertex in switches)
    alike: dict[int, tuple[float, float]] = {}
    for vertex in sorted(switches):
        found = switches[vertex]
        name = plan.document.devices[int(plan.wiring.vertex_device[vertex])].id
        if tier[vertex] < top and found.up < found.down * (1 - ROUNDING):
            raise ExportRefusedError(
                f"{name} carries {found.down:g} Gb/s down and {found.up:g} up ({found.down / found.up:.3g}:1)"
                if found.up
                else f"{name} has no cable up, and other switches stand above its tier",
                "ASTRA-sim gives each NPU links of its own and cannot say a shared one that is slower; "
                + HELPS,
            )
        first = alike.setdefault(tier[vertex], (found.down, found.up))
        if first != (found.down, found.up):
            raise ExportRefusedError(
                f"switches of tier {tier[vertex]} differ: {name} carries {found.down:g} Gb/s down and "
                f"{found.up:g} up, another {first[0]:g} and {first[1]:g}",
                "ASTRA-sim's networks are symmetric; " + HELPS,
            )


ASTRA_NETWORK: Final = Export(
    name="astra-network",
    title="ASTRA-sim network yml",
    says="Dimensions of NPUs with bandwidth and latency, for ASTRA-sim's analytical network; refused where "
    "the fabric is not symmetric or holds something back. Names, ports and NVLink are not in it.",
    write=write,
)
