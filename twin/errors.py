"""What can go wrong between a request and a record; each error carries what was at fault."""

from collections.abc import Sequence

from simcore.document.findings import Finding
from simcore.document.words import counted


class TwinError(Exception):
    """Any request to the records that cannot be met."""


class NotFoundError(TwinError):
    """No such object, or one that belongs to somebody else: the answer is the same."""

    def __init__(self, noun: str) -> None:
        super().__init__(f"there is no such {noun} among yours")
        self.noun = noun


class NoRevisionError(TwinError):
    """No such revision of a document that is there; ``newest`` is the number of its newest."""

    def __init__(self, noun: str, *, number: int, newest: int) -> None:
        super().__init__(f"this {noun} has no revision {number}: its newest is revision {newest}")
        self.newest = newest


class StaleRevisionError(TwinError):
    """The document was saved by someone else in the meantime; ``current`` is its revision now."""

    def __init__(self, noun: str, *, expected: int, current: int) -> None:
        super().__init__(
            f"this {noun} is at revision {current}, your change was made on revision {expected}: "
            f"load revision {current} and make the change again"
        )
        self.expected = expected
        self.current = current


class ConflictError(TwinError):
    """The state of a record does not allow this."""


class GoneError(TwinError):
    """Something that was there was removed for its age."""


class NotRunnableError(TwinError):
    """A run that cannot start; ``findings`` says why, each with a pointer into the request's documents."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        super().__init__(f"this run cannot start: {counted(len(findings), 'error')} to mend first")
        self.findings = tuple(findings)


class SupersededError(TwinError):
    """An attempt that is no longer the run's own wrote too late; its words are refused."""


class StorageError(TwinError):
    """A run's file that should be there is not, or is not whole."""
