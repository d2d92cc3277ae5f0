"""Read and score the mode `plays`: a hand told card by card, replayed by the referee.

Source: CONTRACT 2 (`plays`), RULES 2 to 8.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.engine.cards import CODE_OF, RANK_OF_VALUE, cards_list
from scoring.engine.entry_fields import Seating, need, read_list, read_object
from scoring.engine.entry_score import EntryScore
from scoring.engine.errors import EngineError
from scoring.engine.explain import explain_hand
from scoring.engine.hand import CountedHand, score_piles
from scoring.engine.hand_buone import Buona
from scoring.engine.replay import Replay, replay_hand
from scoring.engine.replay_case import Transcript, check_sizes, read_cards
from scoring.engine.replay_state import Play
from scoring.engine.rulesets import Ruleset, check_players

PLAYS_FIELDS = ("table", "claim_dealer_bonus", "deals", "plays")


@dataclass(frozen=True, slots=True)
class PlaysEntry:
    """Hold the transcript of a body in mode `plays`."""

    transcript: Transcript

    @classmethod
    def read(cls, body: Mapping[str, Any], seating: Seating) -> PlaysEntry:
        """Return the entry of a body; raise the codes of shape, `unknown_card`, `duplicate_card`.

        `deals` may be left out or null: nobody wrote down what was dealt.
        """
        for number, move in enumerate(read_list(need(body, "plays", ""), "/plays")):
            at = f"/plays/{number}"
            fields = read_object(move, ("seat", "card", "take", "declare"), at)
            for name in ("seat", "card", "take"):
                need(fields, name, at)
        for name in ("table", "claim_dealer_bonus"):
            need(body, name, "")
        if type(body["claim_dealer_bonus"]) is not bool:
            raise EngineError("wrong_type", "This is true or false.", "/claim_dealer_bonus")
        try:
            cards = read_cards({**body, "deals": body.get("deals")})
        except EngineError as no:
            raise _in_body_code(no, "wrong_type") from None
        claim = body["claim_dealer_bonus"]
        sides = seating.seat_sides
        return cls(Transcript(sides, seating.dealer_seat, cards.table, claim, cards.deals, cards.plays))

    @property
    def open_sides(self) -> tuple[int, ...]:
        """Return no side: a transcript holds them all."""
        return ()

    def canonical(self) -> dict[str, Any]:
        """Return the transcript with every list of cards in card order, hands apart from the order of plays."""
        told = self.transcript
        return {
            "table": cards_list(told.table),
            "claim_dealer_bonus": told.claim_dealer_bonus,
            "deals": None if told.deals is None else [[cards_list(hand) for hand in deal] for deal in told.deals],
            "plays": [_play_dict(move) for move in told.plays],
        }

    def content(self) -> dict[str, Any]:
        """Return the same as `canonical`: one transcript has one form."""
        return self.canonical()

    def counted(self, _: Seating) -> CountedHand | None:
        """Return None: what the plays come to depends on the rules they were played under, see `replayed`."""
        return None

    def replayed(self, rules: Ruleset) -> Replay:
        """Return the hand replayed under `rules`, with a record of each play and what could not be checked.

        Raises `impossible_count` for numbers of cards that this ruleset does not deal, `bad_players`,
        `conflicting_options`, and what `replay_hand` raises.
        """
        told = self.transcript
        check_players(rules, len(told.sides))
        try:
            check_sizes(told.table, told.deals, told.plays, rules, len(told.sides))
        except EngineError as no:
            raise _in_body_code(no, "impossible_count") from None
        return replay_hand(told, rules)

    def score(self, rules: Ruleset, seating: Seating) -> EntryScore:
        """Score the hand as its plays decide it; raises as `replayed`."""
        hand = self.replayed(rules).counted()
        score = score_piles(hand, rules)
        return EntryScore.of(score, tuple(explain_hand(hand, score, rules)))


def _in_body_code(no: EngineError, code: str) -> EngineError:
    return EngineError(code, no.detail, no.pointer) if no.code == "bad_request" else no


def _play_dict(move: Play) -> dict[str, Any]:
    return {
        "seat": move.seat,
        "card": CODE_OF[move.card],
        "take": cards_list(move.take),
        "declare": _declare(move.declared),
    }


def _declare(declared: tuple[Buona, ...]) -> Any:
    if not declared:
        return None
    if not declared[0].cards:
        return {"matta_as": RANK_OF_VALUE[declared[0].matta_as] or None}
    return [
        {"cards": cards_list(buona.cards), "matta_as": RANK_OF_VALUE[buona.matta_as] or None}
        for buona in sorted(declared)
    ]
