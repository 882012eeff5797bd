"""Who may open a websocket: pages of this very host with a session, and programs with a token."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from channels.db import database_sync_to_async
from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http.request import split_domain_port, validate_host

from twin.selectors.access import owner_of_token

Scope = MutableMapping[str, Any]
Application = Callable[[Scope, Callable[..., Any], Callable[..., Any]], Awaitable[None]]


class OriginCheck:
    """Refuses a websocket that a page of another host wants to open, before it is accepted (403)."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Callable[..., Any], send: Callable[..., Any]) -> None:
        """Pass the socket on, or deny it."""
        wanted = self._application if is_of_this_host(headers_of(scope)) else WebsocketDenier()
        await wanted(scope, receive, send)


class TokenOrSession:
    """Puts the owner of a bearer token in the scope; without one the session's user stays there."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Callable[..., Any], send: Callable[..., Any]) -> None:
        """Pass the socket on with its user."""
        words = headers_of(scope).get("authorization", "").split()
        if words:
            is_token = len(words) == 2 and words[0].lower() == "bearer"
            owner = await database_sync_to_async(owner_of_token)(words[1]) if is_token else None
            scope = {**scope, "user": owner or AnonymousUser()}
        await self._application(scope, receive, send)


def headers_of(scope: Scope) -> dict[str, str]:
    """Return the headers of the opening request."""
    return {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}


def is_of_this_host(headers: dict[str, str]) -> bool:
    """Tell whether the origin is this host; a program, which sends none, needs a token instead."""
    host, origin = headers.get("host", ""), headers.get("origin")
    domain, _ = split_domain_port(host)
    if not domain or not validate_host(domain, settings.ALLOWED_HOSTS):
        return False
    if origin is None:
        return "authorization" in headers
    return origin in settings.CSRF_TRUSTED_ORIGINS or (
        urlsplit(origin).scheme in ("http", "https") and urlsplit(origin).netloc.lower() == host.lower()
    )
