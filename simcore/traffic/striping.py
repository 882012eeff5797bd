"""How a job is striped over its rails: over how many, and whether a ring stays on one."""

from dataclasses import replace

import numpy as np

from simcore.topology import Topology
from simcore.traffic.placement import Placement, RailMembers


def striped(placement: Placement, rails: int | None) -> Placement:
    """Return a placement over its first ``rails`` rails, or all."""
    return placement if rails is None else replace(placement, rails=placement.rails[:rails])


def is_even(topology: Topology, placement: Placement) -> bool:
    """Return whether every rail has one adapter of each host."""
    hosts = [np.sort(topology.vertex_host[rail.members]) for rail in placement.rails]
    return all(np.array_equal(each, np.unique(hosts[0])) for each in hosts)


def crossed(topology: Topology, placement: Placement) -> Placement:
    """Return rings that change rails at every host: host i of ring k takes part by its adapter of rail k + i.

    So do the rings of a library that may enter a host by one adapter and leave it by another. The hosts stand
    in the order of the first rail, and every rail has one adapter of each (``is_even``).
    """
    host = topology.vertex_host
    order = {int(each): place for place, each in enumerate(host[placement.rails[0].members])}
    table = np.empty((len(placement.rails), len(order)), dtype=np.int32)
    for number, rail in enumerate(placement.rails):
        for member in rail.members.tolist():
            table[number, order[int(host[member])]] = member
    count, places = table.shape[0], np.arange(table.shape[1])
    return replace(
        placement,
        rails=tuple(
            RailMembers(rail.name, table[(number + places) % count, places])
            for number, rail in enumerate(placement.rails)
        ),
    )
