"""Check what was counted of the piles by hand, and measure it as far as it is known.

A side's count holds how many cards it has, which denari, and its best rank of each suit. What cannot come from one
pack is refused with the fields concerned; what is not known stays unknown. Source: CONTRACT 2 (`counts`), RULES 8.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from scoring.engine.cards import RANK_OF_VALUE, RANKS, SUITS, cards_list
from scoring.engine.errors import EngineError
from scoring.engine.hand_deck import ALL_TEN, NO_SUIT, PRIMIERA_VALUES
from scoring.engine.rulesets import Ruleset

Best = tuple[int, int, int, int]
"""Best rank of each suit H D C S as a capture value 1..10, 0 where the side has no card of the suit."""


class PileCount(NamedTuple):
    """Hold what is known of one side's pile; None is unknown. `denari` are ten rank bits."""

    carte: int | None
    denari: int | None
    best: Best | None


def refuse_impossible(counts: Sequence[PileCount | None], rules: Ruleset) -> None:
    """Refuse counts that cannot come from one pack; None stands for a side still to be entered.

    Raises EngineError: `impossible_count` and `inconsistent` (one side against itself), `bad_sum` (carte),
    `duplicate_card` and `missing_card` (denari), `both_sides` and `nobody` (best ranks of a suit). Every field
    concerned is named.
    """
    for place, count in enumerate(counts):
        if count is not None:
            _refuse_side(place, count, rules)
    _refuse_carte(counts)
    _refuse_denari(counts)
    _refuse_best(counts)
    _refuse_room(counts, rules)


def primiera_numbers(best: Sequence[Best], rules: Ruleset) -> list[int] | None:
    """Return the numbers by which primiere are compared, as `primiera_of` gives them for whole piles.

    Under `count_sevens_sixes_aces` an ace may lie hidden beneath a better card of its suit: where such an ace
    could decide, the result is None.
    """
    if rules.primiera_method == "count_sevens_sixes_aces":
        return _by_count(best)
    missing = NO_SUIT if rules.primiera_missing_suit == "disqualified" else 0
    values = (missing, *PRIMIERA_VALUES[rules.primiera_values])
    return [sum(values[rank] for rank in side) for side in best]


def best_codes(best: Best) -> tuple[str | None, ...]:
    """Return the best card of each suit as a code, None where there is none."""
    return tuple(RANK_OF_VALUE[rank] + suit if rank else None for rank, suit in zip(best, SUITS, strict=True))


def _refuse_side(place: int, count: PileCount, rules: Ruleset) -> None:
    carte, denari, best = count
    at = f"/sides/{place}"
    if carte is not None and carte > 40:
        raise EngineError("impossible_count", "The pack has 40 cards.", f"{at}/carte")
    values = (0, *PRIMIERA_VALUES[rules.primiera_values])
    if denari is not None and best is not None:
        top = max((values[rank] for rank in range(1, 11) if denari >> (rank - 1) & 1), default=0)
        if values[best[1]] != top:
            raise _fields(
                "inconsistent", "The best denari and the list of denari differ.", f"{at}/primiera/D", f"{at}/denari"
            )
    if carte is None:
        return
    suits = sum(1 for suit, rank in enumerate(best or ()) if rank and suit != 1)
    least = suits + (denari.bit_count() if denari is not None else int(bool(best and best[1])))
    if carte < least:
        fields = [f"{at}/carte", *([f"{at}/denari"] if denari else []), *([f"{at}/primiera"] if suits else [])]
        raise _fields("inconsistent", f"These are at least {least} cards, not {carte}.", *fields)


def _refuse_carte(counts: Sequence[PileCount | None]) -> None:
    known = [(place, count.carte) for place, count in enumerate(counts) if count and count.carte is not None]
    total = sum(carte for _, carte in known)
    if total > 40 or (len(known) == len(counts) and total != 40):
        fields = [f"/sides/{place}/carte" for place, _ in known]
        raise _fields("bad_sum", f"The sides have {total} cards, the pack has 40.", *fields)


def _refuse_denari(counts: Sequence[PileCount | None]) -> None:
    known = [(place, count.denari) for place, count in enumerate(counts) if count and count.denari is not None]
    seen = double = 0
    for _, ranks in known:
        double |= seen & ranks
        seen |= ranks
    if double:
        cards = cards_list(double << 10)
        detail = f"{' '.join(cards)} cannot be in two piles."
        fields = [f"/sides/{place}/denari" for place, ranks in known if ranks & double]
        raise _fields("duplicate_card", detail, *fields, cards=cards)
    if len(known) == len(counts) and seen != ALL_TEN:
        cards = cards_list((ALL_TEN & ~seen) << 10)
        fields = [f"/sides/{place}/denari" for place, _ in known]
        raise _fields("missing_card", f"{' '.join(cards)} in no pile.", *fields, cards=cards)


def _refuse_best(counts: Sequence[PileCount | None]) -> None:
    known = [(place, count.best) for place, count in enumerate(counts) if count and count.best is not None]
    for suit, letter in enumerate(SUITS):
        for rank in range(1, 11):
            holders = [f"/sides/{place}/primiera/{letter}" for place, best in known if best[suit] == rank]
            if len(holders) > 1:
                raise _fields("both_sides", f"There is one {RANK_OF_VALUE[rank]}{letter}.", *holders)
        if len(known) == len(counts) and all(best[suit] != 7 for _, best in known):
            fields = [f"/sides/{place}/primiera/{letter}" for place, _ in known]
            raise _fields("nobody", f"Some side has the 7{letter}.", *fields)


def _refuse_room(counts: Sequence[PileCount | None], rules: Ruleset) -> None:
    """Refuse numbers of cards that no distribution with these best ranks and denari can give."""
    sides = [count for count in counts if count is not None and count.best is not None]
    if len(sides) != len(counts):
        return
    best = [count.best for count in sides if count.best is not None]
    low, high = [0] * len(sides), [0] * len(sides)
    for suit in range(4):
        denari = [count.denari for count in sides]
        ranges = list(_suit_room([side[suit] for side in best], rules))
        for place, (least, most) in enumerate(ranges):
            exact = denari[place] if suit == 1 else None
            low[place] += least if exact is None else exact.bit_count()
            high[place] += most if exact is None else exact.bit_count()
    for place, count in enumerate(sides):
        if count.carte is not None and not low[place] <= count.carte <= high[place]:
            at = f"/sides/{place}"
            detail = f"With these best cards this side has {low[place]} to {high[place]} cards, not {count.carte}."
            raise _fields("inconsistent", detail, f"{at}/carte", f"{at}/primiera")


def _suit_room(best: Sequence[int], rules: Ruleset) -> Iterator[tuple[int, int]]:
    """Yield the least and the most cards of one suit that each side can have, given every side's best rank."""
    values = (0, *PRIMIERA_VALUES[rules.primiera_values])
    for place, own in enumerate(best):
        if not own:
            yield 0, 0
            continue
        least = most = 0
        for rank in range(1, len(RANKS) + 1):
            able = [side for side, top in enumerate(best) if top and values[rank] <= values[top]]
            if rank == own:
                able = [place]
            elif rank in best:
                continue
            most += place in able
            least += able == [place]
        yield least, most


def _by_count(best: Sequence[Best]) -> list[int] | None:
    sevens = [sum(rank == 7 for rank in side) for side in best]
    sixes, aces, unsure = [0] * len(best), [0] * len(best), [0] * len(best)
    for suit in range(4):
        tops = [side[suit] for side in best]
        sixes[tops.index(6) if 6 in tops else tops.index(7)] += 1
        hiding = [tops.index(1)] if 1 in tops else [place for place, top in enumerate(tops) if top in (6, 7)]
        for place in hiding:
            if len(hiding) == 1:
                aces[place] += 1
            else:
                unsure[place] += 1
    ahead = [100 * seven + 10 * six for seven, six in zip(sevens, sixes, strict=True)]
    leaders = [place for place, number in enumerate(ahead) if number == max(ahead)]
    if len(leaders) > 1 and any(unsure[place] for place in leaders):
        return None
    return [number + ace for number, ace in zip(ahead, aces, strict=True)]


def _fields(code: str, detail: str, *pointers: str, **more: object) -> EngineError:
    return EngineError(code, detail, pointers[0], errors=[(pointer, code, detail) for pointer in pointers], **more)
