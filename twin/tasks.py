"""What the workers do: each task fetches by id and calls one service."""

from uuid import UUID

from celery import shared_task
from celery.signals import worker_init

from simcore.engine.loop import warm_up
from twin.queue import EXECUTE_RUN
from twin.services.runs import execution


@shared_task(name=EXECUTE_RUN, ignore_result=True)  # type: ignore[untyped-decorator]
def execute_run(run_id: str) -> None:
    """Execute a queued run."""
    execution.execute(run_id=UUID(run_id))


@worker_init.connect  # type: ignore[untyped-decorator]
def compile_kernels(**_: object) -> None:
    """Compile or load every kernel before the first run, so that nobody waits for it after a click."""
    warm_up()
