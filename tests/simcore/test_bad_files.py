"""Bad files by the command line: one line with the reason, or a partial result that says what is missing."""

import gzip
import json
from pathlib import Path

import pytest

from simcore.__main__ import main
from simcore.files import BadInputError, read_content
from simcore.formats import read_files
from tests.bad_files import READ_IN_PART, REFUSED, ReadInPart, Refused
from tests.fuzz.seeds import SEEDS, SLURM_CONF


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("case", REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_read_is_refused_in_one_line_and_writes_nothing(case: Refused, capsys):
    for name, content in case.files:
        Path(name).write_bytes(content)
    assert main(["read", *(name for name, _ in case.files), "--out", "fabric.json"]) == 2
    printed = capsys.readouterr()
    assert case.says in printed.err
    assert printed.err.rstrip("\n").isprintable()
    assert printed.out == ""
    assert not Path("fabric.json").exists()


@pytest.mark.parametrize("case", READ_IN_PART.values(), ids=READ_IN_PART)
def test_what_can_be_read_in_part_is_and_the_rest_is_told(case: ReadInPart, capsys):
    Path("drop.txt").write_bytes(case.content)
    assert main(["read", "drop.txt", "--out", "fabric.json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["switches"], facts["hosts"], facts["links"]) == case.counts, facts["findings"]
    told = {(each["rule"], each["at"]) for each in facts["findings"]}
    assert not case.rule or any(rule == case.rule and case.at in at for rule, at in told), told
    assert len(json.loads(Path("fabric.json").read_text())["cables"]) == case.counts[2]


@pytest.mark.parametrize(
    ("name", "text"), SEEDS, ids=[f"{name}-{row}" for row, (name, _) in enumerate(SEEDS)]
)
def test_a_byte_order_mark_and_carriage_returns_change_nothing_in_any_format(name: str, text: str):
    plain = read_files([("f", text.encode())])
    windows = read_files([("f", b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())])
    assert (windows.format, windows.document, windows.findings) == (name, plain.document, plain.findings)


def test_a_file_above_the_limit_is_refused_before_it_is_read(capsys):
    """A hundred gigabytes of holes, which no memory would take."""
    with Path("huge.out").open("wb") as huge:
        huge.truncate(100_000_000_000)
    assert main(["read", "huge.out"]) == 2
    assert "huge.out is too large: 100,000 MB, the most is 200 MB" in capsys.readouterr().err


def test_a_packed_file_is_unpacked_no_further_than_the_limit(capsys, monkeypatch):
    Path("good.gz").write_bytes(gzip.compress(SLURM_CONF.encode()))
    assert read_content("good.gz") == SLURM_CONF.encode()
    monkeypatch.setattr("simcore.files.MOST_BYTES", 10_000_000)
    with gzip.open("bomb.gz", "wb") as bomb:
        for _ in range(30):
            bomb.write(bytes(1_000_000))
    assert Path("bomb.gz").stat().st_size < 100_000
    with pytest.raises(BadInputError, match="unpacked, it is more than 10 MB"):
        read_content("bomb.gz")
