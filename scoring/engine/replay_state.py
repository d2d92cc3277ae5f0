"""Hold a hand in play as frozen data: what was dealt, the table between two plays, one play, its record.

Source: RULES 2 to 6; CONTRACT 1 (`replay`).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from scoring.engine.cards import VALUE_OF, card_bits
from scoring.engine.hand_buone import Buona
from scoring.engine.rulesets import Ruleset, deals
from scoring.engine.table import Opening

NOBODY = -1


class Turn(NamedTuple):
    """Say whose play it is: the seat, the deal from 0, whether it is the seat's first of that deal, the deal's size."""

    seat: int
    deal: int
    first: bool
    size: int


class Dealt(NamedTuple):
    """Hold what a hand starts from.

    `sides` is the side of each seat, `table` the mask of the opening cards, `bonus` what the dealer claimed for
    them or None. `deals` holds, per deal and seat, a mask of cards. `whole` is False when the deals were never
    told and are only what the plays let one know of them.
    """

    rules: Ruleset
    sides: tuple[int, ...]
    dealer: int
    table: int
    bonus: Opening | None
    deals: tuple[tuple[int, ...], ...]
    turns: tuple[Turn, ...]
    whole: bool = True

    @property
    def sides_count(self) -> int:
        """Return how many sides score."""
        return max(self.sides) + 1


class TableState(NamedTuple):
    """Hold the table between two plays.

    `number` plays have been made. `table` is a mask, `played` the mask of all cards played so far, `piles` a mask
    per side; `last_side` captured last or is -1; `matta_as` is the value 1..10 of a declared matta, else 0.
    """

    dealt: Dealt
    number: int
    table: int
    played: int
    piles: tuple[int, ...]
    last_side: int
    matta_as: int

    @property
    def hands(self) -> tuple[int, ...]:
        """Return the mask that each seat holds now, as far as the deals are known."""
        if self.over:
            return (0,) * len(self.dealt.sides)
        return tuple(hand & ~self.played for hand in self.dealt.deals[self.dealt.turns[self.number].deal])

    @property
    def over(self) -> bool:
        """Tell whether every card has been played."""
        return self.number == len(self.dealt.turns)


class Play(NamedTuple):
    """Hold one play: a card's bit, the mask of what it takes, the declarations made before it.

    A `Buona` with no cards stands for the three in hand.
    """

    seat: int
    card: int
    take: int = 0
    declared: tuple[Buona, ...] = ()


class PlayRecord(NamedTuple):
    """Hold what a play did: `taken` is a mask, `last_side` the side that has captured last, -1 while nobody has."""

    number: int
    seat: int
    side: int
    card: int
    taken: int
    scopa: bool
    last_side: int
    declared: tuple[Buona, ...]


@lru_cache(maxsize=256)
def turns_of(rules: Ruleset, seats: int, dealer: int) -> tuple[Turn, ...]:
    """Return whose play each of a hand's plays is.

    The seat after the dealer begins, the dealer plays last, in every deal. Source: RULES 2.2, 2.3.
    """
    order = [(dealer + step) % seats for step in range(1, seats + 1)]
    return tuple(
        Turn(seat, deal, place == 0, size)
        for deal, size in enumerate(deals(rules, seats))
        for place in range(size)
        for seat in order
    )


def start(dealt: Dealt) -> TableState:
    """Return the table before the first play, the dealer's bonus taken if it was claimed (RULES 4.2, 7)."""
    piles = [0] * dealt.sides_count
    table, last_side = dealt.table, NOBODY
    if dealt.bonus:
        side = dealt.sides[dealt.dealer]
        piles[side], table = table, 0
        if dealt.rules.table_bonus_is_last_capture:
            last_side = side
    return TableState(dealt, 0, table, 0, tuple(piles), last_side, 0)


def piles_at_end(state: TableState) -> tuple[int, ...]:
    """Return the piles with what is left on the table, which belongs to nobody if nobody captured (RULES 4.2, 4.3)."""
    if state.last_side == NOBODY:
        return state.piles
    piles = list(state.piles)
    piles[state.last_side] |= state.table
    return tuple(piles)


def knocks(dealt: Dealt) -> tuple[int, ...]:
    """Return how often each side knocks for a low card of a last deal of one card each.

    Of equal cards only the first in playing order; the matta is not low here. Source: RULES 8.10.
    """
    counts = [0] * dealt.sides_count
    if dealt.rules.last_deal_low_card_max and dealt.turns[-1].size == 1:
        seen: set[int] = set()
        for turn in dealt.turns[-len(dealt.sides) :]:
            for card in card_bits(dealt.deals[-1][turn.seat] & ~dealt.rules.matta_bit):
                value = VALUE_OF[card]
                if value <= dealt.rules.last_deal_low_card_max and value not in seen:
                    seen.add(value)
                    counts[dealt.sides[turn.seat]] += 1
    return tuple(counts)


def deals_from(plays: Sequence[Play], turns: Sequence[Turn], seats: int) -> tuple[tuple[int, ...], ...]:
    """Return what `plays` tell of the cards dealt: per deal and seat, those that were played or shown.

    After the last play of a deal that is all of them. Cards shown beyond a deal's size are left out.
    """
    known = [[0] * seats for _ in range(turns[-1].deal + 1)]
    for play, turn in zip(plays, turns, strict=False):
        if play.seat == turn.seat:
            known[turn.deal][turn.seat] |= play.card
    for play, turn in zip(plays, turns, strict=False):
        for buona in play.declared:
            shown = known[turn.deal][turn.seat] | buona.cards
            if shown.bit_count() <= turn.size:
                known[turn.deal][turn.seat] = shown
    return tuple(map(tuple, known))
