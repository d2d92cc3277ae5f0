"""Decide the rules of Cirulla: pure functions over frozen data, without framework, clock, database or chance."""

from scoring.engine.entry import MODES, HandEntry, Read, read_entry, read_facts, score_entry
from scoring.engine.entry_score import EntryScore
from scoring.engine.errors import CODES, UNREADABLE, EngineError
from scoring.engine.explain import MESSAGES, explain_hand
from scoring.engine.explain_compare import Comparison, compare_presets
from scoring.engine.explain_scales import Line
from scoring.engine.hand import CATEGORIES, CountedHand, HandScore, SidePile, SideScore, score_hand
from scoring.engine.hand_buone import Buona
from scoring.engine.match import HandResult, MatchState, SeriesState, cut_state, match_state, series_state
from scoring.engine.operations import OPERATIONS, answer
from scoring.engine.rulesets import OPTIONS, PRESETS, Ruleset, check_players, read_ruleset

__all__ = [
    "CATEGORIES",
    "CODES",
    "MESSAGES",
    "MODES",
    "OPERATIONS",
    "OPTIONS",
    "PRESETS",
    "UNREADABLE",
    "Buona",
    "Comparison",
    "CountedHand",
    "EngineError",
    "EntryScore",
    "HandEntry",
    "HandResult",
    "HandScore",
    "Line",
    "MatchState",
    "Read",
    "Ruleset",
    "SeriesState",
    "SidePile",
    "SideScore",
    "answer",
    "check_players",
    "compare_presets",
    "cut_state",
    "explain_hand",
    "match_state",
    "read_entry",
    "read_facts",
    "read_ruleset",
    "score_entry",
    "score_hand",
    "series_state",
]
