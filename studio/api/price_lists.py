"""Price lists: the shapes of their answers and bodies."""

from simcore.document.prices import PriceList as PriceListDocument
from studio.api.kept import KeptRow, KeptShapes
from studio.api.shapes import Page, Shape


class KeptPriceList(KeptRow):
    """What parts cost a person."""

    document: PriceListDocument


class PriceListPage(Page[KeptPriceList]):
    """A part of the list of price lists."""


class PriceListSave(Shape):
    """A price list to keep."""

    document: PriceListDocument


SHAPES = KeptShapes(whole=KeptPriceList, page=PriceListPage, save=PriceListSave)
