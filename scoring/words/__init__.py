"""What the pages say: cards, points, rules and refusals as words of the reader's language."""

from __future__ import annotations
