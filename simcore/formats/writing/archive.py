"""Zip archives that hold no time: the same files, the same bytes."""

import zipfile
from collections.abc import Iterable
from io import BytesIO
from typing import Final

# The earliest time that an archive can hold.
NO_TIME: Final = (1980, 1, 1, 0, 0, 0)
READABLE_BY_ALL: Final = 0o644 << 16


def entry(name: str) -> zipfile.ZipInfo:
    """Return what an archive says of a file, packed and without a time."""
    made = zipfile.ZipInfo(name, date_time=NO_TIME)
    made.compress_type = zipfile.ZIP_DEFLATED
    made.external_attr = READABLE_BY_ALL
    return made


def zipped(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Return a zip archive of files, name and content of each."""
    content = BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name, each in files:
            archive.writestr(entry(name), each)
    return content.getvalue()
