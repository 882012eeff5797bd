"""Groups with counts: one entry that stands for many devices or cables of a fabric document.

An entry of ``devices`` or ``cables`` with the key ``each`` is a group: ``each`` maps letters to counts, and
the texts of the entry are patterns of these letters (``simcore.document.patterns``). The group stands for one
member for each combination of the letters' values from 0 upwards, the first letter changing slowest. It is a
notation and nothing more: a document says the same in either form, has the same digest, and is explicit as
soon as it is read. Places in lists count the members. A member that is changed leaves its group by itself,
when the document is next written in groups.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final

import numpy as np
from pydantic import Field, ValidationError
from pydantic_core import InitErrorDetails

from simcore.document.common import DocumentModel
from simcore.document.patterns import Pattern, parsed

Letter = Annotated[str, Field(pattern=r"^[a-z]$")]
# What a group counts: letters and how many values each has. The first letter changes slowest.
Each = Annotated[dict[Letter, Annotated[int, Field(ge=1, le=500_000)]], Field(min_length=1, max_length=8)]

# What an entry may say beside ``each``; texts are patterns, but for these.
NO_PATTERNS: Final = frozenset({"type", "medium"})
# The longest text of a kind, and what it may not hold: as Id, PortAddress and Name say.
LONGEST: Final = {"id": 200, "a": 401, "b": 401}


def expanded(entries: object, model: type[DocumentModel], most: int) -> tuple[object, list[int] | None]:
    """Return a list of entries without groups, and of each the place it was given at (None: no groups).

    What is not a list of objects is returned as it is: the document's own model says what is wrong with it.

    Raises
    ------
    ValidationError
        If a group is not in its shape, or the members come to more than ``most``; at the group's place.
    """
    if not isinstance(entries, list | tuple) or not any(_is_group(entry) for entry in entries):
        return entries, None
    members: list[object] = []
    places: list[int] = []
    for place, entry in enumerate(entries):
        if not _is_group(entry):
            members.append(entry)
            places.append(place)
            continue
        made = _members_at(place, entry, model, most - len(members))
        members += made
        places += [place] * len(made)
    return members, places


def at_their_places(error: ValidationError, places: list[int]) -> ValidationError:
    """Return an error of a list without groups with the places of the list that was given."""
    return ValidationError.from_exception_data(
        error.title,
        [
            InitErrorDetails(
                type=each["type"],
                loc=(places[each["loc"][0]], *each["loc"][1:])
                if each["loc"] and isinstance(each["loc"][0], int)
                else each["loc"],
                input=each["input"],
                ctx=each.get("ctx", {}),
            )
            for each in error.errors(include_url=False)
        ],
    )


def _is_group(entry: object) -> bool:
    return isinstance(entry, dict) and "each" in entry


def _members_at(place: int, entry: Any, model: type[DocumentModel], most: int) -> list[dict[str, Any]]:
    try:
        group = model.model_validate(entry)
    except ValidationError as error:
        details = [
            InitErrorDetails(
                type=each["type"], loc=(place, *each["loc"]), input=each["input"], ctx=each.get("ctx", {})
            )
            for each in error.errors(include_url=False)
        ]
        raise ValidationError.from_exception_data(error.title, details) from None
    try:
        return members_of(group.model_dump(mode="json"), most)
    except ValueError as error:
        details = [InitErrorDetails(type="value_error", loc=(place,), input=entry, ctx={"error": error})]
        raise ValidationError.from_exception_data(type(group).__name__, details) from None


def members_of(group: Mapping[str, Any], most: int) -> list[dict[str, Any]]:
    """Return the members of a group that is in its shape, in order.

    Raises
    ------
    ValueError
        If there are more than ``most``, a pattern is none, or a text gets too long.
    """
    counts: dict[str, int] = group["each"]
    count = math.prod(counts.values())
    if count > most:
        raise ValueError(f"this group stands for {count:,} members; {max(most, 0):,} are still allowed here")
    grid = np.indices(tuple(counts.values())).reshape(len(counts), count)
    counted = dict(zip(counts, grid.astype(np.int64), strict=True))
    fixed = {key: value for key, value in group.items() if key != "each"}
    texts: dict[str, Sequence[Any]] = {}
    for key, value in fixed.items():
        if key in NO_PATTERNS or not isinstance(value, str | list | tuple):
            continue
        if isinstance(value, str):
            texts[key] = _written(key, parsed(value, list(counts)), counted, count)
        elif value:
            lists = [_written(key, parsed(text, list(counts)), counted, count) for text in value]
            texts[key] = list(map(list, zip(*lists, strict=True)))
    keys = list(texts)
    return [{**fixed, **dict(zip(keys, row, strict=True))} for row in zip(*texts.values(), strict=True)]


def _written(key: str, pattern: Pattern, counted: Mapping[str, Any], count: int) -> Sequence[str]:
    texts = pattern.written(counted, count)
    longest = max(map(len, texts), default=0)
    if longest > LONGEST.get(key, 200):
        raise ValueError(f"{key} gets {longest} characters; it may have {LONGEST.get(key, 200)}")
    return texts
