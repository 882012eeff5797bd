"""Readers take time in proportion to a file's length, whatever it repeats; only a FormatError escapes."""

import contextlib
from time import process_time

import pytest

from simcore.errors import FormatError
from simcore.formats import FORMATS, read_files

LENGTH = 50_000
# A quadratic look at so much text takes minutes; a linear one some tenths on a slow machine.
LONGEST = 3.0

RUNS = {
    "iblinkinfo": [
        "Switch: 0x1 a:\n   1    1[  ] ==(" + " " * LENGTH + ')==>   2    1[  ] "b" ( )\n',
        "Switch: 0x1 a:\n   1    1[  ] ==( 4X" + " " * LENGTH + ')==>   2    1[  ] "b" ( )\n',
    ],
    "slurm": [
        "SwitchName=a Nodes=" + "[" * LENGTH,
        "SwitchName=a Nodes=" + "b," * LENGTH,
        "SwitchName=a " + "x" * LENGTH,
        "SwitchName=a Nodes=b\n#a=b" + " " * LENGTH + "c",
        "SwitchName=a \\\n" + "\\\n" * LENGTH,
        "-" + "\n" * LENGTH,
        "- topology: a\n" + "{" * LENGTH,
        "- topology: a\n  tree:\n" + "- " * LENGTH,
        "#\n" * LENGTH + "x",
    ],
    "topology-dot": [
        " " * LENGTH,
        "\n" * LENGTH + "graph",
        "graph" + " " * LENGTH + "x",
        "graph {" + "/*" * LENGTH,
        'graph {"' + '\\"' * LENGTH,
        "graph {a" + "-" * LENGTH,
        "graph {" + "a--" * LENGTH,
        "graph {" + "a[" * LENGTH,
        "/*" * LENGTH,
    ],
    "containerlab": [
        "topology:\n" + "\n" * LENGTH,
        "topology: {" + "{" * LENGTH,
        "topology:\n" + "  a: [" * LENGTH,
        "topology:\n  nodes:\n" + "    a: b\n" * (LENGTH // 10),
        "topology:\n  nodes: [" + "a," * LENGTH + "]",
    ],
    "lldp": [
        '{"lldp": "' + '\\"' * LENGTH,
        '{"lldp": ' + "[" * LENGTH,
        "LLDP neighbors:\n" + "\n" * LENGTH,
        "Interface: a, via: LLDP\n  SysName: a" + " " * LENGTH + "b",
        '{"swp1": {' + '"iface_obj" ' * LENGTH,
    ],
    "sonic-config": [
        '{"PORT|a' + " " * LENGTH,
        '{"DEVICE_NEIGHBOR": {' + '"a":{},' * LENGTH,
        '{"a":"' * LENGTH,
    ],
    "sonic-minigraph": [
        "<" * LENGTH,
        "<DeviceMiniGraph>" + "<a/>" * LENGTH,
        "<DeviceMiniGraph " + "a" * LENGTH,
    ],
    "nccl-topology": [
        '<system><cpu><pci class="0x030000" link_speed="' + run * LENGTH + '"/></cpu></system>'
        for run in ("1", "1.", "1 ", " ", "GT/")
    ],
    "hpcc": ["3 1 2\n2\n0 2 " + "1" * LENGTH + "Gbps 1us 0\n1 2 1Gbps " + "1" * LENGTH + "us 0\n"],
    "cable-list": [
        "From,From port,To,To port,Speed\na,1,b,2," + run * LENGTH + "\n"
        for run in ("1", "1 ", " ", "1.", "Gb")
    ],
    "graphml": [
        '<graphml><graph><node id="a"/><node id="b"/><edge source="a" target="b"><data key="'
        + key
        + '">'
        + run * LENGTH
        + "</data></edge></graph></graphml>"
        for key in ("speed", "length")
        for run in ("1", "1.", "1 ", "G")
    ],
    "ibnetdiscover-p": [
        "SW  7  1 0x00000000000000a1 4x QDR"
        + run * LENGTH
        + "- CA  9  1 0x00000000000000e1 ( 'leaf' - 'n1 HCA-1' )\n"
        for run in (" ", " -", "- ", "(")
    ],
    "air": ['{"nodes": {"links": [' + "[" * LENGTH, '{"nodes"' + " " * LENGTH, '{"nodes": {' + '"' * LENGTH],
}


@pytest.mark.parametrize(
    ("name", "text"),
    [pytest.param(name, text, id=f"{name}-{row}") for name in RUNS for row, text in enumerate(RUNS[name])],
)
def test_a_long_run_is_read_or_refused_in_linear_time(name: str, text: str):
    begun = process_time()
    for each in FORMATS.values():
        each.recognise(text)
    with contextlib.suppress(FormatError):
        read_files([("a.txt", text.encode())], as_format=name)
    assert process_time() - begun < LONGEST
