"""Lines of a dump of forwarding tables to tables by address; fabrics are not looked at.

A table begins with a line ``Unicast lids [..] of switch .. guid 0x.. (description):`` and has one line an
address: the local identifier (LID), the port out, and what has it: ``0x0005 003 : (Channel Adapter portguid
0x..: 'host adapter')``. OpenSM's own dump writes ``#`` for the colon and leaves the brackets out. Port 0 is
the switch itself.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from simcore.formats.infiniband.dump import quoted
from simcore.formats.infiniband.nodes import lines_of
from simcore.formats.reading import LineBook, Source

_HEADER: Final = re.compile(r"Unicast lids \[[^\]]{1,40}\] of switch\b(.{0,400})$", re.IGNORECASE)
_GUID: Final = re.compile(r"\bguid (0x[0-9a-f]{1,16})\b", re.IGNORECASE)
_ENTRY: Final = re.compile(r"(0x[0-9a-f]{1,8}|\d{1,8})\s+(\d{1,4})\s*(?:[:#](.*))?$", re.IGNORECASE)
_OWNER: Final = re.compile(r"\(?\s*(channel adapter|switch|router)\b(.*)$", re.IGNORECASE)
_IGNORED: Final = re.compile(r"(?:#|lid\s+out|port\s+info|\d+ (?:valid )?lids dumped|ibwarn)", re.IGNORECASE)


@dataclass(slots=True)
class SwitchTable:
    """One switch's table: the line of its header, how it is called, and port and line by LID."""

    line: int
    guid: str
    description: str
    ports: dict[int, tuple[int, int]] = field(default_factory=dict)


@dataclass(slots=True)
class TableDump:
    """All tables, the descriptions of adapters by LID, and the lines that were not understood."""

    book: LineBook
    blocks: list[SwitchTable] = field(default_factory=list)
    adapters: dict[int, str] = field(default_factory=dict)
    others: set[int] = field(default_factory=set)
    unread: list[int] = field(default_factory=list)


def read_dump(files: Sequence[Source]) -> TableDump:
    """Return the tables of all files as those of one subnet."""
    dump = TableDump(LineBook(files))
    for row, source in enumerate(files):
        block: SwitchTable | None = None
        for number, line in enumerate(lines_of(source.text), start=dump.book.first_of(row) + 1):
            words = line.strip()
            header = _HEADER.match(words)
            if header:
                guid = _GUID.search(header[1])
                block = SwitchTable(number, guid[1].lower() if guid else "", _bracketed(header[1]))
                dump.blocks.append(block)
            elif words and not _IGNORED.match(words):
                entry = _ENTRY.match(words)
                if entry is None or block is None:
                    dump.unread.append(number)
                else:
                    _take(dump, block, entry, number)
    return dump


def _take(dump: TableDump, block: SwitchTable, entry: re.Match[str], number: int) -> None:
    lid = int(entry[1], 16 if entry[1].lower().startswith("0x") else 10)
    block.ports.setdefault(lid, (int(entry[2]), number))
    owner = _OWNER.match((entry[3] or "").strip())
    if owner is None:
        return
    if owner[1].lower() == "channel adapter":
        words = owner[2].partition("'")[2].rpartition("'")[0] or quoted(owner[2])
        dump.adapters.setdefault(lid, words)
    else:
        dump.others.add(lid)


def _bracketed(words: str) -> str:
    """Return what stands in the outermost brackets, without quotation marks."""
    return words.partition("(")[2].rpartition(")")[0].strip().strip("'\"")
