"""Bills of materials of saved fabrics, by a person's own prices."""

from uuid import UUID

from django.contrib.auth.models import User

from simcore.document.bill import NO_PRICES, Bill, bill_of
from simcore.document.fabric import FabricDocument
from simcore.document.prices import PriceList as PriceListDocument
from twin.models import Fabric, PriceList
from twin.selectors.documents import newest_revision
from twin.selectors.owned import one_of


def bill_of_fabric(owner: User, fabric_id: UUID, price_list_id: UUID | None) -> Bill:
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
    return bill_of(FabricDocument.model_validate(revision.document), prices=prices)
