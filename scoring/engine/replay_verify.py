"""Say whether a play is legal, and make it: `verify_play`, `can_play`, `play`.

Source: RULES 2.2, 3, 4.1, 5.5, 6.2; CONTRACT 1 (`replay`: per play turn, card held, declaration, capture).
"""

from __future__ import annotations

from scoring.engine.captures import can_capture, empties_as_scopa, is_capture, legal_captures
from scoring.engine.cards import CODE_OF, card_bits, cards_list
from scoring.engine.errors import EngineError
from scoring.engine.hand_buone import Buona, declared_worth
from scoring.engine.replay_state import Play, PlayRecord, TableState, Turn


def verify_play(state: TableState, move: Play) -> tuple[Buona, ...]:
    """Refuse a play that the rules do not allow; return its declarations with their cards.

    A declaration whose cards cannot be known (the deals were never told and the deal is not over) comes back
    without cards, unjudged. Raises, in this order, `extra_play`, `out_of_turn`, `card_not_held`, `late_declaration`,
    `duplicate_card`, `matta_not_held`, `not_a_buona`, `illegal_capture`, `must_capture`, each with `play` and what
    would have been legal.
    """
    dealt, number, table, played, _, _, matta_as = state
    if number >= len(dealt.turns):
        raise EngineError("extra_play", "All cards have been played.", f"/plays/{number}", play=number)
    turn = dealt.turns[number]
    seat, card, take, declared = move
    if seat != turn.seat:
        raise EngineError(
            "out_of_turn", f"It is seat {turn.seat}'s turn.", f"/plays/{number}/seat", play=number, seat=turn.seat
        )
    hand = dealt.deals[turn.deal][seat] & ~played
    if not hand & card or (card & dealt.table and not dealt.whole):
        raise _not_held(state, card, "card")
    if declared:
        declared = _verify_declarations(state, turn, declared)
        matta_as = _declared_matta(declared) or matta_as
    if take:
        if not is_capture(card, table, take, dealt.rules, matta_as):
            raise _capture_refused(state, card, matta_as, "illegal_capture", "cannot take these cards.")
    elif table and dealt.rules.capture_obligation != "none":
        _verify_obligation(state, card, hand, matta_as)
    return declared


def can_play(state: TableState, move: Play) -> bool:
    """Tell whether the rules allow a play."""
    try:
        verify_play(state, move)
    except EngineError:
        return False
    return True


def play(state: TableState, move: Play) -> tuple[TableState, PlayRecord]:
    """Return the table after a legal play, and the play's record; raises as `verify_play`."""
    declared = verify_play(state, move)
    dealt, number, table, played, piles, last_side, matta_as = state
    seat, card, take, _ = move
    turns = dealt.turns
    side = dealt.sides[seat]
    if declared:
        matta_as = _declared_matta(declared) or matta_as
    scopa = False
    if take:
        scopa = (
            take == table
            and (number + 1 < len(turns) or dealt.rules.last_card_scopa)
            and empties_as_scopa(card, table, take, dealt.rules, matta_as)
        )
        table ^= take
        last_side = side
        piles = (*piles[:side], piles[side] | take | card, *piles[side + 1 :])
    else:
        table |= card
    record = PlayRecord(number, seat, side, card, take, scopa, last_side, declared)
    return TableState(dealt, number + 1, table, played | card, piles, last_side, matta_as), record


def legal_plays(state: TableState) -> list[Play]:
    """Return every play that is legal now, declarations apart: by card, then by capture, laying down last."""
    if state.over:
        return []
    dealt = state.dealt
    seat = dealt.turns[state.number].seat
    hand, table = state.hands[seat], state.table
    plays: list[Play] = []
    laid: list[Play] = []
    for card in card_bits(hand):
        captures = legal_captures(card, table, dealt.rules, state.matta_as)
        plays += [Play(seat, card, taken) for taken in captures]
        if dealt.rules.capture_obligation == "none":
            plays.append(Play(seat, card))
        elif not captures:
            laid.append(Play(seat, card))
    if dealt.rules.capture_obligation == "whole_hand" and plays:
        return plays
    return plays + laid


def _verify_obligation(state: TableState, card: int, hand: int, matta_as: int) -> None:
    rules, table = state.dealt.rules, state.table
    if can_capture(card, table, rules, matta_as):
        raise _capture_refused(state, card, matta_as, "must_capture", "can capture and has to.")
    if rules.capture_obligation == "whole_hand":
        others = [other for other in card_bits(hand ^ card) if can_capture(other, table, rules, matta_as)]
        if others:
            cards = [CODE_OF[other] for other in others]
            raise EngineError(
                "must_capture",
                f"{CODE_OF[card]} cannot be laid down while {' '.join(cards)} can capture.",
                f"/plays/{state.number}/card",
                play=state.number,
                cards=cards,
            )


def _verify_declarations(state: TableState, turn: Turn, declared: tuple[Buona, ...]) -> tuple[Buona, ...]:
    number, pointer = state.number, f"/plays/{state.number}/declare"
    if not turn.first:
        raise EngineError(
            "late_declaration", "Declarations are made at one's first turn of a deal.", pointer, play=number
        )
    hand = state.hands[turn.seat]
    known = state.dealt.whole or hand.bit_count() == turn.size
    shown = 0
    judged = []
    for buona in declared:
        if not buona.cards and not known:
            judged.append(buona)
            continue
        resolved = buona if buona.cards else Buona(hand, buona.matta_as)
        if resolved.cards & ~hand:
            raise _not_held(state, resolved.cards & ~hand, "declare")
        if resolved.cards & shown:
            cards = cards_list(resolved.cards & shown)
            detail = f"{' '.join(cards)} is in two declarations."
            raise EngineError("duplicate_card", detail, pointer, play=number, cards=cards)
        shown |= resolved.cards
        _verify_buona(state, resolved, pointer, in_hand=not buona.cards)
        judged.append(resolved)
    return tuple(judged)


def _verify_buona(state: TableState, buona: Buona, pointer: str, *, in_hand: bool) -> None:
    rules = state.dealt.rules
    try:
        if in_hand and buona.cards.bit_count() != 3:
            if buona.matta_as and not buona.cards & rules.matta_bit:
                raise EngineError("matta_not_held", "The matta is not in hand.")
            raise EngineError("not_a_buona", "A buona is three cards in hand.")
        declared_worth(buona, rules)
    except EngineError as no:
        raise EngineError(no.code, no.detail, pointer, play=state.number, cards=cards_list(buona.cards)) from None


def _declared_matta(declared: tuple[Buona, ...]) -> int:
    return max(buona.matta_as for buona in declared)


def _not_held(state: TableState, cards: int, field: str) -> EngineError:
    seat = state.dealt.turns[state.number].seat
    names = cards_list(cards)
    return EngineError(
        "card_not_held",
        f"Seat {seat} does not hold {' '.join(names)}.",
        f"/plays/{state.number}/{field}",
        play=state.number,
        cards=names,
        hand=cards_list(state.hands[seat]) if state.dealt.whole else None,
    )


def _capture_refused(state: TableState, card: int, matta_as: int, code: str, words: str) -> EngineError:
    captures = legal_captures(card, state.table, state.dealt.rules, matta_as)
    return EngineError(
        code,
        f"{CODE_OF[card]} {words}",
        f"/plays/{state.number}/take",
        play=state.number,
        captures=[cards_list(taken) for taken in captures],
    )
