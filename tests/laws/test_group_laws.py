"""Laws of groups: written in groups and read again, any fabric is what it was."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from simcore.document.fabric import Cable, Device, FabricDocument
from simcore.document.grouping import grouped

# Few literals and numbers with and without zeros before them: runs that are almost even are the hard ones.
pieces = st.sampled_from(["a", "-", "{", "}", "{{n}}", "x.", "\x1f", "0", "00", "7", "é"])
numbers = st.one_of(st.integers(0, 12), st.integers(0, 10**18)).map(str) | st.integers(0, 200).map(
    lambda number: f"{number:03}"
)
texts = st.lists(pieces | numbers, min_size=1, max_size=5).map("".join)


@st.composite
def even_runs(draw: st.DrawFn) -> list[str]:
    """Ids that count evenly in up to three nested runs, with a few of them changed."""
    counts = draw(st.lists(st.integers(1, 5), min_size=1, max_size=3))
    factors = [draw(st.integers(-3, 40)) for _ in counts]
    width = draw(st.sampled_from(["", "02", "04"]))
    values = [draw(st.integers(500, 900))]
    for count, factor in zip(counts, factors, strict=True):
        values = [value + factor * place for value in values for place in range(count)]
    odd = draw(st.sets(st.integers(0, len(values) - 1), max_size=3))
    return [f"{'odd' if place in odd else 'd'}{value:{width}}" for place, value in enumerate(values)]


def whole(devices: tuple[Device, ...], cables: tuple[Cable, ...] = ()) -> FabricDocument:
    return FabricDocument(devices=devices, cables=cables)


def there_and_back(document: FabricDocument) -> FabricDocument:
    return FabricDocument.model_validate(grouped(document.model_dump(mode="json")))


@given(st.lists(st.tuples(texts, texts, st.lists(texts, max_size=2)), max_size=30))
def test_any_devices_survive(given_texts: list[tuple[str, str, list[str]]]) -> None:
    devices: Any = tuple(
        Device.model_construct(id=one, type="sw", name=two, group=two or None, tags=tuple(tags))
        for one, two, tags in given_texts
        if "\x1f" not in one  # white space: no id
    )
    document = whole(tuple(Device.model_validate(each.model_dump()) for each in devices))
    assert there_and_back(document) == document


@given(even_runs())
def test_runs_that_count_evenly_survive(ids: list[str]) -> None:
    document = whole(tuple(Device(id=each, type="sw", name=each) for each in ids if "\x1f" not in each))
    assert there_and_back(document) == document


@given(even_runs(), even_runs())
def test_cables_of_runs_survive(ones: list[str], others: list[str]) -> None:
    ends = [(one, other) for one, other in zip(ones, others, strict=False) if "\x1f" not in one + other]
    cables = tuple(
        Cable(id=f"c{place}", a=f"{one}/p{place % 3}", b=f"{other}/p", gbps=place // 7 * 100 or None)
        for place, (one, other) in enumerate(ends)
    )
    document = whole((), cables)
    assert there_and_back(document) == document
