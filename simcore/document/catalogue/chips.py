"""InfiniBand chips by device id: what a dump tells of a switch or adapter."""

from dataclasses import dataclass
from typing import Final

from simcore.document.capabilities import AggregationProfile


@dataclass(frozen=True, slots=True)
class Chip:
    """An InfiniBand switch or adapter chip: the most one of its ports runs at, over four lanes."""

    name: str
    gbps: float
    aggregation: AggregationProfile = AggregationProfile.NONE


# By device id as ``ibnetdiscover`` prints it (devid). Names: the PCI ID repository (pci-ids.ucw.cz),
# vendor 15b3; rates: the generation's rate on four lanes.
INFINIBAND_CHIPS: Final[dict[int, Chip]] = {
    0xC738: Chip("SwitchX", 56.25),
    0xCB20: Chip("Switch-IB", 100.0),
    0xCF08: Chip("Switch-IB 2", 100.0),
    0xD2F0: Chip("Quantum", 200.0, AggregationProfile.QUANTUM),
    0xD2F2: Chip("Quantum-2", 400.0, AggregationProfile.QUANTUM_2),
    0xD2F4: Chip("Quantum-3", 800.0),
    0x1003: Chip("ConnectX-3", 56.25),
    0x1011: Chip("Connect-IB", 56.25),
    0x1013: Chip("ConnectX-4", 100.0),
    0x1017: Chip("ConnectX-5", 100.0),
    0x1019: Chip("ConnectX-5 Ex", 100.0),
    0x101B: Chip("ConnectX-6", 200.0),
    0x1021: Chip("ConnectX-7", 400.0),
    0x1023: Chip("ConnectX-8", 800.0),
}

# Beginnings of switch models, for dumps that state a model but no chip.
_MODELS: Final = (("MQM97", 0xD2F2), ("QM97", 0xD2F2), ("MQM87", 0xD2F0), ("QM87", 0xD2F0))


def infiniband_chip(device_id: int, model: str) -> Chip | None:
    """Return the chip of this device id, else of this switch model, None for neither known."""
    found = INFINIBAND_CHIPS.get(device_id)
    if found is not None:
        return found
    return next((INFINIBAND_CHIPS[chip] for start, chip in _MODELS if model.upper().startswith(start)), None)
