"""Read what the index needs of matches: points and luck of the deal by side, where every hand tells the buone apart."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from players.models import PlayerMatch
from players.rankings.boards import Margin
from players.record import RatedMatch

_COLUMNS = ("match_id", "player_id", "hands", "hands_with_categories", "points_for", "buone", "dealer", "cappotto")


def margins(matches: Sequence[RatedMatch]) -> dict[UUID, Margin]:
    """Return the margin of each match of two sides that has one, by match; one query.

    A match that its winner ended below the target was ended by a cappotto, or by a table that decides the match.
    """
    rows = PlayerMatch.objects.filter(match_id__in=[match.match_id for match in matches if len(match.sides) == 2])
    told = {(match_id, str(player)): figures for match_id, player, *figures in rows.values_list(*_COLUMNS)}
    found = {}
    for match in matches:
        figures = [told.get((match.match_id, side[0])) for side in match.sides]
        if len(figures) != 2 or figures[0] is None or figures[1] is None:
            continue
        hands, known, points, buone, dealer, cappotto = figures[0]
        _, their_known, their_points, their_buone, their_dealer, their_cappotto = figures[1]
        if hands and known == their_known == hands:
            ended = _ended(match, (points, their_points), (cappotto, their_cappotto))
            luck = (buone + dealer, their_buone + their_dealer)
            found[match.match_id] = Margin((points, their_points), luck, hands, ended)
    return found


def _ended(match: RatedMatch, points: tuple[int, int], cappotti: tuple[int, int]) -> int | None:
    if match.places[0] == match.places[1]:
        return None
    winner = 0 if match.places[0] < match.places[1] else 1
    early = match.hands is None and points[winner] < match.target_score
    return winner if early or cappotti[winner] else None
