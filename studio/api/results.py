"""What a run leaves behind: frames, series, trees."""

import math
import re
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final, Literal
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from pydantic import Field, RootModel
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from simcore.traffic.standing import StandingTree
from studio.api.problems import plain_problem
from studio.api.schema import operation
from studio.api.shapes import Shape, ShapeRenderer, person_of, query_of
from twin.models import Run as Record
from twin.selectors import runs
from twin.selectors.runs import run_of

BYTES: Final = "application/octet-stream"


class BytesRenderer(ShapeRenderer):
    """Accepts requests for plain bytes; problems are still said in JSON."""

    media_type = BYTES
    format = "bytes"


class FrameEntry(Shape):
    """Where a frame lies in the record; ``flags``: 1 a fault began or ended, 2 the last one."""

    seq: int
    simulated_s: float
    offset: int
    length: int
    flags: int


class FrameIndex(Shape):
    """The frames of a run, and the cables in the order in which each frame holds them."""

    frames: tuple[FrameEntry, ...]
    cables: tuple[str, ...]


class IterationSeries(Shape):
    """One entry an iteration, in order of their ends. ``job`` is the row of the job in the workload."""

    job: tuple[int, ...]
    end_s: tuple[float, ...]
    seconds: tuple[float, ...]
    communication_s: tuple[float, ...]


class FlowSeries(Shape):
    """One entry a finished flow; of ``count`` flows at most as many as were asked for.

    Where there are more, every so-many-th is taken, which leaves the distribution as it is.
    """

    count: int
    start_s: tuple[float, ...]
    size_bytes: tuple[float, ...]
    completion_s: tuple[float, ...]
    slowdown: tuple[float, ...]


class CableSeries(Shape):
    """One entry a cable: the mean share of its rate that it carried, in each direction."""

    cable: tuple[str, ...]
    mean_ab: tuple[float, ...]
    mean_ba: tuple[float, ...]


class Series(RootModel[IterationSeries | FlowSeries | CableSeries]):
    """The columns of one series."""


class SeriesQuery(Shape):
    """Which series is wanted."""

    name: Literal["iterations", "flows", "cables"]
    most: int = Field(default=20_000, ge=1, le=10_000_000, description="flows at most")


class TreesQuery(Shape):
    """Whose trees are wanted."""

    job: str | None = Field(default=None, description="id of a job of the workload")
    rail: str | None = Field(default=None, description="name of a rail")


class Trees(Shape):
    """The trees of a run, rail by rail."""

    trees: tuple[StandingTree, ...]


class FrameIndexView(APIView):
    """The frames of a run."""

    @operation("runs_frames", answer=FrameIndex)
    def get(self, request: Request, run_id: UUID) -> Response:
        """List the frames recorded so far."""
        run = run_of(person_of(request), run_id)
        frames = tuple(
            FrameEntry(seq=each.seq, simulated_s=each.simulated_s, offset=each.offset, length=each.length,
                       flags=each.flags)
            for each in runs.frames_of(run)
        )  # fmt: skip
        return Response(FrameIndex(frames=frames, cables=runs.cable_ids_of(run)))


class FrameRecordView(APIView):
    """The frame record of a run as bytes."""

    renderer_classes = (ShapeRenderer, BytesRenderer)

    @operation("runs_record", answer=OpenApiTypes.BINARY, media_type=BYTES)
    def get(self, request: Request, run_id: UUID) -> HttpResponse:
        """Read the frame record, or the one range of it that the header Range names."""
        run = run_of(person_of(request), run_id)
        return ranged(runs.frame_record_of(run), request.headers.get("Range"))


class SeriesView(APIView):
    """One series of a run."""

    @operation("runs_series", answer=Series, query=SeriesQuery)
    def get(self, request: Request, run_id: UUID) -> Response:
        """Read one series of a finished run."""
        query = query_of(request, SeriesQuery)
        return Response(SERIES[query.name](run_of(person_of(request), run_id), query.most))


class SeriesFileView(APIView):
    """All series of a run as a NumPy file."""

    renderer_classes = (ShapeRenderer, BytesRenderer)

    @operation("runs_series_file", answer=OpenApiTypes.BINARY, media_type=BYTES)
    def get(self, request: Request, run_id: UUID) -> HttpResponse:
        """Read all series of a finished run as one .npz file."""
        run = run_of(person_of(request), run_id)
        headers = {"Content-Disposition": f'attachment; filename="run-{run.number}.npz"'}
        return HttpResponse(runs.series_file_of(run), content_type=BYTES, headers=headers)


class TreesView(APIView):
    """The trees of a run."""

    @operation("runs_trees", answer=Trees, query=TreesQuery)
    def get(self, request: Request, run_id: UUID) -> Response:
        """Read the trees of a finished run as they stood at its end, with what crosses each cable."""
        query = query_of(request, TreesQuery)
        run = run_of(person_of(request), run_id)
        return Response(Trees.model_validate({"trees": runs.trees_of(run, job=query.job, rail=query.rail)}))


def iteration_series(run: Record, most: int) -> IterationSeries:
    """Return all iterations of a run."""
    arrays = runs.series_of(
        run, "iteration_job", "iteration_end", "iteration_seconds", "iteration_communication"
    )
    return IterationSeries(
        job=_list(arrays["iteration_job"]),
        end_s=_list(arrays["iteration_end"]),
        seconds=_list(arrays["iteration_seconds"]),
        communication_s=_list(arrays["iteration_communication"]),
    )


def flow_series(run: Record, most: int) -> FlowSeries:
    """Return the finished flows of a run, ``most`` of them at most."""
    arrays = runs.series_of(run, "flow_start", "flow_size", "flow_completion", "flow_slowdown")
    count = len(arrays["flow_start"])
    step = max(1, math.ceil(count / most))
    return FlowSeries(
        count=count,
        start_s=_list(arrays["flow_start"][::step]),
        size_bytes=_list(arrays["flow_size"][::step]),
        completion_s=_list(arrays["flow_completion"][::step]),
        slowdown=_list(arrays["flow_slowdown"][::step]),
    )


def cable_series(run: Record, most: int) -> CableSeries:
    """Return the mean load of all cables of a run's fabric."""
    mean = runs.series_of(run, "cable_mean")["cable_mean"]
    return CableSeries(cable=runs.cable_ids_of(run), mean_ab=_list(mean[:, 0]), mean_ba=_list(mean[:, 1]))


SERIES: Final[dict[str, Callable[[Record, int], Shape]]] = {
    "iterations": iteration_series,
    "flows": flow_series,
    "cables": cable_series,
}


def ranged(content: bytes, wanted: str | None) -> HttpResponse:
    """Return the bytes, or the one range that is wanted of them (RFC 9110, section 14)."""
    found = re.fullmatch(r"bytes=(\d{0,18})-(\d{0,18})", wanted or "", re.ASCII)
    if found is None or not (found[1] or found[2]):
        return HttpResponse(content, content_type=BYTES, headers={"Accept-Ranges": "bytes"})
    size = len(content)
    if found[1]:
        first, last = int(found[1]), min(int(found[2] or size - 1), size - 1)
    else:
        first, last = max(0, size - int(found[2])), size - 1
    if first > last:
        answer = plain_problem(
            HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE,
            f"the record has {size} bytes; this range lies outside",
        )
        answer.headers["Content-Range"] = f"bytes */{size}"
        return answer
    headers = {"Accept-Ranges": "bytes", "Content-Range": f"bytes {first}-{last}/{size}"}
    return HttpResponse(content[first : last + 1], status=206, content_type=BYTES, headers=headers)


def _list(array: Any) -> tuple[Any, ...]:
    return tuple(array.tolist())
