"""What a graph of tasks is refused for, before anything runs."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from simcore.errors import CycleError
from simcore.traffic.graph import TaskGraph
from simcore.traffic.streams import StreamTable


def test_tasks_that_wait_for_each_other_in_a_circle_are_named() -> None:
    with pytest.raises(CycleError, match=r"tasks 1, 2, 3 can never begin") as caught:
        TaskGraph.of([[], [0, 3], [1], [2], [3]])
    assert caught.value.tasks == (1, 2, 3)


def test_a_task_that_waits_for_itself_is_a_circle() -> None:
    with pytest.raises(CycleError, match="task 1 can never begin") as caught:
        TaskGraph.of([[], [1]])
    assert caught.value.tasks == (1,)


def test_of_a_long_circle_the_message_names_the_first_and_counts_the_rest() -> None:
    with pytest.raises(CycleError, match=r"tasks 0, 1, 2, 3, 4, 5, 6, 7, 92 more can"):
        TaskGraph.of([[(task - 1) % 100] for task in range(100)])


def test_a_circle_in_which_somebody_is_a_round_ahead_can_run() -> None:
    graph = TaskGraph.of([[2], [0], [1]], ahead=[1, 0, 0], rounds=5)
    assert graph.count == 3


@given(st.integers(2, 30), st.integers(0, 2**32 - 1))
def test_every_circle_that_is_named_is_one(count: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    after = [random.integers(0, count, random.integers(0, 3)).tolist() for _ in range(count)]
    try:
        TaskGraph.of(after)
    except CycleError as error:
        for one, other in zip(error.tasks, (*error.tasks[1:], error.tasks[0]), strict=True):
            assert one in after[other]
    else:
        # Taking tasks away that wait for none that is left takes all away.
        left = set(range(count))
        while free := {task for task in left if not left & set(after[task])}:
            left -= free
        assert not left


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"seconds": np.nan}, "seconds"),
        ({"seconds": -1.0}, "seconds"),
        ({"size": np.inf}, "size"),
        ({"lag": np.nan}, "lag"),
        ({"size": 1.0}, "no route"),
        ({"route": 1}, "outside the 1"),
        ({"rounds": 0}, "1 round or more"),
        ({"ahead": -1}, "ahead by less"),
        ({"after": [[], [2]]}, "outside the 2"),
    ],
)
def test_what_cannot_run_is_refused_in_words(fields: dict[str, Any], says: str) -> None:
    given = {"after": [[], [0]], "routes": StreamTable.of([[0]]), **fields}
    with pytest.raises(ValueError, match=says):
        TaskGraph.of(given.pop("after"), **given)
