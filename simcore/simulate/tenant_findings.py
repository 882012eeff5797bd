"""Whose hosts and switches a job's sums go over: a group of security ends where a tenant does."""

from collections.abc import Iterator, Sequence

from simcore.document.findings import Finding, error, note
from simcore.document.workload import Job
from simcore.simulate.tree_findings import and_so_on, verb
from simcore.topology import Topology


def find_other_tenants(
    topology: Topology, row: int, job: Job, *, ranks_at: str, members: Sequence[int], switches: Sequence[int]
) -> Iterator[Finding]:
    """Yield aggregation.tenant: ranks, or switches of a tree, of another tenant than the job of a row.

    The job is its ``tenant``'s, else that of the first of its ``members`` that is somebody's, else of the
    first such switch. What no tag gives to anybody is shared by all.
    """
    tenants = topology.vertex_tenants
    if not tenants:
        if job.tenant:
            says = (
                f"job {job.id} is tenant {job.tenant}'s, but no device has a tag tenant:<name>: nothing is "
                "held against it"
            )
            yield note("aggregation.tenant", f"/jobs/{row}/tenant", says)
        return
    owned = (tenants[each] for each in (*members, *switches))
    own = job.tenant or next((tenant for tenant in owned if tenant), "")
    foreign = [each for each in members if tenants[each] not in {"", own}]
    if foreign:
        rows = dict.fromkeys(int(topology.vertex_host[each]) for each in foreign)
        called = [topology.host_ids[each] for each in rows]
        says = (
            f"job {job.id} is tenant {own}'s, and {_whose(topology, foreign, called)}: sums would mix the "
            "values of both, and go to both. Leave them out, or make it one job a tenant"
        )
        yield error("aggregation.tenant", ranks_at, says, *called)
    beyond = [each for each in switches if tenants[each] not in {"", own}]
    if beyond:
        called = [topology.vertex_ids[each] for each in beyond]
        says = (
            f"a tree of job {job.id}, tenant {own}'s, goes over what is not its own: "
            f"{_whose(topology, beyond, called)}. Choose ranks under switches of one tenant or of none, or "
            "fewer tiers that add, or another algorithm"
        )
        yield error("aggregation.tenant", f"/jobs/{row}/tenant", says, *called)


def _whose(topology: Topology, vertices: Sequence[int], called: Sequence[str]) -> str:
    """Return in words whose some devices are."""
    tenants = sorted({topology.vertex_tenants[each] for each in vertices})
    whose = f"tenant {tenants[0]}'s" if len(tenants) == 1 else f"of tenants {and_so_on(tenants)}"
    return f"{and_so_on(called)} {verb(called, 'is', 'are')} {whose}"
