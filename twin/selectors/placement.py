"""The default placement on a person's fabric."""

from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.models import User

from simcore.document.build import build_topology
from simcore.document.fabric import FabricDocument
from simcore.traffic.placement import LeftOut, place_by_structure
from twin.models import Fabric
from twin.selectors.documents import newest_revision


@dataclass(frozen=True, slots=True)
class NamedRail:
    """One rail: its adapters ("host/adapter") in ring order."""

    name: str
    members: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class NamedPlacement:
    """Rails, the hosts left out, and how many hosts take part."""

    rails: tuple[NamedRail, ...]
    left_out: tuple[LeftOut, ...]
    hosts: int


def default_placement(owner: User, fabric_id: UUID) -> NamedPlacement:
    """Return where a job stands that names no hosts.

    Raises
    ------
    NotFoundError
        If the owner has no such fabric.
    DocumentError
        If the fabric has errors.
    """
    revision = newest_revision(Fabric, owner, fabric_id)
    topology = build_topology(FabricDocument.model_validate(revision.document))
    placed = place_by_structure(topology, range(len(topology.host_ids)), alike_only=True)
    rails = tuple(
        NamedRail(rail.name, tuple(topology.vertex_ids[row] for row in rail.members.tolist()))
        for rail in placed.rails
    )
    taking_part = {int(topology.vertex_host[row]) for rail in placed.rails for row in rail.members.tolist()}
    return NamedPlacement(rails, tuple(placed.left_out), len(taking_part))
