"""What tests of the records and the doors share: nothing outside of the test is touched or reached."""

from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def sent(settings: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Keep files in a folder of the test, news in memory; return what was queued: (run id, queue)."""
    settings.MEDIA_ROOT = tmp_path
    settings.CACHES = {
        "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": str(tmp_path)}
    }
    settings.CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    queued: list[tuple[str, str]] = []

    def send_task(name: str, *, args: list[str], queue: str, **_: Any) -> None:
        queued.append((args[0], queue))

    monkeypatch.setattr("twin.queue.current_app.send_task", send_task)
    return queued
