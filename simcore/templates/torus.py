"""Templates: the 2-D and the 3-D torus of switches, with hosts at each of them.

Dally and Towles, "Principles and Practices of Interconnection Networks", 2004, chapter 5: a k-ary n-cube;
each switch is cabled to the next one up and down in every dimension, around the ends. In a dimension of
size 2 both are the same neighbour, which gets one set of cables.
"""

from itertools import product
from math import ceil, prod, sqrt
from typing import Final

from pydantic import model_validator

from simcore.document.capabilities import AggregationProfile
from simcore.document.fabric import FabricDocument
from simcore.templates.drawing import Drawing
from simcore.templates.hardware import server_type, switch_type
from simcore.templates.naming import named
from simcore.templates.template import (
    Fact,
    Parameters,
    Template,
    aggregation_parameter,
    bisection,
    bisection_oversubscription,
    check_size,
    gpus_parameter,
    names,
    parameter,
    speed_parameter,
)

# On the canvas: room for a switch with its hosts under it, and between the layers of a cube.
CELL: Final = (150.0, 170.0)
HOST_PITCH: Final = 30.0
LAYER_GAP: Final = 90.0


class _Torus(Parameters):
    """What both share; sizes come with the dimensions."""

    hosts_per_switch: int = parameter("Hosts per switch", "One adapter each.", 2, minimum=1, maximum=64)
    cables_per_pair: int = parameter(
        "Cables per neighbour", "Parallel cables between two switches.", 1, minimum=1, maximum=16
    )
    gbps: float = speed_parameter()
    gpus_per_host: int = gpus_parameter(1, "host")
    aggregation: AggregationProfile = aggregation_parameter(AggregationProfile.NONE)

    def sizes(self) -> tuple[int, ...]:
        """Return the size of each dimension."""
        raise NotImplementedError

    @model_validator(mode="after")
    def _is_within_the_measured_size(self) -> "_Torus":
        switches = prod(self.sizes())
        check_size(switches * self.hosts_per_switch + torus_cables(self.sizes()) * self.cables_per_pair)
        return self


class Torus2D(_Torus):
    """The parameters of the 2-D torus."""

    x: int = parameter("Columns", "Size of the first dimension.", 4, minimum=2, maximum=64)
    y: int = parameter("Rows", "Size of the second dimension.", 4, minimum=2, maximum=64)
    switch_names: str = names("Switch names", "switch-{x}-{y}", "x", "y")
    host_names: str = names("Host names", "host-{n}", "x", "y", "place")

    def sizes(self) -> tuple[int, ...]:
        """Return the size of each dimension."""
        return self.x, self.y


class Torus3D(_Torus):
    """The parameters of the 3-D torus."""

    x: int = parameter("Columns", "Size of the first dimension.", 4, minimum=2, maximum=32)
    y: int = parameter("Rows", "Size of the second dimension.", 4, minimum=2, maximum=32)
    z: int = parameter("Layers", "Size of the third dimension.", 4, minimum=2, maximum=32)
    switch_names: str = names("Switch names", "switch-{x}-{y}-{z}", "x", "y", "z")
    host_names: str = names("Host names", "host-{n}", "x", "y", "z", "place")

    def sizes(self) -> tuple[int, ...]:
        """Return the size of each dimension."""
        return self.x, self.y, self.z


def torus_cables(sizes: tuple[int, ...]) -> int:
    """Return how many pairs of neighbours a torus has: one a switch and dimension, half of it at size 2."""
    switches = prod(sizes)
    return sum(switches // 2 if size == 2 else switches for size in sizes)


def torus_cut(sizes: tuple[int, ...]) -> tuple[int, int]:
    """Return the pairs of neighbours that the cheapest flat cut parts, and the switches of its smaller half.

    A ring is cut at two places, a dimension of size 2 at one. Halves are equal where a dimension is even;
    else the longest is cut, and they are not.
    """
    switches = prod(sizes)
    even = [size for size in sizes if size % 2 == 0]
    cuts = [
        (switches // size * (1 if size == 2 else 2), switches // size * (size // 2))
        for size in even or [max(sizes)]
    ]
    return min(cuts)


def torus(parameters: Torus2D | Torus3D) -> FabricDocument:
    """Return the fabric: switches in order of their place with their hosts, then cables by dimension.

    A host is called by the place of its switch and its own; all numbers begin at 1.
    """
    p, sizes = parameters, parameters.sizes()
    axes = "xyz"[: len(sizes)]
    degree = p.cables_per_pair * sum(1 if size == 2 else 2 for size in sizes)
    switch, ports = switch_type("torus-switch", ((p.hosts_per_switch + degree, p.gbps),), p.aggregation)
    server = server_type(1, p.gbps, p.gpus_per_host)
    down, around = ports[: p.hosts_per_switch], ports[p.hosts_per_switch :]
    sheet = Drawing()
    ids: dict[tuple[int, ...], str] = {}
    for n, place in enumerate(product(*(range(size) for size in sizes)), start=1):
        numbers = {axis: at + 1 for axis, at in zip(axes, place, strict=True)}
        middle = _position(place, p.hosts_per_switch, sizes)
        group = f"layer-{place[2] + 1}" if len(place) == 3 else None
        name = named(p.switch_names, n=n, **numbers)
        ids[place] = sheet.add(name, switch, group=group, at=middle, down=down, around=around)
        for host in range(p.hosts_per_switch):
            id_ = sheet.add_server(
                named(p.host_names, n=(n - 1) * p.hosts_per_switch + host + 1, place=host + 1, **numbers),
                server,
                group=group,
                at=(middle[0] + HOST_PITCH * (host - (p.hosts_per_switch - 1) / 2), middle[1] + 75),
            )
            sheet.join((id_, "nic1"), (name, "down"), p.gbps)
    for dimension, size in enumerate(sizes):
        for place, id_ in ids.items():
            if size == 2 and place[dimension] == 1:
                continue
            beyond = (*place[:dimension], (place[dimension] + 1) % size, *place[dimension + 1 :])
            for _ in range(p.cables_per_pair):
                sheet.join((id_, "around"), (ids[beyond], "around"), p.gbps)
    return sheet.document(f"{len(sizes)}-D torus, {' × '.join(map(str, sizes))}", tier_names=("switch",))


def _position(place: tuple[int, ...], hosts: int, sizes: tuple[int, ...]) -> tuple[float, float]:
    """Return where a switch is drawn: columns to the right, rows downwards, layers in a square."""
    wide = max(CELL[0], HOST_PITCH * (hosts + 1))
    down, right = divmod(place[2], ceil(sqrt(sizes[2]))) if len(place) == 3 else (0, 0)
    return (
        place[0] * wide + right * (sizes[0] * wide + LAYER_GAP),
        place[1] * CELL[1] + down * (sizes[1] * CELL[1] + LAYER_GAP),
    )


def _facts(parameters: Torus2D | Torus3D) -> list[Fact]:
    p, sizes = parameters, parameters.sizes()
    pairs, switches = torus_cut(sizes)
    cut = pairs * p.cables_per_pair
    return [
        Fact(
            name="Diameter",
            value=sum(size // 2 for size in sizes),
            unit="hops",
            says="between switches: half of each dimension",
        ),
        bisection(
            cut * p.gbps,
            f"{cut:,} cables between {switches:,} and {prod(sizes) - switches:,} switches, a flat cut",
        ),
        bisection_oversubscription(switches * p.hosts_per_switch, cut),
    ]


TORUS_2D: Final = Template(
    name="torus-2d",
    title="2-D torus",
    says="Switches in a grid whose rows and columns are closed to rings; four neighbours each.",
    model=Torus2D,
    build=torus,
    facts=_facts,
)
TORUS_3D: Final = Template(
    name="torus-3d",
    title="3-D torus",
    says="Switches in a cube whose lines are closed to rings; six neighbours each.",
    model=Torus3D,
    build=torus,
    facts=_facts,
)
