"""NetBox's device types in YAML, as its library of device types has them: the ports of a model, with speeds.

A file holds one type or several, parted by lines of "---". Interfaces of management, virtual ones and those
without wires are no ports of the fabric.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Final

from simcore.document.findings import Severity
from simcore.document.words import counted
from simcore.formats.reading import Source
from simcore.formats.survey import NodeKind, Survey
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
# Ports of device types, over all devices; they cost time and memory, also where nothing is cabled to them.
MOST_DECLARED: Final = 100_000
NAMED: Final = 8
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


def declare_ports(
    survey: Survey, models: Mapping[str, str], sources: Sequence[Source], typed: Sequence[int]
) -> None:
    """Add the ports of device types to the devices of these models; of very many, those with cables alone.

    Parameters
    ----------
    models
        The model of each device of the survey.
    typed
        Which of the sources hold device types.
    """
    ports: dict[str, dict[str, tuple[float | None, int]]] = {}
    every: dict[str, set[str]] = {}
    for row in typed:
        first = survey.book.first_of(row)
        for model, listed in types_in(sources[row]).items():
            if model not in every:
                every[model] = {each.name for each in listed}
                ports[model] = {each.name: (each.gbps, first + each.line) for each in listed if each.is_data}
    _tell_undeclared(survey, models, every)
    of_device = {key: ports[model] for key, model in models.items() if model in ports}
    count = sum(len(each) for each in of_device.values())
    if count > MOST_DECLARED:
        ends = [(key, name) for key, name in survey.ports if name in of_device.get(key, ())]
        survey.tell(
            "ports.many",
            Severity.NOTE,
            f"the device types give these devices {count:,} ports: those without a cable are left out",
        )
    else:
        ends = [(key, name) for key, each in of_device.items() for name in each]
    for key, name in ends:
        gbps, line = of_device[key][name]
        if NodeKind.PANEL not in survey.nodes[key].kinds:
            survey.port(key, name, line=line, gbps=gbps)


def _tell_undeclared(survey: Survey, models: Mapping[str, str], every: Mapping[str, set[str]]) -> None:
    """Tell of cables at ports that the device's type does not have; a lane is one of its port."""
    lines: dict[str, int] = {}
    for (key, name), port in survey.ports.items():
        known = every.get(models.get(key, ""))
        if known and name not in known and name.rpartition(":")[0] not in known:
            lines[f"{key} {name}"] = min(port.lines)
    if lines:
        names = ", ".join(each[:60] for each in list(lines)[:NAMED])
        survey.tell(
            "port.undeclared",
            Severity.WARNING,
            f"{counted(len(lines), 'port')} that the type of the device does not have "
            f"({names}; {survey.book.listed(lines.values())}): kept; a module may bring them",
            lines=lines.values(),
        )


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
