"""What an export is: a name, a word on what it says, and the function that writes the files."""

from collections.abc import Callable
from dataclasses import dataclass

from simcore.formats.writing.plan import Plan


@dataclass(frozen=True, slots=True)
class Written:
    """One file as it is written; ``name`` has no folder in it."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Export:
    """A format that is written.

    ``says`` tells in one sentence what is in the files and what of the fabric is not. ``write`` raises
    ``ExportRefusedError`` where the format cannot say the fabric, never anything else.
    """

    name: str
    title: str
    says: str
    write: Callable[[Plan], tuple[Written, ...]]
