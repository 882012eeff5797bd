"""Objects by owner: somebody else's object is one that does not exist."""

from typing import Any, TypeVar
from uuid import UUID

from django.contrib.auth.models import User
from django.db.models import QuerySet

from twin.errors import NotFoundError
from twin.models import Project
from twin.models.owned import Owned

Record = TypeVar("Record", bound=Owned)


def all_of(model: type[Record], owner: User, **filters: Any) -> "QuerySet[Record]":
    """Return a person's objects; filters that are None do not filter."""
    given = {name: value for name, value in filters.items() if value is not None}
    return model._default_manager.filter(owner=owner, **given)


def one_of(model: type[Record], owner: User, object_id: UUID) -> Record:
    """Return one of a person's objects.

    Raises
    ------
    NotFoundError
        If there is none with this id among theirs.
    """
    record = all_of(model, owner).filter(id=object_id).first()
    if record is None:
        raise NotFoundError(model.noun)
    return record


def first_project(owner: User) -> Project | None:
    """Return a person's oldest project, the one that is meant where none is named."""
    return all_of(Project, owner).order_by("created_at", "id").first()
