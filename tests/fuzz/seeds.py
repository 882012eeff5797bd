"""A small file of each format, written by hand: what the mutations begin with.

Each is recognised by its own format and by no other.
"""

from typing import Final

from tests.simcore.formats.subnets import two_rails

SLURM_CONF = """\
# two leaves under one spine
SwitchName=leaf1 Nodes=node[01-04]
SwitchName=leaf2 Nodes=node[05-08] LinkSpeed=400
SwitchName=spine1 Switches=leaf[1-2]
"""
SLURM_YAML = """\
---
- topology: halls
  cluster_default: true
  tree:
    switches:
      - switch: spine1
        children: leaf[1-2]
      - switch: leaf1
        nodes: node[01-04]
      - switch: leaf2
        nodes: node[05-08]
"""
SIMAI = """\
7 2 1 3 9 H100
4 5 6
0 4 2880Gbps 0.000025ms 0
1 4 2880Gbps 0.000025ms 0
2 5 400Gbps 0.0005ms 0
3 5 400Gbps 0.0005ms 0
0 5 400Gbps 0.0005ms 0
1 6 400Gbps 0.0005ms 0
2 6 400Gbps 0.0005ms 0
3 6 400Gbps 0.0005ms 0
5 6 400Gbps 0.0005ms 0
"""
HPCC = """\
5 1 4
4
0 4 100Gbps 1000ns 0
1 4 100Gbps 1000ns 0
2 4 100Gbps 0.001ms 0
3 4 100Gbps 0.001ms 0
"""
GRAPHML = """\
<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
  <key id="d0" for="node" attr.name="kind" attr.type="string"/>
  <key id="d1" for="edge" attr.name="gbps" attr.type="double"/>
  <graph edgedefault="undirected">
    <node id="a"><data key="d0">server</data></node>
    <node id="b"><data key="d0">server</data></node>
    <node id="s"><data key="d0">switch</data></node>
    <edge source="a" target="s"><data key="d1">400</data></edge>
    <edge source="b" target="s"><data key="d1">400</data></edge>
  </graph>
</graphml>
"""
NODE_LINK = """\
{"directed": false, "multigraph": false, "graph": {},
 "nodes": [{"id": "a"}, {"id": "b"}, {"id": "s", "kind": "switch"}],
 "links": [{"source": "a", "target": "s", "gbps": 200}, {"source": "b", "target": "s", "gbps": 200}]}
"""
CONFIG_DB = """\
{"DEVICE_METADATA": {"localhost": {"hostname": "leaf1", "hwsku": "ACME-32", "type": "LeafRouter"}},
 "PORT": {"Ethernet0": {"alias": "Eth1/1", "lanes": "0,1,2,3", "speed": "100000"},
          "Ethernet4": {"alias": "Eth1/2", "lanes": "4,5,6,7", "speed": "N/A"}},
 "DEVICE_NEIGHBOR": {"Ethernet0": {"name": "spine1", "port": "Ethernet8"},
                     "Ethernet4": {"name": "host1", "port": "eth0"}}}
"""
MINIGRAPH = """\
<DeviceMiniGraph xmlns="Microsoft.Search.Autopilot.Evolution">
  <PngDec>
    <DeviceInterfaceLinks>
      <DeviceLinkBase>
        <ElementType>DeviceInterfaceLink</ElementType>
        <StartDevice>leaf1</StartDevice><StartPort>Eth1/1</StartPort>
        <EndDevice>spine1</EndDevice><EndPort>Eth1/8</EndPort><Bandwidth>100000</Bandwidth>
      </DeviceLinkBase>
    </DeviceInterfaceLinks>
  </PngDec>
  <Hostname>leaf1</Hostname>
</DeviceMiniGraph>
"""
AIR = """\
{"format": "JSON", "title": "lab", "content": {
  "nodes": {"leaf1": {"os": "generic/switch", "cpu": 2}, "host1": {"os": "generic/host", "cpu": 1}},
  "links": [[{"node": "leaf1", "interface": "swp1"}, {"node": "host1", "interface": "eth1"}],
            [{"node": "leaf1", "interface": "swp2"}, "unconnected"]]}}
"""
DOT = """\
graph "lab" {
  // drawn by hand
  LLDP = "lldp.txt"
  "leaf1" [function="leaf" os="some" memory="768"]
  "host1" [function="host"]
  "leaf1":"swp1" -- "host1":"eth1"
  "leaf1":"eth0" -- "oob":"swp9" [left_pxebootinterface="eth0"]
}
"""
CONTAINERLAB = """\
name: lab
topology:
  kinds:
    linux:
      image: alpine
  nodes:
    leaf1: {kind: srl, labels: {graph-level: 2}}
    host1: {kind: linux}
  links:
    - endpoints: ["leaf1:e1-1", "host1:eth1"]
"""
LLDP = """\
{"lldp": {"interface": [
  {"swp1": {"via": "LLDP", "chassis": {"host1": {"id": {"type": "mac", "value": "02:00:00:00:00:01"}}},
            "port": {"id": {"type": "ifname", "value": "eth1"}, "descr": "eth1"}}},
  {"swp2": {"via": "LLDP", "chassis": {"host2": {"mgmt-ip": ["10.0.0.2"]}},
            "port": {"id": {"type": "mac", "value": "02:00:00:00:00:02"}, "descr": "eth1"}}}]}}
"""
LLDP_0 = """\
{"lldp": [{"interface": [{"name": "eth1", "via": "LLDP",
  "chassis": [{"id": [{"type": "mac", "value": "02:00:00:00:00:09"}], "name": [{"value": "leaf1"}]}],
  "port": [{"id": [{"type": "ifname", "value": "swp2"}], "descr": [{"value": "swp2"}]}]}]}]}
"""
HTSIM = """\
# a leaf-spine of 8 hosts
Nodes 8
Tiers 2
Podsize 8

Tier 0
Downlink_speed_Gbps 100
Radix_Down 4
Radix_Up 2
Downlink_Latency_ns 1000
Switch_Latency_ns 0
Oversubscribed 2

Tier 1
Downlink_speed_Gbps 100
Radix_Down 2
Downlink_Latency_ns 1000
Switch_Latency_ns 0
"""
NCCL = """\
<system version="1">
  <cpu numaid="0" affinity="ffff" arch="x86_64" vendor="GenuineIntel" familyid="6" modelid="85">
    <pci busid="0000:07:00.0" class="0x060400" link_speed="16 GT/s" link_width="16">
      <pci busid="0000:0a:00.0" class="0x030200" link_speed="16 GT/s" link_width="16">
        <gpu dev="0" sm="80" rank="0" gdr="1">
          <nvlink target="0000:c4:00.0" count="12" tclass="0x068000"/>
        </gpu>
      </pci>
      <pci busid="0000:0c:00.0" class="0x020700" link_speed="16.0 GT/s PCIe" link_width="16">
        <nic><net name="mlx5_0" dev="0" speed="200000" port="1" guid="0x1"/></nic>
      </pci>
    </pci>
  </cpu>
</system>
"""

ASTRA: Final = """# switches of two, rings of three of them, pairs of these
topology: [ Switch, Ring, FullyConnected ]
npus_count: [ 2, 3, 2 ]
bandwidth: [ 400.0, 50.0, 12.5 ]  # GB/s
latency: [ 936.25, 500.0, 500 ]  # ns
"""

_NET = two_rails()
NETBOX = """\
side_a_device,side_a_type,side_a_name,side_b_device,side_b_type,side_b_name,length,length_unit
leaf1,dcim.interface,Eth1/1,panel1,dcim.frontport,7,3,m
panel1,dcim.rearport,7,circuit9,circuits.circuittermination,A,30,m
circuit9,circuits.circuittermination,Z,spine1,dcim.interface,p1,10,ft
host1,dcim.interface,e0,leaf1,dcim.interface,Eth2/1,,
leaf1,dcim.interface,49,host2,dcim.interface,"e0,e1",,
"""
NETBOX_DEVICES = """\
name,role,manufacturer,device_type,status,site,tags
leaf1,Leaf,NVIDIA,QM9700,active,hall,"a,b"
host1,server,NVIDIA,DGX-H100,active,hall,
"""
# Read with devices beside them alone.
NETBOX_TYPES = """\
---
manufacturer: NVIDIA
model: QM9700
slug: nvidia-qm9700
interfaces:
  - name: Eth1/1
    type: 400gbase-x-osfp
  - {name: mgmt0, type: 1000base-t, mgmt_only: true}
---
manufacturer: NVIDIA
model: DGX-H100
interfaces:
  - name: e0
    type: infiniband-ndr
"""
AVD = """\
Node Type,Node,Node Interface,Peer Type,Peer Node,Peer Interface,Node Interface Enabled
l3leaf,leaf1a,Ethernet1,spine,spine1,Ethernet1,True
l3leaf,leaf1a,Ethernet3,mlag_peer,leaf1b,Ethernet3,True
l3leaf,leaf1a,Ethernet5,server,host1,PCI1,True
spine,spine1,Ethernet1,l3leaf,leaf1a,Ethernet1,True
"""
SONIC_LAB = """\
StartDevice,StartPort,EndDevice,EndPort,BandWidth,VlanID,VlanMode
tor1,Ethernet0,fan1,Ethernet1,40000,1681,Access
fan1,Ethernet2,host1,p4p1,10000,,Trunk
"""
CABLE_LIST = """\
From device;From role;From port;To device;To port;Speed (Gbps);Length
host1;server;e0;leaf1;1;400;3 m
host2;server;e0;leaf1;2;400;5
leaf1;leaf;33;spine1;1;800;
"""
# Files that are read with another: of a format, what is mutated and what stands beside it.
BESIDE: Final[dict[str, tuple[str, str]]] = {"netbox": (NETBOX_TYPES, NETBOX_DEVICES)}
SEEDS: Final[tuple[tuple[str, str], ...]] = (
    ("ibnetdiscover", _NET.ibnetdiscover()),
    ("ibnetdiscover-p", _NET.ibnetdiscover_p()),
    ("iblinkinfo", _NET.iblinkinfo()),
    ("iblinkinfo", _NET.iblinkinfo(on_one_line=True)),
    ("opensm-subnet", _NET.opensm_subnet()),
    ("slurm", SLURM_CONF),
    ("slurm", SLURM_YAML),
    ("simai", SIMAI),
    ("hpcc", HPCC),
    ("graphml", GRAPHML),
    ("node-link", NODE_LINK),
    ("sonic-config", CONFIG_DB),
    ("sonic-minigraph", MINIGRAPH),
    ("air", AIR),
    ("topology-dot", DOT),
    ("containerlab", CONTAINERLAB),
    ("lldp", LLDP),
    ("lldp", LLDP_0),
    ("htsim", HTSIM),
    ("astra-network", ASTRA),
    ("nccl-topology", NCCL),
    ("netbox", NETBOX),
    ("netbox", NETBOX_DEVICES),
    ("avd", AVD),
    ("sonic-lab", SONIC_LAB),
    ("cable-list", CABLE_LIST),
)
