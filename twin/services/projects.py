"""Makes, renames and deletes projects."""

from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction

from twin import storage
from twin.errors import ConflictError
from twin.models import ENDED, Fabric, Project, Run, Scenario, Workload
from twin.selectors.owned import first_project, one_of

FIRST_NAME = "My project"


def create(*, owner: User, name: str) -> Project:
    """Make a project."""
    return Project.objects.create(owner=owner, name=name)


def rename(*, owner: User, project_id: UUID, name: str) -> Project:
    """Give a project another name."""
    project = one_of(Project, owner, project_id)
    project.name = name
    project.save(update_fields=("name", "updated_at"))
    return project


def project_or_first(owner: User, project_id: UUID | None) -> Project:
    """Return the project named, else the owner's first one, which is made where there is none."""
    if project_id is not None:
        return one_of(Project, owner, project_id)
    return first_project(owner) or create(owner=owner, name=FIRST_NAME)


def delete(*, owner: User, project_id: UUID) -> None:
    """Delete a project with everything in it.

    Raises
    ------
    ConflictError
        While one of its runs is queued or running.
    """
    with transaction.atomic():
        project = one_of(Project, owner, project_id)
        runs = list(Run.objects.filter(project=project))
        going_on = [run.number for run in runs if run.status not in ENDED]
        if going_on:
            raise ConflictError(f"run {going_on[0]} of this project has not ended: cancel it first")
        Run.objects.filter(project=project).delete()
        for model in (Fabric, Workload, Scenario):
            if Run.objects.filter(**{f"{model.noun}__record__project": project}).exists():
                raise ConflictError(
                    f"a run of another project shows a {model.noun} of this one: delete it first"
                )
        project.delete()
        files = [(run.id, run.attempt) for run in runs]
        transaction.on_commit(lambda: _delete_files(files))


def _delete_files(files: list[tuple[UUID, int]]) -> None:
    for run_id, attempts in files:
        storage.delete_files(run_id, attempts)
