"""WSGI entry point of the baseline."""

from __future__ import annotations

import os

from django.core.wsgi import get_wsgi_application

os.environ["DJANGO_SETTINGS_MODULE"] = "benchmarks.baseline.settings"
application = get_wsgi_application()
