"""Rate players of a lucky game: a pure function of the ordered matches (RATINGS 1-3), no framework, no clock."""

from __future__ import annotations

from players.ratings.bands import Band, band
from players.ratings.glicko import DRIFT, RULE_VERSION, START_MU, START_RD, Match, Rated, Rating, chances, rate
from players.ratings.index import IndexMatch, rate_index, replay_index
from players.ratings.pairs import PAIR_MATCHES, PairRating, pair_key, replay_pairs
from players.ratings.replay import Replay, Step, ratings_digest, replay, steps

__all__ = [
    "DRIFT",
    "PAIR_MATCHES",
    "RULE_VERSION",
    "START_MU",
    "START_RD",
    "Band",
    "IndexMatch",
    "Match",
    "PairRating",
    "Rated",
    "Rating",
    "Replay",
    "Step",
    "band",
    "chances",
    "pair_key",
    "rate",
    "rate_index",
    "ratings_digest",
    "replay",
    "replay_index",
    "replay_pairs",
    "steps",
]
