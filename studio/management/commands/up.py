"""Starts everything: broker, web server, workers; the parent process of `make run`."""

import sys
import time
from typing import Any

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import BaseCommand

from studio.embedded.lock import take_lock
from studio.embedded.parent import Parent, StartError, listen
from twin.services.access import LOCAL_OWNER, local_owner, make_entry
from twin.services.sample import load_sample

BAD_START = 2


class Command(BaseCommand):
    """Starts the studio and stays until Ctrl-C."""

    help = "Start the studio: broker, web server and workers, and print the link that signs you in."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Start, say where, and watch."""
        try:
            self._up()
        except StartError as error:
            self.stderr.write(str(error))
            sys.exit(BAD_START)

    def _up(self) -> None:
        began = time.monotonic()
        environment = settings.ENVIRONMENT
        lock = take_lock(environment.data / "lock")
        if lock is None:
            raise StartError(f"a studio already runs on {environment.data}: stop it, or set TWINLOOM_DATA")
        parent = Parent(environment, listen(environment.host, environment.port), self._say)
        try:
            parent.start_broker()
            call_command("migrate", verbosity=0)
            says = self._way_in(parent)
            parent.start_others()
            parent.wait_until_ready()
            self._say(f"Twinloom is ready ({time.monotonic() - began:.1f} s). {says}")
            parent.watch()
            self._say("Stopping.")
        except KeyboardInterrupt:
            self._say("Stopping.")
        finally:
            parent.stop()

    def _way_in(self, parent: Parent) -> str:
        """Return how to get in: the local owner by a link, everybody else by an account."""
        environment = settings.ENVIRONMENT
        host, port = parent.listening.getsockname()[:2]
        users = get_user_model()._default_manager
        if environment.is_local:
            is_first = not users.filter(username=LOCAL_OWNER).exists()
            owner = local_owner()
            if is_first:
                load_sample(owner)
            address = f"[{host}]" if ":" in host else host
            return f"Open http://{address}:{port}/enter/{make_entry(owner)}/ (works once)"
        if not any(user.has_usable_password() for user in users.filter(is_active=True)):
            raise StartError(
                f"{environment.host} can be reached by others, so there is no link without a password: "
                "make an account first with `python manage.py createsuperuser`"
            )
        return f"Others can reach it: sign in with an account at port {port} of {environment.host}"

    def _say(self, words: str) -> None:
        self.stdout.write(words)
        self.stdout.flush()
