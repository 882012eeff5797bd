"""Scenarios: what is counted when one is saved. What it finds wrong depends on the fabric: see runs."""

from typing import Any, Final

from simcore.document.scenario import ScenarioDocument
from twin.models import Scenario
from twin.services.documents import Kind


def facts(document: ScenarioDocument) -> dict[str, Any]:
    """Return how many faults and placements there are."""
    return {"counts": {"faults": len(document.faults), "placements": len(document.placement)}}


SCENARIOS: Final = Kind(record=Scenario, document=ScenarioDocument, findings=lambda document: (), facts=facts)
