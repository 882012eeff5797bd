"""Bills of materials of saved fabrics, by a person's own prices."""

from dataclasses import dataclass
from uuid import UUID

from django.contrib.auth.models import User

from simcore.document.bill import NO_PRICES, Bill, bill_of, cable_parts
from simcore.document.estimate import estimate_of_cables
from simcore.document.fabric import FabricDocument, PriceBand
from simcore.document.prices import PriceList as PriceListDocument
from simcore.document.wiring import wire
from twin.models import Fabric, PriceList
from twin.selectors.documents import newest_revision
from twin.selectors.owned import one_of


@dataclass(frozen=True, slots=True)
class Costs:
    """A bill, and what those cables may cost that it has no price for (US dollars)."""

    bill: Bill
    cable_estimate: PriceBand | None


def costs_of_fabric(owner: User, fabric_id: UUID, price_list_id: UUID | None) -> Costs:
    """Return the bill of the newest revision of a fabric, by one of the owner's price lists or by bands.

    Raises
    ------
    NotFoundError
        If the owner has no such fabric or no such price list.
    """
    revision = newest_revision(Fabric, owner, fabric_id)
    prices = NO_PRICES
    if price_list_id is not None:
        prices = PriceListDocument.model_validate(one_of(PriceList, owner, price_list_id).document)
    document = FabricDocument.model_validate(revision.document)
    bill = bill_of(document, prices=prices)
    return Costs(bill, _estimate(document, bill))


def _estimate(document: FabricDocument, bill: Bill) -> PriceBand | None:
    unpriced = {line.part for line in bill.lines if line.kind == "cable" and line.price_low is None}
    if not unpriced:
        return None
    parts = cable_parts(wire(document))
    cables = tuple(cable for cable, part in zip(document.cables, parts, strict=True) if part in unpriced)
    return estimate_of_cables(document.model_copy(update={"cables": cables}))
