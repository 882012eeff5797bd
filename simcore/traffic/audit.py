"""The audit record: what was decided on in-network aggregation, for whom, and why."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

# Ports that a record names; of larger trees it says the number.
MOST_PORTS: Final = 64
# Records that a run keeps; further decisions are counted by their rails alone.
MOST_RECORDS: Final = 200_000


class Decision(StrEnum):
    """What was decided.

    ``grant``: the tree runs. ``wait``: it is worth waiting for. ``fallback``: it could run, but not now, or
    not faster than the host's algorithm. ``refusal``: there is no such tree.
    """

    GRANT = "grant"
    WAIT = "wait"
    FALLBACK = "fallback"
    REFUSAL = "refusal"


@dataclass(frozen=True, slots=True)
class AuditRecord:
    """One decision on in-network aggregation.

    Attributes
    ----------
    at_s
        Simulated time.
    job, tenant, rail, iteration
        For whom: the id of the job in its workload, whose job it is, the rail of it, and its iteration.
    decision
        Of ``Decision``.
    root, switches, ports, port_count
        The tree: its root, the switches that add, the first ports of it at these, and how many there are.
    operation, dtype, protocol, members, bytes
        What it does: the collective, the type of elements ("" where the job names none), as a stream or in
        segments, between how many, on a vector of how many bytes.
    waited_s
        Since when it waited, for a grant or fallback that comes after waiting.
    reason
        Why, in words.
    """

    at_s: float
    job: str
    tenant: str
    rail: str
    iteration: int
    decision: Decision
    root: str | None
    switches: tuple[str, ...]
    ports: tuple[str, ...]
    port_count: int
    operation: str
    dtype: str
    protocol: str
    members: int
    bytes: int
    waited_s: float
    reason: str
