"""The readers beside those of fabrics: forwarding tables, price lists as text and workbooks, table heads."""

import io
import random
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Final

from openpyxl import Workbook

from simcore.document.fabric import FabricDocument
from simcore.formats import read_files, read_heads, read_prices, read_tables
from tests.fuzz.mutations import mutated
from tests.fuzz.seeds import AVD, CABLE_LIST, NETBOX
from tests.simcore.formats.dumps import small

Files = list[tuple[str, bytes]]

IBROUTE = """\
Unicast lids [0x0-0x22] of switch Lid 1 guid 0x00000000000000a1 (MF0;leaf-1:MQM9700/U1):
  Lid  Out   Destination
       Port     Info
0x0001 000 : (Switch portguid 0x00000000000000a1: 'MF0;leaf-1:MQM9700/U1')
0x0011 001 : (Channel Adapter portguid 0x00000000000000e1: 'node1 mlx5_0')
0x0012 002 : (Channel Adapter portguid 0x00000000000000e2: 'node2 mlx5_0')
0x0013 033 : (Channel Adapter portguid 0x00000000000000e3: 'node1 mlx5_1')
4 valid lids dumped
"""
OPENSM = """\
Unicast lids [0-34] of switch Lid 1 guid 0x00000000000000a1 (MF0;leaf-1:MQM9700/U1):
0x0001 000 # (Switch portguid 0x00000000000000a1: 'MF0;leaf-1:MQM9700/U1'
0x0011 001 # (Channel Adapter portguid 0x00000000000000e1: 'node1 mlx5_0'
2 lids dumped
"""
PRICES = """\
Reseller's offer
Qty;Part;Unit price;Note
4;QM9700;25.000,50;with licence
1;DGX-H100;310.000,00 €;"two
lines"
1;cable-400;on request;
"""
RAW_ONE_IN = 4


@dataclass(frozen=True)
class OtherReader:
    """What is read, drawn from its own dice, and by what."""

    content: Callable[[random.Random], bytes]
    read: Callable[[Files], object]


def _text(*seeds: str) -> Callable[[random.Random], bytes]:
    def content(dice: random.Random) -> bytes:
        seed = dice.choice(seeds)
        if dice.randrange(25) == 0:
            seed *= dice.choice((10, 100))
        return mutated(dice, seed, dice.choice(seeds))

    return content


@cache
def _fabric() -> FabricDocument:
    return read_files([("small", small().text().encode())]).document


@cache
def _workbook() -> bytes:
    made = Workbook()
    for row in (
        ("Offer", None),
        ("Part", "Unit price", "Note"),
        ("QM9700", 25_000.5, "x"),
        ("DGX", "310.000 €"),
    ):
        made.worksheets[0].append(row)
    made.create_sheet("Other").append(("part", "price"))
    written = io.BytesIO()
    made.save(written)
    return written.getvalue()


def _of_workbook(dice: random.Random) -> bytes:
    """Return a workbook of which one part is mutated, or the bytes of the archive themselves."""
    content = _workbook()
    if dice.randrange(RAW_ONE_IN) == 0:
        text = content.decode("latin-1")
        return mutated(dice, text, text).decode("utf-8", errors="ignore").encode("latin-1", errors="ignore")
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    name = dice.choice(sorted(parts))
    parts[name] = mutated(dice, parts[name].decode(), parts[dice.choice(sorted(parts))].decode())
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", dice.choice((zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED))) as archive:
        for each, said in parts.items():
            archive.writestr(each, said)
    return packed.getvalue()


OTHERS: Final[dict[str, OtherReader]] = {
    "forwarding-tables": OtherReader(_text(IBROUTE, OPENSM), lambda files: read_tables(files, _fabric())),
    "price-list": OtherReader(_text(PRICES, "part,price\nQM9700,1\n"), read_prices),
    "price-workbook": OtherReader(_of_workbook, read_prices),
    "table-heads": OtherReader(_text(CABLE_LIST, AVD, NETBOX), read_heads),
}
