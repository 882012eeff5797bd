"""Surveys built the way a reader builds them, and what to ask of the fabric they give."""

from collections.abc import Iterable

from simcore.document.fabric import DeviceKind, FabricDocument
from simcore.document.wiring import wire
from simcore.formats.reading import LineBook, Source, Understood
from simcore.formats.survey import End, Survey, fabric_of


def survey() -> Survey:
    return Survey(LineBook([Source("a.txt", "\n" * 10_000)]), origin="a test")


def surveyed(links: Iterable[tuple[End, End]]) -> Survey:
    """Return a survey of links alone, one a line."""
    found = survey()
    for line, (a, b) in enumerate(links, start=1):
        found.link(a, b, line=line, gbps=100.0)
    return found


def wired(*pairs: tuple[str, str]) -> Survey:
    """Return a survey of links between named devices, each at a port of its own."""
    return surveyed(((a, f"to-{b}-{row}"), (b, f"to-{a}-{row}")) for row, (a, b) in enumerate(pairs))


def servers(document: FabricDocument) -> set[str]:
    wiring = wire(document)
    return {
        device.id for row, device in enumerate(document.devices) if wiring.kind_of(row) is DeviceKind.SERVER
    }


def servers_of(found: Survey) -> set[str]:
    return servers(fabric_of(found).document)


def rules(understood: Understood) -> list[str]:
    return [finding.rule for finding in understood.findings]
