"""The errors of simcore. Each names the place and what would help; its attributes carry what was at fault."""


class SimcoreError(Exception):
    """Any input or request that simcore cannot work with."""


class FormatError(SimcoreError):
    """A file that cannot be read as the format asked for, or as any known format."""


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
