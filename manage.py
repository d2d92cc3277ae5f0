#!/usr/bin/env python
"""Run Django's management commands for Cirulla."""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Hand the command line to Django under `cirulla.settings`."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cirulla.settings")
    try:
        from django.core.management import execute_from_command_line
    except ImportError:
        sys.exit("Django is not installed here. Run `make run` or `make test` once: they set everything up in .venv.")
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
