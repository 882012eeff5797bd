"""NetBox: device types, devices and cables, in the order in which NetBox takes them.

Columns and values: NetBox documentation, "Importing Data" and the models "Device", "Cable" and "Interface";
the device types in the YAML form of the community's device type library.
"""

import re
from math import ceil
from typing import Any, Final

import yaml

from simcore.document.capabilities import AggregationProfile
from simcore.document.catalogue import CABLE_TYPES
from simcore.document.fabric import DeviceType, Medium
from simcore.document.structure import UNREACHED
from simcore.document.words import printable
from simcore.formats.names import as_written
from simcore.formats.writing.cells import csv_bytes, figure
from simcore.formats.writing.export import Export, Written
from simcore.formats.writing.plan import Plan, distinct

DEVICE_COLUMNS: Final = ("name", "role", "manufacturer", "device_type", "status", "site", "tags")
CABLE_COLUMNS: Final = (
    "side_a_device",
    "side_a_type",
    "side_a_name",
    "side_b_device",
    "side_b_type",
    "side_b_name",
    "type",
    "status",
    "label",
    "length",
    "length_unit",
)
INTERFACE: Final = "dcim.interface"
# Of a cable's label in NetBox.
LABEL_LENGTH: Final = 100
# Of a device's name, an interface's name and a model in NetBox.
NAME_LENGTH: Final = 64
MODEL_LENGTH: Final = 100
MAKERS: Final = ("NVIDIA", "Mellanox", "AMD", "Broadcom", "Arista", "Cisco", "Dell", "HPE", "Supermicro")
UNKNOWN_MAKER: Final = "Generic"

# Gb/s to NetBox's type of an interface; one of another speed is "other".
ETHERNET: Final = {
    1.0: "1000base-t",
    10.0: "10gbase-x-sfpp",
    25.0: "25gbase-x-sfp28",
    40.0: "40gbase-x-qsfpp",
    50.0: "50gbase-x-sfp56",
    100.0: "100gbase-x-qsfp28",
    200.0: "200gbase-x-qsfp56",
    400.0: "400gbase-x-qsfpdd",
    800.0: "800gbase-x-osfp",
}
# What carries the signal, to NetBox's type of a cable.
MEDIA: Final = {
    Medium.PASSIVE_COPPER: "dac-passive",
    Medium.ACTIVE_COPPER: "dac-active",
    Medium.ACTIVE_OPTICAL: "aoc",
    Medium.MULTIMODE: "mmf",
    Medium.SINGLEMODE: "smf",
}
INFINIBAND: Final = {
    40.0: "infiniband-qdr",
    56.25: "infiniband-fdr",
    100.0: "infiniband-edr",
    200.0: "infiniband-hdr",
    400.0: "infiniband-ndr",
    800.0: "infiniband-xdr",
}


def write_netbox(plan: Plan) -> tuple[Written, ...]:
    """Return device types, devices and cables."""
    return (
        Written("1-device-types.yaml", _device_types(plan)),
        Written("2-devices.csv", _devices(plan)),
        Written("3-cables.csv", _cables(plan)),
    )


def maker_of(found: DeviceType) -> str:
    """Return who makes a device, by the first word of its type's name."""
    first = found.name.partition(" ")[0]
    return first if first in MAKERS else UNKNOWN_MAKER


def slug(text: str) -> str:
    """Return the text as NetBox takes it in an address: small letters, digits, "-" and "_"."""
    return re.sub(r"[^a-z0-9_]+", "-", text.lower()).strip("-")[:LABEL_LENGTH] or "-"


def _models(plan: Plan) -> dict[int, str]:
    """Return what NetBox calls the types that devices have, by row."""
    used = sorted(set(plan.wiring.device_type.tolist()))
    ids = [plan.document.device_types[row].id for row in used]
    return dict(zip(used, distinct(ids, longest=MODEL_LENGTH), strict=True))


def _device_types(plan: Plan) -> bytes:
    models = _models(plan)
    types = [plan.document.device_types[row] for row in models]
    slugs = distinct([slug(each.id) for each in types], longest=LABEL_LENGTH)
    # Only InfiniBand switches add in the network.
    adds = any(each.aggregation.profile is not AggregationProfile.NONE for each in types)
    speeds = INFINIBAND if adds else ETHERNET
    text: str = yaml.dump_all(
        [
            _device_type(each, model, address, speeds)
            for each, model, address in zip(types, models.values(), slugs, strict=True)
        ],
        explicit_start=True,
        sort_keys=False,
        allow_unicode=True,
        Dumper=getattr(yaml, "CSafeDumper", yaml.SafeDumper),
    )
    return text.encode()


def _device_type(found: DeviceType, model: str, address: str, speeds: dict[float, str]) -> dict[str, Any]:
    # NetBox takes halves of a rack unit, and one where nothing is said.
    height = {} if found.rack_units is None else {"u_height": figure(ceil(2 * found.rack_units) / 2)}
    return {
        "manufacturer": maker_of(found),
        "model": model,
        "slug": address,
        **height,
        "comments": printable(found.name),
        "interfaces": [
            {
                "name": as_written(port),
                "type": "other" if block.gbps is None else speeds.get(block.gbps, "other"),
            }
            for block in found.ports
            for port in block.port_names()
        ],
    }


def _devices(plan: Plan) -> bytes:
    site = printable(plan.document.name).strip() or "Fabric"
    models = _models(plan)
    return csv_bytes(
        DEVICE_COLUMNS,
        (
            (
                label,
                _role(plan, row),
                maker_of(plan.type_of(row)),
                models[int(plan.wiring.device_type[row])],
                "active",
                site[:LABEL_LENGTH],
                ",".join(dict.fromkeys(slug(tag) for tag in device.tags)),
            )
            for row, (device, label) in enumerate(
                zip(plan.document.devices, plan.labels(longest=NAME_LENGTH), strict=True)
            )
        ),
    )


def _role(plan: Plan, device: int) -> str:
    if plan.is_server(device):
        return "server"
    return "switch" if plan.device_tier[device] == UNREACHED else plan.tier_name(device)


def _cables(plan: Plan) -> bytes:
    labels = plan.labels(longest=NAME_LENGTH)
    return csv_bytes(
        CABLE_COLUMNS,
        (
            (
                labels[a.device],
                INTERFACE,
                as_written(a.port),
                labels[b.device],
                INTERFACE,
                as_written(b.port),
                None if cable.medium not in CABLE_TYPES else MEDIA[CABLE_TYPES[cable.medium].medium],
                "connected",
                cable.id if len(cable.id) <= LABEL_LENGTH else "",
                figure(cable.length_m),
                "" if cable.length_m is None else "m",
            )
            for cable, a, b, _ in plan.cables()
        ),
    )


NETBOX: Final = Export(
    name="netbox",
    title="NetBox: device types, devices and cables",
    says="Three files, imported in the order of their numbers. GPUs, aggregation, positions and latencies "
    "are not in them; speeds stand as the types of the interfaces.",
    write=write_netbox,
)
