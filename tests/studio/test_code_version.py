"""The commit that runs say they were made with, however git keeps it."""

import pytest

from studio.code_version import VERSION, code_version

COMMIT, OTHER = "0123456789abcdef0123456789abcdef01234567", "f" * 40


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


@pytest.fixture
def git(tmp_path):
    """The folder of a repository with the branch main checked out."""
    write(tmp_path / ".git" / "HEAD", "ref: refs/heads/main\n")
    return tmp_path / ".git"


def test_a_branch_with_a_file_of_its_own_is_read(git):
    write(git / "refs" / "heads" / "main", f"{COMMIT}\n")
    assert code_version(git.parent) == f"{VERSION}+0123456789"


def test_a_branch_that_was_packed_is_found_among_the_packed(git):
    write(
        git / "packed-refs",
        "# pack-refs with: peeled fully-peeled sorted\n"
        f"{OTHER} refs/heads/main-2\n{COMMIT} refs/heads/main\n{OTHER} refs/tags/v0\n^{OTHER}\n",
    )
    assert code_version(git.parent) == f"{VERSION}+0123456789"


def test_a_branch_with_a_file_counts_before_the_packed(git):
    write(git / "packed-refs", f"{OTHER} refs/heads/main\n")
    write(git / "refs" / "heads" / "main", f"{COMMIT}\n")
    assert code_version(git.parent) == f"{VERSION}+0123456789"


def test_a_commit_checked_out_without_a_branch_is_the_head(git):
    write(git / "HEAD", f"{COMMIT}\n")
    assert code_version(git.parent) == f"{VERSION}+0123456789"


def test_a_linked_worktree_has_its_branch_in_the_folder_of_all(git, tmp_path):
    write(git / "packed-refs", f"{COMMIT} refs/heads/side\n{OTHER} refs/heads/main\n")
    write(git / "worktrees" / "side" / "HEAD", "ref: refs/heads/side\n")
    write(git / "worktrees" / "side" / "commondir", "../..\n")
    write(tmp_path / "side" / ".git", f"gitdir: {git / 'worktrees' / 'side'}\n")
    assert code_version(tmp_path / "side") == f"{VERSION}+0123456789"


def test_without_git_or_commit_it_is_the_version_alone(git, tmp_path):
    assert code_version(tmp_path / "elsewhere") == VERSION
    assert code_version(git.parent) == VERSION
    write(git / "packed-refs", f"{OTHER} refs/heads/other\n")
    assert code_version(git.parent) == VERSION
