"""Count recorded hands under the rules of other houses: the same cards, another total, sometimes another winner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.engine import EngineError, Ruleset, check_players, read_ruleset
from scoring.engine.entry import HandEntry, read_entry, score_entry
from scoring.engine.match import HandResult, series_state
from scoring.engine.rulesets import PRESETS
from scoring.words.rules import preset_name


@dataclass(frozen=True, slots=True)
class HandElsewhere:
    """Hold what one hand is worth under another preset."""

    preset: str
    totals: tuple[int, ...]
    sentence: str


@dataclass(frozen=True, slots=True)
class MatchElsewhere:
    """Hold where a match would stand under another preset; `turned`: another side would lead or have won."""

    name: str
    totals: tuple[int, ...]
    outcome: str
    turned: bool


def match_elsewhere(
    ruleset: Mapping[str, Any], seat_sides: Sequence[int], entries: Sequence[Mapping[str, Any]]
) -> tuple[list[list[HandElsewhere]], list[MatchElsewhere]]:
    """Return, for each hand and for the whole match, what other presets make of it.

    Only presets that seat these players and can count every hand are told; of a hand only those that
    give other totals.
    """
    own = read_ruleset(ruleset)
    hands = [read_entry(entry, seat_sides) for entry in entries]
    played = _results(hands, own)
    by_hand: list[list[HandElsewhere]] = [[] for _hand in hands]
    rows: list[MatchElsewhere] = []
    if played is None or not hands:
        return by_hand, rows
    sides = max(seat_sides) + 1
    leader = _leader(played, own, sides)
    for preset in PRESETS:
        rules = read_ruleset(preset)
        if preset == own.preset or not _seats(rules, len(seat_sides)):
            continue
        results = _results(hands, rules)
        if results is None:
            continue
        for index, (mine, theirs) in enumerate(zip(played, results, strict=True)):
            if theirs.totals is not None and theirs.totals != mine.totals:
                by_hand[index].append(_hand_line(preset, theirs.totals))
        rows.append(_match_line(preset, results, rules, sides, leader))
    return by_hand, rows


def _seats(rules: Ruleset, seats: int) -> bool:
    try:
        check_players(rules, seats)
    except EngineError:
        return False
    return True


def _results(hands: Sequence[HandEntry], rules: Ruleset) -> list[HandResult] | None:
    try:
        return [score_entry(hand, rules).result for hand in hands]
    except EngineError:
        return None


def _leader(results: Sequence[HandResult], rules: Ruleset, sides: int) -> int | None:
    state = series_state(results, rules, sides)
    if state.winner is not None:
        return state.winner
    most = max(state.totals)
    return state.totals.index(most) if state.totals.count(most) == 1 else None


def _hand_line(preset: str, totals: tuple[int, ...]) -> HandElsewhere:
    points = _(" to ").join(str(total) for total in totals)
    return HandElsewhere(preset, totals, _("%(rules)s: %(points)s.") % {"rules": preset_name(preset), "points": points})


def _match_line(
    preset: str, results: Sequence[HandResult], rules: Ruleset, sides: int, leader: int | None
) -> MatchElsewhere:
    state = series_state(results, rules, sides)
    turned = leader is not None and _leader(results, rules, sides) not in (leader, None)
    if state.winner is not None and state.finished_at is not None:
        ended = state.finished_at + 1
        outcome = (_("the other side wins, with hand %(n)s") if turned else _("same winner, with hand %(n)s")) % {
            "n": ended
        }
    else:
        outcome = _("the other side leads") if turned else _("up to %(n)s, goes on") % {"n": rules.target_score}
    return MatchElsewhere(preset_name(preset), state.totals, outcome, turned)
