"""No topology of the manifest is forgotten: each of its facts is checked, here or in a test that is named,
or named as one that is not about the topology; and each file is claimed by the format that it is in."""

import ast
import csv
import re
from pathlib import Path

import pytest

from simcore.errors import FormatError
from simcore.formats import FORMATS, read_files
from tests.shared_files import SHARED, holds, shared_file
from tests.simcore.formats.manifest_checks import File
from tests.simcore.formats.manifest_facts import FACTS, In

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
