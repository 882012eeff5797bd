"""Files that people have, read to a fabric document. ``FORMATS`` is the table of what is read."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from simcore.document.amendments import Amendments, amended
from simcore.document.fabric import FabricDocument
from simcore.errors import FormatError
from simcore.formats.air import AIR
from simcore.formats.astra import ASTRA_NETWORK
from simcore.formats.cables import (
    CABLE_FORMATS,
    CABLE_LIST,
    ColumnMap,
    TableHead,
    head_of,
    listed_by,
)
from simcore.formats.containerlab import CONTAINERLAB
from simcore.formats.facts import facts_of
from simcore.formats.forwarding_tables import TablesRead, read_forwarding_tables
from simcore.formats.graphml import GRAPHML
from simcore.formats.hpcc import HPCC
from simcore.formats.htsim import HTSIM
from simcore.formats.infiniband import INFINIBAND_FORMATS
from simcore.formats.lldp import LLDP
from simcore.formats.nccl_topology import NCCL_TOPOLOGY
from simcore.formats.node_link import NODE_LINK
from simcore.formats.price_lists import PricesRead, read_price_table
from simcore.formats.reading import Facts, Format, Reading, Source, Understood
from simcore.formats.recognise import decoded, kind_of_bytes, kind_of_text
from simcore.formats.simai import SIMAI
from simcore.formats.slurm import SLURM
from simcore.formats.sonic_config import SONIC_CONFIG
from simcore.formats.sonic_minigraph import SONIC_MINIGRAPH
from simcore.formats.topology_dot import TOPOLOGY_DOT
from simcore.formats.workbook_rows import looks_like_a_workbook, sheet_text

FORMATS: Final[dict[str, Format]] = {
    each.name: each
    for each in (
        *INFINIBAND_FORMATS,
        SLURM,
        SIMAI,
        HPCC,
        HTSIM,
        ASTRA_NETWORK,
        NCCL_TOPOLOGY,
        GRAPHML,
        NODE_LINK,
        SONIC_CONFIG,
        SONIC_MINIGRAPH,
        AIR,
        TOPOLOGY_DOT,
        CONTAINERLAB,
        *CABLE_FORMATS,
        LLDP,
    )
}

# Of all files together; a dump of ten thousand hosts takes about 15 MB.
MOST_BYTES: Final = 200_000_000
# So many files of different formats are named.
NAMED: Final = 6

PRICES_READ: Final = "prices are read from a table (CSV, or a workbook) with the columns part and price"
LISTS_READ: Final = "lists of cables are read from tables in CSV with a row a cable"
TABLES_READ: Final = "forwarding tables are read from the output of dump_lfts.sh, ibroute and OpenSM"

__all__ = [
    "FORMATS",
    "MOST_BYTES",
    "Facts",
    "Format",
    "PricesRead",
    "Reading",
    "TableHead",
    "TablesRead",
    "read_files",
    "read_heads",
    "read_prices",
    "read_tables",
]


def read_files(
    files: Sequence[tuple[str, bytes]],
    as_format: str | None = None,
    *,
    amendments: Amendments | None = None,
    columns: ColumnMap | None = None,
) -> Reading:
    """Return what the files hold, as far as it could be understood; several files make one fabric.

    Parameters
    ----------
    files
        Name and content of each, unpacked. Names serve messages only, the content tells the format.
    as_format
        A key of ``FORMATS``, for files that are not recognised.
    amendments
        What the person says of the fabric that the files do not.
    columns
        Which column is what, for lists of cables in CSV of any kind; the content does not choose then.

    Raises
    ------
    FormatError
        If there is no file, one is too large, empty or no text, or it is in no format read here; or if they
        are in different formats.
    """
    sources = _sources(files, reads=_formats_read())
    if columns is not None:
        chosen = replace(CABLE_LIST, read=listed_by(columns))
    else:
        chosen = _recognised(sources) if as_format is None else _asked_for(as_format)
    understood = chosen.read(sources)
    facts = facts_of(chosen.name, understood)
    if amendments is None or amendments == Amendments():
        return Reading(chosen.name, understood.document, facts, understood.findings)
    return _amended(chosen.name, understood, amendments, before=facts)


def read_tables(files: Sequence[tuple[str, bytes]], fabric: FabricDocument) -> TablesRead:
    """Return the forwarding tables that the files hold, for a fabric.

    Parameters
    ----------
    files
        Name and content of each, unpacked: the output of ``dump_lfts.sh``, ``ibroute`` or OpenSM.

    Raises
    ------
    FormatError
        If there is no file, one is too large, empty or no text, or none holds a table.
    """
    return read_forwarding_tables(_sources(files, reads=TABLES_READ), fabric)


def read_prices(files: Sequence[tuple[str, bytes]]) -> PricesRead:
    """Return the price list that a file holds; the list has no name yet, and the currency of its figures.

    Raises
    ------
    FormatError
        If there is not one file, it is too large, empty or no text, or it is no table of prices.
    """
    texts = [(name, _sheet(name, content)) for name, content in files]
    sources = _sources(texts, reads=PRICES_READ)
    if len(sources) > 1:
        raise FormatError(f"{sources[1].name} is one file too many: a price list is read from one")
    return read_price_table(sources[0])


def read_heads(files: Sequence[tuple[str, bytes]]) -> tuple[TableHead, ...]:
    """Return the headers and first rows of the files that are tables, for a person who says what they hold.

    Raises
    ------
    FormatError
        If there is no file, one is too large, empty or no text, or none is a table.
    """
    sources = _sources(files, reads=LISTS_READ)
    heads = tuple(head for source in sources if (head := head_of(source)) is not None)
    if not heads:
        raise FormatError(f"{sources[0].name} is no table: its first lines have no header with two columns")
    return heads


def _sheet(name: str, content: bytes) -> bytes:
    """Return the first sheet of a workbook as text, anything else as it is."""
    if len(content) <= MOST_BYTES and looks_like_a_workbook(content):
        return sheet_text(name, content).encode()
    return content


def _sources(files: Sequence[tuple[str, bytes]], *, reads: str) -> list[Source]:
    """Return the files as text; ``reads`` tells who gave something else what would have been read."""
    if not files:
        raise FormatError("no file was given")
    size = sum(len(content) for _, content in files)
    if size > MOST_BYTES:
        raise FormatError(
            f"{files[0][0]} is too large: {size / 1e6:,.0f} MB were given, "
            f"the most is {MOST_BYTES / 1e6:,.0f} MB"
        )
    for name, content in files:
        if not content.strip():
            raise FormatError(f"{name} is empty; {reads}")
        kind = kind_of_bytes(content)
        if kind is not None:
            raise FormatError(f"{name} looks like {kind}, not text; {reads}")
    return [Source(name, decoded(content)) for name, content in files]


def _asked_for(name: str) -> Format:
    if name not in FORMATS:
        raise FormatError(f"there is no format {name}; {_formats_read()}")
    return FORMATS[name]


def _recognised(sources: Sequence[Source]) -> Format:
    for each in FORMATS.values():
        if all(each.recognise(source.text) for source in sources):
            return each
    found = [next((each for each in FORMATS.values() if each.recognise(of.text)), None) for of in sources]
    for source, format_ in zip(sources, found, strict=True):
        if format_ is None:
            raise FormatError(f"{source.name} looks like {kind_of_text(source.text)}; {_formats_read()}")
    said = [f"{of.name} is {each.title}" for of, each in zip(sources, found, strict=True) if each]
    raise FormatError(
        f"the files are in different formats: {', '.join(said[:NAMED])}"
        + (f" and {len(said) - NAMED:,} more" if len(said) > NAMED else "")
        + "; read one kind at a time"
    )


def _amended(name: str, understood: Understood, amendments: Amendments, *, before: Facts) -> Reading:
    """Return the reading with the amendments applied; findings name the devices by their ids after them."""
    done = amended(understood.document, amendments)
    findings = tuple(
        finding.model_copy(
            update={"objects": tuple(done.id_of[each] for each in finding.objects if each in done.id_of)}
        )
        for finding in understood.findings
    )
    after = Understood(done.document, (*done.findings, *findings), understood.lines_unread)
    return Reading(name, after.document, facts_of(name, after), after.findings, before)


def _formats_read() -> str:
    return "formats read: " + ", ".join(f"{each.name} ({each.title})" for each in FORMATS.values())
