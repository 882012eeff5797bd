"""Prints a new API token."""

from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from twin.selectors.access import person_named
from twin.services.access import local_owner, make_api_token


class Command(BaseCommand):
    """Makes a token and prints it, this once."""

    help = "Print a new API token, for the header `Authorization: Bearer <token>`."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take whose token it is."""
        parser.add_argument("--user", help="whose token it is; without it the local owner's")

    def handle(self, *args: Any, user: str | None = None, **options: Any) -> None:
        """Print the token alone, so that a script can take it."""
        call_command("migrate", verbosity=0)
        owner = person_named(user) if user else local_owner()
        if owner is None:
            raise CommandError(f"there is no user {user}: `python manage.py createsuperuser` makes one")
        self.stdout.write(make_api_token(owner))
