"""Two runs side by side."""

from dataclasses import asdict
from http import HTTPStatus
from typing import Any
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from studio.api.problems import FieldProblem, RequestError
from studio.api.runs import Run, shape_of
from studio.api.schema import operation
from studio.api.shapes import Shape, person_of, query_of
from twin.selectors.compare import CablePair, Figure, Verdict, compare
from twin.selectors.runs import run_of


class Difference(Shape):
    """One place where two runs differ; a value that one of them lacks is null."""

    pointer: str
    title: str
    values: tuple[Any, Any]


class Comparison(Shape):
    """All that is said about two runs; the first is A, the reference."""

    runs: tuple[Run, Run]
    figures: tuple[Figure, ...]
    different: tuple[Difference, ...]
    equal: tuple[str, ...]
    sentence: Verdict
    cables: tuple[CablePair, ...]


class CompareQuery(Shape):
    """The ids of two runs, with a comma between them."""

    runs: str


class CompareView(APIView):
    """Two runs side by side."""

    @operation("compare", answer=Comparison, query=CompareQuery)
    def get(self, request: Request) -> Response:
        """Compare two finished runs."""
        first, second = (
            run_of(person_of(request), run_id) for run_id in _two_ids(query_of(request, CompareQuery).runs)
        )
        found = compare(first, second)
        return Response(
            Comparison(
                runs=(shape_of(first), shape_of(second)),
                figures=found.figures,
                different=tuple(Difference(**asdict(each)) for each in found.different),
                equal=found.equal,
                sentence=found.sentence,
                cables=found.cables,
            )
        )


def _two_ids(text: str) -> tuple[UUID, UUID]:
    try:
        first, second = (UUID(each.strip()) for each in text.split(","))
    except ValueError:
        says = "holds the ids of exactly two runs, with a comma between them"
        raise RequestError(
            HTTPStatus.BAD_REQUEST, f"runs {says}", [FieldProblem(pointer="?runs", detail=says)]
        ) from None
    return first, second
