"""Line numbers in findings: runs as runs, each file by its name once."""

from simcore.formats.reading import LISTED_LINES, LineBook, Source


def book(*lengths: int) -> LineBook:
    """Return a book of files f1, f2, … of so many lines."""
    return LineBook([Source(f"f{n}", "\n" * (count - 1)) for n, count in enumerate(lengths, 1)])


def test_lines_of_one_file_are_told_without_its_name() -> None:
    assert book(50).listed([7]) == "line 7"
    assert book(50).listed([9, 3, 9]) == "lines 3, 9"


def test_lines_in_a_row_are_told_by_their_ends_a_pair_one_by_one() -> None:
    assert book(50).listed([2, 3, 4, 8, 9, 20]) == "lines 2 to 4, 8, 9, 20"


def test_each_file_is_named_once_and_a_run_ends_with_its_file() -> None:
    assert book(5, 6, 4).listed([4, 5, 6, 7, 8, 12]) == "f1 lines 4, 5, f2 lines 1 to 3, f3 line 1"


def test_what_is_not_listed_is_counted() -> None:
    odd = list(range(1, 41, 2))
    assert book(50).listed(odd).endswith(f", {odd[LISTED_LINES - 1]} and {20 - LISTED_LINES} more")
    assert book(50).listed([1, 2, 3], 10) == "lines 1 to 3 and 7 more"
