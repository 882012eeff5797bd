"""The doors: REST, websockets, the page and the one command; importing it makes the Celery app current."""

from studio.celery import app as celery_app

__all__ = ["celery_app"]
