"""All paths: the API, the way in, and the page for everything else."""

from django.contrib.auth.views import LoginView, LogoutView
from django.urls import include, path, re_path

from studio.api.problems import unknown_path
from studio.web.entry import enter
from studio.web.page import page

urlpatterns = [
    path("api/v1/", include("studio.api.urls")),
    re_path(r"^api(/.*)?$", unknown_path),
    path("enter/<str:secret>/", enter),
    path("login/", LoginView.as_view(template_name="studio/login.html", redirect_authenticated_user=True)),
    path("logout/", LogoutView.as_view()),
    re_path(r"^(?!static/|ws/).*$", page),
]
handler400 = "studio.api.problems.bad_request"
