"""What the workers do: each task fetches by id and calls one service."""

from typing import Any
from uuid import UUID

from celery import shared_task
from celery.signals import worker_init, worker_ready

from simcore.simulate import warm_up
from twin.queue import EXECUTE_RUN, tell_listening
from twin.services.runs import execution


@shared_task(name=EXECUTE_RUN, ignore_result=True)  # type: ignore[untyped-decorator]
def execute_run(run_id: str) -> None:
    """Execute a queued run."""
    execution.execute(run_id=UUID(run_id))


@worker_init.connect  # type: ignore[untyped-decorator]
def compile_kernels(**_: object) -> None:
    """Compile or load every kernel before the first run, so that nobody waits for it after a click."""
    warm_up()


@worker_ready.connect  # type: ignore[untyped-decorator]
def tell_ready(sender: Any, **_: object) -> None:
    """Say that this worker takes runs from now on."""
    for name in sender.app.amqp.queues.consume_from:
        tell_listening(name)
