"""What was understood of files, in the numbers that the command line and the import page show."""

from simcore.document.structure import counts, tiers_of
from simcore.document.wiring import wire
from simcore.formats.reading import Facts, SaidFinding, Understood


def facts_of(format_name: str, understood: Understood) -> Facts:
    """Return the facts of a fabric that was read, with its findings."""
    document = understood.document
    counted = counts(document)
    by_gbps: dict[str, int] = {}
    for cable in document.cables:
        key = "unknown" if cable.gbps is None else f"{cable.gbps:g}"
        by_gbps[key] = by_gbps.get(key, 0) + 1
    return Facts(
        format=format_name,
        switches=counted["switches"],
        hosts=counted["hosts"],
        adapters=counted["adapters"],
        links=counted["cables"],
        links_by_gbps=dict(sorted(by_gbps.items())),
        tiers=[len(tier["devices"]) for tier in tiers_of(wire(document)) if tier["tier"] > 0],
        findings=[
            SaidFinding(severity=each.severity.value, rule=each.rule, at=each.at, says=each.says)
            for each in understood.findings
        ],
    )
