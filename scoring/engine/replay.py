"""Play a whole hand again from its transcript, judge every play, and count it.

Source: RULES 2 to 8; CONTRACT 1 (`replay`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scoring.engine.cards import CODE_OF, cards_list
from scoring.engine.errors import EngineError
from scoring.engine.hand import CountedHand, HandScore, SidePile, score_piles
from scoring.engine.hand_buone import Buona
from scoring.engine.replay_case import Transcript, read_transcript_case
from scoring.engine.replay_run import run_plays
from scoring.engine.replay_state import (
    Dealt,
    Play,
    PlayRecord,
    TableState,
    deals_from,
    knocks,
    piles_at_end,
    start,
    turns_of,
)
from scoring.engine.rulesets import Ruleset
from scoring.engine.table import Opening, opening


class Unchecked(NamedTuple):
    """Name what a referee who never saw the deals cannot know: `check` is `card_held` or `declaration`.

    `play` is the play concerned, None for the whole hand.
    """

    check: str
    play: int | None = None


class Replay(NamedTuple):
    """Hold a hand as far as it was played: the table now, a record of each play, and what could not be checked."""

    state: TableState
    records: tuple[PlayRecord, ...]
    unchecked: tuple[Unchecked, ...]

    @property
    def scope(self) -> tuple[int, ...]:
        """Return the scope that each side has made in play."""
        counts = [0] * self.state.dealt.sides_count
        for record in self.records:
            if record.scopa:
                counts[record.side] += 1
        return tuple(counts)

    @property
    def buone(self) -> tuple[tuple[Buona, ...], ...]:
        """Return the declarations of each side in the order in which they were made."""
        declared: list[list[Buona]] = [[] for _ in range(self.state.dealt.sides_count)]
        for record in self.records:
            if record.declared:
                declared[record.side] += record.declared
        return tuple(map(tuple, declared))

    def counted(self) -> CountedHand:
        """Return the hand ready to be scored, its leftovers given out; the piles lack them when nobody captured."""
        dealt = self.state.dealt
        sides = tuple(map(SidePile, piles_at_end(self.state), self.scope, self.buone, knocks(dealt)))
        if dealt.bonus is None:
            return CountedHand(sides)
        return CountedHand(sides, dealt.sides[dealt.dealer], dealt.table, dealt.bonus.matta_as)

    def score(self) -> HandScore:
        """Score the hand, which has to be over."""
        return score_piles(self.counted(), self.state.dealt.rules)


def deal_out(transcript: Transcript, rules: Ruleset) -> Dealt:
    """Return what a transcript starts from.

    Raises `redeal`, `dealer_wins_match` when the opening table allows no play and `no_dealer_bonus` when the dealer
    claims one that is not there. Source: RULES 2.4, 7.
    """
    seats = len(transcript.sides)
    turns = turns_of(rules, seats, transcript.dealer)
    bonus = claimed_bonus(transcript.table, rules, claim=transcript.claim_dealer_bonus)
    whole = transcript.deals is not None
    told = transcript.deals or deals_from(transcript.plays, turns, seats)
    untold = ((0,) * seats,) * (turns[-1].deal + 1 - len(told))
    deals = (*told, *untold)
    return Dealt(rules, transcript.sides, transcript.dealer, transcript.table, bonus, deals, turns, whole)


def claimed_bonus(table: int, rules: Ruleset, *, claim: bool) -> Opening | None:
    """Return the dealer's bonus when it is claimed, None when it is not; raises as `deal_out`."""
    judged = opening(table, rules)
    if judged.outcome == "redeal":
        raise EngineError("redeal", "The opening table calls for a redeal.", "/table", rule=judged.rule)
    if judged.outcome == "dealer_wins_match":
        raise EngineError("dealer_wins_match", "The opening table wins the match for the dealer.", "/table")
    if not claim:
        return None
    if not judged.scope:
        shown = " ".join(cards_list(table))
        raise EngineError("no_dealer_bonus", f"{shown} is worth no bonus.", "/claim_dealer_bonus")
    return judged


def replay_plays(dealt: Dealt, plays: Sequence[Play]) -> Replay:
    """Make the plays one after another; the hand need not be over.

    Raises what `verify_play` raises, for the first wrong play.
    """
    state, records = run_plays(start(dealt), plays)
    return Replay(state, records, _unchecked(dealt, records))


def replay_hand(transcript: Transcript, rules: Ruleset) -> Replay:
    """Replay a whole hand.

    Raises as `deal_out` and `replay_plays`, and `unfinished` (with the number of plays as `play`) when plays lack.
    """
    replayed = replay_plays(deal_out(transcript, rules), transcript.plays)
    if not replayed.state.over:
        number = replayed.state.number
        turn = replayed.state.dealt.turns[number]
        raise EngineError(
            "unfinished", f"Seat {turn.seat} is still to play.", f"/plays/{number}", play=number, seat=turn.seat
        )
    return replayed


def replay_answer(case: Mapping[str, Any]) -> dict[str, Any]:
    """Answer the operation `replay` of CONTRACT 1.

    With `deals` null the hand is judged by what its plays tell, and `unchecked` names what they do not. Order of
    refusals: shape, ruleset, players, unknown card, duplicate, opening table, then play by play.
    """
    transcript, rules = read_transcript_case(case)
    replayed = replay_hand(transcript, rules)
    answer = {**replayed.score().to_dict(), "piles": [cards_list(pile) for pile in piles_at_end(replayed.state)]}
    if transcript.deals is None:
        answer["unchecked"] = [unchecked._asdict() for unchecked in replayed.unchecked]
    return answer


def record_dict(record: PlayRecord) -> dict[str, Any]:
    """Return a play's record with codes in place of masks."""
    return {
        "play": record.number,
        "seat": record.seat,
        "side": record.side,
        "card": CODE_OF[record.card],
        "taken": cards_list(record.taken),
        "scopa": record.scopa,
        "last_side": None if record.last_side < 0 else record.last_side,
        "declared": [cards_list(buona.cards) for buona in record.declared],
    }


def _unchecked(dealt: Dealt, records: Sequence[PlayRecord]) -> tuple[Unchecked, ...]:
    if dealt.whole:
        return ()
    unjudged = [
        Unchecked("declaration", record.number)
        for record in records
        if any(not buona.cards for buona in record.declared)
    ]
    return (Unchecked("card_held"), *unjudged)
