"""The one-time link of a studio that only this machine can reach."""

from http import HTTPStatus

from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from twin.services.access import use_entry


@never_cache
def enter(request: HttpRequest, secret: str) -> HttpResponse:
    """Sign the local owner in and go home; a link works once, and only on the loopback address."""
    owner = use_entry(secret) if settings.ENVIRONMENT.is_local and request.method == "GET" else None
    if owner is None:
        if request.user.is_authenticated:
            return redirect("/")
        return render(request, "studio/signed_out.html", {"was_used": True}, status=HTTPStatus.FORBIDDEN)
    login(request, owner, backend="django.contrib.auth.backends.ModelBackend")
    return redirect("/")
