"""The count of lines that were not understood, for every reader: no fault in a file counts as none."""

import pytest

from simcore.formats import FORMATS, read_files
from simcore.formats.rejected import Rejected
from tests.fuzz.seeds import SEEDS
from tests.simcore.formats.surveys import survey

# Format, what stands in its small file, what is put in its place, and how many lines are then not understood.
FAULTS = (
    ("ibnetdiscover", "vendid=0x2c9", "vendid=0x2c9\nno line of a dump", 1),
    ("ibnetdiscover-p", "SW     1  8 ", "no line of a list\nSW     1  8 ", 1),
    ("iblinkinfo", "==>", "==?", 1),
    ("opensm-subnet", "PHY=4x", "PHX=4x", 1),
    ("slurm", "SwitchName=leaf1", "Leaf=9\nSwitchName=leaf1", 1),
    ("slurm", "  cluster_default: true\n", "  cluster_default: true\n- topology: of no kind\n", 1),
    ("simai", "0 4 2880Gbps", "zero 4 2880Gbps", 1),
    ("hpcc", "0 4 100Gbps", "zero 4 100Gbps", 1),
    ("htsim", "Tiers 2", "Tiers 2\nColour blue", 1),
    ("astra-network", "latency:", "colour: blue\nlatency:", 1),
    # From line 8 on, of 14, the file is no XML.
    ("nccl-topology", "    </pci>\n", "    </pcj>\n", 7),
    # The graph is not closed by the eleventh of twelve lines.
    ("graphml", "  </graph>\n", "  </grapf>\n", 2),
    ("graphml", 'source="b" ', "", 1),
    ("node-link", '{"id": "b"}', "7", 1),
    ("node-link", '"gbps": 200}, {', '"speed": "200"}, {', 1),
    ("sonic-config", '"name": "spine1", ', "", 1),
    ("sonic-minigraph", "</DeviceLinkBase>\n", "</DeviceLinkBase>\n<DeviceLinkBase></DeviceLinkBase>\n", 1),
    ("air", '{"node": "leaf1", "interface": "swp2"}', '"unconnected"', 1),
    ("topology-dot", '  "host1" [', '  ]\n  "host1" [', 1),
    ("containerlab", '"leaf1:e1-1", ', "", 1),
    ("netbox", "host1,dcim.interface,e0", ",dcim.interface,e0", 1),
    ("avd", "l3leaf,leaf1a,Ethernet5", "l3leaf,,Ethernet5", 1),
    ("sonic-lab", "fan1,Ethernet2,host1", "fan1,Ethernet2,", 1),
    ("cable-list", "400;3 m", "fast;3 m", 1),
    # A speed and a length that are none are one line.
    ("cable-list", "400;3 m", "fast;far", 1),
    ("cable-list", "400;3 m", "-400;3 m", 1),
    ("lldp", '"chassis": {"host2": {"mgmt-ip": ["10.0.0.2"]}}', '"chassis": {}', 1),
)


def test_a_clean_file_of_each_format_has_no_line_that_is_not_understood():
    found = {
        (name, text): read_files([("f", text.encode())], name).facts["lines_unread"] for name, text in SEEDS
    }
    assert {count for count in found.values()} == {0}


@pytest.mark.parametrize(("name", "there", "instead", "count"), FAULTS)
def test_a_line_that_is_not_understood_is_counted(name, there, instead, count):
    text = next(text for format_name, text in SEEDS if format_name == name and there in text)
    facts = read_files([("f", text.replace(there, instead, 1).encode())], name).facts
    assert facts["lines_unread"] == count, facts["findings"]


def test_every_reader_is_among_them():
    assert {name for name, *_ in FAULTS} == set(FORMATS)


def test_a_line_with_two_faults_counts_once():
    found = survey()
    rejected = Rejected()
    rejected.add(3, "no speed")
    rejected.add(3, "no length")
    rejected.tell(found)
    assert found.lines_unread == 1
