"""Read the `replay` case of CONTRACT 1, rate it, render the answer."""

from __future__ import annotations

from collections.abc import Mapping

from players.ratings.glicko import DRIFT, FULL_TARGET, START_RD, Match
from players.ratings.lines import Case, Operation
from players.ratings.replay import replay
from players.ratings.shape import as_id, as_int, as_list, as_number, as_object, check_distinct, refuse, required

MAX_SIDES = 10
MAX_LENGTH = 10_000


def replay_answer(case: Case) -> dict[str, object]:
    """Answer the op `replay`: ratings to 6 decimals, chances per match, digest.

    Raises CaseError `bad_request` with the pointer of the first field that is wrong in shape.
    """
    drift = as_number(case.get("drift", DRIFT), "/drift", 0)
    start_rd = as_number(case.get("start_rd", START_RD), "/start_rd", 1, 1000)
    rows = as_list(required(case, "matches"), "/matches")
    matches = [read_match(row, f"/matches/{index}") for index, row in enumerate(rows)]
    done = replay(matches, drift=drift, start_rd=start_rd)
    return {
        "ratings": {
            player: {"mu": round(rating.mu, 6), "rd": round(rating.rd, 6)}
            for player, rating in sorted(done.ratings.items())
        },
        "chances": [list(odds) for odds in done.chances],
        "digest": done.digest,
    }


def read_match(value: object, pointer: str) -> Match:
    """Return one match of a case; raises CaseError `bad_request` below `pointer`.

    `target_score` may be left out (51), `hands` and `idle_months` too.
    """
    row = as_object(value, pointer)
    sides = _read_sides(required(row, "sides", pointer), f"{pointer}/sides")
    places = as_list(required(row, "places", pointer), f"{pointer}/places", len(sides))
    target = row.get("target_score")
    hands = row.get("hands")
    return Match(
        sides,
        tuple(as_int(place, f"{pointer}/places/{index}", 1) for index, place in enumerate(places)),
        FULL_TARGET if target is None else as_number(target, f"{pointer}/target_score", 1, MAX_LENGTH),
        None if hands is None else as_int(hands, f"{pointer}/hands", 1, MAX_LENGTH),
        _read_idle(row.get("idle_months"), sides, f"{pointer}/idle_months"),
    )


def _read_sides(value: object, pointer: str) -> tuple[tuple[str, ...], ...]:
    rows = as_list(value, pointer)
    if not 2 <= len(rows) <= MAX_SIDES:
        raise refuse(f"a match has 2 to {MAX_SIDES} sides", pointer)
    sides = []
    for index, row in enumerate(rows):
        players = as_list(row, f"{pointer}/{index}")
        if not 1 <= len(players) <= MAX_SIDES:
            raise refuse(f"a side has 1 to {MAX_SIDES} players", f"{pointer}/{index}")
        sides.append(tuple(as_id(player, f"{pointer}/{index}/{seat}") for seat, player in enumerate(players)))
    check_distinct((player for side in sides for player in side), pointer)
    return tuple(sides)


def _read_idle(value: object, sides: tuple[tuple[str, ...], ...], pointer: str) -> Mapping[str, float] | None:
    if value is None:
        return None
    idle = as_object(value, pointer)
    playing = {player for side in sides for player in side}
    for player in idle:
        if player not in playing:
            raise refuse(f"{player[:40]!r} does not play in this match", pointer)
    return {player: as_number(months, f"{pointer}/{player}", 0) for player, months in idle.items()}


OPERATIONS: Mapping[str, Operation] = {"replay": replay_answer}
