"""Keep the achievements of players true to their matches: given when earned, taken back when the ground is gone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from uuid import UUID

from players.figures.achievements import Earned, earned
from players.figures.moment import READ, Moment
from players.models import Award, PlayerMatch
from players.services.differences import Difference, Report


def awards_settle(people: Collection[UUID], report: Report) -> bool:
    """Make the awards of `people`, whose rows are locked, what their matches have earned; tell whether one changed."""
    lives: dict[UUID, list[Moment]] = defaultdict(list)
    rows = PlayerMatch.objects.filter(player__in=people).order_by("key").values_list("player_id", *READ)
    for player, *columns in rows:
        lives[player].append(Moment(*columns))
    fresh = {(player, one) for player, moments in lives.items() for one in earned(moments)}
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
