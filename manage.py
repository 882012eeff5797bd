#!/usr/bin/env python
"""The studio's commands: `python manage.py help` lists them, `up` starts everything."""

import os
import sys

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "studio.settings")
    execute_from_command_line(sys.argv)
