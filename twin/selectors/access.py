"""Who a token belongs to."""

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User

from twin.models import ApiToken
from twin.models.access import hash_of


def owner_of_token(token: str) -> User | None:
    """Return the active owner of an API token, None where there is none."""
    found = (
        ApiToken.objects.filter(digest=hash_of(token), owner__is_active=True).select_related("owner").first()
    )
    return found.owner if found else None


def person_named(username: str) -> User | None:
    """Return the person of this user name, None where there is none."""
    return get_user_model()._default_manager.filter(username=username).first()
