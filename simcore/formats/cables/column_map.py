"""Which column of a list of cables is what: given by the person, or guessed from the headers."""

from collections.abc import Iterable, Sequence
from typing import Annotated, Final, Literal

from pydantic import Field

from simcore.document.common import DocumentModel, Name
from simcore.formats.cables.table import Table, key_of
from simcore.formats.cables.words import words_of

LONGEST_HEADER: Final = 200
Column = Annotated[str, Field(min_length=1, max_length=LONGEST_HEADER)]


class ColumnMap(DocumentModel):
    """The columns of a list with a cable a row, by their headers; case and punctuation do not matter.

    Without ports each row is a cable at ports of its own. ``*_kind`` holds a role ("leaf", "server"),
    ``*_group`` a rack, ``*_adapter`` the adapter that a port belongs to. Numbers without a unit are in
    ``speed_unit`` and ``length_unit``, unless the column ``length_unit_column`` says otherwise.
    """

    name: Name = ""
    a_device: Column
    b_device: Column
    a_port: Column | None = None
    b_port: Column | None = None
    a_kind: Column | None = None
    b_kind: Column | None = None
    a_model: Column | None = None
    b_model: Column | None = None
    a_group: Column | None = None
    b_group: Column | None = None
    a_adapter: Column | None = None
    b_adapter: Column | None = None
    speed: Column | None = None
    speed_unit: Literal["Gb/s", "Mb/s"] | None = None
    length: Column | None = None
    length_unit: Literal["m", "cm", "ft", "in"] = "m"
    length_unit_column: Column | None = None

    def columns(self) -> dict[str, str]:
        """Return the columns named, by what they are."""
        apart = {"name", "speed_unit", "length_unit"}
        return {what: column for what, column in self.model_dump().items() if what not in apart and column}


def missing_columns(columns: ColumnMap, table: Table) -> list[str]:
    """Return the columns of the map that the table does not have."""
    return [column for column in columns.columns().values() if key_of(column) not in table.keys]


# Words that tell the side of a header, and what stands in its column.
A_SIDE: Final = frozenset(["a", "start", "source", "src", "from", "local", "near", "left", "1"])
B_SIDE: Final = frozenset(
    [
        "b",
        "z",
        "end",
        "destination",
        "dest",
        "dst",
        "to",
        "target",
        "remote",
        "peer",
        "neighbor",
        "neighbour",
        "far",
        "right",
        "2",
    ]
)
# In this order: the first that a header has a word of; "" is something that is not read.
NOUNS: Final[tuple[tuple[str, frozenset[str]], ...]] = (
    (
        "",
        frozenset(
            [
                "enabled",
                "state",
                "status",
                "id",
                "ip",
                "mac",
                "vlan",
                "description",
                "site",
                "color",
                "label",
                "comment",
                "notes",
            ]
        ),
    ),
    ("", frozenset(["serial", "asset", "mode", "address", "unit"])),
    ("kind", frozenset(["type", "role", "kind"])),
    ("model", frozenset(["model", "sku", "hwsku", "platform"])),
    ("adapter", frozenset(["adapter", "nic", "hca"])),
    ("port", frozenset(["port", "interface", "intf", "if", "ifname", "iface", "ports", "termination"])),
    ("group", frozenset(["rack", "cabinet"])),
    (
        "device",
        frozenset(["device", "host", "hostname", "node", "switch", "system", "server", "name", "equipment"]),
    ),
)
SPEED: Final = frozenset({"speed", "bandwidth", "rate", "gbps", "mbps", "capacity", "gbit", "mbit"})
LENGTH: Final = frozenset({"length", "len"})


def guessed_map(headers: Sequence[str]) -> ColumnMap | None:
    """Return what the headers tell, None where they do not name the devices at both ends."""
    sided: dict[tuple[str, str], str] = {}
    found: dict[str, str] = {}
    for header in headers:
        if len(header) > LONGEST_HEADER:
            continue  # no column of a person's
        # "BandWidth" is one word.
        words = {*words_of(header), key_of(header)}
        if words & SPEED:
            found.setdefault("speed", header)
        elif words & LENGTH and "unit" in words:
            found.setdefault("length_unit_column", header)
        elif words & LENGTH:
            found.setdefault("length", header)
        else:
            side, noun = _side(words), _noun(words)
            if noun:
                sided.setdefault((side, noun), header)
    return _both_sides(sided, found)


def _side(words: set[str]) -> str:
    # Before "end", which stands at both: "A end", "Z end".
    if "a" in words:
        return "a"
    if words & B_SIDE:
        return "b"
    return "a" if words & A_SIDE else ""


def _noun(words: set[str]) -> str:
    """Return what a header names: a side alone names its device."""
    for noun, known in NOUNS:
        if words & known:
            return noun
    return "device" if words & (A_SIDE | B_SIDE) else ""


def _both_sides(sided: dict[tuple[str, str], str], found: dict[str, str]) -> ColumnMap | None:
    """Return the map; a header without a side is of the first one where the other has a side."""
    nouns = ("device", "port", "kind", "model", "group", "adapter")
    columns = dict(found)
    for noun in nouns:
        for side in "ab":
            header = sided.get((side, noun)) or (sided.get(("", noun)) if side == "a" else None)
            if header:
                columns[f"{side}_{noun}"] = header
    if "a_device" not in columns or "b_device" not in columns:
        return None
    if "speed" in columns:
        unit = _unit_of(words_of(columns["speed"]))
        if unit:
            columns["speed_unit"] = unit
    return ColumnMap.model_validate(columns)


def _unit_of(words: Iterable[str]) -> str | None:
    joined = " ".join(words)
    if "mb" in joined:
        return "Mb/s"
    return "Gb/s" if "gb" in joined else None
