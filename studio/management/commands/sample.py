"""Loads the sample project."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from twin.selectors.access import person_named
from twin.services.access import local_owner
from twin.services.sample import load_sample


class Command(BaseCommand):
    """Loads the sample project for one person."""

    help = "Load the sample project: a fabric, a workload, and two scenarios to compare."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take whose it is."""
        parser.add_argument("--user", help="whose project it is; without it the local owner's")

    def handle(self, *args: Any, user: str | None = None, **options: Any) -> None:
        """Load it."""
        call_command("migrate", verbosity=0)
        owner = person_named(user) if user else local_owner()
        if owner is None:
            raise CommandError(f"there is no user {user}: `python manage.py createsuperuser` makes one")
        load_sample(owner)
