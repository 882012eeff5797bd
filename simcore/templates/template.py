"""What a template is: bounded parameters, words for them, and a function to a fabric document."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypedDict

from pydantic import Field, ValidationInfo, field_validator

from simcore.document.capabilities import AggregationProfile
from simcore.document.catalogue import AGGREGATION_PROFILES
from simcore.document.common import DocumentModel
from simcore.document.fabric import FabricDocument
from simcore.document.findings import Finding, Severity, note
from simcore.document.parse import parse_model
from simcore.templates.cabling import Cabling, Lengths, Media, cabled
from simcore.templates.hardware import TooManyPortsError
from simcore.templates.naming import LONGEST_PATTERN, check_pattern

ParameterValue = int | float | str
# More is beyond what the checks and the canvas are measured for.
MOST_CABLES: Final = 100_000
# Of a form, in their order.
SECTIONS: Final = ("", "cables", "names")


class Parameter(TypedDict):
    """A parameter as a form shows it.

    ``type`` is "integer", "number" or "string": one of ``choices``, or where ``fields`` are given a numbering
    pattern of them ("leaf-{n:02}"). ``section`` is "", "cables" or "names", for a form that folds these away.
    """

    name: str
    title: str
    type: str
    default: ParameterValue
    minimum: float | None
    maximum: float | None
    unit: str
    says: str
    choices: list[str]
    fields: list[str]
    section: str


def parameter(
    title: str,
    says: str,
    default: ParameterValue,
    *,
    minimum: float | None = None,
    maximum: float | None = None,
    unit: str = "",
    section: str = "",
    choices: Sequence[str] = (),
) -> Any:
    """Return a field of a parameters model: bounds for the check, words for the form.

    ``choices`` are those of a choice that a form offers, by default all.
    """
    return Field(
        default=default,
        title=title,
        description=says,
        ge=minimum,
        le=maximum,
        json_schema_extra={"unit": unit, "section": section, "choices": list(choices)},
    )


class Parameters(DocumentModel):
    """The parameters of a template: an unknown name is refused, every value has bounds.

    Those of the cables, which all templates share, leave lengths and media unknown until they are set.
    """

    lengths: Lengths = parameter(
        "Cable lengths",
        "Those that are not stated below: unknown, or estimated by a rule of racks, an assumption.",
        Lengths.UNKNOWN,
        section="cables",
    )
    host_cable_m: float = parameter(
        "Every cable to a host", "0: not stated.", 0.0, minimum=0, maximum=10_000, unit="m", section="cables"
    )
    first_cable_m: float = parameter(
        "Every cable from the lowest switches",
        "0: not stated.",
        0.0,
        minimum=0,
        maximum=10_000,
        unit="m",
        section="cables",
    )
    upper_cable_m: float = parameter(
        "Every cable above them",
        "0: not stated.",
        0.0,
        minimum=0,
        maximum=10_000,
        unit="m",
        section="cables",
    )
    servers_per_rack: int = parameter(
        "Servers per rack", "For estimated lengths.", 4, minimum=1, maximum=100, section="cables"
    )
    racks_per_row: int = parameter(
        "Racks per row", "For estimated lengths.", 16, minimum=1, maximum=1000, section="cables"
    )
    media: Media = parameter(
        "Cable types",
        "Unknown, the first of the catalogue that reaches as far, or one of this kind.",
        Media.UNKNOWN,
        section="cables",
    )

    def cabling(self) -> Cabling:
        """Return what is said of the cables."""
        return Cabling(
            lengths=self.lengths,
            stated=(self.host_cable_m, self.first_cable_m, self.upper_cable_m),
            servers_per_rack=self.servers_per_rack,
            racks_per_row=self.racks_per_row,
            media=self.media,
        )

    @field_validator("aggregation", check_fields=False)
    @classmethod
    def _profile_has_limits(cls, profile: AggregationProfile) -> AggregationProfile:
        if profile not in AGGREGATION_PROFILES:
            raise ValueError(
                f"{profile.value} needs limits, which are set on a type or a switch: take another"
            )
        return profile

    @field_validator("*")
    @classmethod
    def _patterns_can_name(cls, value: object, info: ValidationInfo) -> object:
        extra = cls.model_fields[info.field_name].json_schema_extra if info.field_name else None
        fields = extra.get("fields") if isinstance(extra, dict) else None
        if isinstance(fields, list) and fields:
            check_pattern(str(value), [str(each) for each in fields])
        return value


class Fact(TypedDict):
    """A figure of a family of fabrics by its closed form; ``says`` is the form in words."""

    name: str
    value: float
    unit: str
    says: str


def _no_facts(parameters: Parameters) -> list[Fact]:
    return []


@dataclass(frozen=True, slots=True)
class Template:
    """A kind of fabric.

    ``build`` and ``facts`` take an instance of ``model``, which holds the bounds and defaults; ``facts``
    tells what is known of the family without looking at the fabric.
    """

    name: str
    title: str
    says: str
    model: type[Parameters]
    build: Callable[[Any], FabricDocument]
    facts: Callable[[Any], list[Fact]] = _no_facts

    def make(self, values: Mapping[str, object]) -> tuple[FabricDocument | None, list[Finding]]:
        """Return the fabric for these parameters (numbers may come as text), or every finding on them."""
        parameters, findings = parse_model(self.model, dict(values))
        if parameters is None:
            return None, findings
        try:
            document = self.build(parameters)
        except TooManyPortsError as error:
            return None, [_refused("template.ports", str(error))]
        twice = _name_given_twice(document)
        if twice is None:
            cabling = parameters.cabling()
            if cabling.lengths is Lengths.RACKS:
                findings = [*findings, note("template.lengths", "/cables", cabling.rule())]
            return cabled(document, cabling), findings
        says = f"the numbering patterns call two devices {twice}: add {{n}}, or a word of their own"
        return None, [_refused("template.names", says)]

    def facts_of(self, values: Mapping[str, object]) -> list[Fact]:
        """Return the closed forms for these parameters; none where they make no fabric."""
        parameters, _ = parse_model(self.model, dict(values))
        return [] if parameters is None else self.facts(parameters)

    def parameters(self) -> list[Parameter]:
        """Return the parameters in the order of a form."""
        schema = self.model.model_json_schema()
        described = [
            _described(name, each, schema.get("$defs", {})) for name, each in schema["properties"].items()
        ]
        return sorted(described, key=lambda each: SECTIONS.index(each["section"]))


def speed_parameter() -> Any:
    """Return the field of the one speed that all cables have."""
    return parameter("Speed", "Of every cable.", 400.0, minimum=1, maximum=3200, unit="Gb/s")


def gpus_parameter(default: int, noun: str) -> Any:
    """Return the field of the GPUs that a ``noun`` ("host", "server") holds."""
    return parameter(f"GPUs per {noun}", "For counts and cost.", default, minimum=0, maximum=72)


def check_size(cables: int) -> None:
    """Let so many cables pass.

    Raises
    ------
    ValueError
        If a template makes no fabric of so many.
    """
    if cables > MOST_CABLES:
        raise ValueError(f"that makes {cables:,} cables; a template makes {MOST_CABLES:,} at most")


def bisection(gbps: float, says: str) -> Fact:
    """Return the fact of what gets from one half to the other."""
    return Fact(name="Bisection", value=gbps / 1000, unit="Tb/s", says=says)


def bisection_oversubscription(hosts: int, cables: int) -> Fact:
    """Return the fact of how many hosts share a cable of the cut, all of one speed."""
    return Fact(
        name="Bisection oversubscription",
        value=hosts / cables,
        unit="to 1",
        says="what the hosts of the smaller half can send for what the cut carries",
    )


def names(title: str, default: str, *fields: str) -> Any:
    """Return a field of a parameters model that holds a numbering pattern of ``n`` and ``fields``."""
    known = ["n", *fields]
    return Field(
        default=default,
        title=title,
        description="A numbering pattern of "
        + ", ".join(f"{{{each}}}" for each in known)
        + "; {n:02} fills up with zeros.",
        max_length=LONGEST_PATTERN,
        json_schema_extra={"fields": [*known], "section": "names"},
    )


def aggregation_parameter(default: AggregationProfile = AggregationProfile.QUANTUM_2) -> Any:
    """Return the field that says what every switch of the fabric can add: a profile with known limits."""
    return parameter(
        "In-network aggregation",
        "What every switch can add.",
        default,
        choices=[profile.value for profile in AGGREGATION_PROFILES],
    )


def _refused(rule: str, says: str) -> Finding:
    return Finding(rule=rule, severity=Severity.ERROR, at="", says=says)


def _name_given_twice(document: FabricDocument) -> str | None:
    seen: set[str] = set()
    for device in document.devices:
        if device.id in seen:
            return device.id
        seen.add(device.id)
    return None


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
        choices=list(schema.get("choices") or choice.get("enum", schema.get("enum", []))),
        fields=list(schema.get("fields", [])),
        section=schema.get("section", ""),
    )
