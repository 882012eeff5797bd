"""A person's own prices: what one piece costs them, by the id of a device type or cable type."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field, StringConstraints, model_validator

from simcore.document.common import DocumentModel, Id, Name
from simcore.document.fabric import PriceBand

Currency = Annotated[str, StringConstraints(pattern=r"^[A-Z]{3}$")]
DOLLAR = "USD"


class Price(DocumentModel):
    """What one piece of a part costs. ``part`` is the id of a type; see ``bill`` for parts without one."""

    part: Id
    price: Annotated[float, Field(ge=0, le=1e9)]
    note: Name = ""


class PriceList(DocumentModel):
    """Prices of one person, in one currency (ISO 4217).

    A part that is not listed takes the price band of its type, which is in US dollars: ``per_dollar`` says
    how much of the currency a dollar is, null that this is not known, and such parts have no price then.
    """

    name: Name = ""
    currency: Currency = DOLLAR
    per_dollar: Annotated[float, Field(gt=0, le=1e9)] | None = None
    prices: Annotated[tuple[Price, ...], Field(max_length=10_000)] = ()

    @model_validator(mode="after")
    def _each_part_once(self) -> "PriceList":
        seen: set[str] = set()
        for each in self.prices:
            if each.part in seen:
                raise ValueError(f"the part {each.part} is listed twice: leave one of its prices out")
            seen.add(each.part)
        return self

    def rate(self) -> float | None:
        """Return how much of the currency a dollar is, None where that is not known."""
        return 1.0 if self.currency == DOLLAR else self.per_dollar

    def by_part(self) -> Mapping[str, float]:
        """Return the listed price of each part."""
        return {each.part: each.price for each in self.prices}

    def band(
        self, part: str, listed: Mapping[str, float], of_type: PriceBand | None
    ) -> tuple[float, float] | None:
        """Return the lowest and the highest price of a part: as ``listed``, else its type's, else None."""
        own = listed.get(part)
        if own is not None:
            return own, own
        rate = self.rate()
        return None if of_type is None or rate is None else (of_type.low * rate, of_type.high * rate)
