"""The service's settings with the broker's patience cut from minutes to seconds, for tests that wait for it."""

from __future__ import annotations

from cirulla.settings import *  # noqa: F403
from cirulla.settings import CELERY_BROKER_TRANSPORT_OPTIONS as BROKER

VISIBLE_SECONDS = 6
CELERY_VISIBILITY_TIMEOUT = VISIBLE_SECONDS
CELERY_BROKER_TRANSPORT_OPTIONS = BROKER | {
    "visibility_timeout": VISIBLE_SECONDS,
    "unacked_restore_interval": 2,
    "unacked_mutex_expire": 4,
}
CELERY_RESULT_BACKEND_TRANSPORT_OPTIONS = {"visibility_timeout": VISIBLE_SECONDS}
