"""What the workers do: each task fetches by id and calls one service."""

from uuid import UUID

from celery import shared_task

from twin.queue import EXECUTE_RUN
from twin.services.runs import execution


@shared_task(name=EXECUTE_RUN, ignore_result=True)  # type: ignore[untyped-decorator]
def execute_run(run_id: str) -> None:
    """Execute a queued run."""
    execution.execute(run_id=UUID(run_id))
