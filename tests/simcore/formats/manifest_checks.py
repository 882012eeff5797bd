"""What the manifest counted in a file, held against what a reading gave: the checks of single facts."""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from simcore.document.capabilities import AggregationProfile
from simcore.formats import Reading
from tests.shared_files import shared_file

GBPS = {"4xNDR": "400", "4xEDR": "100", "null": "unknown"}


@dataclass(frozen=True)
class File:
    """A file of the manifest, what its reading gave, and all that was counted in it."""

    name: str
    reading: Reading
    known: dict[str, Any]

    @property
    def facts(self):
        return self.reading.facts

    @property
    def kinds(self) -> dict[str, str]:
        kinds = {each.id: each.kind for each in self.reading.document.device_types}
        return {each.id: kinds[each.type] for each in self.reading.document.devices}

    def pairs(self) -> list[tuple[str, str]]:
        return [
            tuple(sorted((each.a.partition("/")[0], each.b.partition("/")[0])))
            for each in self.reading.document.cables
        ]

    def said(self, rule: str) -> str:
        return "; ".join(each.says for each in self.reading.findings if each.rule == rule)

    def objects(self, rule: str) -> set[str]:
        return {each for found in self.reading.findings if found.rule == rule for each in found.objects}

    def reducers(self) -> int:
        return int(self.known["sharp_aggregation_nodes"])


Check = Callable[[File, Any], bool]


def hosts_are_names(of: File, names: int) -> bool:
    """Each name of an adapter is a host, and each adapter that only has the factory's; ibsim's have none."""
    known = of.known
    return of.facts["hosts"] == ((names + known["cas_with_generic_name"]) or known["cas"])


def reducing_switches(of: File, nodes: int) -> bool:
    """An aggregation node makes its switch one that adds, and is no device of its own."""
    types = {each.id: each.aggregation.profile for each in of.reading.document.device_types}
    found = Counter(types[each.type] for each in of.reading.document.devices)
    return len(of.kinds) - found[AggregationProfile.NONE] == nodes


def free_ports(of: File, lines: int) -> bool:
    """A line without " - " is a port that its switch has and no cable."""
    text = shared_file(of.name)[1].decode()
    said = [line.split() for line in text.splitlines() if line.strip() and " - " not in line]
    document = of.reading.document
    types = {each.id: each for each in document.device_types}
    names = {
        f"{device.id}/{name}"
        for device in document.devices
        for block in types[device.type].ports
        for name in block.port_names()
    }
    free = names - {end for cable in document.cables for end in (cable.a, cable.b)}
    return len(said) == lines and {f"S-{words[3][2:]}/p{words[2]}" for words in said} <= free


def cables_by_kind(of: File, kinds: set[str]) -> int:
    return sum({of.kinds[a], of.kinds[b]} == kinds for a, b in of.pairs())


def speeds_of_lines(of: File, lines: dict[str, int]) -> bool:
    """Every cable is two lines; those to aggregation nodes are no cables."""
    expected = Counter({GBPS[rate]: count // 2 for rate, count in lines.items()})
    if expected and of.reducers():
        expected["400"] -= of.reducers()
    return Counter(of.facts["links_by_gbps"]) == expected


def is_unlinked(of: File, names: list[str]) -> bool:
    return not set(of.kinds) & set(names) and (not names or names[0] in of.said("node.unlinked"))


def rows_are_cables(of: File, rows: int) -> bool:
    return of.facts["links"] == rows if "cables" in of.name else len(of.kinds) == rows


def listed_types(of: File, types: dict[str, int]) -> bool:
    """The cells of a cable list are types of its ends, those of a device list models; ours are prefixes."""
    if "cables" in of.name:
        return types == {"dcim.interface|dcim.interface": of.facts["links"]}
    ours = Counter({each["type"]: each["count"] for each in of.facts["devices"]})
    return sorted(ours.values()) == sorted(types.values())


def roles(of: File, roles: dict[str, int]) -> bool:
    return Counter(tag for each in of.reading.document.devices for tag in each.tags) == roles


def avd_roles(of: File, rows: dict[str, int]) -> bool:
    """Every role of a row is one of a device, but that of a peer, which the device's own rows tell."""
    tags = {tag for each in of.reading.document.devices for tag in each.tags}
    return tags == ({*of.known["node_types"], *of.known["peer_types"]} - {"mlag_peer"}) and set(rows) <= {
        *tags,
        "mlag_peer",
    }


def latencies_of_tiers(of: File, params: list[dict[str, int]]) -> bool:
    """All tiers of the samples have one latency of links, which 5 ns a metre of fibre and no more make."""
    (link_ns,) = {each["Downlink_Latency_ns"] for each in params}
    (switch_ns,) = {each["Switch_Latency_ns"] for each in params}
    (bundles,) = {each.get("Bundle", 1) for each in params}
    latency = of.reading.document.latency
    travelled = latency.adapter_ns + latency.fibre_ns_per_m * latency.assumed_length_m
    return (travelled, latency.switch_ns, bundles) == (link_ns, switch_ns, 1)


def uplinks_are(of: File, ratio: float) -> bool:
    """Speed up over speed down of the leaves."""
    first = of.facts["tier_facts"][0]
    return first["cables_up"] == ratio * first["cables_down"]


def pods_hold(of: File, size: int) -> bool:
    """A pod is what stays together without the highest tier: as many servers as its size."""
    top = {each.id for each in of.reading.document.devices if each.id.startswith("core")}
    near: dict[str, set[str]] = {each: set() for each in of.kinds if each not in top}
    for a, b in of.pairs():
        if a in near and b in near:
            near[a].add(b)
            near[b].add(a)
    sizes = set()
    while near:
        found, waiting = set(), [next(iter(near))]
        while waiting:
            key = waiting.pop()
            if key in near:
                found.add(key)
                waiting.extend(near.pop(key))
        sizes.add(sum(of.kinds[each] == "server" for each in found))
    return sizes == {size}


def links_but_loops(of: File, speeds: dict[str, int]) -> bool:
    """Rows from a device to itself are no cables: the finding counts them."""
    looped = int(re.match(r"(\d+) cables", of.said("cable.loop"))[1])
    ours = Counter({f"{float(gbps) * 1000:g}": count for gbps, count in of.facts["links_by_gbps"].items()})
    return sum(speeds.values()) == sum(ours.values()) + looped and all(
        ours[each] <= count for each, count in speeds.items()
    )


def nanoseconds(of: File) -> float:
    latency = of.reading.document.latency
    return latency.adapter_ns + latency.fibre_ns_per_m * latency.assumed_length_m
