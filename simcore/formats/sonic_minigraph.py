"""SONiC's ``minigraph.xml``: the links that one switch's deployment file declares."""

import re
from collections.abc import Callable, Sequence
from typing import Final, Literal

from simcore.document.findings import Severity
from simcore.document.words import counted
from simcore.errors import FormatError
from simcore.formats.reading import Format, LineBook, Source, Understood
from simcore.formats.rejected import Rejected
from simcore.formats.survey import Survey, fabric_of
from simcore.formats.xml_text import feed, line_of, tell_broken

HEAD: Final = 1_000_000
MEGA: Final = 1e-3
_ROOT: Final = re.compile(r"<(?:[\w.-]+:)?DeviceMiniGraph[\s>]")
# The element of a data link; others are "DeviceMgmtLink" and "DeviceSerialLink".
DATA_LINK: Final = "DeviceInterfaceLink"
ASIDE_LINKS: Final = frozenset({"DeviceMgmtLink", "DeviceSerialLink"})
# What is kept of the file: these elements, below these.
_RECORDS: Final = {"DeviceLinkBase": "PngDec", "Device": "PngDec", "EthernetInterface": "DeviceInfo"}
# A file of 10,000 levels is none of a switch; these are about ten.
DEEPEST: Final = 100


def looks_like_minigraph(text: str) -> bool:
    """Tell whether the beginning of the text has the root element of a minigraph."""
    return text[:1_000].lstrip()[:1] == "<" and _ROOT.search(text[:HEAD]) is not None


def read(sources: Sequence[Source]) -> Understood:
    """Return the fabric of the links in the files.

    Raises
    ------
    FormatError
        If a file is refused by the XML parser at once, or no link stands in them.
    """
    survey = Survey(LineBook(sources), origin="SONiC minigraphs")
    rejected = Rejected()
    links = 0
    aside: list[int] = []
    for row, source in enumerate(sources):
        first = survey.book.first_of(row)
        found = _Elements(source.name)
        _parse(survey, source, found, first)
        for fields in found.links:
            if fields.said("ElementType") in ASIDE_LINKS:
                aside.append(first + fields.line)
            else:
                links += _survey_link(survey, rejected, fields, first)
        for fields in found.devices:
            name = fields.said("Hostname")
            if name:
                survey.node(
                    name,
                    kind=_kind(fields.type or fields.said("ElementType")),
                    model=fields.said("HwSku"),
                    line=first + fields.line,
                )
        if found.hostname:
            survey.node(found.hostname, kind="switch", model=found.model, line=first + 1)
            _survey_ports(survey, found, first)
    if not links:
        raise FormatError(f"{sources[0].name} holds no {DATA_LINK} with two ends")
    if aside:
        survey.tell(
            "link.management",
            Severity.NOTE,
            f"{counted(len(aside), 'link')} of management or consoles left out ({survey.book.listed(aside)})",
            lines=aside,
        )
    rejected.tell(survey)
    return fabric_of(survey)


class _Fields:
    """The children of one element, as text by local name."""

    def __init__(self, line: int, type_name: str) -> None:
        self.line = line
        self.type = type_name
        self._texts: dict[str, str] = {}

    def add(self, name: str, text: str) -> None:
        self._texts.setdefault(name, text.strip())

    def said(self, name: str) -> str:
        return self._texts.get(name, "")


class _Elements:
    """Takes the parser's events; keeps links and devices with their lines, under any namespace."""

    def __init__(self, name: str) -> None:
        self.links: list[_Fields] = []
        self.devices: list[_Fields] = []
        # Of each model of switch, its ports.
        self.ports: dict[str, list[_Fields]] = {}
        self.hostname = ""
        self.model = ""
        self.line: Callable[[], int] = lambda: 1
        self._name = name
        self._path: list[str] = []
        self._text: list[str] = []
        self._open: _Fields | None = None
        self._ports: list[_Fields] = []
        self._model = ""

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        local = tag.rpartition("}")[2]
        if len(self._path) >= DEEPEST:
            raise FormatError(f"{self._name} line {self.line()}: nested deeper than {DEEPEST} levels")
        self._path.append(local)
        self._text = []
        if local in _RECORDS and self._open is None and _RECORDS[local] in self._path:
            kind = next((value for key, value in attributes.items() if key.endswith("}type")), "")
            self._open = _Fields(self.line(), kind.rpartition(":")[2])

    def data(self, text: str) -> None:
        self._text.append(text)

    def end(self, _: str) -> None:
        local = self._path.pop()
        text = "".join(self._text)
        self._text = []
        if self._open is not None and local in _RECORDS:
            kept = {"Device": self.devices, "DeviceLinkBase": self.links}.get(local, self._ports)
            kept.append(self._open)
            self._open = None
        elif self._open is not None and self._path[-1:] and self._path[-1] in _RECORDS:
            self._open.add(local, text)
        elif local == "HwSku" and self._path[-1:] == ["DeviceInfo"]:
            self._model = text.strip()
        elif local == "DeviceInfo":
            self.ports.setdefault(self._model, []).extend(self._ports)
            self._ports, self._model = [], ""
        elif len(self._path) == 1 and local == "Hostname":
            self.hostname = self.hostname or text.strip()
        elif len(self._path) == 1 and local == "HwSku":
            self.model = self.model or text.strip()

    def close(self) -> None:
        """Nothing is left to do at the end."""


def _parse(survey: Survey, source: Source, found: _Elements, first: int) -> None:
    error = feed(source, found)
    if error is not None:
        if not found.links:
            raise FormatError(f"{source.name}: this is no XML: {error}")
        tell_broken(survey, source, first, line_of(error), str(error))


def _survey_link(survey: Survey, rejected: Rejected, fields: _Fields, first: int) -> bool:
    line = first + fields.line
    kind = fields.said("ElementType")
    start, end = fields.said("StartDevice"), fields.said("EndDevice")
    if kind != DATA_LINK:
        rejected.add(line, f"a link of type {kind or 'unknown'} is no link of data", f"{start} {end}")
        return False
    if not start or not end:
        rejected.add(line, "a link without two devices", start or end)
        return False
    survey.link(
        (start, fields.said("StartPort")),
        (end, fields.said("EndPort")),
        gbps=_gbps(fields.said("Bandwidth")),
        line=line,
    )
    return True


def _survey_ports(survey: Survey, found: _Elements, first: int) -> None:
    """Add the speeds of the file's own switch for ports that links name so; an alias is none of them."""
    linked = {port for key, port in survey.ports if key == found.hostname}
    for fields in found.ports.get(found.model, []):
        port = fields.said("InterfaceName")
        if port in linked:
            gbps = _gbps(fields.said("Speed"))
            survey.port(found.hostname, port, gbps=gbps, line=first + fields.line)


def _gbps(megabits: str) -> float | None:
    """Return Gbit/s of a speed in Mbit/s, None where it is none."""
    value = float(megabits) if re.fullmatch(r"\d{1,9}(?:\.\d{1,9})?", megabits) else 0.0
    return value * MEGA if value > 0 else None


def _kind(type_name: str) -> Literal["switch", "server"] | None:
    """Return the kind of a device's type in SONiC's words."""
    lower = type_name.lower()
    if "router" in lower or "switch" in lower:
        return "switch"
    return "server" if lower == "server" else None


SONIC_MINIGRAPH: Final = Format(
    name="sonic-minigraph",
    title="SONiC minigraph.xml",
    recognise=looks_like_minigraph,
    read=read,
)
