"""Compute the figures of players, pairs and clubs from what matches add: frozen data in, frozen data out."""

from players.figures.estimates import Estimate
from players.figures.line import CATEGORIES, DISCIPLINES, Played, Sums, add, discipline_of, line_sums, together

__all__ = [
    "CATEGORIES",
    "DISCIPLINES",
    "Estimate",
    "Played",
    "Sums",
    "add",
    "discipline_of",
    "line_sums",
    "together",
]
