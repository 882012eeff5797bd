"""Decides for a job, rail by rail, whether its tree runs now, is waited for or left, and keeps the audit."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf

from simcore.traffic.admission import Admission, Waiter
from simcore.traffic.aggregation import PlannedTree
from simcore.traffic.audit import MOST_PORTS, MOST_RECORDS, AuditRecord, Decision
from simcore.traffic.streams import Stage
from simcore.traffic.trees import RailTree


@dataclass(frozen=True, slots=True)
class Party:
    """For whom trees are asked: a job by its id and by what people call it, whose it is, and what it does.

    ``waits`` says whether it waits where that pays; with a ``lease`` it keeps a tree to its last iteration.
    """

    job: str
    called: str
    operation: str
    tenant: str = ""
    dtype: str = ""
    iterations: int = 1
    waits: bool = False
    lease: bool = False


@dataclass(slots=True)
class RailLog:
    """What a rail has done: how often its tree was granted, waited for and left, and how long it ran (s)."""

    granted: int = 0
    fell_back: int = 0
    waited: int = 0
    ran: int = 0
    busy: float = 0.0
    sent: float = 0.0
    added: float = 0.0
    says: str | None = None


@dataclass(frozen=True, slots=True)
class Ask:
    """What a rail asks: its tree, and how long ring and tree take on an otherwise idle fabric now (s)."""

    rail: str
    members: int
    size: float
    tree: RailTree
    ring_time: float
    tree_time: float


@dataclass(frozen=True, slots=True)
class _Held:
    """A tree that is held, and by whom."""

    planned: PlannedTree
    holder: str


@dataclass(slots=True)
class _Wait:
    """Since when a rail waits, and for what."""

    ask: Ask
    since: float


class Grants:
    """The trees that a job holds and waits for; ``log`` has one entry a rail."""

    def __init__(
        self,
        party: Party,
        log: Sequence[RailLog],
        *,
        admission: Admission,
        audit: list[AuditRecord],
    ) -> None:
        self.party = party
        self._log = log
        self._admission = admission
        self._audit = audit
        self._held: list[_Held | None] = [None for _ in log]
        self._waits: list[_Wait | None] = [None for _ in log]
        self.iteration = 0

    def ask(self, row: int, ask: Ask, time: float) -> Decision | None:
        """Return whether a rail runs as a tree now, waits for it, or not; None where no tree is wanted."""
        planned = ask.tree.planned
        if planned is None and not ask.tree.no_tree:
            return None
        if planned is None:
            return self._record(row, ask, Decision.REFUSAL, ask.tree.no_tree, time)
        if self._held[row] is not None:
            return self._record(row, ask, Decision.GRANT, f"the tree over {planned.root} is leased", time)
        if ask.tree_time > ask.ring_time:
            reason = (
                f"on an otherwise idle fabric the tree over {planned.root} would take "
                f"{_ms(ask.tree_time)} at the rates of now, the ring {_ms(ask.ring_time)}"
            )
            return self._record(row, ask, Decision.FALLBACK, reason, time)
        return self._request(row, ask, planned, time)

    def wait(self, row: int, waiter: Waiter) -> float:
        """Join the queue for a tree, and return for how long that pays, s."""
        waiting = self._waits[row]
        if waiting is None or waiting.ask.tree.planned is None:
            return 0.0
        ask = waiting.ask
        tokens = waiting.ask.tree.planned.tokens
        lasts = inf if self.party.lease else ask.tree_time
        self._admission.wait(waiter, row, tokens, self._holder(ask), lasts=lasts)
        return ask.ring_time - ask.tree_time

    def admitted(self, row: int, time: float) -> None:
        """Take note that the tree that a rail waits for is held now."""
        waiting, self._waits[row] = self._waits[row], None
        if waiting is not None and waiting.ask.tree.planned is not None:
            planned = waiting.ask.tree.planned
            self._held[row] = _Held(planned, self._holder(waiting.ask))
            reason = f"{_why_granted(waiting.ask, planned)}, after waiting {_ms(time - waiting.since)}"
            self._record(row, waiting.ask, Decision.GRANT, reason, time, since=waiting.since)

    def give_up(self, row: int, waiter: Waiter, reason: str, time: float) -> None:
        """Leave the queue of a tree for the ring."""
        waiting, self._waits[row] = self._waits[row], None
        if waiting is not None:
            self._admission.give_up(waiter, row)
            self._record(row, waiting.ask, Decision.FALLBACK, reason, time, since=waiting.since)

    def give_back(self, row: int, stage: Stage) -> None:
        """Give back the tokens of the tree of a rail."""
        held, self._held[row] = self._held[row], None
        if held is not None:
            self._admission.release(held.planned.tokens, held.holder, stage)

    def end(self, stage: Stage) -> None:
        """Give back all trees at the end of a collective, or of the last one where they are leased."""
        if not self.party.lease or self.iteration + 1 >= self.party.iterations:
            for row in range(len(self._held)):
                self.give_back(row, stage)

    def _request(self, row: int, ask: Ask, planned: PlannedTree, time: float) -> Decision:
        """Ask for the tokens of a tree; where they are not free, wait if that pays."""
        holder = self._holder(ask)
        wait = self._admission.predicted_wait(planned.tokens, time)
        until = inf if self.party.lease else time + ask.tree_time
        reason = self._admission.request(planned.tokens, holder, until=until)
        if not reason:
            self._held[row] = _Held(planned, holder)
            return self._record(row, ask, Decision.GRANT, _why_granted(ask, planned), time)
        if self.party.waits and wait < ask.ring_time - ask.tree_time:
            self._waits[row] = _Wait(ask, time)
            says = f"{reason}; to wait {_ms(wait)} for it pays: {_both(ask)}"
            return self._record(row, ask, Decision.WAIT, says, time)
        if self.party.waits:
            reason += (
                f"; to wait {_ms(wait)} for it would not pay: {_both(ask)}"
                if wait < inf
                else "; it is leased, and when it is given back is not known"
            )
        return self._record(row, ask, Decision.FALLBACK, reason, time)

    def _holder(self, ask: Ask) -> str:
        return f"{self.party.called}, {ask.rail}"

    def _record(
        self, row: int, ask: Ask, decision: Decision, reason: str, time: float, *, since: float | None = None
    ) -> Decision:
        """Put a decision on record and return it."""
        log, planned = self._log[row], ask.tree.planned
        waited = 0.0 if since is None else time - since
        if decision is Decision.GRANT:
            log.granted += 1
        elif decision is Decision.WAIT:
            log.waited += 1
        else:
            log.fell_back += 1
            log.says = reason
        if len(self._audit) >= MOST_RECORDS:
            return decision
        self._audit.append(
            AuditRecord(
                at_s=time,
                job=self.party.job,
                tenant=self.party.tenant,
                rail=ask.rail,
                iteration=self.iteration,
                decision=decision,
                root=None if planned is None else planned.root,
                switches=() if planned is None else planned.switches,
                ports=() if planned is None else planned.ports[:MOST_PORTS],
                port_count=0 if planned is None else len(planned.ports),
                operation=self.party.operation,
                dtype=self.party.dtype,
                protocol="" if planned is None else ask.tree.protocol.value,
                members=ask.members,
                bytes=round(ask.size),
                waited_s=waited,
                reason=reason,
            )
        )
        return decision


def _ms(time: float) -> str:
    return f"{1e3 * time:.4g} ms"


def _both(ask: Ask) -> str:
    return f"the tree takes {_ms(ask.tree_time)} on an otherwise idle fabric, the ring {_ms(ask.ring_time)}"


def _why_granted(ask: Ask, planned: PlannedTree) -> str:
    if not planned.tokens:
        return f"nothing of it is locked: {_both(ask)}"
    tokens = "its token is" if len(planned.tokens) == 1 else f"all its {len(planned.tokens)} tokens are"
    return f"{tokens} free: {_both(ask)}"
