"""The one page: whatever the path, the browser's router takes over from here."""

import json
from functools import lru_cache
from http import HTTPStatus
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import ensure_csrf_cookie


@lru_cache(maxsize=2)
def _built(manifest: Path, changed: float) -> dict[str, Any]:
    """Return the entry's script and the styles it needs; ``changed`` makes a new build a new call."""
    parts = json.loads(manifest.read_text(encoding="utf-8"))
    entry = next(part for part in parts.values() if part.get("isEntry"))
    return {"script": entry["file"], "styles": entry.get("css", [])}


@never_cache
@ensure_csrf_cookie
def page(request: HttpRequest) -> HttpResponse:
    """Return the page for who is signed in, the way in for who is not."""
    if not request.user.is_authenticated:
        if settings.ENVIRONMENT.is_local:
            return render(request, "studio/signed_out.html", status=HTTPStatus.FORBIDDEN)
        return redirect_to_login(request.get_full_path())
    manifest = settings.ENVIRONMENT.page_build / ".vite" / "manifest.json"
    if not manifest.is_file():
        return render(request, "studio/not_built.html", status=HTTPStatus.SERVICE_UNAVAILABLE)
    return render(request, "studio/page.html", _built(manifest, manifest.stat().st_mtime))
