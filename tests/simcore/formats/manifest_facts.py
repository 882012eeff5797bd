"""Every fact that the manifest has of a topology: its check, the test that checks it, or why none does."""

from collections import Counter
from dataclasses import dataclass

from tests.simcore.formats.manifest_checks import (
    GBPS,
    Check,
    avd_roles,
    cables_by_kind,
    free_ports,
    hosts_are_names,
    is_unlinked,
    latencies_of_tiers,
    links_but_loops,
    listed_types,
    nanoseconds,
    pods_hold,
    reducing_switches,
    roles,
    rows_are_cables,
    speeds_of_lines,
    uplinks_are,
)


@dataclass(frozen=True)
class In:
    """A fact that another test checks, which must name it."""

    file: str
    test: str


@dataclass(frozen=True)
class No:
    """A fact that is not about the topology, and why it says nothing of the reading."""

    why: str


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
        "sharp_aggregation_nodes": reducing_switches,
        "cas_with_generic_name": lambda of, n: len(of.objects("name.factory")) == n,
        "distinct_first_words_of_ca_names": hosts_are_names,
        "links_unique": lambda of, n: of.facts["links"] == n - of.reducers(),
        "switch_switch_links": lambda of, n: cables_by_kind(of, {"switch"}) == n,
        "switch_ca_links": lambda of, n: cables_by_kind(of, {"switch", "server"}) == n - of.reducers(),
        "link_lines_by_speed": speeds_of_lines,
        "links_to_undeclared_nodes": lambda of, n: len(of.objects("node.undeclared")) == n,
    },
    "ibnetdiscover_p": {
        "unique_links": lambda of, n: of.facts["links"] == n,
        "unconnected_port_lines": free_ports,
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
        "nodes_without_links": is_unlinked,
        "link_ends_not_in_nodes": lambda of, n: of.objects("node.undeclared") == set(n),
        **dict.fromkeys(("nodes", "links", "kinds"), _LABS),
    },
    "netbox_csv": {
        "rows": rows_are_cables,
        "columns": _COLUMNS,
        "bom": _BOM,
        "roles": roles,
        "types": listed_types,
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
        "speeds_mbps": links_but_loops,
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
            cables_by_kind(of, {"switch", "server"}) == n - of.known["hosts"]
        ),
        "switch_switch_links": lambda of, n: cables_by_kind(of, {"switch"}) == n,
        "latencies": lambda of, n: (
            # The usual one is the latency of the fabric; that of NVLink is drawn within the servers.
            f"{nanoseconds(of):g}" == f"{1e6 * max(float(each[:-2]) for each in n):g}"
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
        "podsize": pods_hold,
        "tier_params": latencies_of_tiers,
        "host_gbps": lambda of, n: set(of.facts["ports_by_gbps"]) == {str(n)},
        "tor_up_down_capacity_ratio": uplinks_are,
        **dict.fromkeys(("nodes", "tiers", "tors", "spines"), _HTSIM),
    },
    "avd_topology_csv": {
        "rows": lambda of, n: (
            # Cables between switches are in two rows, those of servers in one.
            2 * cables_by_kind(of, {"switch"}) + cables_by_kind(of, {"switch", "server"}) == n
        ),
        "columns": _COLUMNS,
        "bom": _BOM,
        "unique_links": In("test_cable_lists", "test_the_facts_of_avd_s_example"),
        "node_types": avd_roles,
        "peer_types": avd_roles,
    },
}
