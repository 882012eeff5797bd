"""The folded system: one stream a class over one resource a class, and the check that it is right.

With x the same for all streams of a class, resource r carries the sum over classes c of b(r, c) x_c, where
b(r, c) adds up the multiplicities that streams of c have there. Where all resources of a class have the same
b, and all streams of a class touch the same classes of resources, the first resource of each class and the
first stream of each class, with multiplicities b, have the rates of the whole (docs/model/folding.md). Both
are checked here by adding up, whatever the classes come from.
"""

from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from simcore.folding.incidence import NO_PARTNER, Entries, Incidence, Waits
from simcore.kernels import folding_kernel

# Amounts that ought to be equal are sums in another order.
SAME_AMOUNT: Final = 1e-11
DISAGREE: Final = -1
NONE_YET: Final = -1
LISTED: Final = -1.0  # no lag: the class has been listed


@dataclass(frozen=True, slots=True)
class Quotient:
    """C classes of streams over D classes of resources.

    Attributes
    ----------
    stream_class, resource_class
        (S,) and (R,) int32, numbered as they first occur.
    stream, stream_count
        (C,) the first stream of each class, and how many there are.
    resource, resource_count
        (D,) likewise of resources.
    first, touches, multiplicity
        (C + 1,) int64, (E,) int32, (E,) float64: folded stream c touches ``touches[first[c]:first[c + 1]]``,
        *rows* of resources, the first of each class.
    after_first, after, lag
        (C + 1,) int64, (D,) int32, (D,) float64: what a folded stream waits for: classes, each once, with the
        longest lag.
    """

    stream_class: NDArray[np.int32]
    resource_class: NDArray[np.int32]
    stream: NDArray[np.int64]
    stream_count: NDArray[np.int64]
    resource: NDArray[np.int64]
    resource_count: NDArray[np.int64]
    first: NDArray[np.int64]
    touches: NDArray[np.int32]
    multiplicity: NDArray[np.float64]
    after_first: NDArray[np.int64]
    after: NDArray[np.int32]
    lag: NDArray[np.float64]

    @property
    def stands_for(self) -> NDArray[np.int64]:
        """The resource (R,) that stands for each: the first of its class."""
        rows: NDArray[np.int64] = self.resource[self.resource_class]
        return rows


def quotient(
    incidence: Incidence, stream_class: NDArray[np.int32], resource_class: NDArray[np.int32]
) -> Quotient | None:
    """Return the folded system, None where the classes are not such that it is the same."""
    stream, stream_count = _firsts(stream_class)
    resource, resource_count = _firsts(resource_class)
    are_alike = (
        np.array_equal(incidence.stream_kind[stream][stream_class], incidence.stream_kind)
        and np.array_equal(incidence.resource_kind[resource][resource_class], incidence.resource_kind)
        and _partners_agree(incidence.partner, resource_class, resource)
    )
    if not are_alike:
        return None
    by_class = np.argsort(stream_class, kind="stable")
    classes = _Classes(by_class, stream_class, resource_class, resource_count)
    entries = _room(incidence.entries.end - incidence.entries.begin, stream)
    taken = _Taken(
        np.zeros(resource_class.shape[0]),
        np.empty(resource_class.shape[0], dtype=np.int32),
        np.full(resource.shape[0], NONE_YET, dtype=np.int64),
        np.zeros(resource.shape[0], dtype=np.int64),
        np.zeros(resource.shape[0], dtype=np.int64),
    )
    touched = _add_up(incidence.entries, classes, taken, entries)
    waits = _room(incidence.waits.end - incidence.waits.begin, stream)
    longest = _Longest(np.full(stream.shape[0], NONE_YET, dtype=np.int64), np.zeros(stream.shape[0]))
    waited = _gather_waits(incidence.waits, classes, longest, waits)
    if DISAGREE in {touched, waited}:
        return None
    rows = resource[entries.other[:touched]].astype(np.int32)
    return Quotient(
        stream_class,
        resource_class,
        stream,
        stream_count,
        resource,
        resource_count,
        entries.first,
        rows,
        entries.amount[:touched],
        waits.first,
        waits.other[:waited],
        waits.amount[:waited],
    )


class _Classes(NamedTuple):
    """The classes; ``by_class`` (S,) lists the streams class by class."""

    by_class: NDArray[np.int64]
    of_stream: NDArray[np.int32]
    of_resource: NDArray[np.int32]
    resource_count: NDArray[np.int64]


class _Found(NamedTuple):
    """Rows of a class, ``other[first[c]:first[c + 1]]``, with an amount for each entry."""

    first: NDArray[np.int64]
    other: NDArray[np.int32]
    amount: NDArray[np.float64]


class _Taken(NamedTuple):
    """Scratch: what a class of streams takes of each resource (R,), and the resources that it touches (R,).

    For each class of resources (D,): the stream that touched it last, how many of it the class of streams
    touches, and its place among the entries found.
    """

    amount: NDArray[np.float64]
    touched: NDArray[np.int32]
    stamp: NDArray[np.int64]
    members: NDArray[np.int64]
    place: NDArray[np.int64]


class _Longest(NamedTuple):
    """The longest lag (C,) behind each class, and who has waited for it last."""

    stamp: NDArray[np.int64]
    lag: NDArray[np.float64]


def _firsts(classes: NDArray[np.int32]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    _, first, count = np.unique(classes, return_index=True, return_counts=True)
    return first.astype(np.int64), count.astype(np.int64)


def _room(length: NDArray[np.int64], stream: NDArray[np.int64]) -> _Found:
    """Return rows to be filled, for each class not longer than that of its first stream."""
    room = int(length[stream].sum())
    first = np.zeros(stream.shape[0] + 1, dtype=np.int64)
    return _Found(first, np.empty(room, dtype=np.int32), np.empty(room))


def _partners_agree(
    partner: NDArray[np.int32], resource_class: NDArray[np.int32], resource: NDArray[np.int64]
) -> bool:
    """Return whether the partners of one class are of one class."""
    of_partner = np.where(partner == NO_PARTNER, NO_PARTNER, resource_class[partner])
    return bool(np.array_equal(of_partner[resource][resource_class], of_partner))


@folding_kernel
def _differ(one: float, other: float) -> bool:
    return abs(one - other) > SAME_AMOUNT * max(one, other)


@folding_kernel
def _add_up(entries: Entries, classes: _Classes, taken: _Taken, found: _Found) -> int:
    """Fill ``found`` with what each class takes of each class of resources; return how many entries it has.

    ``DISAGREE`` where streams of a class do not touch the same classes, or take more of one resource than of
    another of its class.
    """
    begin, count, number = 0, 0, 0
    while begin < len(classes.by_class):
        end, touched, expected = begin, 0, 0
        while end < len(classes.by_class) and classes.of_stream[classes.by_class[end]] == number:
            stream, seen = classes.by_class[end], 0
            for entry in range(entries.begin[stream], entries.end[stream]):
                row = entries.resource[entry]
                if taken.amount[row] == 0.0:
                    taken.touched[touched] = row
                    touched += 1
                taken.amount[row] += entries.multiplicity[entry]
                if taken.stamp[classes.of_resource[row]] != stream:
                    taken.stamp[classes.of_resource[row]] = stream
                    seen += 1
            if end > begin and seen != expected:
                return DISAGREE
            expected, end = seen, end + 1
        filled = _sum_up(classes, taken, touched, found, count)
        if filled != count + expected:
            return DISAGREE
        number += 1
        count = filled
        found.first[number] = count
        begin = end
    return count


@folding_kernel
def _sum_up(classes: _Classes, taken: _Taken, touched: int, found: _Found, count: int) -> int:
    """Add the entries of one class to the ``count`` that are found, and clear what is taken."""
    filled = count
    for step in range(touched):
        row = taken.touched[step]
        group, amount = classes.of_resource[row], taken.amount[row]
        if taken.members[group] == 0:
            if filled == len(found.other):
                return DISAGREE
            found.other[filled] = group
            found.amount[filled] = amount
            taken.place[group] = filled
            filled += 1
        elif _differ(found.amount[taken.place[group]], amount):
            return DISAGREE
        taken.members[group] += 1
        taken.amount[row] = 0.0
    for entry in range(count, filled):
        group = found.other[entry]
        if taken.members[group] != classes.resource_count[group]:
            return DISAGREE
        taken.members[group] = 0
    return filled


@folding_kernel
def _gather_waits(waits: Waits, classes: _Classes, longest: _Longest, found: _Found) -> int:
    """Fill ``found`` with what each class waits for; return how much, ``DISAGREE`` where streams differ."""
    begin, count, number = 0, 0, 0
    while begin < len(classes.by_class):
        lead = classes.by_class[begin]
        _look_at_waits(waits, classes, longest, lead)
        filled = count
        for entry in range(waits.begin[lead], waits.end[lead]):
            group = classes.of_stream[waits.after[entry]]
            if longest.lag[group] != LISTED:
                found.other[filled] = group
                found.amount[filled] = longest.lag[group]
                longest.lag[group] = LISTED
                filled += 1
        end = begin + 1
        while end < len(classes.by_class) and classes.of_stream[classes.by_class[end]] == number:
            stream = classes.by_class[end]
            if _look_at_waits(waits, classes, longest, stream) != filled - count:
                return DISAGREE
            for entry in range(count, filled):
                group = found.other[entry]
                if longest.stamp[group] != stream or _differ(longest.lag[group], found.amount[entry]):
                    return DISAGREE
            end += 1
        number += 1
        count = filled
        found.first[number] = count
        begin = end
    return count


@folding_kernel
def _look_at_waits(waits: Waits, classes: _Classes, longest: _Longest, stream: int) -> int:
    """Find the longest lag behind each class that a stream waits for; return how many classes there are."""
    seen = 0
    for entry in range(waits.begin[stream], waits.end[stream]):
        group = classes.of_stream[waits.after[entry]]
        if longest.stamp[group] != stream:
            longest.stamp[group] = stream
            longest.lag[group] = waits.lag[entry]
            seen += 1
        longest.lag[group] = max(longest.lag[group], waits.lag[entry])
    return seen
