"""Lists of cables in CSV: NetBox's devices and cables, Arista AVD's, SONiC's lab, and any other by a map.

``table`` reads rows, ``column_map`` says which column is what (given or guessed from the headers),
``head`` shows a person the first rows, ``netbox`` traces panels and circuits, ``listed`` reads all else.
"""

from typing import Final

from simcore.formats.cables.column_map import ColumnMap
from simcore.formats.cables.head import TableHead, head_of
from simcore.formats.cables.listed import AVD, CABLE_LIST, SONIC_LAB, listed_by
from simcore.formats.cables.netbox import NETBOX

# In the order they are tried; any list comes last.
CABLE_FORMATS: Final = (NETBOX, AVD, SONIC_LAB, CABLE_LIST)

__all__ = ["CABLE_FORMATS", "CABLE_LIST", "ColumnMap", "TableHead", "head_of", "listed_by"]
