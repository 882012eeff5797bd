"""One trial: a mutated file is read, and either understood in part or refused by name, in time."""

import random
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from simcore.errors import FormatError
from simcore.formats import read_files
from tests.fuzz.large import large
from tests.fuzz.mutations import mutated
from tests.fuzz.other_readers import OTHERS
from tests.fuzz.seeds import BESIDE, SEEDS

# Of one file, s of the processor and bytes; what the product is held to.
MOST_SECONDS: Final = 1.0
MOST_MEMORY: Final = 500_000_000
# One trial of so many begins with the larger file of its format.
LARGE_ONE_IN: Final = 25
# Of a format of which some files are read with others alone, one trial of so many is such a file.
BESIDE_ONE_IN: Final = 3


@dataclass(frozen=True)
class Trial:
    """A file for one format, reproducible by its format and number."""

    format: str
    number: int
    content: bytes
    beside: str = ""

    def says(self) -> str:
        return f"{self.format}, trial {self.number}, {len(self.content):,} bytes: {self.content[:200]!r}"


def trials(format_name: str, first: int, count: int) -> Iterator[Trial]:
    """Return the trials ``first`` … of a format; each is the same whenever it is asked for."""
    own = [text for name, text in SEEDS if name == format_name]
    for number in range(first, first + count):
        dice = random.Random(f"{format_name} {number}")
        if format_name in OTHERS:
            yield Trial(format_name, number, OTHERS[format_name].content(dice))
            continue
        other = dice.choice(SEEDS)[1]
        text = large(format_name) if dice.randrange(LARGE_ONE_IN) == 0 else dice.choice(own)
        beside = ""
        if format_name in BESIDE and dice.randrange(BESIDE_ONE_IN) == 0:
            text, beside = BESIDE[format_name]
        yield Trial(format_name, number, mutated(dice, text, other), beside)


def seconds_of(trial: Trial) -> float:
    """Return how long a trial took to read (s, of the processor); what is no FormatError escapes.

    The file is read as what it is recognised for; where that is not its format, as its format too, and the
    longer time counts.
    """
    if trial.format in OTHERS:
        return _read_otherwise(trial)
    recognised, took = _read(trial, None)
    return took if recognised == trial.format else max(took, _read(trial, trial.format)[1])


def _read(trial: Trial, as_format: str | None) -> tuple[str | None, float]:
    files = [("mutated.txt", trial.content)]
    if trial.beside:
        files.append(("beside.txt", trial.beside.encode()))
    begin = time.process_time()
    try:
        found = read_files(files, as_format).format
    except FormatError:
        found = None
    return found, time.process_time() - begin


def _read_otherwise(trial: Trial) -> float:
    begin = time.process_time()
    with suppress(FormatError):
        OTHERS[trial.format].read([("mutated.txt", trial.content)])
    return time.process_time() - begin
