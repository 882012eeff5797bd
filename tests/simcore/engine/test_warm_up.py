"""What is compiled when a worker starts, so that nothing is in a person's first run."""

import subprocess
import sys
from importlib import import_module
from pkgutil import iter_modules

from numba.core.dispatcher import Dispatcher

import simcore.engine
import simcore.solver
from simcore.traffic import graph
from simcore.traffic.collectives.ring_steps import StepRing
from simcore.traffic.streams import StreamTable
from tests.simcore.engine.players import Script, engine_of, run, starting

FLOOR = [
    import_module(f"{package.__name__}.{module.name}")
    for package in (simcore.engine, simcore.solver)
    for module in iter_modules(package.__path__)
] + [graph]


def compiled_count() -> int:
    """Return how many compiled versions of kernels there are in this process."""
    kernels = {kernel for room in FLOOR for kernel in vars(room).values() if isinstance(kernel, Dispatcher)}
    return sum(len(kernel.signatures) for kernel in kernels)


def play_everything() -> None:
    """Run jobs, arrivals, timers and faults, with all that a run asks of the engine."""
    player = Script(starting([[0], [0, 1]] * 20, [1.0, 2.0] * 20))
    player.on_timer[0] = lambda stage: stage.set_capacity([0], [0.5])
    player.on_timer[1] = lambda stage: stage.set_capacity([0, 1], [2.0, 3.0])
    engine = engine_of([1.0, 2.0], player)
    row = engine.add_arrivals(StreamTable.of([[1]] * 30), [1.0] * 30, [0.1 * number for number in range(30)])
    ring = graph.TaskGraph.of(
        [[0], [0, 1]], size=1.0, route=0, routes=StreamTable.of([[0, 1]]), ahead=[1, 0, 1]
    )
    engine.start_graph(engine.add_graph(ring), player=0, tag=7)
    steps = engine_of([1.0, 2.0], Script())
    steps.start_ring(steps.add_ring(StepRing(StreamTable.of([[0], [1]]), 1.0, 4)), player=0, tag=8)
    run(steps, 1.0)
    steps.add_arrivals(StreamTable.of([[0]]), [1.0], [1.0])
    run(steps)
    engine.begin()
    for tag in (0, 1):
        engine.set_timer(1.0 + tag, player=0, tag=tag)
    run(engine, 1.5)
    engine.carried()
    run(engine)
    engine.rates(row, 30), engine.finish_times(row, 30), engine.next_event, engine.capacity()
    engine.release(row, 30)


def test_after_warming_up_a_run_compiles_nothing() -> None:
    """In a process of its own, where no other test has compiled anything."""
    script = (
        "from simcore.engine.warm_up import warm_up; from tests.simcore.engine.test_warm_up import *; "
        "warm_up(); warm = compiled_count(); "
        "play_everything(); print(warm, compiled_count())"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    warm, after = done.stdout.split()
    assert int(warm) == int(after) > 0
