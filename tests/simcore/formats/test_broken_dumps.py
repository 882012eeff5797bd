"""Broken dumps and files that are none: a partial result with findings, or a FormatError; nothing else."""

import random

import pytest
from dumps import Subnet, line_of, read, said, small
from hypothesis import given
from hypothesis import strategies as st

from simcore.document.checks import check
from simcore.document.findings import Severity
from simcore.errors import FormatError
from simcore.formats import read_files


def test_a_cable_to_a_node_without_a_block_is_kept_and_said():
    net = small()
    net.described["H-ffff"] = "ghost mlx5_0"
    net.line("S-a1", 10, "H-ffff", 1)
    text = net.text()
    reading = read(text)
    (finding,) = said(reading, "node.undeclared")
    assert finding.at == f"line {line_of(text, 'ghost')}"
    assert "H-ffff" in finding.says
    assert "ghost" in {device.id for device in reading.document.devices}


def test_a_cable_to_a_node_of_unknown_kind_is_left_out_and_said():
    reading = read('Switch 4 "one"\n[1] "two"[1]\n[2] "three"[1]\n\nHca 1 "two"\n[1] "one"[1]\n')
    (finding,) = said(reading, "node.undeclared")
    assert finding.at == "line 3"
    assert reading.facts["links"] == 1


def test_ends_that_disagree_are_said_with_both_lines():
    net = Subnet()
    leaf, other = net.switch("a1", "leaf-1"), net.switch("a2", "leaf-2")
    net.line(leaf, 1, other, 1)
    net.line(other, 1, leaf, 2)
    text = net.text()
    reading = read(text)
    findings = said(reading, "cable.disagree")
    lines = [line_of(text, f'"{node}"[{port}]') for node, port in ((other, 1), (leaf, 2))]
    assert f"line {lines[0]}" in findings[0].says
    assert f"line {lines[1]}" in findings[0].says
    assert reading.facts["links"] == 1


def test_rates_that_disagree_keep_the_lower_and_say_so():
    net = Subnet()
    leaf, host = net.switch("a1", "leaf-1"), net.adapter("e1", "n1 mlx5_0")
    net.line(leaf, 1, host, 1, rate="4xNDR")
    net.line(host, 1, leaf, 1, rate="4xHDR")
    reading = read(net.text())
    assert [cable.gbps for cable in reading.document.cables] == [200]
    assert "4xNDR and 4xHDR" in said(reading, "speed.disagree")[0].says


def test_a_cable_stated_by_one_end_is_kept_and_said():
    net = Subnet()
    leaf, host = net.switch("a1", "leaf-1"), net.adapter("e1", "n1 mlx5_0")
    net.line(leaf, 1, host, 1)
    reading = read(net.text() + "\n# end\n")
    assert reading.facts["links"] == 1
    assert len(said(reading, "cable.one-sided")) == 1


def test_a_port_listed_twice_keeps_its_first_line():
    net = small()
    net.line("S-a1", 1, "S-b1", 60)
    text = net.text()
    reading = read(text)
    (finding,) = said(reading, "line.unread")
    assert finding.at == f"line {line_of(text, '[60]')}"
    assert reading.facts["links"] == 8


def test_a_cable_from_a_switch_to_itself_is_left_out():
    net = small()
    net.cable("S-a1", 40, "S-a1", 41)
    reading = read(net.text())
    assert len(said(reading, "cable.loop")) == 1
    assert reading.facts["links"] == 8


def test_a_cable_between_two_adapters_of_one_host_is_left_out():
    net = small()
    first, second = (net.adapter(f"f{row}", f"node9 mlx5_{row}", ports=2) for row in (0, 1))
    net.cable("S-a1", 10, first, 1)
    net.cable(first, 2, second, 1)
    reading = read(net.text())
    assert len(said(reading, "cable.loop")) == 1
    assert reading.facts["links"] == 9


def test_every_line_that_is_not_understood_is_said_with_number_and_words():
    text = small().text() + "garbage here\n" + small().text()
    reading = read(text)
    (finding,) = said(reading, "line.unread")
    assert finding.at == f"line {line_of(text, 'garbage')}"
    assert "garbage here" in finding.says


def test_a_line_is_quoted_without_its_control_characters():
    (finding,) = said(read(small().text() + "bad \x1b]0;title\x07 line\n"), "line.unread")
    assert "bad \ufffd]0;title\ufffd line" in finding.says


def test_ten_thousand_bad_lines_are_said_in_fifty_one_findings():
    findings = said(read(small().text() + "?\n" * 10_000), "line.unread")
    assert len(findings) == 51
    assert "9,950 more" in findings[-1].says


@pytest.mark.parametrize("share", [0.2, 0.4, 0.6, 0.8, 0.95])
def test_a_dump_cut_off_in_the_middle_gives_what_stands_before_the_cut(share: float):
    text = small().text()
    cut = text[: int(len(text) * share)]
    last = max(number for number, line in enumerate(cut.split("\n"), start=1) if line.strip())
    reading = read(cut)
    assert reading.facts["switches"] >= 1
    assert any(f"line {last}" in f"{finding.at} {finding.says}" for finding in reading.findings)


def test_an_include_that_was_not_given_is_said():
    reading = read('include "other.net"\nSwitch 2 "sw"\n[1] "h"[1]\n\nHca 1 "h"\n[1] "sw"[1]\n')
    (finding,) = said(reading, "line.unread")
    assert finding.at == "line 1"
    assert "other.net" in finding.says


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "empty"),
        (b" \r\n\n", "empty"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "PNG picture"),
        (b"\x1f\x8b\x08\x00", "gzip"),
        (b"\x00\x01\x02" * 100, "binary"),
        (b'{"kind": "fabric"}', "fabric document"),
        (b"[1, 2]", "JSON"),
        (b'[{"links": [{"compounded_links": []}]}]', "NetQ's topology graph"),
        (b'{"edges": [{"node1": {"hostname": "a"}}]}', "Batfish's layer-1 topology"),
        (b'{"logical-dims": ["8", "2"]}', "ASTRA-sim's logical dimensions"),
        (b"infrastructure:\n  name: clos\n", "InfraGraph"),
        (b"name: clos\ndevices:\n- name: a\n  edges:\n  - scheme: one2one\n", "InfraGraph"),
        (b"# a tree\nswitches:\n  S1:\n    switches:\n    - S2\n", "topograph model"),
        (b"<html><body>", "web page"),
        (b"<?xml version='1.0'?>", "XML"),
        (b"hello", "hello"),
        (random.Random(1).randbytes(3_000), "binary"),
        (b"{" + random.Random(2).randbytes(60), "binary"),
        ("Топология".encode("cp1251"), "not in UTF-8"),
        (b"hello \x1b[2Jworld", "“hello \ufffd[2Jworld”"),
    ],
)
def test_what_is_no_dump_is_refused_with_what_it_looks_like_and_what_is_read(content: bytes, words: str):
    with pytest.raises(FormatError, match="formats read: ibnetdiscover") as caught:
        read(content)
    assert words in str(caught.value)
    assert "dump.out" in str(caught.value)


def test_a_dump_without_a_node_is_refused():
    with pytest.raises(FormatError, match="holds no node"):
        read("# Topology file: generated on Mon Jan  1 00:00:00 2024\n")


def test_a_file_above_the_limit_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("simcore.formats.MOST_BYTES", 100)
    with pytest.raises(FormatError, match="too large"):
        read(small().text())


def test_a_format_that_is_not_known_is_answered_with_those_that_are():
    with pytest.raises(FormatError, match="formats read: ibnetdiscover"):
        read_files([("x", b"x")], "smoke-signals")


@pytest.mark.parametrize(
    "text",
    [
        'Switch 999999999 "S-a"\n[999999999] "S-b"[1]\n[1] "S-b"[4096]\n',
        'Ca 1 "H-a"\t# "' + "x" * 10_000 + ' mlx5_0"\n[1] "S-a"[1]\n',
        'Switch 4 "S-' + "a" * 5_000 + '"\n',
        'Switch 4 "a/b c"\n[1] "H-\u00a0/"[1] # "h/h \t i" lid 1 4xNDR\n',
        'Ca 2 "H-a" # "n x"\n\nCa 1 "H-b" # "n x-port1"\n\nSwitch 9 "S-a"\n[1] "H-a"[2]\n[2] "H-b"[1]\n',
        "[" * 100_000,
        'Switch 1 "S-a"\n' + '[1]"' * 50_000,
        'Switch 4 "S-a"\n[1] "S-b"[1] # "' + "ib" + "1" * 50_000 + '!" lid ' + "1" * 50_000 + "x\n",
    ],
)
def test_hostile_lines_give_a_document_that_can_be_checked_or_a_format_error(text: str):
    try:
        reading = read(text)
    except FormatError:
        return
    wrong = {finding.rule for finding in check(reading.document) if finding.severity is Severity.ERROR}
    assert wrong <= {"speed.unknown", "fabric.empty"}


SEED = small().text().encode()
spans = st.tuples(st.integers(0, len(SEED)), st.integers(0, 60), st.binary(max_size=20) | st.text(max_size=5))
LINES = SEED.split(b"\n")


@given(
    st.lists(spans, max_size=8),
    st.lists(st.tuples(st.integers(0, len(LINES) - 1), st.integers(0, len(LINES) - 1)), max_size=8),
)
def test_no_change_of_a_dump_brings_anything_but_findings_or_a_format_error(
    edits: list[tuple[int, int, bytes | str]], swaps: list[tuple[int, int]]
):
    lines = list(LINES)
    for a, b in swaps:
        lines[a], lines[b] = lines[b], lines[a]
    content = b"\n".join(lines)
    for start, length, new in edits:
        inserted = new.encode() if isinstance(new, str) else new
        content = content[:start] + inserted + content[start + length :]
    try:
        reading = read(content)
    except FormatError:
        return
    wrong = {finding.rule for finding in check(reading.document) if finding.severity is Severity.ERROR}
    assert wrong <= {"speed.unknown", "fabric.empty"}
    assert reading.facts["links"] == len(reading.document.cables)
