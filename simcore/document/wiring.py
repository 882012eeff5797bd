"""A fabric document with its addresses resolved once, as arrays of rows, for checks and build alike.

Nothing here judges: what does not resolve is -1, an unknown speed is NaN. Where an id is used twice the
first holder has it; the checks say so.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from simcore.document.fabric import DeviceKind, DeviceType, FabricDocument


@dataclass(frozen=True, slots=True)
class Wiring:
    """D devices, V vertices and C cables of a document.

    A switch is one vertex; a server has one vertex for each adapter (port block), perhaps none.

    Attributes
    ----------
    device_type
        (D,) row of the device's type, -1 where the type is not declared.
    device_vertex, device_port
        (D,) first vertex and first port of the device; its ports stand in the order of its type.
    vertex_device
        (V,) row of the device a vertex belongs to.
    vertex_is_switch
        (V,) bool.
    end_device, end_port, end_vertex
        (C, 2) rows for the ends a and b: device, port (unique over the fabric) and vertex; -1 where the
        address names nothing.
    end_gbps
        (C, 2) speed of the ports, NaN where unknown.
    cable_gbps
        (C,) speed of the cable: its own, else that of both ports where they agree, else NaN.
    """

    document: FabricDocument
    device_row: dict[str, int]
    device_type: NDArray[np.int32]
    device_vertex: NDArray[np.int32]
    device_port: NDArray[np.int64]
    vertex_device: NDArray[np.int32]
    vertex_is_switch: NDArray[np.bool_]
    end_device: NDArray[np.int32]
    end_port: NDArray[np.int64]
    end_vertex: NDArray[np.int32]
    end_gbps: NDArray[np.float64]
    cable_gbps: NDArray[np.float64]

    @property
    def is_whole(self) -> NDArray[np.bool_]:
        """(C,) bool: both ends resolve, to different vertices."""
        ends = self.end_vertex
        whole: NDArray[np.bool_] = (ends >= 0).all(axis=1) & (ends[:, 0] != ends[:, 1])
        return whole

    def type_of(self, device: int) -> DeviceType | None:
        """Return the type of the device in row ``device``, None where it is not declared."""
        row = int(self.device_type[device])
        return None if row < 0 else self.document.device_types[row]

    def kind_of(self, device: int) -> DeviceKind | None:
        """Return what the device in row ``device`` is, None where its type is not declared."""
        found = self.type_of(device)
        return None if found is None else found.kind


def first_rows(ids: list[str]) -> dict[str, int]:
    """Return the first row of each id."""
    rows: dict[str, int] = {}
    for row, name in enumerate(ids):
        rows.setdefault(name, row)
    return rows


def wire(document: FabricDocument) -> Wiring:
    """Return the document with every address resolved to rows."""
    types = document.device_types
    type_rows = first_rows([each.id for each in types])
    device_row = first_rows([device.id for device in document.devices])
    device_type = np.array([type_rows.get(device.type, -1) for device in document.devices], dtype=np.int32)

    vertices_of_type = np.array(
        [1 if each.kind is DeviceKind.SWITCH else len(each.ports) for each in types] + [0], dtype=np.int64
    )
    vertex_count = vertices_of_type[device_type]
    device_vertex = _starts(vertex_count)
    vertex_device = np.repeat(np.arange(len(document.devices), dtype=np.int32), vertex_count)
    type_is_switch = np.array([each.kind is DeviceKind.SWITCH for each in types] + [False], dtype=np.bool_)

    ports = _PortTables.of(types)
    device_port = _starts(ports.count[device_type])
    end_device, local_port = _ends(document, device_row, device_type, ports)
    found = local_port >= 0
    # One entry more for row -1: an end that names no device.
    end_type = np.append(device_type, -1)[end_device]
    row_of_port = np.where(found, ports.first[end_type] + local_port, 0)
    end_port = np.where(found, np.append(device_port, 0)[end_device] + local_port, -1)
    first_vertex = np.append(device_vertex, 0)[end_device]
    end_vertex = np.where(found, first_vertex + ports.vertex[row_of_port], -1).astype(np.int32)
    end_gbps = np.where(found, ports.gbps[row_of_port], np.nan)
    return Wiring(
        document=document,
        device_row=device_row,
        device_type=device_type,
        device_vertex=device_vertex.astype(np.int32),
        device_port=device_port,
        vertex_device=vertex_device,
        vertex_is_switch=type_is_switch[device_type[vertex_device]],
        end_device=end_device,
        end_port=end_port.astype(np.int64),
        end_vertex=end_vertex,
        end_gbps=end_gbps,
        cable_gbps=_cable_gbps(document, end_gbps),
    )


@dataclass(frozen=True, slots=True)
class _PortTables:
    """The ports of all types in one list: where a type's begin, their vertex within the device, speed."""

    names: tuple[dict[str, int], ...]
    first: NDArray[np.int64]
    count: NDArray[np.int64]
    vertex: NDArray[np.int64]
    gbps: NDArray[np.float64]

    @classmethod
    def of(cls, types: tuple[DeviceType, ...]) -> "_PortTables":
        names: list[dict[str, int]] = []
        counts: list[int] = []
        vertex: list[int] = []
        gbps: list[float] = []
        for each in types:
            listed: list[str] = []
            for block_row, block in enumerate(each.ports):
                listed.extend(block.port_names())
                vertex.extend([0 if each.kind is DeviceKind.SWITCH else block_row] * block.count)
                gbps.extend([np.nan if block.gbps is None else block.gbps] * block.count)
            names.append(first_rows(listed))
            counts.append(len(listed))
        # One more entry of nothing: row -1 is a type that is not declared.
        count = np.array([*counts, 0], dtype=np.int64)
        return cls(
            names=(*names, {}),
            first=_starts(count),
            count=count,
            vertex=np.array([*vertex, 0], dtype=np.int64),
            gbps=np.array([*gbps, np.nan], dtype=np.float64),
        )


def _starts(counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return where each of consecutive runs of ``counts`` begins."""
    return np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(counts, dtype=np.int64)))[: len(counts)]


def _ends(
    document: FabricDocument,
    device_row: dict[str, int],
    device_type: NDArray[np.int32],
    ports: _PortTables,
) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Return (C, 2) rows of devices, and of ports within their device; -1 where nothing is named."""
    types: list[int] = device_type.tolist()
    devices: list[int] = []
    locals_: list[int] = []
    for cable in document.cables:
        for address in (cable.a, cable.b):
            device_id, _, port = address.partition("/")
            device = device_row.get(device_id, -1)
            devices.append(device)
            locals_.append(-1 if device < 0 else ports.names[types[device]].get(port, -1))
    shape = (len(document.cables), 2)
    return (
        np.array(devices, dtype=np.int32).reshape(shape),
        np.array(locals_, dtype=np.int64).reshape(shape),
    )


def _cable_gbps(document: FabricDocument, end_gbps: NDArray[np.float64]) -> NDArray[np.float64]:
    own = np.array([np.nan if cable.gbps is None else cable.gbps for cable in document.cables])
    agreed = np.where(end_gbps[:, 0] == end_gbps[:, 1], end_gbps[:, 0], np.nan)
    return np.where(np.isnan(own), agreed, own)
