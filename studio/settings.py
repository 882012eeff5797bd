"""The one settings file; what differs between installations comes from ``studio.environment``."""

from datetime import timedelta
from pathlib import Path
from typing import Any

from studio.environment import read_environment

BASE_DIR = Path(__file__).resolve().parent.parent
ENVIRONMENT = read_environment(BASE_DIR)

SECRET_KEY = ENVIRONMENT.secret_key
DEBUG = ENVIRONMENT.debug
ALLOWED_HOSTS = list(ENVIRONMENT.allowed_hosts)
CSRF_TRUSTED_ORIGINS = list(ENVIRONMENT.trusted_origins)
CODE_VERSION = ENVIRONMENT.code_version

INSTALLED_APPS = [
    "studio",  # before Django's own, so that its createsuperuser is taken
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "rest_framework",
    "drf_spectacular",
    "twin",
]
MIDDLEWARE = [
    "studio.web.security.ContentSecurityPolicy",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
ROOT_URLCONF = "studio.urls"
ASGI_APPLICATION = "studio.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {"context_processors": ["django.template.context_processors.request"]},
    }
]

# Write transactions begin as such: SQLite then waits for the other writer instead of failing at commit.
SQLITE: dict[str, Any] = {
    "ENGINE": "django.db.backends.sqlite3",
    "NAME": ENVIRONMENT.data / "twinloom.sqlite3",
    "OPTIONS": {
        "timeout": 20,
        "transaction_mode": "IMMEDIATE",
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA busy_timeout=20000;",
    },
}
DATABASES: dict[str, Any] = {"default": ENVIRONMENT.database or SQLITE}

if ENVIRONMENT.redis_url:
    BROKER_URL = CHANNELS_URL = CACHE_URL = ENVIRONMENT.redis_url
else:
    BROKER_URL = f"redis+socket://{ENVIRONMENT.broker_socket}?virtual_host=0"
    CHANNELS_URL = f"unix://{ENVIRONMENT.broker_socket}?db=1"
    CACHE_URL = f"unix://{ENVIRONMENT.broker_socket}?db=2"
CHANNEL_LAYERS: dict[str, Any] = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [CHANNELS_URL], "prefix": "twinloom"},
    }
}
# The newest frame of each live run, and which runs the broker holds a message for (twin.live, twin.queue).
CACHES: dict[str, Any] = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": CACHE_URL,
        "KEY_PREFIX": "twinloom",
    }
}

CELERY_BROKER_URL = BROKER_URL
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_DEFAULT_QUEUE = "fast"
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# A run goes on when the broker is lost: its row says whose it is, not the message.
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = False
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BROKER_TRANSPORT_OPTIONS = {
    # Longer than any run: a message that comes twice finds its run claimed, but it need not come.
    "visibility_timeout": int(timedelta(days=7).total_seconds()),
    "global_keyprefix": "twinloom:",
}
# A broker that is down must not hold up the request: the row is queued again when the broker is back.
CELERY_TASK_PUBLISH_RETRY = True
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0.1, "interval_max": 0.1}

AUTHENTICATION_BACKENDS = ["django.contrib.auth.backends.ModelBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("MinimumLengthValidator", "CommonPasswordValidator", "NumericPasswordValidator")
]
LOGIN_URL = "/login/"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"
SESSION_COOKIE_NAME = "twinloom_session"
SESSION_COOKIE_AGE = int(timedelta(days=30).total_seconds())
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

FILES_LIMIT = (
    200_000_000  # bytes of all files of one request, as simcore.formats.MOST_BYTES; they lie on disk
)
BODY_LIMIT = 64 * 2**20  # bytes of any other request; a k = 48 fat tree as JSON, every cable told, is 13 MB
DATA_UPLOAD_MAX_MEMORY_SIZE = BODY_LIMIT
DATA_UPLOAD_MAX_NUMBER_FILES = 50
MEDIA_ROOT = ENVIRONMENT.data / "media"
FRAME_DAYS = ENVIRONMENT.frame_days
MEDIA_URL = "/media-is-not-served/"
STATIC_URL = "/static/"
STATIC_ROOT = ENVIRONMENT.page_build if ENVIRONMENT.page_build.is_dir() else None
WHITENOISE_IMMUTABLE_FILE_TEST = r"^/static/assets/.+-[\w-]{8}\.\w+$"
WHITENOISE_ALLOW_ALL_ORIGINS = False

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "studio.api.access.BearerAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["studio.api.shapes.ShapeRenderer"],
    "DEFAULT_PARSER_CLASSES": ["studio.api.shapes.BodyParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "studio.api.problems.answer_problem",
    "URL_FORMAT_OVERRIDE": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Twinloom",
    "DESCRIPTION": "Fabrics, workloads, scenarios and runs of the digital twin.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "COMPONENT_SPLIT_REQUEST": True,
    "COMPONENT_SPLIT_PATCH": False,
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "SORT_OPERATIONS": True,
}

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = False

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "INFO" if DEBUG else "WARNING"},
    "loggers": {
        "twin": {"level": "INFO"},
        "studio": {"level": "INFO"},
        # Answers of 4xx are the client's business and stand in its hands already.
        "django.request": {"level": "ERROR"},
    },
}
