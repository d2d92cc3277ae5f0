"""Play whole clubs with bots of known skill and keep the results: `python -m tests.ratings.make_clubs <seed> ...`.

40 players, 2,400 matches of pairs to 51 between four drawn by lot. A player's skill is how seldom he plays a random
card: `slips`, drawn and then set to a mean of 0.35 and a deviation of 0.15, which is about 70 Elo points (research
1.1: 20 % are 98, 40 % are 199). One line a match: the four seats in playing order, the winning side, both sides'
points, both sides' points from buone and the dealer's bonus, hands, and the side that ended it with a cappotto or `-`.
The first line holds the slips.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from statistics import mean, pstdev

from scoring.engine.match import series_state
from scoring.engine.rulesets import read_ruleset
from scoring.engine.simulate import simulate_match
from scoring.engine.simulate_bots import careful_bot, random_bot

DATA = Path(__file__).resolve().parents[1] / "data"
PLAYERS = 40
MATCHES = 2400
RULES = read_ruleset("sbiro")


def slipping(share):
    """Return a careful bot that plays a random card now and then."""

    def bot(state, plays, dice):
        return (random_bot if dice.random() < share else careful_bot)(state, plays, dice)

    return bot


def match_line(four, bots, seed):
    hands = simulate_match(RULES, 4, seed, [bots[player] for player in four])
    state = series_state([hand.result for hand in hands], RULES, 2)
    luck = [0, 0]
    cappotto = "-"
    for hand in hands:
        if hand.score is None:
            continue
        for side, told in enumerate(hand.score.to_dict()["sides"]):
            luck[side] += told["buone"] + told["dealer"]
        if hand.score.to_dict().get("cappotto") is not None:
            cappotto = str(hand.score.to_dict()["cappotto"])
    return " ".join(map(str, [*four, state.winner, *state.totals, *luck, len(hands), cappotto]))


def club_lines(seed):
    dice = Random(seed)
    drawn = [dice.gauss(0, 1) for _ in range(PLAYERS)]
    slips = [round(max(0.0, 0.35 + 0.15 * (one - mean(drawn)) / pstdev(drawn)), 3) for one in drawn]
    bots = [slipping(share) for share in slips]
    yield " ".join(map(str, slips))
    for number in range(MATCHES):
        yield match_line(dice.sample(range(PLAYERS), 4), bots, f"{seed} {number}")


if __name__ == "__main__":
    for word in sys.argv[1:]:
        (DATA / f"simulated_club_{word}.txt").write_text("\n".join(club_lines(int(word))) + "\n", encoding="utf-8")
