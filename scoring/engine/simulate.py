"""Play whole legal hands and matches with seeded bots, under any ruleset.

For demo data, load tests and statistics. The one module of the engine that draws lots, from a seed it is given.
Source: RULES 2 to 9.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from scoring.engine.cards import CODE_OF, RANK_OF_VALUE, cards_list
from scoring.engine.errors import EngineError
from scoring.engine.hand import HandScore
from scoring.engine.match import HandResult, series_state
from scoring.engine.replay import Replay
from scoring.engine.replay_state import Dealt, PlayRecord, piles_at_end, start, turns_of
from scoring.engine.replay_verify import play
from scoring.engine.rulesets import Ruleset, check_players, deals, read_ruleset
from scoring.engine.simulate_bots import BOTS, Bot, bot_play
from scoring.engine.table import Opening, opening

MOST_HANDS = 1000
"""A match that is not over by then (a draw that repeats for ever) is a fault of the ruleset."""


@dataclass(frozen=True, slots=True)
class Deal:
    """Hold a shuffled pack as it was dealt: the opening table, and a mask per deal and seat."""

    table: int
    deals: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class SimulatedHand:
    """Hold one hand that bots have played, or one that its opening table decided.

    `redeals` were dealt before it. Of a hand decided by its table (`judged.outcome` is `dealer_wins_match` or
    `dealer_loses_match`) only `table` and `winner` are there; `replay` and `score` are None.
    """

    rules: Ruleset
    sides: tuple[int, ...]
    dealer: int
    redeals: int
    table: int
    judged: Opening
    replay: Replay | None
    score: HandScore | None
    winner: int | None = None

    @property
    def result(self) -> HandResult:
        """Return what the fold of a match needs of this hand."""
        if self.score is None:
            return HandResult((0,) * (max(self.sides) + 1), None, self.winner)
        return HandResult.of(self.score)

    @property
    def case(self) -> dict[str, Any]:
        """Return the hand as a `replay` case of CONTRACT 1; raise EngineError for one its table decided."""
        replay = self._played()
        dealt = replay.state.dealt
        return {
            "op": "replay",
            "ruleset": self.rules.to_dict(),
            "seats": len(self.sides),
            "sides": list(self.sides),
            "dealer": self.dealer,
            "table": cards_list(self.table),
            "claim_dealer_bonus": dealt.bonus is not None,
            "deals": [[cards_list(hand) for hand in deal] for deal in dealt.deals],
            "plays": [_play_dict(record, dealt) for record in replay.records],
        }

    def plays_body(self, number: int) -> dict[str, Any]:
        """Return the hand as the API takes it in mode `plays`, or `opening` when its table decided (CONTRACT 2)."""
        head = {"number": number, "dealer_seat": self.dealer}
        if self.replay is None:
            return {**head, "mode": "opening", "table": cards_list(self.table)}
        case = self.case
        return {**head, "mode": "plays"} | {
            name: case[name] for name in ("table", "claim_dealer_bonus", "deals", "plays")
        }

    def cards_body(self, number: int) -> dict[str, Any]:
        """Return the counted hand as the API takes it in mode `cards`, or `opening` when its table decided."""
        if self.replay is None:
            return self.plays_body(number)
        replay, counted = self.replay, self.replay.counted()
        declared: list[list[dict[str, Any]]] = [[] for _ in counted.sides]
        for record in replay.records:
            declared[record.side] += [
                {"seat": record.seat, "cards": cards_list(buona.cards), "matta_as": _rank(buona.matta_as)}
                for buona in record.declared
            ]
        bonus = replay.state.dealt.bonus
        return {
            "number": number,
            "dealer_seat": self.dealer,
            "mode": "cards",
            "sides": [
                {
                    "captured": cards_list(pile),
                    "scope": side.scope,
                    "buone": buone,
                    "knocks": side.knocks,
                }
                for pile, side, buone in zip(piles_at_end(replay.state), counted.sides, declared, strict=True)
            ],
            "dealer_bonus": {"table": cards_list(self.table), "matta_as": _rank(bonus.matta_as)} if bonus else None,
        }

    def _played(self) -> Replay:
        if self.replay is None:
            raise EngineError(
                self.judged.outcome if self.judged.outcome == "dealer_wins_match" else "redeal",
                "The opening table decided this hand.",
                "/table",
            )
        return self.replay


def simulate_match(
    rules: Ruleset | str, seats: int, seed: int | str, bots: Sequence[str | Bot] = ("careful",), first_dealer: int = 0
) -> list[SimulatedHand]:
    """Play a whole match, or series, and return its hands in order; the same seed gives the same match.

    `bots` are names of `BOTS` or functions, one for each seat; fewer are repeated around the table. Redeals are no
    hands (RULES 2.5): each hand tells how many came before it. Raises EngineError when the ruleset is not played by
    so many.

    >>> hands = simulate_match("sbiro", 2, seed=1)
    >>> hands[-1].case["op"]
    'replay'
    """
    rules = read_ruleset(rules) if isinstance(rules, str) else rules
    check_players(rules, seats)
    dice = random.Random(seed)  # noqa: S311 - a game of cards, not a secret
    hands: list[SimulatedHand] = []
    dealer = first_dealer
    sides = max(sides_of(seats)) + 1
    while series_state([hand.result for hand in hands], rules, sides).status == "in_progress":
        hand = simulate_hand(rules, seats, dealer, dice, bots)
        dealer = (dealer + 1) % seats
        # The third redeal with three sides: nobody wins, the deal passes on (RULES 11).
        if hand.score is not None or hand.winner is not None:
            hands.append(hand)
        if len(hands) == MOST_HANDS:
            break
    return hands


def simulate_hand(
    rules: Ruleset, seats: int, dealer: int, dice: random.Random, bots: Sequence[str | Bot]
) -> SimulatedHand:
    """Play one hand, after as many redeals as its tables call for; `bots` as in `simulate_match`."""
    sides = sides_of(seats)
    redeals = 0
    while True:
        dealt = shuffled_deal(rules, seats, dealer, dice)
        judged = opening(dealt.table, rules, redeals)
        if judged.outcome != "redeal":
            break
        redeals += 1
    if judged.outcome in ("dealer_wins_match", "dealer_loses_match"):
        winner = _winner_at_the_table(judged.outcome, sides, dealer)
        return SimulatedHand(rules, sides, dealer, redeals, dealt.table, judged, None, None, winner)
    replay = _play_out(rules, sides, dealer, dealt, judged, dice, bots)
    return SimulatedHand(rules, sides, dealer, redeals, dealt.table, judged, replay, replay.score())


def shuffled_deal(rules: Ruleset, seats: int, dealer: int, dice: random.Random) -> Deal:
    """Shuffle the pack and deal it out: the table first, then three (or `deal_sizes`) to each seat in playing order."""
    pack = [1 << index for index in range(40)]
    dice.shuffle(pack)
    at = rules.table_cards
    dealt = []
    for size in deals(rules, seats):
        hands = [0] * seats
        for step in range(1, seats + 1):
            hands[(dealer + step) % seats] = sum(pack[at : at + size])
            at += size
        dealt.append(tuple(hands))
    return Deal(sum(pack[: rules.table_cards]), tuple(dealt))


def sides_of(seats: int) -> tuple[int, ...]:
    """Return the side of each seat: two pairs with four, each alone otherwise (RULES 2.1)."""
    return (0, 1, 0, 1) if seats == 4 else tuple(range(seats))


def _play_out(
    rules: Ruleset,
    sides: tuple[int, ...],
    dealer: int,
    deal: Deal,
    judged: Opening,
    dice: random.Random,
    bots: Sequence[str | Bot],
) -> Replay:
    turns = turns_of(rules, len(sides), dealer)
    bonus = judged if judged.outcome == "dealer_bonus" else None
    state = start(Dealt(rules, sides, dealer, deal.table, bonus, deal.deals, turns))
    seated = [bots[seat % len(bots)] for seat in range(len(sides))]
    players = [BOTS[bot] if isinstance(bot, str) else bot for bot in seated]
    records = []
    while not state.over:
        seat = turns[state.number].seat
        state, record = play(state, bot_play(state, players[seat], dice))
        records.append(record)
    return Replay(state, tuple(records), ())


def _winner_at_the_table(outcome: str, sides: tuple[int, ...], dealer: int) -> int | None:
    mine = sides[dealer]
    if outcome == "dealer_wins_match":
        return mine
    others = {side for side in sides if side != mine}
    return others.pop() if len(others) == 1 else None


def _play_dict(record: PlayRecord, dealt: Dealt) -> dict[str, Any]:
    declare: Any = None
    if record.declared:
        named = [{"cards": cards_list(buona.cards), "matta_as": _rank(buona.matta_as)} for buona in record.declared]
        in_hand = dealt.turns[record.number].size == 3
        declare = {"matta_as": named[0]["matta_as"]} if in_hand else named
    return {
        "seat": record.seat,
        "card": CODE_OF[record.card],
        "take": cards_list(record.taken),
        "declare": declare,
    }


def _rank(value: int) -> str | None:
    return RANK_OF_VALUE[value] or None
