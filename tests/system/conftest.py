"""One studio for the system tests that leave it whole, and the small dump they import."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.system.running import Studio, running_studio


@pytest.fixture(scope="session")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    """A studio that tests share: none of them may end one of its processes."""
    with running_studio(tmp_path_factory.mktemp("studio")) as running:
        yield running


@pytest.fixture
def own_studio(tmp_path: Path) -> Iterator[Studio]:
    """A studio of the test's own, whose processes it may end."""
    with running_studio(tmp_path / "studio") as running:
        yield running
