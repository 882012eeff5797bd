"""The errors of simcore. Each names the place and what would help; its attributes carry what was at fault."""

from typing import Final

# Tasks of a circle that a message names one by one.
CIRCLE_SHOWN: Final = 8


class SimcoreError(Exception):
    """Any input or request that simcore cannot work with."""


class FormatError(SimcoreError):
    """A file that cannot be read as the format asked for, or as any known format."""


class ExportRefusedError(SimcoreError):
    """A fabric that a format cannot say; ``reason`` is why, ``helps`` what would make it sayable."""

    def __init__(self, reason: str, helps: str) -> None:
        super().__init__(f"the fabric cannot be written: {reason}; {helps}")
        self.reason = reason
        self.helps = helps


class DocumentError(SimcoreError):
    """A document that cannot be built or run; ``findings`` says where and why."""

    def __init__(self, message: str, findings: tuple[object, ...] = ()) -> None:
        super().__init__(message)
        self.findings = findings


class RoutingError(SimcoreError):
    """Two ends with no path between them; ``source`` and ``target`` are their names."""

    def __init__(self, source: str, target: str) -> None:
        super().__init__(
            f"no path from {source} to {target}: connect them, or leave one of them out of the workload"
        )
        self.source = source
        self.target = target


class StoppedError(SimcoreError):
    """The run was stopped by ``should_stop`` before its end."""


class StalledError(SimcoreError):
    """A run that can never end: something is under way at rate 0, and nothing will ever happen again.

    ``time`` is when that was seen, s; ``who`` names what stands still.
    """

    def __init__(self, time: float, who: str) -> None:
        super().__init__(
            f"at {1e3 * time:.6g} ms nothing moves and nothing ever will, but {who} would have to go on: it "
            f"goes over what is down for good; give the fault an until_ms, or take a routing that avoids it"
        )
        self.time = time
        self.who = who


class CycleError(SimcoreError):
    """Tasks of a graph that wait for each other in a circle; ``tasks`` are their rows, in order."""

    def __init__(self, tasks: tuple[int, ...]) -> None:
        shown = [str(task) for task in tasks[:CIRCLE_SHOWN]]
        more = [f"{len(tasks) - CIRCLE_SHOWN} more"] if len(tasks) > CIRCLE_SHOWN else []
        way = ", ".join([*shown, *more])
        who = "task" if len(tasks) == 1 else "tasks"
        super().__init__(
            f"{who} {way} can never begin: each waits for the one before it, and the first for the last; "
            "take one of these dependencies out"
        )
        self.tasks = tasks


class SnapshotError(SimcoreError):
    """A snapshot of a run from which this program cannot go on."""


class ReplicaError(SimcoreError):
    """A replica of several that cannot be run; ``number`` is its place, counted from 0."""

    def __init__(self, number: int, says: str) -> None:
        super().__init__(f"replica {number + 1}: {says}")
        self.number = number


class OperationError(SimcoreError):
    """An operation does not fit the document it is to change; ``at`` is a JSON pointer into the request."""

    def __init__(self, at: str, says: str) -> None:
        super().__init__(says)
        self.at = at
        self.says = says
