"""Cables and optics of twin-port cages and of HDR InfiniBand, each with the source of every figure.

A piece is what is ordered for ``links`` cables of a fabric, with the transceivers of both ends and fibre.
How a source is written: ``sources``.
"""

from typing import Final

from simcore.document.catalogue.cable_prices import copper, optical
from simcore.document.catalogue.sources import AS_MCP1650, DISPLAY, MCP1650
from simcore.document.fabric import CableType, Medium, PriceBand

_TWIN: Final = "twin-port OSFP"
_MCP7Y00: Final = (
    "NVIDIA, MCP7Y00-Nxxx 800Gb/s Twin-port 2x400G OSFP to 2x400G OSFP Passive DAC Splitter Product "
    f"Specifications ({DISPLAY}MCP7Y00NXXX800pub)"
)
_MMA4Z00: Final = (
    f"NVIDIA, MMA4Z00-NS-T 800Gb/s Twin-port OSFP, 2x400Gb/s, Multimode, 50m ({DISPLAY}800gmma4z00nst/"
    "overview): 50 m, 15 W"
)
_MMA4Z00_400: Final = (
    f"MMA4Z00-NS400-T 400Gb/s Single-port OSFP ({DISPLAY}MMA4Z00NS400T/Connectivity+Scenarios): 9 W at most"
)
_MMS4X00: Final = (
    f"NVIDIA, MMS4X00-NS-T 800Gbps Twin-port OSFP 2x400Gb/s Single Mode 100m ({DISPLAY}800gmms4x00nst/"
    "overview): 100 m, 17 W"
)
_MMS4X00_400: Final = f"MMS4X00-NS400 400Gb/s Single-port OSFP ({DISPLAY}mms4x00ns400/overview): 9 W at most"
_MMS4X50: Final = (
    f"NVIDIA, MMS4X50-NM 800Gbps Twin-port OSFP 2xFR4, 2x400Gb/s Single Mode, 2km ({DISPLAY}"
    "mms4x50nm800g2kmpub)"
)
_CLASS_8: Final = (
    f" Power: assumption, 17 W an end, the limit of a cage of a QM9700 ({DISPLAY}QM97X0PUB/Interfaces)."
)
_AOC: Final = (
    f"NVIDIA, MFS1S00-HxxxE-LL 200Gb/s QSFP56 Low Latency MMF AOC Product Specifications ({DISPLAY}"
    "MFS1S00HxxxELLSpec)"
)


TWIN_PORT_CABLES: Final = (
    CableType(
        id="MCP4Y10",
        name="NVIDIA MCP4Y10, passive copper, switch to switch",
        medium=Medium.PASSIVE_COPPER,
        gbps=400.0,
        links=2,
        connector=f"{_TWIN} – {_TWIN}",
        max_length_m=2.0,
        power_w=0.2,
        price_usd=copper(2, 400.0),
        source=f"Speed, connector, length: NVIDIA, MCP4Y10-Nxxx Twin-port 2x400Gb/s OSFP to 2x400Gb/s OSFP "
        f"Passive DAC Product Specifications ({DISPLAY}mcp4y10nxxx2x400pub): 0.5 to 2 m.{AS_MCP1650}",
    ),
    CableType(
        id="MCP7Y00",
        name="NVIDIA MCP7Y00, passive copper splitter, switch to two OSFP adapters",
        medium=Medium.PASSIVE_COPPER,
        gbps=400.0,
        links=2,
        connector=f"{_TWIN} – 2 × OSFP",
        max_length_m=3.0,
        power_w=0.3,
        price_usd=copper(2, 400.0),
        source=f"Speed, connector: {_MCP7Y00}. Length: assumption, 3 m, the longest that is told of "
        f"it.{AS_MCP1650}",
    ),
    CableType(
        id="MCP7Y10",
        name="NVIDIA MCP7Y10, passive copper splitter, switch to two QSFP112 adapters",
        medium=Medium.PASSIVE_COPPER,
        gbps=400.0,
        links=2,
        connector=f"{_TWIN} – 2 × QSFP112",
        max_length_m=3.0,
        power_w=0.3,
        price_usd=copper(2, 400.0),
        source=f"Speed, connector: the QSFP112 version that is named in {_MCP7Y00}. Length: assumption, 3 m "
        f"as MCP7Y00.{AS_MCP1650}",
    ),
    CableType(
        id="ACC-2x400",
        name="Active copper, 2 × 400 Gb/s, switch to switch",
        medium=Medium.ACTIVE_COPPER,
        gbps=400.0,
        links=2,
        connector=f"{_TWIN} – {_TWIN}",
        max_length_m=5.0,
        power_w=3.0,
        price_usd=PriceBand(low=300, high=900, basis="assumption: one and a half to thrice passive copper"),
        source="Speed, connector: assumption, as MCP4Y10. Length: assumption, 5 m as active copper of 100 "
        "Gb/s a lane is sold. Power: assumption, 1.5 W an end of 800 Gb/s.",
    ),
    CableType(
        id="SR4-2x400",
        name="Multimode 2 × SR4, switch to switch (2 × MMA4Z00-NS)",
        medium=Medium.MULTIMODE,
        gbps=400.0,
        links=2,
        connector=f"{_TWIN}, 2 × MPO-12/APC",
        max_length_m=50.0,
        power_w=30.0,
        price_usd=optical(2, 400.0, multimode=True),
        source=f"Speed, connector, length, power: {_MMA4Z00}, at each end.",
    ),
    CableType(
        id="SR4-2x400-adapters",
        name="Multimode 2 × SR4, switch to two adapters (MMA4Z00-NS and 2 × MMA4Z00-NS400)",
        medium=Medium.MULTIMODE,
        gbps=400.0,
        links=2,
        connector=f"{_TWIN} – 2 × OSFP or QSFP112, MPO-12/APC",
        max_length_m=50.0,
        power_w=33.0,
        price_usd=optical(2, 400.0, multimode=True),
        source=f"Speed, connector, length, power: {_MMA4Z00}; {_MMA4Z00_400}, twice.",
    ),
    CableType(
        id="DR4-2x400-100m",
        name="Single mode 2 × DR4, switch to switch (2 × MMS4X00-NS)",
        medium=Medium.SINGLEMODE,
        gbps=400.0,
        links=2,
        connector=f"{_TWIN}, 2 × MPO-12/APC",
        max_length_m=100.0,
        power_w=34.0,
        price_usd=optical(2, 400.0),
        source=f"Speed, connector, length, power: {_MMS4X00}, at each end.",
    ),
    CableType(
        id="DR4-2x400-adapters",
        name="Single mode 2 × DR4, switch to two adapters (MMS4X00-NS and 2 × MMS4X00-NS400)",
        medium=Medium.SINGLEMODE,
        gbps=400.0,
        links=2,
        connector=f"{_TWIN} – 2 × OSFP, MPO-12/APC",
        max_length_m=100.0,
        power_w=35.0,
        price_usd=optical(2, 400.0),
        source=f"Speed, connector, length, power: {_MMS4X00}; {_MMS4X00_400}, twice.",
    ),
    CableType(
        id="DR4-2x400-500m",
        name="Single mode 2 × DR4, switch to switch (2 × MMS4X00-NM)",
        medium=Medium.SINGLEMODE,
        gbps=400.0,
        links=2,
        connector=f"{_TWIN}, 2 × MPO-12/APC",
        max_length_m=500.0,
        power_w=34.0,
        price_usd=optical(2, 400.0),
        source=f"Speed, connector: assumption, as MMS4X00-NS. Length: assumption, 500 m as "
        f"400GBASE-DR4.{_CLASS_8}",
    ),
    CableType(
        id="FR4-2x400",
        name="Single mode 2 × FR4, switch to switch (2 × MMS4X50-NM)",
        medium=Medium.SINGLEMODE,
        gbps=400.0,
        links=2,
        connector=f"{_TWIN}, 2 × duplex LC",
        max_length_m=2000.0,
        power_w=34.0,
        price_usd=PriceBand(low=1_000, high=4_000, basis="assumption: up to one and a half times 2 × DR4"),
        source=f"Speed, connector, length: {_MMS4X50}.{_CLASS_8}",
    ),
    CableType(
        id="DR4-2x800",
        name="Single mode 2 × DR4 at 800 Gb/s, switch to switch",
        medium=Medium.SINGLEMODE,
        gbps=800.0,
        links=2,
        connector=f"{_TWIN}, 2 × MPO-12/APC",
        max_length_m=500.0,
        power_w=60.0,
        price_usd=optical(2, 800.0),
        source="Speed, connector: assumption, as 2 × DR4 at 400 Gb/s. Length: assumption, 500 m as DR4. "
        "Power: assumption, 30 W an end.",
    ),
    CableType(
        id="DAC-200",
        name="Passive copper, 200 Gb/s QSFP56 (MCP1650)",
        medium=Medium.PASSIVE_COPPER,
        gbps=200.0,
        connector="QSFP56 – QSFP56",
        max_length_m=2.0,
        power_w=0.2,
        price_usd=copper(1, 200.0),
        source=f"Speed, connector, power: {MCP1650}: at most 0.1 W an end. Length: assumption, 2 m.",
    ),
    CableType(
        id="AOC-200",
        name="Active optical, 200 Gb/s QSFP56 (MFS1S00)",
        medium=Medium.ACTIVE_OPTICAL,
        gbps=200.0,
        connector="QSFP56 – QSFP56",
        max_length_m=100.0,
        power_w=12.0,
        price_usd=optical(1, 200.0),
        source=f"Speed, connector: {_AOC}. Length: assumption, up to 100 m. Power: assumption, 6 W an end.",
    ),
)
