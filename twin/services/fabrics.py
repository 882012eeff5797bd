"""Fabrics: what is checked and counted when one is saved, and how one is made from a file or a template."""

from typing import Any, Final

from simcore.document.checks import check
from simcore.document.fabric import FabricDocument
from simcore.document.grouping import grouped
from simcore.document.structure import counts, tiers
from twin.models import Fabric
from twin.services.documents import Kind


def facts(document: FabricDocument) -> dict[str, Any]:
    """Return the counts, and the number of switches in each tier from the leaves upwards."""
    by_tier = [len(tier["devices"]) for tier in tiers(document) if tier["tier"] > 0]
    return {"counts": dict(counts(document)), "tiers": by_tier}


FABRICS: Final = Kind(record=Fabric, document=FabricDocument, findings=check, facts=facts, stored=grouped)
