"""A sheet that a template draws on: devices and cables in the order they are drawn, ports taken in turn."""

from simcore.document.fabric import Cable, Device, DeviceType, FabricDocument


class Drawing:
    """Devices and cables of a fabric in the making.

    A cable takes the next free port of the side of each device that is asked for: a switch is added with
    runs of ports by side, for instance those down and those up; on a server each port is a side.
    """

    def __init__(self) -> None:
        self._types: dict[str, DeviceType] = {}
        self._devices: list[Device] = []
        self._cables: list[Cable] = []
        self._free: dict[tuple[str, str], list[str]] = {}

    def add_server(
        self,
        id_: str,
        type_: DeviceType,
        *,
        group: str | None = None,
        at: tuple[float, float] | None = None,
    ) -> str:
        """Add a server and return its id."""
        self._add(id_, type_, group, at)
        for block in type_.ports:
            for port in block.port_names():
                self._free[id_, port] = [port]
        return id_

    def add(
        self,
        id_: str,
        type_: DeviceType,
        *,
        group: str | None = None,
        at: tuple[float, float] | None = None,
        **ports: tuple[str, ...],
    ) -> str:
        """Add a switch with runs of ports by the name of their side, and return its id."""
        self._add(id_, type_, group, at)
        for side, run in ports.items():
            self._free[id_, side] = list(reversed(run))
        return id_

    def _add(self, id_: str, type_: DeviceType, group: str | None, at: tuple[float, float] | None) -> None:
        self._types.setdefault(type_.id, type_)
        x, y = (None, None) if at is None else (round(at[0], 1), round(at[1], 1))
        self._devices.append(Device(id=id_, type=type_.id, group=group, x=x, y=y))

    def join(self, a: tuple[str, str], b: tuple[str, str], gbps: float) -> None:
        """Draw a cable between the next free ports of two sides, each (device, side).

        Raises
        ------
        IndexError
            If a side has no free port: the template has counted wrong.
        """
        ends = [f"{device}/{self._free[device, side].pop()}" for device, side in (a, b)]
        self._cables.append(Cable(id=f"c{len(self._cables) + 1}", a=ends[0], b=ends[1], gbps=gbps))

    def document(self, name: str, *, tier_names: tuple[str, ...] = ()) -> FabricDocument:
        """Return the fabric as drawn."""
        return FabricDocument(
            name=name,
            device_types=tuple(self._types.values()),
            devices=tuple(self._devices),
            cables=tuple(self._cables),
            tier_names=tier_names,
        )
