"""Order tied entrants by their matches against each other (FIDE C.07 article 6; research 2.11)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import groupby

from tournaments.standings.opponents import Event
from tournaments.standings.results import Kind


def direct_places(event: Event, tied: Sequence[str]) -> dict[str, int]:
    """Return each tied entrant's place among them, from 1; who cannot be told apart shares a place.

    If all met each other: by points of these matches (the mean, where two met more often), then again among those still
    level. If some did not meet: who stays alone on top whatever the missing matches would give is first, then again
    among the rest.
    """
    places: dict[str, int] = {}
    _place(event, list(tied), 1, places)
    return places


def _place(event: Event, tied: list[str], first: int, places: dict[str, int]) -> None:
    if len(tied) == 1:
        places[tied[0]] = first
        return
    scores = {entrant: _against(event, entrant, tied) for entrant in tied}
    points = {entrant: sum(scores[entrant].values(), Fraction()) for entrant in tied}
    missing = {entrant: len(tied) - 1 - len(scores[entrant]) for entrant in tied}
    if not any(missing.values()):
        ranked = sorted(tied, key=lambda entrant: -points[entrant])
        levels = [list(level) for _, level in groupby(ranked, key=lambda entrant: points[entrant])]
        if len(levels) > 1:
            for level in levels:
                _place(event, level, first, places)
                first += len(level)
            return
    else:
        best = {entrant: points[entrant] + missing[entrant] * event.win for entrant in tied}
        top = max(tied, key=lambda entrant: points[entrant])
        if all(points[top] > best[other] for other in tied if other != top):
            places[top] = first
            _place(event, [entrant for entrant in tied if entrant != top], first + 1, places)
            return
    places.update(dict.fromkeys(tied, first))


def _against(event: Event, entrant: str, tied: Sequence[str]) -> dict[str, Fraction]:
    """Return the mean points against each of the tied that the entrant has met."""
    met: dict[str, list[int]] = {}
    others = set(tied)
    for turn in event.turns[entrant]:
        played = turn.kind is Kind.PLAYED or (event.round_robin and turn.kind is Kind.FORFEIT)
        if played and turn.opponent in others:
            met.setdefault(str(turn.opponent), []).append(turn.score)
    return {opponent: Fraction(sum(points), len(points)) for opponent, points in met.items()}
