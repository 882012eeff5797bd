"""Makes an account, on a database that need not be there yet."""

from typing import Any

from django.contrib.auth.management.commands import createsuperuser
from django.core.management import call_command


class Command(createsuperuser.Command):
    """Brings the database up to date, then does what Django's command does."""

    requires_migrations_checks = False

    def handle(self, *args: Any, **options: Any) -> None:
        """Make the account."""
        call_command("migrate", database=options["database"], verbosity=0)
        super().handle(*args, **options)
