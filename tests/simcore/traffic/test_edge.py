"""Who sends what to servers at the edge: by hand."""

import numpy as np
import pytest

from simcore.traffic.edge import Parcels, to_each, to_nearest

WORKERS = np.array([10, 11, 12, 13], dtype=np.int32)
SERVERS = np.array([20, 21], dtype=np.int32)


def flows(parcels: Parcels) -> set[tuple[int, int, float]]:
    """Return (source, target, bytes a byte of the vector) of all flows."""
    listed = zip(parcels.source.tolist(), parcels.target.tolist(), parcels.part.tolist(), strict=True)
    return set(listed)


def test_each_server_takes_an_equal_part_of_every_vector_and_sends_it_back() -> None:
    parcels = to_each(WORKERS, SERVERS)
    up = {(worker, server, 0.5) for worker in (10, 11, 12, 13) for server in (20, 21)}
    assert flows(parcels) == up | {(server, worker, part) for worker, server, part in up}
    assert (parcels.up, parcels.around) == (8, 0)
    # Four halves each.
    assert parcels.added.tolist() == [2.0, 2.0]


def test_everybody_sends_all_to_the_nearest_server_and_a_ring_goes_around_the_servers() -> None:
    hops = np.array([[2, 4], [2, 4], [2, 4], [4, 2]])
    parcels = to_nearest(WORKERS, SERVERS, hops)
    up = {(10, 20, 1.0), (11, 20, 1.0), (12, 20, 1.0), (13, 21, 1.0)}
    # Two servers pass half of the vector on in each of two passes, of which one adds.
    assert flows(parcels) == up | {(b, a, part) for a, b, part in up} | {(20, 21, 1.0), (21, 20, 1.0)}
    assert parcels.added.tolist() == pytest.approx([3.5, 1.5])


def test_servers_equally_near_share_the_members() -> None:
    parcels = to_nearest(WORKERS, SERVERS, np.full((4, 2), 2))
    assert parcels.target[:4].tolist() == [20, 21, 20, 21]


def test_a_server_that_is_nearest_to_nobody_is_left_out_of_the_ring() -> None:
    parcels = to_nearest(WORKERS, SERVERS, np.array([[2, 4]] * 4))
    assert (parcels.around, parcels.added.tolist()) == (0, [4.0, 0.0])
