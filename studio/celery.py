"""The Celery app: takes runs from the broker. Tasks live in ``twin.tasks``."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "studio.settings")

app = Celery("twinloom")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
