"""Names as files give them: sorted as people sort them, and made to ids and port names of a document."""

import re
from typing import Final

NAME_LENGTH: Final = 200
# Stands in ids and port names for "/", which parts a device from its port in an address. No format read
# here has it within a name, so ``as_written`` can turn it back.
SLASH: Final = "|"


def safe(name: str) -> str:
    """Return ``name`` without white space around it and with ``SLASH`` for "/"; see ``as_written``."""
    return name.strip().replace("/", SLASH)


def as_written(name: str) -> str:
    """Return an id or port name as the file had it, with "/" where ``safe`` put ``SLASH``."""
    return name.replace(SLASH, "/")


def natural(name: str) -> tuple[tuple[int, int, str], ...]:
    """Return a key that sorts p2 before p10."""
    parts = re.split(r"(\d{1,15})", name)
    return tuple((1, int(part), "") if at % 2 else (0, 0, part) for at, part in enumerate(parts))


class Ids:
    """Gives ids: no white space, no "/", not too long, none twice."""

    def __init__(self) -> None:
        self._given: set[str] = set()
        self._last_number: dict[str, int] = {}

    def give(self, wanted: str) -> str:
        """Return ``wanted`` as an id; where it is taken, with a number."""
        base = re.sub(r"[\s/]+", "_", wanted.strip())[: NAME_LENGTH - 8] or "unnamed"
        found, number = base, self._last_number.get(base, 1)
        while found in self._given:
            number += 1
            found = f"{base}~{number}"
        self._given.add(found)
        self._last_number[base] = number
        return found
