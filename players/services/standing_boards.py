"""Hold the boards of a locked ladder while matches are played on them: whole, or only the parts these matches touch."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import QuerySet

from players.models import Ladder, LadderPart
from players.rankings.boards import BOARDS, PEOPLE_BOARDS, State, boards_of, empty, keys_of
from players.rankings.parts import part_name, parts_read, state_parts
from players.record import RatedMatch


def board_names(ladder: Ladder) -> tuple[str, ...]:
    """Return the boards that a ladder has."""
    return PEOPLE_BOARDS if ladder.club_id is None else tuple(BOARDS)


def ladder_state(ladder: Ladder) -> State:
    """Return the boards of a ladder as they stand; one query."""
    state = empty(board_names(ladder))
    parts_read(state, _stored(ladder.parts.all()).items())
    return state


class StandingBoards:
    """The boards of a ladder in `state`: as far as they were read, or from `state` on instead of what is stored."""

    def __init__(self, ladder: Ladder, state: State | None = None) -> None:
        """Begin with what is stored, read as it is needed, or with `state`: then all that is stored is replaced."""
        self.state = empty(board_names(ladder)) if state is None else state
        self._parts: QuerySet[LadderPart] = ladder.parts.all()
        self._ladder = ladder
        self._whole = state is not None
        self._stored = _stored(self._parts) if self._whole else {}
        self._read: set[str] = set()

    def stored_state(self) -> State:
        """Return the boards as they are stored, where all that is stored is replaced."""
        found = empty(self.state)
        parts_read(found, self._stored.items())
        return found

    def make_ready(self, matches: Sequence[RatedMatch]) -> None:
        """Read the lines of everybody who plays in `matches`; one query, or none."""
        if not self._whole:
            touched = {
                part_name(board, key)
                for match in matches
                for board in boards_of(match, self.state)
                for key in keys_of(match, board)
            }
            if missing := touched - self._read:
                self._add(self._parts.filter(name__in=missing))
                self._read |= missing

    def complete(self) -> None:
        """Read whatever has not been read."""
        if not self._whole:
            self._add(self._parts.exclude(name__in=self._read))
            self._whole = True

    def save(self) -> bool:
        """Write the parts that are not as stored; tell whether one was not."""
        fresh = state_parts(self.state)
        changed = {name: lines for name, lines in fresh.items() if self._stored.get(name) != lines}
        gone = self._stored.keys() - fresh.keys()
        if gone:
            self._parts.filter(name__in=gone).delete()
        LadderPart.objects.bulk_create(
            [LadderPart(ladder=self._ladder, name=name, lines=lines) for name, lines in sorted(changed.items())],
            update_conflicts=True,
            unique_fields=["ladder", "name"],
            update_fields=["lines"],
        )
        return bool(changed or gone)

    def _add(self, parts: QuerySet[LadderPart]) -> None:
        found = _stored(parts)
        parts_read(self.state, found.items())
        self._stored |= found


def _stored(parts: QuerySet[LadderPart]) -> dict[str, bytes]:
    return {name: bytes(lines) for name, lines in parts.values_list("name", "lines")}
