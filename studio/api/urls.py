"""The paths under /api/v1/."""

from django.urls import path, re_path
from drf_spectacular.views import SpectacularJSONAPIView

from studio.api import column_maps, device_types, fabrics, price_lists, scenarios, workloads
from studio.api.audits import AuditFileView, AuditView
from studio.api.bills import BillFileView, BillView
from studio.api.catalogue import CatalogueView
from studio.api.comparison import CompareView
from studio.api.comparisons import ComparisonCancel, ComparisonDetail, ComparisonList, LadderView
from studio.api.cuts import CutsView
from studio.api.documents import DocumentShapes, document_views
from studio.api.exports import ExportListView, FabricExportView
from studio.api.files import FabricImportView, ImportView
from studio.api.forwarding_tables import ForwardingTablesView
from studio.api.kept import KeptShapes, kept_views
from studio.api.me import MeView
from studio.api.operations import GroupedView, OperationsView, StateView
from studio.api.placement import PlacementView
from studio.api.problems import unknown_path
from studio.api.projects import ProjectDetail, ProjectList
from studio.api.results import (
    FrameIndexView,
    FrameRecordView,
    SeriesFileView,
    SeriesView,
    TreesView,
)
from studio.api.runs import RunCancel, RunDetail, RunList
from studio.api.templates import TemplateListView, TemplateView
from twin.services.documents import Kind
from twin.services.fabrics import FABRICS
from twin.services.kept import COLUMN_MAPS, DEVICE_TYPES, PRICE_LISTS, KeptKind
from twin.services.scenarios import SCENARIOS
from twin.services.workloads import WORKLOADS


def document_paths(kind: Kind, shapes: DocumentShapes) -> list:  # type: ignore[type-arg]
    """Return the paths of a noun's documents."""
    every, one, revisions, one_revision = document_views(kind, shapes)
    return [
        path(f"{kind.noun}s", every),
        path(f"{kind.noun}s/<uuid:object_id>", one),
        path(f"{kind.noun}s/<uuid:object_id>/revisions", revisions),
        path(f"{kind.noun}s/<uuid:object_id>/revisions/<int:number>", one_revision),
    ]


def kept_paths(kind: KeptKind, shapes: KeptShapes) -> list:  # type: ignore[type-arg]
    """Return the paths of what a person keeps of a noun."""
    every, one = kept_views(kind, shapes)
    plural = f"{kind.noun.replace(' ', '-')}s"
    return [path(plural, every), path(f"{plural}/<uuid:object_id>", one)]


urlpatterns = [
    path("me", MeView.as_view()),
    path("projects", ProjectList.as_view()),
    path("projects/<uuid:project_id>", ProjectDetail.as_view()),
    path("fabrics/import", FabricImportView.as_view()),
    path("fabrics/<uuid:object_id>/operations", OperationsView.as_view()),
    path("fabrics/<uuid:object_id>/state", StateView.as_view()),
    path("fabrics/<uuid:object_id>/grouped", GroupedView.as_view()),
    path("fabrics/<uuid:object_id>/placement", PlacementView.as_view()),
    path("fabrics/<uuid:object_id>/cuts", CutsView.as_view()),
    path("fabrics/<uuid:object_id>/bill", BillView.as_view()),
    path("fabrics/<uuid:object_id>/bill.csv", BillFileView.as_view()),
    path("fabrics/<uuid:object_id>/export", FabricExportView.as_view()),
    *document_paths(FABRICS, fabrics.SHAPES),
    *document_paths(WORKLOADS, workloads.SHAPES),
    *document_paths(SCENARIOS, scenarios.SHAPES),
    path("price-lists/read", price_lists.PricesReadView.as_view()),
    *kept_paths(PRICE_LISTS, price_lists.SHAPES),
    *kept_paths(DEVICE_TYPES, device_types.SHAPES),
    path("column-maps/read", column_maps.TableHeadsView.as_view()),
    *kept_paths(COLUMN_MAPS, column_maps.SHAPES),
    path("exports", ExportListView.as_view()),
    path("catalogue", CatalogueView.as_view()),
    path("imports", ImportView.as_view()),
    path("forwarding-tables", ForwardingTablesView.as_view()),
    path("templates", TemplateListView.as_view()),
    path("templates/<slug:name>", TemplateView.as_view()),
    path("runs", RunList.as_view()),
    path("runs/<uuid:run_id>", RunDetail.as_view()),
    path("runs/<uuid:run_id>/cancel", RunCancel.as_view()),
    path("runs/<uuid:run_id>/frames", FrameIndexView.as_view()),
    path("runs/<uuid:run_id>/frames/record", FrameRecordView.as_view()),
    path("runs/<uuid:run_id>/series", SeriesView.as_view()),
    path("runs/<uuid:run_id>/series.npz", SeriesFileView.as_view()),
    path("runs/<uuid:run_id>/audit", AuditView.as_view()),
    path("runs/<uuid:run_id>/audit/file", AuditFileView.as_view()),
    path("runs/<uuid:run_id>/trees", TreesView.as_view()),
    path("compare", CompareView.as_view()),
    path("comparisons", ComparisonList.as_view()),
    path("comparisons/<uuid:comparison_id>", ComparisonDetail.as_view()),
    path("comparisons/<uuid:comparison_id>/cancel", ComparisonCancel.as_view()),
    path("comparisons/<uuid:comparison_id>/ladder", LadderView.as_view()),
    path("schema", SpectacularJSONAPIView.as_view(permission_classes=[])),
    re_path(r"^(?P<path>.*)$", unknown_path),
]
