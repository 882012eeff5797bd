"""Scenarios: the shapes of their answers and bodies."""

from simcore.document.scenario import ScenarioDocument
from studio.api.documents import DocumentRow, DocumentSave, DocumentShapes, NewDocument
from studio.api.shapes import Page, Shape


class ScenarioCounts(Shape):
    """How much is in a scenario."""

    faults: int
    placements: int


class ScenarioRow(DocumentRow):
    """A scenario in a list."""

    counts: ScenarioCounts


class Scenario(ScenarioRow):
    """A scenario with its newest document."""

    document: ScenarioDocument


class ScenarioPage(Page[ScenarioRow]):
    """A part of the list of scenarios."""


class NewScenario(NewDocument[ScenarioDocument]):
    """A scenario to save. Without a project the first one takes it, without a name the document's serves."""


class ScenarioSave(DocumentSave[ScenarioDocument]):
    """A changed scenario."""


SHAPES = DocumentShapes(
    row=ScenarioRow, page=ScenarioPage, whole=Scenario, new=NewScenario, save=ScenarioSave
)
