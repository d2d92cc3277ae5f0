"""Read the tables beside the figures, row by row: lines of a player, his company, a club's table, records, awards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from players.figures import CATEGORIES, discipline_of
from players.figures.company import Company
from players.figures.extremes import RECORDS, RecordKind
from players.figures.summary import CategoryFigure, categories, luck, results, split
from players.models import Award, Club, Player, PlayerMatch
from players.selectors.figures import ALL, Span, club_lines, sums_by_player

TEN_THOUSAND = 10_000
BEST = 5
"""How many of each kind a club's records show."""

LINE_COLUMNS = (
    "match",
    "match_version",
    "played_on",
    "discipline",
    "preset",
    "won",
    "drawn",
    "hands",
    "points_for",
    "points_against",
    "hands_with_categories",
    *CATEGORIES,
    "lowest_chance",
)
COMPANY_COLUMNS = (
    "player",
    "name",
    "matches",
    "wins",
    "draws",
    "rate",
    "margin",
    "rated",
    "expected",
    "surplus",
    "effect",
    "enough",
)
CATEGORY_COLUMNS = ("category", "own", "own_low", "own_high", "hands", "club", "low", "high", "standing", "simulated")
TABLE_COLUMNS = (
    "player",
    "name",
    "matches",
    "wins",
    "draws",
    "rate",
    "rate_low",
    "rate_high",
    "rate_enough",
    "hands",
    "margin",
    "points",
    "scope",
    "buone",
    "luck",
    "play",
    "enough",
)
RECORD_COLUMNS = ("code", "value", "names", "match_id", "hand", "played_on")
AWARD_COLUMNS = ("player", "name", "code", "match", "hand", "earned_on")


def player_lines(player: Player, span: Span = ALL) -> QuerySet[PlayerMatch]:
    """Return the lines of a player."""
    return span.narrow(PlayerMatch.objects.filter(player=player))


def line_row(line: PlayerMatch) -> dict[str, Any]:
    """Return one line as the API shows it."""
    return {
        "match": str(line.match_id),
        "match_version": line.version,
        "played_on": line.played_on,
        "discipline": discipline_of(line.seats),
        "preset": line.preset,
        "won": line.won,
        "drawn": line.drawn,
        "hands": line.hands,
        "points_for": line.points_for,
        "points_against": line.points_against,
        "hands_with_categories": line.hands_with_categories,
        "categories": {name: getattr(line, name) for name in CATEGORIES},
        "lowest_chance": line.lowest_chance / TEN_THOUSAND if line.lowest_chance >= 0 else None,
    }


def line_cells(line: PlayerMatch) -> dict[str, Any]:
    """Return one line as a sheet holds it: a column for each category."""
    row = line_row(line)
    return {**row, **row["categories"]}


def company_rows(found: Sequence[Company]) -> list[dict[str, Any]]:
    """Return partners or opponents with their names; one query."""
    names = names_of(one.other for one in found)
    return [
        {
            "player": str(one.other),
            "name": names[one.other],
            "matches": one.matches,
            "wins": one.wins,
            "draws": one.draws,
            "rate": one.rate.value,
            "margin": one.margin,
            "rated": one.rated,
            "expected": one.expected,
            "surplus": one.surplus,
            "effect": one.effect,
            "enough": one.enough,
        }
        for one in found
    ]


def names_of(players: Iterable[UUID]) -> dict[UUID, str]:
    """Return the names of some players; one query."""
    return dict(Player.objects.filter(pk__in=set(players)).values_list("pk", "name"))


def category_rows(found: Iterable[CategoryFigure]) -> list[dict[str, Any]]:
    """Return points by category as a sheet holds them."""
    return [
        {
            "category": one.category,
            "own": one.own.value,
            "own_low": one.own.low,
            "own_high": one.own.high,
            "hands": one.own.n,
            "club": one.club,
            "low": one.low,
            "high": one.high,
            "standing": one.standing,
            "simulated": one.simulated,
        }
        for one in found
    ]


def club_table(club: Club, span: Span = ALL) -> list[dict[str, Any]]:
    """Return one row for everybody in a club who played, who played most first; two queries."""
    sums = sums_by_player(span.narrow(club_lines(club.pk)))
    names = names_of(sums)
    rows = []
    for player, theirs in sums.items():
        won, parts = results(theirs), {one.category: one.own.value for one in categories(theirs)}
        apart = split(theirs)
        rows.append(
            {
                "player": str(player),
                "name": names[player],
                "matches": won.matches,
                "wins": won.wins,
                "draws": won.draws,
                "rate": won.rate.value,
                "rate_low": won.rate.low,
                "rate_high": won.rate.high,
                "rate_enough": won.rate.enough,
                "hands": won.hands,
                "margin": won.margin.value,
                **{name: parts.get(name) for name in ("points", "scope", "buone")},
                "luck": next((one.index for one in luck(theirs) if one.gift == "buone"), None),
                "play": apart.play.value,
                "enough": won.margin.enough,
            }
        )
    return sorted(rows, key=lambda row: (-row["matches"], row["name"], row["player"]))


def club_records(club: Club, span: Span = ALL) -> list[dict[str, Any]]:
    """Return the best few of every kind of record, partners together; one query a kind and one for the names."""
    lines = span.narrow(club_lines(club.pk))
    found = [(kind, rows) for kind in RECORDS if (rows := _best(lines, kind))]
    names = names_of(player for _, rows in found for row in rows for player in row["players"])
    return [
        {
            **row,
            "code": kind.code,
            "match_id": str(row["match_id"]),
            "players": [str(player) for player in row["players"]],
            "names": [names[player] for player in row["players"]],
        }
        for kind, rows in found
        for row in rows
    ]


def _best(lines: QuerySet[PlayerMatch], kind: RecordKind) -> list[dict[str, Any]]:
    counted = lines.filter(**{f"{kind.column}__gte": kind.least})
    if kind.lowest:
        counted = counted.filter(won=True)
    if kind.below is not None:
        counted = counted.filter(**{f"{kind.column}__lt": kind.below, f"{kind.hand}__gt": 0})
    columns = ("match_id", "side", "player_id", "played_on", kind.column, kind.hand or "side")
    ordered = counted.order_by(kind.column if kind.lowest else f"-{kind.column}", "key", "side", "player")
    holders: dict[tuple[UUID, int], list[UUID]] = defaultdict(list)
    rows: list[dict[str, Any]] = []
    for match, side, player, day, value, hand in ordered.values_list(*columns)[: 2 * BEST]:
        holders[match, side].append(player)
        if len(holders[match, side]) == 1:
            row = {"match_id": match, "value": value, "hand": hand if kind.hand else 0, "played_on": day}
            rows.append({**row, "players": holders[match, side]})
    return rows[:BEST]


def awards_of(**who: Any) -> QuerySet[Award]:
    """Return awards of a player or of a club's people, those earned first ahead."""
    return Award.objects.filter(**who).select_related("player").order_by("key", "pk")


def award_row(award: Award) -> dict[str, Any]:
    """Return one award as the API shows it."""
    return {
        "player": str(award.player_id),
        "name": award.player.name,
        "code": award.code,
        "match": str(award.match_id),
        "hand": award.hand,
        "earned_on": award.earned_on,
    }
