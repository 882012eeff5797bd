"""The ASGI entry: HTTP to Django, websockets to the live consumer."""

import os

from channels.routing import ProtocolTypeRouter
from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "studio.settings")
django_application = get_asgi_application()

from studio.live.sockets import websockets  # noqa: E402  (needs the apps to be loaded)
from studio.web.limits import BodyLimit  # noqa: E402

application = ProtocolTypeRouter({"http": BodyLimit(django_application), "websocket": websockets})
