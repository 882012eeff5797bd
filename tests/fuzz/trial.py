"""One trial: a mutated file is read, and either understood in part or refused by name, in time."""

import random
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from simcore.errors import FormatError
from simcore.formats import read_files
from tests.fuzz.mutations import mutated
from tests.fuzz.seeds import SEEDS

# Of one file, s and bytes; what the product is held to.
MOST_SECONDS: Final = 1.0
MOST_MEMORY: Final = 500_000_000


@dataclass(frozen=True)
class Trial:
    """A file for one format, reproducible by its format and number."""

    format: str
    number: int
    content: bytes

    def says(self) -> str:
        return f"{self.format}, trial {self.number}, {len(self.content):,} bytes: {self.content[:200]!r}"


def trials(format_name: str, first: int, count: int) -> Iterator[Trial]:
    """Return the trials ``first`` … of a format; each is the same whenever it is asked for."""
    own = [text for name, text in SEEDS if name == format_name]
    for number in range(first, first + count):
        dice = random.Random(f"{format_name} {number}")
        other = dice.choice(SEEDS)[1]
        yield Trial(format_name, number, mutated(dice, dice.choice(own), other))


def seconds_of(trial: Trial) -> float:
    """Return how long a trial took to read (s, of the processor); what is no FormatError escapes."""
    begin = time.process_time()
    for as_format in (None, trial.format):
        with suppress(FormatError):
            read_files([("mutated.txt", trial.content)], as_format)
    return (time.process_time() - begin) / 2.0
