"""Rule on pods: what the highest tier joins should be alike."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from simcore.document.findings import Finding, Severity
from simcore.document.levels import Levels, levels_of
from simcore.document.rules.alike import usual_of
from simcore.document.structure import connected_parts, tier_name
from simcore.document.wiring import Wiring
from simcore.document.words import called, counted


def pods_are_alike(wiring: Wiring) -> Iterator[Finding]:
    """pod.asymmetric: a pod with other numbers of switches a tier, hosts or adapters than most pods have.

    A pod is what still hangs together, by hosts too, when the highest tier is taken away.
    """
    levels = levels_of(wiring)
    if levels.highest < 2:
        return
    pod = _pods(wiring, levels)
    profiles, pods = _profiles(wiring, levels, pod)
    usual = usual_of(profiles)
    if usual is None or len(pods) < 3:
        return
    devices = wiring.document.devices
    for at in np.flatnonzero(usual.differs).tolist():
        if _are_joined(profiles[at], usual.row):
            continue
        members = np.flatnonzero(pod == pods[at])
        switches = profiles[at][1:-1] != usual.row[1:-1]
        first = int(members[0])
        yield Finding(
            rule="pod.asymmetric",
            severity=Severity.WARNING if switches.any() else Severity.NOTE,
            at=f"/devices/{first}",
            says=f"the pod of {called(devices[first])} has {_described(wiring, levels, profiles[at])}, where "
            f"{usual.count:,} of {len(pods):,} pods have {_described(wiring, levels, usual.row)}: jobs that "
            "span pods wait for the weakest",
            objects=tuple(devices[row].id for row in members.tolist()),
        )


def _pods(wiring: Wiring, levels: Levels) -> NDArray[np.int32]:
    """Return (D,) the smallest device of each device's pod, -1 for devices of no pod."""
    tier = levels.tier
    rows = np.concatenate((levels.rows, levels.side_rows))
    ends = wiring.end_vertex[rows]
    below = ((tier[ends] >= 0) & (tier[ends] < levels.highest)).all(axis=1)
    pod = connected_parts(len(wiring.document.devices), wiring.vertex_device[ends[below]])
    belongs = np.zeros(len(pod), dtype=np.bool_)
    belongs[wiring.vertex_device[ends[below]]] = True
    return np.where(belongs, pod, -1)


def _profiles(
    wiring: Wiring, levels: Levels, pod: NDArray[np.int32]
) -> tuple[NDArray[np.float64], NDArray[np.int32]]:
    """Return (P, highest + 1) hosts, switches of each tier below the highest, cabled adapters; the pods."""
    pods, place = np.unique(pod[pod >= 0], return_inverse=True)
    of_device = np.full(len(pod), -1, dtype=np.int64)
    of_device[pod >= 0] = place.reshape(-1)
    of_vertex = of_device[wiring.vertex_device]
    hosts = np.unique(wiring.vertex_device[~wiring.vertex_is_switch & (of_vertex >= 0)])
    columns = [np.bincount(of_device[hosts], minlength=len(pods))]
    for tier in range(1, levels.highest):
        here = of_vertex[wiring.vertex_is_switch & (levels.tier == tier) & (of_vertex >= 0)]
        columns.append(np.bincount(here, minlength=len(pods)))
    to_hosts = of_vertex[levels.lower[levels.tier[levels.lower] == 0]]
    columns.append(np.bincount(to_hosts[to_hosts >= 0], minlength=len(pods)))
    return np.stack(columns, axis=1).astype(np.float64), pods


def _are_joined(profile: NDArray[np.float64], usual: NDArray[np.float64]) -> bool:
    """Tell whether a pod is several usual ones, joined by a cable that ``uplinks`` tells of."""
    times = round(profile.sum() / usual.sum())
    return times > 1 and bool((profile == times * usual).all())


def _described(wiring: Wiring, levels: Levels, profile: NDArray[np.float64]) -> str:
    hosts, *switches, adapters = (int(each) for each in profile)
    said = [
        f"{count:,} {tier_name(tier, levels.highest, wiring.document.tier_names)}"
        for tier, count in enumerate(switches, start=1)
    ]
    return f"{' + '.join(said)} switches, {counted(hosts, 'host')} and {counted(adapters, 'cable')} to them"
