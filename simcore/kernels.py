"""How kernels are compiled, and where their machine code is kept.

**Where.** Numba keeps what it compiled beside the source, and looks at that one file alone to see whether it
is still true. Kernels call kernels of other files, which are compiled into them: after a change in one file
the code kept for another would go on running the old one. So it is kept under a digest of all their sources.

**How.** Without the interpreter's lock. Those of solver and engine divide as NumPy does, and go without
Numba's reference counts, since they own no array and allocate none (one that does fails to compile): counting
who uses one would be an atomic instruction at every call, for nothing: half the time of a run. Those of
routing run once for many flows, make arrays, and raise where they divide by zero.
"""

import hashlib
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from numba import config, njit

# The sources of kernels that call each other, and of the constants that are compiled into them.
ENGINE_SOURCES: Final = ("solver/*.py", "engine/*.py", "traffic/graph.py", "traffic/streams.py")
ROUTING_SOURCES: Final = ("routing/*.py",)
FOLDING_SOURCES: Final = ("folding/*.py",)

_Kernel = TypeVar("_Kernel", bound=Callable[..., object])


def kernel(function: _Kernel) -> _Kernel:
    """Compile ``function`` at its first call, and keep the result."""
    return _compiled(function, _ENGINE_FOLDER, _LEAN)


def inlined(function: _Kernel) -> _Kernel:
    """Compile ``function`` as a kernel that is copied into those that call it.

    For small ones that are called for each stream: a call hands over every array of a state one by one, some
    two hundred words, which takes longer than what such a kernel does.
    """
    return _compiled(function, _ENGINE_FOLDER, _LEAN | {"forceinline": True})


def routing_kernel(function: _Kernel) -> _Kernel:
    """Compile ``function``, which may make arrays, at its first call, and keep the result."""
    return _compiled(function, _ROUTING_FOLDER, _COMMON)


def folding_kernel(function: _Kernel) -> _Kernel:
    """Compile ``function``, which makes no arrays and calls kernels of its own room alone."""
    return _compiled(function, _FOLDING_FOLDER, _LEAN)


def code_folder(package: Path, sources: Sequence[str]) -> Path:
    """Return where to keep machine code: under NUMBA_CACHE_DIR, else beside the sources, else in ~/.cache."""
    given = os.environ.get("NUMBA_CACHE_DIR")
    beside = package / "__pycache__"
    if given:
        base = Path(given)
    elif os.access(beside if beside.exists() else package, os.W_OK):
        base = beside
    else:
        base = Path.home() / ".cache" / "twinloom"
    return base / f"kernels-{_digest(package, sources)}"


def _digest(package: Path, sources: Sequence[str]) -> str:
    digest = hashlib.sha256()
    for pattern in sources:
        for source in sorted(package.glob(pattern)):
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _compiled(function: _Kernel, folder: Path, options: dict[str, Any]) -> _Kernel:
    settings = vars(config)
    elsewhere = settings["CACHE_DIR"]
    settings["CACHE_DIR"] = str(folder)
    try:
        return cast(_Kernel, njit(**options)(function))
    finally:
        settings["CACHE_DIR"] = elsewhere


_ENGINE_FOLDER: Final = code_folder(Path(__file__).parent, ENGINE_SOURCES)
_ROUTING_FOLDER: Final = code_folder(Path(__file__).parent, ROUTING_SOURCES)
_FOLDING_FOLDER: Final = code_folder(Path(__file__).parent, FOLDING_SOURCES)
_COMMON: Final[dict[str, Any]] = {"cache": True, "nogil": True}
_LEAN: Final[dict[str, Any]] = _COMMON | {"error_model": "numpy", "_nrt": False}
