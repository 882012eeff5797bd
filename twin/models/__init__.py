"""The records, one file a noun."""

from twin.models.access import ApiToken, EntryToken
from twin.models.comparisons import ComparedWay, Comparison
from twin.models.documents import DocumentRecord, DocumentRevision
from twin.models.fabrics import Fabric, FabricRevision
from twin.models.kept import OwnColumnMap, OwnDeviceType, PriceList
from twin.models.projects import Project
from twin.models.runs import ENDED, TRANSITIONS, Run, RunNumber, RunStatus
from twin.models.scenarios import Scenario, ScenarioRevision
from twin.models.workloads import Workload, WorkloadRevision

__all__ = [
    "ENDED",
    "TRANSITIONS",
    "ApiToken",
    "ComparedWay",
    "Comparison",
    "DocumentRecord",
    "DocumentRevision",
    "EntryToken",
    "Fabric",
    "FabricRevision",
    "OwnColumnMap",
    "OwnDeviceType",
    "PriceList",
    "Project",
    "Run",
    "RunNumber",
    "RunStatus",
    "Scenario",
    "ScenarioRevision",
    "Workload",
    "WorkloadRevision",
]
