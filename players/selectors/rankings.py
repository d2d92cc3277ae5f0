"""Read ladders and figures for programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from django.db.models import OuterRef, QuerySet, Subquery, Sum

from cirulla.lib.errors import NotFound
from cirulla.lib.plain_sql import id_out, plain_cursor, time_out
from players.models import Club, Player, PlayerStats, Rating, RatingPool
from players.policies import clubs_visible
from players.principals import Principal
from players.ratings import Band, band
from players.selectors.seen import SeenQuery

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


def _ladder(who: Principal, club_id: UUID) -> QuerySet[Club, Any]:
    names = Player.objects.filter(club_id=OuterRef("pk")).order_by().values("club_id").annotate(sum=Sum("version"))
    found = clubs_visible(who).filter(pk=club_id).annotate(names=Subquery(names.values("sum")))
    figures = ("rating_pool__version", "rating_pool__computed_at", "rating_pool__id", "names")
    rows: QuerySet[Club, Any] = found.values_list(*figures)
    return rows


LADDER = SeenQuery(_ladder)
"""What stands behind a club's ranking, for `ladder_read`: the sum of its players' versions rises with every name."""

_ROWS = (
    "SELECT r.rank, r.player_id, p.name, r.mu, r.rd, r.matches, r.wins, r.last_played_on"
    " FROM players_rating r JOIN players_player p ON p.id = r.player_id WHERE r.pool_id = %s"
    " ORDER BY r.rank ASC NULLS LAST, r.mu DESC, r.player_id"
)


@dataclass(frozen=True, slots=True)
class Ladder:
    """The ranking that a club has now: its version and time as Ranking tells them, and the pool of its rows.

    `tag` changes with whatever the ranking shows, the names too.
    """

    version: int
    computed_at: datetime | None
    pool: int | None
    tag: str


def ladder_get(who: Principal, club_id: UUID) -> Ladder:
    """Return what stands behind the ranking of a club whose people `who` may see; one query. Raises NotFound."""
    found = LADDER.first(who, club_id)
    if found is None:
        raise NotFound("There is no such club.")
    return ladder_read(found)


def ladder_read(row: tuple[Any, ...]) -> Ladder:
    """Return what a row of LADDER says."""
    version, computed_at, pool, names = row
    return Ladder(
        version or 0, None if computed_at is None else time_out(computed_at), pool, f"{version or 0}-{names or 0}"
    )


def ranking(club: Club) -> Ranking:
    """Return a club's ranking, in two queries."""
    found = RatingPool.objects.filter(club=club).first()
    if found is None:
        return Ranking(0, None, ())
    return Ranking(found.version, found.computed_at, tuple(RankingRow(**row) for row in ladder_rows(found.pk)))


def ladder_rows(pool: int | None) -> list[dict[str, Any]]:
    """Return the lines of a ranking, each with the fields of RankingRow; one query."""
    if pool is None:
        return []
    with plain_cursor() as cursor:
        cursor.execute(_ROWS, [pool])
        return [_row(*values) for values in cursor.fetchall()]


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
) -> dict[str, Any]:
    return {
        "rank": rank,
        "player": id_out(player),
        "name": name,
        "rating": round(mu, DECIMALS),
        "deviation": round(rd, DECIMALS),
        "provisional": _provisional(rd),
        "matches": matches,
        "wins": wins,
        "last_played_on": date.fromisoformat(last_played_on) if isinstance(last_played_on, str) else last_played_on,
    }


def _provisional(deviation: float) -> bool:
    return band(deviation) is Band.PROVISIONAL
