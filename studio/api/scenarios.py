"""Scenarios: the shapes of their answers and bodies."""

from datetime import datetime
from uuid import UUID

from simcore.document.common import Name
from simcore.document.findings import Finding
from simcore.document.scenario import ScenarioDocument
from studio.api.documents import DocumentShapes
from studio.api.shapes import Page, Shape


class ScenarioCounts(Shape):
    """How much is in a scenario."""

    faults: int
    placements: int


class ScenarioRow(Shape):
    """A scenario in a list."""

    id: UUID
    project: UUID
    name: str
    revision: int
    digest: str
    findings: tuple[Finding, ...]
    counts: ScenarioCounts
    updated_at: datetime


class Scenario(ScenarioRow):
    """A scenario with its newest document."""

    document: ScenarioDocument


class ScenarioPage(Page[ScenarioRow]):
    """A part of the list of scenarios."""


class NewScenario(Shape):
    """A scenario to save. Without a project the first one takes it, without a name the document's serves."""

    project: UUID | None = None
    name: Name | None = None
    document: ScenarioDocument


class ScenarioSave(Shape):
    """A changed scenario."""

    name: Name | None = None
    document: ScenarioDocument


SHAPES = DocumentShapes(
    row=ScenarioRow, page=ScenarioPage, whole=Scenario, new=NewScenario, save=ScenarioSave
)
