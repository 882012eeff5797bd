"""Constants of the closed forms, in SI, each with where it comes from and how far it can be trusted.

Status: FACT was read in the source named; QUOTED is read as others write of the source; DERIVED was computed
from facts; ASSUMPTION was chosen, and stands here as the value that a setting begins with.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Status(StrEnum):
    """What a constant rests on."""

    FACT = "FACT"
    QUOTED = "QUOTED"
    DERIVED = "DERIVED"
    ASSUMPTION = "ASSUMPTION"


@dataclass(frozen=True, slots=True)
class Figure:
    """A constant: its value in SI, what it rests on, and where that can be read."""

    value: float
    status: Status
    source: str


_NCCL: Final = "NVIDIA/nccl, src/graph/tuning.cc at 5067397c (2026-06-11)"
_SHARP: Final = "NVIDIA SHARP documentation, revisions 2.6.1 and 3.13.0"
_GRAHAM_2016: Final = "Graham et al., SHArP, COM-HPC 2016, abstract"
_GRAHAM_2020: Final = "Graham et al., SHARP Streaming-Aggregation, ISC High Performance 2020, abstract"
_OPTCAST: Final = "osrg/optcast, docs/eval_results, read from its figure"
_SWITCHML: Final = "p4lang/p4app-switchML, configuration.p4, general.cfg and README"

# Inside an H100 host, a direction of a GPU.
NVLINK_4: Final = Figure(450e9, Status.FACT, "NCCL maintainer, nccl-tests issue 212")
NVLINK_EFFICIENCY: Final = Figure(0.82, Status.FACT, "370/450, nccl-tests issue 212, nccl issue 1442")
NVLS_EFFICIENCY_HOPPER: Final = Figure(0.85, Status.FACT, _NCCL)
NVLS_START: Final = Figure(17e-6, Status.DERIVED, "fitted to NVIDIA/dgxc-benchmarking, nccl/README (V03)")
NVLS_BEND: Final = Figure(100e-6, Status.DERIVED, "fitted to the same")
NVLS_BEND_SIZE: Final = Figure(30e6, Status.DERIVED, "fitted to the same")
NVLS_LARGE_RATE: Final = Figure(274.3e9, Status.DERIVED, "fitted to the same")

# Adapters.
ADAPTER_400G: Final = Figure(48.5e9, Status.FACT, "nccl-tests issue 267: 48 to 49 GB/s")
INFINIBAND_HEADER: Final = Figure(
    26.0, Status.QUOTED, "InfiniBand Architecture Specification 1.3: LRH 8, BTH 12, ICRC 4, VCRC 2"
)

# SHARP: latency trees (LLT) and streaming trees (SAT).
LLT_PAYLOAD_SWITCH_IB_2: Final = Figure(256.0, Status.FACT, _SHARP)
LLT_PAYLOAD_QUANTUM: Final = Figure(2048.0, Status.FACT, _SHARP)
LLT_START: Final = Figure(2.83e-6, Status.FACT, f"{_GRAHAM_2016}: 8 bytes, 128 hosts")
LLT_STEP_SWITCH_IB_2: Final = Figure(0.777e-6, Status.DERIVED, f"(14.48 - 2.83)/15 us; {_GRAHAM_2016}")
LLT_STEP_QUANTUM: Final = Figure(0.9e-6, Status.ASSUMPTION, "0.8 to 1.0 us a segment")
SAT_START: Final = Figure(8e-6, Status.ASSUMPTION, "5 to 15 us; chosen for a crossover of 4 to 16 KB")
SAT_EFFICIENCY: Final = Figure(0.95, Status.FACT, _GRAHAM_2020)

# 100G hosts with PCIe 3, which the efficiencies are fitted to (V07).
RING_EFFICIENCY_PCIE_3: Final = Figure(0.81, Status.DERIVED, _OPTCAST)
IN_NETWORK_EFFICIENCY_PCIE_3: Final = Figure(0.67, Status.DERIVED, _OPTCAST)
EDGE_EFFICIENCY_PCIE_3: Final = Figure(0.715, Status.DERIVED, _OPTCAST)

# A Tofino-like switch as SwitchML uses it.
SWITCHML_OUTSTANDING: Final = Figure(256.0, Status.FACT, _SWITCHML)
SWITCHML_PAYLOAD: Final = Figure(1024.0, Status.FACT, _SWITCHML)
ROCE_HEADER: Final = Figure(
    82.0,
    Status.QUOTED,
    "preamble and gap 20, Ethernet 14, FCS 4, IPv4 20, UDP 8 (IEEE 802.3, RFC 791, 768), BTH 12, ICRC 4",
)
# Two reads and a write for each byte that is added.
REDUCE_BY_MEMORY: Final = Figure(1 / 3, Status.ASSUMPTION, "two reads and one write a byte")
