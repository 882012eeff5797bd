"""No topology of the manifest is forgotten: each of its facts is checked here, in a test named here, or
named here as one that is not about the topology; and each file is claimed by the format that it is in."""

import ast
import csv
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from simcore.document.fabric import AggregationProfile
from simcore.errors import FormatError
from simcore.formats import FORMATS, Reading, read_files
from tests.shared_files import SHARED, holds, shared_file

GBPS = {"4xNDR": "400", "4xEDR": "100", "null": "unknown"}

# The manifest's name of a format, and ours; what is in no format that is read here has a reason.
READ_AS = {
    "ibnetdiscover": "ibnetdiscover",
    "ibnetdiscover_p": "ibnetdiscover-p",
    "slurm_topology_conf": "slurm",
    "slurm_topology_yaml": "slurm",
    "nvidia_air_json": "air",
    "containerlab": "containerlab",
    "netbox_csv": "netbox",
    "sonic_lab_csv": "sonic-lab",
    "sonic_config_db": "sonic-config",
    "sonic_minigraph": "sonic-minigraph",
    "lldpctl": "lldp",
    "nccl_topo_xml": "nccl-topology",
    "astra_network_yml": "astra-network",
    "simai_topo": "simai",
    "htsim_topo": "htsim",
    "avd_topology_csv": "avd",
}
FOREIGN = {
    "nccl_graph_xml": "the channels that NCCL chose, no topology of a server",
    "topograph_model": "of the formats for later in FORMATS.md",
    "netq_graph": "in FORMATS.md without a place in the order of worth",
    "astra_logical_json": "how ranks are numbered over an ns-3 topology, no topology",
    "infragraph": "of the formats for later in FORMATS.md",
    "batfish_layer1": "of the formats for later in FORMATS.md",
}
# Files that make a fabric together with others alone.
TOGETHER = {
    "sonic_lab_csv/sonic_lab_devices.csv": "sonic_lab_csv/sonic_lab_links.csv",
    "netbox_csv/air_devices.csv": "netbox_csv/air_cables.csv",
    "netbox_csv/dc1_devices.csv": "netbox_csv/dc1_cables.csv",
    "netbox_csv/air_cables.csv": "netbox_csv/air_devices.csv",
    "netbox_csv/dc1_cables.csv": "netbox_csv/dc1_devices.csv",
}


@dataclass(frozen=True)
class In:
    """A fact that another test checks, which must name it."""

    file: str
    test: str


@dataclass(frozen=True)
class No:
    """A fact that is not about the topology, and why it says nothing of the reading."""

    why: str


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


def _hosts(of: File, names: int) -> bool:
    """Each name of an adapter is a host, and each adapter that only has the factory's; ibsim's have none."""
    known = of.known
    return of.facts["hosts"] == ((names + known["cas_with_generic_name"]) or known["cas"])


def _reducing_switches(of: File, nodes: int) -> bool:
    """An aggregation node makes its switch one that adds, and is no device of its own."""
    types = {each.id: each.aggregation.profile for each in of.reading.document.device_types}
    found = Counter(types[each.type] for each in of.reading.document.devices)
    return len(of.kinds) - found[AggregationProfile.NONE] == nodes


def _free_ports(of: File, lines: int) -> bool:
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


def _cables_by_kind(of: File, kinds: set[str]) -> int:
    return sum({of.kinds[a], of.kinds[b]} == kinds for a, b in of.pairs())


def _speeds(of: File, lines: dict[str, int]) -> bool:
    """Every cable is two lines; those to aggregation nodes are no cables."""
    expected = Counter({GBPS[rate]: count // 2 for rate, count in lines.items()})
    if expected and of.reducers():
        expected["400"] -= of.reducers()
    return Counter(of.facts["links_by_gbps"]) == expected


def _is_unlinked(of: File, names: list[str]) -> bool:
    return not set(of.kinds) & set(names) and (not names or names[0] in of.said("node.unlinked"))


def _rows_are_cables(of: File, rows: int) -> bool:
    return of.facts["links"] == rows if "cables" in of.name else len(of.kinds) == rows


def _listed_types(of: File, types: dict[str, int]) -> bool:
    """The cells of a cable list are types of its ends, those of a device list models; ours are prefixes."""
    if "cables" in of.name:
        return types == {"dcim.interface|dcim.interface": of.facts["links"]}
    ours = Counter({each["type"]: each["count"] for each in of.facts["devices"]})
    return sorted(ours.values()) == sorted(types.values())


def _roles(of: File, roles: dict[str, int]) -> bool:
    return Counter(tag for each in of.reading.document.devices for tag in each.tags) == roles


def _avd_roles(of: File, rows: dict[str, int]) -> bool:
    """Every role of a row is one of a device, but that of a peer, which the device's own rows tell."""
    tags = {tag for each in of.reading.document.devices for tag in each.tags}
    return tags == ({*of.known["node_types"], *of.known["peer_types"]} - {"mlag_peer"}) and set(rows) <= {
        *tags,
        "mlag_peer",
    }


def _latencies(of: File, params: list[dict[str, int]]) -> bool:
    """All tiers of the samples have one latency of links, which 5 ns a metre of fibre and no more make."""
    (link_ns,) = {each["Downlink_Latency_ns"] for each in params}
    (switch_ns,) = {each["Switch_Latency_ns"] for each in params}
    (bundles,) = {each.get("Bundle", 1) for each in params}
    latency = of.reading.document.latency
    travelled = latency.adapter_ns + latency.fibre_ns_per_m * latency.assumed_length_m
    return (travelled, latency.switch_ns, bundles) == (link_ns, switch_ns, 1)


def _uplinks(of: File, ratio: float) -> bool:
    """Speed up over speed down of the leaves."""
    first = of.facts["tier_facts"][0]
    return first["cables_up"] == ratio * first["cables_down"]


def _pods(of: File, size: int) -> bool:
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


def _links_but_loops(of: File, speeds: dict[str, int]) -> bool:
    """Rows from a device to itself are no cables: the finding counts them."""
    looped = int(re.match(r"(\d+) cables", of.said("cable.loop"))[1])
    ours = Counter({f"{float(gbps) * 1000:g}": count for gbps, count in of.facts["links_by_gbps"].items()})
    return sum(speeds.values()) == sum(ours.values()) + looped and all(
        ours[each] <= count for each, count in speeds.items()
    )


_SLURM = In("test_slurm", "test_the_shared_conf_files_hold_what_was_counted")
_LABS = In("test_lab_drawings", "test_the_shared_labs_hold_what_was_counted")
_NCCL = In("test_nccl_topology", "test_the_file_of_a_cloud_holds_what_was_counted_in_it")
_SIMAI = In("test_simulator_links", "test_a_topology_of_simais_generator_holds_what_was_counted_in_it")
_HTSIM = In("test_htsim", "test_a_real_file_holds_what_was_counted_in_it")
_ASTRA = In("test_astra_network", "test_a_real_file_holds_what_was_counted_in_it_and_is_written_again")
_CONFIG = In("test_sonic", "test_the_shared_configuration_holds_what_was_counted")
_MINIGRAPH = In("test_sonic", "test_the_shared_minigraph_holds_what_was_counted")
_COLUMNS = No("the columns by which the file is recognised: it is read, so they were found")
_BOM = No("how the file begins; that a byte order mark changes nothing is a test of each format")

FACTS: dict[str, dict[str, Check | In | No]] = {
    "ibnetdiscover": {
        "switches": lambda of, n: of.facts["switches"] == n,
        "cas": lambda of, n: of.facts["adapters"] == n - of.reducers(),
        "sharp_aggregation_nodes": _reducing_switches,
        "cas_with_generic_name": lambda of, n: len(of.objects("name.factory")) == n,
        "distinct_first_words_of_ca_names": _hosts,
        "links_unique": lambda of, n: of.facts["links"] == n - of.reducers(),
        "switch_switch_links": lambda of, n: _cables_by_kind(of, {"switch"}) == n,
        "switch_ca_links": lambda of, n: _cables_by_kind(of, {"switch", "server"}) == n - of.reducers(),
        "link_lines_by_speed": _speeds,
        "links_to_undeclared_nodes": lambda of, n: len(of.objects("node.undeclared")) == n,
    },
    "ibnetdiscover_p": {
        "unique_links": lambda of, n: of.facts["links"] == n,
        "unconnected_port_lines": _free_ports,
        "port_guids": lambda of, n: (of.facts["adapters"], of.facts["switches"]) == (n["CA"], n["SW"]),
        "lines_by_speed": lambda of, n: set(of.facts["links_by_gbps"]) == {GBPS[rate] for rate in n},
    },
    "slurm_topology_conf": {
        "roots": lambda of, n: ("tree.roots" in {each.rule for each in of.reading.findings}) == (n > 1),
        "nodes_listed_twice": lambda of, n: len(of.objects("node.leaves")) == n,
        "children_not_declared": lambda of, n: len(of.objects("switch.undeclared")) == n,
        "block_sizes": lambda of, n: n is None or ",".join(map(str, n)) in of.said("block.sizes"),
        **dict.fromkeys(
            (
                "switches",
                "leaf_switches",
                "depth",
                "tree_edges_switch_switch",
                "nodes",
                "blocks",
                "block_nodes",
            ),
            _SLURM,
        ),
    },
    "slurm_topology_yaml": {
        "topologies": In("test_slurm", "test_the_shared_yaml_file_holds_what_was_counted")
    },
    "nvidia_air_json": {
        "link_entries": lambda of, n: of.known["real_links"] + of.known["unconnected"] == n,
        **dict.fromkeys(
            ("nodes", "real_links", "unconnected", "os"),
            In("test_lab_drawings", "test_the_shared_air_topology_holds_what_was_counted"),
        ),
    },
    "containerlab": {
        "name": No("the name of the lab; a fabric that is imported is called like its file"),
        "nodes_without_links": _is_unlinked,
        "link_ends_not_in_nodes": lambda of, n: of.objects("node.undeclared") == set(n),
        **dict.fromkeys(("nodes", "links", "kinds"), _LABS),
    },
    "netbox_csv": {
        "rows": _rows_are_cables,
        "columns": _COLUMNS,
        "bom": _BOM,
        "roles": _roles,
        "types": _listed_types,
        "devices": lambda of, n: len({each for pair in of.pairs() for each in pair}) == n,
        "ports_used_twice": lambda of, n: of.said("port.twice").count("cabled twice") == n,
        "device_pairs": lambda of, n: len(set(of.pairs())) == n,
        "max_parallel": lambda of, n: max(Counter(of.pairs()).values()) == n,
    },
    "sonic_lab_csv": {
        "rows": In("test_cable_lists", "test_the_facts_of_a_sonic_lab"),
        "columns": _COLUMNS,
        "bom": _BOM,
        "devices": In("test_cable_lists", "test_the_facts_of_a_sonic_lab"),
        "speeds_mbps": _links_but_loops,
        "types": lambda of, n: all(
            n[tag] >= count
            for tag, count in Counter(
                tag for each in of.reading.document.devices for tag in each.tags
            ).items()
        ),
    },
    "sonic_config_db": dict.fromkeys(
        ("ports", "speeds_mbps", "neighbors", "distinct_neighbor_names", "hostname", "hwsku"), _CONFIG
    ),
    "sonic_minigraph": {
        "link_types": lambda of, n: n == {"DeviceInterfaceLink": of.known["link_elements"]},
        "device_elements": No("models and addresses of some devices; every device of a link is read"),
        **dict.fromkeys(("hostname", "link_elements", "devices_in_links", "bandwidths"), _MINIGRAPH),
    },
    "lldpctl": {
        "form": No("how the file is written; all three are read, and their neighbours are checked"),
        "neighbors": In("test_lldp", "test_the_shared_views_hold_what_was_counted"),
    },
    "nccl_topo_xml": {
        "pci_nodes": lambda of, n: sum(of.known["link_speeds"].values()) == n,
        "pci_without_class": lambda of, n: bool(of.said("pci.unclassed")) == (n > 0),
        "gpu_elements": lambda of, n: n == 0 and "no NVLink" in of.said("nvlink.counts"),
        "nvlink_count_sum": lambda of, n: n == 0 and "no NVLink" in of.said("nvlink.counts"),
        "net_elements": lambda of, n: n == 0 and set(of.facts["ports_by_gbps"]) <= {"unknown"},
        "net_speeds_mbps": lambda of, n: n == {} and bool(of.said("speed.unknown")),
        **dict.fromkeys(
            (
                "numa",
                "gpus_class_0302xx",
                "ib_nics_0207",
                "eth_nics_0200",
                "bridges_0604",
                "link_speeds",
                "nvlink_elements",
            ),
            _NCCL,
        ),
    },
    "astra_network_yml": {
        "dims": lambda of, n: len(of.known["topology"]) == n,
        **dict.fromkeys(("npus", "topology", "bandwidth_GBps", "latency_ns"), _ASTRA),
    },
    "simai_topo": {
        "nodes": lambda of, n: of.known["hosts"] + of.known["switches_declared"] == n,
        "switches_declared": lambda of, n: of.facts["switches"] + of.known["nvswitches"] == n,
        "switch_ids_listed": lambda of, n: of.facts["switches"] + of.known["nvswitches"] == n,
        "links_declared": lambda of, n: not of.said("file.cut") and n == of.known["links_present"],
        "host_switch_links": lambda of, n: (
            # Each GPU has one of these to its NVSwitch.
            _cables_by_kind(of, {"switch", "server"}) == n - of.known["hosts"]
        ),
        "switch_switch_links": lambda of, n: _cables_by_kind(of, {"switch"}) == n,
        "latencies": lambda of, n: (
            # The usual one is the latency of the fabric; that of NVLink is drawn within the servers.
            f"{_nanoseconds(of):g}" == f"{1e6 * max(float(each[:-2]) for each in n):g}"
        ),
        "max_parallel": lambda of, n: (
            max(Counter(pair for pair in of.pairs() if "server" not in {of.kinds[e] for e in pair}).values())
            == n
        ),
        "hosts_without_link": lambda of, n: n == 0 and not of.said("node.unlinked"),
        **dict.fromkeys(
            (
                "hosts",
                "links_present",
                "rates",
                "gpus_per_server",
                "nvswitches",
                "network_switches",
                "gpu_type",
                "servers",
            ),
            _SIMAI,
        ),
    },
    "htsim_topo": {
        "podsize": _pods,
        "tier_params": _latencies,
        "host_gbps": lambda of, n: set(of.facts["ports_by_gbps"]) == {str(n)},
        "tor_up_down_capacity_ratio": _uplinks,
        **dict.fromkeys(("nodes", "tiers", "tors", "spines"), _HTSIM),
    },
    "avd_topology_csv": {
        "rows": lambda of, n: (
            # Cables between switches are in two rows, those of servers in one.
            2 * _cables_by_kind(of, {"switch"}) + _cables_by_kind(of, {"switch", "server"}) == n
        ),
        "columns": _COLUMNS,
        "bom": _BOM,
        "unique_links": In("test_cable_lists", "test_the_facts_of_avd_s_example"),
        "node_types": _avd_roles,
        "peer_types": _avd_roles,
    },
}


def _nanoseconds(of: File) -> float:
    latency = of.reading.document.latency
    return latency.adapter_ns + latency.fibre_ns_per_m * latency.assumed_length_m


def topologies() -> list[dict[str, str]]:
    path = SHARED / "manifest.csv"
    if not path.is_file():
        return []
    with path.open(newline="", encoding="utf-8") as lines:
        return [row for row in csv.DictReader(lines) if row["family"] == "topology"]


NAMES = [row["file"] for row in topologies()]
OURS = [row["file"] for row in topologies() if row["format"] in READ_AS]
without_shared = pytest.mark.skipif(not NAMES, reason=f"no shared data: {SHARED}/manifest.csv is not there")


def format_of(name: str) -> str:
    return next(row["format"] for row in topologies() if row["file"] == name)


@without_shared
def test_every_topology_is_of_a_format_that_is_read_or_named_as_foreign():
    formats = {row["format"] for row in topologies()}
    assert formats <= {*READ_AS, *FOREIGN}
    assert set(READ_AS.values()) <= set(FORMATS)


@without_shared
@pytest.mark.parametrize("name", OURS)
def test_each_fact_of_a_topology_is_checked_somewhere(name: str):
    """Fails where the manifest has a file or a fact of which nothing is said above."""
    table = FACTS[format_of(name)]
    files = [name, TOGETHER[name]] if name in TOGETHER else [name]
    of = File(name, read_files([shared_file(each) for each in files]), holds(name))
    assert of.known.keys() <= table.keys()
    checks = {key: check for key, check in table.items() if callable(check) and key in of.known}
    wrong = {key: of.known[key] for key, check in checks.items() if not check(of, of.known[key])}
    assert wrong == {}


def test_a_fact_said_to_be_checked_in_another_test_stands_there():
    found = [(key, each) for table in FACTS.values() for key, each in table.items() if isinstance(each, In)]
    for file in {each.file for _, each in found}:
        text = Path(__file__).with_name(f"{file}.py").read_text()
        bodies = {
            each.name: ast.get_source_segment(text, each) or ""
            for each in ast.parse(text).body
            if isinstance(each, ast.FunctionDef)
        }
        for key, each in found:
            if each.file == file:
                assert re.search(rf"[\"']{key}[\"']", bodies[each.test]), f"{each.test} names no {key}"


def claimed_by(name: str) -> list[str]:
    _, content = shared_file(name)
    text = content.decode("utf-8-sig", errors="replace").replace("\r\n", "\n")
    return [each.name for each in FORMATS.values() if each.recognise(text)]


@without_shared
@pytest.mark.parametrize("name", NAMES)
def test_one_format_claims_a_topology_and_none_a_foreign_one(name: str):
    ours = READ_AS.get(format_of(name))
    assert claimed_by(name) == ([] if ours is None else [ours])


def test_one_format_claims_the_dump_that_is_kept_among_the_tests():
    text = (Path(__file__).parents[2] / "cases" / "two_leaves_one_spine" / "dump.out").read_text()
    assert [each.name for each in FORMATS.values() if each.recognise(text)] == ["ibnetdiscover"]


@without_shared
def test_no_format_claims_what_is_no_topology():
    with (SHARED / "manifest.csv").open(newline="", encoding="utf-8") as lines:
        others = [row["file"] for row in csv.DictReader(lines) if row["family"] != "topology"]
    assert len(others) > 20
    assert {name: claimed for name in others if (claimed := claimed_by(name))} == {}


@without_shared
@pytest.mark.parametrize("name", [name for name in NAMES if format_of(name) in FOREIGN])
def test_a_foreign_topology_is_refused_with_the_formats_that_are_read(name: str):
    with pytest.raises(FormatError, match="formats read: ibnetdiscover"):
        read_files([shared_file(name)])
