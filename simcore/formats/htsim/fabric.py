"""The fabric that htsim builds of its parameters, with its numbers of hosts and switches.

Order of the links: ``init_network`` in Broadcom/csg-htsim, sim/datacenter/fat_tree_topology.cpp. Host h is at
switch h / radix of tier 0; of the A aggregation switches of a pod, switch a reaches the cores a, a + A,
a + 2A and so on.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from simcore.document.fabric import Cable, Device, DeviceKind, DeviceType, FabricDocument, Latency, PortBlock
from simcore.document.findings import Severity
from simcore.errors import FormatError
from simcore.formats.htsim.parameters import Parameters, Tier, read_parameters
from simcore.formats.quantities import latency_of_links, length_of_delay
from simcore.formats.reading import Format, LineBook, Source, Understood
from simcore.formats.survey import Survey

HEAD: Final = 1_000_000
NAMES: Final = ("tor", "agg", "core")
_TIER: Final = re.compile(r"^[ \t]*tier[ \t]+[0-2][ \t]*$", re.IGNORECASE | re.MULTILINE)
_KEY: Final = re.compile(r"^[ \t]*(?:radix_down|downlink_speed_gbps)[ \t]+\d", re.IGNORECASE | re.MULTILINE)


def looks_like_htsim(text: str) -> bool:
    """Tell whether the beginning of the text has a tier and its radix or speed."""
    head = text[:HEAD]
    return _TIER.search(head) is not None and _KEY.search(head) is not None


def read(sources: Sequence[Source]) -> Understood:
    """Return the fabric that htsim builds of the file.

    Raises
    ------
    FormatError
        If there are several files, or no fat tree can be built of one.
    """
    if len(sources) > 1:
        raise FormatError(
            f"{sources[0].name} and {sources[1].name} are each a fabric of their own: give one at a time"
        )
    survey = Survey(LineBook(sources), origin=f"htsim topology {sources[0].name}")
    parameters = read_parameters(sources[0], survey)
    document = fabric_of(
        parameters, latency=_latency(parameters, survey), source=f"read from {survey.origin}"
    )
    return survey.understood(document)


def fabric_of(parameters: Parameters, *, latency: Latency, source: str) -> FabricDocument:
    """Return the fabric; ports of a switch are down1 … and up1 …."""
    tiers = parameters.tiers
    server = DeviceType(
        id="server",
        kind=DeviceKind.SERVER,
        name=f"1 × {tiers[0].gbps:g} Gb/s",
        ports=(PortBlock(name="nic1", gbps=tiers[0].gbps),),
        source=source,
    )
    above = (*(tier.gbps for tier in tiers[1:]), 0.0)
    types = [_switch(name, tier, gbps, source) for name, tier, gbps in zip(NAMES, tiers, above, strict=False)]
    pod_of_host = parameters.leaves * tiers[0].down
    tors, aggs = parameters.pods * parameters.leaves, parameters.pods * parameters.aggregations
    switches = [
        *((f"tor-{n}", types[0].id, n // parameters.leaves) for n in range(tors)),
        *((f"agg-{n}", types[1].id, n // parameters.aggregations) for n in range(aggs)),
    ]
    grouped = parameters.pods > 1
    length_m = {
        tier.line: None if tier.link_ns == tiers[0].link_ns else length_of_delay(tier.link_ns)
        for tier in tiers
    }
    return FabricDocument(
        device_types=(*types, server),
        devices=(
            *(
                Device(id=key, type=type_id, group=f"pod-{pod}" if grouped else None)
                for key, type_id, pod in switches
            ),
            *(Device(id=f"core-{n}", type=types[-1].id) for n in range(parameters.cores)),
            *(
                Device(id=f"host-{n}", type=server.id, group=f"pod-{n // pod_of_host}" if grouped else None)
                for n in range(parameters.hosts)
            ),
        ),
        cables=tuple(
            Cable(id=a.replace("/", ":"), a=a, b=b, gbps=tier.gbps, length_m=length_m[tier.line])
            for a, b, tier in _links(parameters)
        ),
        latency=latency,
    )


def _switch(name: str, tier: Tier, gbps_up: float, source: str) -> DeviceType:
    down = _block("down", tier.down, tier.gbps)
    return DeviceType(
        id=name,
        kind=DeviceKind.SWITCH,
        name=f"{tier.down} × {tier.gbps:g} Gb/s down" + (f", {tier.up} × {gbps_up:g} up" if tier.up else ""),
        ports=(*down, *_block("up", tier.up, gbps_up)) if tier.up else down,
        latency_ns=tier.switch_ns,
        source=source,
    )


def _block(name: str, count: int, gbps: float) -> tuple[PortBlock, ...]:
    """Return ports name1 …, one alone too."""
    if count == 1:
        return (PortBlock(name=f"{name}1", gbps=gbps),)
    return (PortBlock(name=name, count=count, gbps=gbps),)


def _links(parameters: Parameters) -> Iterator[tuple[str, str, Tier]]:
    """Yield the links tier by tier: the port below, the port above, and the tier above."""
    low, middle = parameters.tiers[:2]
    for host in range(parameters.hosts):
        tor, place = divmod(host, low.down)
        yield f"host-{host}/nic1", f"tor-{tor}/down{place + 1}", low
    for tor in range(parameters.pods * parameters.leaves):
        pod, place = divmod(tor, parameters.leaves)
        for up in range(low.up):
            agg, parallel = divmod(up, middle.bundle)
            down = place * middle.bundle + parallel + 1
            yield (
                f"tor-{tor}/up{up + 1}",
                f"agg-{pod * parameters.aggregations + agg}/down{down}",
                middle,
            )
    if not parameters.cores:
        return
    top = parameters.tiers[2]
    for agg in range(parameters.pods * parameters.aggregations):
        pod, place = divmod(agg, parameters.aggregations)
        for up in range(middle.up):
            step, parallel = divmod(up, top.bundle)
            core = place + parameters.aggregations * step
            yield f"agg-{agg}/up{up + 1}", f"core-{core}/down{pod * top.bundle + parallel + 1}", top


def _latency(parameters: Parameters, survey: Survey) -> Latency:
    """Return the latency of the links of tier 0, and tell where another tier has its own."""
    low = parameters.tiers[0]
    odd = [tier for tier in parameters.tiers[1:] if tier.link_ns != low.link_ns]
    if odd:
        survey.tell(
            "delay.mixed",
            Severity.NOTE,
            f"links of tier 0 take {low.link_ns:g} ns, those above "
            f"{' and '.join(f'{tier.link_ns:g}' for tier in odd)} ns: these have a length of fibre that "
            "takes as long",
            lines=[odd[0].line],
        )
    return latency_of_links(low.link_ns)


HTSIM: Final = Format(
    name="htsim", title="htsim .topo: a fat tree by its parameters", recognise=looks_like_htsim, read=read
)
