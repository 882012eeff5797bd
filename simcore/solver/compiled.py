"""How kernels are compiled, and where their machine code is kept.

**Where.** Numba keeps what it compiled beside the source, and looks at that one file alone to see whether it
is still true. Kernels call kernels of other files, which are compiled into them: after a change in one file
the code kept for another would go on running the old one. So it is kept under a digest of all their sources.

**How.** Without the interpreter's lock; dividing as NumPy does; and without Numba's reference counts, since
kernels own no array and allocate none (one that does fails to compile): counting who uses one would be
an atomic instruction at every call, for nothing: half the time of a run.
"""

import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from numba import config, njit

KERNEL_ROOMS: Final = ("solver", "engine")

_Kernel = TypeVar("_Kernel", bound=Callable[..., object])


def sources_digest(package: Path) -> str:
    """Return a digest of the sources of all kernels that call each other."""
    digest = hashlib.sha256()
    for room in KERNEL_ROOMS:
        for source in sorted((package / room).glob("*.py")):
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def code_folder(package: Path) -> Path:
    """Return where to keep machine code: under NUMBA_CACHE_DIR, else beside the sources, else in ~/.cache."""
    given = os.environ.get("NUMBA_CACHE_DIR")
    beside = package / "__pycache__"
    if given:
        base = Path(given)
    elif os.access(beside if beside.exists() else package, os.W_OK):
        base = beside
    else:
        base = Path.home() / ".cache" / "twinloom"
    return base / f"kernels-{sources_digest(package)}"


def kernel(function: _Kernel) -> _Kernel:
    """Compile ``function`` at its first call, and keep the result."""
    return _compiled(function, _OPTIONS)


def inlined(function: _Kernel) -> _Kernel:
    """Compile ``function`` as a kernel that is copied into those that call it.

    For small ones that are called for each stream: a call hands over every array of a state one by one, some
    two hundred words, which takes longer than what such a kernel does.
    """
    return _compiled(function, _OPTIONS | {"forceinline": True})


def _compiled(function: _Kernel, options: dict[str, Any]) -> _Kernel:
    settings = vars(config)
    elsewhere = settings["CACHE_DIR"]
    settings["CACHE_DIR"] = str(_CODE_FOLDER)
    try:
        return cast(_Kernel, njit(**options)(function))
    finally:
        settings["CACHE_DIR"] = elsewhere


_CODE_FOLDER: Final = code_folder(Path(__file__).parents[1])
_OPTIONS: Final[dict[str, Any]] = {"cache": True, "nogil": True, "error_model": "numpy", "_nrt": False}
