"""Settings of the whole service: one file, chosen by the environment (`.env.example` lists every variable)."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import quote

import django_stubs_ext
from celery.schedules import crontab
from django.conf.locale import LANG_INFO

from cirulla import env

django_stubs_ext.monkeypatch()

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(env.text("CIRULLA_VAR", str(BASE_DIR / "var")))
VERSION = "0.1.0"

DEBUG = env.flag("DEBUG", False)
EMBEDDED = env.flag("EMBEDDED", not env.text("DATABASE_URL").startswith("postgres"))
SECRET_KEY = env.text("SECRET_KEY") or (env.own_secret(VAR_DIR / "secret_key") if EMBEDDED else "")
SECRET_KEY_FALLBACKS = env.words("SECRET_KEY_FALLBACKS")
# Opened to the house's network (HOST=0.0.0.0), the embedded server cannot know under which address phones find it.
ALLOWED_HOSTS = env.words(
    "ALLOWED_HOSTS", "*" if EMBEDDED and env.text("HOST").startswith("0") else "localhost,127.0.0.1,[::1]"
)
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS")
BASE_URL = env.text("BASE_URL", "http://127.0.0.1:8000")
SECURE = env.flag("SECURE", not EMBEDDED)

INSTALLED_APPS = [
    "cirulla.lib",
    "players",
    "scoring",
    "tournaments",
    "cirulla",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.contrib.admin",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_filters",
    "django_htmx",
    "csp",
]

MIDDLEWARE = [
    "cirulla.lib.request_id.RequestIdMiddleware",
    "cirulla.lib.paths.ApiSlashMiddleware",
    "cirulla.lib.headers.HeadersMiddleware",
    "cirulla.lib.cors.PublicReadsMiddleware",
    "cirulla.lib.problems.ApiProblemMiddleware",
    "cirulla.lane.ApiLane",
    "django.middleware.security.SecurityMiddleware",
    "cirulla.lib.csp.PolicyMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "scoring.authentication.TableMiddleware",
    "cirulla.lib.throttle.LoginLimitMiddleware",
    "cirulla.gate.GateMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "allauth.usersessions.middleware.UserSessionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "cirulla.urls"
WSGI_APPLICATION = "cirulla.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
APPEND_SLASH = False

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

# Data
DATABASES = {
    "default": env.database(env.text("DATABASE_URL") or f"sqlite:///{quote(str(VAR_DIR / 'cirulla.sqlite3'))}")
}
# Counters and caches that several processes share; without it this process keeps its own.
REDIS_URL = env.text("REDIS_URL", "" if EMBEDDED else env.text("CELERY_BROKER_URL"))
REDIS_PREFIX = env.text("CELERY_KEY_PREFIX", "")
CACHES: dict[str, dict[str, Any]] = {"default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}}
if REDIS_URL:
    CACHES["default"] = {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": f"{REDIS_PREFIX}cache",
        "OPTIONS": {"socket_connect_timeout": 0.25, "socket_timeout": 0.25},
    }
# What a process keeps of the answers it has made (cirulla.lib.kept); 0 keeps none.
KEPT_ANSWERS_KB = env.number("KEPT_ANSWERS_KB", 16_384)
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
SESSION_ENGINE = "django.contrib.sessions.backends.db"

# People
AUTH_USER_MODEL = "players.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 8}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
# Mandatory, or signing up would tell which addresses have an account (with PREVENT_ENUMERATION).
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Cirulla: "
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if SECURE else "http"
# Many people of a club log in behind one address; what fails is narrower, and narrower still by account.
ACCOUNT_RATE_LIMITS = {"login": "60/m/ip", "login_failed": "20/m/ip,5/5m/key"}
USERSESSIONS_TRACK_ACTIVITY = True
MFA_TOTP_ISSUER = "Cirulla"
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_SESSION_REMEMBER = True
ALLAUTH_TRUSTED_PROXY_COUNT = env.number("TRUSTED_PROXY_COUNT", 0)
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not SECURE
DEFAULT_FROM_EMAIL = env.text("DEFAULT_FROM_EMAIL", "cirulla@localhost")
if env.text("EMAIL_HOST"):
    EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    EMAIL_HOST = env.text("EMAIL_HOST")
    EMAIL_PORT = env.number("EMAIL_PORT", 587)
    EMAIL_HOST_USER = env.text("EMAIL_HOST_USER")
    EMAIL_HOST_PASSWORD = env.text("EMAIL_HOST_PASSWORD")
    EMAIL_USE_TLS = env.flag("EMAIL_USE_TLS", True)
    EMAIL_TIMEOUT = 10
else:
    EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    EMAIL_FILE_PATH = str(VAR_DIR / "mail")

# Languages
LANGUAGE_CODE = "it"
LANGUAGES = [("it", "Italiano"), ("en", "English"), ("lij", "Ligure")]
# Django does not know Ligurian. What it lacks is said in LANGUAGE_CODE's Italian, and what that lacks in English.
LANG_INFO["lij"] = {"bidi": False, "code": "lij", "name": "Ligurian", "name_local": "ligure"}
FORMAT_MODULE_PATH = ["cirulla.formats"]
LOCALE_PATHS = [BASE_DIR / "locale"]
# For tests of the layout: `manage.py catalogues --pseudo` has made every sentence longer by two fifths.
if env.flag("PSEUDO_LOCALE", False):
    LOCALE_PATHS.insert(0, VAR_DIR / "pseudo")
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# Files
STATIC_URL = "/static/"
STATIC_ROOT = None if EMBEDDED else VAR_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG or EMBEDDED
        else "cirulla.lib.static.ModuleManifestStorage"
    },
}
WHITENOISE_USE_FINDERS = EMBEDDED
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_MAX_AGE = 0 if DEBUG else 3600

# Security
SECURE_SSL_REDIRECT = SECURE and env.flag("SSL_REDIRECT", True)
# The API refuses plain http by itself (cirulla.lib.headers), and a machine asks for health inside the house.
SECURE_REDIRECT_EXEMPT = [r"^api/", r"^healthz$", r"^readyz$"]
SECURE_HSTS_SECONDS = 31_536_000 if SECURE else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE
SECURE_HSTS_PRELOAD = SECURE
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
if env.flag("BEHIND_PROXY", False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_SECURE = SECURE
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_NAME = "__Host-session" if SECURE else "session"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 90
CSRF_COOKIE_SECURE = SECURE
CSRF_COOKIE_NAME = "__Host-csrf" if SECURE else "csrf"
CSRF_FAILURE_VIEW = "cirulla.lib.problems.csrf_failure"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'none'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "connect-src": ["'self'"],
        "font-src": ["'self'"],
        "manifest-src": ["'self'"],
        "worker-src": ["'self'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "frame-ancestors": ["'none'"],
    }
}

# API
REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "players.authentication.TokenAuthentication",
        "scoring.authentication.TableAuthentication",
        "players.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["cirulla.lib.permissions.PolicyRequired"],
    "DEFAULT_PARSER_CLASSES": ["cirulla.lib.media.JsonParser"],
    "DEFAULT_RENDERER_CLASSES": ["cirulla.lib.media.JsonRenderer"],
    "DEFAULT_SCHEMA_CLASS": "cirulla.lib.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "cirulla.lib.problems.exception_handler",
    "DEFAULT_CONTENT_NEGOTIATION_CLASS": "cirulla.lib.media.JsonOnly",
    "DEFAULT_THROTTLE_CLASSES": ["cirulla.lib.throttle.Limits"],
    "NUM_PROXIES": env.number("TRUSTED_PROXY_COUNT", 0),
    "URL_FORMAT_OVERRIDE": None,
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
# Requests a minute: of one account, token or phone; of one address without either; posts to the account pages and
# wrong join codes of one address; wrong join codes of the whole world. One's own machine is not kept waiting.
LIMITS = {
    "caller": env.number("LIMIT_CALLER", 60_000 if EMBEDDED else 1_200),
    "address": env.number("LIMIT_ADDRESS", 60_000 if EMBEDDED else 1_200),
    "login": env.number("LIMIT_LOGIN", 60),
    "join": env.number("LIMIT_JOIN", 10),
    "join_all": env.number("LIMIT_JOIN_ALL", 100),
}
ENGINE_RATE_PER_MINUTE = env.number("ENGINE_RATE_PER_MINUTE", 6_000 if EMBEDDED else 120)
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Cirulla",
    "VERSION": "1",
    "DESCRIPTION": "Record hands of Cirulla, read matches, players, rankings. Times are UTC, errors RFC 9457 problems.",
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "COMPONENT_SPLIT_PATCH": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "cirulla.lib.openapi.problems_and_headers",
        "cirulla.lib.openapi.examples",
    ],
    "ENUM_NAME_OVERRIDES": {
        "Language": "players.api.serializers.LANGUAGES",
        "Visibility": "players.api.serializers.VISIBILITIES",
        "Role": "players.api.serializers.ROLES",
        "MatchStatus": "scoring.api.serializers.STATUSES",
        "HandState": "scoring.api.serializers.STATES",
        "HandMode": "scoring.api.serializers.MODES",
        "ReportKind": "scoring.api.serializers.REPORT_KINDS",
        "ChangeKind": "cirulla.api_changelog.KINDS",
        "SyncOperationName": "scoring.api.act_bodies.SYNC_OPERATIONS",
        "Board": "players.api.standing_bodies.BOARDS",
        "PlaceStanding": "players.api.standing_bodies.PLACE_STANDINGS",
        "MoveCause": "players.api.standing_bodies.MOVE_CAUSES",
        "ListMove": "players.api.standing_bodies.LIST_MOVES",
        "FigureLevel": "players.api.figure_bodies.LEVELS",
        "Gift": "players.api.figure_bodies.GIFTS",
        "Discipline": "players.api.figure_bodies.SPAN_DISCIPLINES",
    },
    "SERVE_PERMISSIONS": ["cirulla.lib.permissions.Anyone"],
    "SERVE_AUTHENTICATION": [],
}

# Tasks
# No broker: the relay thread of `manage.py serve` runs the tasks itself.
CELERY_BROKER_URL = env.text("CELERY_BROKER_URL", "")
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_TIME_LIMIT = 120
CELERY_TASK_SOFT_TIME_LIMIT = 90
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_MAX_TASKS_PER_CHILD = 500
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 30
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# The three places must agree, and lie above the time limit, or a slow task is run twice.
CELERY_VISIBILITY_TIMEOUT = 300
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 300,
    "unacked_restore_interval": 10,
    "unacked_restore_throttle": 1,
    # A worker killed in a sweep leaves its lock: the next may sweep after this, not after kombu's five minutes.
    "unacked_mutex_expire": 30,
    "socket_connect_timeout": 1,
    "socket_timeout": 5,
    "global_keyprefix": env.text("CELERY_KEY_PREFIX", ""),
}
CELERY_RESULT_BACKEND_TRANSPORT_OPTIONS = {"visibility_timeout": 300}
# A request never hangs on the broker: one try, then the sweep finds the row.
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 1, "interval_start": 0, "interval_max": 0.2}
CELERY_TASK_DEFAULT_QUEUE = "live"
# What a person waits for, what follows from it, and what may take its time.
CELERY_TASK_ROUTES = {
    "players.member_invited": {"queue": "live"},
    "players.rankings_daily": {"queue": "reports"},
    "players.rebuild_check": {"queue": "reports"},
    "players.*": {"queue": "rankings"},
}
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULE = {
    "outbox-sweep": {"task": "lib.outbox_relay", "schedule": 10.0},
    "heartbeat": {"task": "lib.heartbeat", "schedule": 60.0},
    "rankings-publish": {"task": "players.rankings_publish", "schedule": 60.0},
    # A session day is over at 06:00 of the club's clock: whichever zone it is in, within the hour.
    "rankings-daily": {"task": "players.rankings_daily", "schedule": 3600.0},
    "rebuild-check": {"task": "players.rebuild_check", "schedule": crontab(hour=4, minute=30)},
}
# Which task follows from which kind of outbox row; rows are written by services, tasks are doors.
OUTBOX_TOPICS = {
    "match_changed": "players.match_changed",
    "ladder_marked": "players.ladder_refresh",
    "ladder_to_publish": "players.ladder_publish",
    "member_invited": "players.member_invited",
}

# Logs
# JSON for a club server, which collects it; a line for people on one's own machine.
LOG_FORMAT = env.text("LOG_FORMAT", "line" if EMBEDDED else "json")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"request_id": {"()": "cirulla.lib.request_id.RequestIdFilter"}},
    "formatters": {
        "line": {
            "()": "cirulla.lib.logs.LineFormatter",
            "format": "%(asctime)s %(levelname)s %(name)s [%(request_id)s] %(message)s",
        },
        "json": {"()": "cirulla.lib.logs.json_formatter"},
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT, "filters": ["request_id"]}},
    "root": {"handlers": ["console"], "level": env.text("LOG_LEVEL", "INFO")},
    "loggers": {
        "django.request": {"level": "ERROR"},
        # A task that succeeded is a row of the outbox that is done.
        "celery.app.trace": {"level": "WARNING"},
        # An own machine need not tell each request.
        "cirulla.request": {"level": "WARNING" if LOG_FORMAT == "line" else "INFO"},
    },
}
