"""A fabric document as a topology of arrays: the only place where a fabric's units are converted."""

from collections.abc import Sequence
from math import inf
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simcore.document.capabilities import Aggregation, AggregationProfile
from simcore.document.catalogue import AGGREGATION_PROFILES, AggregationRule
from simcore.document.checks import check_wiring
from simcore.document.fabric import DeviceKind, FabricDocument
from simcore.document.findings import Severity
from simcore.document.structure import vertex_tiers
from simcore.document.wiring import Wiring, wire
from simcore.errors import DocumentError
from simcore.topology import AggregationLimits, ScaleUpDomain, Segments, Streaming, Topology, VertexKind
from simcore.units import bytes_per_second, seconds_of_micro

NANO = 1e-9
# A tag that begins so says whose a device is.
TENANT: Final = "tenant:"


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
        scale_up=_scale_up(wiring, hosts),
        vertex_tenants=_tenants(wiring),
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
    rule = _rule(setting)
    reducer = rule.reducer_gbps if setting.reducer_gbps is None else setting.reducer_gbps
    streaming = None
    if rule.streams:
        window = inf if rule.slots is None or rule.slot_bytes is None else float(rule.slots * rule.slot_bytes)
        most = inf if rule.most_bytes is None else float(rule.most_bytes)
        streaming = Streaming(rule.wire_share, seconds_of_micro(rule.start_us), window, most)
    segments = None
    if rule.segment_bytes is not None:
        first, step = seconds_of_micro(rule.segment_start_us), seconds_of_micro(rule.segment_step_us)
        segments = Segments(float(rule.segment_bytes), first, step)
    return AggregationLimits(
        profile=setting.profile.value,
        scope=rule.scope,
        active=rule.active,
        reducer_rate=inf if reducer is None else bytes_per_second(reducer),
        family=rule.family,
        trees=rule.trees,
        streaming=streaming,
        segments=segments,
        types=None if rule.types is None else frozenset(each.value for each in rule.types),
    )


def _rule(setting: Aggregation) -> AggregationRule:
    """Return the limits of a profile, or those that stand beside the profile custom."""
    own = setting.limits
    if own is None:
        return AGGREGATION_PROFILES[setting.profile]
    return AggregationRule(
        title="limits of its own",
        sources=(),
        family=own.family,
        scope=own.scope,
        active=own.active,
        trees=own.trees,
        wire_share=own.wire_share,
        start_us=own.start_us,
        slots=own.slots,
        slot_bytes=own.slot_bytes,
        most_bytes=own.most_bytes,
        types=None if own.types is None else frozenset(own.types),
    )


def _scale_up(wiring: Wiring, hosts: Sequence[int]) -> tuple[ScaleUpDomain | None, ...]:
    """Return the scale-up domain of each host, None where its type says nothing of one."""
    domains: list[ScaleUpDomain | None] = []
    for row in hosts:
        found = wiring.type_of(row)
        inside = None if found is None else found.scale_up
        if found is None or inside is None or found.gpus < 1:
            domains.append(None)
            continue
        rate = bytes_per_second(inside.gbps) * inside.efficiency
        domains.append(
            ScaleUpDomain(found.gpus, rate, rate * inside.adding_efficiency if inside.adds else None)
        )
    return tuple(domains)


def _tenants(wiring: Wiring) -> tuple[str, ...]:
    """Return whose each vertex is by its device's tag "tenant:<name>", nothing where no device has one."""
    of_device = [
        next((tag.removeprefix(TENANT) for tag in device.tags if tag.startswith(TENANT)), "")
        for device in wiring.document.devices
    ]
    return tuple(of_device[row] for row in wiring.vertex_device.tolist()) if any(of_device) else ()
