"""From parsed JSON to a document, or to every finding on its shape, each with its place and what helps."""

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any, Final, TypeVar, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from simcore.document.fabric import FabricDocument
from simcore.document.findings import Finding, Severity
from simcore.document.prices import PriceList
from simcore.document.scenario import ScenarioDocument
from simcore.document.workload import WorkloadDocument

M = TypeVar("M", bound=BaseModel)

MOST_FINDINGS: Final = 1_000


def parse_fabric(data: object) -> tuple[FabricDocument | None, list[Finding]]:
    """Return the fabric document in ``data`` (parsed JSON), or None and all that is wrong with its shape."""
    return parse_model(FabricDocument, data)


def parse_workload(data: object) -> tuple[WorkloadDocument | None, list[Finding]]:
    """Return the workload document in ``data``, or None and all that is wrong with its shape."""
    return parse_model(WorkloadDocument, data)


def parse_scenario(data: object) -> tuple[ScenarioDocument | None, list[Finding]]:
    """Return the scenario document in ``data``, or None and all that is wrong with its shape."""
    return parse_model(ScenarioDocument, data)


def parse_price_list(data: object) -> tuple[PriceList | None, list[Finding]]:
    """Return the price list in ``data``, or None and all that is wrong with its shape."""
    return parse_model(PriceList, data)


def parse_model(model: type[M], data: object) -> tuple[M | None, list[Finding]]:
    """Return ``data`` as ``model``, or None and one finding for every error, at most ``MOST_FINDINGS``."""
    try:
        return model.model_validate(data), []
    except ValidationError as error:
        details = _apart(error.errors(include_url=False, include_context=True))
    findings = [_finding(model, detail, data) for detail in details[:MOST_FINDINGS]]
    if len(details) > MOST_FINDINGS:
        rest = len(details) - MOST_FINDINGS
        findings.append(
            Finding(
                rule="shape.more",
                severity=Severity.ERROR,
                at="",
                says=f"and {rest:,} more errors of shape: mend the first {MOST_FINDINGS:,} and look again",
            )
        )
    return None, findings


def json_pointer(place: Sequence[int | str]) -> str:
    """Return the JSON pointer (RFC 6901) of a path of keys and indices."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in place)


def _apart(details: list[ErrorDetails]) -> list[ErrorDetails]:
    """Return errors without those that follow: a list is not too short because an entry of it is wrong."""
    deeper = {detail["loc"][:depth] for detail in details for depth in range(len(detail["loc"]))}
    return [detail for detail in details if detail["type"] != "too_short" or detail["loc"] not in deeper]


def _finding(model: type[BaseModel], detail: ErrorDetails, data: object) -> Finding:
    kind = detail["type"]
    place = _in_data(detail["loc"], data)
    if kind == "extra_forbidden":
        rule, says = "shape.unknown-key", _unknown_key(model, detail["loc"])
    elif kind == "missing":
        rule, says = "shape.missing", f"the field {place[-1] if place else ''} is missing here: add it"
    else:
        rule, says = "shape.value", _bad_value(detail)
    return Finding(rule=rule, severity=Severity.ERROR, at=json_pointer(place), says=says)


def _unknown_key(model: type[BaseModel], place: tuple[int | str, ...]) -> str:
    key = str(place[-1])
    holder = _model_at(model, place[:-1])
    known = sorted(holder.model_fields) if holder else []
    close = get_close_matches(key, known, n=1, cutoff=0.6)
    help_ = f"did you mean {close[0]}?" if close else f"the fields here are {', '.join(known)}"
    return f"there is no field {_short(key)} here; {help_}"


def _in_data(place: tuple[int | str, ...], data: object) -> tuple[int | str, ...]:
    """Return a place without the steps that only say which of several shapes was tried there."""
    kept: list[int | str] = []
    for number, step in enumerate(place):
        is_last = number == len(place) - 1
        if isinstance(data, dict) and isinstance(step, str) and step not in data and not is_last:
            continue
        kept.append(step)
        if isinstance(data, dict):
            data = data.get(step)
        elif isinstance(data, list | tuple) and isinstance(step, int) and step < len(data):
            data = data[step]
    return tuple(kept)


def _model_at(model: type[BaseModel], place: tuple[int | str, ...]) -> type[BaseModel] | None:
    """Return the model at a place within ``model``; a step may say the kind of the one that is meant."""
    here: list[type[BaseModel]] = [model]
    for step in place:
        if isinstance(step, int):
            continue  # an item of a list has the model of the list
        fields = [each.model_fields[step] for each in here if step in each.model_fields]
        if fields:
            here = [inner for field in fields for inner in _models_in(field.annotation)]
        else:
            here = [each for each in here if step in _kinds_of(each)]
    return here[0] if here else None


def _kinds_of(model: type[BaseModel]) -> tuple[Any, ...]:
    kind = model.model_fields.get("kind")
    return get_args(kind.annotation) if kind else ()


def _models_in(annotation: Any) -> list[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    return [found for inner in get_args(annotation) for found in _models_in(inner)]


def _bad_value(detail: ErrorDetails) -> str:
    given = _short(detail["input"])
    context = detail.get("ctx", {})
    words = {
        "greater_than": "must be above {gt}",
        "greater_than_equal": "must be at least {ge}",
        "less_than": "must be below {lt}",
        "less_than_equal": "must be at most {le}",
        "finite_number": "must be a finite number",
        "string_pattern_mismatch": "must match {pattern}: no white space, and / only between device and port",
        "string_too_short": "must have at least {min_length} characters",
        "string_too_long": "must have at most {max_length} characters",
        "too_long": "must have at most {max_length} entries",
        "too_short": "must have at least {min_length} entries",
        "int_type": "must be a whole number",
        "int_parsing": "must be a whole number",
        "int_parsing_size": "must be a whole number of fewer digits",
        "int_from_float": "must be a whole number",
        "float_type": "must be a number",
        "float_parsing": "must be a number",
        "bool_type": "must be true or false",
        "bool_parsing": "must be true or false",
        "uuid_type": "must be an id (a UUID)",
        "uuid_parsing": "must be an id (a UUID)",
        "enum": "must be one of {expected}",
        "literal_error": "must be {expected}",
        "value_error": "{error}",
        "model_type": "must be an object",
        "model_attributes_type": "must be an object",
        "dict_type": "must be an object",
        "tuple_type": "must be a list",
        "union_tag_invalid": "{discriminator} must be one of {expected_tags}",
        "union_tag_not_found": "must say {discriminator}",
        "string_type": "must be text",
    }.get(detail["type"])
    if words is None:
        return f"{detail['msg']}, got {given}"
    says = words.format(**context)
    return says if detail["type"] == "value_error" else f"{says}, got {given}"


def _short(value: object) -> str:
    if isinstance(value, dict | list | tuple):
        return f"{'an object' if isinstance(value, dict) else 'a list'} of {len(value)}"
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "…"
