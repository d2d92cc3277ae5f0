"""Say why each pairing came out: keys and parameters for pages to translate, and one English sentence each."""

from __future__ import annotations

from typing import NamedTuple

SENTENCES = {
    "same_group": "{a} and {b} stand in the same score group ({score}): place {place_a} of it meets place {place_b}",
    "same_block": "{a} and {b} stand in the same block of the standings: place {place_a} of it meets place {place_b}",
    "float": "{a} ({score_a}) floats down to {b} ({score_b}), {gap} group(s) below",
    "float_block": "{a} ({score_a}) floats down to {b} ({score_b}), {gap} block(s) below",
    "rematch": "{a} and {b} meet again ({times} time(s) before): no draw without a rematch exists",
    "neighbours": "{a} and {b} are neighbours in the standings: {place_a} and {place_b}",
    "near_neighbours": "{a} ({place_a}) and {b} ({place_b}) are the nearest in the standings that may meet",
    "schedule": "{a} and {b} meet in round {round} of the fixed schedule",
    "seeded": "number {number_a} of the bracket meets number {number_b}",
    "lot": "{a} and {b} were drawn by lot",
    "slots": "{a} and {b} stand next to each other in the bracket",
    "winners": "{a} and {b} go on from matches {match_a} and {match_b} of round {round}",
    "losers": "{a} and {b} lost the semi-finals and play for third place",
    "reentry": "{a} and {b} were drawn by lot among those with {losses} loss(es)",
    "partners_table": "{a} and {b} play together in round {round} of the cyclic schedule",
    "partners": "{a} and {b} have not yet played together",
    "bye_lowest": "{a} has the bye: lowest of those who may still take it ({score})",
    "bye_again": "{a} has the bye a second time: nobody is left who has not had it",
    "bye_number": "{a} goes through round 1 without a match: number {number} of a bracket with {byes} bye(s)",
    "bye_schedule": "{a} rests in round {round} of the fixed schedule",
    "bye_lot": "{a} has the bye by lot among those with fewest byes",
    "rest": "{a} rests: {rests} rest(s) so far, nobody has fewer",
    "three": "{a} sits at a table of three: {threes} time(s) so far, nobody has fewer",
}
"""Every key with its sentence; `docs/draws.md` explains the same keys."""


class Why(NamedTuple):
    """Hold one reason: a key of `SENTENCES` and the values its sentence names."""

    key: str
    params: dict[str, str | int]

    def sentence(self) -> str:
        """Return the reason as one English sentence."""
        return SENTENCES[self.key].format(**self.params)


def why(key: str, **params: str | int) -> Why:
    """Return a reason; the sentence is made once, so a missing parameter shows at once."""
    SENTENCES[key].format(**params)
    return Why(key, params)


def plain_number(value: float) -> str:
    """Return a score as people write it: no trailing zeros, at most four decimals."""
    return f"{value:.4f}".rstrip("0").rstrip(".")
