"""A run written down in the middle, to be resumed later: the same bits as if it had never stopped.

A snapshot is a header of 72 bytes (magic, format, digest of the code, digest of the content; little-endian),
then the compressed state of the run as Python keeps it: engine, players, records, random numbers. It goes
with the code that wrote it: another version refuses it instead of computing something else.

The content is read by ``pickle``, held to the classes of this program and of NumPy: that stops accidents, not
malice. Resume only what comes from a place that you trust.
"""

import hashlib
import io
import pickle
import struct
import zlib
from functools import cache
from pathlib import Path
from typing import Final

from simcore.errors import SnapshotError
from simcore.simulate.run import Run

MAGIC: Final = b"TWLS"
FORMAT: Final = 1
HEADER: Final = struct.Struct("<4sI32s32s")

# Where the classes of a run may come from.
PACKAGES: Final = ("simcore", "numpy")
OTHERS: Final = {
    ("builtins", "getattr"),
    ("builtins", "set"),
    ("builtins", "slice"),
    ("collections", "OrderedDict"),
    ("collections", "defaultdict"),
    ("functools", "partial"),
}


def written_down(run: Run) -> bytes:
    """Return a snapshot of a run that has not been played yet, or was stopped."""
    content = zlib.compress(pickle.dumps(run, protocol=5), level=1)
    return HEADER.pack(MAGIC, FORMAT, code_digest(), hashlib.sha256(content).digest()) + content


def resumed(snapshot: bytes) -> Run:
    """Return the run of a snapshot, to be played on.

    Raises
    ------
    SnapshotError
        If this is no snapshot, is cut off or damaged, or was written in another format or by other code.
    """
    if len(snapshot) < HEADER.size or snapshot[:4] != MAGIC:
        raise SnapshotError("this is no snapshot of a run: it does not begin with the 72-byte header 'TWLS'")
    _, number, code, digest = HEADER.unpack_from(snapshot)
    content = snapshot[HEADER.size :]
    if number != FORMAT:
        raise SnapshotError(f"the snapshot has format {number}; this program reads format {FORMAT}")
    if code != code_digest():
        theirs, ours = code.hex()[:10], code_digest().hex()[:10]
        raise SnapshotError(
            f"the snapshot was written by other code ({theirs}) than this ({ours}), which may compute "
            "something else: play the run from its beginning"
        )
    if hashlib.sha256(content).digest() != digest:
        raise SnapshotError(
            "the snapshot is cut off or damaged: its content does not have the digest it says"
        )
    run = _Reader(io.BytesIO(zlib.decompress(content))).load()
    if not isinstance(run, Run):
        raise SnapshotError(f"the snapshot holds a {type(run).__name__}, not a run")
    return run


@cache
def code_digest() -> bytes:
    """Return the SHA-256 of all sources of simcore."""
    package = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for source in sorted(package.rglob("*.py")):
        digest.update(source.relative_to(package).as_posix().encode() + b"\0" + source.read_bytes())
    return digest.digest()


class _Reader(pickle.Unpickler):
    """Reads classes of this program and of NumPy alone."""

    def find_class(self, module: str, name: str) -> object:
        if module.partition(".")[0] in PACKAGES or (module, name) in OTHERS:
            return super().find_class(module, name)
        raise SnapshotError(f"the snapshot asks for {module}.{name}, which has no place in a run")
