"""Laws of surveys: whatever was found is a valid fabric, and the order of the file means nothing."""

import random
from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

from simcore.document.checks import check
from simcore.document.digest import canonical_json
from simcore.document.findings import Severity
from simcore.document.parse import parse_fabric
from simcore.formats.reading import LineBook, Source
from simcore.formats.survey import Survey, fabric_of

Call = Callable[[Survey], None]

KEYS = st.sampled_from(["a", "b", "c", "d/1", " e ", "f\tg", "h", "ü", "p1", "x" * 250])
PORTS = st.sampled_from(["", "1", "2", "01", "Ethernet1/1", "Ethernet1|1", "p1", "p 2", "p", "y" * 250])
SPEEDS = st.sampled_from([None, 100.0, 400.0, 0.0, float("nan")])
# What stops a run but is no fault of the document: it can be read, saved and mended.
LACKS = {"speed.unknown", "fabric.empty"}


@st.composite
def calls(draw: st.DrawFn) -> Call:
    """Draw one statement; its line is drawn too, so that it stays with it when the order changes."""
    line = draw(st.integers(1, 500))
    key, port = draw(KEYS), draw(PORTS)
    what = draw(st.integers(0, 5))
    if what == 0:
        kind = draw(st.sampled_from([None, "switch", "server", "panel"]))
        model, gpus = draw(st.sampled_from(["", "QM9700", "DGX-H100", "m"])), draw(st.integers(0, 8))
        return lambda survey: survey.node(key, line=line, kind=kind, model=model, gpus=gpus, tags=["t"])
    if what == 1 and port:
        speed, adapter = draw(SPEEDS), draw(st.sampled_from([None, "mlx", "1"]))
        return lambda survey: survey.port(key, port, line=line, gbps=speed, adapter=adapter)
    other, speed, trunk = (draw(KEYS), draw(PORTS)), draw(SPEEDS), draw(st.booleans())
    length = draw(st.sampled_from([None, 1.0, -1.0]))
    return lambda survey: survey.link((key, port), other, line=line, gbps=speed, length_m=length, trunk=trunk)


def filled(said: list[Call]) -> Survey:
    survey = Survey(LineBook([Source("a", "\n" * 600)]))
    survey.node("always", line=1)
    for call in said:
        call(survey)
    return survey


@settings(max_examples=150, deadline=None)
@given(st.lists(calls(), max_size=40))
def test_any_survey_is_a_fabric_without_errors_of_form(said):
    understood = fabric_of(filled(said))
    document, errors = parse_fabric(understood.document.model_dump(mode="json"))
    assert (document, errors) == (understood.document, [])
    wrong = {each.rule for each in check(understood.document) if each.severity is Severity.ERROR}
    assert wrong <= LACKS


@settings(max_examples=100, deadline=None)
@given(st.lists(calls(), max_size=40), st.randoms(use_true_random=False))
def test_the_order_in_which_it_is_said_changes_nothing(said, random: random.Random):
    shuffled = list(said)
    random.shuffle(shuffled)
    first, second = fabric_of(filled(said)), fabric_of(filled(shuffled))
    assert canonical_json(first.document) == canonical_json(second.document)
