"""Workloads: what is counted when one is saved. What it finds wrong depends on the fabric: see runs."""

from typing import Any, Final

from simcore.document.workload import WorkloadDocument
from twin.models import Workload
from twin.services.documents import Kind


def facts(document: WorkloadDocument) -> dict[str, Any]:
    """Return how many jobs, backgrounds and flows there are."""
    return {
        "counts": {
            "jobs": len(document.jobs),
            "background": len(document.background),
            "flows": len(document.flows),
        }
    }


WORKLOADS: Final = Kind(record=Workload, document=WorkloadDocument, findings=lambda document: (), facts=facts)
