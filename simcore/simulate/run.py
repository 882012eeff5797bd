"""One run from its beginning to its end: advance, look, wait, and stop where asked to."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf

from simcore.document.findings import Finding, Severity
from simcore.document.scenario import ScenarioDocument
from simcore.document.scenario import Tolerances as AskedTolerances
from simcore.document.workload import WorkloadDocument
from simcore.engine import warm_up as engine_kernels
from simcore.engine.loop import Engine
from simcore.engine.tolerances import DEFAULT, EXACT, Tolerances
from simcore.errors import DocumentError, RoutingError, StalledError
from simcore.folding import warm_up as folding_kernels
from simcore.frames import Observer
from simcore.metrics import RunResult
from simcore.routing import warm_up as routing_kernels
from simcore.routing.pauses import Pauses
from simcore.simulate.cast import Cast, CurtainError
from simcore.simulate.casting import make_cast
from simcore.simulate.fit import fit
from simcore.simulate.furnishing import furnish
from simcore.simulate.pace import SAMPLES_PER_WALL_SECOND, Grid, Pace, sample_count
from simcore.simulate.protection import protected
from simcore.simulate.record import Recorder
from simcore.simulate.tiers import within
from simcore.simulate.why import TAPE_LINES
from simcore.topology import Topology
from simcore.units import seconds


def warm_up() -> None:
    """Compile every kernel that a run needs, or load it from the cache: before somebody waits for it."""
    engine_kernels.warm_up()
    routing_kernels.warm_up()
    folding_kernels.warm_up()


def warm_up_checks() -> None:
    """Load what ``run_findings`` needs, a third of it all: for who checks runs and leaves them to others."""
    routing_kernels.warm_up()


def run_findings(
    topology: Topology, workload: WorkloadDocument, scenario: ScenarioDocument
) -> tuple[Finding, ...]:
    """Return what stops a run of ``workload`` under ``scenario`` on ``topology``, and what is worth knowing.

    Pointers lead into the workload (``/jobs``, ``/background``, ``/flows``) or the scenario (``/placement``,
    ``/faults``, ``/algorithm``, ``/routing``, ``/tolerances``, ``/aggregation``, ``/security``).
    """
    return fit(protected(topology, scenario), workload, scenario).findings


def simulate(
    topology: Topology,
    workload: WorkloadDocument,
    scenario: ScenarioDocument,
    *,
    observer: Observer | None = None,
    should_stop: Callable[[], bool] | None = None,
) -> RunResult:
    """Run ``workload`` under ``scenario`` on ``topology`` and return everything it leaves behind.

    The same arguments give the same result, whoever observes and at whatever pace. The transport's payload
    share is the business of ``build_topology``, which makes the topology; what encryption takes is seen to
    here.

    Parameters
    ----------
    observer
        Called with a snapshot ten times a second of wall time where the scenario sets a pace, else about 600
        times in all (less often where a look is dear); and whenever a fault begins or ends.
    should_stop
        Asked at least every 50 ms.

    Raises
    ------
    DocumentError
        If the workload or the scenario does not fit the fabric; all findings are in it.
    StoppedError
        If ``should_stop`` said so.
    StalledError
        If it comes to a standstill for good.
    """
    run = prepare(topology, workload, scenario, should_stop=should_stop)
    return run.play(observer=observer, should_stop=should_stop)


def prepare(
    topology: Topology,
    workload: WorkloadDocument,
    scenario: ScenarioDocument,
    *,
    should_stop: Callable[[], bool] | None = None,
) -> "Run":
    """Return the run of ``workload`` under ``scenario`` on ``topology``, before its first event.

    ``should_stop`` is asked at least every 50 ms while paths are planned.

    Raises
    ------
    DocumentError
        If the workload or the scenario does not fit the fabric; all findings are in it.
    """
    topology = protected(topology, scenario)
    fitted = fit(topology, workload, scenario)
    if fitted.errors:
        raise _does_not_fit(fitted.errors)
    topology = within(topology, scenario.aggregation.tiers)
    tolerances = _tolerances(scenario.tolerances)
    furniture = furnish(topology, workload, scenario, fitted)
    engine = Engine(furniture.resources.capacity(), tolerances, tape_lines=TAPE_LINES)
    pauses = Pauses(Pace(None, should_stop=should_stop).look)
    try:
        cast = make_cast(topology, workload, scenario, fitted, engine, furniture=furniture, pauses=pauses)
    except RoutingError as error:
        finding = Finding(rule="ranks.unreachable", severity=Severity.ERROR, at="/jobs", says=str(error))
        raise _does_not_fit((finding,)) from error
    return Run(cast, engine, scenario, pauses)


def _tolerances(asked: AskedTolerances) -> Tolerances:
    """Return how exact the engine is to be; what is left open is its default."""
    if asked.exact:
        return EXACT
    return Tolerances(
        coalesce=DEFAULT.coalesce if asked.coalesce is None else asked.coalesce,
        spread=DEFAULT.spread if asked.spread is None else asked.spread,
    )


def _does_not_fit(errors: tuple[Finding, ...]) -> DocumentError:
    count = "1 error" if len(errors) == 1 else f"{len(errors)} errors"
    return DocumentError(f"the run does not fit the fabric ({count}); the first: {errors[0].says}", errors)


@dataclass(frozen=True, slots=True)
class _Audience:
    """Who watches a run, and keeps its pace."""

    observer: Observer | None
    pace: Pace


class Run:
    """A run that can be played, stopped and played on."""

    def __init__(self, cast: Cast, engine: Engine, scenario: ScenarioDocument, pauses: Pauses) -> None:
        pace = scenario.pace.ms_per_s
        if pace is None:
            interval = cast.foreseen(engine.capacity()) / sample_count(cast.job_entries)
        else:
            interval = seconds(pace) / SAMPLES_PER_WALL_SECOND
        self._cast = cast
        self._engine = engine
        self._pauses = pauses
        self._ms_per_s = pace
        self._has_begun = False
        self._grid = Grid(interval, widens=pace is None)
        self._moments = list(cast.faults.moments)
        self._recorder = Recorder(cast, engine, scenario)

    @property
    def time(self) -> float:
        """The simulated time that it has reached, s."""
        return self._engine.time

    def play(
        self, *, observer: Observer | None = None, should_stop: Callable[[], bool] | None = None
    ) -> RunResult:
        """Advance from sample to sample until all work is done, from the beginning or from where it stopped.

        Parameters and errors are those of ``simulate``. After ``StoppedError`` the run can be played on, and
        comes to the same result as one that never stopped.
        """
        audience = _Audience(observer, Pace(self._ms_per_s, should_stop=should_stop))
        self._pauses.look = audience.pace.look
        if not self._has_begun:
            self._has_begun = True
            self._engine.begin()
        while (end := self._advance_to_next(audience)) is None:
            pass
        self._show(audience, end, is_last=True)
        return self._recorder.result(end)

    def _advance_to_next(self, audience: _Audience) -> float | None:
        """Advance to the next sample or fault event and show it; return when the run ended, if it did."""
        sample, moment = self._grid.next, self._moments[0] if self._moments else inf
        until = min(sample, moment)
        try:
            while not self._engine.advance(until):
                audience.pace.look()
        except CurtainError:
            self._recorder.read_flows()
            return self._engine.time
        self._recorder.read_flows()
        if self._cast.is_over():
            return self._cast.last_end()
        if self._engine.next_event == inf:
            raise StalledError(self._engine.time, self._cast.waiting())
        if until == moment:
            self._moments.pop(0)
        self._show(audience, until, is_event=until == moment)
        if until == sample:
            self._grid.advance()
            audience.pace.keep()
        return None

    def _show(
        self, audience: _Audience, time: float, *, is_event: bool = False, is_last: bool = False
    ) -> None:
        if audience.observer is not None:
            audience.observer(self._recorder.sample(time, is_event=is_event, is_last=is_last))
        elif is_event:
            self._recorder.divide()
