"""Count a match again: under other house rules, or under its own to see that nothing has changed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from scoring.engine import (
    EngineError,
    HandResult,
    Ruleset,
    SeriesState,
    compare_presets,
    cut_state,
    read_entry,
    read_ruleset,
    score_entry,
    series_state,
)
from scoring.match_fold import facts_of, series_of
from scoring.models import Hand, HandRevision, Match
from scoring.selectors.sides import seat_sides


@dataclass(frozen=True, slots=True)
class Drift:
    """A stored figure that the engine would not give today."""

    match: str
    hand: str
    what: str
    stored: Any
    computed: Any


def match_under(match: Match, rules: Ruleset) -> dict[str, Any]:
    """Return what a match would be under other rules: each hand's totals, the games, the winner; two queries.

    A hand entered in points, or one that the other rules refuse, cannot be told (`totals` null): then the
    match under them is not told to its end either.
    """
    hands = list(Hand.objects.filter(match=match).exclude(state=Hand.State.VOID).order_by("number"))
    entries = dict(_entries(hands))
    told = [(hand, _result(entries[hand.pk], match, rules)) for hand in hands]
    results = {hand.number: result for hand, result in told}
    last = max(results, default=0)
    series = series_state(
        [results.get(number, HandResult(None)) for number in range(1, last + 1)], rules, match.sides_count
    )
    if match.time_called:
        series = cut_state(series)
    return {
        "preset": rules.preset,
        "hands": [
            {"number": hand.number, "totals": list(result.totals) if result.totals is not None else None}
            for hand, result in told
        ],
        **_series(series),
        "winner_changes": series.status == "finished" and match.winner is not None and series.winner != match.winner,
    }


def hand_under(match: Match, hand: Hand) -> list[dict[str, Any]]:
    """Return what a hand would be under every preset its table can play, with the differences; one query."""
    entry = dict(_entries([hand]))[hand.pk]
    counted = read_entry(entry, seat_sides(match.seats_count)).counted()
    if counted is None:
        return []
    rules = read_ruleset(match.ruleset)
    return [found.to_dict() for found in compare_presets(counted, rules, match.seats_count)]


def drifts() -> Iterator[Drift]:
    """Yield every stored score, digest and match state that the engine would not give today; reads everything."""
    for match in Match.objects.prefetch_related("hands").order_by("pk").iterator(chunk_size=500):
        hands = sorted((h for h in match.hands.all() if h.state != Hand.State.VOID), key=lambda hand: hand.number)
        rules = read_ruleset(match.ruleset)
        entries = dict(_entries(hands))
        for hand in hands:
            yield from _drifts_of(match, hand, entries[hand.pk], rules)
        facts = [facts_of(hand) for hand in hands]
        fold = series_of(facts, rules, match.sides_count, time_called=match.time_called)
        state = {"totals": list(fold.totals), "winner": fold.winner, "cut": fold.cut}
        for name, computed in state.items():
            if getattr(match, name) != computed:
                yield Drift(str(match.pk), "", name, getattr(match, name), computed)


def _drifts_of(match: Match, hand: Hand, entry: dict[str, Any], rules: Ruleset) -> Iterator[Drift]:
    try:
        read = read_entry(entry, seat_sides(match.seats_count))
        score = score_entry(read, rules)
    except EngineError as exc:
        yield Drift(str(match.pk), str(hand.pk), "entry", "accepted", str(exc))
        return
    computed = {
        "digest": read.digest,
        "score": score.score,
        "totals": list(score.totals) if score.totals is not None else None,
        "wins_match": score.wins_match,
    }
    for name, value in computed.items():
        if getattr(hand, name) != value:
            yield Drift(str(match.pk), str(hand.pk), name, getattr(hand, name), value)


def _entries(hands: list[Hand]) -> Iterator[tuple[Any, dict[str, Any]]]:
    official = {hand.pk: hand.revision for hand in hands}
    rows = HandRevision.objects.filter(hand__in=official).values_list("hand_id", "version", "entry")
    yield from ((hand_id, entry) for hand_id, version, entry in rows if official[hand_id] == version)


def _result(entry: dict[str, Any], match: Match, rules: Ruleset) -> HandResult:
    """Return what one hand gives under other rules; a sheet of points holds points, not facts."""
    read = read_entry(entry, seat_sides(match.seats_count))
    if read.mode == "points" and rules != read_ruleset(match.ruleset):
        return HandResult(None)
    try:
        counted = read.counted()
        if counted is not None:
            same = compare_presets(counted, rules, match.seats_count, {rules.preset: rules})
            return HandResult.of(same[0].score) if same else HandResult(None)
        return score_entry(read, rules).result
    except EngineError:
        return HandResult(None)


def _series(series: SeriesState) -> dict[str, Any]:
    return {
        "status": "finished" if series.status == "finished" else "open",
        "winner": series.winner,
        "totals": list(series.totals),
        "games": [{"totals": list(game.totals), "winner": game.winner} for game in series.games],
    }
