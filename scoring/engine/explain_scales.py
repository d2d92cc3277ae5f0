"""Tell the two scales of denari, re bello and cappotto, and hold what one line of an explanation is.

Source: RULES 8.4-8.7.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from scoring.engine.cards import RANKS, cards_list
from scoring.engine.hand_deck import CAPPOTTO_POINTS, grande_points, piccola_points, run_from_ace
from scoring.engine.rulesets import Ruleset


class Line(NamedTuple):
    """Hold one line of an explanation.

    `side` is None where nobody has the point. `points` are those the line gives, 0 where it says why there are none.
    `cards` are codes, `rule` a number of RULES.md, `message_key` and `params` what a page translates.
    """

    side: int | None
    category: str
    points: int
    cards: tuple[str, ...]
    rule: str
    message_key: str
    params: Mapping[str, Any]

    def to_dict(self) -> dict[str, Any]:
        """Return the line as JSON-able data (CONTRACT 2)."""
        return {**self._asdict(), "cards": list(self.cards), "params": dict(self.params)}


def piccola_lines(denari: Sequence[int | None], rules: Ruleset) -> list[Line]:
    """Tell the piccola from the ten rank bits of each side, None where they are not known (RULES 8.4).

    A side that holds the ace of a broken run is told which rank it lacks.
    """
    for side, ranks in enumerate(denari):
        if ranks is None or not ranks & 1:
            continue
        run = run_from_ace(ranks)
        counted = piccola_points(ranks, rules.piccola_max)
        if not counted:
            params = {"run": run, "missing": RANKS[run]}
            return [Line(side, "piccola", 0, tuple(_run(run)), "8.4", "piccola_broken", params)]
        stopped_at = RANKS[run] if run < rules.piccola_max else None
        params = {"run": counted, "stopped_at": stopped_at}
        return [Line(side, "piccola", counted, tuple(_run(counted)), "8.4", "piccola_run", params)]
    return [] if None in denari else [Line(None, "piccola", 0, (), "8.4", "piccola_nobody", {})]


def grande_lines(denari: Sequence[int | None], rules: Ruleset) -> list[Line]:
    """Tell the grande from the ten rank bits of each side, None where they are not known (RULES 8.5).

    A side that holds the king of a broken scale is told which figures it lacks.
    """
    for side, ranks in enumerate(denari):
        if ranks is None or not ranks >> 9:
            continue
        points = grande_points(ranks, rules.grande_extension)
        figures = ranks & 0b1110000000
        if not points:
            missing = [RANKS[place] for place in (7, 8) if not ranks >> place & 1]
            cards = tuple(cards_list(figures << 10))
            return [Line(side, "grande", 0, cards, "8.5", "grande_broken", {"missing": missing})]
        extra = {5: 0, 6: 1 << 6, 7: 0b11 << 5}[points]
        params = {"from": {5: "J", 6: "7", 7: "6"}[points]}
        return [Line(side, "grande", points, tuple(cards_list((figures | extra) << 10)), "8.5", "grande_run", params)]
    return [] if None in denari else [Line(None, "grande", 0, (), "8.5", "grande_nobody", {})]


def re_bello_lines(denari: Sequence[int | None], rules: Ruleset) -> list[Line]:
    """Tell who has the king of denari, where it is a point of its own (RULES 8.6)."""
    if not rules.re_bello:
        return []
    return [
        Line(side, "re_bello", 1, ("KD",), "8.6", "re_bello_taken", {})
        for side, ranks in enumerate(denari)
        if ranks is not None and ranks >> 9
    ]


def cappotto_lines(side: int, sides: int, rules: Ruleset) -> list[Line]:
    """Tell what all ten denari are worth (RULES 8.7)."""
    key = {
        "win_match": "cappotto_wins_match",
        "flat_60_opponent_zero": "cappotto_flat",
        "bonus_30": "cappotto_bonus",
        "none": "cappotto_unpaid",
    }[rules.cappotto]
    cards = tuple(cards_list(0x3FF << 10))
    lines = [Line(side, "cappotto", CAPPOTTO_POINTS[rules.cappotto], cards, "8.7", key, {})]
    if rules.cappotto == "flat_60_opponent_zero":
        others = [place for place in range(sides) if place != side]
        lines += [Line(place, "cappotto", 0, (), "8.7", "cappotto_others_zero", {}) for place in others]
    return lines


def _run(count: int) -> list[str]:
    return [rank + "D" for rank in RANKS[:count]]
