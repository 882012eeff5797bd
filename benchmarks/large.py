"""Large fabrics in a running studio: read, opened, changed, checked and written, and the memory for it.

16,384 GPUs stand in 2,048 servers below three tiers. They are imported as an InfiniBand dump, whose order and
names the groups of a document find little in, so that what is measured is not the easy case; the k = 48 fat
tree is generated, and is written in groups. Times are wall times of whole requests over loopback.
"""

import json
import re
import sys
from collections.abc import Callable, Iterator
from functools import partial
from http.client import BAD_REQUEST, CONFLICT
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, Final

from benchmarks.bars import Bar
from simcore.document.fabric import FabricDocument
from simcore.formats.writing import EXPORTS, write_files
from simcore.templates import TEMPLATES
from tests.system.running import Answer, Studio, running_studio

SIXTEEN: Final = {
    **{"pods": 16, "units_per_pod": 4, "hosts_per_unit": 32, "rails": 8, "gpus_per_host": 8},
    **{"spines_per_rail": 4, "leaf_cables": 8, "cores_per_group": 32, "core_cables": 1},
}
FAT_TREE: Final = {"k": 48}
EDITS: Final = 7
MB: Final = 1e6


def bars() -> Iterator[Bar]:
    """Measure against a studio of its own, in an empty folder."""
    with TemporaryDirectory() as folder, running_studio(Path(folder)) as studio:
        yield from _of_a_dump(studio)
        yield Bar("memory of the web process at its most", _peak(studio) / MB, "MB", most=500.0)
        yield from _of_a_tree(studio)
        yield Bar("memory at its most, the tree among it", _peak(studio) / MB, "MB")


def _of_a_dump(studio: Studio) -> Iterator[Bar]:
    document = _made("rail-optimised-pods", SIXTEEN)
    (written,) = write_files(EXPORTS["ibnetdiscover"], document)
    gpus = 8 * sum(device.type == document.devices[0].type for device in document.devices)
    yield Bar("GPUs", gpus, "", least=16_384)
    yield Bar("cables", len(document.cables), "", says=f"{len(document.devices):,} devices")
    took, answer = _timed(lambda: studio.send_file("/fabrics/import", "dump.txt", written.content))
    yield Bar("import of its dump", took, "s", most=10.0, says=f"{len(written.content) / MB:.1f} MB of text")
    path = f"/fabrics/{answer.body['id']}"
    took, opened = _timed(lambda: studio.ask("GET", f"{path}/grouped"))
    yield Bar("opening it", took, "s", most=3.0, says="the server's part")
    yield from _edits(studio, path, opened.body["document"]["devices"], most=300.0)
    took, _ = _timed(lambda: studio.ask("GET", f"{path}/state"))
    yield Bar("checks, counts and digest of it", took, "s", most=2.0, says="the whole request after an edit")
    for name, export in EXPORTS.items():
        took, answer = _timed(partial(studio.ask, "GET", f"{path}/export?format={name}"))
        says = f"refused: {answer.body['detail']:.80}" if answer.status == CONFLICT else ""
        yield Bar(f"export: {export.title}", took, "s", most=5.0, says=says)


def _of_a_tree(studio: Studio) -> Iterator[Bar]:
    document = _made("fat-tree", FAT_TREE)
    content = document.model_dump(mode="json")
    took, answer = _timed(lambda: studio.ask("POST", "/fabrics", {"document": content}))
    cables, hosts = len(document.cables), answer.body["counts"]["hosts"]
    yield Bar("k = 48 fat tree saved whole", took, "s", says=f"{hosts:,} hosts, {cables:,} cables")
    path = f"/fabrics/{answer.body['id']}"
    took, opened = _timed(lambda: studio.ask("GET", f"{path}/grouped"))
    size = len(json.dumps(opened.body["document"]))
    yield Bar("opening it in groups", took, "s", most=3.0, says=f"{size / 1e3:.1f} kB of document")
    yield from _edits(studio, path, content["devices"], most=None)


def _edits(studio: Studio, path: str, devices: list[dict[str, Any]], *, most: float | None) -> Iterator[Bar]:
    """Move a device a few times; the first edit finds nothing in memory."""
    identity = next(device["id"] for device in devices if "each" not in device)
    operate = f"{path}/operations"
    times = []
    for number in range(1, EDITS + 1):
        change = {"id": identity, "fields": {"x": number, "y": 1}}
        body = {"operations": [{"kind": "set", "devices": [change]}]}
        times.append(1e3 * _timed(partial(studio.ask, "POST", operate, body, If_Match=f'"{number}"'))[0])
    later = sorted(times[1:])
    yield Bar("an edit saved, the first", times[0], "ms", most=most, says="nothing in memory yet")
    yield Bar("an edit saved, those after it", later[len(later) // 2], "ms", most=most, says="the median")


def _made(template: str, values: dict[str, int]) -> FabricDocument:
    document, findings = TEMPLATES[template].make(dict(values))
    if document is None:
        raise RuntimeError(f"{template}: {findings[0].says}")
    return document


def _timed(ask: Callable[[], Answer]) -> tuple[float, Answer]:
    """Return the wall time of a request (s) and its answer; one that fails ends the measurement."""
    began = perf_counter()
    answer = ask()
    took = perf_counter() - began
    if answer.status >= BAD_REQUEST and answer.status != CONFLICT:
        raise RuntimeError(f"{answer.status} {answer.body!s:.300}")
    return took, answer


def _peak(studio: Studio) -> float:
    """Return the most memory that the web process has had, bytes (Linux)."""
    (web,) = (pid for pid, line in studio.descendants().items() if "studio.embedded.web" in line)
    status = Path(f"/proc/{web}/status").read_text(encoding="utf-8")
    found = re.search(r"VmHWM:\s+(\d+) kB", status)
    return 1024.0 * int(found[1]) if found else sys.float_info.max
