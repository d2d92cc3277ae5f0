"""Publish rankings: each an immutable numbered snapshot, all of a ladder in one run (research 1.7)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from hashlib import sha256
from typing import Any

import orjson
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from cirulla.lib.locks import hold
from players.models import Ladder, RankingSnapshot, Season
from players.rankings.boards import BOARDS, Line
from players.rankings.places import MICRO, places
from players.rankings.points import of_matches, table
from players.rankings.state import state_digest
from players.ratings import RULE_VERSION
from players.record import Record
from players.selectors.circuits import circuit_table
from players.services.boards import ladder_current, state_at
from players.services.standing_boards import ladder_state
from players.session_days import session_day

APART = timedelta(minutes=10)
"""Between two runs of a ladder: an evening's ranking is read by people, not by machines."""
POINTS = "points"
FIRST_MATCH = "000/00000000-0000-0000-0000-000000000000"


def key_of_day(day: date) -> str:
    """Return the key before every match of a session day."""
    return f"{day.isoformat()}/{FIRST_MATCH}"


def due(now: datetime) -> QuerySet[Ladder]:
    """Return the ladders that have changed since their last run, which is long enough ago."""
    late = Q(published_at__isnull=True) | Q(published_at__lt=F("changed_at"), published_at__lte=now - APART)
    return Ladder.objects.filter(late, changed_at__isnull=False).order_by("pk")


def of_another_day(now: datetime) -> list[int]:
    """Return the ladders last published on an earlier session day than today, by the clocks of their clubs."""
    published = Ladder.objects.filter(published_at__isnull=False).select_related("club", "circuit__club")
    return [
        ladder.pk
        for ladder in published.order_by("pk")
        if ladder.published_at is not None
        and session_day(ladder.published_at, _time_zone(ladder)) < session_day(now, _time_zone(ladder))
    ]


@transaction.atomic(savepoint=False)
def ladder_publish(*, ladder_id: int, record: Record, now: datetime | None = None) -> int:
    """Publish every board of a ladder, and of its club's open seasons, that is not as last published.

    Returns how many snapshots that took. Readers see all of them or none.
    """
    hold("ladder", ladder_id)
    ladder = Ladder.objects.select_for_update(no_key=True).filter(pk=ladder_id).first()
    if ladder is None:
        return 0
    at = now or timezone.now()
    today = session_day(at, _time_zone(ladder))
    ladder_current(ladder, record)
    state = ladder_state(ladder)
    made = sum(_board_snapshot(ladder, name, lines, today, None) for name, lines in state.items())
    if ladder.circuit is not None:
        made += _snapshot(ladder, POINTS, [row.to_dict() for row in circuit_table(ladder.circuit)], today, None)
    for season in Season.objects.filter(club=ladder.club_id, closed_at__isnull=True, starts_on__lte=today):
        made += season_snapshots(ladder, season, record, today)
    ladder.published_at = at
    ladder.shifts = {}
    ladder.digest = state_digest(state)
    ladder.published += bool(made)
    ladder.save(update_fields=["published_at", "shifts", "published", "digest"])
    return made


def season_snapshots(ladder: Ladder, season: Season, record: Record, today: date) -> int:
    """Publish a season's points and the ratings of who played in it, as of its last day or `today`; count what changed.

    The caller holds the ladder.
    """
    last_day = min(season.ends_on, today)
    start, end = key_of_day(season.starts_on), key_of_day(last_day + timedelta(days=1))
    matches = []
    assert season.club_id is not None
    for match in record.rated_matches(season.club_id, start):
        if match.key >= end:
            break
        matches.append(match)
    points = table(of_matches(matches, season.win, season.draw, season.loss), season.best_of)
    made = _snapshot(ladder, POINTS, [row.to_dict() for row in points], last_day, season)
    since = season.starts_on.toordinal()
    for name, lines in state_at(ladder, record, end).items():
        theirs = {key: line for key, line in lines.items() if line.last >= since}
        made += _board_snapshot(ladder, name, theirs, last_day, season)
    return made


def _time_zone(ladder: Ladder) -> str:
    club = ladder.club if ladder.circuit is None else ladder.circuit.club
    return club.time_zone if club is not None else "UTC"


def _board_snapshot(ladder: Ladder, name: str, lines: Mapping[str, Line], day: date, season: Season | None) -> int:
    last = _last(ladder, name, season)
    moved = _moved(last.rows if last else [], ladder.shifts.get(name, {}))
    rows = [place.to_dict() for place in places(BOARDS[name], lines, day, moved)]
    return _snapshot(ladder, name, rows, day, season, last)


def _moved(rows: Sequence[Mapping[str, Any]], shifts: Mapping[str, Mapping[str, float]]) -> dict[str, dict[str, float]]:
    """Return what corrections and rules have moved so far: as last published, and what came since."""
    moved = {row["key"]: {"correction": row["corrected"], "rule": row["ruled"]} for row in rows}
    for key, causes in shifts.items():
        sums = moved.setdefault(key, {})
        for cause, by in causes.items():
            sums[cause] = round(sums.get(cause, 0.0) + by, MICRO)
    return moved


def _last(ladder: Ladder, board: str, season: Season | None) -> RankingSnapshot | None:
    return RankingSnapshot.objects.filter(ladder=ladder, board=board, season=season).order_by("-number").first()


def _snapshot(
    ladder: Ladder,
    board: str,
    rows: list[dict[str, Any]],
    day: date,
    season: Season | None,
    last: RankingSnapshot | None = None,
) -> int:
    last = last or _last(ladder, board, season)
    digest = sha256(orjson.dumps(rows, option=orjson.OPT_SORT_KEYS)).hexdigest()
    if (last is None and not rows) or (last is not None and last.digest == digest):
        return 0
    RankingSnapshot.objects.create(
        ladder=ladder,
        season=season,
        board=board,
        number=last.number + 1 if last else 1,
        run=ladder.published + 1,
        as_of=day,
        last_key=ladder.last_key,
        matches=ladder.matches,
        rule_version=RULE_VERSION,
        digest=digest,
        rows=rows,
    )
    return 1
