"""NetBox's device types in YAML, as its library of device types has them: the ports of a model, with speeds.

A file holds one type or several, parted by lines of "---". Interfaces of management, virtual ones and those
without wires are no ports of the fabric.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from simcore.formats.reading import Source
from simcore.formats.yaml_text import Branch, parsed_yaml

HEAD: Final = 65_536
# No device and no fabric has more; what is beyond is not read.
MOST_PORTS: Final = 4096
MOST_TYPES: Final = 2000
_PARTS: Final = re.compile(r"^---(?:[ \t].*)?$", re.MULTILINE)
_KEYS: Final = tuple(re.compile(rf"^{key}:", re.MULTILINE) for key in ("manufacturer", "model"))
_ONE_OF: Final = re.compile(r"^(?:slug|interfaces|u_height|part_number):", re.MULTILINE)
_ETHERNET: Final = re.compile(r"(\d{1,4}(?:\.\d)?)(g?)base-.*")
# NetBox's names of InfiniBand interfaces; Gb/s over four lanes.
_INFINIBAND: Final = {
    "sdr": 10.0,
    "ddr": 20.0,
    "qdr": 40.0,
    "fdr10": 41.25,
    "fdr": 56.25,
    "edr": 100.0,
    "hdr": 200.0,
    "ndr": 400.0,
    "xdr": 800.0,
}
_NO_PORTS: Final = ("virtual", "bridge", "lag", "ieee802", "lte", "gsm", "cdma")


@dataclass(frozen=True, slots=True)
class TypePort:
    """A port of a device type: its speed in Gb/s where its own type tells, its line, if it carries data."""

    name: str
    gbps: float | None
    line: int
    is_data: bool = True


def looks_like_types(text: str) -> bool:
    """Tell whether the text begins with a device type of NetBox."""
    head = text[:HEAD]
    return all(key.search(head) for key in _KEYS) and _ONE_OF.search(head) is not None


def types_in(source: Source) -> dict[str, tuple[TypePort, ...]]:
    """Return the interfaces of each model in a file, those of management too.

    Raises
    ------
    FormatError
        If it is no YAML, holds an alias, or nests too deep.
    """
    found: dict[str, tuple[TypePort, ...]] = {}
    for first, text in islice(_parts(source.text), MOST_TYPES):
        if _KEYS[1].search(text):
            tree = parsed_yaml(Source(source.name, text))
            if tree.said("model"):
                found.setdefault(tree.said("model"), tuple(_ports(tree, first)))
    return found


def gbps_of_interface(kind: str) -> float | None:
    """Return the speed of NetBox's type of an interface: 400 of "400gbase-x-qsfpdd", None for "other"."""
    name = kind.strip().lower()
    if name.startswith("infiniband-"):
        return _INFINIBAND.get(name.removeprefix("infiniband-"))
    ethernet = _ETHERNET.fullmatch(name)
    if ethernet is None:
        return None
    number = float(ethernet[1])
    return (number if ethernet[2] else number / 1000) or None


def _parts(text: str) -> Iterator[tuple[int, str]]:
    """Yield the documents of a file, each with the number of lines before it."""
    start = lines = 0
    for mark in _PARTS.finditer(text):
        yield lines, text[start : mark.start()]
        lines += text.count("\n", start, mark.end())
        start = mark.end()
    yield lines, text[start:]


def _ports(tree: Branch, first: int) -> Iterator[TypePort]:
    for each in tree.listed("interfaces")[:MOST_PORTS]:
        name, kind = each.said("name").strip(), each.said("type").strip().lower()
        if name:
            is_aside = each.said("mgmt_only").lower() == "true" or kind.startswith(_NO_PORTS)
            yield TypePort(name, gbps_of_interface(kind), first + each.line, is_data=not is_aside)
