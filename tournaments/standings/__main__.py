"""Run `python -m tournaments.standings`: JSON lines in, JSON lines out (CONTRACT 1)."""

from __future__ import annotations

import sys

from players.ratings.lines import serve
from tournaments.standings.operations import OPERATIONS

if __name__ == "__main__":
    sys.exit(serve(OPERATIONS))
