"""Ports of adapters that a file names by the GUIDs of the ports alone: which of them are one adapter's."""

from collections import defaultdict
from collections.abc import Iterable


def adapter_ids(ports: Iterable[tuple[str, int, str]]) -> dict[str, str]:
    """Return the node id of each port GUID of an adapter: "H-" and the lowest GUID of the adapter's ports.

    Ports of one adapter have one description and GUIDs that count up with the number of the port, as
    adapters with two ports have been given them; anything else is an adapter of its own.

    Parameters
    ----------
    ports
        GUID in hexadecimal digits, port number and description of each; may name a port more than once.
    """
    alike: defaultdict[tuple[str, int], set[str]] = defaultdict(set)
    for guid, port, description in ports:
        alike[description.strip(), int(guid, 16) - port].add(guid)
    ids: dict[str, str] = {}
    for guids in alike.values():
        for guid in guids:
            ids.setdefault(guid, f"H-{min(guids)}")
    return ids
