"""Roles, speeds and lengths as lists of cables spell them."""

import re
from typing import Final

from simcore.formats.cables.table import number_of
from simcore.formats.survey import NodeKind

SERVERS: Final = frozenset(
    [
        "server",
        "servers",
        "host",
        "hosts",
        "compute",
        "gpu",
        "dgx",
        "hgx",
        "storage",
        "client",
        "workstation",
        "hypervisor",
        "endpoint",
        "endhost",
        "vm",
        "login",
        "nas",
        "ixia",
        "generator",
    ]
)
PANELS: Final = frozenset(["panel", "patchpanel", "patch", "odf", "circuit"])
SWITCHES: Final = frozenset(
    [
        "switch",
        "leaf",
        "spine",
        "superspine",
        "core",
        "tor",
        "router",
        "fanout",
        "border",
        "aggregation",
        "agg",
        "distribution",
        "access",
        "edge",
        "t0",
        "t1",
        "t2",
        "firewall",
        "mlag",
        "sonic",
        "fabric",
        "loadbalancer",
        "gateway",
    ]
)
# What stands in lists of devices and takes no part in the network of data.
ASIDE: Final = frozenset(
    ["pdu", "ups", "console", "consoleserver", "kvm", "mgmt", "management", "bmc", "oob"]
)

# No speed or length takes more; the patterns below take long on long blanks.
LONGEST_FIGURE: Final = 40
GIGA: Final = {"t": 1e3, "g": 1.0, "m": 1e-3, "k": 1e-6}
METRES: Final = {
    **dict.fromkeys(("", "m", "meter", "meters", "metre", "metres"), 1.0),
    **dict.fromkeys(("cm", "centimeter", "centimeters"), 0.01),
    **dict.fromkeys(("mm", "millimeters"), 0.001),
    **dict.fromkeys(("km", "kilometers"), 1000.0),
    **dict.fromkeys(("ft", "feet", "foot"), 0.3048),
    **dict.fromkeys(("in", "inch", "inches"), 0.0254),
    **dict.fromkeys(("mi", "miles"), 1609.344),
}
_SPEED: Final = re.compile(
    r"(?:\d{1,2}\s*[x×]\s*)?(\d{1,12}(?:[.,]\d{1,6})?)\s*([tgmk])?\s*(?:i?b(?:it)?(?:ps|/s|e|ase.*)?|)?(?:/s)?",
    re.IGNORECASE,
)
_LENGTH: Final = re.compile(r"(\d{1,9}(?:[.,]\d{1,6})?)\s*([a-z]*)", re.IGNORECASE)
_WORDS: Final = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")


def words_of(text: str) -> list[str]:
    """Return the words in small letters: "DevIxiaChassis" and "side_a_device" are three each."""
    return [word.lower() for word in _WORDS.findall(text)]


def kind_of_role(role: str) -> NodeKind | None:
    """Return what a role or type of a device states it to be, None for words that do not tell."""
    found = set(words_of(role)) | {"".join(words_of(role))}
    for kind, known in ((NodeKind.PANEL, PANELS), (NodeKind.SERVER, SERVERS), (NodeKind.SWITCH, SWITCHES)):
        if found & known:
            return kind
    return None


def is_aside(role: str) -> bool:
    """Tell whether a role is of power, consoles or the management network."""
    return bool((set(words_of(role)) | {"".join(words_of(role))}) & ASIDE)


def gbps_of(text: str, *, unit: float) -> float | None:
    """Return a speed in Gb/s: "400G", "100 Gbit/s", "40000" in ``unit`` Gb/s; None where it is none."""
    found = _SPEED.fullmatch(text.strip()) if len(text) <= LONGEST_FIGURE else None
    if found is None:
        return None
    number = number_of(found[1])
    factor = GIGA[found[2].lower()] if found[2] else unit
    return None if not number else float(f"{number * factor:.9g}")


def metres_of(text: str, unit: str = "") -> float | None:
    """Return a length in m: "3", "3m", "10 ft"; ``unit`` is that of numbers alone. None where it is none."""
    found = _LENGTH.fullmatch(text.strip()) if len(text) <= LONGEST_FIGURE else None
    if found is None:
        return None
    number = number_of(found[1])
    factor = METRES.get((found[2] or unit.strip()).lower())
    return None if not number or factor is None else float(f"{number * factor:.9g}")
