"""Ask about what is possible and yet hardly ever happens, before it is written down.

What cannot be at all is refused by the entry itself, with a code. Here are doubts: values that less than one hand in
a thousand has, by hands counted in simulations and shipped in `data/hand_counts.json`. Source: RULES 4.4, 5.6, 8.9.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib.resources import files
from typing import Any, NamedTuple

from scoring.engine.entry import HandEntry
from scoring.engine.entry_counts import CountsEntry
from scoring.engine.entry_points import PointsEntry
from scoring.engine.hand import CountedHand
from scoring.engine.hand_bonus import bonus_scope
from scoring.engine.hand_buone import Buona, buona_worth
from scoring.engine.rulesets import PRESETS, Ruleset, deals

RARE = 0.001
MARKED_OPTIONS = ("low_hand_points", "low_hand_max", "triple_points", "low_triple", "table_bonus", "table_low_bonus")
"""Options on which the number of turned cards depends; they are counted under the preset's values."""

DOUBTS: Mapping[str, str] = {
    "scope_beyond_cards": "A side has more scope than its cards allow: each takes two at least.",
    "many_scope": "So many scope of one side are rare.",
    "many_scope_in_all": "So many scope in one hand are rare.",
    "many_carte": "So many cards of one side are rare.",
    "many_denari": "So many denari of one side are rare.",
    "many_barseghe": "So many barseghe of one side are rare.",
    "many_barseghe_in_all": "So many barseghe in one hand are rare.",
    "many_decini": "So many decini of one side are rare.",
    "many_decini_in_all": "So many decini in one hand are rare.",
    "many_marked": "So many turned cards of one side are rare.",
    "many_marked_in_all": "So many turned cards in one hand are rare.",
}
"""Every doubt by its message key, with its meaning in one sentence."""


class Doubt(NamedTuple):
    """Hold one thing to ask about.

    `value` is what was entered, `chance` the share of hands with as much or more (0 where none of those counted had
    it), `pointer` the field in the body.
    """

    message_key: str
    pointer: str
    value: int
    chance: float

    def to_dict(self) -> dict[str, Any]:
        """Return the doubt as JSON-able data."""
        return self._asdict()


Measures = dict[str, list[int]]
"""Values by measure, one a side; a measure that is not known of every side is left out."""


def entry_doubts(entry: HandEntry, rules: Ruleset) -> tuple[Doubt, ...]:
    """Return what is worth asking about in an entry that `score_entry` accepts; nothing while a side is open."""
    if entry.open_sides:
        return ()
    facts = entry.facts
    hand = entry.counted()
    if hand is not None:
        measures = side_measures(hand, rules)
        names = {"carte": "captured", "denari": "captured", "barseghe": "buone", "decini": "buone", "marked": "scope"}
        if not _same_marks(rules):
            del measures["marked"]
    elif isinstance(facts, CountsEntry):
        measures = _counts_measures(facts, rules)
        names = {"barseghe": "buone", "decini": "buone"}
    elif isinstance(facts, PointsEntry):
        measures = _points_measures(facts, rules)
        names = {}
    else:
        return ()
    return tuple(_doubts(measures, _counted(dealing(rules, len(entry.seating.seat_sides))), names))


def side_measures(hand: CountedHand, rules: Ruleset) -> Measures:
    """Return what the detector looks at in a counted hand, one value a side."""
    kinds = [_kinds(side.buone, rules) for side in hand.sides]
    marked = [side.scope + sum(_points(buona, rules) for buona in side.buone) for side in hand.sides]
    if hand.dealer_side >= 0:
        marked[hand.dealer_side] += bonus_scope(hand.dealer_table, hand.dealer_matta_as, rules)
    return {
        "carte": [side.cards.bit_count() for side in hand.sides],
        "denari": [(side.cards >> 10 & 1023).bit_count() for side in hand.sides],
        "scope": [side.scope for side in hand.sides],
        "barseghe": [kind["barsega"] for kind in kinds],
        "decini": [kind["decino"] for kind in kinds],
        "marked": marked,
    }


def odds(rules: Ruleset, seats: int) -> dict[str, Sequence[int]]:
    """Return how often simulated hands of this way of dealing had each value, by measure, for judging elsewhere.

    Empty where none were counted; `marked` is left out where other points are marked than in the counted hands.
    """
    counted = _counted(dealing(rules, seats))
    return {name: counts for name, counts in counted.items() if _same_marks(rules) or not name.startswith("marked")}


def dealing(rules: Ruleset, seats: int) -> str:
    """Return the name under which hands of this way of dealing are counted: players, then the deals.

    >>> dealing(PRESETS["cirullone"], 4)
    '4/6-3'
    """
    return f"{seats}/" + "-".join(map(str, deals(rules, seats)))


def _counts_measures(facts: CountsEntry, rules: Ruleset) -> Measures:
    sides = [side for side in facts.sides if side is not None]
    measures: dict[str, list[int | None]] = {
        "carte": [side.pile.carte for side in sides],
        "denari": [None if side.pile.denari is None else side.pile.denari.bit_count() for side in sides],
        "scope": [side.scope for side in sides],
    }
    for name, kind in (("barseghe", "barsega"), ("decini", "decino")):
        measures[name] = [
            None if side.buone is None else _kinds([declared.buona for declared in side.buone], rules)[kind]
            for side in sides
        ]
    return _known(measures)


def _points_measures(facts: PointsEntry, rules: Ruleset) -> Measures:
    sides = [side for side in facts.sides if side is not None]
    measures: dict[str, list[int | None]] = {}
    if not any("marked" in side for side in sides):
        measures["scope"] = [side["scope"] for side in sides]
    if _same_marks(rules):
        told_apart = ("scope", "buone", "dealer")
        measures["marked"] = [
            side["marked"]
            if "marked" in side
            else None
            if any(side[name] is None for name in told_apart)
            else sum(side[name] or 0 for name in told_apart)
            for side in sides
        ]
    return _known(measures)


def _known(measures: Mapping[str, list[int | None]]) -> Measures:
    return {
        name: [value for value in values if value is not None]
        for name, values in measures.items()
        if None not in values
    }


def _same_marks(rules: Ruleset) -> bool:
    counted = PRESETS["cirulla_a_5" if rules.table_cards == 5 else "sbiro"]
    return all(getattr(rules, name) == getattr(counted, name) for name in MARKED_OPTIONS)


def _kinds(buone: Sequence[Buona], rules: Ruleset) -> dict[str, int]:
    worths = [buona_worth(buona, rules) for buona in buone]
    told = [kind for worth in worths if worth for kind in worth.kinds]
    return {kind: told.count(kind) for kind in ("barsega", "decino")}


def _points(buona: Buona, rules: Ruleset) -> int:
    worth = buona_worth(buona, rules)
    return worth.points if worth else 0


def _doubts(measures: Measures, counted: Mapping[str, Sequence[int]], names: Mapping[str, str]) -> list[Doubt]:
    doubts = []
    for side, (scope, carte) in enumerate(zip(measures.get("scope", ()), measures.get("carte", ()), strict=False)):
        if 2 * scope > carte:
            doubts.append(Doubt("scope_beyond_cards", f"/sides/{side}/scope", scope, 0.0))
    for name, values in measures.items():
        field = names.get(name, name)
        for side, value in enumerate(values):
            chance = _tail(counted.get(name, ()), value)
            if chance < RARE:
                doubts.append(Doubt(f"many_{name}", f"/sides/{side}/{field}", value, chance))
        chance = _tail(counted.get(f"{name}_in_all", ()), sum(values))
        if chance < RARE and not any(doubt.message_key == f"many_{name}" for doubt in doubts):
            doubts.append(Doubt(f"many_{name}_in_all", "/sides", sum(values), chance))
    return doubts


def _tail(counts: Sequence[int], value: int) -> float:
    """Return the share of counted values that are `value` or more, 1 where nothing was counted."""
    return sum(counts[value:]) / sum(counts) if counts else 1.0


@lru_cache(maxsize=64)
def _counted(name: str) -> Mapping[str, Sequence[int]]:
    found: Mapping[str, Mapping[str, Sequence[int]]] = json.loads(
        (files("scoring.engine") / "data" / "hand_counts.json").read_text()
    )
    return found.get(name, {})
