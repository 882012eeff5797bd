"""A fabric as numbered nodes and links, the way the ns-3 simulators HPCC and SimAI take it."""

from collections.abc import Iterable, Sequence

from simcore.document.fabric import Cable, DeviceKind
from simcore.errors import ExportRefusedError
from simcore.formats.quantities import plain
from simcore.formats.writing.cells import csv_bytes
from simcore.formats.writing.export import Written
from simcore.formats.writing.plan import End, Plan


def known_speeds(plan: Plan) -> list[tuple[Cable, End, End, float]]:
    """Return the cables with their ends and speeds in Gb/s.

    Raises
    ------
    ExportRefusedError
        If there is none, or the speed of one is unknown.
    """
    found = list(plan.cables())
    if not found:
        raise ExportRefusedError("it has no cables", "draw or import some first")
    unknown = [cable.id for cable, _, _, gbps in found if gbps is None]
    if unknown:
        raise ExportRefusedError(
            f"the speed of {len(unknown):,} of {len(found):,} cables is unknown, the first {unknown[0]}, and "
            "a simulator needs all",
            "set the speeds, by rule or one by one",
        )
    return [(cable, a, b, gbps) for cable, a, b, gbps in found if gbps is not None]


def delay_ns(plan: Plan, cable: Cable, a: End, b: End) -> float:
    """Return how long a link takes: its fibre, and of the hops that end at its two ends the mean, ns.

    A simulator has one delay for both directions; there and back together it is that of the fabric.
    """
    return fibre_ns(plan, cable) + (hop_ns(plan, a.device) + hop_ns(plan, b.device)) / 2


def fibre_ns(plan: Plan, cable: Cable) -> float:
    """Return how long the signal is in the cable, ns."""
    latency = plan.document.latency
    length = latency.assumed_length_m if cable.length_m is None else cable.length_m
    return length * latency.fibre_ns_per_m


def hop_ns(plan: Plan, device: int) -> float:
    """Return what a hop adds that ends at this device, ns."""
    found = plan.type_of(device)
    if found.latency_ns is not None:
        return found.latency_ns
    latency = plan.document.latency
    return latency.switch_ns if found.kind is DeviceKind.SWITCH else latency.adapter_ns


def link_line(a: int, b: int, *, gbps: float, delay: float) -> str:
    """Return a line of the list: without errors on the link."""
    return f"{a} {b} {plain(gbps)}Gbps {plain(delay)}ns 0"


def topology(header: str, ids: Sequence[int], links: Iterable[str]) -> Written:
    """Return the file: the header, the ids of the switches on one line, the links."""
    return Written("topology.txt", "\n".join((header, " ".join(map(str, ids)), *links, "")).encode())


def names(rows: Iterable[tuple[int, str, str]]) -> Written:
    """Return a table of what each number is, as the simulators know no names."""
    return Written("numbers.csv", csv_bytes(("number", "device", "part"), rows))


def switches_by_tier(plan: Plan) -> list[int]:
    """Return the rows of the switches, from the hosts upwards; those that reach none come last."""
    rows = [row for row in range(len(plan.document.devices)) if not plan.is_server(row)]
    return sorted(rows, key=lambda row: (plan.device_tier[row] < 0, int(plan.device_tier[row]), row))
