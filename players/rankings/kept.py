"""Keep a rated match as bytes: ladders are replayed from these, not from the record (RATINGS 3)."""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from struct import Struct
from uuid import UUID

from players.rankings.boards import Margin
from players.record import RatedMatch

FORM = "1"
"""Names the form of below and the formulas' inputs; what another release has kept is read anew from the record."""
_HEAD = Struct("<BdH")
"""Sides, target score, hands."""
_NO_HANDS = 0xFFFF
_ID = 16
_MARGIN = Struct("<iiiiHb")
"""Points and luck by side, hands, the side that ended the match with a cappotto."""
_NOBODY = -1


def match_bytes(match: RatedMatch) -> bytes:
    """Return what a ladder reads of a match beside its id and key; two matches of the same bytes rate alike.

    After the head each side's size and place, a byte each; then the players' ids, side by side in seat order.
    """
    hands = _NO_HANDS if match.hands is None else match.hands
    sides = [number for side, place in zip(match.sides, match.places, strict=True) for number in (len(side), place)]
    ids = [_id(player) for player in match.players]
    # Beyond what a double tells to the point a target is nobody's, and one more point is of no matter.
    target = min(match.target_score, 2**53)
    return b"".join([_HEAD.pack(len(match.sides), target, hands), bytes(sides), *ids])


def match_read(match_id: UUID, key: str, told: bytes) -> RatedMatch:
    """Return the match that `match_bytes` has told."""
    count, target, hands = _HEAD.unpack_from(told)
    at = _HEAD.size + 2 * count
    sizes, places = told[_HEAD.size : at : 2], told[_HEAD.size + 1 : at : 2]
    sides = []
    for size in sizes:
        end = at + size * _ID
        sides.append(tuple([_name(told[start : start + _ID]) for start in range(at, end, _ID)]))
        at = end
    given = None if hands == _NO_HANDS else hands
    return RatedMatch(match_id, key, _day(key[:10]), tuple(sides), tuple(places), int(target), given)


def margin_bytes(margin: Margin | None) -> bytes:
    """Return a margin as it is kept, no bytes for none."""
    if margin is None:
        return b""
    ended = _NOBODY if margin.cappotto is None else margin.cappotto
    return _MARGIN.pack(*margin.points, *margin.luck, margin.hands, ended)


def margin_read(told: bytes) -> Margin | None:
    """Return the margin that `margin_bytes` has told."""
    if not told:
        return None
    mine, theirs, luck, their_luck, hands, ended = _MARGIN.unpack(told)
    return Margin((mine, theirs), (luck, their_luck), hands, None if ended == _NOBODY else ended)


@lru_cache(maxsize=65536)
def _id(player: str) -> bytes:
    return UUID(player).bytes


@lru_cache(maxsize=65536)
def _name(stored: bytes) -> str:
    return str(UUID(bytes=stored))


@lru_cache(maxsize=4096)
def _day(text: str) -> date:
    return date.fromisoformat(text)
