"""NCCL's topology files: a server type. Figures counted by hand, or from manifest.csv."""

import pytest
from shared_files import holds, shared_file

from simcore.document.fabric import DeviceType
from simcore.errors import FormatError
from simcore.formats import Reading, read_files
from simcore.formats.nccl_topology import pcie_gbps

# Two GPUs with 4 + 2 links to an NVSwitch, one NIC with two ports, one with one, a bridge, a disk.
DUMP = """<system version="1">
  <cpu numaid="0" arch="x86_64" vendor="GenuineIntel">
    <pci busid="0000:01:00.0" class="0x060400" link_speed="16.0 GT/s PCIe" link_width="16">
      <pci busid="0000:02:00.0" class="0x030200" link_speed="16.0 GT/s PCIe" link_width="16">
        <gpu dev="0" sm="80" rank="0" gdr="1">
          <nvlink target="0000:c4:00.0" count="4" tclass="0x068000"/>
        </gpu>
      </pci>
      <pci busid="0000:03:00.0" class="0x030200" link_speed="16.0 GT/s PCIe" link_width="16">
        <gpu dev="1" sm="80" rank="1" gdr="1">
          <nvlink target="0000:c4:00.0" count="1" tclass="0x068000"/>
          <nvlink target="0000:c5:00.0" count="1" tclass="0x068000"/>
        </gpu>
      </pci>
      <pci busid="0000:04:00.0" class="0x020700" link_speed="16.0 GT/s PCIe" link_width="16">
        <nic>
          <net name="mlx5_0" dev="0" speed="200000" port="1" guid="0x1"/>
          <net name="mlx5_0" dev="1" speed="200000" port="2" guid="0x2"/>
        </nic>
      </pci>
      <pci busid="0000:05:00.0" class="0x020000" link_speed="" link_width="">
        <nic>
          <net name="eth0" dev="2" speed="100000" port="1" guid="0x3"/>
        </nic>
      </pci>
      <pci busid="0000:06:00.0" class="0x010802" link_speed="" link_width=""/>
    </pci>
  </cpu>
</system>
"""


def read(text: str) -> Reading:
    return read_files([("system.xml", text.encode())])


def the_type(reading: Reading) -> DeviceType:
    [found] = reading.document.device_types
    return found


def says(reading: Reading, rule: str) -> str:
    [finding] = [each for each in reading.findings if each.rule == rule]
    return finding.says


def test_a_server_becomes_a_type_and_no_device():
    reading = read(DUMP)
    assert reading.format == "nccl-topology"
    assert not reading.document.devices
    found = the_type(reading)
    assert found.gpus == 2
    assert [(block.name, block.count, block.gbps) for block in found.ports] == [
        ("mlx5_0-port", 2, 200.0),
        ("eth0", 1, 100.0),
    ]


def test_links_of_nvlink_are_summed_for_each_gpu():
    assert "3 NVLink entries with 6 links: 2 or 4 a GPU" in says(read(DUMP), "nvlink.counts")


def of_hopper(text: str) -> str:
    """Return the dump with 4 links at each of two H100s."""
    text = text.replace('sm="80"', 'sm="90"')
    return text.replace('<nvlink target="0000:c5:00.0" count="1"', '<nvlink target="0000:c5:00.0" count="3"')


def test_links_of_gpus_alike_make_the_scale_up_domain_of_the_type():
    # 4 links of 200 Gb/s, of which NCCL counts 20.6 of 25 GB/s; NVSwitches add for Hopper, 0.85 of that.
    found = the_type(read(of_hopper(DUMP))).scale_up
    assert found is not None
    assert (found.gbps, found.adds, found.adding_efficiency) == (800.0, True, 0.85)
    assert found.efficiency == pytest.approx(0.824)


@pytest.mark.parametrize(
    ("before", "after"),
    [('class="0x068000"', 'class="0x030200"'), ('sm="90"', 'sm="80"')],
)
def test_nothing_adds_between_peers_or_before_hopper(before: str, after: str):
    found = the_type(read(of_hopper(DUMP).replace(before, after))).scale_up
    assert found is not None
    assert not found.adds


@pytest.mark.parametrize(
    "text",
    [
        DUMP,  # 4 links at one GPU, 2 at the other
        of_hopper(DUMP).replace('sm="90"', 'sm="12"'),
        of_hopper(DUMP).replace("nvlink", "xgmi"),
        of_hopper(DUMP).replace('sm="90"', 'sm="80"', 1),
    ],
)
def test_of_other_gpus_nothing_is_known_of_the_inside(text: str):
    assert the_type(read(text)).scale_up is None


def test_amds_words_are_known():
    text = DUMP.replace("nvlink", "xgmi").replace('class="0x030200"', 'class="0x120000"')
    assert the_type(read(text)).gpus == 2
    assert "6 links" in says(read(text), "nvlink.counts")


def test_an_adapter_faster_than_its_pcie_link_is_told():
    assert "400 Gb/s behind 192 Gb/s (line 15)" in says(read(DUMP), "pcie.narrow")
    wide = DUMP.replace("16.0 GT/s", "64.0 GT/s")
    assert "pcie.narrow" not in [finding.rule for finding in read(wide).findings]


def test_what_has_no_class_is_told_by_what_is_inside_or_left_out():
    text = DUMP.replace(' class="0x030200"', "").replace(' class="0x010802"', "")
    reading = read(text)
    assert the_type(reading).gpus == 2
    assert "1 PCI device without a class" in says(reading, "pci.unclassed")


@pytest.mark.parametrize(
    ("speed", "width", "gbps"),
    # In NCCL's table 2.5 GT/s are 15 units of 100 Mb/s a lane: 24 Gb/s on 16 lanes.
    [
        ("2.5 GT/s", "16", 24),
        ("8 GT/s", "16", 96),
        ("16.0 GT/s PCIe", "16", 192),
        ("32 GT/s", "8", 192),
        ("64 GT/s", "16", 768),
        ("Unknown speed", "16", 96),
        ("", "0", 96),
    ],
)
def test_pcie_links_are_rated_as_nccl_does(speed, width, gbps):
    assert pcie_gbps(speed, width) == gbps


def test_two_servers_alike_are_one_type():
    other = DUMP.replace('speed="100000"', 'speed="25000"').encode()
    document = read_files([("a", DUMP.encode()), ("b", DUMP.encode()), ("c", other)]).document
    assert len(document.device_types) == 2
    assert len({each.id for each in document.device_types}) == 2


def test_a_file_that_breaks_off_gives_what_stands_before():
    reading = read(DUMP.partition('<pci busid="0000:04')[0])
    assert the_type(reading).gpus == 2
    assert says(reading, "file.cut")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('<system version="1"><cpu numaid="0"/></system>', "neither a GPU nor an adapter"),
        ('<!DOCTYPE x [<!ENTITY a "b">]>\n' + DUMP, "looks like XML"),
        ('<graphs version="1"><graph id="0"/></graphs>', "NCCL graph file"),
        ('<system version="1"><cpu>' + "<pci>" * 10_000, "nested deeper than 100"),
    ],
)
def test_what_is_no_server_is_refused_with_the_reason(text, told):
    with pytest.raises(FormatError, match=told):
        read(text)


@pytest.mark.parametrize(
    "name", ["nccl_topo_xml/ndv4-topo.xml", "nccl_topo_xml/ndv5-topo.xml", "nccl_topo_xml/p4d-24xl-topo.xml"]
)
def test_the_file_of_a_cloud_holds_what_was_counted_in_it(name):
    known = holds(name)
    reading = read_files([shared_file(name)])
    found = the_type(reading)
    assert found.gpus == known["gpus_class_0302xx"]
    assert len(found.ports) == known["ib_nics_0207"] + known["eth_nics_0200"]
    parts = says(reading, "server.parts")
    assert f"{known['numa']} NUMA nodes" in parts
    assert f"{known['bridges_0604']} bridges" in parts
    for speed, count in known["link_speeds"].items():
        assert f"{count} at {speed} × 16" in parts
    assert says(reading, "speed.unknown").startswith(f"the speed of {len(found.ports)} adapters")
    assert "no NVLink in the file" in says(reading, "nvlink.counts")
    assert known["nvlink_elements"] == 0


def test_the_graph_file_of_a_cloud_is_refused():
    with pytest.raises(FormatError, match="NCCL graph file"):
        read_files([shared_file("nccl_graph_xml/ncv4-graph.xml")])
