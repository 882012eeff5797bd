"""The forms of LLDP output to views: json, json0, plain text, and what Cumulus lists of interfaces."""

import re
from collections.abc import Iterator
from typing import Final

from simcore.errors import FormatError
from simcore.formats.json_text import Places, Repeated, entries, items, parsed_json, words
from simcore.formats.lldp.views import Neighbour, View
from simcore.formats.reading import Source
from simcore.formats.rejected import Rejected

HEAD: Final = 1_000_000
_JSON: Final = re.compile(r'\A\s*\{\s*"(?:lldp|local-chassis)"\s*:')
_CUMULUS: Final = re.compile(r'\A\s*\{(?s:.*?)"iface_obj"\s*:\s*\{')
_PLAIN: Final = re.compile(r"^(?:LLDP neighbors:[ \t]*$|Interface:[ \t]+\S+, via: )", re.MULTILINE)
_INTERFACE: Final = re.compile(r"^Interface:[ \t]+([^,\n]+)")
_FIELD: Final = re.compile(r"^[ \t]+(ChassisID|SysName|PortID|PortDescr):(.*)")
# Kinds of a port's id (IEEE 802.1AB, 8.5.3.2) that are its name on the device.
NAMES: Final = frozenset({"ifname", "local", "ifalias", "name"})
_SPEED: Final = re.compile(r"(\d{1,7}(?:\.\d{1,3})?)\s*([MGT])", re.IGNORECASE)
GIGA: Final = {"M": 1e-3, "G": 1.0, "T": 1e3}
# What stands in ``chassis`` itself where the neighbour has no name.
FIELDS: Final = frozenset({"id", "descr", "mgmt-ip", "mgmt-iface", "capability", "ttl"})


def looks_like_lldp(text: str) -> bool:
    """Tell whether the beginning of the text is one of the forms."""
    head = text[:HEAD]
    if head[:1_000].lstrip()[:1] == "{":
        return _JSON.match(head) is not None or _CUMULUS.match(head) is not None
    return _PLAIN.search(head) is not None


def view_of(source: Source, first: int, rejected: Rejected) -> View:
    """Return what the file says; ``first`` is the running number of the line before its first.

    Raises
    ------
    FormatError
        If the file begins like JSON and is none.
    """
    view = View(source.name, first + 1)
    if source.text[:1_000].lstrip()[:1] != "{":
        found = _of_plain(source, first)
    else:
        value = parsed_json(source)
        if not isinstance(value, dict):
            raise FormatError(f"{source.name} is no JSON object")
        places = Places(source.text, first)
        view.name = _own_name(value)
        if "lldp" in value:
            found = _of_json(value["lldp"], places)
        else:
            view.speeds = _speeds(value)
            found = _of_cumulus(value, places)
    for each in found:
        if not each.port:
            rejected.add(each.line, "a neighbour on no port", each.name)
        elif not each.name and not each.chassis:
            rejected.add(each.line, "a neighbour without a name and a chassis id", each.port)
        else:
            view.neighbours.append(each)
    return view


def _own_name(value: dict[str, object]) -> str:
    chassis = entries(entries(value.get("local-chassis")).get("chassis"))
    return next((key for key in chassis if key not in FIELDS), "")


def _of_json(lldp: object, places: Places) -> Iterator[Neighbour]:
    """Yield neighbours of json, where names are keys, and of json0, where everything is a list."""
    for part in items(lldp):
        for interface in items(entries(part).get("interface")):
            said = entries(interface)
            if "port" in said and isinstance(said.get("name"), str):
                yield _of_lists(said, places)
                continue
            for port, bodies in said.items():
                for body in bodies if isinstance(bodies, Repeated) else [bodies]:
                    yield _of_keys(port, entries(body), places)


def _of_keys(port: str, body: dict[str, object], places: Places) -> Neighbour:
    line = places.next(port)
    chassis = entries(body.get("chassis"))
    names = [key for key in chassis if key not in FIELDS and isinstance(chassis[key], dict)]
    fields = entries(chassis[names[0]]) if names else chassis
    far = entries(body.get("port"))
    return _neighbour(port, names[0] if names else "", fields, far, line)


def _of_lists(said: dict[str, object], places: Places) -> Neighbour:
    port = words(said.get("name"))
    line = places.next(port)
    chassis, far = _first(said.get("chassis")), _first(said.get("port"))
    name = words(_first(chassis.get("name")).get("value"))
    flat = {"id": _first(far.get("id")), "descr": _first(far.get("descr")).get("value")}
    return _neighbour(port, name, {"id": _first(chassis.get("id"))}, flat, line)


def _first(value: object) -> dict[str, object]:
    every = items(value)
    return entries(every[0]) if every else {}


def _neighbour(
    port: str, name: str, chassis: dict[str, object], far: dict[str, object], line: int
) -> Neighbour:
    port_id = entries(far.get("id"))
    return Neighbour(
        port=port.strip(),
        name=name.strip(),
        chassis=words(entries(chassis.get("id")).get("value")),
        port_id=words(port_id.get("value")),
        port_description=words(far.get("descr")),
        names_port=words(port_id.get("type")).lower() in NAMES,
        line=line,
    )


def _of_cumulus(value: dict[str, object], places: Places) -> Iterator[Neighbour]:
    for port, said in value.items():
        line = places.next(port)
        for each in items(entries(entries(said).get("iface_obj")).get("lldp")):
            adjacent = entries(each)
            yield Neighbour(
                port=port.strip(),
                name=words(adjacent.get("adj_hostname")),
                chassis=words(adjacent.get("adj_mac")) or words(adjacent.get("adj_mgmt_ip4")),
                port_id=words(adjacent.get("adj_port")),
                port_description="",
                names_port=True,
                line=line,
            )


def _speeds(value: dict[str, object]) -> dict[str, float]:
    """Return Gbit/s of the ports that state a speed such as "100G"; "N/A" is none."""
    found = {}
    for port, said in value.items():
        match = _SPEED.fullmatch(words(entries(said).get("speed")))
        if match is not None and float(match[1]) > 0:
            found[port.strip()] = float(match[1]) * GIGA[match[2].upper()]
    return found


def _of_plain(source: Source, first: int) -> Iterator[Neighbour]:
    """Yield the neighbours of the text that is printed without, or for want of, JSON."""
    port, line = "", 0
    said: dict[str, str] = {}
    for number, text in enumerate([*source.text.split("\n"), "Interface: ,"], 1):
        begins = _INTERFACE.match(text)
        if begins is not None or text == "Interface: ,":
            if port:
                yield _of_fields(port, said, line)
            port, line, said = (begins[1].strip() if begins else ""), first + number, {}
            continue
        found = _FIELD.match(text)
        if found is not None:
            said.setdefault(found[1], found[2].strip())


def _of_fields(port: str, said: dict[str, str], line: int) -> Neighbour:
    kind, _, port_id = said.get("PortID", "").partition(" ")
    return Neighbour(
        port=port,
        name=said.get("SysName", ""),
        chassis=said.get("ChassisID", "").partition(" ")[2].strip(),
        port_id=port_id.strip(),
        port_description=said.get("PortDescr", ""),
        names_port=kind.lower() in NAMES,
        line=line,
    )
