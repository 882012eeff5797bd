"""Revisions keep a document as ``stored``; those of fabrics may be told by operations instead."""

import django.core.serializers.json
from django.db import migrations, models

ENCODER = django.core.serializers.json.DjangoJSONEncoder
REVISIONS = ("fabricrevision", "scenariorevision", "workloadrevision")


class Migration(migrations.Migration):
    dependencies = [("twin", "0004_column_maps")]

    operations = [
        *(
            step
            for revision in REVISIONS
            for step in (
                migrations.RenameField(revision, "document", "stored"),
                migrations.AlterField(revision, "stored", models.JSONField(encoder=ENCODER, null=True)),
                migrations.AlterField(revision, "digest", models.CharField(blank=True, max_length=64)),
            )
        ),
        migrations.AddField("fabricrevision", "operations", models.JSONField(encoder=ENCODER, null=True)),
    ]
