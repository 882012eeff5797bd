"""The audit record: what was decided on in-network aggregation, for whom, and why."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AuditRecord:
    """One decision on in-network aggregation.

    ``job`` is the id of the job in its workload, ``rail`` names the tree within its job; ``decision`` is
    "grant" or "fallback"; ``bytes`` is the vector's size on this rail; ``reason`` is in words for a fallback
    and empty for a grant.
    """

    at_s: float
    job: str
    rail: str
    iteration: int
    decision: str
    root: str | None
    switches: tuple[str, ...]
    bytes: int
    reason: str
