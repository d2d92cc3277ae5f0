"""Read what the entry page's scripts need of a match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext

from cirulla.lib.errors import NotFound
from players.principals import Principal
from scoring.engine import read_ruleset
from scoring.engine.detect import odds
from scoring.models import Hand, HandRevision, Match, Seat
from scoring.selectors.pages import SideLine, next_number, side_lines


def entry_sheet(match: Match, who: Principal, correction: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return what the entry page's scripts need; needs `pages.with_seats`.

    With two sides the reader's own is called *us* and stands left; a reader who does not play sees the
    first side there. With a `correction` the page is about that hand and not about the next one.
    """
    seats = list(match.seats.all())
    mine = next((seat.side for seat in seats if _sits(who, seat)), 0)
    order = [mine, *(side for side in range(match.sides_count) if side != mine)]
    number, dealing = next_number(match), match.next_dealer
    if correction:
        number, dealing = correction["number"], correction["dealer_seat"]
    dealer = next((seat for seat in seats if seat.number == dealing), seats[0])
    rules = read_ruleset(match.ruleset)
    return {
        "match": str(match.pk),
        "number": number,
        "dealer": dealer.number,
        "dealer_side": dealer.side,
        "dealer_name": dealer.player.name,
        "order": order,
        "ruleset": rules.to_dict(),
        "odds": odds(rules, len(seats)),
        "redeals": match.redeals.filter(number=number, dealer_seat=dealer.number).count(),
        "sides": [_entry_side(match, line, seats, order, _points(correction, line)) for line in side_lines(match)],
        "correction": correction,
    }


def entry_correction(match: Match, number: str) -> dict[str, Any] | None:
    """Return the hand that has this number as it stands, to be corrected; None without one. Raises NotFound."""
    if not number:
        return None
    wanted = int(number) if number.isascii() and number.isdigit() and len(number) < 5 else 0
    hand = match.hands.filter(number=wanted).exclude(state=Hand.State.VOID).first()
    if hand is None:
        raise NotFound("There is no such hand.")
    entry = HandRevision.objects.values_list("entry", flat=True).get(hand=hand, version=hand.revision)
    return {
        "id": str(hand.pk),
        "version": hand.version,
        "number": hand.number,
        "dealer_seat": hand.dealer_seat,
        "state": hand.state,
        "totals": hand.totals,
        "score": hand.score,
        "entry": entry,
    }


def _sits(who: Principal, seat: Seat) -> bool:
    if who.table is not None and who.sits_at(seat.match_id) and who.table.seat is not None:
        return seat.number == who.table.seat
    return who.known and seat.player.user_id == who.user_id


def _points(correction: Mapping[str, Any] | None, line: SideLine) -> int:
    """Return what a hand under correction has given a side, which its total on the page is to be without."""
    points = correction["totals"] if correction else None
    return int(points[line.index]) if points else 0


def _entry_side(
    match: Match, line: SideLine, seats: Sequence[Seat], order: Sequence[int], points: int
) -> dict[str, Any]:
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
        "total": max(0, line.total - points),
        "seats": [{"seat": seat.number, "name": seat.player.name} for seat in seats if seat.side == line.index],
    }


def _short_name(line: SideLine, seats: Sequence[Seat]) -> str:
    # Five names share the width of a phone: first names do where they are enough to tell people apart.
    first = [seat.player.name.split(maxsplit=1)[0] for seat in seats]
    return line.short if first.count(line.short) == 1 else line.names


def _letters(seats: Sequence[Seat]) -> list[str]:
    letters = [seat.player.name[:1].upper() for seat in seats]
    return letters if len(set(letters)) == len(letters) else [str(number + 1) for number in range(len(seats))]
