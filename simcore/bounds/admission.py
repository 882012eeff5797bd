"""Waiting for a tree, whether that pays, and how often best-effort slots collide."""

from math import exp, inf


def mean_wait(*, job_count: int, holding: float, period: float) -> float:
    """Return how long a job waits for the token of a switch on average, s: u t/(2 (1 - u)).

    ``job_count`` jobs hold it for ``holding`` s in every ``period`` s; u = J t/T. Infinite from u = 1.

    The queue M/D/1 (Pollaczek and Khinchine) with all jobs as one Poisson process: DERIVED. Jobs that ask at
    regular times wait less, jobs that ask together more.
    """
    utilisation = job_count * holding / period
    return inf if utilisation >= 1 else utilisation * holding / (2 * (1 - utilisation))


def pays_to_wait(*, wait: float, host_time: float, tree_time: float) -> bool:
    """Return whether waiting ``wait`` s for a tree and using it is faster than the host's algorithm."""
    return wait < host_time - tree_time


def expected_benefit(*, grant_share: float, host_time: float, tree_time: float, lock_time: float) -> float:
    """Return what asking for a tree saves on average, s: p (t_host - t_tree) - (1 - p) t_lock."""
    return grant_share * (host_time - tree_time) - (1 - grant_share) * lock_time


def merged_share(*, job_count: int, under_way: float, slot_count: float) -> float:
    """Return f, the share of packets that meet no other job's in a slot: exp(-(J - 1) w/A).

    A slots taken by hashing, w packets of each job under way. DERIVED for uniform hashing, an ASSUMPTION.
    """
    return exp(-(job_count - 1) * under_way / slot_count)
