"""Projects."""

from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import StringConstraints
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from studio.api.schema import operation
from studio.api.shapes import Page, PageQuery, Shape, body_of, part_of, person_of, query_of
from twin.models import Project as Record
from twin.selectors.owned import all_of, one_of
from twin.services import projects

Title = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]


class Project(Shape):
    """A named place for what belongs together."""

    id: UUID
    name: str
    created_at: datetime
    updated_at: datetime


class ProjectPage(Page[Project]):
    """A part of the list of projects."""


class NewProject(Shape):
    """A project's name."""

    name: Title


def shape_of(record: Record) -> Project:
    """Return a project as it is answered."""
    return Project(id=record.id, name=record.name, created_at=record.created_at, updated_at=record.updated_at)


class ProjectList(APIView):
    """All of one's projects."""

    @operation("projects_list", answer=ProjectPage, query=PageQuery)
    def get(self, request: Request) -> Response:
        """List projects, oldest first."""
        part = part_of(request, query_of(request, PageQuery), all_of(Record, person_of(request)))
        return Response(ProjectPage(results=tuple(map(shape_of, part.pop("rows"))), **part))

    @operation("projects_create", body=NewProject, answer=Project, status=201)
    def post(self, request: Request) -> Response:
        """Make a project."""
        name = body_of(request, NewProject).name
        return Response(shape_of(projects.create(owner=person_of(request), name=name)), status=201)


class ProjectDetail(APIView):
    """One project."""

    @operation("projects_read", answer=Project)
    def get(self, request: Request, project_id: UUID) -> Response:
        """Read a project."""
        return Response(shape_of(one_of(Record, person_of(request), project_id)))

    @operation("projects_rename", body=NewProject, answer=Project)
    def patch(self, request: Request, project_id: UUID) -> Response:
        """Give a project another name."""
        name = body_of(request, NewProject).name
        return Response(shape_of(projects.rename(owner=person_of(request), project_id=project_id, name=name)))

    @operation("projects_delete", answer=None, status=204)
    def delete(self, request: Request, project_id: UUID) -> Response:
        """Delete a project with everything in it; refused while one of its runs goes on."""
        projects.delete(owner=person_of(request), project_id=project_id)
        return Response(status=204)
