"""What a template is: bounded parameters, words for them, and a function to a fabric document."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypedDict

from pydantic import Field

from simcore.document.common import DocumentModel
from simcore.document.fabric import FabricDocument
from simcore.document.findings import Finding
from simcore.document.parse import parse_model

ParameterValue = int | float | str
# More is beyond what the checks and the canvas are measured for.
MOST_CABLES: Final = 100_000


class Parameter(TypedDict):
    """A parameter as a form shows it; ``type`` is "integer", "number" or "string" (one of ``choices``)."""

    name: str
    title: str
    type: str
    default: ParameterValue
    minimum: float | None
    maximum: float | None
    unit: str
    says: str
    choices: list[str]


class Parameters(DocumentModel):
    """The parameters of a template: an unknown name is refused, every value has bounds."""


@dataclass(frozen=True, slots=True)
class Template:
    """A kind of fabric. ``build`` takes an instance of ``model``, which holds the bounds and defaults."""

    name: str
    title: str
    says: str
    model: type[Parameters]
    build: Callable[[Any], FabricDocument]

    def make(self, values: Mapping[str, object]) -> tuple[FabricDocument | None, list[Finding]]:
        """Return the fabric for these parameters (numbers may come as text), or every finding on them."""
        parameters, findings = parse_model(self.model, dict(values))
        return (None if parameters is None else self.build(parameters)), findings

    def parameters(self) -> list[Parameter]:
        """Return the parameters in the order of a form."""
        schema = self.model.model_json_schema()
        return [
            _described(name, each, schema.get("$defs", {})) for name, each in schema["properties"].items()
        ]


def parameter(
    title: str,
    says: str,
    default: ParameterValue,
    *,
    minimum: float | None = None,
    maximum: float | None = None,
    unit: str = "",
) -> Any:
    """Return a field of a parameters model: bounds for the check, words for the form."""
    return Field(
        default=default,
        title=title,
        description=says,
        ge=minimum,
        le=maximum,
        json_schema_extra={"unit": unit},
    )


def _described(name: str, schema: dict[str, Any], definitions: dict[str, Any]) -> Parameter:
    """Return a parameter from its JSON schema; a choice is a reference into ``definitions``."""
    choice = definitions.get(str(schema.get("$ref", "")).rpartition("/")[2], {})
    return Parameter(
        name=name,
        title=schema["title"],
        type=schema.get("type", choice.get("type", "string")),
        default=schema["default"],
        minimum=schema.get("minimum"),
        maximum=schema.get("maximum"),
        unit=schema.get("unit", ""),
        says=schema["description"],
        choices=list(choice.get("enum", [])),
    )
