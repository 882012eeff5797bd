"""Changes of a fabric document as values, each with the operations that take it back exactly.

They are the operations of the page's editor: ``add`` and ``remove`` things, ``set`` fields of them,
``entitle`` the document. Documents are explicit here, as parsed JSON: lists are copied where they change and
everything else is shared, so that neither a document nor an operation that was given is altered.
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Final, Generic, Literal, TypeVar

from pydantic import Field, SerializerFunctionWrapHandler, model_serializer

from simcore.document.capabilities import Aggregation
from simcore.document.common import DocumentModel, Id, Name, PortAddress
from simcore.document.fabric import (
    MOST_CABLES,
    MOST_DEVICES,
    Accepted,
    Cable,
    CableGroup,
    Device,
    DeviceGroup,
    DeviceType,
    FabricDocument,
    Latency,
)
from simcore.document.groups import expanded
from simcore.errors import OperationError

Item = TypeVar("Item")
Entry = dict[str, Any]
Json = dict[str, Any]

_EMPTY: Final[Json] = FabricDocument().model_dump(mode="json")
MOST: Final = {"types": 2_000, "devices": MOST_DEVICES, "cables": MOST_CABLES}
# The list of the document that each word of an operation means.
LISTS: Final = {"types": "device_types", "devices": "devices", "cables": "cables"}
NOUNS: Final = {"types": "device type", "devices": "device", "cables": "cable"}


class Placed(DocumentModel, Generic[Item]):
    """A thing and its place in the finished list, counted from 0."""

    at: Annotated[int, Field(ge=0)]
    item: Item


class Add(DocumentModel):
    """Puts things at their places."""

    kind: Literal["add"]
    types: Annotated[tuple[Placed[DeviceType], ...], Field(max_length=MOST["types"])] = ()
    devices: Annotated[tuple[Placed[Device], ...], Field(max_length=MOST_DEVICES)] = ()
    cables: Annotated[tuple[Placed[Cable], ...], Field(max_length=MOST_CABLES)] = ()


class Remove(DocumentModel):
    """Takes things out by their ids."""

    kind: Literal["remove"]
    types: Annotated[tuple[Id, ...], Field(max_length=MOST["types"])] = ()
    devices: Annotated[tuple[Id, ...], Field(max_length=MOST_DEVICES)] = ()
    cables: Annotated[tuple[Id, ...], Field(max_length=MOST_CABLES)] = ()


class Fields(DocumentModel):
    """Fields to set: those that are left out stay as they are, and are not written either."""

    @model_serializer(mode="wrap")
    def _given(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return {key: value for key, value in handler(self).items() if key in self.model_fields_set}


class DeviceFields(Fields):
    """What can be set of a device; what is left out stays as it is."""

    type: Id = ""
    name: Name = ""
    group: Name | None = None
    tags: tuple[Name, ...] = ()
    x: float | None = None
    y: float | None = None
    aggregation: Aggregation | None = None


class CableFields(Fields):
    """What can be set of a cable; what is left out stays as it is."""

    a: PortAddress = ""
    b: PortAddress = ""
    gbps: Annotated[float, Field(gt=0)] | None = None
    length_m: Annotated[float, Field(gt=0)] | None = None
    medium: Id | None = None


class DeviceChange(DocumentModel):
    """Fields of one device."""

    id: Id
    fields: DeviceFields


class CableChange(DocumentModel):
    """Fields of one cable."""

    id: Id
    fields: CableFields


class Set(DocumentModel):
    """Sets fields of things that stay where they are."""

    kind: Literal["set"]
    devices: Annotated[tuple[DeviceChange, ...], Field(max_length=MOST_DEVICES)] = ()
    cables: Annotated[tuple[CableChange, ...], Field(max_length=MOST_CABLES)] = ()


class Titles(Fields):
    """What the document says of itself; what is left out stays as it is."""

    name: Name = ""
    latency: Latency = Latency()
    tier_names: Annotated[tuple[Name, ...], Field(max_length=64)] = ()
    accepted: Annotated[tuple[Accepted, ...], Field(max_length=10_000)] = ()


class Entitle(DocumentModel):
    """Sets what the document says of itself."""

    kind: Literal["entitle"]
    fields: Titles


Operation = Annotated[Add | Remove | Set | Entitle, Field(discriminator="kind")]


def explicit(stored: Json) -> Json:
    """Return a document that was saved once, in whichever form, as explicit JSON.

    What documents did not say when it was saved is at its default.
    """
    devices, _ = expanded(stored["devices"], DeviceGroup, MOST_DEVICES)
    cables, _ = expanded(stored["cables"], CableGroup, MOST_CABLES)
    return {**_EMPTY, **stored, "devices": devices, "cables": cables}


def as_json(operation: Operation) -> Json:
    """Return an operation as JSON; of what it sets only what was given."""
    written: Json = operation.model_dump(mode="json")
    return written


def applied(document: Json, operations: Sequence[Json]) -> tuple[Json, list[Json]]:
    """Return an explicit document after the operations (``as_json``), and those that lead back, in order.

    Raises
    ------
    OperationError
        If one names what is not there or a place beyond the list; ``at`` points to it.
    """
    inverse: list[Json] = []
    for number, operation in enumerate(operations):
        document, back = _STEPS[operation["kind"]](document, operation, f"/operations/{number}")
        inverse.insert(0, back)
    return document, inverse


def _add(document: Json, operation: Json, at: str) -> tuple[Json, Json]:
    changed: Json = {}
    for word, key in LISTS.items():
        if placed := operation.get(word):
            known = {entry["id"] for entry in document[key]}
            for place, each in enumerate(placed):
                if each["item"]["id"] in known:
                    raise OperationError(
                        f"{at}/{word}/{place}/item/id",
                        f"there is a {NOUNS[word]} {each['item']['id']} already: give the new one another id",
                    )
            changed[key] = _inserted(document[key], placed, word, f"{at}/{word}")
    back = {
        "kind": "remove",
        **{word: [each["item"]["id"] for each in operation.get(word, ())] for word in LISTS},
    }
    return {**document, **changed}, back


def _inserted(entries: list[Entry], placed: Sequence[Json], word: str, at: str) -> list[Entry]:
    if len(entries) + len(placed) > MOST[word]:
        raise OperationError(at, f"a fabric holds at most {MOST[word]:,} of these")
    ascending = sorted(range(len(placed)), key=lambda number: placed[number]["at"])
    result: list[Entry] = []
    taken = 0
    for number in ascending:
        place = placed[number]["at"]
        missing = place - len(result)
        if missing > 0:
            result += entries[taken : taken + missing]
            taken += missing
        if len(result) < place:
            raise OperationError(
                f"{at}/{number}/at",
                f"place {place} is beyond the end of the list: the next free is {len(result)}",
            )
        result.append(placed[number]["item"])
    return result + entries[taken:]


def _remove(document: Json, operation: Json, at: str) -> tuple[Json, Json]:
    changed: Json = {}
    back: Json = {"kind": "add"}
    for word, key in LISTS.items():
        ids = operation.get(word, ())
        back[word] = []
        if not ids:
            continue
        _all_there(document[key], ids, word, lambda number, word=word: f"{at}/{word}/{number}")
        gone = frozenset(ids)
        back[word] = [
            {"at": place, "item": entry} for place, entry in enumerate(document[key]) if entry["id"] in gone
        ]
        changed[key] = [entry for entry in document[key] if entry["id"] not in gone]
    return {**document, **changed}, back


def _set(document: Json, operation: Json, at: str) -> tuple[Json, Json]:
    changed: Json = {}
    back: Json = {"kind": "set", "devices": [], "cables": []}
    for word in ("devices", "cables"):
        changes = operation.get(word, ())
        if not changes:
            continue
        entries = document[word]
        ids = [change["id"] for change in changes]
        _all_there(entries, ids, word, lambda number, word=word: f"{at}/{word}/{number}/id")
        fields: dict[str, Json] = {}
        for change in changes:
            fields[change["id"]] = {**fields.get(change["id"], {}), **change["fields"]}
        result = list(entries)
        for place, entry in enumerate(entries):
            new = fields.get(entry["id"])
            if new is not None:
                back[word].append({"id": entry["id"], "fields": {key: entry.get(key) for key in new}})
                result[place] = {**entry, **new}
        changed[word] = result
    return {**document, **changed}, back


def _entitle(document: Json, operation: Json, at: str) -> tuple[Json, Json]:
    fields = operation["fields"]
    back = {"kind": "entitle", "fields": {key: document[key] for key in fields}}
    return {**document, **fields}, back


def _all_there(entries: Iterable[Entry], ids: Sequence[str], word: str, place: Any) -> None:
    there = {entry["id"] for entry in entries}
    for number, wanted in enumerate(ids):
        if wanted not in there:
            raise OperationError(place(number), f"there is no {NOUNS[word]} {wanted} in this revision")


_STEPS: Final = {"add": _add, "remove": _remove, "set": _set, "entitle": _entitle}
