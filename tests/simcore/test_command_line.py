"""The command line, called as a function: answers, files, and one line for bad input."""

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from simcore.__main__ import main

SHARED = Path(os.environ.get("TWINLOOM_SHARED", Path(__file__).parents[3] / "shared"))
REFERENCE = SHARED / "reference"

LINKS = """link,src,dst,gbps,latency_s
0,h0,s,400,1e-06
1,s,h0,400,1e-06
2,h1,s,400,1e-06
3,s,h1,400,1e-06
4,h2,s,400,1e-06
5,s,h2,400,1e-06
"""
# Two flows into host 2: 1e6 and 2e6 bytes share 5e10 bytes/s.
FLOWS = "id,src,dst,bytes,start_s\n0,0,2,1000000,0\n1,1,2,2000000,0\n"
PATHS = "id,choice1,choice2,links\n0,-1,-1,0 5\n1,-1,-1,2 5\n"


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in (("links.csv", LINKS), ("flows.csv", FLOWS), ("paths.csv", PATHS)):
        (tmp_path / name).write_text(text)
    return tmp_path


def _answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> Any:
    assert main(arguments) == 0
    return json.loads(capsys.readouterr().out)


def _complaint(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(arguments) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    return said.err


FLOW_COMMAND = ("flows", "--links", "links.csv", "--flows", "flows.csv")


def test_flows_gives_sharing_time_and_latency(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    answer = _answer(capsys, *FLOW_COMMAND, "--paths", "paths.csv", "--out", "fct.csv")
    assert list(answer) == ["streams", "events", "seconds", "compile_seconds", "peak_rss_mb", "fct_s"]
    assert list(answer["fct_s"]) == ["mean", "p50", "p99", "p99.9", "max"]
    assert answer["streams"] == 2
    # Half each until 2e6 bytes have passed at 5e10, then alone: 40 us and 60 us, and 2 us of latency.
    rows = [line.split(",") for line in (files / "fct.csv").read_text().splitlines()[1:]]
    assert [float(fct) for _, fct in rows] == pytest.approx([42e-6, 62e-6], rel=1e-8)
    assert answer["fct_s"]["mean"] == pytest.approx(52e-6, rel=1e-8)
    assert answer["fct_s"]["p99"] is None


@pytest.mark.parametrize(
    "routing",
    [
        "flow-hash",
        "hash",
        "e-ecmp",
        "flowlets",
        "spray",
        "adaptive-spray",
        "least-loaded",
        "static",
        "planned",
    ],
)
def test_on_one_switch_all_routings_give_the_same_times(
    files: Path, capsys: pytest.CaptureFixture[str], routing: str
) -> None:
    answer = _answer(capsys, *FLOW_COMMAND, "--routing", routing, "--out", "fct.csv")
    rows = [line.split(",") for line in (files / "fct.csv").read_text().splitlines()[1:]]
    assert [float(fct) for _, fct in rows] == pytest.approx([42e-6, 62e-6], rel=1e-8)
    assert answer["streams"] == (32 if routing == "e-ecmp" else 2)


def test_sub_flows_are_counted_as_streams(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ("--routing", "hash", "--sub-flows", "3", "--splitting", "equal", "--seed", "5")
    assert _answer(capsys, *FLOW_COMMAND, *given)["streams"] == 6


@pytest.mark.parametrize(
    ("given", "says"),
    [
        (("--routing", "nix"), "invalid choice: 'nix'"),
        (("--paths", "paths.csv", "--routing", "hash"), "--routing has no say where --paths gives"),
        (("--paths", "paths.csv", "--sub-flows", "2"), "--sub-flows has no say where --paths gives"),
        (("--sub-flows", "2"), "--sub-flows has no say in routing flow-hash"),
        (("--routing", "spray", "--sub-flows", "2"), "--sub-flows has no say in routing spray"),
        (("--routing", "hash", "--sub-flows", "65"), "/sub_flows"),
        (("--routing", "hash", "--seed", "-1"), "/seed"),
        (("--seed", "-1"), "/seed"),
        (("--coalesce", "0.2"), "--coalesce: the tolerance coalesce must be from 0 to 0.1"),
        (("--coalesce", "nan"), "--coalesce: the tolerance coalesce must be from 0 to 0.1"),
        (("--coalesce", "0.01", "--exact"), "not allowed with"),
    ],
)
def test_a_routing_that_cannot_be_is_told(
    files: Path, capsys: pytest.CaptureFixture[str], given: tuple[str, ...], says: str
) -> None:
    assert says in _complaint(capsys, *FLOW_COMMAND, *given)


def test_files_may_be_compressed(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("links.csv", "flows.csv"):
        (files / f"{name}.gz").write_bytes(gzip.compress((files / name).read_bytes()))
    answer = _answer(capsys, "flows", "--links", "links.csv.gz", "--flows", "flows.csv.gz")
    assert answer["fct_s"]["max"] == pytest.approx(62e-6, rel=1e-8)


def test_flow_ends_may_be_names(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (files / "flows.csv").write_text(FLOWS.replace(",0,2,", ",h0,h2,"))
    assert _answer(capsys, *FLOW_COMMAND)["fct_s"]["max"] == pytest.approx(62e-6, rel=1e-8)


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ("5,0,9,100,0", "line 3: dst is no host of the links"),
        ("5,h0,s,100,0", "line 3: dst is no host of the links"),
        ("5,0,2,-100,0", "line 3: bytes must be a finite number of 0 or more, got -100"),
        ("5,0,2,nan,0", "line 3: bytes must be a finite number of 0 or more, got nan"),
        ("5,0,2,1e400,0", "line 3: bytes must be a finite number of 0 or more, got inf"),
        ("5,0,2,100,-1", "line 3: start_s must be a finite number"),
        ("0,0,2,100,0", "line 3: ids must rise: 0 follows 0"),
        ("1.5,0,2,100,0", "line 3: id must be a whole number"),
        ("5,0,2,100", "line 3: 4 fields where 5 are expected"),
        ("5,0,2,many,0", "line 3: bytes must be a number, got 'many'"),
        ("5,2,2,100,0", "line 3: the flow ends at the host where it begins"),
    ],
)
def test_a_wrong_flow_is_told_with_its_line(
    files: Path, capsys: pytest.CaptureFixture[str], row: str, says: str
) -> None:
    (files / "flows.csv").write_text("id,src,dst,bytes,start_s\n0,0,2,1000000,0\n" + row + "\n")
    assert says in _complaint(capsys, *FLOW_COMMAND)


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ("1,-1,-1,2 9", "line 3: there is no link 9"),
        ("1,-1,-1,2 3", "line 3: the path does not end at the flow's dst"),
        ("1,-1,-1,0 5", "line 3: the path does not begin at the flow's src"),
        ("1,-1,-1,2 1 5", "line 3: the links of the path do not meet"),
        ("1,-1,-1,2 x", "line 3: link must be a whole number, got 'x'"),
        ("7,-1,-1,2 5", "line 3: expected the path of flow 1, got 7"),
        ("1,-1,-1,", "line 3: expected id,choice1,choice2,links"),
    ],
)
def test_a_wrong_path_is_told_with_its_line(
    files: Path, capsys: pytest.CaptureFixture[str], row: str, says: str
) -> None:
    (files / "paths.csv").write_text("id,choice1,choice2,links\n0,-1,-1,0 5\n" + row + "\n")
    assert says in _complaint(capsys, *FLOW_COMMAND, "--paths", "paths.csv")


@pytest.mark.parametrize(
    ("row", "says"),
    [
        ("7,h3,s,400,0", "line 8: links are numbered in order: expected 6, got '7'"),
        ("6,h3,s,0,0", "line 8: gbps must be above 0"),
        ("6,h3,s,inf,0", "line 8: gbps must be finite"),
        ("6,h3,s,400,-1", "line 8: latency_s must be 0 or more"),
        ("6,h3,h3,400,0", "line 8: a link needs two different ends"),
    ],
)
def test_a_wrong_link_is_told_with_its_line(
    files: Path, capsys: pytest.CaptureFixture[str], row: str, says: str
) -> None:
    (files / "links.csv").write_text(LINKS + row + "\n")
    assert says in _complaint(capsys, *FLOW_COMMAND)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "the file is empty"),
        (b"\x89PNG\r\n\x1a\n\x00\xff\xfe", "not text in UTF-8"),
        (b"\x1f\x8b\x08\x00cut", "the gzip file is broken or cut off"),
        (b"id,src\n", "the header must be id,src,dst,bytes,start_s"),
        (b"id,src,dst,bytes,start_s\n", "there is no flow in the file"),
    ],
)
def test_a_file_that_is_no_flow_list_is_told_apart(
    files: Path, capsys: pytest.CaptureFixture[str], content: bytes, says: str
) -> None:
    (files / "flows.csv").write_bytes(content)
    assert says in _complaint(capsys, *FLOW_COMMAND)


def test_a_missing_file_is_named(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "nowhere.csv" in _complaint(capsys, "flows", "--links", "nowhere.csv", "--flows", "flows.csv")


@pytest.mark.parametrize("seed", range(20))
def test_random_bytes_are_refused_in_a_line_that_cannot_steer_a_terminal(
    files: Path, capsys: pytest.CaptureFixture[str], seed: int
) -> None:
    (files / "noise").write_bytes(Random(seed).randbytes(3_000))
    says = _complaint(capsys, "read", "noise")
    assert says.rstrip("\n").isprintable()
    assert says.startswith("simcore: noise looks like ")


def test_a_file_name_cannot_steer_a_terminal_either(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "a\ufffd[2Jb: No such file" in _complaint(capsys, "read", "a\x1b[2Jb")


def test_an_unknown_command_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert "invalid choice: 'fly'" in _complaint(capsys, "fly")


def _documents(files: Path, capsys: pytest.CaptureFixture[str], **scenario: Any) -> tuple[str, ...]:
    _answer(
        capsys, "template", "leaf-spine", "leaves=2", "spines=2", "hosts_per_leaf=2", "--out", "fabric.json"
    )
    job = {"id": "j", "size_bytes": 10**8, "iterations": 5, "compute_ms": 1.0, "jitter_cv": 0.1}
    background = [{"id": "b", "load": 0.05}]
    (files / "workload.json").write_text(json.dumps({"jobs": [job], "background": background}))
    (files / "scenario.json").write_text(json.dumps(scenario))
    return "fabric.json", "workload.json", "scenario.json"


def test_a_template_makes_a_fabric_without_errors(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    fabric, _, _ = _documents(files, capsys)
    answer = _answer(capsys, "check", fabric)
    assert answer["counts"]["hosts"] == 4
    assert {each["severity"] for each in answer["findings"]} == {"note"}


def test_a_run_gives_the_same_bytes_twice(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    documents = _documents(files, capsys, algorithm="in-network")
    for name in ("one.json", "two.json"):
        assert _answer(capsys, "run", *documents, "--out", name)["jobs"][0]["iterations_done"] == 5
    assert (files / "one.json").read_bytes() == (files / "two.json").read_bytes()
    result = json.loads((files / "one.json").read_text())
    assert list(result) == ["summary", "series", "audit"]
    assert len(result["series"]["iteration_seconds"]) == 5
    assert result["audit"][0]["decision"] == "grant"


def test_a_run_of_a_document_other_than_the_pinned_one_is_refused(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    documents = _documents(files, capsys, fabric="0" * 64)
    assert "the scenario asks for digest 0000" in _complaint(capsys, "run", *documents)


def test_ranks_that_do_not_exist_are_named(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    documents = _documents(files, capsys)
    job = {"id": "j", "size_bytes": 1, "ranks": {"by": "list", "hosts": ["host-1", "host-99"]}}
    (files / "workload.json").write_text(json.dumps({"jobs": [job]}))
    assert "there is no host host-99 in the fabric" in _complaint(capsys, "run", *documents)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"jobs": [', "this is not JSON"),
        ('{"jobz": []}', "/jobz: there is no field 'jobz' here; did you mean jobs?"),
        ('{"jobs": [{"id": "j", "size_bytes": -1}]}', "/jobs/0/size_bytes: must be at least 1, got -1"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_a_document_that_is_none_is_told_with_its_place(
    files: Path, capsys: pytest.CaptureFixture[str], text: str, says: str
) -> None:
    documents = _documents(files, capsys)
    (files / "workload.json").write_text(text)
    assert says in _complaint(capsys, "run", *documents)


def test_a_parameter_out_of_bounds_is_told(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    said = _complaint(capsys, "template", "leaf-spine", "leaves=-4", "--out", "fabric.json")
    assert "/leaves: must be at least 1, got '-4'" in said


def test_a_run_of_several_seeds_writes_a_result_for_each(
    files: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    documents = _documents(files, capsys, seed=7)
    answer = _answer(capsys, "run", *documents, "--seeds", "2", "--workers", "2", "--out", "r.json.gz")
    assert [(each["seed"], each["out"]) for each in answer["replicas"]] == [
        (7, "r.seed-7.json.gz"),
        (8, "r.seed-8.json.gz"),
    ]
    _answer(capsys, "run", *documents, "--out", "alone.json.gz")
    assert Path("r.seed-7.json.gz").read_bytes() == Path("alone.json.gz").read_bytes()
    assert (
        json.loads(gzip.decompress(Path("r.seed-8.json.gz").read_bytes()))["summary"]
        == (answer["replicas"][1]["summary"])
    )


@pytest.mark.parametrize("wrong", [("--seeds", "0"), ("--workers", "0"), ("--seeds", "1000000000")])
def test_no_seeds_or_workers_are_refused(
    files: Path, capsys: pytest.CaptureFixture[str], wrong: tuple[str, str]
) -> None:
    said = _complaint(capsys, "run", *_documents(files, capsys), *wrong)
    assert "--seeds needs 1 to 100,000, and --workers 1 or more" in said


def test_the_module_runs_as_a_program(files: Path) -> None:
    command = [sys.executable, "-m", "simcore", "flows", "--links", "links.csv", "--flows", "none.csv"]
    place = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    done = subprocess.run(command, capture_output=True, text=True, cwd=files, env=place, check=False)
    assert done.returncode == 2
    assert done.stderr == "simcore: none.csv: No such file or directory\n"


# The reference, where it is there.


def _reference(name: str) -> str:
    plain = REFERENCE / f"{name}.csv"
    return str(plain if plain.exists() else plain.with_suffix(".csv.gz"))


def _column(path: str, column: int) -> np.ndarray[Any, np.dtype[np.float64]]:
    return np.loadtxt(path, delimiter=",", skiprows=1, usecols=column)


@pytest.mark.skipif(not REFERENCE.exists(), reason="the reference flows are not here")
@pytest.mark.parametrize("work", ["w1_perm1024", "w3_websearch"])
def test_without_paths_the_router_chooses_those_of_the_reference_and_the_times_are_simgrids(
    work: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    topology = (REFERENCE / "flows" / f"{work}.topo").read_text().strip()
    common = (
        "flows",
        "--exact",
        "--links",
        str(REFERENCE / "flows" / f"{topology}.links.csv"),
        "--flows",
        _reference(f"flows/{work}.flows"),
    )
    routed, given = str(tmp_path / "routed.csv"), str(tmp_path / "given.csv")
    _answer(capsys, *common, "--out", routed)
    _answer(capsys, *common, "--paths", _reference(f"flows/{work}.paths"), "--out", given)
    assert Path(routed).read_bytes() == Path(given).read_bytes()
    simgrid = _column(_reference(f"fct/{work}.simgrid41"), 1)
    # SimGrid's times are printed with six digits, and exact to a nanosecond.
    assert _column(given, 1) == pytest.approx(simgrid, rel=2e-5, abs=2e-9)


def test_bill_counts_parts_and_writes_the_table(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    values = ("leaves=2", "spines=2", "hosts_per_leaf=2")
    _answer(capsys, "template", "leaf-spine", *values, "--out", "fabric.json")
    Path("prices.json").write_text('{"currency": "EUR", "prices": [{"part": "cable-400", "price": 10}]}')
    bill = _answer(capsys, "bill", "fabric.json", "--prices", "prices.json", "--out", "bill.csv")
    # 4 cables to hosts and 4 to spines.
    assert (bill["currency"], bill["total"]["price_low"]) == ("EUR", 80)
    assert Path("bill.csv").read_text().splitlines()[-1].startswith("all,sum,")
    Path("prices.json").write_text('{"prices": [{"part": "x"}]}')
    assert "/prices/0/price" in _complaint(capsys, "bill", "fabric.json", "--prices", "prices.json")


def test_write_makes_the_folder_and_tells_the_files(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _answer(capsys, "template", "leaf-spine", "leaves=2", "spines=2", "--out", "fabric.json")
    told = _answer(capsys, "write", "netbox", "fabric.json", "--out", "out/netbox")
    assert {Path(each["file"]): each["bytes"] for each in told["files"]} == {
        each.relative_to(files): each.stat().st_size for each in (files / "out" / "netbox").iterdir()
    }
    assert "netbox" in _complaint(capsys, "write", "visio", "fabric.json")
    Path("fabric.json").write_text('{"kind": "fabric"}')
    assert "no devices" in _complaint(capsys, "write", "netbox", "fabric.json")
