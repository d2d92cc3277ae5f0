"""Keep the achievements of players true to their matches: given when earned, taken back when the ground is gone."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from uuid import UUID

from players.figures import Played, Sums
from players.figures.achievements import ACHIEVEMENTS, Earned, Life, earned
from players.figures.moment import READ, Moment
from players.models import Award, PlayerMatch
from players.services.differences import Difference, Report, unreported

PAGE = 2000


def awards_add(lines: Sequence[Played], sums: Mapping[UUID, Sums], lives: Mapping[UUID, Life]) -> dict[UUID, Life]:
    """Give what one more match has earned and return the lives with it.

    `lines` are its players', whose rows are locked, `sums` and `lives` theirs before it. A match that is not a player's
    last one moves what came after it: his awards are settled anew.
    """
    people = [line.player_id for line in lines]
    given = set(Award.objects.filter(player__in=people).values_list("player_id", "code"))
    found: list[Award] = []
    now: dict[UUID, Life] = {}
    for line in lines:
        player, life = line.player_id, lives.get(line.player_id, Life())
        if life.key > line.key:
            continue
        missing = [one for one in ACHIEVEMENTS if (player, one.code) not in given]
        moments = [Moment.of(line)]
        earned_now = earned(moments, life.before(sums.get(player, {})), missing)
        found += [Award(player_id=player, **one._asdict()) for one in earned_now]
        now[player] = life.after(moments)
    Award.objects.bulk_create(found)
    late = set(people) - now.keys()
    return now | awards_settle(late, unreported)[1] if late else now


def awards_settle(people: Collection[UUID], report: Report) -> tuple[bool, dict[UUID, Life]]:
    """Make the awards of `people`, whose rows are locked, what their matches have earned.

    Returns whether one changed, and the lives that the matches make.
    """
    fresh: set[tuple[UUID, Earned]] = set()
    lives = {}
    for player in people:
        rows = PlayerMatch.objects.filter(player=player).order_by("key").values_list(*READ)
        moments = [Moment._make(row) for row in rows.iterator(PAGE)]
        fresh.update((player, one) for one in earned(moments))
        lives[player] = Life().after(moments)
    given = Award.objects.filter(player__in=people).values_list("id", "player_id", *Earned._fields)
    stored = {(player, Earned(*columns)): pk for pk, player, *columns in given}
    for player, one in sorted(stored.keys() - fresh):
        report(Difference("award", f"{player}: {one.code}", one, None))
    for player, one in sorted(fresh - stored.keys()):
        report(Difference("award", f"{player}: {one.code}", None, one))
    if stored.keys() == fresh:
        return False, lives
    Award.objects.filter(pk__in=[pk for row, pk in stored.items() if row not in fresh]).delete()
    Award.objects.bulk_create(
        [Award(player_id=player, **one._asdict()) for player, one in sorted(fresh - stored.keys())]
    )
    return True, lives
