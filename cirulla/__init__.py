"""The project package: settings, addresses, the Celery application."""
