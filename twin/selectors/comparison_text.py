"""Comparisons and ladders as text: a table for slides (CSV, Markdown), and a ladder to print (Markdown)."""

from collections.abc import Iterable, Sequence
from typing import Final

from simcore.formats.writing.cells import Cell, csv_bytes, figure
from simcore.metrics import Tail
from twin.selectors.comparisons import WayRow, WaysTable, pair_name, per_iteration
from twin.selectors.ladder import Ladder, LadderRung

_COLUMNS: Final = (
    *("way", "rung", "status", "run", "best"),
    *("communication_p50_ms", "communication_p99_ms", "communication_p999_ms", "communication_count"),
    *("iteration_p50_ms", "iteration_p99_ms", "iteration_p999_ms", "iteration_count"),
    *("algbw_gb_per_s", "gain_over_ring", "gain_at_most", "bounded_by", "least_ms", "gain_says"),
    *("sent_per_host_bytes", "added_per_host_bytes"),
    *("granted", "waited", "fell_back", "newest_reason", "says"),
)


def table_csv(table: WaysTable) -> bytes:
    """Return a comparison as CSV: a row a way, then columns of the bytes that each pair of tiers carried."""
    pairs = tier_pairs(table)
    names = [f"tier_{low}_{high}_bytes" for low, high in pairs]
    return csv_bytes((*_COLUMNS, *names), (_cells(row, pairs) for row in table.rows))


def tier_pairs(table: WaysTable) -> list[tuple[int, int]]:
    """Return the pairs of tiers that any way has sent over."""
    return sorted({each.tiers for row in table.rows for each in row.tiers})


def _cells(row: WayRow, pairs: Sequence[tuple[int, int]]) -> tuple[Cell, ...]:
    made, gain, bound = row.decisions, row.gain, row.bound
    carried = {each.tiers: each.up_bytes + each.down_bytes for each in row.tiers}
    return (
        *(row.title, row.rung, row.status, row.number, "best" if row.is_best else None),
        *_tail(row.communication),
        *_tail(row.iteration),
        None if row.rate is None else round(row.rate / 1e9, 4),
        *((None, None) if gain is None else (gain.times, gain.bound)),
        *((None, None) if bound is None else (bound.bounded_by, 1e3 * bound.least_s)),
        None if gain is None else gain.says,
        *(figure(row.bytes_per_host), figure(row.host_added_bytes)),
        *((None,) * 4 if made is None else (made.granted, made.waited, made.fell_back, made.newest)),
        row.says,
        *(figure(carried.get(pair)) for pair in pairs),
    )


def _tail(tail: Tail | None) -> tuple[Cell, ...]:
    if tail is None:
        return (None,) * 4
    return (*(None if each is None else 1e3 * each for each in (tail.p50, tail.p99, tail.p999)), tail.count)


def table_markdown(table: WaysTable) -> str:
    """Return a comparison as Markdown: the sentence, the table, and the ways that do not fit."""
    pairs = tier_pairs(table)
    head = ["Way", "Communication p50, ms", "p99, ms", "Times the ring", "At most", "Bounded by", "Trees"]
    top = max((high for _, high in pairs), default=0)
    tiers = [f"{pair_name(pair, top).capitalize()}, GB an iteration" for pair in pairs]
    ran = [row for row in table.rows if row.communication is not None]
    left = [row for row in table.rows if row.communication is None]
    lines = [
        f"# {_one_line(table.record.name)}",
        "",
        f"**{table.says}**",
        "",
        *_table([*head, *tiers], ([_bold(row), *_figures(row, pairs)] for row in ran)),
        "",
        *(f"- {row.title}: {row.says or row.status}" for row in left),
        *([""] if left else []),
        f"Gains are over {table.baseline}; medians of {_count(ran)} iterations, simulated at flow level.",
    ]
    return "\n".join(lines) + "\n"


def _bold(row: WayRow) -> str:
    return f"**{row.title}**" if row.is_best else row.title


def _count(rows: Sequence[WayRow]) -> str:
    counts = {row.communication.count for row in rows if row.communication is not None}
    return " or ".join(f"{count:,}" for count in sorted(counts)) or "no"


def _figures(row: WayRow, pairs: Sequence[tuple[int, int]]) -> list[str]:
    tail, gain, made = row.communication, row.gain, row.decisions
    carried = per_iteration(row)
    times, most = (None, None) if gain is None else (gain.times, gain.bound)
    decided = f"{made.granted} granted, {made.waited} waited, {made.fell_back} fell back" if made else ""
    return [
        *(_ms(None if tail is None else each) for each in (tail and tail.p50, tail and tail.p99)),
        "not shown" if gain is not None and times is None else _number(times),
        _number(most),
        "" if row.bound is None else row.bound.bounded_by,
        decided,
        *(_number(carried[pair] / 1e9 if pair in carried else None) for pair in pairs),
    ]


def ladder_markdown(ladder: Ladder) -> str:
    """Return a ladder as Markdown."""
    lines = [f"# Ladder: {_one_line(ladder.record.name)}", "", f"Gains are over {ladder.baseline}.", ""]
    for number, rung in enumerate(ladder.rungs, 1):
        lines += [f"## {number}. {rung.title}", "", *_rung(rung, is_first=number == 1), ""]
    return "\n".join(lines)


def _rung(rung: LadderRung, *, is_first: bool) -> Iterable[str]:
    if rung.gain is not None and rung.gain.times is not None:
        over = "" if is_first else f" ({rung.over_before or 0:.2f} times the best rung before)"
        yield f"**{rung.way_title}: {rung.gain.times:.2f} times the ring predicted{over}**, {rung.gain.says}."
    if rung.says:
        yield f"{rung.says[:1].upper()}{rung.says[1:]}."
    yield ""
    yield from (f"{number}. {step}" for number, step in enumerate(rung.steps, 1))
    yield ""
    if rung.measures:
        rows = ([each.what, f"`{_cell(each.how)}`", each.expected or ""] for each in rung.measures)
        yield from _table(["Measure", "How", "Expected"], rows)
        yield ""
    if rung.gate is not None:
        yield f"**Gate:** {rung.gate.says}."
        yield ""
    yield f"**Cost:** {_money(rung)}{rung.cost.says}."


def _money(rung: LadderRung) -> str:
    cost = rung.cost
    if cost.low is None or cost.high is None:
        return ""
    band = f"{cost.low:,.0f}" if cost.low == cost.high else f"{cost.low:,.0f} to {cost.high:,.0f}"
    return f"{band} {cost.currency}, "


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    return [_line(head), _line(["---"] * len(head)), *(_line(row) for row in rows)]


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(_cell(cell) for cell in cells)} |"


def _cell(text: str) -> str:
    return _one_line(text).replace("|", "\\|")


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _ms(seconds: float | None) -> str:
    return "" if seconds is None else f"{1e3 * seconds:.4g}"


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.3g}"
