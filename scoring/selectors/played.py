"""Read what finished matches add to the figures of their players."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, NamedTuple
from uuid import UUID

import orjson
from django.db.models import F, Q, QuerySet

from players.figures.line import CATEGORIES, MILLIONTHS, SQUARED, UNKNOWN, Played
from scoring.engine import CountedHand, HandEntry, Ruleset, read_entry
from scoring.engine.entry_cards import CardsEntry
from scoring.hand_figures import DECK_POINTS, Expected, HandSide, chance_line, expected, hand_sides
from scoring.models import Hand, HandRevision, Match, Seat
from scoring.selectors.columns import as_text, match_key, read_rules
from scoring.selectors.elsewhere import presets_turned
from scoring.selectors.persons import became
from scoring.selectors.sides import seat_sides

PAGE = 2000
TOLD_ONE_BY_ONE = ("cards", "counts")
"""Modes of entry that tell declarations one by one (CONTRACT 2)."""
TEN_THOUSAND = 10_000


class HandRow(NamedTuple):
    """Hold what the record has of one hand; `totals` None where only who won by it is known."""

    number: int
    dealer_seat: int
    totals: tuple[int, ...] | None
    score: Mapping[str, Any] | None
    wins_match: int | None
    entry: HandEntry | None


@dataclass(frozen=True, slots=True)
class MatchRow:
    """Hold what all lines of one match have in common."""

    id: UUID
    day: date
    version: int
    winner: int | None
    seats: int
    sides: int
    rules: Ruleset
    after_end: tuple[int, ...]
    hands: list[HandRow] = field(default_factory=list)


def played(seats: QuerySet[Seat]) -> list[Played]:
    """Return a line for everybody in the finished matches among `seats`; four queries.

    Somebody whom a merge seats against himself counts once, on the side of his first seat.
    """
    theirs = seats.filter(match__status=Match.Status.FINISHED)
    rows = list(theirs.order_by("number").values_list("match_id", "player_id", "player__merged_into", "side", "number"))
    people = became({player: into for _, player, into, *_ in rows})
    matches = _matches(theirs)
    for match_id, hand in _hands(theirs, matches):
        matches[match_id].hands.append(hand)
    wanted: dict[UUID, dict[UUID, tuple[int, int]]] = defaultdict(dict)
    for match_id, player, _, side, number in rows:
        wanted[match_id].setdefault(people[player], (side, number))
    return [
        line
        for match_id, seated in wanted.items()
        for line in lines_of(matches[match_id], [(player, *at) for player, at in seated.items()])
    ]


def _matches(seats: QuerySet[Seat]) -> dict[UUID, MatchRow]:
    found = Match.objects.filter(pk__in=seats.values("match"))
    columns = ("id", "session_day", "version", "winner", "seats_count", "sides_count")
    rows = found.values_list(*columns, as_text("ruleset"), as_text("after_end"))
    return {
        match_id: MatchRow(
            match_id, day, version, winner, seats_, sides, read_rules(ruleset), tuple(orjson.loads(after_end))
        )
        for match_id, day, version, winner, seats_, sides, ruleset, after_end in rows
    }


def _hands(seats: QuerySet[Seat], matches: Mapping[UUID, MatchRow]) -> Iterator[tuple[UUID, HandRow]]:
    """Yield the hands that count, in the order of their numbers."""
    hands = Hand.objects.filter(match__in=seats.values("match"))
    hands = hands.exclude(state__in=[Hand.State.VOID, Hand.State.OPEN])
    hands = hands.filter(Q(totals__isnull=False) | Q(wins_match__isnull=False))
    told = HandRevision.objects.filter(hand__in=hands.filter(mode__in=TOLD_ONE_BY_ONE), version=F("hand__revision"))
    entries = dict(told.values_list("hand_id", as_text("entry")).iterator(PAGE))
    columns = ("match_id", "id", "number", "dealer_seat", "wins_match", as_text("totals"), as_text("score"))
    for match_id, hand_id, number, dealer, wins, totals, score in (
        hands.order_by("number").values_list(*columns).iterator(PAGE)
    ):
        match = matches[match_id]
        if number in match.after_end:
            continue
        entry = entries.get(hand_id)
        yield (
            match_id,
            HandRow(
                number,
                dealer,
                tuple(orjson.loads(totals)) if totals and totals != "null" else None,
                orjson.loads(score) if score else None,
                wins,
                read_entry(orjson.loads(entry), seat_sides(match.seats)) if entry else None,
            ),
        )


def lines_of(match: MatchRow, people: Sequence[tuple[UUID, int, int]]) -> Iterator[Played]:
    """Yield the line of each of `people` (player, side, seat) in a match."""
    facts = [
        (hand, hand_sides(hand.totals, hand.score, hand.entry, match.rules)) for hand in match.hands if hand.totals
    ]
    chance = _chances(match)
    turned = _turned(match)
    luck = expected(match.rules, match.seats)
    for player, side, seat in people:
        sums = _Sums(match, side, seat, luck)
        for hand, sides in facts:
            sums.add_hand(hand, sides)
        lowest, lowest_hand = _lowest(chance, side)
        yield Played(
            match_id=match.id,
            player_id=player,
            played_on=match.day,
            won=match.winner == side,
            key=match_key(match.day, match.id),
            version=match.version,
            drawn=match.winner is None,
            seats=match.seats,
            sides=match.sides,
            side=side,
            preset=match.rules.preset,
            cappotto_hand=_cappotto(match, side),
            won_by=_won_by(match, side, sums.told),
            lowest_chance=lowest,
            lowest_hand=lowest_hand,
            presets_same=" ".join(name for name, other in sorted(turned.items()) if not other),
            presets_turned=" ".join(name for name, other in sorted(turned.items()) if other),
            **sums.told,
        )


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


def _lowest(chance: Sequence[float], side: int) -> tuple[int, int]:
    """Return a side's lowest chance before the last hand, in ten-thousandths, and after which hand it was so low."""
    if len(chance) < 2:
        return UNKNOWN, 0
    own = [one if side == 0 else 1 - one for one in chance[:-1]]
    lowest = min(own)
    return round(lowest * TEN_THOUSAND), own.index(lowest)


def _turned(match: MatchRow) -> dict[str, bool]:
    counted: list[CountedHand] = []
    for hand in match.hands:
        if hand.entry is None or not isinstance(hand.entry.facts, CardsEntry):
            return {}
        cards = hand.entry.counted()
        if cards is None:
            return {}
        counted.append(cards)
    return presets_turned(match.rules, seat_sides(match.seats), counted)


def _won_by(match: MatchRow, side: int, told: Mapping[str, int]) -> int:
    """Return by how many points a match between two sides was won; a series has no such figure."""
    if match.winner != side or match.sides != 2 or match.rules.best_of > 1:
        return 0
    return max(0, told["points_for"] - told["points_against"])


def _cappotto(match: MatchRow, side: int) -> int:
    """Return the hand in which a side took all ten denari, counted or claimed, 0 without one."""
    for hand in match.hands:
        taken = hand.score.get("cappotto") if hand.score is not None else None
        claimed = hand.wins_match if hand.totals is None else None
        if side in (taken, claimed):
            return hand.number
    return 0


class _Sums:
    """Adds up what the hands of one match add to one player's line."""

    def __init__(self, match: MatchRow, side: int, seat: int, luck: Expected | None) -> None:
        self._match = match
        self._side = side
        self._seat = seat
        self._luck = luck
        counted = ("hands", "points_for", "points_against", "hands_with_categories", *CATEGORIES)
        self.told: dict[str, int] = dict.fromkeys(counted, 0)

    def _plus(self, name: str, value: int) -> None:
        self.told[name] = self.told.get(name, 0) + value

    def _best(self, name: str, value: int, number: int) -> None:
        if value > self.told.get(f"best_{name}", 0):
            self.told |= {f"best_{name}": value, f"best_{name}_hand": number}

    def add_hand(self, hand: HandRow, sides: Sequence[HandSide]) -> None:
        """Add one hand, seen from the player's side."""
        mine = sides[self._side]
        self._plus("hands", 1)
        self._plus("points_for", mine.points)
        self._plus("points_against", sum(side.points for side in sides) - mine.points)
        self._plus("margin", mine.margin)
        self._plus("margin_sq", mine.margin**2)
        if seat_sides(self._match.seats)[hand.dealer_seat] == self._side:
            self._plus("dealing_hands", 1)
            self._plus("dealing_margin", mine.margin)
            self._plus("dealing_margin_sq", mine.margin**2)
        self._best("points", mine.points, hand.number)
        if mine.told is not None:
            self._add_told(hand, mine, mine.told)

    def _add_told(self, hand: HandRow, mine: HandSide, told: Mapping[str, int]) -> None:
        self._plus("hands_with_categories", 1)
        for category in CATEGORIES:
            self._plus(category, told[category])
        for category in SQUARED:
            self._plus(f"{category}_sq", told[category] ** 2)
        self._plus("known_sq", told["total"] ** 2)
        self._plus("luck", mine.luck)
        self._plus("luck_sq", mine.luck**2)
        self._plus("play", mine.margin - mine.luck)
        self._plus("play_sq", (mine.margin - mine.luck) ** 2)
        for category in ("scope", "buone", "piccola"):
            self._best(category, told[category], hand.number)
        if all(told[category] for category in DECK_POINTS):
            self.told.setdefault("all_four", hand.number)
        if told["piccola"] and told["grande"]:
            self.told.setdefault("both_scales", hand.number)
        if mine.declared is not None:
            self._plus("named_hands", 1)
            self._plus("barseghe", mine.declared.barseghe)
            self._plus("decini", mine.declared.decini)
        if self._luck is not None and not self._all_or_nothing(hand):
            self._add_luck(hand, mine, told, self._luck)

    def _all_or_nothing(self, hand: HandRow) -> bool:
        """Tell whether a cappotto wiped out what else was marked in a hand, buone too (RULES 8.7)."""
        return (
            self._match.rules.cappotto == "flat_60_opponent_zero"
            and hand.score is not None
            and hand.score.get("cappotto") is not None
        )

    def _add_luck(self, hand: HandRow, mine: HandSide, told: Mapping[str, int], luck: Expected) -> None:
        """Compare what the cards gave with what they give on average: own deals of three, own tables dealt."""
        partners = self._match.seats // self._match.sides
        by_seat = mine.declared.by_seat if mine.declared is not None else None
        own = partners == 1 or by_seat is not None
        halves = 2 * by_seat.get(self._seat, 0) if by_seat is not None else 2 * told["buone"] // partners
        spread = luck.chances.buone_variance if own else luck.chances.buone_variance / partners
        self._plus("declared_deals", luck.deals)
        self._plus("declared_halves", halves)
        self._plus("declared_mean", round(luck.chances.buone_mean * luck.deals * MILLIONTHS))
        self._plus("declared_variance", round(spread * luck.deals * MILLIONTHS))
        if hand.dealer_seat == self._seat:
            self._plus("dealt_hands", 1)
            self._plus("dealt_points", told["dealer"])
            self._plus("dealt_mean", round(luck.chances.bonus_mean * MILLIONTHS))
            self._plus("dealt_variance", round(luck.chances.bonus_variance * MILLIONTHS))
