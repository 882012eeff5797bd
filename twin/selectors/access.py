"""Who a token belongs to."""

from django.contrib.auth.models import AbstractBaseUser

from twin.models import ApiToken
from twin.models.access import hash_of


def owner_of_token(token: str) -> AbstractBaseUser | None:
    """Return the active owner of an API token, None where there is none."""
    found = (
        ApiToken.objects.filter(digest=hash_of(token), owner__is_active=True).select_related("owner").first()
    )
    return found.owner if found else None
