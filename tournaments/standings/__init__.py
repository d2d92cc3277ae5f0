"""Rank events: named metrics in any order, shared ranks, each column explained; pure functions of the results."""

from __future__ import annotations

from tournaments.standings.metrics import METRICS, Metric
from tournaments.standings.prizes import Prize, pooled_prizes
from tournaments.standings.ranking import Penalty, Row, Settings, metric_names, metric_words, standings
from tournaments.standings.results import Kind, Result, settle_no_shows, settle_withdrawal
from tournaments.standings.scoring import (
    BANDS,
    banded_points,
    blitz_margin,
    bye_points,
    cappotto_points,
    no_show_points,
    three_table_points,
    victory_points,
    win_points,
)

__all__ = [
    "BANDS",
    "METRICS",
    "Kind",
    "Metric",
    "Penalty",
    "Prize",
    "Result",
    "Row",
    "Settings",
    "banded_points",
    "blitz_margin",
    "bye_points",
    "cappotto_points",
    "metric_names",
    "metric_words",
    "no_show_points",
    "pooled_prizes",
    "settle_no_shows",
    "settle_withdrawal",
    "standings",
    "three_table_points",
    "victory_points",
    "win_points",
]
