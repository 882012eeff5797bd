"""The Django app of the records."""

from django.apps import AppConfig


class TwinConfig(AppConfig):
    """Fabrics, workloads, scenarios and runs."""

    name = "twin"
    verbose_name = "Twinloom"
    default_auto_field = "django.db.models.BigAutoField"
