"""Classes of streams and resources, against plain ones, and the rates of the folded system."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcore.folding.incidence import NO_PARTNER, Entries, Incidence, Waits
from simcore.folding.quotient import quotient
from simcore.folding.refinement import refine
from simcore.traffic.streams import StreamTable
from tests import oracle

MULTIPLICITIES = (1.0, 0.25, 1 / 3)
Waiting = list[list[tuple[int, float]]]


def incidence_of(
    paths: list[list[tuple[int, float]]],
    stream_kind: list[int],
    resource_kind: list[int],
    waits: Waiting | None = None,
    partner: list[int] | None = None,
) -> Incidence:
    """Return what streams touch and wait for, given row by row."""
    waiting: Waiting = waits or [[] for _ in paths]
    ends, after_ends = (np.cumsum([0, *map(len, rows)]) for rows in (paths, waiting))
    return Incidence(
        Entries(
            ends[:-1],
            ends[1:],
            np.array([touched for path in paths for touched, _ in path], dtype=np.int32),
            np.array([count for path in paths for _, count in path], dtype=np.float64),
        ),
        Waits(
            after_ends[:-1],
            after_ends[1:],
            np.array([other for row in waiting for other, _ in row], dtype=np.int32),
            np.array([lag for row in waiting for _, lag in row], dtype=np.float64),
        ),
        np.array(stream_kind, dtype=np.int64),
        np.array(resource_kind, dtype=np.int64),
        np.array(partner or [NO_PARTNER for _ in resource_kind], dtype=np.int32),
    )


def plain_classes(incidence: Incidence) -> tuple[list[int], list[int]]:
    """Return the coarsest classes: the oracle, with what each sees spelled out instead of hashed."""
    entries, waits = incidence.entries, incidence.waits
    streams, resources = (
        _numbered(kind.tolist()) for kind in (incidence.stream_kind, incidence.resource_kind)
    )
    while True:
        sees_stream = [
            (
                streams[row],
                sorted(
                    (resources[entries.resource[at]], entries.multiplicity[at]) for at in _row(entries, row)
                ),
                sorted((streams[waits.after[at]], waits.lag[at]) for at in _row(waits, row)),
            )
            for row in range(len(streams))
        ]
        on: list[list[tuple[int, float]]] = [[] for _ in resources]
        for row in range(len(streams)):
            for at in _row(entries, row):
                on[entries.resource[at]].append((streams[row], entries.multiplicity[at]))
        partners = [-1 if other < 0 else resources[other] for other in incidence.partner.tolist()]
        sees_resource = [(resources[row], sorted(on[row]), partners[row]) for row in range(len(resources))]
        new = _numbered(sees_stream), _numbered(sees_resource)
        if max(new[0]) == max(streams) and max(new[1]) == max(resources):
            return new
        streams, resources = new


def _row(rows: Entries | Waits, row: int) -> range:
    return range(int(rows.begin[row]), int(rows.end[row]))


def _numbered(seen: list[object]) -> list[int]:
    number: dict[str, int] = {}
    return [number.setdefault(repr(each), len(number)) for each in seen]


@st.composite
def symmetric(draw: st.DrawFn) -> Incidence:
    """Draw a few streams and resources, and twins of all of them, so that there is something to fold."""
    count, copies = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    entry = st.tuples(st.integers(0, count - 1), st.sampled_from(MULTIPLICITIES))
    path = st.lists(entry, min_size=1, max_size=3, unique_by=lambda one: one[0])
    paths = draw(st.lists(path, min_size=1, max_size=4))
    kinds = draw(st.lists(st.integers(0, 1), min_size=len(paths), max_size=len(paths)))
    rates = draw(st.lists(st.integers(0, 1), min_size=count, max_size=count))
    wait = st.lists(st.tuples(st.integers(0, 3), st.sampled_from([0.0, 1.0])), max_size=2)
    waits: Waiting = [[(other, lag) for other, lag in draw(wait) if other < row] for row in range(len(paths))]
    shared = draw(st.booleans())  # all copies meet on one more resource
    twins, twin_waits = [], []
    for copy in range(copies):
        meets = [(copies * count, 1.0)] if shared else []
        twins += [[(copy * count + row, amount) for row, amount in path] + meets for path in paths]
        twin_waits += [[(copy * len(paths) + other, lag) for other, lag in row] for row in waits]
    odd = draw(st.integers(-1, copies * count - 1))
    resource_kind = copies * rates + [2]
    if odd >= 0 and draw(st.booleans()):
        resource_kind[odd] = 3
    return incidence_of(twins, copies * kinds, _from_zero(resource_kind), twin_waits)


def _from_zero(kinds: list[int]) -> list[int]:
    return np.unique(kinds, return_inverse=True)[1].tolist()


@given(symmetric())
def test_classes_are_those_of_a_refinement_that_spells_out_what_each_sees(incidence: Incidence) -> None:
    found = refine(incidence, most_classes=incidence.streams)
    assert found is not None
    expected = plain_classes(incidence)
    assert _numbered(found[0].tolist()) == _numbered(expected[0])
    assert _numbered(found[1].tolist()) == _numbered(expected[1])


@given(symmetric(), st.data())
def test_folded_streams_have_the_rates_of_all_and_links_carry_as_much(
    incidence: Incidence, data: st.DataObject
) -> None:
    """Second method: the oracle on the whole, and on what is left of it."""
    classes = refine(incidence, most_classes=incidence.streams)
    assert classes is not None
    found = quotient(incidence, *classes)
    assert found is not None
    of_kind = data.draw(
        st.lists(st.sampled_from([1.0, 2.0, 12.5]), min_size=4, max_size=4), label="capacity by kind"
    )
    capacity = np.array(of_kind)[incidence.resource_kind]
    entries = incidence.entries
    rows = [slice(begin, end) for begin, end in zip(entries.begin, entries.end, strict=True)]
    whole = StreamTable.of(
        [entries.resource[row] for row in rows], [entries.multiplicity[row] for row in rows]
    )
    left = StreamTable(found.first, found.touches, found.multiplicity, np.zeros(found.stream.shape[0]))
    of_class = oracle.fair_rates(capacity, left)
    expected = oracle.fair_rates(capacity, whole)
    np.testing.assert_allclose(of_class[found.stream_class], expected, rtol=1e-9)
    used = oracle.used(capacity, left, of_class)[found.stands_for]
    np.testing.assert_allclose(used, oracle.used(capacity, whole, expected), rtol=1e-9, atol=1e-12)


@given(symmetric(), st.data())
def test_classes_that_are_not_alike_are_refused(incidence: Incidence, data: st.DataObject) -> None:
    """Any two classes of the coarsest partition put together are refused, whoever made them."""
    classes = refine(incidence, most_classes=incidence.streams)
    assert classes is not None
    streams, resources = classes
    count = int(streams.max()) + 1
    if count < 2:
        return
    one, other = data.draw(st.lists(st.integers(0, count - 1), min_size=2, max_size=2, unique=True))
    merged = np.where(streams == other, one, streams)
    _, first = np.unique(merged, return_index=True)
    merged = np.argsort(np.argsort(first))[np.unique(merged, return_inverse=True)[1]].astype(np.int32)
    found = quotient(incidence, merged, resources)
    if found is None:
        return
    # Accepted all the same where only the way differs in which equal sums come about; then rates agree.
    entries = incidence.entries
    rows = [slice(begin, end) for begin, end in zip(entries.begin, entries.end, strict=True)]
    whole = StreamTable.of(
        [entries.resource[row] for row in rows], [entries.multiplicity[row] for row in rows]
    )
    capacity = 1.0 + incidence.resource_kind
    left = StreamTable(found.first, found.touches, found.multiplicity, np.zeros(found.stream.shape[0]))
    of_class = oracle.fair_rates(capacity, left)
    np.testing.assert_allclose(of_class[found.stream_class], oracle.fair_rates(capacity, whole), rtol=1e-9)


def test_all_pairs_over_one_switch_are_one_class_on_two_of_links() -> None:
    """Of 5 adapters, link 2i leads out of adapter i and link 2i + 1 into it: 4 pairs on each."""
    pairs = [(one, other) for one in range(5) for other in range(5) if one != other]
    paths = [[(2 * one, 1.0), (2 * other + 1, 1.0)] for one, other in pairs]
    incidence = incidence_of(paths, [0] * 20, [0, 1] * 5, partner=[row ^ 1 for row in range(10)])
    classes = refine(incidence, most_classes=20)
    assert classes is not None
    found = quotient(incidence, *classes)
    assert found is not None
    assert found.stream_count.tolist() == [20]
    assert found.resource_count.tolist() == [5, 5]
    assert found.touches.tolist() == [0, 1]
    assert found.multiplicity.tolist() == [4.0, 4.0]


def test_who_waits_for_another_class_is_of_another_class_however_far_down_the_chain() -> None:
    """Two chains of 50 over links of their own; the first of one chain has other bytes."""
    count = 50
    paths = [[(chain, 1.0)] for chain in (0, 1) for _ in range(count)]
    waits: Waiting = [
        [(chain * count + step - 1, 0.5)] if step else [] for chain in (0, 1) for step in range(count)
    ]
    alike = refine(incidence_of(paths, [0] * 100, [0, 0], waits), most_classes=100)
    apart = refine(incidence_of(paths, [1] + [0] * 99, [0, 0], waits), most_classes=100)
    assert alike is not None and apart is not None
    assert alike[0].max() + 1 == 50
    assert apart[0].max() + 1 == 100


def test_partners_of_one_class_are_of_one_class() -> None:
    """Links 0, 1 and 2 carry a stream each; the partner of 2 does not."""
    incidence = incidence_of([[(0, 1.0)], [(2, 1.0)], [(1, 1.0)]], [0, 0, 0], [0] * 4, partner=[1, 0, 3, 2])
    classes = refine(incidence, most_classes=3)
    assert classes is not None
    assert classes[1].tolist() == [0, 0, 1, 2]
    assert quotient(incidence, np.array([0, 0, 1], np.int32), np.array([0, 1, 0, 2], np.int32)) is None


@pytest.mark.parametrize(("most", "is_found"), [(3, True), (2, False)])
def test_folding_that_leaves_too_much_is_given_up(most: int, is_found: bool) -> None:
    incidence = incidence_of([[(row, 1.0)] for row in range(3)], [0] * 3, [0, 1, 2])
    assert (refine(incidence, most_classes=most) is not None) == is_found
