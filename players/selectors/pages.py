"""Read what the pages of clubs and people show, as small frozen records."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from django.db.models import Count, F, Q, QuerySet

from players.models import Club, Membership, Player
from players.policies import clubs_visible
from players.principals import Principal
from players.selectors.rankings import RankingRow, player_figures, ranking

MIDDLE = 1500
LEADERS = 5
STRIP = 256
MARGIN = 5


@dataclass(frozen=True, slots=True)
class ClubLine:
    """Hold a club as the start page lists it."""

    id: UUID
    name: str
    players: int


@dataclass(frozen=True, slots=True)
class BandLine:
    """Place a rating and its deviation on a strip 256 wide; `middle` is 1500. Figures as SVG reads them."""

    left: str
    width: str
    dot: str
    middle: str


@dataclass(frozen=True, slots=True)
class RankLine:
    """Hold one row of a ranking; figures are whole Elo points, `rank` is None while provisional."""

    rank: int | None
    player: UUID
    name: str
    rating: int
    deviation: int
    provisional: bool
    matches: int
    band: BandLine
    you: bool = False

    @property
    def url(self) -> str:
        """Return where the player's page is."""
        return f"/players/{self.player}/"


@dataclass(frozen=True, slots=True)
class RankingPage:
    """Hold a club's ranking: those with a place, those still too uncertain, and its age."""

    ranked: list[RankLine]
    provisional: list[RankLine]
    computed_at: datetime | None


@dataclass(frozen=True, slots=True)
class FiguresPage:
    """Hold a player's figures; what is not known is None."""

    matches: int
    wins: int
    hands: int
    points_for: float | None
    points_against: float | None
    last_played_on: date | None
    rating: int | None = None
    deviation: int | None = None
    low: int | None = None
    high: int | None = None
    rank: int | None = None
    provisional: bool = False


def svg(length: float) -> str:
    """Return a length as SVG reads it, whatever the reader's language makes of a decimal point."""
    return f"{length:.1f}"


def home_clubs(who: Principal) -> tuple[list[ClubLine], list[ClubLine]]:
    """Return the reader's own clubs, and the other ones he may see, each by name."""
    clubs = clubs_visible(who).annotate(people=Count("players", filter=Q(players__merged_into=None))).order_by("name")
    own: set[UUID] = set()
    if who.user_id is not None:
        own = set(Membership.objects.filter(user_id=who.user_id).values_list("club_id", flat=True))
    lines = [(club.pk in own, ClubLine(club.pk, club.name, club.people)) for club in clubs[:200]]
    return [line for mine, line in lines if mine], [line for mine, line in lines if not mine]


def club_players(club: Club) -> QuerySet[Player]:
    """Return the people of a club, those who played last first."""
    return club.players.filter(merged_into=None).order_by(F("stats__last_played_on").desc(nulls_last=True), "name")


def ranking_page(club: Club, who: Principal) -> RankingPage:
    """Return a club's ranking: ranked ones by rank, then the provisional by rating."""
    found = ranking(club)
    low = min([MIDDLE, *(row.rating - row.deviation for row in found.rows)]) - MARGIN
    high = max([MIDDLE, *(row.rating + row.deviation for row in found.rows)]) + MARGIN
    mine = own_players(club, who)
    lines = [_rank_line(row, low, STRIP / (high - low), row.player in mine) for row in found.rows]
    return RankingPage(
        [line for line in lines if not line.provisional],
        [line for line in lines if line.provisional],
        found.computed_at,
    )


def own_players(club: Club, who: Principal) -> set[UUID]:
    """Return the reader himself among the people of a club, if he is there."""
    if who.user_id is None:
        return set()
    return set(club.players.filter(user_id=who.user_id).values_list("pk", flat=True))


def _rank_line(row: RankingRow, low: float, scale: float, you: bool) -> RankLine:
    strip = BandLine(
        left=svg((row.rating - row.deviation - low) * scale),
        width=svg(2 * row.deviation * scale),
        dot=svg((row.rating - low) * scale),
        middle=svg((MIDDLE - low) * scale),
    )
    return RankLine(
        rank=row.rank,
        player=row.player,
        name=row.name,
        rating=round(row.rating),
        deviation=round(row.deviation),
        provisional=row.rank is None,
        matches=row.matches,
        band=strip,
        you=you,
    )


def figures_page(player: Player) -> FiguresPage | None:
    """Return a player's figures, None before his first finished match."""
    found = player_figures(player)
    if not found.matches:
        return None
    rating = deviation = low = high = None
    if found.rating is not None and found.deviation is not None:
        rating, deviation = round(found.rating), round(found.deviation)
        low, high = round(found.rating - found.deviation), round(found.rating + found.deviation)
    return FiguresPage(
        matches=found.matches,
        wins=found.wins,
        hands=found.hands,
        points_for=found.points_for / found.hands if found.hands else None,
        points_against=found.points_against / found.hands if found.hands else None,
        last_played_on=found.last_played_on,
        rating=rating,
        deviation=deviation,
        low=low,
        high=high,
        rank=found.rank,
        provisional=bool(found.provisional),
    )
