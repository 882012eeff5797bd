"""Where machine code is kept."""

from pathlib import Path

import pytest

from simcore.solver import compiled


def copy_of_kernels(folder: Path) -> Path:
    """Return a package of two rooms with one kernel file each."""
    for room in compiled.KERNEL_ROOMS:
        (folder / room).mkdir()
        (folder / room / "kernel.py").write_text("x = 1\n", encoding="utf-8")
    return folder


@pytest.mark.parametrize("room", compiled.KERNEL_ROOMS)
def test_a_change_in_any_kernel_file_leaves_the_old_machine_code_behind(tmp_path: Path, room: str) -> None:
    package = copy_of_kernels(tmp_path)
    before = compiled.code_folder(package)
    (package / room / "kernel.py").write_text("x = 2\n", encoding="utf-8")
    assert compiled.code_folder(package) != before


def test_machine_code_goes_where_the_environment_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "elsewhere"))
    assert compiled.code_folder(copy_of_kernels(tmp_path)).parent == tmp_path / "elsewhere"
