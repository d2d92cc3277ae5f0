"""Read published rankings, and why places changed between two of them."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from cirulla.lib.errors import NotFound, Unprocessable
from players.models import Circuit, Club, RankingSnapshot, Season
from players.policies import clubs_visible
from players.principals import Principal
from players.rankings.boards import BOARDS
from players.rankings.places import Place
from players.rankings.reasons import Reason, reasons

POINTS = "points"
BOARD_NAMES = (*BOARDS, POINTS)


def snapshots_visible(who: Principal) -> QuerySet[RankingSnapshot]:
    """Return the published rankings of clubs that someone may see, and of the circuits that these organise."""
    clubs = clubs_visible(who).values("pk")
    return RankingSnapshot.objects.filter(Q(ladder__club__in=clubs) | Q(ladder__circuit__club__in=clubs))


def snapshot_get(who: Principal, snapshot_id: UUID) -> RankingSnapshot:
    """Return a published ranking that `who` may see. Raises NotFound."""
    found = snapshots_visible(who).select_related("ladder").filter(pk=snapshot_id).first()
    if found is None:
        raise NotFound("There is no such ranking.")
    return found


def earlier(snapshot: RankingSnapshot) -> RankingSnapshot | None:
    """Return the snapshot of the same board that was published before this one."""
    return _same_board(snapshot).filter(number__lt=snapshot.number).order_by("-number").first()


def numbered(snapshot: RankingSnapshot, number: int) -> RankingSnapshot:
    """Return another snapshot of the same board by its number. Raises NotFound."""
    found = _same_board(snapshot).filter(number=number).first()
    if found is None:
        raise NotFound("This board has no ranking of that number.")
    return found


def _same_board(snapshot: RankingSnapshot) -> QuerySet[RankingSnapshot]:
    return RankingSnapshot.objects.filter(ladder=snapshot.ladder_id, season=snapshot.season_id, board=snapshot.board)


def changes(before: RankingSnapshot | None, after: RankingSnapshot) -> list[Reason]:
    """Return why places differ between two snapshots of one board; before the first there was nobody.

    Raises Unprocessable `no_reasons` for a table of points, whose places follow from its occasions alone.
    """
    if after.board == POINTS:
        raise Unprocessable("no_reasons", "A table of points changes by its evenings and events alone.")
    return reasons([Place(**row) for row in before.rows] if before else [], [Place(**row) for row in after.rows])


def snapshot_row(snapshot: RankingSnapshot) -> dict[str, Any]:
    """Return a published ranking as lists show it, without its lines."""
    ladder = snapshot.ladder
    return {
        "id": str(snapshot.pk),
        "club": _text(ladder.club_id),
        "circuit": _text(ladder.circuit_id),
        "season": _text(snapshot.season_id),
        "board": snapshot.board,
        "number": snapshot.number,
        "as_of": snapshot.as_of,
        "matches": snapshot.matches,
        "last_match": _text(last_match(snapshot)),
        "rule_version": snapshot.rule_version,
        "digest": snapshot.digest,
        "created_at": snapshot.made_at,
        "url": f"/api/v1/ranking-snapshots/{snapshot.pk}",
    }


def last_match(snapshot: RankingSnapshot) -> UUID | None:
    """Return the match up to which a published ranking goes, the last in the order of its ladder; None before any.

    Source: the key of RATINGS 3 (day, round, match).
    """
    return UUID(snapshot.last_key.rsplit("/", 1)[1]) if snapshot.last_key else None


_BLANK: dict[str, Any] = dict.fromkeys(
    ("standing", "rating", "deviation", "matches", "last_played_on", "points", "counted", "occasions")
)


def snapshot_body(snapshot: RankingSnapshot) -> dict[str, Any]:
    """Return a published ranking with its lines: ids and figures, what a board does not have is null."""
    rows = []
    for row in snapshot.rows:
        told = {**_BLANK, **{name: value for name, value in row.items() if name in _BLANK}}
        rows.append({"rank": row["rank"], "players": row["key"].split(" "), "wins": row["wins"], **told})
    return {**snapshot_row(snapshot), "rows": rows}


def reason_row(reason: Reason) -> dict[str, Any]:
    """Return a reason as the API shows it."""
    return {
        "players": reason.key.split(" "),
        "rank_before": reason.rank_before,
        "rank_after": reason.rank_after,
        "rating_before": reason.rating_before,
        "rating_after": reason.rating_after,
        "cause": reason.cause,
        "became": reason.became or None,
        "moved": reason.moved,
        "steps": reason.steps,
    }


def seasons_visible(who: Principal) -> QuerySet[Season]:
    """Return the seasons of the clubs someone may see."""
    return Season.objects.filter(club__in=clubs_visible(who))


def season_get(who: Principal, season_id: UUID) -> Season:
    """Return a season that `who` may know of. Raises NotFound."""
    season = seasons_visible(who).select_related("club").filter(pk=season_id).first()
    if season is None:
        raise NotFound("There is no such season.")
    return season


def season_row(season: Season) -> dict[str, Any]:
    """Return a season as the API shows it."""
    return {
        "id": str(season.pk),
        "club": str(season.club_id),
        "name": season.name,
        "starts_on": season.starts_on,
        "ends_on": season.ends_on,
        "win": season.win,
        "draw": season.draw,
        "loss": season.loss,
        "best_of": season.best_of,
        "closed_at": season.closed_at,
        "created_at": season.created_at,
        "version": season.version,
        "url": f"/api/v1/seasons/{season.pk}",
    }


def newest(
    board: str, *, club: Club | None = None, season: Season | None = None, circuit: Circuit | None = None
) -> RankingSnapshot | None:
    """Return the newest published ranking of a board of a club, of a season, or of a circuit."""
    found = RankingSnapshot.objects.filter(board=board, season=season)
    if season is None:
        found = found.filter(ladder__circuit=circuit) if circuit is not None else found.filter(ladder__club=club)
    return found.select_related("ladder").order_by("-number").first()


def _text(value: UUID | None) -> str | None:
    return None if value is None else str(value)
