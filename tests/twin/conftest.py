"""Tests of the records: each one apart from broker, files and other tests."""

import pytest


@pytest.fixture(autouse=True)
def _apart(sent: list[tuple[str, str]]) -> None:
    """Use the settings of ``sent`` in every test here."""
