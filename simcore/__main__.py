"""The command line: read, write, bill, template, check, cut, flows, run.

JSON on standard output; bad input is one line on standard error and exit code 2.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from time import perf_counter
from types import ModuleType
from typing import Final, NoReturn

import numpy as np

from simcore.amending import add_amendments, amendments_of
from simcore.document.acceptance import is_open
from simcore.document.bill import NO_PRICES, bill_of
from simcore.document.build import build_topology
from simcore.document.checks import check
from simcore.document.cuts import cut_between, tier_cuts
from simcore.document.digest import digest
from simcore.document.findings import Finding, Severity
from simcore.document.parse import (
    parse_fabric,
    parse_model,
    parse_price_list,
    parse_scenario,
    parse_workload,
)
from simcore.document.prices import PriceList
from simcore.document.scenario import Pace, Routing, RoutingMode, ScenarioDocument, Splitting
from simcore.document.structure import counts
from simcore.document.tally import tally
from simcore.document.wiring import wire
from simcore.document.words import printable
from simcore.document.workload import WorkloadDocument
from simcore.engine.tolerances import DEFAULT, EXACT, Tolerances
from simcore.errors import SimcoreError
from simcore.files import (
    BadInputError,
    document_json,
    first_of,
    read_content,
    read_document,
    read_table,
    result_json,
    write_text,
)
from simcore.formats import FORMATS, read_files, read_prices
from simcore.formats.cables import ColumnMap
from simcore.formats.flow_lists import FlowList, read_flows, read_links, read_paths
from simcore.formats.writing import EXPORTS, write_files
from simcore.formats.writing.bill import bill_csv
from simcore.metrics import tail
from simcore.replicas import of_seeds, run_replicas
from simcore.routing.hashing import FlowNumberRouter
from simcore.routing.routes import Demand, Routes
from simcore.routing.shortest_paths import ShortestPaths
from simcore.simulate import simulate, warm_up
from simcore.simulate.flow_run import FlowRun, run_flows, run_routed_flows
from simcore.simulate.idle_settings import TAKEN_BY
from simcore.templates import TEMPLATES
from simcore.topology import Topology

BAD_INPUT: Final = 2
INTERRUPTED: Final = 130
MOST_SEEDS: Final = 100_000
# What chooses paths where nothing is said: the hash of the reference flows, by their numbers alone.
FLOW_HASH: Final = "flow-hash"
ROUTINGS: Final = (FLOW_HASH, *(mode.value for mode in RoutingMode))


class _Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        """Raise instead of printing the usage."""
        raise BadInputError(f"{message} (see {self.prog} --help)")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code."""
    try:
        options = _parser().parse_args(arguments)
        answer = COMMANDS[options.command](options)
    except KeyboardInterrupt:
        return _complain("interrupted", INTERRUPTED)
    except (BadInputError, SimcoreError) as error:
        return _complain(str(error), BAD_INPUT)
    except OSError as error:
        return _complain(f"{error.filename or 'input or output'}: {error.strerror or error}", BAD_INPUT)
    except MemoryError:
        return _complain("the input does not fit into memory", BAD_INPUT)
    try:
        json.dump(answer, sys.stdout, indent=2, allow_nan=False)
        print(flush=True)
    except BrokenPipeError:
        # Who read us has gone; keep the interpreter from complaining about it at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def _complain(says: str, code: int) -> int:
    print("simcore: " + " ".join(printable(says).split()), file=sys.stderr)
    return code


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="python -m simcore", description="Flow-level model of AI-cluster fabrics.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    read = commands.add_parser("read", help="read files of a known format to a fabric document")
    read.add_argument("files", nargs="+", metavar="FILE")
    read.add_argument("--as", dest="as_format", metavar="FORMAT", help=f"one of {', '.join(FORMATS)}")
    read.add_argument("--out", metavar="FABRIC", help="where to write the document")
    read.add_argument("--map", metavar="JSON", help="which column is what, for a list of cables in CSV")
    add_amendments(read)
    write = commands.add_parser("write", help="write a fabric document as files of another tool")
    write.add_argument("format", metavar="FORMAT", help=f"one of {', '.join(EXPORTS)}")
    write.add_argument("fabric", metavar="FABRIC")
    write.add_argument("--out", metavar="DIR", default=".", help="the folder for the files; made if needed")
    bill = commands.add_parser("bill", help="count the parts of a fabric, with prices, power and rack units")
    bill.add_argument("fabric", metavar="FABRIC")
    bill.add_argument(
        "--prices", metavar="PRICES", help="your own price list: JSON, or a CSV or XLSX with part and price"
    )
    bill.add_argument("--out", metavar="CSV", help="where to write the bill as a table")
    template = commands.add_parser("template", help="make a fabric document from a template")
    template.add_argument("name", metavar="NAME", help=f"one of {', '.join(TEMPLATES)}")
    template.add_argument("values", nargs="*", metavar="key=value")
    template.add_argument("--out", metavar="FABRIC", required=True)
    checks = commands.add_parser("check", help="say what is wrong with a fabric document")
    checks.add_argument("fabric", metavar="FABRIC")
    cut = commands.add_parser("cut", help="say what gets across a fabric: tier by tier, and between halves")
    cut.add_argument("fabric", metavar="FABRIC")
    cut.add_argument("--a", nargs="+", default=[], metavar="HOSTS", help="ids, groups, tags or patterns")
    cut.add_argument("--b", nargs="+", default=[], metavar="HOSTS", help="the same; all others without it")
    flows = commands.add_parser("flows", help="run a list of flows over bare links")
    flows.add_argument("--links", required=True, metavar="CSV")
    flows.add_argument("--flows", required=True, metavar="CSV")
    flows.add_argument("--paths", metavar="CSV", help="a path for each flow; routing has no say then")
    flows.add_argument("--routing", metavar="NAME", choices=ROUTINGS, help=f"one of {', '.join(ROUTINGS)}")
    flows.add_argument("--seed", type=int, default=7, metavar="N", help="turns the hash")
    flows.add_argument("--sub-flows", type=int, metavar="N", help="paths of each flow, 1 to 64")
    exactness = flows.add_mutually_exclusive_group()
    exactness.add_argument("--exact", action="store_true", help="without the tolerances of the engine")
    exactness.add_argument(
        "--coalesce", type=float, metavar="X", help="ends closer than this share of the time are one event"
    )
    flows.add_argument("--splitting", choices=[each.value for each in Splitting], default="shared-queue")
    flows.add_argument("--out", metavar="CSV", help="where to write id,fct_s")
    run = commands.add_parser("run", help="run a workload under a scenario on a fabric, as fast as possible")
    for document in ("fabric", "workload", "scenario"):
        run.add_argument(document, metavar=document.upper())
    run.add_argument("--out", metavar="RESULT", help="where to write summary, series and audit")
    run.add_argument(
        "--seeds", type=int, metavar="N", help="run N seeds from the scenario's on, a result each"
    )
    run.add_argument("--workers", type=int, metavar="W", help="processes for the seeds; all cores without it")
    return parser


# The commands: each returns what is printed.


def _read(options: argparse.Namespace) -> object:
    files = [(name, read_content(name)) for name in options.files]
    columns = read_document(options.map, lambda data: parse_model(ColumnMap, data)) if options.map else None
    reading = read_files(files, options.as_format, amendments=amendments_of(options), columns=columns)
    if options.out:
        write_text(options.out, document_json(reading.document))
    return reading.facts if reading.before is None else {**reading.facts, "before": reading.before}


def _write(options: argparse.Namespace) -> object:
    export = EXPORTS.get(options.format)
    if export is None:
        raise BadInputError(f"there is no format {options.format}; there are {', '.join(EXPORTS)}")
    files = write_files(export, read_document(options.fabric, parse_fabric))
    folder = Path(options.out)
    folder.mkdir(parents=True, exist_ok=True)
    for each in files:
        (folder / each.name).write_bytes(each.content)
    return {
        "format": export.name,
        "files": [{"file": str(folder / each.name), "bytes": len(each.content)} for each in files],
    }


def _bill(options: argparse.Namespace) -> object:
    document = read_document(options.fabric, parse_fabric)
    bill = bill_of(document, prices=_prices(options.prices))
    if options.out:
        Path(options.out).write_bytes(bill_csv(bill))
    return bill.model_dump(mode="json")


def _template(options: argparse.Namespace) -> object:
    if options.name not in TEMPLATES:
        raise BadInputError(f"there is no template {options.name}; there are {', '.join(TEMPLATES)}")
    values = dict(_key_and_value(text) for text in options.values)
    document, findings = TEMPLATES[options.name].make(values)
    if document is None:
        raise BadInputError(first_of(f"template {options.name}", findings))
    write_text(options.out, document_json(document))
    return {
        "template": options.name,
        "counts": dict(counts(document)),
        "tiers": [tier.model_dump() for tier in tally(document)],
        "facts": TEMPLATES[options.name].facts_of(values),
        "notes": [each.says for each in findings],
        "digest": digest(document),
    }


def _check(options: argparse.Namespace) -> object:
    document = read_document(options.fabric, parse_fabric)
    found = check(document)
    return {
        "counts": dict(counts(document)),
        "open": sum(is_open(finding) for finding in found),
        "findings": _said(found),
    }


def _cut(options: argparse.Namespace) -> object:
    wiring = wire(read_document(options.fabric, parse_fabric))
    between = cut_between(wiring, options.a, options.b) if options.a or options.b else None
    return {"tiers": tier_cuts(wiring), "between": between}


def _run(options: argparse.Namespace) -> object:
    fabric = read_document(options.fabric, parse_fabric)
    workload = read_document(options.workload, parse_workload)
    scenario = read_document(options.scenario, parse_scenario)
    for name, document, pinned in (
        (options.fabric, fabric, scenario.fabric),
        (options.workload, workload, scenario.workload),
    ):
        if pinned is not None and digest(document) != pinned:
            raise BadInputError(f"{name}: the scenario asks for digest {pinned}, this is {digest(document)}")
    topology = build_topology(fabric, payload_share=scenario.transport.payload_share)
    scenario = scenario.model_copy(update={"pace": Pace()})
    if options.seeds is not None or options.workers is not None:
        return _run_seeds(options, topology, workload, scenario)
    result = simulate(topology, workload, scenario)
    if options.out:
        write_text(options.out, json.dumps(result_json(result), indent=1, allow_nan=False))
    return asdict(result.summary)


def _run_seeds(
    options: argparse.Namespace, topology: Topology, workload: WorkloadDocument, scenario: ScenarioDocument
) -> object:
    count = 1 if options.seeds is None else options.seeds
    workers = (os.cpu_count() or 1) if options.workers is None else options.workers
    if not 1 <= count <= MOST_SEEDS or workers < 1:
        raise BadInputError(f"--seeds needs 1 to {MOST_SEEDS:,}, and --workers 1 or more")
    began = perf_counter()
    replicas = of_seeds(workload, scenario, count)
    results = run_replicas(topology, replicas, workers=workers)
    told = []
    for replica, result in zip(replicas, results, strict=True):
        name = _name_for_seed(options.out, replica.scenario.seed) if options.out else None
        if name:
            write_text(name, json.dumps(result_json(result), indent=1, allow_nan=False))
        told.append({"seed": replica.scenario.seed, "out": name, "summary": asdict(result.summary)})
    return {"workers": min(workers, count), "seconds": perf_counter() - began, "replicas": told}


def _flows(options: argparse.Namespace) -> object:
    topology = read_links(read_table(options.links))
    flows = read_flows(read_table(options.flows), topology)
    began = perf_counter()
    warm_up()
    compiled = perf_counter() - began
    done = _flow_run(options, topology, flows)
    if options.out:
        rows = zip(flows.ids.tolist(), done.completion.tolist(), strict=True)
        write_text(options.out, "id,fct_s\n" + "".join(f"{number},{fct:.9g}\n" for number, fct in rows))
    fct = tail(done.completion, "s")
    return {
        "streams": done.streams,
        "events": done.events,
        "seconds": done.wall,
        "compile_seconds": compiled,
        "peak_rss_mb": _peak_memory(),
        "fct_s": {"mean": fct.mean, "p50": fct.p50, "p99": fct.p99, "p99.9": fct.p999, "max": fct.max},
    }


COMMANDS: Final[dict[str, Callable[[argparse.Namespace], object]]] = {
    "read": _read,
    "write": _write,
    "bill": _bill,
    "template": _template,
    "check": _check,
    "cut": _cut,
    "flows": _flows,
    "run": _run,
}


# Steps of the commands.


def _prices(name: str | None) -> PriceList:
    """Return the price list of a file: a table in US dollars, else a document."""
    if name is None:
        return NO_PRICES
    if name.lower().endswith((".csv", ".tsv", ".txt", ".xlsx")):
        read = read_prices([(name, read_content(name))])
        if any(each.severity is not Severity.NOTE for each in read.findings):
            raise BadInputError(first_of(name, read.findings))
        return read.document
    return read_document(name, parse_price_list)


def _flow_run(options: argparse.Namespace, topology: Topology, flows: FlowList) -> FlowRun:
    """Run flows over the paths given, over those of the reference's hash, or as routing gives them paths."""
    tolerances = _tolerances(options)
    if options.paths is not None:
        for name in ("routing", "sub_flows"):
            if getattr(options, name) is not None:
                option = f"--{name.replace('_', '-')}"
                raise BadInputError(
                    f"{option} has no say where --paths gives the paths: leave one of them out"
                )
        paths = read_paths(read_table(options.paths), topology, flows)
        latency = np.add.reduceat(topology.link_delay[paths.link], paths.first[:-1])
        routes = Routes(paths.first, paths.link, np.ones(paths.link.shape[0]), latency)
        return run_flows(topology, routes, flows.size, flows.start, tolerances=tolerances)
    by_number = options.routing in {None, FLOW_HASH}
    mode = RoutingMode.HASH if by_number else options.routing
    given = {"mode": mode, "seed": options.seed, "splitting": options.splitting}
    routing, findings = parse_model(Routing, {**given, "sub_flows": options.sub_flows})
    if routing is None:
        raise BadInputError(first_of("routing", findings))
    if options.sub_flows is not None and (by_number or routing.mode not in TAKEN_BY["sub_flows"]):
        named = FLOW_HASH if by_number else routing.mode.value
        raise BadInputError(
            f"--sub-flows has no say in routing {named}: leave it out, or take another routing"
        )
    if by_number:
        router = FlowNumberRouter(ShortestPaths(topology), seed=routing.seed)
        routes = router.route(flows.source, flows.target, flows.ids)
        return run_flows(topology, routes, flows.size, flows.start, tolerances=tolerances)
    demand = Demand(flows.source, flows.target, flows.ids, flows.size)
    return run_routed_flows(topology, demand, flows.start, routing=routing, tolerances=tolerances)


def _tolerances(options: argparse.Namespace) -> Tolerances:
    """Return how exact a run of flows is: by default as exact as a scenario's."""
    if options.exact:
        return EXACT
    if options.coalesce is None:
        return DEFAULT
    try:
        return Tolerances(coalesce=options.coalesce, spread=DEFAULT.spread)
    except ValueError as error:
        raise BadInputError(f"--coalesce: {error}") from None


def _name_for_seed(name: str, seed: int) -> str:
    """Return "result.seed-3.json.gz" for "result.json.gz"."""
    path = Path(name)
    endings = "".join(suffix for suffix in path.suffixes[-2:] if suffix in {".json", ".gz"})
    return str(path.with_name(f"{path.name.removesuffix(endings)}.seed-{seed}{endings}"))


def _peak_memory() -> float | None:
    """Return the most memory that this process has held, MB; None where the system does not tell."""
    try:
        resource: ModuleType = import_module("resource")
    except ImportError:
        return None
    peak = float(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
    # Linux counts in KiB, macOS in bytes.
    return peak / 2**20 if sys.platform == "darwin" else peak / 2**10


def _key_and_value(text: str) -> tuple[str, str]:
    key, equals, value = text.partition("=")
    if not equals:
        raise BadInputError(f"a parameter is written key=value, got {text}")
    return key, value


def _said(findings: Sequence[Finding]) -> list[dict[str, str | None]]:
    return [
        {
            "severity": each.severity.value,
            "rule": each.rule,
            "at": each.at,
            "says": each.says,
            "accepted": each.accepted,
        }
        for each in findings
    ]


if __name__ == "__main__":
    sys.exit(main())
