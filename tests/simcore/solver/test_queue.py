"""The queue of a filling against a plain sorted list."""

import numpy as np
import pytest

from simcore.solver.crowds import Sharing, empty_sharing
from simcore.solver.queue import drop_first, put_in, put_off

RESOURCES = 20


def queue_of(dues: dict[int, float]) -> Sharing:
    """Return a queue with these resources in it."""
    sharing = empty_sharing(np.ones(RESOURCES))
    sharing.ledgers["due"] = np.inf
    for resource, due in dues.items():
        put_in(sharing, resource, due)
    return sharing


def in_turn(sharing: Sharing) -> list[tuple[float, int]]:
    """Drop everything and return what counted, in the order it came."""
    came = []
    while sharing.desk["queued"][0]:
        due, resource = float(sharing.queue["due"][0]), int(sharing.queue["resource"][0])
        if due == sharing.ledgers["due"][resource]:
            came.append((due, resource))
        drop_first(sharing)
    return came


@pytest.mark.parametrize("seed", range(5))
def test_resources_come_by_the_levels_at_which_they_are_due(seed: int) -> None:
    dues = dict(enumerate(np.random.default_rng(seed).permutation(RESOURCES) + 0.5))
    assert in_turn(queue_of(dues)) == sorted((due, resource) for resource, due in dues.items())


def test_a_resource_that_is_due_earlier_after_all_comes_once_and_early() -> None:
    sharing = queue_of({0: 3.0, 1: 2.0})
    put_in(sharing, 0, 1.0)
    assert in_turn(sharing) == [(1.0, 0), (2.0, 1)]


def test_the_first_can_be_put_off_behind_others() -> None:
    sharing = queue_of({0: 1.0, 1: 2.0, 2: 3.0})
    put_off(sharing, 2.5)
    assert in_turn(sharing) == [(2.0, 1), (2.5, 0), (3.0, 2)]


def test_however_often_resources_come_forward_the_queue_holds_them() -> None:
    sharing = queue_of(dict.fromkeys(range(RESOURCES), 1e3))
    for due in range(999, 0, -1):
        put_in(sharing, due % RESOURCES, float(due))
    assert in_turn(sharing) == [(float(due), due % RESOURCES) for due in range(1, RESOURCES + 1)]
