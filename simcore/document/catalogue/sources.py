"""Documents that several entries cite, and how a source is written.

A source is one text of clauses, one for each figure or several: "Ports, height: <document> (<address>): what
it says. Power: assumption, …". What no document confirms is called an assumption in its clause.
"""

from typing import Final

NETBOX: Final = (
    "the NetBox device-type library (github.com/netbox-community/devicetype-library), device-types/"
)
SHARP: Final = "NVIDIA SHARP Rev 3.13.0, General Information"
FABRIC_LATENCY: Final = (
    " Latency: that of the fabric, whose defaults are fitted to NDR InfiniBand (docs/model/latency.md)."
)
WINOF: Final = (
    "NVIDIA WinOF-2 documentation, Supported Network Adapter Cards and MFT Tools "
    "(docs.nvidia.com/networking/display/winof2v2310/supported+network+adapter+cards+and+mft+tools)"
)
DISPLAY: Final = "docs.nvidia.com/networking/display/"
MCP1650: Final = (
    f"NVIDIA, MCP1650-V0xxEyy 200GbE QSFP56 DAC Product Specifications ({DISPLAY}MCP1650V0xxEyySpec/"
    "Specifications)"
)
AS_MCP1650: Final = f" Power: assumption, at most 0.1 W an end as of {MCP1650}."
