"""Headers that keep the page to its own scripts, styles and connections."""

from collections.abc import Awaitable, Callable
from typing import Any, Final

from asgiref.sync import iscoroutinefunction, markcoroutinefunction
from django.http import HttpRequest, HttpResponse

# Mantine puts its styles into style elements, so these are allowed inline; scripts are not.
POLICY: Final = (
    "default-src 'self'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self' {sockets}; worker-src 'self' blob:; object-src 'none'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
Answer = HttpResponse | Awaitable[HttpResponse]


class ContentSecurityPolicy:
    """Middleware that puts the policy on every answer, with the websocket of the same host."""

    sync_capable = True
    async_capable = True

    def __init__(self, get_response: Callable[[HttpRequest], Answer]) -> None:
        self.get_response = get_response
        self.is_async = iscoroutinefunction(get_response)
        if self.is_async:
            markcoroutinefunction(self)

    def __call__(self, request: HttpRequest) -> Answer:
        """Answer with the policy."""
        if self.is_async:
            return self._answer(request)
        return _guarded(request, self.get_response(request))

    async def _answer(self, request: HttpRequest) -> HttpResponse:
        return _guarded(request, await self.get_response(request))


def _guarded(request: HttpRequest, response: Any) -> HttpResponse:
    host = request.META.get("HTTP_HOST", "")
    is_plain = host and all(letter.isalnum() or letter in ".-:[]" for letter in host)
    sockets = f"ws://{host} wss://{host}" if is_plain else ""
    response.headers["Content-Security-Policy"] = POLICY.format(sockets=sockets)
    return response
