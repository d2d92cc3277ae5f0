"""Compare the ways through an evening with an odd number: bye, table of three, substitute, two waves (peers 4.13)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import sqrt
from statistics import NormalDist, fmean, stdev
from typing import NamedTuple

from tournaments.draw.errors import DrawError
from tournaments.draw.lots import lot

USUAL_HAND_MINUTES = 7.0
USUAL_HAND_SPREAD = 2.0
"""Minutes of a hand, mean and standard deviation, where the club has no durations of its own yet."""
HANDS_TO_51 = 5.35
HANDS_SPREAD = 1.1
"""Hands of a match to 51, mean and standard deviation (research 1.1)."""
THREE_HANDS_FACTOR = 7.8 / 5.3
"""A table of three needs more hands to the same points (research 1.1)."""
ENOUGH_DURATIONS = 10


class Evening(NamedTuple):
    """Hold what the director knows.

    `entrants`: pairs, or single players where `singles`. `seats`: entrants at a full table (pairs 2, singles 4).
    `tables`; `start` and `closing` in minutes of the day (closing after midnight: over 1440). `rounds` wanted.
    `hands`: fixed hands of a match, None for a match to `target` points. `hand_minutes`: durations of the club's own
    hands. `change_minutes`: between two rounds. `substitutes`: organisers ready to sit in.
    """

    entrants: int
    tables: int
    start: int
    closing: int
    rounds: int
    singles: bool = False
    hands: int | None = None
    target: int = 51
    hand_minutes: Sequence[float] = ()
    change_minutes: float = 5.0
    substitutes: int = 0


class Plan(NamedTuple):
    """Hold one way through the evening.

    `way`: `even`, `bye`, `three`, `substitute` or `two_waves`. `possible`, and if not `reason`. `round_minutes`:
    expected time to the last table's last hand. `finish`: minutes of the day expected, `finish_late`: nine evenings in
    ten are over by then. `rounds`: how many of those wanted fit. `resting`: entrants without a match in a round;
    `share`: rests, short tables or waits for half a round that an entrant bears over the evening, on average;
    `matches`: an entrant's mean matches.
    """

    way: str
    possible: bool
    reason: str
    round_minutes: float
    finish: int
    finish_late: int
    rounds: int
    resting: int
    share: float
    matches: float


def plan_evening(evening: Evening) -> list[Plan]:
    """Return every way through the evening, the best first: possible ones, then most matches an entrant, least waiting.

    An even number that fits the tables answers `even` first. Raises DrawError `bad_request` for an evening without
    entrants, tables, rounds or time.
    """
    for name in ("entrants", "tables", "rounds"):
        if getattr(evening, name) < 1:
            raise DrawError("bad_request", f"{name} must be at least 1", f"/{name}")
    if evening.closing <= evening.start:
        raise DrawError("bad_request", "closing must be after start", "/closing")
    seats = 4 if evening.singles else 2
    over = evening.entrants % seats
    plans = []
    if over == 0:
        plans.append(_plan(evening, "even", evening.entrants // seats, 0, 0.0))
    else:
        full = evening.entrants // seats
        plans.append(_plan(evening, "bye", full, over, over / evening.entrants))
        plans.append(_three(evening, over))
        missing = seats - over
        reason = "" if evening.substitutes >= missing else "not_enough_substitutes"
        plans.append(_plan(evening, "substitute", full + 1, 0, 0.0, reason))
    if evening.entrants // seats > evening.tables:
        plans.append(_two_waves(evening, over, seats))
    return sorted(plans, key=lambda plan: (not plan.possible, -plan.matches, plan.share, plan.finish))


def bearer_order(ledger: Mapping[str, int], seed: str) -> list[str]:
    """Return who is next to rest or sit at a short table: who bore it least this season, then by lot.

    `ledger`: entrant to times borne; so the burden goes round over the season.
    """
    return sorted(ledger, key=lambda entrant: (ledger[entrant], lot(seed, entrant)))


def round_minutes(evening: Evening, tables: int, hands_factor: float = 1.0) -> tuple[float, float]:
    """Return minutes to the end of a round of `tables` matches, mean and standard deviation of the slowest table.

    A match's minutes are its hands' sum; the slowest of several is Blom's estimate of their greatest. `hands_factor`
    lengthens the matches (three players need more hands to the same points).
    """
    mean, spread = hand_time(evening.hand_minutes)
    if evening.hands is not None:
        hands, hands_spread = float(evening.hands), 0.0
    else:
        hands, hands_spread = HANDS_TO_51 * evening.target / 51, HANDS_SPREAD * sqrt(evening.target / 51)
    hands *= hands_factor
    match_spread = sqrt(hands * spread**2 + (hands_spread * mean) ** 2)
    late = NormalDist().inv_cdf((max(tables, 1) - 0.375) / (max(tables, 1) + 0.25)) if tables > 1 else 0.0
    return hands * mean + late * match_spread, match_spread / (1 + 0.3 * sqrt(max(tables - 1, 0)))


def hand_time(durations: Sequence[float]) -> tuple[float, float]:
    """Return mean and standard deviation of a hand in minutes: the club's own from ten hands on."""
    if len(durations) < ENOUGH_DURATIONS:
        return USUAL_HAND_MINUTES, USUAL_HAND_SPREAD
    return fmean(durations), stdev(durations)


def _plan(
    evening: Evening, way: str, tables: int, resting: int, share_a_round: float, reason: str = "", factor: float = 1.0
) -> Plan:
    minutes, spread = round_minutes(evening, tables, factor)
    return _timed(evening, way, tables, resting, share_a_round, reason, minutes, spread)


def _timed(
    evening: Evening,
    way: str,
    tables: int,
    resting: int,
    share_a_round: float,
    reason: str,
    minutes: float,
    spread: float,
) -> Plan:
    step = minutes + evening.change_minutes
    available = evening.closing - evening.start + evening.change_minutes
    rounds = min(evening.rounds, int(available // step))
    if not reason and tables > evening.tables:
        reason = "not_enough_tables"
    if not reason and rounds < 1:
        reason = "not_enough_time"
    counted = max(rounds, 1)
    total = counted * step - evening.change_minutes
    matches = counted * (evening.entrants - resting) / evening.entrants
    return Plan(
        way,
        not reason,
        reason,
        round(minutes, 1),
        evening.start + round(total),
        evening.start + round(total + 1.2816 * spread * sqrt(counted)),
        rounds,
        resting,
        round(share_a_round * counted, 3),
        round(matches, 2) if not reason else 0.0,
    )


def _three(evening: Evening, over: int) -> Plan:
    threes = 4 - over
    fours = (evening.entrants - 3 * threes) // 4
    reason = "pairs_never_sit_at_three" if not evening.singles else "too_few" if fours < 0 else ""
    factor = 1.0 if evening.hands is not None else THREE_HANDS_FACTOR
    return _plan(evening, "three", max(fours, 0) + threes, 0, 3 * threes / evening.entrants, reason, factor)


def _two_waves(evening: Evening, over: int, seats: int) -> Plan:
    """Plan each round in two turns at too few tables: everybody waits while the others play."""
    matches = evening.entrants // seats
    first, second = matches - matches // 2, matches // 2
    minutes, spread = round_minutes(evening, first)
    more, more_spread = round_minutes(evening, second)
    reason = "not_enough_tables" if first > evening.tables else ""
    total = minutes + evening.change_minutes + more
    return _timed(evening, "two_waves", first, over, 0.5, reason, total, sqrt(spread**2 + more_spread**2))
