"""Plain tables of links, flows and paths (CSV): read strictly, every error with its file and line.

``links``: link, src, dst, gbps, latency_s; directed. ``flows``: id, src, dst, bytes, start_s; an end is the
name of a host, or a number n for the host ``h<n>``. ``paths``: id, choice1, choice2, links, where links are
link numbers separated by blanks in path order; the choices are not read. Hosts are the nodes called h and a
number; where no node is called so, those with one neighbour.
"""

import csv
import io
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Final

import numpy as np
from numpy.typing import NDArray

from simcore.document.words import counted
from simcore.errors import FormatError
from simcore.topology import Topology, VertexKind
from simcore.units import bytes_per_second

LINKS: Final = ("link", "src", "dst", "gbps", "latency_s")
FLOWS: Final = ("id", "src", "dst", "bytes", "start_s")
PATHS: Final = ("id", "choice1", "choice2", "links")
HOST_NAME: Final = re.compile(r"h\d+")


@dataclass(frozen=True, slots=True)
class Table:
    """A file: its name for messages, and its text."""

    name: str
    text: str

    def error(self, line: int, says: str) -> FormatError:
        """Return the error of a line, counted from 1."""
        return FormatError(f"{self.name} line {line}: {says}")

    def rows(self, columns: Sequence[str]) -> list[tuple[int, list[str]]]:
        """Return the rows below the header with their line numbers, each as long as ``columns``."""
        reader = csv.reader(io.StringIO(self.text))
        self.check_header(columns)
        next(reader)
        found = []
        for row in reader:
            if not row:
                continue
            if len(row) != len(columns):
                fields = counted(len(row), "field")
                raise self.error(reader.line_num, f"{fields} where {len(columns)} are expected")
            found.append((reader.line_num, [field.strip() for field in row]))
        return found

    def check_header(self, columns: Sequence[str]) -> None:
        """Raise unless the first line names ``columns``."""
        header = self.text.partition("\n")[0].strip().removeprefix("\ufeff")
        if tuple(field.strip() for field in header.split(",")) != tuple(columns):
            raise self.error(1, f"the header must be {','.join(columns)}, got {header[:80]!r}")

    def number(self, line: int, column: str, text: str) -> float:
        """Return a finite number."""
        try:
            value = float(text)
        except ValueError:
            raise self.error(line, f"{column} must be a number, got {text[:40]!r}") from None
        if not isfinite(value):
            raise self.error(line, f"{column} must be finite, got {text}")
        return value


@dataclass(frozen=True, slots=True)
class FlowList:
    """F flows: numbers, ends as rows of vertices, sizes (bytes), starts (s)."""

    ids: NDArray[np.uint64]
    source: NDArray[np.int32]
    target: NDArray[np.int32]
    size: NDArray[np.float64]
    start: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class PathList:
    """The paths of F flows in compressed rows: flow i takes ``link[first[i]:first[i + 1]]``."""

    first: NDArray[np.int64]
    link: NDArray[np.int32]


def read_links(table: Table) -> Topology:
    """Return the fabric of a table of directed links, numbered 0, 1, 2 and so on."""
    vertex: dict[str, int] = {}
    ends: list[tuple[int, int]] = []
    rates, delays = [], []
    for line, (number, source, target, gbps, latency) in table.rows(LINKS):
        if number != str(len(ends)):
            raise table.error(line, f"links are numbered in order: expected {len(ends)}, got {number[:40]!r}")
        if not source or not target or source == target:
            raise table.error(line, f"a link needs two different ends, got {source!r} and {target!r}")
        rate, delay = table.number(line, "gbps", gbps), table.number(line, "latency_s", latency)
        if rate <= 0:
            raise table.error(line, f"gbps must be above 0, got {gbps}")
        if delay < 0:
            raise table.error(line, f"latency_s must be 0 or more, got {latency}")
        ends.append((vertex.setdefault(source, len(vertex)), vertex.setdefault(target, len(vertex))))
        rates.append(bytes_per_second(rate))
        delays.append(delay)
    if not ends:
        raise table.error(1, "there is no link in the file")
    sides = np.array(ends, dtype=np.int32)
    is_host = _hosts(list(vertex), sides)
    host_row = np.where(is_host, np.cumsum(is_host) - 1, -1).astype(np.int32)
    names = tuple(vertex)
    return Topology(
        vertex_ids=names,
        vertex_kind=np.where(is_host, VertexKind.ENDPOINT, VertexKind.SWITCH).astype(np.int8),
        vertex_host=host_row,
        vertex_tier=np.where(is_host, 0, -1).astype(np.int32),
        host_ids=tuple(name for name, host in zip(names, is_host, strict=True) if host),
        host_tags=tuple(() for _ in range(int(is_host.sum()))),
        cable_ids=tuple(str(row) for row in range((len(ends) + 1) // 2)),
        link_source=np.ascontiguousarray(sides[:, 0]),
        link_target=np.ascontiguousarray(sides[:, 1]),
        link_rate=np.array(rates),
        link_delay=np.array(delays),
        aggregation=(None,) * len(names),
    )


def _hosts(names: Sequence[str], sides: NDArray[np.int32]) -> NDArray[np.bool_]:
    by_name = np.array([HOST_NAME.fullmatch(name) is not None for name in names])
    if by_name.any():
        return by_name
    pairs = np.unique(np.sort(sides, axis=1), axis=0)
    neighbours: NDArray[np.bool_] = np.bincount(pairs.ravel(), minlength=len(names)) == 1
    return neighbours


def read_flows(table: Table, topology: Topology) -> FlowList:
    """Return the flows of a table; their numbers rise."""
    table.check_header(FLOWS)
    host = {name: row for row, name in enumerate(topology.vertex_ids) if topology.vertex_host[row] >= 0}
    numbers = _all_numbers(table)
    if numbers is None:
        lines, ids, source, target, size, start = _flows_by_name(table, host)
    else:
        lines = np.arange(2, numbers.shape[0] + 2)
        ids, size, start = numbers[:, 0], numbers[:, 3], numbers[:, 4]
        source, target = (_by_number(numbers[:, side], host) for side in (1, 2))
    if ids.shape[0] == 0:
        raise table.error(1, "there is no flow in the file")
    known = f"hosts are {topology.host_ids[0]} … {topology.host_ids[-1]}" if host else "there are no hosts"
    wrong: list[tuple[NDArray[np.bool_], Callable[[int], str]]] = [
        (
            ~((ids >= 0) & (ids == np.floor(ids)) & (ids < 2.0**53)),
            lambda row: f"id must be a whole number of 0 or more, got {ids[row]:g}",
        ),
        (
            np.concatenate([[False], ~(np.diff(ids) > 0)]),
            lambda row: f"ids must rise: {ids[row]:.0f} follows {ids[row - 1]:.0f}",
        ),
        (source < 0, lambda row: f"src is no host of the links; {known}"),
        (target < 0, lambda row: f"dst is no host of the links; {known}"),
        (source == target, lambda row: "the flow ends at the host where it begins"),
        (
            ~((size >= 0) & np.isfinite(size)),
            lambda row: f"bytes must be a finite number of 0 or more, got {size[row]:g}",
        ),
        (
            ~((start >= 0) & np.isfinite(start)),
            lambda row: f"start_s must be a finite number of 0 or more, got {start[row]:g}",
        ),
    ]
    _raise_first(table, lines, wrong)
    return FlowList(ids.astype(np.uint64), source, target, size, start)


def _raise_first(
    table: Table,
    lines: NDArray[np.int64],
    wrong: Sequence[tuple[NDArray[np.bool_], Callable[[int], str]]],
) -> None:
    """Raise for the first line that is wrong in any way."""
    found = [(int(np.argmax(rows)), says) for rows, says in wrong if rows.any()]
    if found:
        row, says = min(found, key=lambda each: each[0])
        raise table.error(int(lines[row]), says(row))


def _all_numbers(table: Table) -> NDArray[np.float64] | None:
    """Return the rows as numbers, the fast way; None where a row holds anything else."""
    lines = table.text.splitlines()[1:]
    while lines and not lines[-1].strip():
        lines.pop()
    if not lines:
        return np.empty((0, len(FLOWS)))
    if not all(lines):
        return None  # blank lines in between: line numbers have to be kept
    try:
        numbers = np.loadtxt(lines, delimiter=",", ndmin=2, comments=None)
    except ValueError:
        return None
    return numbers if numbers.shape == (len(lines), len(FLOWS)) else None


def _by_number(numbers: NDArray[np.float64], host: dict[str, int]) -> NDArray[np.int32]:
    """Return the hosts n or ``h<n>``, -1 where there is none."""
    values, place = np.unique(numbers, return_inverse=True)
    rows = [_host_row(f"{value:.0f}" if value == np.floor(value) else "", host) for value in values.tolist()]
    return np.array(rows, dtype=np.int32)[place]


def _host_row(name: str, host: dict[str, int]) -> int:
    return host.get(name, host.get(f"h{name}", -1))


def _flows_by_name(
    table: Table, host: dict[str, int]
) -> tuple[
    NDArray[np.int64],
    NDArray[np.float64],
    NDArray[np.int32],
    NDArray[np.int32],
    NDArray[np.float64],
    NDArray[np.float64],
]:
    rows = table.rows(FLOWS)
    lines = np.array([line for line, _ in rows], dtype=np.int64)
    columns = {
        name: np.array([table.number(line, name, row[FLOWS.index(name)]) for line, row in rows])
        for name in ("id", "bytes", "start_s")
    }
    ends = [np.array([_host_row(row[side], host) for _, row in rows], dtype=np.int32) for side in (1, 2)]
    return lines, columns["id"], ends[0], ends[1], columns["bytes"], columns["start_s"]


def read_paths(table: Table, topology: Topology, flows: FlowList) -> PathList:
    """Return the paths of ``flows``, in their order; each leads over links from source to target."""
    table.check_header(PATHS)
    lines = table.text.splitlines()[1:]
    while lines and not lines[-1].strip():
        lines.pop()
    if len(lines) != flows.ids.shape[0]:
        paths, known = counted(len(lines), "path"), counted(flows.ids.shape[0], "flow")
        raise table.error(len(lines) + 1, f"{paths} for {known}")
    fields = [line.split(",") for line in lines]
    numbers = np.arange(2, len(lines) + 2)
    for line, row in zip(numbers.tolist(), fields, strict=True):
        if len(row) != len(PATHS) or not row[3].strip():
            raise table.error(line, f"expected {','.join(PATHS)} with at least one link")
    ids = _whole_numbers(table, "id", [row[0] for row in fields], numbers)
    pieces = [row[3].split() for row in fields]
    hops = np.array([len(piece) for piece in pieces])
    line_of_link = np.repeat(numbers, hops)
    link = _whole_numbers(table, "link", [text for piece in pieces for text in piece], line_of_link)
    first = np.concatenate([[0], np.cumsum(hops)]).astype(np.int64)
    _raise_first(
        table,
        numbers,
        [(ids != flows.ids, lambda row: f"expected the path of flow {flows.ids[row]}, got {ids[row]}")],
    )
    _raise_first(
        table,
        line_of_link,
        [((link < 0) | (link >= topology.link_count), lambda row: f"there is no link {link[row]}")],
    )
    _check_ways(table, topology, flows, PathList(first, link.astype(np.int32)))
    return PathList(first, link.astype(np.int32))


def _whole_numbers(
    table: Table, column: str, texts: Sequence[str], lines: NDArray[np.int64]
) -> NDArray[np.int64]:
    try:
        return np.array(texts, dtype=np.int64) if texts else np.empty(0, dtype=np.int64)
    except (ValueError, OverflowError):
        for text, line in zip(texts, lines.tolist(), strict=True):
            if not re.fullmatch(r"\s*\d{1,18}\s*", text):
                raise table.error(line, f"{column} must be a whole number, got {text[:40]!r}") from None
        raise


def _check_ways(table: Table, topology: Topology, flows: FlowList, paths: PathList) -> None:
    """Raise where a path does not lead from its source to its target, or takes a link twice."""
    begins, ends = topology.link_source[paths.link], topology.link_target[paths.link]
    numbers = np.arange(2, flows.ids.shape[0] + 2)
    flow = np.repeat(np.arange(flows.ids.shape[0]), np.diff(paths.first))
    gap = np.zeros(paths.link.shape[0], dtype=bool)
    gap[1:] = (begins[1:] != ends[:-1]) & (flow[1:] == flow[:-1])
    keys = flow * topology.link_count + paths.link
    seen = np.sort(keys)
    twice = np.zeros(flows.ids.shape[0], dtype=bool)
    twice[seen[1:][seen[1:] == seen[:-1]] // topology.link_count] = True
    has_gap = np.zeros(flows.ids.shape[0], dtype=bool)
    has_gap[flow[gap]] = True
    _raise_first(
        table,
        numbers,
        [
            (
                begins[paths.first[:-1]] != flows.source,
                lambda row: "the path does not begin at the flow's src",
            ),
            (
                ends[paths.first[1:] - 1] != flows.target,
                lambda row: "the path does not end at the flow's dst",
            ),
            (has_gap, lambda row: "the links of the path do not meet"),
            (twice, lambda row: "the path takes a link twice"),
        ],
    )
