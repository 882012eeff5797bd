"""A fabric as the exports read it: addresses resolved, tiers known, nothing in it that contradicts itself."""

import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.document.fabric import Cable, DeviceKind, DeviceType, FabricDocument
from simcore.document.structure import UNREACHED, tier_name, vertex_tiers
from simcore.document.wiring import Wiring, wire
from simcore.document.words import printable
from simcore.errors import ExportRefusedError


@dataclass(frozen=True, slots=True)
class End:
    """One end of a cable: the row of its device, and the name of its port there."""

    device: int
    port: str


@dataclass(frozen=True, slots=True)
class Plan:
    """A document in which every device has a type, and every cable joins two ports that no other takes.

    Attributes
    ----------
    wiring
        The document with its addresses resolved to rows; ``document`` is the document itself.
    device_tier
        (D,) 0 for servers, 1 for switches with a server, and so on; -1 for switches that reach none.
    device_tier_name
        What each device's tier is called; D of them.
    """

    wiring: Wiring
    device_tier: NDArray[np.int32]
    device_tier_name: tuple[str, ...]

    @property
    def document(self) -> FabricDocument:
        """The document that is written."""
        return self.wiring.document

    def type_of(self, device: int) -> DeviceType:
        """Return the type of the device in this row."""
        return self.document.device_types[int(self.wiring.device_type[device])]

    def is_server(self, device: int) -> bool:
        """Tell whether the device in this row is a server."""
        return self.type_of(device).kind is DeviceKind.SERVER

    def tier_name(self, device: int) -> str:
        """Return "host", "leaf", "spine" and so on, or "unconnected"."""
        return self.device_tier_name[device]

    def cables(self) -> Iterator[tuple[Cable, End, End, float | None]]:
        """Yield each cable with its ends a and b, and its speed in Gb/s: its own or that of both ports."""
        rows: list[list[int]] = self.wiring.end_device.tolist()
        speeds: list[float] = self.wiring.cable_gbps.tolist()
        for cable, (a, b), gbps in zip(self.document.cables, rows, speeds, strict=True):
            yield (
                cable,
                End(a, cable.a.partition("/")[2]),
                End(b, cable.b.partition("/")[2]),
                None if math.isnan(gbps) else gbps,
            )

    def labels(self, allowed: str | None = None, longest: int = 200) -> tuple[str, ...]:
        """Return what each device is called in a file: (D,) no two alike, whatever case is made of them.

        That is its name where no other device has that name, else its id.

        Parameters
        ----------
        allowed
            The characters that a format takes, as the inside of a class in a pattern ("A-Za-z0-9_-");
            any other becomes "_". Without it all that can be printed is taken.
        longest
            So many characters at most.
        """
        devices = self.document.devices
        named = Counter(device.name.casefold() for device in devices)
        ids = {device.id.casefold() for device in devices}
        wanted = []
        for device in devices:
            folded = device.name.casefold()
            own = folded == device.id.casefold()
            clear = device.name.strip() and named[folded] == 1 and (own or folded not in ids)
            wanted.append(device.name.strip() if clear else device.id)
        return distinct(wanted, allowed=allowed, longest=longest)


def distinct(wanted: list[str], *, allowed: str | None = None, longest: int = 200) -> tuple[str, ...]:
    """Return the words in order, made of allowed characters; where two meet, the later gets a number."""
    odd = None if allowed is None else re.compile(f"[^{allowed}]")
    made = [(printable(each) if odd is None else odd.sub("_", each))[:longest] or "_" for each in wanted]
    # A word that is taken as it stands keeps it, whichever comes first.
    taken = {each.casefold() for each, was in zip(made, wanted, strict=True) if each == was}
    kept: set[str] = set()
    numbers: Counter[str] = Counter()
    found = []
    for each, was in zip(made, wanted, strict=True):
        word = each
        while word.casefold() in kept or (word.casefold() in taken and word != was):
            numbers[each] += 1
            ending = f"_{numbers[each] + 1}"
            word = each[: longest - len(ending)] + ending
        kept.add(word.casefold())
        found.append(word)
    return tuple(found)


def plan_of(document: FabricDocument) -> Plan:
    """Return the document ready to be written.

    Raises
    ------
    ExportRefusedError
        If an id or a port is used twice, a device has no type, or a cable does not join two devices.
    """
    wiring = wire(document)
    _refuse_contradictions(wiring)
    tier = vertex_tiers(wiring)
    device_tier = np.zeros(len(document.devices), dtype=np.int32)
    switches = np.flatnonzero(wiring.vertex_is_switch)
    device_tier[wiring.vertex_device[switches]] = tier[switches]
    highest = int(device_tier.max(initial=0))
    named = {0: "host", UNREACHED: "unconnected"} | {
        level: tier_name(level, highest, document.tier_names) for level in range(1, highest + 1)
    }
    names = tuple(named[level] for level in device_tier.tolist())
    return Plan(wiring=wiring, device_tier=device_tier, device_tier_name=names)


def _refuse_contradictions(wiring: Wiring) -> None:
    document = wiring.document
    if not document.devices:
        raise ExportRefusedError("it has no devices", "draw or import some first")
    for noun, ids in (
        ("device type", [each.id for each in document.device_types]),
        ("device", [each.id for each in document.devices]),
        ("cable", [each.id for each in document.cables]),
    ):
        if len(set(ids)) < len(ids):
            twice = next(name for name, count in Counter(ids).items() if count > 1)
            raise ExportRefusedError(f"the {noun} {twice} stands in it twice", "give one of them another id")
    for row in np.flatnonzero(wiring.device_type < 0).tolist():
        device = document.devices[row]
        raise ExportRefusedError(
            f"the device {device.id} has the type {device.type}, which is not in it",
            "give it a type that is, or take it out",
        )
    for row in np.flatnonzero(~wiring.is_whole).tolist():
        cable = document.cables[row]
        raise ExportRefusedError(
            f"the cable {cable.id} from {cable.a} to {cable.b} does not join two ports of two devices",
            "mend it or take it out",
        )
    ports = np.sort(wiring.end_port.reshape(-1))
    if (ports[1:] == ports[:-1]).any():
        port = int(ports[1:][ports[1:] == ports[:-1]][0])
        cable_row, end = (int(each[0]) for each in np.nonzero(wiring.end_port == port))
        cable = document.cables[cable_row]
        raise ExportRefusedError(
            f"two cables end in the port {cable.b if end else cable.a}", "move one of them to a free port"
        )
