"""A finding: one thing to say about a document, at one place, with what would help."""

from enum import StrEnum
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict

from simcore.document.words import printable


class Severity(StrEnum):
    """How much a finding weighs: an error stops a run, a warning wants a look, a note is worth knowing."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Finding(BaseModel):
    """One thing to say about a document or a file.

    ``rule`` is a stable dotted name ("cable.dangling"); ``at`` a JSON pointer into the document
    ("/cables/17") or, for a file that was read, "line 144"; ``says`` the words for a person, with the
    numbers and what would help, printable whatever it quotes; ``objects`` the ids of the devices or cables
    meant, for flying there. ``accepted`` is the note under which the person accepted it ("" is a note too),
    None while it is open.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    rule: str
    severity: Severity
    at: str
    says: Annotated[str, AfterValidator(printable)]
    objects: tuple[str, ...] = ()
    accepted: Annotated[str, AfterValidator(printable)] | None = None


def error(rule: str, at: str, says: str, *objects: str) -> Finding:
    """Return a finding that stops a run."""
    return Finding(rule=rule, severity=Severity.ERROR, at=at, says=says, objects=objects)


def warning(rule: str, at: str, says: str, *objects: str) -> Finding:
    """Return a finding that wants a look."""
    return Finding(rule=rule, severity=Severity.WARNING, at=at, says=says, objects=objects)


def note(rule: str, at: str, says: str, *objects: str) -> Finding:
    """Return a finding that is worth knowing."""
    return Finding(rule=rule, severity=Severity.NOTE, at=at, says=says, objects=objects)
