"""Read ladders and figures for programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from django.db.models import F

from players.models import Club, Player, PlayerStats, Rating, RatingPool
from players.ratings import Band, band

DECIMALS = 6


@dataclass(frozen=True, slots=True)
class RankingRow:
    """One line of a club's ranking. `rank` is None while provisional; `rating` and `deviation` to 6 decimals."""

    rank: int | None
    player: UUID
    name: str
    rating: float
    deviation: float
    provisional: bool
    matches: int
    wins: int
    last_played_on: date | None


@dataclass(frozen=True, slots=True)
class Ranking:
    """A club's ranking: ranked players first, then the provisional ones, each by rating.

    `version` rises exactly when a figure changes, 0 before the first match; `computed_at` is when a
    task last had a match of the club at hand.
    """

    version: int
    computed_at: datetime | None
    rows: tuple[RankingRow, ...]


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """What one player has done over finished matches, and where he stands; no rating before a rated match.

    `points_against` are those of all other sides together; `categories` sums points by category of
    RULES 8.8 over `hands_with_categories` hands.
    """

    player: UUID
    matches: int
    wins: int
    hands: int
    points_for: int
    points_against: int
    hands_with_categories: int
    categories: Mapping[str, int]
    rating: float | None
    deviation: float | None
    provisional: bool | None
    rank: int | None
    last_played_on: date | None
    computed_at: datetime | None


def ranking(club: Club) -> Ranking:
    """Return a club's ranking, in two queries."""
    pool = RatingPool.objects.filter(club=club).first()
    if pool is None:
        return Ranking(0, None, ())
    ratings = pool.ratings.select_related("player")
    ordered = ratings.order_by(F("rank").asc(nulls_last=True), "-mu", "player_id")
    return Ranking(pool.version, pool.computed_at, tuple(_row(rating) for rating in ordered))


def player_figures(player: Player) -> PlayerFigures:
    """Return what a player has done, in two queries; zeros for who has finished no match."""
    stored = PlayerStats.objects.filter(player=player).first()
    stats = stored or PlayerStats(player=player)
    rating = Rating.objects.filter(player=player, pool__club=player.club_id).first()
    return PlayerFigures(
        player=player.pk,
        matches=stats.matches,
        wins=stats.wins,
        hands=stats.hands,
        points_for=stats.points_for,
        points_against=stats.points_against,
        hands_with_categories=stats.hands_with_categories,
        categories=stats.categories,
        rating=round(rating.mu, DECIMALS) if rating else None,
        deviation=round(rating.rd, DECIMALS) if rating else None,
        provisional=_provisional(rating) if rating else None,
        rank=rating.rank if rating else None,
        last_played_on=stats.last_played_on,
        computed_at=stored.computed_at if stored else None,
    )


def _row(rating: Rating) -> RankingRow:
    return RankingRow(
        rank=rating.rank,
        player=rating.player_id,
        name=rating.player.name,
        rating=round(rating.mu, DECIMALS),
        deviation=round(rating.rd, DECIMALS),
        provisional=_provisional(rating),
        matches=rating.matches,
        wins=rating.wins,
        last_played_on=rating.last_played_on,
    )


def _provisional(rating: Rating) -> bool:
    return band(rating.rd) is Band.PROVISIONAL
