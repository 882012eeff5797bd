"""Folded and unfolded runs are the same: on every template, with faults, flows and other jobs."""

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from simcore.document.build import build_topology
from simcore.document.fabric import DeviceKind
from simcore.document.scenario import ScenarioDocument
from simcore.document.workload import WorkloadDocument
from simcore.errors import DocumentError
from simcore.frames import Snapshot
from simcore.metrics import RunResult
from simcore.simulate import simulate
from simcore.templates import TEMPLATES
from simcore.topology import Topology

few = st.integers(1, 2)
SIZES: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "leaf-spine": {
        "leaves": st.integers(2, 3),
        "spines": few,
        "hosts_per_leaf": st.integers(1, 4),
        "cables_per_pair": few,
        "uplink_gbps": st.sampled_from([200, 400]),
    },
    "fat-tree": {"k": st.sampled_from([2, 4]), "tiers": st.integers(2, 3)},
    "rail-optimised": {
        "units": few,
        "hosts_per_unit": st.integers(2, 3),
        "rails": few,
        "uplinks": st.sampled_from([2, 4]),
        "spines": few,
    },
    "rail-optimised-pods": {
        "pods": few,
        "units_per_pod": few,
        "hosts_per_unit": few,
        "rails": few,
        "spines_per_rail": few,
        "leaf_cables": few,
        "cores_per_group": few,
        "core_cables": few,
    },
    "rail-only": {
        "rails": few,
        "leaves_per_rail": few,
        "hosts_per_leaf": st.integers(2, 3),
        "spines_per_rail": few,
        "cables_per_pair": few,
    },
    "dual-plane": {
        "segments": few,
        "hosts_per_segment": st.integers(2, 3),
        "rails": few,
        "aggs_per_plane": few,
    },
    "dragonfly": {
        "groups": st.integers(2, 3),
        "routers": st.integers(1, 3),
        "hosts_per_router": few,
        "global_cables": few,
    },
    "dragonfly-plus": {
        "groups": st.integers(2, 3),
        "leaves": few,
        "spines": few,
        "hosts_per_leaf": few,
        "global_cables": few,
    },
    "torus-2d": {"x": st.integers(2, 4), "y": st.integers(2, 3), "hosts_per_switch": few},
    "torus-3d": {
        "x": st.integers(2, 3),
        "y": few.map(lambda n: n + 1),
        "z": st.just(2),
        "hosts_per_switch": few,
    },
}
# A collective, and an algorithm that does it message by message.
MESSAGES = st.sampled_from(
    [
        ("all-to-all", "ring"),
        ("all-to-all", "in-network"),
        ("all-to-all", "pairwise"),
        ("all-to-all", "bruck"),
        ("all-reduce", "halving-doubling"),
        ("all-reduce", "double-tree"),
        ("all-gather", "pairwise"),
        ("broadcast", "double-tree"),
        ("barrier", "bruck"),
    ]
)


@st.composite
def runs(draw: st.DrawFn, *, template: str) -> tuple[Topology, WorkloadDocument, dict[str, Any]]:
    """Return a fabric, jobs with flows beside them, and the fields of a scenario."""
    sizes = {name: draw(size) for name, size in SIZES[template].items()}
    adding = draw(st.sampled_from(["none", "quantum", "quantum-2"]))
    document, _ = TEMPLATES[template].make(sizes | {"aggregation": adding})
    assume(document is not None)
    assert document is not None
    servers = {each.id for each in document.device_types if each.kind is DeviceKind.SERVER}
    hosts = [device.id for device in document.devices if device.type in servers]
    assume(2 <= len(hosts) <= 36)
    collective, algorithm = draw(MESSAGES)
    job: dict[str, Any] = {
        "id": "one",
        "collective": collective,
        "size_bytes": 10**8,
        "iterations": draw(st.integers(1, 2)),
        "compute_ms": draw(st.sampled_from([0.0, 0.5])),
        "jitter_cv": 0.1,
    }
    if draw(st.booleans()):
        job["ranks"] = {
            "by": "list",
            "hosts": draw(st.lists(st.sampled_from(hosts), min_size=2, unique=True)),
        }
    other = {"id": "other", "collective": "all-reduce", "size_bytes": 5 * 10**7, "iterations": 2}
    jobs = [job, other] if algorithm in {"ring", "in-network"} and draw(st.booleans()) else [job]
    ends = st.lists(st.sampled_from(hosts), min_size=2, max_size=2, unique=True)
    flows = [
        {"id": f"f{row}", "src": source, "dst": target, "size_bytes": 10**7, "start_ms": 0.25}
        for row, (source, target) in enumerate(draw(st.lists(ends, max_size=1)))
    ]
    cables = st.lists(st.sampled_from([cable.id for cable in document.cables]), max_size=2, unique=True)
    faults = [{"cable": each, "at_ms": 0.5, "until_ms": 2.0, "rate_share": 0.25} for each in draw(cables)]
    how = {
        "algorithm": algorithm,
        "routing": {"mode": draw(st.sampled_from(["spray", "static", "hash"]))},
        "faults": faults,
        "tolerances": {"exact": True},
        "seed": draw(st.integers(0, 9)),
    }
    return build_topology(document), WorkloadDocument.model_validate({"jobs": jobs, "flows": flows}), how


def played(
    topology: Topology, workload: WorkloadDocument, how: dict[str, Any], folding: str
) -> tuple[RunResult, list[Snapshot]]:
    """Return a run's result and what an observer saw of it."""
    seen: list[Snapshot] = []
    scenario = ScenarioDocument.model_validate(how | {"folding": folding})
    return simulate(topology, workload, scenario, observer=seen.append), seen


@pytest.mark.parametrize("template", SIZES)
@settings(max_examples=20)
@given(st.data())
def test_times_and_the_utilisation_of_every_cable_are_those_of_the_unfolded_run(
    template: str, data: st.DataObject
) -> None:
    topology, workload, how = data.draw(runs(template=template))
    try:
        whole, expected = played(topology, workload, how, "never")
    except DocumentError:  # rails without a way from one to another, say
        assume(False)
    folded, seen = played(topology, workload, how, "always")
    assert any("fare alike" in note for note in folded.summary.notes)
    for name in ("iteration_end", "iteration_seconds", "iteration_communication", "flow_completion"):
        np.testing.assert_allclose(getattr(folded.series, name), getattr(whole.series, name), rtol=1e-9)
    np.testing.assert_allclose(folded.series.cable_mean, whole.series.cable_mean, rtol=1e-9, atol=1e-12)
    # A sample that falls on the end may come to be the last one, or the one before.
    for ours, theirs in zip(seen[:-2], expected, strict=False):
        assert ours.time == pytest.approx(theirs.time, rel=1e-9)
        np.testing.assert_allclose(
            ours.utilisation * ours.interval,
            theirs.utilisation * theirs.interval,
            rtol=1e-9,
            atol=1e-9 * whole.summary.simulated_s,
        )
