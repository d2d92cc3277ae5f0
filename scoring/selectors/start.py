"""Read whom the page that starts a match offers first."""

from __future__ import annotations

from players.models import Club
from players.principals import Principal
from players.selectors.pages import club_players
from scoring.models import Seat

OFFERED = 12
LOOKED_AT = 120


def recent_names(club: Club, who: Principal, limit: int = OFFERED) -> list[str]:
    """Return at most `limit` names: the reader's own first, then who played in the club last, newest first.

    In a club that has not played yet its people by name.
    """
    own = [player.name for player in club_players(club).filter(user_id=who.account)[:1]] if who.known else []
    seats = (
        Seat.objects.filter(match__club=club, player__merged_into=None)
        .order_by("-match__session_day", "-match_id", "number")
        .values_list("player__name", flat=True)[:LOOKED_AT]
    )
    known = [player.name for player in club_players(club)[:limit]]
    return list(dict.fromkeys([*own, *seats, *known]))[:limit]
