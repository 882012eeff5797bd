"""What all records share: an id that cannot be guessed, an owner, and two times."""

import uuid
from typing import ClassVar

from django.conf import settings
from django.db import models


class Owned(models.Model):
    """A record that belongs to one person."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    noun: ClassVar[str]

    class Meta:
        abstract = True
