"""Writes SimAI's topologies: GPUs, an NVSwitch a server, switches; see ``formats.simai`` for the form."""

import re
from collections import Counter
from typing import Final

from simcore.errors import ExportRefusedError
from simcore.formats.writing.export import Export, Written
from simcore.formats.writing.numbered_links import (
    delay_ns,
    known_speeds,
    link_line,
    names,
    switches_by_tier,
    topology,
)
from simcore.formats.writing.plan import End, Plan

# Gb/s of a GPU into its NVSwitches, one direction. NVIDIA's data sheets state both directions together: A100
# 600 GB/s, H100 and H200 900, A800 and H800 400, H20 900, B200 1,800.
NVLINK_GBPS: Final = {
    "A100": 2400.0,
    "A800": 1600.0,
    "H100": 3600.0,
    "H200": 3600.0,
    "H800": 1600.0,
    "H20": 3600.0,
    "B200": 7200.0,
}
# SimAI's word for a GPU of no known model: of servers with one GPU, which have no NVLink.
ALONE: Final = "NONE"
# Default of SimAI's generator (inputs/topo/gen_Topo_Template.py, --nv_latency).
NVLINK_NS: Final = 25.0


def write(plan: Plan) -> tuple[Written, ...]:
    """Return the topology and the table of numbers: GPU k of a server has every n-th of its cabled adapters.

    Raises
    ------
    ExportRefusedError
        If a speed is unknown, servers have different numbers of GPUs or none that is known, adapters do not
        share out evenly among the GPUs, or the model of the GPUs, of which a server has several, is unknown.
    """
    cables = known_speeds(plan)
    servers = [row for row in range(len(plan.document.devices)) if plan.is_server(row)]
    gpus = _gpus_per_server(plan, servers)
    model = _gpu_model(plan, servers) if gpus > 1 else ALONE
    switches = switches_by_tier(plan)
    gpu_count = gpus * len(servers)
    first_gpu = {row: at * gpus for at, row in enumerate(servers)}
    nvswitches = len(servers) if gpus > 1 else 0
    number = {row: gpu_count + nvswitches + at for at, row in enumerate(switches)}
    place = _places(plan, [end for _, a, b, _ in cables for end in (a, b)], gpus)

    def node(end: End) -> int:
        row = end.device
        return number[row] if row in number else first_gpu[row] + place[end]

    inside = [
        link_line(gpu, gpu_count + gpu // gpus, gbps=NVLINK_GBPS[model], delay=NVLINK_NS)
        for gpu in range(gpu_count if nvswitches else 0)
    ]
    links = [
        link_line(node(a), node(b), gbps=gbps, delay=delay_ns(plan, cable, a, b))
        for cable, a, b, gbps in cables
    ]
    labels = plan.labels()
    total = gpu_count + nvswitches + len(switches)
    return (
        topology(
            f"{total} {gpus} {nvswitches} {len(switches)} {len(inside) + len(links)} {model}",
            range(gpu_count, total),
            (*inside, *links),
        ),
        names(
            (
                *(
                    (first_gpu[row] + gpu, labels[row], f"GPU {gpu + 1}")
                    for row in servers
                    for gpu in range(gpus)
                ),
                *((gpu_count + at, labels[row], "NVSwitch") for at, row in enumerate(servers[:nvswitches])),
                *((at, labels[row], "") for row, at in number.items()),
            )
        ),
    )


def _gpus_per_server(plan: Plan, servers: list[int]) -> int:
    counted = Counter(plan.type_of(row).gpus for row in servers)
    if not servers or 0 in counted:
        raise ExportRefusedError(
            f"{counted.get(0, 0):,} of {len(servers):,} servers have no GPUs, and SimAI's nodes are GPUs",
            "state the GPUs of the server type, or take the HPCC topology, whose nodes are hosts",
        )
    if len(counted) > 1:
        words = ", ".join(f"{count:,} with {gpus}" for gpus, count in sorted(counted.items()))
        raise ExportRefusedError(
            f"its servers differ in GPUs ({words}), and SimAI has one number for all",
            "take the HPCC topology, whose nodes are hosts",
        )
    return next(iter(counted))


def _gpu_model(plan: Plan, servers: list[int]) -> str:
    """Return the model of the GPUs, by the id and name of the server types."""
    found = set()
    for type_row in {int(plan.wiring.device_type[row]) for row in servers}:
        each = plan.document.device_types[type_row]
        words = re.findall(r"[A-Z]+\d+", f"{each.id} {each.name}".upper())
        found.update([next((word for word in words if word in NVLINK_GBPS), "")])
    if len(found) != 1 or "" in found:
        raise ExportRefusedError(
            "the model of the GPUs is unknown or not one, and with it the speed of NVLink, which SimAI needs",
            f"name one of {', '.join(NVLINK_GBPS)} in the name of every server type",
        )
    return found.pop()


def _places(plan: Plan, ends: list[End], gpus: int) -> dict[End, int]:
    """Return for each cabled port of a server the GPU that it serves, counted from 0."""
    adapter_of: dict[tuple[int, str], int] = {}
    for type_row, each in enumerate(plan.document.device_types):
        for at, block in enumerate(each.ports):
            adapter_of.update({(type_row, name): at for name in block.port_names()})
    at_server: dict[int, dict[int, list[End]]] = {}
    for end in ends:
        if plan.is_server(end.device):
            adapter = adapter_of[int(plan.wiring.device_type[end.device]), end.port]
            at_server.setdefault(end.device, {}).setdefault(adapter, []).append(end)
    places: dict[End, int] = {}
    for row, adapters in at_server.items():
        if len(adapters) % gpus:
            device = plan.document.devices[row]
            raise ExportRefusedError(
                f"the {len(adapters)} cabled adapters of {device.id} do not share out among its {gpus} GPUs, "
                "and in SimAI each link is one GPU's own",
                "give it as many adapters as GPUs or a multiple, or take the HPCC topology",
            )
        for rank, adapter in enumerate(sorted(adapters)):
            places.update(dict.fromkeys(adapters[adapter], rank * gpus // len(adapters)))
    return places


SIMAI: Final = Export(
    name="simai",
    title="SimAI topology",
    says="GPUs with an NVSwitch a server, switches and links with speeds and delays for SimAI, and a table "
    "of what each number is; not ports, models, aggregation. All servers must have the same GPUs.",
    write=write,
)
