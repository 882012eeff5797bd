"""Reads files of another tool and saves the fabric, as the import page does."""

from argparse import Namespace
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from simcore.amending import add_amendments, amendments_of
from simcore.document.parse import parse_model
from simcore.document.words import counted
from simcore.errors import FormatError
from simcore.files import BadInputError, read_content, read_document
from simcore.formats import FORMATS, read_files
from simcore.formats.cables import ColumnMap
from twin.selectors.access import person_named
from twin.services import documents
from twin.services.access import local_owner
from twin.services.fabrics import FABRICS, name_of_import


class Command(BaseCommand):
    """Saves a fabric that files describe, for one person."""

    help = "Read files of another tool and save what was understood as a new fabric."

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the files, what is to be amended, and whose fabric it is."""
        parser.add_argument("files", nargs="+", metavar="FILE")
        parser.add_argument("--as", dest="as_format", metavar="FORMAT", help=f"one of {', '.join(FORMATS)}")
        parser.add_argument("--name", help="what the fabric is called; without it as the files say")
        parser.add_argument("--map", metavar="JSON", help="which column is what, for a list of cables in CSV")
        parser.add_argument("--user", help="whose fabric it is; without it the local owner's")
        add_amendments(parser)

    def handle(self, *args: Any, **options: Any) -> None:
        """Read, save, and print one line: the fabric's id and what stands in it."""
        asked = Namespace(**options)
        try:
            files = [(name, read_content(name)) for name in asked.files]
            columns = (
                read_document(asked.map, lambda data: parse_model(ColumnMap, data)) if asked.map else None
            )
            amendments = amendments_of(asked)
            read = read_files(files, asked.as_format, amendments=amendments, columns=columns)
        except (BadInputError, FormatError, OSError) as error:
            raise CommandError(str(error), returncode=2) from None
        call_command("migrate", verbosity=0)
        owner = person_named(asked.user) if asked.user else local_owner()
        if owner is None:
            raise CommandError(f"there is no user {asked.user}: `python manage.py createsuperuser` makes one")
        name = (asked.name or name_of_import(read.document, Path(asked.files[0]).name, amendments))[:200]
        saved = documents.create(FABRICS, owner=owner, document=read.document, name=name)
        counts = saved.facts["counts"]
        for finding in read.findings:
            self.stderr.write(f"{finding.severity}: {finding.at}: {finding.says}")
        self.stdout.write(
            f"{saved.record.id} {saved.record.name}: {counted(counts['switches'], 'switch', 'switches')}, "
            f"{counted(counts['hosts'], 'host')}, {counted(counts['cables'], 'cable')}"
        )
