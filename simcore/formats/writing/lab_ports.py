"""Names of ports as drawings of labs take them, distinct on each device."""

from collections import defaultdict

from simcore.formats.names import as_written
from simcore.formats.writing.plan import End, Plan, distinct


def port_words(plan: Plan, allowed: str) -> dict[End, str]:
    """Return what each cabled port is called, "/" as the file had it, of allowed characters alone."""
    by_device: defaultdict[int, dict[str, End]] = defaultdict(dict)
    for _, a, b, _ in plan.cables():
        for end in (a, b):
            by_device[end.device][end.port] = end
    found: dict[End, str] = {}
    for ports in by_device.values():
        words = distinct([as_written(port) for port in ports], allowed=allowed)
        found.update(zip(ports.values(), words, strict=True))
    return found
