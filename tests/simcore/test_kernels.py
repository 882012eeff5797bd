"""Where machine code is kept."""

from pathlib import Path

import pytest

from simcore import kernels

ALL_SOURCES = [*((kernels.ENGINE_SOURCES, one) for one in kernels.ENGINE_SOURCES)]
ALL_SOURCES += [*((kernels.ROUTING_SOURCES, one) for one in kernels.ROUTING_SOURCES)]
ALL_SOURCES += [*((kernels.FOLDING_SOURCES, one) for one in kernels.FOLDING_SOURCES)]


def _package(folder: Path) -> Path:
    """Return a package with one file for each pattern of sources."""
    for _, pattern in ALL_SOURCES:
        source = folder / pattern.replace("*", "kernel")
        source.parent.mkdir(exist_ok=True)
        source.write_text("x = 1\n", encoding="utf-8")
    return folder


@pytest.mark.parametrize(("sources", "pattern"), ALL_SOURCES)
def test_a_change_in_any_kernel_file_leaves_the_old_machine_code_behind(
    tmp_path: Path, sources: tuple[str, ...], pattern: str
) -> None:
    package = _package(tmp_path)
    before = kernels.code_folder(package, sources)
    (package / pattern.replace("*", "kernel")).write_text("x = 2\n", encoding="utf-8")
    assert kernels.code_folder(package, sources) != before


def test_no_kernel_is_kept_under_its_own_file_alone() -> None:
    package = Path(kernels.__file__).parent
    wild = [source.name for source in package.rglob("*.py") if "@njit" in source.read_text("utf-8")]
    assert wild == []


def test_machine_code_goes_where_the_environment_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "elsewhere"))
    folder = kernels.code_folder(_package(tmp_path), kernels.ENGINE_SOURCES)
    assert folder.parent == tmp_path / "elsewhere"
