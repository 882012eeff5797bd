"""SONiC's ``config_db.json``: the ports of one switch with their speeds, and who is at the other end.

The same tables in the flat keys of a Redis dump ("PORT|Ethernet0") are read too.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Final, Literal

from simcore.document.findings import Severity
from simcore.document.words import counted
from simcore.errors import FormatError
from simcore.formats.json_text import Places, entries, parsed_json, words
from simcore.formats.reading import Format, LineBook, Source, Understood
from simcore.formats.rejected import Rejected
from simcore.formats.survey import Survey, fabric_of

HEAD: Final = 1_000_000
TABLES: Final = ("DEVICE_METADATA", "PORT", "DEVICE_NEIGHBOR", "DEVICE_NEIGHBOR_METADATA")
_MARK: Final = re.compile(
    r'"(?:DEVICE_METADATA|DEVICE_NEIGHBOR|PORT)\|[^"]+"\s*:|"DEVICE_NEIGHBOR"\s*:\s*\{|'
    r'"DEVICE_METADATA"\s*:\s*\{\s*"localhost"|"PORT"\s*:\s*\{\s*"Ethernet\d'
)
MEGA: Final = 1e-3

Table = dict[str, dict[str, object]]


@dataclass(slots=True)
class _Switch:
    """The tables of one file."""

    name: str
    row: int
    tables: dict[str, Table]
    aliases: dict[str, str] = field(default_factory=dict)

    def port(self, said: str) -> str:
        """Return the port that ``said`` means: a port of exactly that name, else the one of that alias."""
        return said if said in self.tables["PORT"] else self.aliases.get(said, said)


def looks_like_config_db(text: str) -> bool:
    """Tell whether the beginning of the text holds a table that only SONiC has."""
    return text[:1_000].lstrip()[:1] == "{" and _MARK.search(text[:HEAD]) is not None


def read(sources: Sequence[Source]) -> Understood:
    """Return the fabric of the switches whose configurations these are, and of their neighbours.

    Raises
    ------
    FormatError
        If a file is no JSON object, or nothing in them names a port or a neighbour.
    """
    survey = Survey(LineBook(sources), origin="SONiC configurations")
    rejected = Rejected()
    switches = [_switch(survey, source, row) for row, source in enumerate(sources)]
    if not any(each.tables["PORT"] or each.tables["DEVICE_NEIGHBOR"] for each in switches):
        raise FormatError(f"{sources[0].name} holds no port and no neighbour")
    by_name = {each.name: each for each in switches}
    for each, source in zip(switches, sources, strict=True):
        _survey_one(survey, rejected, each, by_name, Places(source.text, survey.book.first_of(each.row)))
    _say_one_sided(survey, switches)
    rejected.tell(survey)
    return fabric_of(survey)


def _switch(survey: Survey, source: Source, row: int) -> _Switch:
    value = parsed_json(source)
    if not isinstance(value, dict):
        raise FormatError(f"{source.name} is no JSON object")
    tables = {name: _table(value, name) for name in TABLES}
    stated = words(tables["DEVICE_METADATA"].get("localhost", {}).get("hostname"))
    name = stated or PurePath(source.name).name.partition(".")[0] or "switch"
    line = survey.book.first_of(row) + 1
    if not stated:
        survey.tell(
            "device.by-file-name",
            Severity.WARNING,
            f"{source.name} states no hostname in DEVICE_METADATA: the switch is called {name}",
            lines=[line],
            objects=[name],
        )
    survey.node(
        name,
        kind="switch",
        model=words(tables["DEVICE_METADATA"].get("localhost", {}).get("hwsku")),
        line=line,
    )
    found = _Switch(name, row, tables)
    for port, said in tables["PORT"].items():
        alias = words(said.get("alias"))
        if alias:
            found.aliases.setdefault(alias, port)
    return found


def _table(value: dict[str, object], name: str) -> Table:
    """Return a table's rows, from its own key and from the flat keys of a Redis dump."""
    found = {key: entries(row) for key, row in entries(value.get(name)).items()}
    start = f"{name}|"
    for key, row in value.items():
        if key.startswith(start):
            said = entries(row)
            found[key[len(start) :]] = entries(said["value"]) if "value" in said else said
    return found


def _survey_one(
    survey: Survey, rejected: Rejected, switch: _Switch, by_name: dict[str, _Switch], places: Places
) -> None:
    first = survey.book.first_of(switch.row) + 1
    speeds: dict[str, float | None] = {}
    for port, said in switch.tables["PORT"].items():
        if port.strip():
            speeds[port] = _gbps(said.get("speed"))
            survey.port(switch.name, port, gbps=speeds[port], line=first)
    for name, said in switch.tables["DEVICE_NEIGHBOR_METADATA"].items():
        if name.strip():
            model = words(said.get("hwsku"))
            survey.node(name, kind=_kind(words(said.get("type"))), model=model, line=first)
    places.next("DEVICE_NEIGHBOR")
    for key, peer, peer_port, port in _neighbours(switch):
        line = places.next(key)
        if not peer:
            rejected.add(line, "a neighbour has no name", key)
            continue
        beyond = by_name.get(peer)
        far = beyond.port(peer_port) if beyond is not None else peer_port
        survey.link((switch.name, port), (peer, far), gbps=speeds.get(port), line=line)


def _neighbours(switch: _Switch) -> Iterator[tuple[str, str, str, str]]:
    """Yield key, name, port of each neighbour, and the switch's own port."""
    for key, said in switch.tables["DEVICE_NEIGHBOR"].items():
        own = words(said.get("local_port"))
        name = words(said.get("name")) or (key if own else "")
        yield key, name, words(said.get("port")), switch.port(own or key)


def _gbps(mega: object) -> float | None:
    """Return Gbit/s of a speed in Mbit/s, None where it is none ("N/A" of a breakout port)."""
    text = words(mega)
    return float(text) * MEGA if re.fullmatch(r"\d{1,9}(?:\.\d{1,9})?", text) and float(text) > 0 else None


def _kind(type_name: str) -> Literal["switch", "server"] | None:
    """Return the kind of a neighbour's type in SONiC's words: "LeafRouter", "ToRRouter", "Server"."""
    lower = type_name.lower()
    if "router" in lower or "switch" in lower:
        return "switch"
    return "server" if lower in ("server", "smartcable", "appliance") else None


def _say_one_sided(survey: Survey, switches: list[_Switch]) -> None:
    """Say which cables only one of two switches states, where the files of both are here."""
    names = {each.name: each for each in switches}
    stated = {
        (each.name, port, peer, names[peer].port(far))
        for each in switches
        for _, peer, far, port in _neighbours(each)
        if peer in names
    }
    alone = sorted(each for each in stated if (each[2], each[3], each[0], each[1]) not in stated)
    if alone:
        own, port, peer, far = alone[0]
        survey.tell(
            "cable.one-sided",
            Severity.WARNING,
            f"{counted(len(alone), 'cable')} stated by one end alone though the other's file is here, the "
            f"first by {own} {port} to {peer} {far}: kept",
            lines=[survey.book.first_of(names[own].row) + 1],
            objects=list(dict.fromkeys(name for each in alone for name in (each[0], each[2]))),
        )


SONIC_CONFIG: Final = Format(
    name="sonic-config",
    title="SONiC config_db.json",
    recognise=looks_like_config_db,
    read=read,
)
