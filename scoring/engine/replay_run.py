"""Make many plays in a row, as `play` makes them one by one, at three times the speed or so.

A plain play, in turn, of a card held, with nothing declared, is made on local variables; every other one, above all
one that is to be refused, is left to `play`. A law among the tests says that both come to the same.
"""

from __future__ import annotations

from collections.abc import Sequence

from scoring.engine.captures import can_capture, empties_as_scopa, is_capture
from scoring.engine.replay_state import Play, PlayRecord, TableState
from scoring.engine.replay_verify import play


def run_plays(state: TableState, plays: Sequence[Play]) -> tuple[TableState, tuple[PlayRecord, ...]]:
    """Return the table after all `plays` and a record of each; raises as `verify_play` for the first wrong one."""
    dealt = state.dealt
    rules, turns, deals, sides = dealt.rules, dealt.turns, dealt.deals, dealt.sides
    last = len(turns) - 1
    bound_by_its_card = rules.capture_obligation == "played_card"
    records: list[PlayRecord] = []
    _, number, table, played, piles, last_side, matta_as = state
    for move in plays:
        seat, card, take, declared = move
        plain = not declared and number <= last and dealt.whole
        if plain:
            turn = turns[number]
            plain = seat == turn.seat and deals[turn.deal][seat] & ~played & card != 0
        if plain and take:
            plain = is_capture(card, table, take, rules, matta_as)
        elif plain and table:
            plain = bound_by_its_card and not can_capture(card, table, rules, matta_as)
        if not plain:
            state = TableState(dealt, number, table, played, piles, last_side, matta_as)
            state, record = play(state, move)
            _, number, table, played, piles, last_side, matta_as = state
            records.append(record)
            continue
        side = sides[seat]
        scopa = False
        if take:
            if take == table and (number < last or rules.last_card_scopa):
                scopa = empties_as_scopa(card, table, take, rules, matta_as)
            table ^= take
            last_side = side
            piles = (*piles[:side], piles[side] | take | card, *piles[side + 1 :])
        else:
            table |= card
        played |= card
        records.append(PlayRecord(number, seat, side, card, take, scopa, last_side, declared))
        number += 1
    return TableState(dealt, number, table, played, piles, last_side, matta_as), tuple(records)
