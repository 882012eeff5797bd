"""A run whose paths are being planned can be stopped, and written down like any other."""

from collections.abc import Iterator
from itertools import count

import pytest

from simcore.errors import StoppedError
from simcore.simulate import prepare, resumed, written_down
from tests.simcore.fabrics import fat_tree, scenario, workload

PLANNED = scenario(routing={"mode": "planned"})
EVERYONE = workload({"collective": "all-to-all", "iterations": 1, "size_bytes": 10**8})


def at_question(number: int, asked: Iterator[int]) -> bool:
    return next(asked) >= number


def test_a_run_can_be_stopped_while_its_paths_are_planned() -> None:
    asked = count(1)
    with pytest.raises(StoppedError):
        prepare(fat_tree(6), EVERYONE, PLANNED, should_stop=lambda: at_question(2, asked))
    assert next(asked) == 3


def test_a_planned_run_is_written_down_without_who_may_stop_it() -> None:
    run = prepare(fat_tree(4), EVERYONE, PLANNED, should_stop=lambda: False)
    assert resumed(written_down(run)).play().summary == run.play().summary
