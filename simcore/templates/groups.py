"""Groups all cabled to each other, as in a dragonfly: which port goes where, and where they stand."""

from collections.abc import Callable, Iterator
from math import cos, pi, sin
from typing import Final

from simcore.templates.template import Fact, bisection, bisection_oversubscription

# On the canvas: a switch over its hosts.
SWITCH_PITCH: Final = 120.0
HOST_PITCH: Final = 30.0
ROW_GAP: Final = 130.0
HOST_GAP: Final = 75.0


def slots_per_pair(groups: int, slots: int) -> int:
    """Return how many cables each pair of groups gets, where each group has ``slots`` ports for them."""
    return slots // (groups - 1)


def check_groups(groups: int, switches: int, cables: int, *, noun: str) -> None:
    """Let groups pass that reach each other over ``switches`` (a ``noun``) with so many global cables each.

    Raises
    ------
    ValueError
        If there are more groups than that.
    """
    most = switches * cables + 1
    if groups > most:
        raise ValueError(
            f"{switches} {noun} of {cables} global cables reach {most - 1} groups: "
            f"take at most {most} groups, or more global cables"
        )


def group_facts(groups: int, slots: int, hosts: int, gbps: float) -> list[Fact]:
    """Return the bisection of groups with so many slots and hosts each."""
    per_pair = slots_per_pair(groups, slots)
    half = groups // 2
    cut = half * (groups - half) * per_pair
    return [
        bisection(cut * gbps, f"{cut:,} cables between {half} and {groups - half} groups, {per_pair} a pair"),
        bisection_oversubscription(half * hosts, cut),
    ]


def group_pairs(groups: int, slots: int) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Yield one cable after another as (group, slot), (group, slot), each pair of groups equally often.

    In each group the first slot goes to the next group around, the second to the one after it, and so on,
    and again from the next group for a second cable, which so starts at another switch. Slots that do not
    divide stay free.
    """
    each = slots_per_pair(groups, slots)
    for one in range(groups):
        for other in range(one + 1, groups):
            there, back = other - one - 1, groups - 1 - (other - one)
            for copy in range(each):
                first = copy * (groups - 1)
                yield (one, first + there), (other, first + back)


def ring_of_groups(
    groups: int, switches: int, hosts: int, *, rows: int = 1
) -> Callable[..., tuple[float, float]]:
    """Return a function from (group, switch[, host]) to where it stands: groups on a ring, upright each.

    With two ``rows`` the first ``switches`` of a group stand below the others and have the hosts.
    """
    pitch = max(SWITCH_PITCH, HOST_PITCH * (hosts + 1))
    wide = pitch * switches + 60
    high = ROW_GAP * (rows - 1) + HOST_GAP + 120
    radius = 0.0 if groups == 1 else 0.6 * (wide**2 + high**2) ** 0.5 / sin(pi / groups)

    def at(group: int, switch: int, host: int | None = None) -> tuple[float, float]:
        angle = 2 * pi * group / groups - pi / 2
        row, place = divmod(switch, switches)
        x = radius * cos(angle) + pitch * (place - (switches - 1) / 2)
        y = radius * sin(angle) - ROW_GAP * row
        return (x, y) if host is None else (x + HOST_PITCH * (host - (hosts - 1) / 2), y + HOST_GAP)

    return at
