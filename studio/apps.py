"""The Django app of the doors: management commands and the page's templates."""

from django.apps import AppConfig


class StudioConfig(AppConfig):
    """REST, websockets, the page."""

    name = "studio"
