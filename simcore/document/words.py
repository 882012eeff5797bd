"""Counts, speeds, names and quotations as findings say them."""

import math
from typing import Final

from simcore.document.fabric import Device

# Stands for what cannot be shown, as it does for bytes that are no UTF-8.
UNSHOWN: Final = "\ufffd"


def printable(text: str) -> str:
    """Return ``text`` on one line, without characters that would steer a terminal or show as nothing.

    White space of any kind becomes a space, other control, format and unassigned characters U+FFFD.
    """
    if text.isprintable():
        return text
    return "".join(each if each.isprintable() else " " if each.isspace() else UNSHOWN for each in text)


def counted(count: int, noun: str, plural: str = "") -> str:
    """Return "1 cable", "2 cables" or, with a plural of its own, "2 switches"."""
    return f"{count:,} {noun if count == 1 else plural or noun + 's'}"


def speed(gbps: float) -> str:
    """Return "400 Gb/s", or "of unknown speed" for NaN."""
    return "of unknown speed" if math.isnan(gbps) else f"{gbps:g} Gb/s"


def called(device: Device) -> str:
    """Return what people call the device: its name, else its id."""
    return device.name or device.id
