"""XML text as a tree that knows its lines: no document types, no entities, no depth without end."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Protocol
from xml.etree.ElementTree import ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import DefusedXMLParser

from simcore.document.findings import Severity
from simcore.errors import FormatError
from simcore.formats.reading import Source
from simcore.formats.survey import Survey

# Files of people are some ten levels deep.
DEEPEST: Final = 100


@dataclass(slots=True)
class XmlNode:
    """An element: its name and attributes without namespaces, its line, its own text, its children."""

    tag: str
    line: int
    attributes: dict[str, str]
    text: str = ""
    children: list["XmlNode"] = field(default_factory=list)

    def said(self, *names: str) -> str:
        """Return the first of these attributes that is not empty, "" where none is."""
        return next((value for name in names if (value := self.attributes.get(name, "").strip())), "")

    def below(self) -> Iterator["XmlNode"]:
        """Yield this element and all below it, in the order of the file."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting.extend(reversed(node.children))


@dataclass(frozen=True, slots=True)
class ParsedXml:
    """The root of a text; where it breaks off, ``broken_at`` is the line and ``broken`` the reason."""

    root: XmlNode
    broken: str = ""
    broken_at: int = 0


class Target(Protocol):
    """What is told of elements as they are read; ``line`` tells where the reader stands."""

    line: Callable[[], int]


def feed(source: Source, target: Target) -> ParseError | ValueError | None:
    """Tell ``target`` of every element of an XML text; return why it broke off, None where it did not.

    Raises
    ------
    FormatError
        If the text has a document type or entities.
    """
    made: Callable[..., Any] = DefusedXMLParser
    parser = made(target=target, forbid_dtd=True, encoding="utf-8")
    target.line = lambda: int(parser.parser.CurrentLineNumber)
    try:
        parser.feed(source.text.encode())
        parser.close()
    except DefusedXmlException:
        raise FormatError(
            f"{source.name} line {target.line()}: XML with a document type or entities is not read"
        ) from None
    except (ParseError, ValueError) as error:
        return error
    return None


def line_of(error: ParseError | ValueError) -> int:
    """Return the line at which an XML text broke off, 1 where that is not known."""
    line: int = getattr(error, "position", (1, 0))[0]
    return line


def parsed_xml(source: Source) -> ParsedXml:
    """Return the tree of an XML text, as far as it goes before an error.

    Raises
    ------
    FormatError
        If nothing of it is XML, it has a document type or entities, or it nests deeper than ``DEEPEST``.
    """
    builder = _Builder(source.name)
    error = feed(source, builder)
    if error is not None:
        if builder.root is None:
            raise FormatError(f"{source.name}: this is no XML: {error}")
        return ParsedXml(builder.root, str(error), line_of(error))
    if builder.root is None:
        raise FormatError(f"{source.name}: this is no XML: it has no element")
    return ParsedXml(builder.root)


def tell_broken(survey: Survey, source: Source, first: int, at: int, reason: str) -> None:
    """Tell the survey from which line on a text is no XML, if there is a reason; the rest was not read.

    Parameters
    ----------
    first
        The running number of the line before the file's first.
    at
        The line in the file.
    """
    if reason:
        survey.tell(
            "file.cut",
            Severity.WARNING,
            f"{source.name} is no XML from here on ({reason}): what stands before was read",
            lines=[first + at],
        )
        last = source.text.rstrip().count("\n") + 1
        survey.leave_unread(range(first + at, first + max(last, at) + 1))


class _Builder:
    """Takes the parser's events and builds the tree, without recursion."""

    def __init__(self, name: str) -> None:
        self.root: XmlNode | None = None
        self.line: Callable[[], int] = lambda: 1
        self._name = name
        self._open: list[XmlNode] = []

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        if len(self._open) >= DEEPEST:
            raise FormatError(f"{self._name} line {self.line()}: nested deeper than {DEEPEST} levels")
        local = {key.rpartition("}")[2]: value for key, value in attributes.items()}
        node = XmlNode(tag.rpartition("}")[2], self.line(), local)
        if self._open:
            self._open[-1].children.append(node)
        elif self.root is None:
            self.root = node
        self._open.append(node)

    def data(self, text: str) -> None:
        if self._open:
            self._open[-1].text += text

    def end(self, _: str) -> None:
        self._open.pop()

    def close(self) -> None:
        """Nothing is left to do at the end."""
