"""Name the version of the rules that a stored score was computed with."""

from __future__ import annotations

ENGINE_VERSION = "1"
"""Rises when the same entry under the same rules would be worth something else."""
