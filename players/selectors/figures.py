"""Read the figures of players, pairs, opponents and clubs: sums from the database, everything else from the pure part.

Whatever is asked for is narrowed by one filter (`Span`): period, discipline, preset of the rules.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, NamedTuple
from uuid import UUID

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet, Sum

from cirulla.lib.kept import KeptThings
from players.figures import DISCIPLINES, Sums, together
from players.figures.company import Company, Meeting, company
from players.figures.extremes import Day, Record, Streaks, calendar, records, streaks
from players.figures.line import SUMMED
from players.figures.moment import READ, Moment
from players.figures.summary import (
    CategoryFigure,
    DealerEffect,
    Elsewhere,
    Expectation,
    Luck,
    Results,
    Split,
    categories,
    dealer_effect,
    elsewhere,
    expectation,
    luck,
    results,
    simulated_for,
    split,
)
from players.models import Club, Player, PlayerMatch, PlayerStats
from players.selectors.histories import chances_in, chances_of, history
from players.selectors.rating_charts import RatingChart, rating_chart


@dataclass(frozen=True, slots=True)
class Span:
    """Say which matches count: session days from `first` to `last`, both included, a discipline, a preset.

    None or empty is all. `discipline` is one of DISCIPLINES.
    """

    first: date | None = None
    last: date | None = None
    discipline: str = ""
    preset: str = ""

    @property
    def whole(self) -> bool:
        """Tell whether nothing is left out."""
        return self == Span()

    def narrow(self, lines: QuerySet[PlayerMatch]) -> QuerySet[PlayerMatch]:
        """Return the lines that count."""
        if self.first is not None:
            lines = lines.filter(played_on__gte=self.first)
        if self.last is not None:
            lines = lines.filter(played_on__lte=self.last)
        if self.discipline:
            lines = lines.filter(seats=DISCIPLINES[self.discipline])
        return lines.filter(preset=self.preset) if self.preset else lines


ALL = Span()


@dataclass(frozen=True, slots=True)
class AsOf:
    """Say how fresh figures are: when they were computed last, and after which change (match id and its version)."""

    computed_at: datetime | None
    match: str | None
    match_version: int | None


@dataclass(frozen=True, slots=True)
class Figures:
    """Hold what follows from sums: the same words for a player, a pair, a side against another, a club."""

    results: Results
    expected: Expectation | None
    categories: list[CategoryFigure]
    luck: list[Luck]
    dealer: DealerEffect
    split: Split
    elsewhere: list[Elsewhere]


@dataclass(frozen=True, slots=True)
class PlayerFigures:
    """Hold all figures of one player under one filter; the chart is of his rating, whatever the filter.

    `version` tells two readings apart of which the later may say something else.
    """

    version: Hashable
    figures: Figures
    chart: RatingChart | None
    streaks: Streaks
    records: list[Record]
    days: list[Day]
    partners: list[Company]
    opponents: list[Company]
    as_of: AsOf


@dataclass(frozen=True, slots=True)
class PairFigures:
    """Hold the figures of two players together, or of the first against the second."""

    figures: Figures
    streaks: Streaks
    records: list[Record]
    days: list[Day]
    company: Company | None
    as_of: AsOf


@dataclass(frozen=True, slots=True)
class ClubFigures:
    """Hold the figures of a club: everybody's lines added up, so a pair's hand counts for both of them."""

    figures: Figures
    matches: int
    players: int
    days: list[Day]
    as_of: AsOf


def player_all(player: Player, span: Span = ALL) -> PlayerFigures:
    """Return all figures of a player; the number of queries does not depend on what he has played.

    This process keeps them until a figure of the player or of his club has changed.
    """
    club = PlayerStats.objects.filter(player__club=player.club_id)
    told = club.aggregate(
        own=Max("version", filter=Q(player=player.pk)),
        rows=Count("player"),
        versions=Sum("version"),
        newest=Max("computed_at"),
        pool=Max("player__club__rating_pool__version"),
        at=Max("computed_at", filter=Q(player=player.pk)),
        change=Max("change", filter=Q(player=player.pk)),
    )
    key = ("player_all", player.pk, span, *told.values())
    found = _kept.get(key)
    if not isinstance(found, PlayerFigures):
        found = _player_all(player, span, key, _as_of(told["at"], told["change"]))
        _kept.put(key, found)
    return found


_kept = KeptThings(200)
"""Figures of players, about 50 kB each, by all that they follow from."""


def _player_all(player: Player, span: Span, version: Hashable, fresh: AsOf) -> PlayerFigures:
    lines = span.narrow(PlayerMatch.objects.filter(player=player))
    life = moments(lines)
    moved = history(player)
    chances = chances_in(moved)
    met = meetings(player, lines, chances)
    return PlayerFigures(
        version=version,
        chart=rating_chart(moved),
        figures=figures_of(lines, player.club_id, span, chances),
        streaks=streaks(life),
        records=records(life),
        days=calendar(life),
        partners=company(met, together=True),
        opponents=company(met, together=False),
        as_of=fresh,
    )


def pair_all(one: Player, other: Player, span: Span = ALL, *, against: bool) -> PairFigures:
    """Return the figures of `one` with `other` as partner, or `against` him."""
    lines = span.narrow(shared_lines(one, other, against=against))
    life = moments(lines)
    chances = chances_of(one)
    found = company((met for met in meetings(one, lines, chances) if met.other == other.pk), together=not against)
    return PairFigures(
        figures=figures_of(lines, one.club_id, span, chances),
        streaks=streaks(life),
        records=records(life),
        days=calendar(life),
        company=found[0] if found else None,
        as_of=as_of([one.pk, other.pk]),
    )


def club_all(club: Club, span: Span = ALL) -> ClubFigures:
    """Return the figures of a club."""
    lines = span.narrow(club_lines(club.pk))
    days = lines.values("played_on").order_by("played_on").annotate(n=Count("match_id", distinct=True))
    counts = lines.aggregate(matches=Count("match_id", distinct=True), players=Count("player", distinct=True))
    return ClubFigures(
        figures=figures_of(lines, None, span, None),
        matches=counts["matches"],
        players=counts["players"],
        days=[Day(row["played_on"], row["n"], 0) for row in days],
        as_of=club_as_of(club.pk),
    )


def figures_of(
    lines: QuerySet[PlayerMatch], club_id: UUID | None, span: Span, chances: Mapping[UUID, float] | None
) -> Figures:
    """Return what follows from some lines, beside the club's; wins are expected by the `chances` before matches."""
    by_seats = sums_by_sides(lines)
    sums = together(by_seats.values())
    club = club_sums(club_id, span) if club_id is not None else None
    shares = {sides: part.get("hands_with_categories", 0) for sides, part in by_seats.items()}
    groups = lines.exclude(presets_same="", presets_turned="").order_by()
    counted = groups.values("presets_same", "presets_turned").annotate(n=Count("id"))
    return Figures(
        results=results(sums),
        expected=None if chances is None else expectation(_expected(lines, chances)),
        categories=categories(sums, club, simulated_for(shares)),
        luck=luck(sums),
        dealer=dealer_effect(sums),
        split=split(sums),
        elsewhere=elsewhere((row["presets_same"], row["presets_turned"], row["n"]) for row in counted),
    )


def sums_by_sides(lines: QuerySet[PlayerMatch]) -> dict[int, Sums]:
    """Return the sums of some lines by how many sides played; one query."""
    rows = lines.order_by().values("sides").annotate(**_SUMS)
    return {row["sides"]: _sums(dict(row)) for row in rows}


def sums_by_player(lines: QuerySet[PlayerMatch]) -> dict[UUID, Sums]:
    """Return the sums of some lines by player; one query."""
    rows = lines.order_by().values("player_id").annotate(**_SUMS)
    return {row["player_id"]: _sums(dict(row)) for row in rows}


_SUMS: Mapping[str, Any] = {
    "matches": Count("id"),
    "wins": Count("id", filter=Q(won=True)),
    "draws": Count("id", filter=Q(drawn=True)),
    **{f"sum_{name}": Sum(name) for name in SUMMED},
}


def _sums(row: Mapping[str, Any]) -> Sums:
    counts = {name: row[name] for name in ("matches", "wins", "draws")}
    return counts | {name: row[f"sum_{name}"] for name in SUMMED}


def club_lines(club_id: UUID) -> QuerySet[PlayerMatch]:
    """Return the lines of everybody in a club."""
    return PlayerMatch.objects.filter(player__club=club_id)


def club_sums(club_id: UUID, span: Span = ALL) -> Sums:
    """Return the sums of everybody in a club; those of all matches are stored, one row a player."""
    if not span.whole:
        return together(sums_by_sides(span.narrow(club_lines(club_id))).values())
    rows = PlayerStats.objects.filter(player__club=club_id).values(*_STORED, "categories", "sums")
    return together({**{name: row[name] for name in _STORED}, **row["categories"], **row["sums"]} for row in rows)


_STORED = ("matches", "wins", "hands", "points_for", "points_against", "hands_with_categories")


def shared_lines(one: Player, other: Player, *, against: bool) -> QuerySet[PlayerMatch]:
    """Return the lines of `one` in matches with `other` on his side, or `against` him."""
    met = PlayerMatch.objects.filter(player=other, match_id=OuterRef("match_id"))
    met = met.exclude(side=OuterRef("side")) if against else met.filter(side=OuterRef("side"))
    return PlayerMatch.objects.filter(Exists(met), player=one)


def moments(lines: QuerySet[PlayerMatch]) -> list[Moment]:
    """Return what happened when, in the order of the keys; one query."""
    return [Moment(*row) for row in lines.order_by("key").values_list(*READ)]


def meetings(player: Player, lines: QuerySet[PlayerMatch], chances: Mapping[UUID, float]) -> list[Meeting]:
    """Return everybody met in a player's `lines`, merged ones counted as whom they are now; two queries.

    `chances` are those of the player's side before his matches.
    """
    rows = lines.order_by("key").values_list("match_id", "side", "won", "drawn", "hands", "margin")
    own = {match: _Own(side, won, drawn, hands, margin) for match, side, won, drawn, hands, margin in rows}
    others = PlayerMatch.objects.filter(match_id__in=lines.order_by().values("match_id")).exclude(player=player)
    return [
        Meeting(
            other=other,
            together=side == own[match].side,
            won=own[match].won,
            drawn=own[match].drawn,
            hands=own[match].hands,
            margin=own[match].margin,
            chance=chances.get(match),
        )
        for match, other, side in others.order_by("key", "player").values_list("match_id", "player_id", "side")
    ]


class _Own(NamedTuple):
    """What a player's own line says of a match in which somebody was met."""

    side: int
    won: bool
    drawn: bool
    hands: int
    margin: int


def _expected(lines: QuerySet[PlayerMatch], chances: Mapping[UUID, float]) -> list[tuple[float, float]]:
    came = {match: 1.0 if won else 0.5 if drawn else 0.0 for match, won, drawn in _outcomes(lines)}
    return [(chance, came[match]) for match, chance in chances.items() if match in came]


def _outcomes(lines: QuerySet[PlayerMatch]) -> Sequence[tuple[UUID, bool, bool]]:
    return list(lines.order_by().values_list("match_id", "won", "drawn"))


def as_of(players: Sequence[UUID]) -> AsOf:
    """Return how fresh the figures of some players are."""
    return _fresh(PlayerStats.objects.filter(player__in=players))


def club_as_of(club_id: UUID) -> AsOf:
    """Return how fresh the figures of a club are."""
    return _fresh(PlayerStats.objects.filter(player__club=club_id))


def _fresh(stats: QuerySet[PlayerStats]) -> AsOf:
    last = stats.order_by("-computed_at", "player").values_list("computed_at", "change").first()
    return AsOf(None, None, None) if last is None else _as_of(*last)


def _as_of(computed_at: datetime | None, change: str | None) -> AsOf:
    match, _, version = (change or "").partition("/")
    return AsOf(computed_at, match or None, int(version) if version else None)
