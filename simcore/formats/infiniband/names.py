"""Node descriptions to names: of hosts and adapters, of switches and their models."""

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


def is_aggregation_node(description: str) -> bool:
    """Tell whether a channel adapter is the reducer inside a switch, not a host's adapter."""
    return AGGREGATION_NODE in description.lower()


def is_adapter(description: str) -> bool:
    """Tell whether a description is an adapter's: a factory's, or one that ends in an adapter's name."""
    words = description.split()
    if not words or is_aggregation_node(description):
        return bool(words)
    return _FACTORY.match(words[0]) is not None or (
        len(words) > 1 and _ADAPTER.fullmatch(words[-1]) is not None
    )


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
