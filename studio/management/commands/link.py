"""Prints a new one-time link."""

from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from twin.services.access import local_owner, make_entry


class Command(BaseCommand):
    """Makes a link that signs the local owner in, once."""

    help = "Print a link that signs the local owner in, once."

    def handle(self, *args: Any, **options: Any) -> None:
        """Print the link."""
        environment = settings.ENVIRONMENT
        if not environment.is_local:
            raise CommandError(f"{environment.host} can be reached by others: sign in with an account there")
        call_command("migrate", verbosity=0)
        self.stdout.write(f"http://{environment.host}:{environment.port}/enter/{make_entry(local_owner())}/")
