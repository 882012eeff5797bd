"""Signs requests in by API token: ``Authorization: Bearer <token>``."""

from django.contrib.auth.models import User
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from twin.selectors.access import owner_of_token


class BearerAuthentication(BaseAuthentication):
    """Finds the owner of the token; a request without one is left to the session."""

    def authenticate(self, request: Request) -> tuple[User, str] | None:
        """Return the owner and the token, None without a token."""
        words = get_authorization_header(request).split()
        if not words or words[0].lower() != b"bearer":
            return None
        token = words[1].decode("latin-1") if len(words) == 2 else ""
        owner = owner_of_token(token)
        if owner is None:
            raise AuthenticationFailed("this token is not known: `python manage.py token` makes one")
        return owner, token

    def authenticate_header(self, request: Request) -> str:
        """Return what makes an unauthenticated request a 401."""
        return "Bearer"


class BearerScheme(OpenApiAuthenticationExtension):
    """Names the token in the schema."""

    target_class = "studio.api.access.BearerAuthentication"
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        """Return the scheme's entry."""
        return {"type": "http", "scheme": "bearer"}
