"""Files that people drop by mistake or in malice, and the answer that each must get, by whatever door."""

import bz2
import io
import lzma
import tarfile
import zipfile
from dataclasses import dataclass
from random import Random

from tests.fuzz.seeds import AIR, CONFIG_DB, GRAPHML, LLDP, MINIGRAPH, NCCL, NODE_LINK, SLURM_CONF

DEEP = 10_000
LIST = """\
From device;From role;From port;To device;To role;To port;Speed (Gbps)
host1;server;e0;leaf1;leaf;1;400
host2;server;e0;leaf1;leaf;2;400
leaf1;leaf;33;spine1;spine;1;800
"""
ENTITIES = '<?xml version="1.0"?>\n<!DOCTYPE lol [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>\n'


@dataclass(frozen=True)
class Refused:
    """Files that are not read; ``says`` stands in the answer."""

    files: tuple[tuple[str, bytes], ...]
    says: str


@dataclass(frozen=True)
class ReadInPart:
    """A file that is read: so many switches, hosts and links, and a finding of a rule at a place."""

    content: bytes
    counts: tuple[int, int, int]
    rule: str
    at: str


def _file(content: bytes | str, says: str) -> Refused:
    return Refused((("drop.txt", content if isinstance(content, bytes) else content.encode()),), says)


def _zip() -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w") as archive:
        archive.writestr("topology.conf", SLURM_CONF)
    return held.getvalue()


def _tar() -> bytes:
    held = io.BytesIO()
    with tarfile.open(fileobj=held, mode="w") as archive:
        member = tarfile.TarInfo("topology.conf")
        member.size = len(SLURM_CONF)
        archive.addfile(member, io.BytesIO(SLURM_CONF.encode()))
    return held.getvalue()


def _deep(before: str, after: str) -> str:
    return before + '{"a":' * DEEP + "1" + "}" * DEEP + after


def _without_head(xml: str) -> str:
    return xml.partition("?>\n")[2] if xml.startswith("<?xml") else xml


REFUSED = {
    "a zip archive": _file(_zip(), "drop.txt looks like a zip archive (unpack it first)"),
    "a tar archive": _file(_tar(), "drop.txt looks like binary data"),
    "bzip2": _file(bz2.compress(SLURM_CONF.encode()), "bzip2 data (unpack it first)"),
    "xz": _file(lzma.compress(SLURM_CONF.encode()), "xz data (unpack it first)"),
    "GraphML with entities": _file(ENTITIES + _without_head(GRAPHML), "document type or entities"),
    "NCCL's XML with entities": _file(ENTITIES + NCCL, "document type or entities"),
    "a minigraph with entities": _file(ENTITIES + MINIGRAPH, "document type or entities"),
    "deep JSON": _file("[" * DEEP + "]" * DEEP, "looks like JSON"),
    "a deep graph": _file(
        NODE_LINK.replace('"a"', _deep("", ""), 1), "line 2: nested deeper than 100 levels"
    ),
    "a deep configuration": _file(CONFIG_DB.replace('"100000"', _deep("", ""), 1), "line 2: nested deeper"),
    "a deep lab": _file(AIR.replace('"lab"', _deep("", ""), 1), "line 1: nested deeper"),
    "deep neighbours": _file(LLDP.replace('"LLDP"', _deep("", ""), 1), "line 2: nested deeper"),
    "UTF-16": _file(SLURM_CONF.encode("utf-16"), "UTF-16 text (save it as UTF-8)"),
    "UTF-16 without a mark": _file(SLURM_CONF.encode("utf-16-le"), "looks like binary data"),
    "rubbish": _file(Random(4).randbytes(5_000), "drop.txt looks like binary data"),
    "rubbish without zeros": _file(bytes(Random(4).choices(range(128, 256), k=5_000)), "binary data"),
    "nothing": _file(b"", "drop.txt is empty"),
    "blanks": _file(b" \r\n\t\n", "drop.txt is empty"),
    "prose": _file("Dear all,\nplease find attached\n", "text that begins with “Dear all,”"),
    "a web page": _file("<!DOCTYPE html>\n<html><body>Sign in</body></html>", "a web page (HTML)"),
    "two formats": Refused(
        (("a.conf", SLURM_CONF.encode()), ("b.xml", GRAPHML.encode())),
        "different formats: a.conf is Slurm topology.conf or topology.yaml, b.xml is GraphML",
    ),
    "a format and rubbish": Refused(
        (("a.conf", SLURM_CONF.encode()), ("b.txt", b"Dear all,\n")), "b.txt looks like text that begins"
    ),
    "a graph of no device": _file(
        '{"directed": false, "multigraph": false, "graph": {}, "nodes": [], "links": []}', "names no device"
    ),
    "a list of no cable": _file("From,From port,To,To port\n", "no device"),
    "an empty lab": _file("name: lab\ntopology:\n  nodes: {}\n  links: []\n", "no node"),
    "no switch": _file("BlockSizes=2,4\n", "declares no switch and no block"),
    "an HPCC network of nothing": _file("0 0 0\n\n", "node"),
}

READ_IN_PART = {
    # In an old encoding one name has a broken letter; it is shown as such, and the cables are all there.
    "Latin-1": ReadInPart(LIST.replace("host1", "hôte1").encode("latin-1"), (2, 2, 3), "", ""),
    "a node twice": ReadInPart(
        NODE_LINK.replace('{"id": "b"}', '{"id": "b"}, {"id": "b"}').encode(),
        (1, 2, 2),
        "line.unread",
        "line 2",
    ),
    "a switch twice": ReadInPart(
        (SLURM_CONF + "SwitchName=leaf2 Nodes=node09\n").encode(), (3, 9, 11), "switch.twice", "line 3"
    ),
    "a bad row": ReadInPart(
        LIST.replace("host2;server;e0;leaf1", "host2;server;e0;").encode(),
        (2, 1, 2),
        "line.unread",
        "line 3",
    ),
    "a port twice": ReadInPart(
        LIST.replace("leaf;2;400", "leaf;1;400").encode(), (2, 2, 2), "port.twice", "line 3"
    ),
    "XML that was cut off": ReadInPart(
        GRAPHML[: GRAPHML.rindex("<edge")].encode(), (1, 2, 1), "file.cut", ""
    ),
    "zeros in the middle": ReadInPart(LIST.replace("host1", "ho\0st1").encode(), (2, 2, 3), "", ""),
}
