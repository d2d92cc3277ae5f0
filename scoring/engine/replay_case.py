"""Read a transcript of a hand: who sat where, what was dealt, what was played.

A transcript without a fault is read by sums alone; only when something does not come out is it read again, slowly,
to say precisely what is wrong. Order of refusals: shape, ruleset, players, unknown card, duplicate.
Source: CONTRACT 1 (`replay`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scoring.engine.cards import BIT, RANK_VALUE, card_bit
from scoring.engine.case_shape import (
    read_code,
    read_codes,
    read_flag,
    read_integer,
    read_list,
    read_matta_as,
    read_object,
    required,
)
from scoring.engine.errors import EngineError
from scoring.engine.hand_buone import Buona
from scoring.engine.replay_state import Play, turns_of
from scoring.engine.rulesets import Ruleset, check_players, deals, read_ruleset

_BIT_OF = BIT.__getitem__
_NONE: tuple[Buona, ...] = ()
PAIRS = ([0, 1, 0, 1], [1, 0, 1, 0])
"""Partners sit opposite each other (RULES 2.1)."""


class Transcript(NamedTuple):
    """Hold a hand as it was written down.

    `sides` is the side of each seat, `table` a mask, `deals` a mask per deal and seat, or None when nobody wrote
    down what was dealt.
    """

    sides: tuple[int, ...]
    dealer: int
    table: int
    claim_dealer_bonus: bool
    deals: tuple[tuple[int, ...], ...] | None
    plays: tuple[Play, ...]


def read_transcript_case(case: Mapping[str, Any]) -> tuple[Transcript, Ruleset]:
    """Return the transcript and the ruleset of a `replay` case; `deals` null means that they are unknown.

    The deals of a hand in progress may be the first few. Raises `bad_request`, the codes of `read_ruleset`,
    `bad_players`, `conflicting_options`, `unknown_card`, `duplicate_card`.
    """
    seats = read_integer(required(case, "seats"), "/seats", 2, 5)
    sides = read_sides(required(case, "sides"), seats)
    dealer = read_integer(required(case, "dealer"), "/dealer", 0, seats - 1)
    claim = read_flag(required(case, "claim_dealer_bonus"), "/claim_dealer_bonus")
    required(case, "deals")
    cards = TranscriptCards.read(case)
    if cards is None:
        _check_shape(case)
    rules = read_ruleset(case.get("ruleset"))
    check_players(rules, seats)
    if cards is None:
        told = None if case["deals"] is None else [[_as_many(hand) for hand in deal] for deal in case["deals"]]
        check_sizes(_as_many(case["table"]), told, (), rules, seats)
        raise _refused_cards(case)
    check_sizes(cards.table, cards.deals, cards.plays, rules, seats)
    return Transcript(sides, dealer, cards.table, claim, cards.deals, cards.plays), rules


def read_cards(case: Mapping[str, Any]) -> TranscriptCards:
    """Return the cards of `table`, `deals` and `plays`.

    Raises `bad_request` for a wrong shape, `unknown_card`, `duplicate_card`, with pointers.
    """
    cards = TranscriptCards.read(case)
    if cards is None:
        _check_shape(case)
        raise _refused_cards(case)
    return cards


def read_sides(value: Any, seats: int) -> tuple[int, ...]:
    """Return the side of each seat: each alone, or two pairs of opposite seats (RULES 2.1)."""
    sides = read_list(value, "/sides")
    for seat, side in enumerate(sides):
        read_integer(side, f"/sides/{seat}", 0, seats - 1)
    fits = sides in PAIRS if seats == 4 else sorted(sides) == list(range(seats))
    if not fits:
        words = "two pairs, partners opposite" if seats == 4 else "each alone"
        raise EngineError("bad_request", f"{seats} seats play {words}.", "/sides")
    return tuple(sides)


class TranscriptCards(NamedTuple):
    """Hold the cards of a transcript as masks; see `Transcript`."""

    table: int
    deals: tuple[tuple[int, ...], ...] | None
    plays: tuple[Play, ...]

    @classmethod
    def read(cls, case: Mapping[str, Any]) -> TranscriptCards | None:
        """Return the cards of a case as masks, None when anything is not as it should be."""
        told = case["deals"]
        try:
            table = _distinct(case["table"])
            dealt = None if told is None else tuple([_read_deal(deal) for deal in _a_list(told)])
            plays = tuple([_read_play(move) for move in _a_list(case["plays"])])
        except (KeyError, TypeError, ValueError, AttributeError):
            return None
        masks = [table, *(hand for deal in dealt or () for hand in deal)]
        return cls(table, dealt, plays) if sum(masks).bit_count() == sum(map(int.bit_count, masks)) else None


def _a_list(value: Any) -> list[Any]:
    if type(value) is not list:
        raise TypeError
    return value


def _read_deal(deal: Any) -> tuple[int, ...]:
    return tuple([_distinct(hand) for hand in _a_list(deal)])


def _distinct(codes: Any) -> int:
    if type(codes) is not list:
        raise TypeError
    if len(codes) == 1:
        return _BIT_OF(codes[0])
    mask = sum(map(_BIT_OF, codes))
    if mask.bit_count() != len(codes):
        raise ValueError
    return mask


def _read_play(move: Mapping[str, Any]) -> Play:
    seat, take, declare = move["seat"], move["take"], move.get("declare")
    if type(seat) is not int or type(take) is not list:
        raise TypeError
    declared = _NONE if declare is None else _read_declared(declare)
    return Play(seat, BIT[move["card"]], _distinct(take) if take else 0, declared)


def _read_declared(declare: Any) -> tuple[Buona, ...]:
    if isinstance(declare, Mapping):
        return (Buona(0, _matta_value(declare)),)
    if type(declare) is not list:
        raise TypeError
    declared = tuple([Buona(_distinct(shown["cards"]), _matta_value(shown)) for shown in declare])
    shown = 0
    for buona in declared:
        if shown & buona.cards or not buona.cards:
            raise ValueError
        shown |= buona.cards
    return declared


def _matta_value(declare: Mapping[str, Any]) -> int:
    rank = declare["matta_as"]
    return 0 if rank is None else RANK_VALUE[rank]


def _check_shape(case: Mapping[str, Any]) -> None:
    read_codes(required(case, "table"), "/table")
    if case["deals"] is not None:
        for number, deal in enumerate(read_list(case["deals"], "/deals")):
            for seat, hand in enumerate(read_list(deal, f"/deals/{number}")):
                read_codes(hand, f"/deals/{number}/{seat}")
    for number, play in enumerate(read_list(required(case, "plays"), "/plays")):
        at = f"/plays/{number}"
        move = read_object(play, at)
        if type(required(move, "seat", at)) is not int:
            raise EngineError("bad_request", "A seat is a number.", f"{at}/seat")
        read_code(required(move, "card", at), f"{at}/card")
        read_codes(required(move, "take", at), f"{at}/take")
        _check_declare(move.get("declare"), f"{at}/declare")


def _check_declare(declare: Any, at: str) -> None:
    if declare is None:
        return
    if isinstance(declare, Mapping):
        read_matta_as(required(declare, "matta_as", at), f"{at}/matta_as")
        return
    for number, shown in enumerate(read_list(declare, at)):
        where = f"{at}/{number}"
        if not read_codes(required(read_object(shown, where), "cards", where), f"{where}/cards"):
            raise EngineError("bad_request", "A declaration shows three cards.", f"{where}/cards")
        read_matta_as(required(shown, "matta_as", where), f"{where}/matta_as")


def check_sizes(
    table: int, told: Sequence[Sequence[int]] | None, plays: Sequence[Play], rules: Ruleset, seats: int
) -> None:
    """Raise `bad_request` for numbers of cards that `rules` do not deal to `seats` players."""
    sizes = deals(rules, seats)
    if table.bit_count() != rules.table_cards:
        raise EngineError("bad_request", f"The opening table has {rules.table_cards} cards.", "/table")
    if told is not None:
        if not 1 <= len(told) <= len(sizes):
            raise EngineError("bad_request", f"A hand has {len(sizes)} deals, not {len(told)}.", "/deals")
        for number, (deal, size) in enumerate(zip(told, sizes, strict=False)):
            if len(deal) != seats or any(hand.bit_count() != size for hand in deal):
                words = f"{size} cards for each of {seats} seats are dealt here."
                raise EngineError("bad_request", words, f"/deals/{number}")
    if max(sizes) > 3:
        for number, (turn, move) in enumerate(zip(turns_of(rules, seats, 0), plays, strict=False)):
            if turn.size > 3 and any(not buona.cards for buona in move.declared):
                words = f"In a deal of {turn.size} a declaration names its three cards, in a list."
                raise EngineError("bad_request", words, f"/plays/{number}/declare")


def _as_many(codes: Sequence[str]) -> int:
    """Return a mask of as many cards, whatever they are: only their number is looked at."""
    return (1 << len(codes)) - 1


def _refused_cards(case: Mapping[str, Any]) -> EngineError:
    held = {"/table": case["table"]}
    for number, deal in enumerate(case["deals"] or ()):
        held |= {f"/deals/{number}/{seat}": hand for seat, hand in enumerate(deal)}
    groups: list[dict[str, Sequence[str]]] = [held]
    for number, move in enumerate(case["plays"]):
        at = f"/plays/{number}"
        card_bit(move["card"], f"{at}/card")
        groups.append({f"{at}/take": move["take"]})
        if isinstance(move.get("declare"), list):
            shown = {f"{at}/declare/{place}/cards": buona["cards"] for place, buona in enumerate(move["declare"])}
            groups.append(shown)
    for lists in groups:
        for pointer, codes in lists.items():
            for place, code in enumerate(codes):
                card_bit(code, f"{pointer}/{place}")
    for lists in groups:
        seen: set[str] = set()
        for pointer, codes in lists.items():
            for place, code in enumerate(codes):
                if code in seen:
                    return EngineError("duplicate_card", f"{code} is there twice.", f"{pointer}/{place}", cards=[code])
                seen.add(code)
    return EngineError("bad_request", "The transcript cannot be read.")
