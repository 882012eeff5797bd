"""Counts, speeds and names as findings say them."""

import math

from simcore.document.fabric import Device


def counted(count: int, noun: str, plural: str = "") -> str:
    """Return "1 cable", "2 cables" or, with a plural of its own, "2 switches"."""
    return f"{count:,} {noun if count == 1 else plural or noun + 's'}"


def speed(gbps: float) -> str:
    """Return "400 Gb/s", or "of unknown speed" for NaN."""
    return "of unknown speed" if math.isnan(gbps) else f"{gbps:g} Gb/s"


def called(device: Device) -> str:
    """Return what people call the device: its name, else its id."""
    return device.name or device.id
