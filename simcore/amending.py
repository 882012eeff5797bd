"""Amendments by the command line: the options of ``read``, and the rules that they stand for."""

import argparse
from typing import Any

from simcore.document.amendments import Amendments
from simcore.document.parse import parse_model
from simcore.files import BadInputError, first_of


def add_amendments(parser: argparse.ArgumentParser) -> None:
    """Add the options to a parser."""
    parser.add_argument(
        "--speed",
        action="append",
        default=[],
        metavar="[WHERE=]GBPS",
        help="of cables of unknown speed: of all, between two tiers (1-2=400; 0 is the hosts), or of ports "
        "by a pattern (leaf*/Ethernet1*=100); may be repeated",
    )
    parser.add_argument(
        "--exclude",
        action="append",
        default=[],
        metavar="PATTERN",
        help="leave out devices by id or name, or adapters and ports by device/adapter; may be repeated",
    )
    parser.add_argument(
        "--oversubscription",
        action="append",
        default=[],
        metavar="[TIER=]RATIO",
        help="of trunks of unknown speed up from a tier, by default 1, the one next to the hosts",
    )
    parser.add_argument("--tier-names", metavar="A,B,…", help="from the switches next to the hosts upwards")
    parser.add_argument(
        "--neutral-names", action="store_true", help="replace every name: host-0001, leaf-01 and so on"
    )


def amendments_of(options: argparse.Namespace) -> Amendments:
    """Return what the options say; ``BadInputError`` where they make no sense."""
    data = {
        "speeds": [_speed(text) for text in options.speed],
        "exclude": options.exclude,
        "oversubscription": [_trunk(text) for text in options.oversubscription],
        "tier_names": [name.strip() for name in (options.tier_names or "").split(",")]
        if options.tier_names
        else [],
        "neutral_names": options.neutral_names,
    }
    amendments, findings = parse_model(Amendments, data)
    if amendments is None:
        raise BadInputError(first_of("the options", findings))
    return amendments


def _speed(text: str) -> dict[str, Any]:
    where, _, gbps = text.rpartition("=")
    rule: dict[str, Any] = {"gbps": _number("--speed", gbps)}
    lower, dash, upper = where.partition("-")
    if dash and lower.isdecimal() and upper.isdecimal():
        rule["tiers"] = [int(lower), int(upper)]
    elif where:
        rule["port"] = where
    return rule


def _trunk(text: str) -> dict[str, Any]:
    tier, _, ratio = text.rpartition("=")
    return {"tier": _number("--oversubscription", tier or "1"), "ratio": _number("--oversubscription", ratio)}


def _number(option: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise BadInputError(f"{option} needs a number, got {text[:40]!r}") from None
