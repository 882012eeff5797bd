"""Ways in: API tokens, and one-time links for the local owner. Only hashes are kept."""

import hashlib

from django.conf import settings
from django.db import models


def hash_of(secret: str) -> str:
    """Return what is kept of a secret: its SHA-256. The secrets are long and random, so no salt is needed."""
    return hashlib.sha256(secret.encode()).hexdigest()


class ApiToken(models.Model):
    """A token for ``Authorization: Bearer``; ``hint`` is its first characters, for lists."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    digest = models.CharField(max_length=64, unique=True)
    hint = models.CharField(max_length=12)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return f"{self.hint}…"


class EntryToken(models.Model):
    """A link that signs the local owner in, once."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField(auto_now_add=True)
    used_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"entry of {self.created_at:%Y-%m-%d %H:%M}"
