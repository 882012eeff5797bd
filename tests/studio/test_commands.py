"""Commands of manage.py, each on a data folder of its own: what cannot be used, and a first use."""

import os
import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE_S
from tests.system.dump import small_dump

ROOT = Path(__file__).resolve().parents[2]


def manage(data: Path, *command: str, **extra: str) -> "subprocess.CompletedProcess[str]":
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("TWINLOOM_", "DJANGO_"))
    }
    return subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env={**kept, "TWINLOOM_DATA": str(data), "TWINLOOM_PORT": "0", **extra},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


@pytest.mark.parametrize(
    ("command", "variable", "value"),
    [
        ("up", "TWINLOOM_PORT", "abc"),
        ("up", "REDIS_URL", "redis://127.0.0.1:1/0"),  # nobody listens at port 1
        ("up", "DATABASE_URL", "postgres://u:p@127.0.0.1:1/twin"),
        ("link", "TWINLOOM_PORT", ""),
        ("token", "DATABASE_URL", "postgres://u:p@127.0.0.1:1/twin"),
        ("sample", "DATABASE_URL", "twin.sqlite3"),
        ("createsuperuser", "TWINLOOM_DATA", "/dev/null"),
    ],
)
def test_what_cannot_be_used_is_one_line_and_code_2(tmp_path, command, variable, value):
    ended = manage(tmp_path, command, **{variable: value})
    assert (ended.returncode, ended.stdout) == (2, ""), ended.stderr
    assert len(ended.stderr.splitlines()) == 1, ended.stderr
    assert variable in ended.stderr


def test_the_sample_is_loaded_on_a_folder_that_was_not_there(tmp_path):
    ended = manage(tmp_path / "new", "sample")
    assert (ended.returncode, ended.stderr) == (0, "")
    with sqlite3.connect(tmp_path / "new" / "twinloom.sqlite3") as database:
        assert database.execute("SELECT count(*) FROM twin_project").fetchone() == (1,)
    database.close()


def test_files_are_imported_for_the_local_owner(tmp_path):
    dump = tmp_path / "hall_7.out"
    dump.write_text(small_dump())
    ended = manage(tmp_path / "new", "import_fabric", str(dump), "--exclude", "nobody*")
    assert ended.returncode == 0, ended.stderr
    # 4 leaves and 2 spines; 6 hosts of 2 adapters; each leaf has a cable to each spine.
    assert re.fullmatch(r"[0-9a-f-]{36} hall 7: 6 switches, 6 hosts, 20 cables\n", ended.stdout)
    assert "nobody*" in ended.stderr  # a rule that meets nothing is told
    with sqlite3.connect(tmp_path / "new" / "twinloom.sqlite3") as database:
        assert database.execute("SELECT name FROM twin_fabric").fetchall() == [("hall 7",)]
    database.close()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nowhere.out"], "nowhere.out"),
        ([__file__], "looks like text"),
        ([__file__, "--as", "nonsense"], "nonsense"),
        ([__file__, "--speed", "fast"], "fast"),
    ],
)
def test_files_that_cannot_be_imported_are_one_line_and_code_2(tmp_path, arguments, says):
    ended = manage(tmp_path, "import_fabric", *arguments)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert len(ended.stderr.splitlines()) == 1, ended.stderr
    assert says in ended.stderr


def test_an_account_is_made_on_a_folder_that_was_not_there(tmp_path):
    command = ("createsuperuser", "--noinput", "--username", "ada", "--email", "")
    ended = manage(tmp_path / "new", *command, DJANGO_SUPERUSER_PASSWORD="a-long-one-7")
    assert (ended.returncode, ended.stderr) == (0, "")
    with sqlite3.connect(tmp_path / "new" / "twinloom.sqlite3") as database:
        assert database.execute("SELECT username FROM auth_user").fetchall() == [("ada",)]
    database.close()
