"""Ways in: the local owner, one-time links and API tokens."""

import secrets
from typing import Final

from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.utils import timezone

from twin.models import ApiToken, EntryToken
from twin.models.access import hash_of

LOCAL_OWNER: Final = "local"
TOKEN_PREFIX: Final = "twl_"


def local_owner() -> User:
    """Return the person of a studio that only this machine can reach, made at the first call."""
    users = get_user_model()._default_manager
    owner, is_new = users.get_or_create(username=LOCAL_OWNER)
    if is_new:
        owner.set_unusable_password()
        owner.save(update_fields=("password",))
    return owner


def make_api_token(owner: User) -> str:
    """Make a token for ``Authorization: Bearer``; it is shown once, here."""
    token = TOKEN_PREFIX + secrets.token_urlsafe(32)
    ApiToken.objects.create(owner=owner, digest=hash_of(token), hint=token[:12])
    return token


def make_entry(owner: User) -> str:
    """Make the secret of a one-time link; those that were never used stop working."""
    EntryToken.objects.filter(owner=owner, used_at=None).delete()
    secret = secrets.token_urlsafe(24)
    EntryToken.objects.create(owner=owner, digest=hash_of(secret))
    return secret


def use_entry(secret: str) -> User | None:
    """Return whom a one-time link signs in, None where it was used before or never made."""
    unused = EntryToken.objects.filter(digest=hash_of(secret), used_at=None)
    if not unused.update(used_at=timezone.now()):
        return None
    owner: User = EntryToken.objects.select_related("owner").get(digest=hash_of(secret)).owner
    return owner
