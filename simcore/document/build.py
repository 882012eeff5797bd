"""A fabric document as a topology of arrays: the only place where a fabric's units are converted."""

import numpy as np
from numpy.typing import NDArray

from simcore.document.catalogue import AGGREGATION_PROFILES
from simcore.document.checks import check_wiring
from simcore.document.fabric import Aggregation, AggregationProfile, DeviceKind, FabricDocument
from simcore.document.findings import Severity
from simcore.document.structure import vertex_tiers
from simcore.document.wiring import Wiring, wire
from simcore.errors import DocumentError
from simcore.topology import AggregationLimits, Topology, VertexKind
from simcore.units import bytes_per_second

NANO = 1e-9


def build_topology(document: FabricDocument, *, payload_share: float = 1.0) -> Topology:
    """Return the fabric as arrays, with rates times ``payload_share``.

    Vertices and cables stand in document order; the adapters of a host are neighbours.

    Raises
    ------
    DocumentError
        If the checks find errors; all of them are in its ``findings``.
    """
    wiring = wire(document)
    errors = tuple(each for each in check_wiring(wiring) if each.severity is Severity.ERROR)
    if errors:
        raise DocumentError(
            f"the fabric has {len(errors)} {'error' if len(errors) == 1 else 'errors'} and cannot be built; "
            f"the first: {errors[0].says}",
            errors,
        )
    hosts = [row for row in range(len(document.devices)) if wiring.kind_of(row) is DeviceKind.SERVER]
    host_of_device = np.full(len(document.devices), -1, dtype=np.int32)
    host_of_device[hosts] = np.arange(len(hosts), dtype=np.int32)
    kind = np.where(wiring.vertex_is_switch, VertexKind.SWITCH, VertexKind.ENDPOINT).astype(np.int8)
    return Topology(
        vertex_ids=_vertex_ids(wiring),
        vertex_kind=kind,
        vertex_host=host_of_device[wiring.vertex_device],
        vertex_tier=vertex_tiers(wiring),
        host_ids=tuple(document.devices[row].id for row in hosts),
        host_tags=tuple(document.devices[row].tags for row in hosts),
        cable_ids=tuple(cable.id for cable in document.cables),
        link_source=np.ascontiguousarray(wiring.end_vertex.reshape(-1)),
        link_target=np.ascontiguousarray(wiring.end_vertex[:, ::-1].reshape(-1)),
        link_rate=np.repeat(bytes_per_second(1.0) * wiring.cable_gbps * payload_share, 2),
        link_delay=_link_delays(wiring),
        aggregation=_aggregation(wiring),
        link_ports=tuple(port for cable in document.cables for port in (cable.a, cable.b)),
    )


def _vertex_ids(wiring: Wiring) -> tuple[str, ...]:
    """Return the device id of a switch, ``host/adapter`` of an endpoint."""
    ids: list[str] = []
    for row, device in enumerate(wiring.document.devices):
        found = wiring.type_of(row)
        if found is None:
            continue
        if found.kind is DeviceKind.SWITCH:
            ids.append(device.id)
        else:
            ids.extend(f"{device.id}/{block.name}" for block in found.ports)
    return tuple(ids)


def _link_delays(wiring: Wiring) -> NDArray[np.float64]:
    """Return (L,) seconds: fibre, a switch where the link ends at one, an adapter where it touches one.

    A device type's own latency goes before the fabric's.
    The equation and the source of its figures: docs/model/latency.md.
    """
    latency = wiring.document.latency
    lengths = [
        latency.assumed_length_m if cable.length_m is None else cable.length_m
        for cable in wiring.document.cables
    ]
    fibre = np.repeat(np.array(lengths, dtype=np.float64) * latency.fibre_ns_per_m, 2)
    per_type = [
        (latency.switch_ns if each.kind is DeviceKind.SWITCH else latency.adapter_ns)
        if each.latency_ns is None
        else each.latency_ns
        for each in wiring.document.device_types
    ]
    hop = np.array(per_type, dtype=np.float64)[wiring.device_type[wiring.vertex_device]]
    source, target = wiring.end_vertex.reshape(-1), wiring.end_vertex[:, ::-1].reshape(-1)
    leaving = np.where(wiring.vertex_is_switch[source], 0.0, hop[source])
    delay: NDArray[np.float64] = NANO * (fibre + hop[target] + leaving)
    return delay


def _aggregation(wiring: Wiring) -> tuple[AggregationLimits | None, ...]:
    """Return one entry a vertex: a switch's own setting, else its type's; None where it adds nothing."""
    limits: list[AggregationLimits | None] = []
    for vertex, device_row in enumerate(wiring.vertex_device.tolist()):
        found = wiring.type_of(device_row)
        if found is None or not wiring.vertex_is_switch[vertex]:
            limits.append(None)
        else:
            limits.append(_limits(wiring.document.devices[device_row].aggregation or found.aggregation))
    return tuple(limits)


def _limits(setting: Aggregation) -> AggregationLimits | None:
    if setting.profile is AggregationProfile.NONE:
        return None
    rule = AGGREGATION_PROFILES[setting.profile]
    return AggregationLimits(
        profile=setting.profile.value,
        scope=rule.scope,
        active=rule.active,
        reducer_rate=np.inf if setting.reducer_gbps is None else bytes_per_second(setting.reducer_gbps),
    )
