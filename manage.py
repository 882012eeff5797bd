#!/usr/bin/env python
"""The studio's commands: `python manage.py help` lists them, `up` starts everything."""

import os
import sys

from django.core.management import execute_from_command_line
from django.db import DatabaseError

from studio.environment import BadEnvironmentError

BAD_START = 2


def run(arguments: list[str]) -> None:
    """Run a command; settings and databases that cannot be used are said in one line, with exit code 2."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "studio.settings")
    try:
        execute_from_command_line(arguments)
    except BadEnvironmentError as error:
        sys.exit(_said(str(error)))
    except DatabaseError as error:
        if "--traceback" in arguments:
            raise
        sys.exit(_said(f"the database cannot be used (see DATABASE_URL, and `manage.py migrate`): {error}"))


def _said(words: str) -> int:
    print(" ".join(words.split()), file=sys.stderr)
    return BAD_START


if __name__ == "__main__":
    run(sys.argv)
