"""Choose a play as simple players would: at random, by what it takes now, or with an eye on what it leaves.

A bot never looks at another's hand; all of them declare every buona. Source: RULES 3 to 6.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeVar

from scoring.engine.captures import can_capture, cards_of_value, empties_as_scopa, table_value
from scoring.engine.cards import CODES, DECK, DENARI, VALUE_OF, card_bits, card_indices
from scoring.engine.declarations import best_declarations
from scoring.engine.hand_buone import Buona
from scoring.engine.replay_state import Play, TableState
from scoring.engine.replay_verify import legal_plays

_Item = TypeVar("_Item")


class Dice(Protocol):
    """Be a source of chance that a caller has seeded, such as `random.Random`."""

    def choice(self, items: Sequence[_Item], /) -> _Item:
        """Return one of the items."""

    def random(self) -> float:
        """Return a number from 0 up to 1."""


Bot = Callable[[TableState, Sequence[Play], Dice], Play]
"""Choose one of the legal plays of a table."""

SCOPA_WORTH = 10.0
_PRIMIERA_WORTH = {"7": 1.6, "6": 1.0, "A": 0.8, "5": 0.4}
_WORTH: tuple[float, ...] = tuple(
    1.0
    + _PRIMIERA_WORTH.get(code[0], 0.0)
    + (2.0 if code[1] == "D" else 0.0)
    + (1.5 if code in ("AD", "2D", "3D", "JD", "QD", "KD") else 0.0)
    + (6.0 if code == "7D" else 0.0)
    for code in CODES
)
"""What a captured card is about worth to these players, a scopa being SCOPA_WORTH."""


def bot_play(state: TableState, bot: Bot, dice: Dice) -> Play:
    """Return the play a bot makes now, with its declarations."""
    declared = bot_declarations(state)
    matta_as = max((buona.matta_as for buona in declared), default=0)
    if matta_as:
        state = state._replace(matta_as=matta_as)
    return bot(state, legal_plays(state), dice)._replace(declared=declared)


def bot_declarations(state: TableState) -> tuple[Buona, ...]:
    """Return the best declarations of the seat to play, none after its first turn of the deal."""
    turn = state.dealt.turns[state.number]
    if not turn.first or turn.size < 3:
        return ()
    return best_declarations(state.dealt.deals[turn.deal][turn.seat], state.dealt.rules)


def random_bot(_: TableState, plays: Sequence[Play], dice: Dice) -> Play:
    """Choose any legal play."""
    return dice.choice(plays)


def greedy_bot(state: TableState, plays: Sequence[Play], dice: Dice) -> Play:
    """Choose the play that takes most now."""
    return _best([(_gain(state, play) + dice.random() * 0.1, play) for play in plays])


def careful_bot(state: TableState, plays: Sequence[Play], dice: Dice) -> Play:
    """Choose the play that takes most, less what the table it leaves may give to the next seat."""
    return _best([(_gain(state, play) - _risk(state, play) + dice.random() * 0.1, play) for play in plays])


BOTS: Mapping[str, Bot] = {"random": random_bot, "greedy": greedy_bot, "careful": careful_bot}
"""Every bot by its name."""


def _best(judged: Sequence[tuple[float, Play]]) -> Play:
    return max(judged, key=lambda pair: pair[0])[1]


def _gain(state: TableState, play: Play) -> float:
    if not play.take:
        return -0.3 * _WORTH[play.card.bit_length() - 1]
    gain = sum(_WORTH[index] for index in card_indices(play.take | play.card))
    if _is_scopa(state, play):
        gain += SCOPA_WORTH
    return gain


def _is_scopa(state: TableState, play: Play) -> bool:
    rules = state.dealt.rules
    last = state.number + 1 == len(state.dealt.turns) and not rules.last_card_scopa
    return not last and empties_as_scopa(play.card, state.table, play.take, rules, state.matta_as)


def _risk(state: TableState, play: Play) -> float:
    """Return about what the next seat can expect of the table that a play leaves."""
    table = state.table ^ play.take if play.take else state.table | play.card
    if not table:
        return 0.0
    rules, matta_as = state.dealt.rules, state.matta_as
    turn = state.dealt.turns[state.number]
    unseen = DECK & ~(state.played | state.table | state.dealt.table | play.card)
    unseen &= ~state.dealt.deals[turn.deal][turn.seat]
    if not unseen:
        return 0.0
    matta = rules.matta_bit & table if matta_as else 0
    total = table_value(table, matta, matta_as)
    aces = cards_of_value(1, table, matta, matta_as)
    sweepers = takers = 0
    for card in card_bits(unseen):
        value = VALUE_OF[card]
        if value in (total, 15 - total) or (value == 1 and not aces):
            sweepers += 1
        elif can_capture(card, table, rules, matta_as):
            takers += 1
    held = min(3, len(state.dealt.turns) - state.number - 1) / unseen.bit_count()
    worth = sum(_WORTH[index] for index in card_indices(table))
    denari = 2.0 * (table & DENARI).bit_count()
    return min(1.0, sweepers * held) * (SCOPA_WORTH + worth) + min(1.0, takers * held) * (0.4 * worth + 0.2 * denari)
