"""The websockets there are, behind the checks of ``studio.live.access``."""

from channels.auth import AuthMiddlewareStack
from channels.routing import URLRouter
from django.urls import path, re_path

from studio.live.access import OriginCheck, TokenOrSession
from studio.live.consumer import RunViewer
from studio.live.unknown import UnknownSocket

websockets = OriginCheck(
    AuthMiddlewareStack(
        TokenOrSession(
            URLRouter(
                [
                    path("ws/runs/<uuid:run_id>/", RunViewer.as_asgi()),
                    re_path(r"^.*$", UnknownSocket.as_asgi()),
                ]
            )
        )
    )
)
