"""The ladder: host first, then rack, then network, each rung with what to expect, to measure and to pass.

A rung takes the best way that a comparison has run on it. Its gate is seven tenths of the gain that was
predicted, above none at all (docs/model/comparisons.md).
"""

from dataclasses import dataclass
from typing import Any, Final

from simcore.bounds.gain import Gain
from simcore.document.bill import bill_of
from simcore.document.fabric import FabricDocument
from simcore.document.scenario import ScenarioDocument
from simcore.document.words import counted
from simcore.simulate.ways import BASELINE, Rung
from twin.models import ComparedWay, Comparison
from twin.selectors.comparisons import WORTH_TELLING, WayRow, WaysTable, pair_name, per_iteration

# Part of the predicted gain beyond 1 that has to be measured before the next rung is built.
GATE_SHARE: Final = 0.7


@dataclass(frozen=True, slots=True)
class Measure:
    """What to measure and how; ``expected`` is what was simulated, in words, None where nothing was."""

    what: str
    how: str
    expected: str | None


@dataclass(frozen=True, slots=True)
class Gate:
    """The least to measure: this gain over the ring, hence this rate (bytes/s), in this time (s)."""

    gain: float
    rate: float
    time_s: float
    says: str


@dataclass(frozen=True, slots=True)
class Cost:
    """What a rung costs to build, as far as the bill knows; None where it does not."""

    low: float | None
    high: float | None
    currency: str
    says: str


@dataclass(frozen=True, slots=True)
class LadderRung:
    """One rung. ``gain`` is over the ring, ``over_before`` over the best way of the rungs below.

    ``says`` tells why there is no way, no gain or no gate.
    """

    rung: str
    title: str
    way: str | None
    way_title: str | None
    gain: Gain | None
    over_before: float | None
    measures: tuple[Measure, ...]
    steps: tuple[str, ...]
    gate: Gate | None
    cost: Cost
    says: str | None


@dataclass(frozen=True, slots=True)
class Ladder:
    """All rungs of a comparison, of which so many runs still go on."""

    record: Comparison
    baseline: str
    running: int
    rungs: tuple[LadderRung, ...]


_TITLES: Final = {
    Rung.HOST: "Host: a better algorithm on the fabric that stands",
    Rung.RACK: "Rack: added by edge servers or by the leaf switches",
    Rung.NETWORK: "Network: added by the switches of all tiers",
}
# docs/model/comparisons.md; the order of experiments of each rung.
_STEPS: Final = {
    Rung.HOST: (
        "The ring as it runs today: all_reduce_perf over the sizes of the job, five times",
        "The algorithm of this rung with everything else alike",
        "Queue pairs and the order of ranks, where rails meet on one cable",
    ),
    Rung.RACK: (
        "One rack, one job",
        "A second job on the same servers or switches: who waits, who falls back",
    ),
    Rung.NETWORK: (
        "One job on one rail; sizes from 8 bytes to the job's own, with latency trees and streaming trees",
        "All rails, then two jobs: grants, waits and fallbacks",
        "A slow cable, a flap, a switch that is lost",
        "Encryption on (MACsec), as it will run in production",
    ),
}
_PERF: Final = "all_reduce_perf -b {size} -e {size} -n 100 -w 20"
_SERVERS: Final = f"NCCL_COLLNET_ENABLE=1 and a plug-in that sends to servers (such as Optcast): {_PERF}"
# How each way is asked of NCCL (environment variables of its documentation) or of what stands beside it.
_ASKED: Final = {
    BASELINE: f"NCCL_ALGO=Ring {_PERF}",
    "tree": f"NCCL_ALGO=Tree {_PERF}",
    "hierarchical": f"reduce_scatter_perf and all_gather_perf in a host; {_PERF} between hosts by rail",
    "nvls-ring": f"NCCL_ALGO=NVLS {_PERF} in a host; {_PERF} between hosts by rail",
    "nvls-tree": f"NCCL_ALGO=NVLSTree {_PERF}",
    "edge-servers": _SERVERS,
    "edge-servers-nvls": _SERVERS,
    "leaf": f"NCCL_COLLNET_ENABLE=1 NCCL_ALGO=CollnetDirect {_PERF}, ranks under one leaf",
    "leaf-nvls": f"NCCL_COLLNET_ENABLE=1 NCCL_ALGO=NVLS {_PERF}, ranks under one leaf",
    "in-network": f"NCCL_COLLNET_ENABLE=1 NCCL_ALGO=CollnetDirect {_PERF}",
    "in-network-nvls": f"NCCL_COLLNET_ENABLE=1 NCCL_ALGO=NVLS {_PERF}",
}


def ladder_of(table: WaysTable) -> Ladder:
    """Return the ladder of a comparison, as far as its runs have come."""
    ring = next((row for row in table.rows if row.name == BASELINE), None)
    before = 1.0
    rungs = []
    for rung in Rung:
        rows = [row for row in table.rows if row.rung == rung.value]
        made = _rung(table, rung, rows, ring, before)
        if made.gain is not None and made.gain.times is not None:
            before = max(before, made.gain.times)
        rungs.append(made)
    return Ladder(table.record, table.baseline, table.running, tuple(rungs))


def _rung(table: WaysTable, rung: Rung, rows: list[WayRow], ring: WayRow | None, before: float) -> LadderRung:
    told = [row for row in rows if row.gain is not None and row.gain.times]
    best = max(told, key=lambda row: (row.gain and row.gain.times) or 0.0, default=None)
    gain = None if best is None else best.gain
    times = None if gain is None else gain.times
    over_before = None if times is None else times / before
    pays = over_before is not None and over_before >= WORTH_TELLING
    return LadderRung(
        rung=rung.value,
        title=_TITLES[rung],
        way=None if best is None else best.name,
        way_title=None if best is None else best.title,
        gain=gain,
        over_before=over_before,
        measures=() if best is None else _measures(table, best),
        steps=_STEPS[rung],
        gate=_gate(table, ring, times) if pays and times is not None else None,
        cost=_cost(table.record, rung, best),
        says=None if pays else _why_not(rows, best),
    )


def _why_not(rows: list[WayRow], best: WayRow | None) -> str:
    """Return why a rung has no way, or none that pays."""
    if best is not None:
        return f"{best.title} gains less than half a per cent over the rungs before: leave it out"
    waits = [row for row in rows if row.run is not None and row.says is None]
    if waits:
        return "not known before the runs of this comparison have ended"
    reasons = dict.fromkeys(row.says for row in rows if row.says)
    return f"no way of this rung fits: {'; '.join(filter(None, reasons))}" if reasons else "not compared"


def _gate(table: WaysTable, ring: WayRow | None, times: float) -> Gate | None:
    if ring is None or ring.communication is None or not ring.communication.p50:
        return None
    least = 1 + GATE_SHARE * (times - 1)
    time = ring.communication.p50 / least
    rate = table.subject.size_bytes / time
    says = (
        f"go on when algbw is {rate / 1e9:.3g} GB/s or more ({1e3 * time:.4g} ms or less): "
        f"{least:.3g} times the ring, {GATE_SHARE:.0%} of the gain predicted"
    )
    return Gate(least, rate, time, says)


def _measures(table: WaysTable, row: WayRow) -> tuple[Measure, ...]:
    size = table.subject.size_bytes
    expected = None if row.rate is None else f"{row.rate / 1e9:.3g} GB/s"
    found = [
        Measure(
            "algbw of all_reduce_perf (nccl-tests), a rank a GPU",
            _ASKED[row.name].format(size=size),
            expected,
        ),
        Measure(
            "Time of an iteration, p50 and p99",
            "the job's own log, 100 iterations or more",
            _tail_words(row),
        ),
        Measure(
            "Bytes of each tier",
            "PortXmitData and PortXmitWait of the switches, before and after (perfquery -x)",
            _tier_words(row),
        ),
        Measure(
            "SMs that communication takes",
            "DCGM_FI_PROF_SM_ACTIVE and NCCL's channels (NCCL_DEBUG=INFO)",
            None,
        ),
    ]
    if row.decisions is not None:
        made = row.decisions
        total = made.granted + made.fell_back
        words = f"{counted(made.fell_back, 'fallback')} of {counted(total, 'decision')}, {made.waited} waited"
        found.append(
            Measure("Trees granted and refused", "the log of the aggregation manager, NCCL_DEBUG=INFO", words)
        )
    return tuple(found)


def _tail_words(row: WayRow) -> str | None:
    tail = row.iteration
    if tail is None or tail.p50 is None:
        return None
    p99 = "p99 withheld" if tail.p99 is None else f"p99 {1e3 * tail.p99:.4g} ms"
    return f"p50 {1e3 * tail.p50:.4g} ms, {p99}, n = {tail.count:,}"


def _tier_words(row: WayRow) -> str | None:
    carried = per_iteration(row)
    top = max((high for _, high in carried), default=0)
    parts = (f"{pair_name(pair, top)} {_gb(size)}" for pair, size in sorted(carried.items()))
    return f"{', '.join(parts)} an iteration" if carried else None


def _gb(size: float) -> str:
    return f"{size / 1e9:,.0f} GB" if size >= 1e11 else f"{size / 1e9:.3g} GB"


def _cost(comparison: Comparison, rung: Rung, best: WayRow | None) -> Cost:
    """Return what the best way of a rung costs to build, by the bill of the fabric."""
    currency = "USD"
    if rung is Rung.HOST:
        return Cost(0.0, 0.0, currency, "nothing to buy: settings of the library")
    if best is None:
        return Cost(None, None, currency, "not known: no way of this rung has run")
    if best.name.startswith("edge-servers"):
        return _cost_of_servers(comparison, best)
    return Cost(
        None,
        None,
        currency,
        "nothing to buy where the switches add already; a licence may be needed, of which no price is public",
    )


def _cost_of_servers(comparison: Comparison, best: WayRow) -> Cost:
    way = ComparedWay.objects.select_related("run__scenario").get(comparison=comparison, name=best.name)
    scenario: dict[str, Any] = {} if way.run is None else way.run.scenario.document
    servers = ScenarioDocument.model_validate(scenario).aggregation.servers.hosts
    document = FabricDocument.model_validate(comparison.fabric.document)
    names = set() if servers is None else set(servers.hosts)
    chosen = [device.type for device in document.devices if device.id in names]
    bill = bill_of(document)
    bands = {line.part: line for line in bill.lines if line.kind == "server"}
    lines = [bands.get(part) for part in chosen]
    known = [line for line in lines if line is not None and line.price_low is not None]
    says = f"{counted(len(chosen), 'server')} at the edge, which stand in this fabric already"
    if not chosen or len(known) < len(chosen):
        return Cost(None, None, bill.currency, f"{says}; the bill knows no price of them")
    low, high = (sum(getattr(line, f"price_{end}") or 0.0 for line in known) for end in ("low", "high"))
    return Cost(low, high, bill.currency, f"{says}, by the bands of the bill")
