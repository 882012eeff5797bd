"""Bytes to text, and what a file looks like that is none of the formats read here."""

import re
from typing import Final

from simcore.document.words import UNSHOWN, printable

# (first bytes, what they are); the usual signatures of these file kinds.
SIGNATURES: Final[tuple[tuple[bytes, str], ...]] = (
    (b"\x89PNG\r\n\x1a\n", "a PNG picture"),
    (b"\xff\xd8\xff", "a JPEG picture"),
    (b"GIF8", "a GIF picture"),
    (b"\x1f\x8b", "gzip data (unpack it first)"),
    (b"PK\x03\x04", "a zip archive (unpack it first)"),
    (b"BZh", "bzip2 data (unpack it first)"),
    (b"\xfd7zXZ\x00", "xz data (unpack it first)"),
    (b"\x28\xb5\x2f\xfd", "Zstandard data (unpack it first)"),
    (b"%PDF", "a PDF document"),
    (b"\x7fELF", "a program"),
    (b"SQLite format 3\x00", "an SQLite database"),
    (b"\xd4\xc3\xb2\xa1", "a packet capture"),
    (b"\x0a\x0d\x0d\x0a", "a packet capture"),
    (b"\xff\xfe", "UTF-16 text (save it as UTF-8)"),
    (b"\xfe\xff", "UTF-16 text (save it as UTF-8)"),
)

# (pattern at the beginning of some line, what the text is); only the head of the text is looked at.
KINDS_OF_TEXT: Final[tuple[tuple[re.Pattern[str], str], ...]] = (
    (re.compile(r"\s*<(?:!doctype\s+html|html)\b", re.IGNORECASE), "a web page (HTML)"),
    (
        re.compile(r"\s*<graphs\s"),
        "an NCCL graph file, which has the channels that NCCL chose; give the topology file of the server",
    ),
    (
        re.compile(r"\s*(?:<\?[^>]*>\s*)?<!doctype\b", re.IGNORECASE),
        "XML with a document type or entities, which are not read",
    ),
    (re.compile(r"\s*<[?!a-zA-Z]"), "XML"),
    (
        re.compile(r'\s*\{(?s:.){0,2000}?"kind"\s*:\s*"fabric"'),
        "a fabric document of this program, not a dump",
    ),
    (
        re.compile(r'\s*\[(?s:.){0,200}?"compounded_links"\s*:'),
        "NetQ's topology graph, which is not read; give lldpctl's JSON of the switches",
    ),
    (
        re.compile(r'\s*\{\s*"edges"\s*:\s*\[\s*\{\s*"node1"\s*:'),
        "Batfish's layer-1 topology, which is not read; give a list of its cables as CSV",
    ),
    (
        re.compile(r'\s*\{\s*"logical-dims"\s*:'),
        "ASTRA-sim's logical dimensions, which have no speeds; give the network yml or the topology of ns-3",
    ),
    (
        re.compile(r"^infrastructure:[ \t]*$|^[ \t]+- scheme: (?:one2one|many2many)\b", re.MULTILINE),
        "an InfraGraph description, which is not read; give its graph as node-link JSON or GraphML",
    ),
    (
        re.compile(r"^switches:[ \t]*\n[ \t]+[^\s:]+:[ \t]*\n[ \t]+(?:labels|switches|nodes):", re.MULTILINE),
        "a topograph model, which is not read; give the Slurm topology that topograph writes of it",
    ),
    (re.compile(r"\s*[\[{]"), "JSON"),
)
HEAD: Final = 65_536
# Text holds no zero bytes; a few come from a damaged disk or terminal, more from another kind of file.
BINARY_SHARE: Final = 0.01
# Of random bytes more than half are no characters in UTF-8; text in an old encoding has a few such.
UNSHOWN_SHARE: Final = 0.25


def kind_of_bytes(content: bytes) -> str | None:
    """Return what the bytes look like, in words, None where they may be text."""
    for signature, kind in SIGNATURES:
        if content.startswith(signature):
            return kind
    head = content[:HEAD]
    if head.count(0) > BINARY_SHARE * len(head):
        return "binary data"
    return None


def decoded(content: bytes) -> str:
    """Return the text of a file: byte order mark and carriage returns gone, broken UTF-8 replaced."""
    text = content.decode("utf-8-sig", errors="replace")
    return text.replace("\r\n", "\n").replace("\0", "\ufffd")


def kind_by_its_marks(text: str) -> str | None:
    """Return what the text is by the marks of its notation, in words, None where it has none of them."""
    head = text[:HEAD]
    for pattern, kind in KINDS_OF_TEXT:
        if pattern.search(head) if pattern.flags & re.MULTILINE else pattern.match(head):
            return kind
    return None


def kind_of_text(text: str) -> str:
    """Return what the text looks like, in words."""
    head = text[:HEAD]
    if printable(head).count(UNSHOWN) > UNSHOWN_SHARE * len(head):
        return "binary data, or text that is not in UTF-8"
    kind = kind_by_its_marks(text)
    if kind is not None:
        return kind
    first = next((line.strip() for line in head.split("\n") if line.strip()), "")
    return f"text that begins with “{printable(first[:60])}”"
