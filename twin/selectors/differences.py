"""What was different between two runs, field by field in words, and what was equal."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from simcore.document.parse import json_pointer
from simcore.document.scenario import ScenarioDocument
from simcore.document.workload import WorkloadDocument
from twin.models import Run

MOST: Final = 40  # of one document; more is another document
MISSING: Final = None

# Words for the places where people look; any other place is named by its own words.
TITLES: Final = {
    "/scenario/algorithm": "Algorithm",
    "/scenario/routing/mode": "Routing",
    "/scenario/routing/seed": "Seed of the hash",
    "/scenario/aggregation/chunk_bytes": "Chunk of the aggregation pipeline",
    "/scenario/aggregation/tiers": "Which switches may add",
    "/scenario/aggregation/protocol": "How trees take messages",
    "/scenario/aggregation/wait": "Waiting for a tree",
    "/scenario/aggregation/lease": "How long a tree is held",
    "/scenario/aggregation/merged_share": "Copies that are merged",
    "/scenario/aggregation/wire_share": "Share of the wire for the vector",
    "/scenario/aggregation/start_us": "Start of a stream",
    "/scenario/aggregation/quorum": "Quorum",
    "/scenario/aggregation/quorum_timeout_ms": "Timeout of the quorum",
    "/scenario/aggregation/servers/hosts": "Edge servers",
    "/scenario/aggregation/servers/pattern": "Who sends to which server",
    "/scenario/aggregation/servers/reduce_gbps": "What a server adds",
    "/scenario/aggregation/adapter_reduce_gbps": "What an adapter adds",
    "/scenario/scale_up/way": "Inside of hosts",
    "/scenario/collectives/rails": "Rails used",
    "/scenario/collectives/rail_affinity": "Rings stay on their rail",
    "/scenario/collectives/pxn": "PXN",
    "/scenario/collectives/root": "Root",
    "/scenario/collectives/chunks": "Chunks",
    "/scenario/folding": "Folding",
    "/scenario/security/encryption": "Encryption",
    "/scenario/security/mtu_bytes": "Payload of a packet",
    "/scenario/security/macsec_hop_us": "Coding at each hop",
    "/scenario/transport/payload_share": "Payload share of a link",
    "/scenario/routing/sub_flows": "Sub-flows of a flow",
    "/scenario/routing/splitting": "How sub-flows share a flow",
    "/scenario/routing/period_us": "Time between two choices of a path",
    "/scenario/routing/convergence_ms": "Time until routing goes around a fault",
    "/scenario/routing/planes": "Planes",
    "/scenario/routing/tables": "Forwarding tables",
    "/scenario/tolerances/exact": "Exact",
    "/scenario/tolerances/coalesce": "Ends taken together",
    "/scenario/tolerances/spread": "Changes not passed on",
    "/scenario/pace/ms_per_s": "Pace",
    "/scenario/placement": "Placement",
    "/scenario/faults": "Faults",
    "/seed": "Seed",
    "/code_version": "Code version",
}
# Not said: names, pins (the digests say it), and the scenario's own seed, which the run's overrides.
UNSAID: Final = frozenset(
    {"/scenario/name", "/scenario/fabric", "/scenario/workload", "/scenario/seed", "/workload/name"}
)
# Parts of a scenario that are named in words where they are equal.
PARTS: Final = (
    *("algorithm", "routing", "aggregation", "scale_up", "security", "transport", "placement"),
    *("faults", "tolerances", "pace"),
)
# Documents that are told with what they leave out at its default: an older one has fewer words.
COMPLETED: Final = {"scenario": ScenarioDocument, "workload": WorkloadDocument}


@dataclass(frozen=True, slots=True)
class Difference:
    """One place where two runs differ; a value that one of them lacks is None."""

    pointer: str
    title: str
    values: tuple[Any, Any]


def differences(a: Run, b: Run) -> tuple[tuple[Difference, ...], tuple[str, ...]]:
    """Return where the documents, seeds and code of two runs differ, and the titles of what is equal."""
    found = [
        *_of_document("fabric", a.fabric, b.fabric),
        *_of_document("workload", a.workload, b.workload),
        *_of_document("scenario", a.scenario, b.scenario),
    ]
    for name in ("seed", "code_version"):
        pair = (getattr(a, name), getattr(b, name))
        if pair[0] != pair[1]:
            found.append(Difference(f"/{name}", TITLES[f"/{name}"], pair))
    return tuple(found), _equal(a, b)


def _equal(a: Run, b: Run) -> tuple[str, ...]:
    same = [
        f"{noun.capitalize()} {getattr(a, noun).record.name} r{getattr(a, noun).number}"
        for noun in ("fabric", "workload")
        if getattr(a, noun).digest == getattr(b, noun).digest
    ]
    one, other = (_completed("scenario", run.scenario.document) for run in (a, b))
    same += [part.replace("_", "-").capitalize() for part in PARTS if one[part] == other[part]]
    same += [f"Seed {a.seed}"] if a.seed == b.seed else []
    return (*same, f"Code {a.code_version}") if a.code_version == b.code_version else tuple(same)


def _of_document(noun: str, a: Any, b: Any) -> list[Difference]:
    if a.digest == b.digest:
        return []
    found: list[Difference] = []
    for path, pair in _leaves((noun,), _completed(noun, a.document), _completed(noun, b.document)):
        pointer = json_pointer(path)
        if pointer in UNSAID:
            continue
        if len(found) == MOST:
            found.append(Difference(f"/{noun}", f"More of the {noun}", (f"r{a.number}", f"r{b.number}")))
            break
        found.append(Difference(pointer, _title(path, pointer), pair))
    return found


def _completed(noun: str, document: Any) -> Any:
    model = COMPLETED.get(noun)
    return model.model_validate(document).model_dump(mode="json") if model else document


def _leaves(
    path: tuple[int | str, ...], a: Any, b: Any
) -> Iterator[tuple[tuple[int | str, ...], tuple[Any, Any]]]:
    """Yield the deepest places that differ; a list of another length is one place."""
    if a == b:
        return
    if isinstance(a, dict) and isinstance(b, dict):
        for key in [*a, *(key for key in b if key not in a)]:
            yield from _leaves((*path, key), a.get(key, MISSING), b.get(key, MISSING))
    elif isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        for index, (first, second) in enumerate(zip(a, b, strict=True)):
            yield from _leaves((*path, index), first, second)
    elif isinstance(a, list) and isinstance(b, list):
        yield path, (_short(a), _short(b))
    else:
        yield path, (a, b)


def _short(items: list[Any]) -> list[Any] | str:
    """Return a list as it is where it can be read, else its length in words."""
    return items if len(items) <= 5 else f"{len(items):,} entries"


def _title(path: tuple[int | str, ...], pointer: str) -> str:
    if pointer in TITLES:
        return TITLES[pointer]
    words = [str(step + 1) if isinstance(step, int) else step.replace("_", " ") for step in path]
    return " ".join(words).capitalize()
