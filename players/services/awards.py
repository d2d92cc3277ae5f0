"""Keep the achievements of players true to their matches: given when earned, taken back when the ground is gone."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import takewhile
from typing import Any
from uuid import UUID

from django.db.models import Count, QuerySet

from players.figures import Played, Sums
from players.figures.achievements import ACHIEVEMENTS, Before, Earned, earned
from players.figures.line import discipline_of
from players.figures.moment import READ, Moment
from players.models import Award, PlayerMatch
from players.services.differences import Difference, Report, unreported

PAGE = 2000
LONGEST_ROW = max(one.least for one in ACHIEVEMENTS if one.measure == "streak")
"""A longer row of wins has earned what there is for rows."""


def awards_add(lines: Sequence[Played], sums: Mapping[UUID, Sums]) -> None:
    """Give what one more match has earned; `lines` are its players', whose rows are locked, `sums` theirs before it.

    A match that is not a player's last one moves what came after it: his awards are settled anew.
    """
    people = [line.player_id for line in lines]
    given = set(Award.objects.filter(player__in=people).values_list("player_id", "code"))
    late, found = set(), []
    for line in lines:
        earlier = PlayerMatch.objects.filter(player=line.player_id).exclude(match_id=line.match_id)
        latest = list(earlier.order_by("-key").values_list("key", "won", "played_on")[:LONGEST_ROW])
        if latest and latest[0][0] > line.key:
            late.add(line.player_id)
            continue
        missing = [one for one in ACHIEVEMENTS if (line.player_id, one.code) not in given]
        counts = sums.get(line.player_id, {})
        before = Before(
            matches=counts.get("matches", 0),
            wins=counts.get("wins", 0),
            scope=counts.get("scope", 0),
            barseghe=counts.get("barseghe", 0),
            decini=counts.get("decini", 0),
            streak=len(list(takewhile(lambda match: match[1], latest))),
            last_day=latest[0][2] if latest else None,
            **_seen(earlier, line, {one.measure for one in missing}),
        )
        found += [
            Award(player_id=line.player_id, **one._asdict()) for one in earned([Moment.of(line)], before, missing)
        ]
    Award.objects.bulk_create(found)
    if late:
        awards_settle(late, unreported)


def _seen(earlier: QuerySet[PlayerMatch], line: Played, measures: Collection[str]) -> dict[str, Any]:
    """Return what a player has seen before that the measures count; what this match does not add to is not counted."""
    seen: dict[str, Any] = {}
    earlier = earlier.order_by()
    if "presets" in measures and not earlier.filter(preset=line.preset).exists():
        seen["presets"] = frozenset(earlier.values_list("preset", flat=True).distinct())
    if "disciplines_won" in measures and line.won and not earlier.filter(won=True, seats=line.seats).exists():
        tables = earlier.filter(won=True).values_list("seats", flat=True).distinct()
        seen["disciplines"] = frozenset(map(discipline_of, tables))
    if "evenings" in measures:
        seen["evenings"] = earlier.aggregate(days=Count("played_on", distinct=True))["days"]
    return seen


def _life(player: UUID) -> list[Moment]:
    rows = PlayerMatch.objects.filter(player=player).order_by("key").values_list(*READ)
    return [Moment._make(row) for row in rows.iterator(PAGE)]


def awards_settle(people: Collection[UUID], report: Report) -> bool:
    """Make the awards of `people`, whose rows are locked, what their matches have earned; tell whether one changed."""
    fresh = {(player, one) for player in people for one in earned(_life(player))}
    given = Award.objects.filter(player__in=people).values_list("id", "player_id", *Earned._fields)
    stored = {(player, Earned(*columns)): pk for pk, player, *columns in given}
    for player, one in sorted(stored.keys() - fresh):
        report(Difference("award", f"{player}: {one.code}", one, None))
    for player, one in sorted(fresh - stored.keys()):
        report(Difference("award", f"{player}: {one.code}", None, one))
    if stored.keys() == fresh:
        return False
    Award.objects.filter(pk__in=[pk for row, pk in stored.items() if row not in fresh]).delete()
    Award.objects.bulk_create(
        [Award(player_id=player, **one._asdict()) for player, one in sorted(fresh - stored.keys())]
    )
    return True
