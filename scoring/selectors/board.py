"""Read what the scoreboard shows: the totals, who deals, the last hand, the run of hands."""

from __future__ import annotations

from dataclasses import dataclass

from scoring.models import Hand, Match
from scoring.selectors.pages import SideLine, first_names, next_number, side_lines, title_of

NOT_KNOWN = "?"


@dataclass(frozen=True, slots=True)
class BoardHand:
    """Hold a hand's points as they are read, `13–4`."""

    number: int
    points: str


@dataclass(frozen=True, slots=True)
class BoardPage:
    """Hold the scoreboard of a match; `wide`: a total of three figures; `dealer` is empty once it is over."""

    code: str
    title: str
    version: int
    open: bool
    winner: int | None
    sides: list[SideLine]
    many: bool
    wide: bool
    dealer: str
    number: int
    hands: list[BoardHand]

    @property
    def last(self) -> BoardHand | None:
        """Return the hand counted last."""
        return self.hands[-1] if self.hands else None


def board_page(match: Match) -> BoardPage:
    """Return the scoreboard of a match; needs `with_seats`."""
    sides = side_lines(match)
    is_open = match.status == Match.Status.OPEN
    seats = {seat.number: seat.player.name for seat in match.seats.all()}
    called = first_names(list(seats.values()))
    hands = match.hands.exclude(state=Hand.State.VOID).order_by("number").values_list("number", "totals")
    return BoardPage(
        code=match.code,
        title=title_of(sides),
        version=match.version,
        open=is_open,
        winner=match.winner,
        sides=sides,
        many=len(sides) > 2,
        wide=max(side.total for side in sides) > 99,
        dealer=called[seats[match.next_dealer]] if is_open and match.next_dealer in seats else "",
        number=next_number(match),
        hands=[
            BoardHand(number, "–".join(str(total) for total in totals) if totals else NOT_KNOWN)
            for number, totals in hands
        ],
    )
