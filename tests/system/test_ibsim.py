"""The simulator ibsim loads what is written, and what the tools then print of it is read to the same fabric.

The tools are those of Debian's packages ibsim-utils, infiniband-diags and opensm.
"""

import os
import subprocess
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from shutil import which

import pytest

from simcore.document.fabric import FabricDocument
from simcore.document.findings import Severity
from simcore.formats import read_files, read_tables
from simcore.formats.writing import EXPORTS, write_files
from simcore.templates import TEMPLATES
from tests.simcore.formats.subnets import two_rails

PROGRAMS = ("ibsim", "ibsim-run", "ibnetdiscover", "iblinkinfo", "opensm")
LOST = [name for name in PROGRAMS if which(name, path=f"{os.environ['PATH']}:/usr/sbin:/sbin") is None]
pytestmark = [
    pytest.mark.system,
    pytest.mark.skipif(
        bool(LOST),
        reason=f"not installed: {', '.join(LOST)} (ibsim-utils, infiniband-diags, opensm)",
    ),
]
# One sweep, with its tables and lists beside its log.
SWEEP = ("opensm", "-o", "-f", "opensm.log", "-D", "0x43")
READY = "Network simulator ready"

Tool = Callable[..., str]


def from_two_rails() -> FabricDocument:
    """Two leaves, a spine, two hosts on two rails one with an adapter of two ports; 200, 40 and 25 Gb/s."""
    content = two_rails("4xHDR").ibnetdiscover().encode()
    return read_files([("two rails", content)]).document


@pytest.fixture(scope="module")
def tool(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tool]:
    """Run one of the tools on the subnet that ibsim simulates from our file, and return what it prints."""
    folder = tmp_path_factory.mktemp("ibsim")
    with simulated(from_two_rails(), folder) as run:
        yield run


class simulated:  # noqa: N801 - reads as a word of the test
    """A subnet simulated from a fabric as it is written; gives a function that runs a tool on it."""

    def __init__(self, document: FabricDocument, folder: Path) -> None:
        (written,) = write_files(EXPORTS["ibnetdiscover"], document)
        self._folder = folder
        self._net = folder / written.name
        self._net.write_bytes(written.content)
        self._environment = {
            **os.environ,
            "PATH": f"{os.environ['PATH']}:/usr/sbin:/sbin",
            "IBSIM_SOCKNAME": f"twinloom-{uuid.uuid4().hex[:12]}",
            "OSM_TMP_DIR": str(folder),
            "OSM_CACHE_DIR": str(folder),
        }

    def __enter__(self) -> Tool:
        self._log = (self._folder / "ibsim.log").open("w+")
        self._process = subprocess.Popen(
            ["ibsim", "-s", "-n", str(self._net)],
            env=self._environment,
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=subprocess.STDOUT,
            cwd=self._folder,
        )
        end = time.monotonic() + 20
        while READY not in self.said():
            assert self._process.poll() is None, self.said()
            assert time.monotonic() < end, self.said()
            time.sleep(0.02)
        return self._run

    def said(self) -> str:
        return (self._folder / "ibsim.log").read_text()

    def _run(self, *words: str) -> str:
        done = subprocess.run(
            ["ibsim-run", *words],
            env=self._environment,
            capture_output=True,
            text=True,
            timeout=60,
            cwd=self._folder,
            check=True,
        )
        return done.stdout

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.wait(timeout=10)
        self._log.close()


def drawn(document: FabricDocument) -> set[tuple[frozenset[str], float | None]]:
    """Return the cables by the names of devices and ports at their ends, with their speeds."""
    names = {device.id: device.name or device.id for device in document.devices}
    return {
        (
            frozenset(
                f"{names[device]}/{port}"
                for device, _, port in (cable.a.partition("/"), cable.b.partition("/"))
            ),
            cable.gbps,
        )
        for cable in document.cables
    }


@pytest.mark.parametrize(
    "words",
    [("ibnetdiscover",), ("ibnetdiscover", "-p"), ("iblinkinfo",), ("iblinkinfo", "-l")],
    ids=" ".join,
)
def test_what_a_tool_prints_of_the_simulated_subnet_is_the_fabric_that_was_written(
    tool: Tool, words: tuple[str, ...]
):
    reading = read_files([("printed", tool(*words).encode())])
    assert drawn(reading.document) == drawn(from_two_rails())
    assert reading.facts["lines_unread"] == 0
    assert {finding.severity for finding in reading.findings} <= {Severity.NOTE}


def test_a_subnet_manager_sweeps_the_fabric_and_lists_it_as_it_was_written(tmp_path: Path):
    with simulated(from_two_rails(), tmp_path) as run:
        assert "Entering MASTER state" in run(
            "opensm", "-o", "-f", str(tmp_path / "opensm.log"), "-D", "0x43"
        )
        linked = run("iblinkinfo")
    assert "Active/" in linked
    assert "Initialize/" not in linked
    reading = read_files([("subnet.lst", (tmp_path / "opensm-subnet.lst").read_bytes())])
    assert drawn(reading.document) == drawn(from_two_rails())
    assert reading.facts["format"] == "opensm-subnet"


def test_a_subnet_manager_routes_a_template_whole(tmp_path: Path):
    """8 leaves, a rail each, 2 spines, 8 servers: 10 switches with a way to each of 64 adapters."""
    document, findings = TEMPLATES["leaf-spine"].make(
        {"leaves": 8, "spines": 2, "hosts_per_leaf": 8, "rails": 8}
    )
    assert document is not None, findings
    with simulated(document, tmp_path) as run:
        run(*SWEEP)
        fabric = read_files([("printed", run("ibnetdiscover").encode())]).document
    tables = read_tables([("lfts", (tmp_path / "opensm-lfts.dump").read_bytes())], fabric)
    assert {len(table.routes) for table in tables.tables} == {64}
    assert len(tables.tables) == 10
