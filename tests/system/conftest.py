"""Two studios for the system tests: one that they leave whole, and one whose processes they may end."""

from collections.abc import Iterator

import pytest

from tests.system.running import Studio, running_studio


@pytest.fixture(scope="session")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    """A studio that tests share: none may end one of its processes.

    Its data folder lies deeper than the path of a unix socket may be long.
    """
    with running_studio(tmp_path_factory.mktemp("d" * 60) / ("e" * 60)) as running:
        yield running


@pytest.fixture(scope="module")
def frail_studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    """A studio whose children tests may end, one after another: it starts them again."""
    with running_studio(tmp_path_factory.mktemp("frail")) as running:
        yield running
