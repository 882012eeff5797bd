"""What a scenario says of adding up, as traffic takes it: rules of trees, who asks for them, and quorums."""

from dataclasses import replace
from typing import Final

from simcore.document.aggregating import AggregationChoice, Lease, TreeProtocol, Waiting
from simcore.document.scenario import Algorithm
from simcore.document.workload import Job
from simcore.traffic.collectives.planted import Protocol, TreeRules
from simcore.traffic.granting import Party
from simcore.traffic.stragglers import Compute
from simcore.units import seconds, seconds_of_micro

# Sums that can be formed without some of the ranks.
QUORUM: Final = frozenset({Algorithm.IN_NETWORK, Algorithm.EDGE_SERVERS})


def tree_rules(choice: AggregationChoice) -> TreeRules:
    """Return the settings of trees that a scenario gives."""
    protocols = {
        TreeProtocol.AUTO: (Protocol.STREAMING, Protocol.LATENCY),
        TreeProtocol.STREAMING: (Protocol.STREAMING,),
        TreeProtocol.LATENCY: (Protocol.LATENCY,),
    }
    start = None if choice.start_us is None else seconds_of_micro(choice.start_us)
    return TreeRules(choice.chunk_bytes, protocols[choice.protocol], choice.wire_share, start)


def compute_of(aggregation: AggregationChoice, job: Job, hosts: int, algorithm: Algorithm) -> Compute:
    """Return the compute of a job; who goes around a ring has to wait for all."""
    compute = Compute(seconds(job.compute_ms), job.jitter_cv, hosts, job.jitter)
    if algorithm not in QUORUM or aggregation.quorum is None:
        return compute
    return replace(compute, quorum=aggregation.quorum, patience=seconds(aggregation.quorum_timeout_ms))


def party_of(job: Job, aggregation: AggregationChoice) -> Party:
    """Return for whom a job asks for trees."""
    return Party(
        job=job.id,
        called=job.name or job.id,
        operation=job.collective.value,
        tenant=job.tenant,
        dtype="" if job.dtype is None else job.dtype.value,
        iterations=job.iterations,
        waits=aggregation.wait is Waiting.WHEN_IT_PAYS,
        lease=aggregation.lease is Lease.JOB,
    )
