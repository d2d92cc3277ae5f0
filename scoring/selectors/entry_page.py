"""Read what the entry page's scripts need of a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext

from players.principals import Principal
from scoring.models import Match, Seat
from scoring.selectors.pages import SideLine, next_number, side_lines


def entry_sheet(match: Match, who: Principal) -> dict[str, Any]:
    """Return what the entry page's scripts need; needs `pages.with_seats`.

    With two sides the reader's own is called *us* and stands left; a reader who does not play sees the
    first side there.
    """
    seats = list(match.seats.all())
    mine = next((seat.side for seat in seats if _sits(who, seat)), 0)
    order = [mine, *(side for side in range(match.sides_count) if side != mine)]
    dealer = next((seat for seat in seats if seat.number == match.next_dealer), seats[0])
    return {
        "match": str(match.pk),
        "number": next_number(match),
        "dealer": dealer.number,
        "dealer_side": dealer.side,
        "dealer_name": dealer.player.name,
        "order": order,
        "ruleset": match.ruleset,
        "sides": [_entry_side(match, line, seats, order) for line in side_lines(match)],
    }


def _sits(who: Principal, seat: Seat) -> bool:
    if who.table is not None and who.sits_at(seat.match_id) and who.table.seat is not None:
        return seat.number == who.table.seat
    return who.known and seat.player.user_id == who.user_id


def _entry_side(match: Match, line: SideLine, seats: Sequence[Seat], order: Sequence[int]) -> dict[str, Any]:
    if match.sides_count == 2:
        ours = order[0] == line.index
        label, inline, to, letter = (
            (gettext("Us"), gettext("us"), gettext("to us"), gettext("U"))
            if ours
            else (gettext("Them"), gettext("them"), gettext("to them"), gettext("T"))
        )
    else:
        label = inline = _short_name(line, seats)
        to = gettext("to %(name)s") % {"name": label}
        letter = _letters(seats)[line.index]
    return {
        "index": line.index,
        "label": label,
        "inline": inline,
        "to": to,
        "letter": letter,
        "names": line.names,
        "total": line.total,
        "seats": [{"seat": seat.number, "name": seat.player.name} for seat in seats if seat.side == line.index],
    }


def _short_name(line: SideLine, seats: Sequence[Seat]) -> str:
    # Five names share the width of a phone: first names do where they are enough to tell people apart.
    first = [seat.player.name.split(maxsplit=1)[0] for seat in seats]
    return line.short if first.count(line.short) == 1 else line.names


def _letters(seats: Sequence[Seat]) -> list[str]:
    letters = [seat.player.name[:1].upper() for seat in seats]
    return letters if len(set(letters)) == len(letters) else [str(number + 1) for number in range(len(seats))]
