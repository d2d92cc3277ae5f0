"""Say why a place changed between two published rankings: whose figures moved, by which cause."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import inf

from players.rankings.places import INACTIVE, RANKED, Place

MATCHES, CORRECTION, RULE, INACTIVITY = "matches", "correction", "rule", "inactivity"
CAUSES = (MATCHES, CORRECTION, RULE, INACTIVITY)
MICRO = 6


@dataclass(frozen=True, slots=True)
class Reason:
    """Say what became of one line from one snapshot to a later one.

    `moved`: by how much each cause moved the rating. `steps`: how many places each cause cost; negative ones were won.
    When he has a place in both, the steps add up to the new rank less the old one. `became`: `listed`, `unlisted`, or
    nothing.
    """

    key: str
    rank_before: int | None
    rank_after: int | None
    rating_before: float | None
    rating_after: float | None
    moved: Mapping[str, float]
    steps: Mapping[str, int]
    became: str
    cause: str


def reasons(before: Iterable[Place], after: Iterable[Place]) -> list[Reason]:
    """Return every line whose rank or rating differs, in the order of the later ranking, gone ones last."""
    old = {place.key: place for place in before}
    new = {place.key: place for place in after}
    field = [(_listed(old.get(key)), _listed(new.get(key)), key) for key in {**old, **new}]
    found = []
    for key in [*new, *(key for key in old if key not in new)]:
        was, now = old.get(key), new.get(key)
        if was is not None and now is not None and (was.rank, was.rating) == (now.rank, now.rating):
            continue
        moved = _moved(was, now)
        steps = dict.fromkeys(CAUSES, 0)
        if was is not None and now is not None and was.rank is not None and now.rank is not None:
            for other, change in _crossings(field, was.rating, now.rating):
                steps[_cause_of_crossing(moved, old.get(other), new.get(other))] += change
        found.append(_reason(key, was, now, moved, steps))
    return found


def _crossings(field: Iterable[tuple[float, float, str]], was: float, now: float) -> Iterator[tuple[str, int]]:
    """Yield who is ahead now and was not (1), and the other way round (-1)."""
    for before, after, other in field:
        change = (after > now) - (before > was)
        if change:
            yield other, change


def _listed(place: Place | None) -> float:
    """Return the rating of who has a place, and less than any of who has none."""
    return place.rating if place is not None and place.standing == RANKED else -inf


def _reason(
    key: str, was: Place | None, now: Place | None, moved: Mapping[str, float], steps: Mapping[str, int]
) -> Reason:
    listed = (was is not None and was.rank is not None, now is not None and now.rank is not None)
    became = {(True, False): "unlisted", (False, True): "listed"}.get(listed, "")
    cause = _cause_of_listing(was, now) if became else max(CAUSES, key=lambda name: abs(moved[name]))
    if not became and not any(moved.values()) and any(steps.values()):
        cause = max(CAUSES, key=lambda name: abs(steps[name]))
    return Reason(
        key=key,
        rank_before=was.rank if was else None,
        rank_after=now.rank if now else None,
        rating_before=was.rating if was else None,
        rating_after=now.rating if now else None,
        moved=moved,
        steps=steps,
        became=became,
        cause=cause,
    )


def _moved(was: Place | None, now: Place | None) -> dict[str, float]:
    moved = dict.fromkeys(CAUSES, 0.0)
    if was is None or now is None:
        return moved
    moved[CORRECTION] = round(now.corrected - was.corrected, MICRO)
    moved[RULE] = round(now.ruled - was.ruled, MICRO)
    moved[MATCHES] = round(now.rating - was.rating - moved[CORRECTION] - moved[RULE], MICRO)
    return moved


def _cause_of_crossing(moved: Mapping[str, float], was: Place | None, now: Place | None) -> str:
    """Return why another is now ahead or behind: he came or went, or the greatest move of the two between them."""
    if (was is None or was.rank is None) != (now is None or now.rank is None):
        return _cause_of_listing(was, now)
    theirs = _moved(was, now)
    return max(CAUSES, key=lambda cause: abs(moved[cause] - theirs[cause]))


def _cause_of_listing(was: Place | None, now: Place | None) -> str:
    """Return why somebody has a place or has lost it."""
    if now is None:
        return CORRECTION
    if was is None:
        return MATCHES
    if now.matches < was.matches:
        return CORRECTION
    if now.matches == was.matches and (now.standing == INACTIVE or now.deviation >= was.deviation):
        return INACTIVITY
    return MATCHES
