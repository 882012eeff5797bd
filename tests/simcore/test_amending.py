"""The options of ``read`` that amend a fabric: what they stand for, and what the command prints then."""

import json
from argparse import ArgumentParser
from pathlib import Path

import pytest

from simcore.__main__ import main
from simcore.amending import add_amendments, amendments_of
from simcore.document.amendments import Amendments, SpeedRule, TrunkRule
from simcore.files import BadInputError

# A switch and two hosts by hand, in the dialect of ibsim, which states no speed.
DUMP = """Switch 4 "acme-leaf"
[1] "acme-one"[1]
[2] "acme-two"[1]

Hca 1 "acme-one"
[1] "acme-leaf"[1]

Hca 1 "acme-two"
[1] "acme-leaf"[2]
"""


def amendments(*arguments: str) -> Amendments:
    parser = ArgumentParser()
    add_amendments(parser)
    return amendments_of(parser.parse_args(arguments))


def test_speeds_are_of_all_of_two_tiers_or_of_ports():
    assert amendments("--speed", "400", "--speed", "0-1=100", "--speed", "leaf*/p1=25").speeds == (
        SpeedRule(gbps=400.0),
        SpeedRule(gbps=100.0, tiers=(0, 1)),
        SpeedRule(gbps=25.0, port="leaf*/p1"),
    )


def test_an_oversubscription_is_of_the_first_tier_unless_another_is_named():
    assert amendments("--oversubscription", "2", "--oversubscription", "2=1.5").oversubscription == (
        TrunkRule(tier=1, ratio=2.0),
        TrunkRule(tier=2, ratio=1.5),
    )


def test_the_other_options():
    found = amendments(
        "--exclude", "ufm*", "--exclude", "a/b", "--tier-names", "ToR, core", "--neutral-names"
    )
    assert found == Amendments(exclude=("ufm*", "a/b"), tier_names=("ToR", "core"), neutral_names=True)


@pytest.mark.parametrize("words", [("--speed", "fast"), ("--speed", "-1"), ("--oversubscription", "x=2")])
def test_an_option_without_sense_is_refused(words):
    with pytest.raises(BadInputError):
        amendments(*words)


def test_read_prints_the_facts_before_and_after_and_writes_what_is_after(tmp_path, capsys):
    dump, out = tmp_path / "a.out", tmp_path / "fabric.json"
    dump.write_text(DUMP)
    options = ["--speed", "100", "--exclude", "*two", "--neutral-names", "--out", str(out)]
    assert main(["read", str(dump), *options]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["hosts"], answer["links_by_gbps"]) == (1, {"100": 1})
    assert (answer["before"]["hosts"], answer["before"]["links_by_gbps"]) == (2, {"unknown": 2})
    assert "acme" not in Path(out).read_text()


def test_a_list_of_cables_is_read_by_a_map(tmp_path, capsys):
    plan, columns = tmp_path / "plan.csv", tmp_path / "map.json"
    plan.write_text("von,nach\na,b\na,c\n")
    columns.write_text('{"a_device": "von", "b_device": "nach"}')
    assert main(["read", str(plan), "--map", str(columns)]) == 0
    assert json.loads(capsys.readouterr().out)["links"] == 2
