"""A limit on the size of a request's body, before anything of it is kept on disk."""

import json
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from django.conf import settings

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Message, Receive, Send], Awaitable[None]]

SPARE = 2**20  # for the boundaries and headers of a multipart body


class BodyLimit:
    """ASGI middleware: answers 413 where a body says, or turns out, to be larger than is taken."""

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Pass the request on, unless it is too large."""
        headers = dict(scope["headers"])
        has_files = headers.get(b"content-type", b"").lower().startswith(b"multipart/form-data")
        limit = settings.FILES_LIMIT if has_files else settings.BODY_LIMIT
        most = limit + SPARE
        said = headers.get(b"content-length", b"")
        if said.isdigit() and (len(said) > 18 or int(said) > most):
            await _refuse(send, limit)
            return
        taken = 0

        async def counted() -> Message:
            nonlocal taken
            message = await receive()
            taken += len(message.get("body", b""))
            # To Django a client that goes away; it then stops reading and answers nothing.
            return {"type": "http.disconnect"} if taken > most else message

        await self._application(scope, counted, send)
        if taken > most:
            await _refuse(send, limit)


async def _refuse(send: Send, limit: int) -> None:
    problem = {
        "type": "about:blank",
        "title": "Request Entity Too Large",
        "status": 413,
        "detail": f"a request of this kind may have {limit / 1e6:.0f} MB at most",
        "errors": [],
        "findings": [],
    }
    headers = [(b"content-type", b"application/problem+json"), (b"connection", b"close")]
    await send({"type": "http.response.start", "status": 413, "headers": headers})
    await send({"type": "http.response.body", "body": json.dumps(problem).encode()})
