"""Which algorithm each job runs by: the one that the scenario names."""

from dataclasses import dataclass

from simcore.document.scenario import Algorithm, ScenarioDocument


@dataclass(frozen=True, slots=True)
class Choice:
    """The algorithm of a job, and why it was chosen, in words; None where a person named it."""

    algorithm: Algorithm
    says: str | None = None


def choice_of(scenario: ScenarioDocument) -> Choice:
    """Return the choice for a job."""
    return Choice(scenario.algorithm)
