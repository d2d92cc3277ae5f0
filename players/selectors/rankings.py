"""Read ladders and figures for programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from cirulla.lib.plain_sql import id_in, id_out, plain_cursor, time_out
from players.models import Club, Player, PlayerStats, Rating
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


_POOL = "SELECT version, computed_at, id FROM players_ratingpool WHERE club_id = %s"
_ROWS = (
    "SELECT r.rank, r.player_id, p.name, r.mu, r.rd, r.matches, r.wins, r.last_played_on"
    " FROM players_rating r JOIN players_player p ON p.id = r.player_id WHERE r.pool_id = %s"
    " ORDER BY r.rank ASC NULLS LAST, r.mu DESC, r.player_id"
)


def ranking_version(club: Club) -> int:
    """Return the version of a club's ranking, 0 before the first match; one query."""
    return int(_pool(club)[0])


def ranking(club: Club) -> Ranking:
    """Return a club's ranking, in two queries."""
    version, computed_at, pool = _pool(club)
    if pool is None:
        return Ranking(0, None, ())
    with plain_cursor() as cursor:
        cursor.execute(_ROWS, [pool])
        rows = tuple(_row(*values) for values in cursor.fetchall())
    return Ranking(version, None if computed_at is None else time_out(computed_at), rows)


def _pool(club: Club) -> tuple[Any, ...]:
    with plain_cursor() as cursor:
        cursor.execute(_POOL, [id_in(club.pk)])
        return cursor.fetchone() or (0, None, None)


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
        provisional=_provisional(rating.rd) if rating else None,
        rank=rating.rank if rating else None,
        last_played_on=stats.last_played_on,
        computed_at=stored.computed_at if stored else None,
    )


def _row(
    rank: int | None,
    player: Any,
    name: str,
    mu: float,
    rd: float,
    matches: int,
    wins: int,
    last_played_on: Any,
) -> RankingRow:
    player_id = id_out(player)
    assert player_id is not None
    return RankingRow(
        rank=rank,
        player=player_id,
        name=name,
        rating=round(mu, DECIMALS),
        deviation=round(rd, DECIMALS),
        provisional=_provisional(rd),
        matches=matches,
        wins=wins,
        last_played_on=date.fromisoformat(last_played_on) if isinstance(last_played_on, str) else last_played_on,
    )


def _provisional(deviation: float) -> bool:
    return band(deviation) is Band.PROVISIONAL
