"""Run `python -m tournaments.draw`: JSON lines in, JSON lines out (CONTRACT 1)."""

from __future__ import annotations

import sys

from players.ratings.lines import serve
from tournaments.draw.operations import OPERATIONS

if __name__ == "__main__":
    sys.exit(serve(OPERATIONS))
