"""How little full the fullest link can be over shortest paths: a linear program, solved by SciPy's HiGHS.

A second method to judge plans by: flows may be split at will, hop counts are NetworkX's, and flows between
the same two leaves are one commodity, so that links to endpoints carry what they must.
"""

from collections import defaultdict

import networkx as nx
import numpy as np
from scipy.optimize import linprog
from scipy.sparse import coo_array

from simcore.routing.routes import Demand
from simcore.topology import Topology


def least_worst_time(topology: Topology, demand: Demand) -> float:
    """Return the least time of the fullest link, s; every endpoint hangs on one switch."""
    links = list(zip(topology.link_source.tolist(), topology.link_target.tolist(), strict=True))
    switches = set(range(topology.vertex_count)) - set(np.flatnonzero(topology.vertex_host >= 0).tolist())
    leaf = {a: b for a, b in links if a not in switches}
    forced = np.zeros(topology.link_count)
    unit = float(topology.link_rate.max())
    commodities: dict[tuple[int, int], float] = defaultdict(float)
    row_of = {ends: row for row, ends in enumerate(links)}
    for source, target, size in zip(
        demand.source.tolist(), demand.target.tolist(), demand.size / unit, strict=True
    ):
        forced[row_of[source, leaf[source]]] += size
        forced[row_of[leaf[target], target]] += size
        if leaf[source] != leaf[target]:
            commodities[leaf[source], leaf[target]] += size
    between = [row for row, (a, b) in enumerate(links) if a in switches and b in switches]
    graph = nx.Graph(links[row] for row in between)
    graph.add_nodes_from(switches)
    hops = {end: nx.single_source_shortest_path_length(graph, end) for end in {t for _, t in commodities}}
    # Columns: each commodity on each link that leads it on; the last is the time of the fullest link.
    columns: list[tuple[int, int]] = []
    balance: dict[tuple[int, int], int] = {}
    entries: list[tuple[int, int, float]] = []
    supply: list[float] = []
    for number, ((source, target), size) in enumerate(commodities.items()):
        away = hops[target]
        ahead = [source]
        reached = {source}
        while ahead:
            vertex = ahead.pop()
            balance[number, vertex] = len(supply)
            supply.append(size if vertex == source else -size if vertex == target else 0.0)
            for row in between:
                if links[row][0] == vertex and away.get(links[row][1], 10**9) == away[vertex] - 1:
                    columns.append((number, row))
                    if links[row][1] not in reached:
                        reached.add(links[row][1])
                        ahead.append(links[row][1])
    for column, (number, row) in enumerate(columns):
        entries.append((balance[number, links[row][0]], column, 1.0))
        entries.append((balance[number, links[row][1]], column, -1.0))
    kept = _matrix(entries, len(supply), len(columns) + 1)
    loads = [(row, column, 1.0) for column, (_, row) in enumerate(columns)]
    loads += [(row, len(columns), -float(rate)) for row, rate in enumerate(topology.link_rate / unit)]
    cost = np.zeros(len(columns) + 1)
    cost[-1] = 1.0
    found = linprog(
        cost,
        A_ub=_matrix(loads, topology.link_count, len(columns) + 1),
        b_ub=-forced,
        A_eq=kept,
        b_eq=np.array(supply),
        method="highs",
    )
    assert found.status == 0
    return float(found.fun)


def _matrix(entries: list[tuple[int, int, float]], rows: int, columns: int) -> coo_array:
    row, column, value = zip(*entries, strict=True) if entries else ((), (), ())
    return coo_array((value, (row, column)), shape=(rows, columns)).tocsr()
