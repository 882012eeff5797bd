"""What gets across a person's saved fabric."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.models import User

from simcore.document.cuts import HalvesCut, TierCut, cut_between, tier_cuts
from simcore.document.fabric import FabricDocument
from simcore.document.wiring import wire
from twin.models import Fabric
from twin.selectors.documents import newest_revision


@dataclass(frozen=True, slots=True)
class Cuts:
    """The tiers of a fabric, and what gets between two halves where some were named."""

    tiers: list[TierCut]
    between: HalvesCut | None


def cuts_of(owner: User, fabric_id: UUID, a: Sequence[str], b: Sequence[str]) -> Cuts:
    """Return what the newest revision of a fabric carries tier by tier, and between ``a`` and ``b``.

    Raises
    ------
    NotFoundError
        If the owner has no such fabric.
    DocumentError
        If the names do not make two halves.
    """
    revision = newest_revision(Fabric, owner, fabric_id)
    wiring = wire(FabricDocument.model_validate(revision.document))
    return Cuts(tiers=tier_cuts(wiring), between=cut_between(wiring, a, b) if a or b else None)
