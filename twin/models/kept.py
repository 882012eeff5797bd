"""What a person keeps for use in any project: one small document each, without revisions.

Its name is a copy of what the document says, for lists, and no two of a kind have the same.
"""

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models

from twin.models.owned import Owned


class Kept(Owned):
    """A person's own price list, device type and the like."""

    name = models.CharField(max_length=200)
    document = models.JSONField(encoder=DjangoJSONEncoder)

    class Meta:
        abstract = True
        ordering = ("name", "id")
        constraints = (models.UniqueConstraint(fields=("owner", "name"), name="one_%(class)s_of_a_name"),)

    def __str__(self) -> str:
        return self.name


class PriceList(Kept):
    """What parts cost a person."""

    noun = "price list"


class OwnDeviceType(Kept):
    """A switch or server of a person's own; its name is the id of the type."""

    noun = "device type"


class OwnColumnMap(Kept):
    """Which column of a person's lists of cables is what."""

    noun = "column map"
