"""Fabric documents written as files of other tools. ``EXPORTS`` is the table of what is written."""

from typing import Final

from simcore.document.fabric import FabricDocument
from simcore.formats.writing.astra import ASTRA_NETWORK
from simcore.formats.writing.containerlab import CONTAINERLAB
from simcore.formats.writing.export import Export, Written
from simcore.formats.writing.graphml import GRAPHML
from simcore.formats.writing.hpcc import HPCC
from simcore.formats.writing.htsim import HTSIM
from simcore.formats.writing.ibnetdiscover import IBNETDISCOVER
from simcore.formats.writing.netbox import NETBOX
from simcore.formats.writing.node_link import NODE_LINK
from simcore.formats.writing.plan import plan_of
from simcore.formats.writing.schedule import SCHEDULE_CSV, SCHEDULE_XLSX
from simcore.formats.writing.simai import SIMAI
from simcore.formats.writing.slurm import SLURM_CONF, SLURM_YAML
from simcore.formats.writing.topology_dot import TOPOLOGY_DOT

EXPORTS: Final[dict[str, Export]] = {
    each.name: each
    for each in (
        NETBOX,
        IBNETDISCOVER,
        SCHEDULE_CSV,
        SCHEDULE_XLSX,
        SLURM_CONF,
        SLURM_YAML,
        TOPOLOGY_DOT,
        CONTAINERLAB,
        GRAPHML,
        NODE_LINK,
        SIMAI,
        HPCC,
        HTSIM,
        ASTRA_NETWORK,
    )
}

__all__ = ["EXPORTS", "Export", "Written", "write_files"]


def write_files(export: Export, document: FabricDocument) -> tuple[Written, ...]:
    """Return the files that say the fabric in another tool's format; the same fabric gives the same bytes.

    Raises
    ------
    ExportRefusedError
        If the document contradicts itself, or the format cannot say this fabric.
    """
    return export.write(plan_of(document))
