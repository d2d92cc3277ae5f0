"""Work out what one finished match adds to the figures of each of its players, without the database.

A rebuild does this for every match there is, so what both partners share is worked out once, column by column.
Source: RATINGS 4.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache
from typing import Any, NamedTuple
from uuid import UUID

from players.figures.line import CATEGORIES, MILLIONTHS, SQUARED, UNKNOWN, Played
from scoring.engine import CountedHand, Ruleset
from scoring.engine.entry import Read
from scoring.hand_figures import DECK_POINTS, Expected, HandSide, chance_line, expected, hand_sides
from scoring.presets_turned import presets_turned
from scoring.selectors.sides import seat_sides

TEN_THOUSAND = 10_000
BEST = ("scope", "buone", "piccola")
"""The categories of which the most in one hand is kept."""


class HandRow(NamedTuple):
    """Hold what the record has of one hand; `totals` None where only who won by it is known."""

    number: int
    dealer_seat: int
    totals: tuple[int, ...] | None
    score: Mapping[str, Any] | None
    wins_match: int | None
    read: Read | None


@dataclass(frozen=True, slots=True)
class MatchRow:
    """Hold what all lines of one match have in common; `key` sorts it among the others (`Played.key`)."""

    id: UUID
    day: date
    key: str
    version: int
    winner: int | None
    seats: int
    sides: int
    rules: Ruleset
    after_end: tuple[int, ...]
    hands: list[HandRow] = field(default_factory=list)


class _Known(NamedTuple):
    """One hand whose categories are known, from one side."""

    hand: HandRow
    side: HandSide
    told: Mapping[str, int]


def lines_of(match: MatchRow, people: Sequence[tuple[UUID, int, int]]) -> Iterator[Played]:
    """Yield the line of each of `people` (player, side, seat) in a match."""
    facts = [
        (hand, hand_sides(hand.totals, hand.score, hand.read.facts if hand.read else None, match.rules))
        for hand in match.hands
        if hand.totals
    ]
    chance = _chances(match)
    turned = _turned(match)
    same = " ".join(sorted([name for name, other in turned.items() if not other]))
    other = " ".join(sorted([name for name, other in turned.items() if other]))
    luck = _luck(match.rules, match.seats)
    shared: dict[int, tuple[dict[str, Any], list[_Known]]] = {}
    for player, side, seat in people:
        if side not in shared:
            known = [_Known(hand, sides[side], told) for hand, sides in facts if (told := sides[side].told) is not None]
            shared[side] = (
                {
                    "match_id": match.id,
                    "played_on": match.day,
                    "won": match.winner == side,
                    "key": match.key,
                    "version": match.version,
                    "drawn": match.winner is None,
                    "seats": match.seats,
                    "sides": match.sides,
                    "side": side,
                    "preset": match.rules.preset,
                    "presets_same": same,
                    "presets_turned": other,
                    **_points(match, side, facts),
                    **_categories(known),
                    **_lowest(chance, side),
                },
                [one for one in known if luck is not None and not _all_or_nothing(match.rules, one.hand)],
            )
        told, lucky = shared[side]
        gifts: dict[str, Any] = _gifts(match, seat, lucky, luck) if luck and lucky else {}
        yield Played(player_id=player, **told, **gifts)


def _points(match: MatchRow, side: int, facts: Sequence[tuple[HandRow, Sequence[HandSide]]]) -> dict[str, int]:
    """Return what every hand with totals adds: points, margins, those of the hands that the side dealt."""
    points = [sides[side].points for _, sides in facts]
    margins = [sides[side].margin for _, sides in facts]
    dealers = seat_sides(match.seats)
    dealt = [
        margin for (hand, _), margin in zip(facts, margins, strict=True) if dealers[hand.dealer_seat] == side
    ]  # fmt: skip
    most, where = _best(points, [hand for hand, _ in facts])
    scored = sum(points)
    against = sum([one.points for _, sides in facts for one in sides]) - scored
    won_by = 0
    if match.winner == side and match.sides == 2 and match.rules.best_of == 1:
        won_by = max(0, scored - against)
    return {
        "hands": len(points),
        "points_for": scored,
        "points_against": against,
        "margin": sum(margins),
        "margin_sq": _squares(margins),
        "dealing_hands": len(dealt),
        "dealing_margin": sum(dealt),
        "dealing_margin_sq": _squares(dealt),
        "best_points": most,
        "best_points_hand": where,
        "won_by": won_by,
        "cappotto_hand": _cappotto(match, side),
    }


def _categories(known: Sequence[_Known]) -> dict[str, int]:
    """Return what the hands with known categories add, each category down its column."""
    columns = {name: [told[name] for _, _, told in known] for name in CATEGORIES}
    found = {name: sum(column) for name, column in columns.items()}
    for name in SQUARED:
        if found[name]:
            found[f"{name}_sq"] = _squares(columns[name])
    hands = [hand for hand, _, _ in known]
    for name in BEST:
        if found[name]:
            found[f"best_{name}"], found[f"best_{name}_hand"] = _best(columns[name], hands)
    luck = [side.luck for _, side, _ in known]
    play = [side.margin - side.luck for _, side, _ in known]
    found |= {
        "hands_with_categories": len(known),
        "known_sq": _squares([told["total"] for _, _, told in known]),
        "luck": sum(luck),
        "luck_sq": _squares(luck),
        "play": sum(play),
        "play_sq": _squares(play),
        "all_four": _first([all(told[name] for name in DECK_POINTS) for _, _, told in known], hands),
        "both_scales": _first([bool(told["piccola"] and told["grande"]) for _, _, told in known], hands),
    }
    declared = [side.declared for _, side, _ in known if side.declared is not None]
    if declared:
        found["named_hands"] = len(declared)
        found["barseghe"] = sum([one.barseghe for one in declared])
        found["decini"] = sum([one.decini for one in declared])
    return found


def _squares(numbers: Sequence[int]) -> int:
    return sum([number * number for number in numbers])


def _best(column: Sequence[int], hands: Sequence[HandRow]) -> tuple[int, int]:
    """Return the most of a column and the number of the first hand that had it, zeros where nothing is above 0."""
    most = max(column, default=0)
    return (most, hands[column.index(most)].number) if most > 0 else (0, 0)


def _first(told: Sequence[bool], hands: Sequence[HandRow]) -> int:
    return hands[told.index(True)].number if True in told else 0


class _Luck(NamedTuple):
    """What the cards give a seat in one hand, in millionths; a pair's own share is a half of each."""

    deals: int
    declared_mean: int
    own_variance: int
    shared_variance: int
    dealt_mean: int
    dealt_variance: int


@lru_cache(maxsize=512)
def _luck(rules: Ruleset, seats: int) -> _Luck | None:
    found: Expected | None = expected(rules, seats)
    if found is None:
        return None
    chances, deals = found.chances, found.deals
    return _Luck(
        deals,
        round(chances.buone_mean * deals * MILLIONTHS),
        round(chances.buone_variance * deals * MILLIONTHS),
        round(chances.buone_variance / _partners(seats) * deals * MILLIONTHS),
        round(chances.bonus_mean * MILLIONTHS),
        round(chances.bonus_variance * MILLIONTHS),
    )


def _partners(seats: int) -> int:
    return seats // (max(seat_sides(seats)) + 1)


def _all_or_nothing(rules: Ruleset, hand: HandRow) -> bool:
    """Tell whether a cappotto wiped out what else was marked in a hand, buone too (RULES 8.7)."""
    flat = rules.cappotto == "flat_60_opponent_zero"
    return flat and hand.score is not None and hand.score.get("cappotto") is not None


def _gifts(match: MatchRow, seat: int, lucky: Sequence[_Known], luck: _Luck) -> dict[str, int]:
    """Compare what the cards gave a seat with what they give on average: own deals of three, own tables dealt."""
    partners = _partners(match.seats)
    halves = variance = 0
    for _, side, told in lucky:
        by_seat = side.declared.by_seat if side.declared is not None else None
        own = partners == 1 or by_seat is not None
        halves += 2 * by_seat.get(seat, 0) if by_seat is not None else 2 * told["buone"] // partners
        variance += luck.own_variance if own else luck.shared_variance
    dealt = [told["dealer"] for hand, _, told in lucky if hand.dealer_seat == seat]
    return {
        "declared_deals": luck.deals * len(lucky),
        "declared_halves": halves,
        "declared_mean": luck.declared_mean * len(lucky),
        "declared_variance": variance,
        "dealt_hands": len(dealt),
        "dealt_points": sum(dealt),
        "dealt_mean": luck.dealt_mean * len(dealt),
        "dealt_variance": luck.dealt_variance * len(dealt),
    }


def _chances(match: MatchRow) -> list[float]:
    """Return the chance of side 0 after each hand, nothing where none is known."""
    if match.sides != 2 or match.rules.best_of > 1 or not match.hands:
        return []
    hands = match.hands
    return chance_line(
        [hand.totals for hand in hands],
        [hand.wins_match for hand in hands],
        [hand.dealer_seat for hand in hands],
        match.rules,
        match.seats,
    )


def _lowest(chance: Sequence[float], side: int) -> dict[str, int]:
    """Return a side's lowest chance before the last hand, in ten-thousandths, and after which hand it was so low."""
    if len(chance) < 2:
        return {"lowest_chance": UNKNOWN, "lowest_hand": 0}
    own = [one if side == 0 else 1 - one for one in chance[:-1]]
    lowest = min(own)
    return {"lowest_chance": round(lowest * TEN_THOUSAND), "lowest_hand": own.index(lowest)}


def _turned(match: MatchRow) -> dict[str, bool]:
    counted: list[CountedHand] = []
    for hand in match.hands:
        cards = hand.read.counted() if hand.read is not None and hand.read.mode == "cards" else None
        if cards is None:
            return {}
        counted.append(cards)
    return presets_turned(match.rules, seat_sides(match.seats), counted)


def _cappotto(match: MatchRow, side: int) -> int:
    """Return the hand in which a side took all ten denari, counted or claimed, 0 without one."""
    for hand in match.hands:
        taken = hand.score.get("cappotto") if hand.score is not None else None
        claimed = hand.wins_match if hand.totals is None else None
        if side in (taken, claimed):
            return hand.number
    return 0
