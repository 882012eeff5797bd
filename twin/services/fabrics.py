"""Fabrics: what is checked and counted when one is saved, and how one is made from a file or a template."""

import re
from typing import Any, Final

from simcore.document.amendments import Amendments
from simcore.document.checks import check
from simcore.document.fabric import FabricDocument
from simcore.document.grouping import grouped
from simcore.document.structure import counts, tiers
from simcore.document.words import printable
from twin.models import Fabric
from twin.services.documents import Kind


def facts(document: FabricDocument) -> dict[str, Any]:
    """Return the counts, and the number of switches in each tier from the leaves upwards."""
    by_tier = [len(tier["devices"]) for tier in tiers(document) if tier["tier"] > 0]
    return {"counts": dict(counts(document)), "tiers": by_tier}


def name_of_import(document: FabricDocument, file: str, amendments: Amendments) -> str:
    """Return a name for a fabric that was read: its own, else from the first file's.

    "hall_7.out.gz" is "hall 7". With neutral names the file's is not taken: it may be the client's.
    """
    if document.name or amendments.neutral_names:
        return document.name or "Imported fabric"
    stem = re.sub(r"\.[^.]+$", "", file.removesuffix(".gz"))
    return printable(re.sub(r"[_-]+", " ", stem)).strip()[:200] or "Imported fabric"


FABRICS: Final = Kind(record=Fabric, document=FabricDocument, findings=check, facts=facts, stored=grouped)
