"""Node descriptions to names: of hosts and adapters, of switches and their models; and safe ids of them."""

import re
from typing import Final

_MANAGED: Final = re.compile(r"MF\d+;([^:]*):([^/]+)(?:/(.*))?")
_FACTORY: Final = re.compile(r"MT\d+\b")
_VENDOR: Final = "mellanox technologies"
_ADAPTER: Final = re.compile(
    r"(?:mlx\d+\w*|\w*hca-?\d*|mthca\d*|hfi1?_?\d*|qib\d*|ib\w*\d+|opap?\w*|roce\w*|bnxt\w*|irdma\w*)", re.I
)
AGGREGATION_NODE: Final = "aggregation node"
# What an operating system calls itself before anybody has given it a name.
DEFAULT_NAMES: Final = frozenset(
    {
        "localhost",
        "localhost.localdomain",
        "(none)",
        "ubuntu",
        "debian",
        "centos",
        "rocky",
        "linux",
        "node",
        "host",
    }
)
# NVIDIA's fabric manager and its appliance; a host of that name manages, it does not compute.
_MANAGEMENT: Final = re.compile(r"ufm", re.I)
NAME_LENGTH: Final = 200


def is_aggregation_node(description: str) -> bool:
    """Tell whether a channel adapter is the reducer inside a switch, not a host's adapter."""
    return AGGREGATION_NODE in description.lower()


def is_default_name(host: str) -> bool:
    """Tell whether a host never got a name of its own."""
    return host.lower() in DEFAULT_NAMES


def is_management(host: str) -> bool:
    """Tell whether a host is a fabric manager by its name."""
    return _MANAGEMENT.search(host) is not None


def host_and_adapter(description: str) -> tuple[str, str] | None:
    """Return the names of host and adapter, the latter "" where it has none; None for a factory name."""
    words = description.split()
    if not words or _FACTORY.match(words[0]) or _VENDOR in description.lower():
        return None
    if len(words) == 1:
        return words[0], ""
    if len(words) == 2 or _ADAPTER.fullmatch(words[-1]):
        return " ".join(words[:-1]), words[-1]
    return None


def switch_and_model(description: str) -> tuple[str, str] | None:
    """Return name and model of a managed switch ("MF0;name:model/U1"), None for any other description.

    A part of a chassis keeps its place in the name: "MF0;core:CS8500/L01/U1" is "core L01/U1".
    """
    found = _MANAGED.fullmatch(description.strip())
    if found is None or not found[1].strip():
        return None
    place = found[3] or "U1"
    name = found[1].strip()
    return (name if place == "U1" else f"{name} {place}"), found[2].strip()


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
