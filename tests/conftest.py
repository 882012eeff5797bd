"""How laws draw their examples, and what tests of the records and the doors share.

Nothing outside of a test is touched or reached. ``make test`` draws the same examples of every law every
time, so that it fails for a change and never for a draw; ``make fuzz`` draws new ones (profile ``fuzz``).
"""

from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from hypothesis import HealthCheck
from hypothesis import settings as law_settings

# A machine that does other things too may take its time over an example.
UNHURRIED: dict[str, Any] = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
law_settings.register_profile("steady", derandomize=True, max_examples=200, **UNHURRIED)
law_settings.register_profile("fuzz", derandomize=False, max_examples=1_000, print_blob=True, **UNHURRIED)
law_settings.load_profile("steady")


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Let the test database be a file in WAL mode, as the studio's is: threads of a run write to it too."""
    database = django_settings.DATABASES["default"]
    if "sqlite3" in database["ENGINE"]:
        database["TEST"]["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")


@pytest.fixture
def sent(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Keep files in a folder of the test, news in memory; return what was queued: (run id, queue)."""
    settings.MEDIA_ROOT = tmp_path
    memory = "django.core.cache.backends.locmem.LocMemCache"
    settings.CACHES = {"default": {"BACKEND": memory, "LOCATION": str(tmp_path)}}
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    queued: list[tuple[str, str]] = []

    def send_task(name: str, *, args: list[str], queue: str, **_: Any) -> None:
        queued.append((args[0], queue))

    monkeypatch.setattr("twin.queue.current_app.send_task", send_task)
    return queued
