"""A ring of adapters, pipelined: an all-reduce in two passes, a reduce-scatter or an all-gather in one."""

import numpy as np
from numpy.typing import NDArray

from simcore.routing.routes import Demand, Router, Routes
from simcore.traffic.collectives.pipeline import Pipeline


def ring_pipeline(
    router: Router, members: NDArray[np.int32], size: float, *, first_flow: int, passes: int = 2
) -> Pipeline:
    """Return the ring over ``members`` (rows of vertices, in ring order) that reduces ``size`` bytes.

    Each of 2(n - 1) steps of an all-reduce moves a piece of 1/n from every member to the next; all ring edges
    advance together, so that the ring is one stream of 2(n - 1)/n size bytes that counts each link as often
    as ring edges cross it; where routing gives an edge several paths, each carries an equal part. The last
    piece still has 2(n - 1) hops of latency: the ones in a row that take longest. A reduce-scatter or an
    all-gather is one of the two ``passes``, with n - 1 in place of 2(n - 1).

    Raises
    ------
    ValueError
        If there are fewer than 2 members.

    References
    ----------
    Patarasuk and Yuan, "Bandwidth Optimal All-reduce Algorithms for Clusters of Workstations",
    JPDC 69(2), 2009.
    """
    count = members.shape[0]
    if count < 2:
        raise ValueError(f"a ring needs 2 members or more, got {count}")
    edges = ring_edges(members, size, first_flow=first_flow, passes=passes)
    return pipeline_over(router.route(edges.source, edges.target, edges.flow_ids), size, passes)


def pipeline_over(
    routes: Routes, size: float, passes: int = 2, *, gpus: NDArray[np.int64] | None = None
) -> Pipeline:
    """Return the ring of ``size`` bytes over the routes of its edges, in ring order.

    Where it passes through the ``gpus`` (n,) behind each member, it has as many edges within the hosts
    between one route and the next, which take no time of their own.
    """
    resource, place = np.unique(routes.link, return_inverse=True)
    delay = routes.flow_delay()
    if gpus is not None:
        delay = np.bincount(np.cumsum(gpus) - 1, weights=delay).astype(np.float64)
    sent = sent_around(size, delay.shape[0], passes)
    return Pipeline(
        resource=resource.astype(np.int32),
        multiplicity=np.bincount(place, weights=routes.share / routes.parts).astype(np.float64),
        size=sent,
        delay=longest_run(delay, passes * (delay.shape[0] - 1)),
        sent=sent,
    )


def ring_edges(
    members: NDArray[np.int32],
    size: float,
    *,
    first_flow: int,
    passes: int = 2,
    gpus: NDArray[np.int64] | None = None,
) -> Demand:
    """Return the flows around a ring of ``size`` bytes, with what each edge carries; ``gpus`` as above."""
    count = members.shape[0]
    ranks = count if gpus is None else int(gpus.sum())
    return Demand(
        source=members,
        target=np.roll(members, -1),
        flow_ids=np.arange(first_flow, first_flow + count, dtype=np.uint64),
        size=np.full(count, sent_around(size, ranks, passes)),
    )


def sent_around(size: float, count: int, passes: int = 2) -> float:
    """Return the bytes that each of ``count`` members sends around a ring of ``size`` bytes."""
    return passes * (count - 1) / count * size


def longest_run(delay: NDArray[np.float64], length: int) -> float:
    """Return the largest sum of ``length`` delays in a row around a ring, once around included."""
    rounds, rest = divmod(length, delay.shape[0])
    around = np.concatenate([[0.0], np.cumsum(np.concatenate([delay, delay]))])
    runs = around[rest : rest + delay.shape[0]] - around[: delay.shape[0]]
    return float(rounds * delay.sum() + runs.max())
