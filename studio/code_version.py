"""Which code this is: the version, and the commit where the code lies in a git working copy."""

from pathlib import Path
from typing import Final

VERSION: Final = "0.1.0"
SHOWN: Final = 10  # hexadecimal digits of the commit


def code_version(base: Path) -> str:
    """Return the version of the code in ``base``, with the commit where git knows it."""
    try:
        commit = _commit(base / ".git")
    except (OSError, UnicodeError):
        commit = None
    return f"{VERSION}+{commit[:SHOWN]}" if commit else VERSION


def _commit(git: Path) -> str | None:
    """Return the commit that is checked out, None where it is not to be found.

    The files are those of gitrepository-layout(5): a linked worktree has a file in place of the folder, and
    its branches are in the folder of all worktrees; a branch is a file or a line of ``packed-refs``.
    """
    if git.is_file():
        git = git.parent / git.read_text(encoding="utf-8").removeprefix("gitdir: ").strip()
    head = git.joinpath("HEAD").read_text(encoding="utf-8").strip()
    if not head.startswith("ref: "):
        return head
    branch = head.removeprefix("ref: ")
    common = git / "commondir"
    shared = git / common.read_text(encoding="utf-8").strip() if common.is_file() else git
    if (shared / branch).is_file():
        return (shared / branch).read_text(encoding="ascii").strip()
    packed = (line.split() for line in (shared / "packed-refs").read_text(encoding="utf-8").splitlines())
    return next((words[0] for words in packed if words[1:] == [branch]), None)
