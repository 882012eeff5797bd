"""Who may aggregate when: tokens of switches and ports, who holds them, and who waits for them.

A tree asks for all of its tokens at once, and a tree that is refused one takes none. Who waits is served in
the order of coming, and nobody overtakes one who waits for the same token.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from math import inf
from typing import Protocol

from simcore.traffic.streams import Stage


@dataclass(frozen=True, slots=True)
class Token:
    """Something of which only ``limit`` trees can hold a share at one time; ``says`` names it in words."""

    key: tuple[int, int]
    limit: int
    says: str


class Waiter(Protocol):
    """Who waits for tokens."""

    def admitted(self, stage: Stage, row: int) -> None:
        """Go on: the tokens that were waited for are held now."""
        ...


@dataclass(slots=True)
class _Hold:
    holder: str
    until: float


@dataclass(slots=True)
class _Queued:
    waiter: Waiter
    row: int
    tokens: tuple[Token, ...]
    holder: str
    lasts: float


@dataclass(slots=True)
class Admission:
    """Who holds which tokens now, until when by what is known, and who waits."""

    _holds: dict[tuple[int, int], list[_Hold]] = field(default_factory=dict)
    _queue: list[_Queued] = field(default_factory=list)

    def request(self, tokens: Sequence[Token], holder: str, *, until: float = inf) -> str:
        """Take all ``tokens`` and return "", or take none and return in words which one is not free.

        ``until`` is when they are expected to be given back, s.
        """
        for token in tokens:
            held = self._holds.get(token.key, [])
            if len(held) >= token.limit:
                names = [hold.holder for hold in held]
                hold = "holds it" if len(names) == 1 else "hold them"
                most = "1 stream" if token.limit == 1 else f"{token.limit} streams"
                return f"{token.says} aggregates {most} at a time, and {' and '.join(names)} {hold}"
            waiting = [each.holder for each in self._queue if token in each.tokens]
            if len(held) + len(waiting) >= token.limit:
                waits = "waits" if len(waiting) == 1 else "wait"
                return f"{' and '.join(waiting)} {waits} for {token.says}, and came before"
        for token in tokens:
            self._holds.setdefault(token.key, []).append(_Hold(holder, until))
        return ""

    def predicted_wait(self, tokens: Sequence[Token], time: float) -> float:
        """Return after how long all ``tokens`` are expected to be free for one who comes now, s.

        Who holds a token gives it back when the tree that is alone would be through; who waits before
        has it for as long as its tree takes alone.
        """
        return max((self._wait_for(token, time) for token in tokens), default=0.0)

    def _wait_for(self, token: Token, time: float) -> float:
        """Return when one of a token's shares is expected to be free for one more, s from ``time``."""
        held = self._holds.get(token.key, [])
        ahead = [each.lasts for each in self._queue if token in each.tokens]
        if len(held) + len(ahead) < token.limit:
            return 0.0
        free = [max(0.0, hold.until - time) for hold in held] + [0.0] * (token.limit - len(held))
        heapify(free)
        for lasts in ahead:
            heappush(free, heappop(free) + lasts)
        return free[0]

    def wait(self, waiter: Waiter, row: int, tokens: Sequence[Token], holder: str, *, lasts: float) -> None:
        """Join the queue for all ``tokens``, to hold them for about ``lasts`` s."""
        self._queue.append(_Queued(waiter, row, tuple(tokens), holder, lasts))

    def give_up(self, waiter: Waiter, row: int) -> None:
        """Leave the queue."""
        self._queue = [each for each in self._queue if each.waiter is not waiter or each.row != row]

    def release(self, tokens: Sequence[Token], holder: str, stage: Stage | None = None) -> None:
        """Give back all ``tokens`` of a holder; on a ``stage`` those who waited for them go on."""
        for token in tokens:
            held = self._holds[token.key]
            held.remove(next(hold for hold in held if hold.holder == holder))
        if stage is not None:
            self._admit(stage)

    def _admit(self, stage: Stage) -> None:
        """Let those go on, in order, whose tokens are free and wanted by nobody before them."""
        wanted: set[tuple[int, int]] = set()
        admitted = []
        for each in self._queue:
            keys = {token.key for token in each.tokens}
            is_free = all(len(self._holds.get(token.key, [])) < token.limit for token in each.tokens)
            if is_free and not keys & wanted:
                admitted.append(each)
                for token in each.tokens:
                    hold = _Hold(each.holder, stage.time + each.lasts)
                    self._holds.setdefault(token.key, []).append(hold)
            else:
                wanted |= keys
        self._queue = [each for each in self._queue if all(each is not other for other in admitted)]
        for each in admitted:
            each.waiter.admitted(stage, each.row)
