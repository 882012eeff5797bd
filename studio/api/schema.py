"""Describes the shapes to drf-spectacular: the OpenAPI schema is made from the same models that judge.

An answer has all of its fields; in a request those with a default may be left out. Where a model differs
between the two, the request's one is called ``…Request``.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from drf_spectacular.drainage import set_override
from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.plumbing import ResolvedComponent
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode

from studio.api.problems import CONTENT_TYPE, Problem

REFERENCE: Final = "#/components/schemas/{model}"
View = TypeVar("View", bound=Callable[..., Any])
FILES: Final = {
    "multipart/form-data": {
        "type": "object",
        "properties": {
            "file": {"type": "array", "items": {"type": "string", "format": "binary"}, "minItems": 1},
            "format": {"type": "string", "description": "the format's name; without it the files tell"},
            "name": {"type": "string"},
            "project": {"type": "string", "format": "uuid"},
            "amendments": {"type": "string", "description": "the rules of Amendments, as JSON"},
            "columns": {"type": "string", "description": "a ColumnMap, as JSON, for a list of cables in CSV"},
        },
        "required": ["file"],
    }
}


class ShapeSchema(GenerateJsonSchema):
    """Says of an answer that all of its fields are there, those with a default too."""

    def field_is_required(self, field: Any, total: bool) -> bool:
        """Tell whether a field is always there."""
        return self.mode == "serialization" or super().field_is_required(field, total)


class ShapeExtension(OpenApiSerializerExtension):
    """Puts a shape and the shapes in it among the components."""

    target_class = "pydantic.BaseModel"
    match_subclasses = True
    priority = 1

    def get_name(self, auto_schema: Any, direction: str) -> str:
        """Return the component's name."""
        # A shape may come first as a part of another, by name alone; the second time it is the same one.
        set_override(self.target, "suppress_collision_warning", True)
        name: str = self.target.__name__
        return name

    def map_serializer(self, auto_schema: Any, direction: str) -> dict[str, Any]:
        """Return the JSON schema of the shape; those in it become components of their own."""
        answers = self._schema("serialization")
        schema = answers
        renamed: set[str] = set()
        if direction == "request":
            schema = self._schema("validation")
            renamed = _differing(schema.get("$defs", {}), answers.get("$defs", {}))
        for name, part in schema.pop("$defs", {}).items():
            component = ResolvedComponent(
                name=f"{name}Request" if name in renamed else name,
                type=ResolvedComponent.SCHEMA,
                object=f"{name}Request" if name in renamed else name,
                schema=_refer(part, renamed),
            )
            auto_schema.registry.register_on_missing(component)
        mapped: dict[str, Any] = _refer(schema, renamed)
        return mapped

    def _schema(self, mode: JsonSchemaMode) -> dict[str, Any]:
        schema: dict[str, Any] = self.target.model_json_schema(
            ref_template=REFERENCE, mode=mode, schema_generator=ShapeSchema
        )
        return schema


def operation(
    name: str,
    *,
    answer: Any,
    status: int = 200,
    body: Any = None,
    query: type[BaseModel] | None = None,
    headers: tuple[str, ...] = (),
    media_type: str = "application/json",
) -> Callable[[View], View]:
    """Describe one method of a view; its docstring's first line is the summary."""
    return extend_schema(
        operation_id=name,
        request=body,
        parameters=[*_parameters(query), *(_header(each) for each in headers)],
        responses={(status, media_type): answer, ("4XX", CONTENT_TYPE): Problem},
    )


def _parameters(query: type[BaseModel] | None) -> list[OpenApiParameter]:
    if query is None:
        return []
    schema = query.model_json_schema(mode="validation")
    defined = schema.get("$defs", {})
    return [
        OpenApiParameter(
            name=name,
            location=OpenApiParameter.QUERY,
            required=name in schema.get("required", ()),
            description=each.get("description", ""),
            type={key: value for key, value in _resolved(each, defined).items() if key != "description"},
        )
        for name, each in schema["properties"].items()
    ]


def _resolved(schema: dict[str, Any], defined: Mapping[str, Any]) -> dict[str, Any]:
    """Return a parameter's own schema: without null, which a parameter cannot be, and without references."""
    chosen = next((each for each in schema.get("anyOf", ()) if each.get("type") != "null"), schema)
    name = chosen.get("$ref", "").rpartition("/")[2]
    default = schema.get("default")
    return {**(defined[name] if name else chosen), **({} if default is None else {"default": default})}


def _header(name: str) -> OpenApiParameter:
    return OpenApiParameter(name=name, location=OpenApiParameter.HEADER, required=True, type=OpenApiTypes.STR)


def _differing(requests: dict[str, Any], answers: dict[str, Any]) -> set[str]:
    """Return the shapes that a request spells differently, themselves or in a shape they hold."""
    differing = {name for name, schema in requests.items() if schema != answers.get(name)}
    while True:
        more = {name for name, schema in requests.items() if _references(schema) & differing} - differing
        if not more:
            return differing
        differing |= more


def _references(schema: Any) -> set[str]:
    if isinstance(schema, dict):
        own = {schema["$ref"].rpartition("/")[2]} if isinstance(schema.get("$ref"), str) else set()
        return own.union(*(_references(each) for each in schema.values()))
    if isinstance(schema, list):
        return set().union(*(_references(each) for each in schema))
    return set()


def _refer(schema: Any, renamed: set[str]) -> Any:
    """Return a schema whose references use the new names."""
    if isinstance(schema, dict):
        return {
            key: f"{value}Request"
            if key == "$ref" and value.rpartition("/")[2] in renamed
            else _refer(value, renamed)
            for key, value in schema.items()
        }
    if isinstance(schema, list):
        return [_refer(each, renamed) for each in schema]
    return schema
