"""SONiC's ``minigraph.xml``: the links that one switch's deployment file declares."""

import re
from collections.abc import Callable, Sequence
from typing import Any, Final, Literal
from xml.etree.ElementTree import ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from simcore.document.findings import Severity
from simcore.errors import FormatError
from simcore.formats.reading import Format, LineBook, Source, Understood
from simcore.formats.rejected import Rejected
from simcore.formats.survey import Survey, fabric_of

HEAD: Final = 1_000_000
MEGA: Final = 1e-3
_ROOT: Final = re.compile(r"<(?:[\w.-]+:)?DeviceMiniGraph[\s>]")
# The element of a data link; others are "DeviceMgmtLink" and "DeviceSerialLink".
DATA_LINK: Final = "DeviceInterfaceLink"
_RECORDS: Final = frozenset({"DeviceLinkBase", "Device"})
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
    for row, source in enumerate(sources):
        first = survey.book.first_of(row)
        found = _Elements(source.name)
        _parse(survey, source, found, first)
        links += sum(_survey_link(survey, rejected, fields, first) for fields in found.links)
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
    if not links:
        raise FormatError(f"{sources[0].name} holds no {DATA_LINK} with two ends")
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
        self.hostname = ""
        self.model = ""
        self.line: Callable[[], int] = lambda: 1
        self._name = name
        self._path: list[str] = []
        self._text: list[str] = []
        self._open: _Fields | None = None

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        local = tag.rpartition("}")[2]
        if len(self._path) >= DEEPEST:
            raise FormatError(f"{self._name} line {self.line()}: nested deeper than {DEEPEST} levels")
        self._path.append(local)
        self._text = []
        if local in _RECORDS and self._open is None and "PngDec" in self._path:
            kind = next((value for key, value in attributes.items() if key.endswith("}type")), "")
            self._open = _Fields(self.line(), kind.rpartition(":")[2])

    def data(self, text: str) -> None:
        self._text.append(text)

    def end(self, _: str) -> None:
        local = self._path.pop()
        text = "".join(self._text)
        self._text = []
        if self._open is not None and local in _RECORDS:
            (self.devices if local == "Device" else self.links).append(self._open)
            self._open = None
        elif self._open is not None and self._path[-1:] and self._path[-1] in _RECORDS:
            self._open.add(local, text)
        elif len(self._path) == 1 and local == "Hostname":
            self.hostname = self.hostname or text.strip()
        elif len(self._path) == 1 and local == "HwSku":
            self.model = self.model or text.strip()

    def close(self) -> None:
        """Nothing is left to do at the end."""


def _parse(survey: Survey, source: Source, found: _Elements, first: int) -> None:
    made: Callable[..., Any] = DefusedXMLParser
    parser = made(target=found, forbid_dtd=True)
    found.line = lambda: int(parser.parser.CurrentLineNumber)
    try:
        parser.feed(source.text.encode())
        parser.close()
    except DefusedXmlException:
        raise FormatError(
            f"{source.name} line {found.line()}: XML with a document type or entities is not read"
        ) from None
    except (ParseError, ValueError) as error:
        if not found.links:
            raise FormatError(f"{source.name}: this is no XML: {error}") from None
        survey.tell(
            "file.cut",
            Severity.WARNING,
            f"{source.name} is no XML from here on ({error}): what stands before was read",
            lines=[first + getattr(error, "position", (1, 0))[0]],
        )


def _survey_link(survey: Survey, rejected: Rejected, fields: _Fields, first: int) -> bool:
    line = first + fields.line
    kind = fields.said("ElementType")
    start, end = fields.said("StartDevice"), fields.said("EndDevice")
    if kind != DATA_LINK:
        rejected.add(line, f"a link of type {kind or 'unknown'} carries no data", f"{start} {end}")
        return False
    if not start or not end:
        rejected.add(line, "a link without two devices", start or end)
        return False
    text = fields.said("Bandwidth")
    megabits = float(text) if re.fullmatch(r"\d{1,9}(?:\.\d{1,9})?", text) else 0.0
    survey.link(
        (start, fields.said("StartPort")),
        (end, fields.said("EndPort")),
        gbps=megabits * MEGA if megabits > 0 else None,
        line=line,
    )
    return True


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
