"""Who is signed in."""

from django.middleware.csrf import get_token
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from studio.api.schema import operation
from studio.api.shapes import Shape


class Me(Shape):
    """The person of this request, and the token that a page sends back as ``X-CSRFToken``."""

    username: str
    email: str
    csrf: str


class MeView(APIView):
    """The person of this request."""

    @operation("me", answer=Me)
    def get(self, request: Request) -> Response:
        """Tell who is signed in."""
        user = request.user
        csrf = get_token(request._request)
        return Response(Me(username=user.get_username(), email=getattr(user, "email", ""), csrf=csrf))
