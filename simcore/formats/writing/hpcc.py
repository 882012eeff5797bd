"""Writes topologies of HPCC's ns-3 simulator; see ``formats.hpcc`` for the form."""

from typing import Final

from simcore.formats.writing.export import Export, Written
from simcore.formats.writing.numbered_links import (
    delay_ns,
    known_speeds,
    link_line,
    names,
    switches_by_tier,
    topology,
)
from simcore.formats.writing.plan import Plan


def write(plan: Plan) -> tuple[Written, ...]:
    """Return the topology, hosts first, and the table of numbers.

    Raises
    ------
    ExportRefusedError
        If a speed is unknown.
    """
    cables = known_speeds(plan)
    hosts = [row for row in range(len(plan.document.devices)) if plan.is_server(row)]
    switches = switches_by_tier(plan)
    number = {row: at for at, row in enumerate((*hosts, *switches))}
    links = [
        link_line(number[a.device], number[b.device], gbps=gbps, delay=delay_ns(plan, cable, a, b))
        for cable, a, b, gbps in cables
    ]
    labels = plan.labels()
    return (
        topology(
            f"{len(number)} {len(switches)} {len(links)}",
            range(len(hosts), len(number)),
            links,
        ),
        names((at, labels[row], "") for row, at in number.items()),
    )


HPCC: Final = Export(
    name="hpcc",
    title="HPCC topology",
    says="Hosts, switches and links with speeds and delays for HPCC's ns-3 simulator, and a table of what "
    "each number is; not ports, adapters, GPUs, models.",
    write=write,
)
