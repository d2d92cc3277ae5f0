"""Draw every format a club plays: pure functions of entrants, history and seed, each pairing with its reason."""

from __future__ import annotations

from tournaments.draw.bracket import BracketMatch, bracket_matches, champion, series_winner
from tournaments.draw.errors import REASONS, DrawError
from tournaments.draw.groups import Group, GroupRow, best_of_place, groups_for, groups_knockout, snake_groups
from tournaments.draw.knockout import FirstRound, knockout
from tournaments.draw.lots import commitment, commitment_holds, input_digest, lot_order
from tournaments.draw.mitchell import Mitchell, mitchell
from tournaments.draw.neighbours import Neighbours, neighbours_round
from tournaments.draw.planner import Evening, Plan, bearer_order, plan_evening
from tournaments.draw.reentry import ReentryRound, ReentryRules, ReentryState, reentry_round, reentry_state
from tournaments.draw.rotating import RotatingRound, most_rounds, rotating_round, rotating_schedule
from tournaments.draw.round_robin import ScheduledRound, round_robin
from tournaments.draw.swiss import SwissRules, swiss_round
from tournaments.draw.types import Draw, Entrant, PastRound
from tournaments.draw.why import SENTENCES, Why

__all__ = [
    "REASONS",
    "SENTENCES",
    "BracketMatch",
    "Draw",
    "DrawError",
    "Entrant",
    "Evening",
    "FirstRound",
    "Group",
    "GroupRow",
    "Mitchell",
    "Neighbours",
    "PastRound",
    "Plan",
    "ReentryRound",
    "ReentryRules",
    "ReentryState",
    "RotatingRound",
    "ScheduledRound",
    "SwissRules",
    "Why",
    "bearer_order",
    "best_of_place",
    "bracket_matches",
    "champion",
    "commitment",
    "commitment_holds",
    "groups_for",
    "groups_knockout",
    "input_digest",
    "knockout",
    "lot_order",
    "mitchell",
    "most_rounds",
    "neighbours_round",
    "plan_evening",
    "reentry_round",
    "reentry_state",
    "rotating_round",
    "rotating_schedule",
    "round_robin",
    "series_winner",
    "snake_groups",
    "swiss_round",
]
