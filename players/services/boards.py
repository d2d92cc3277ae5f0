"""Keep the boards of clubs and circuits true to the record: what is marked is replayed from the first mark (RATINGS 3).

Marks are written by whoever changes something and read under the ladder's lock, so two workers, a killed one, tasks
that come twice or in another order end at the same figures.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from heapq import merge
from itertools import islice
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from cirulla.lib import outbox
from cirulla.lib.locks import hold
from players.models import Ladder, LadderCheckpoint, LadderMark, Player, PoolMatch
from players.rankings.boards import Margin, State, empty, play
from players.rankings.parts import FORM
from players.rankings.state import state_bytes, state_digest, state_known, state_read
from players.ratings import RULE_VERSION
from players.record import RatedMatch, Record
from players.selectors.kept import kept_matches
from players.selectors.ladders import ladder_clubs, persons
from players.services.differences import Difference, Report, unreported
from players.services.ratings import ratings_current
from players.services.standing_boards import StandingBoards, board_names, ladder_state

PAGE = 500
SPACING = 1000
"""Matches between checkpoints at the end of a ladder."""
CLOSENESS = 4
"""Further back they lie a quarter of their age apart."""
Cause = LadderMark.Cause
Progress = Callable[[int, int], None]
"""Told how many of about how many matches are replayed."""


def unwatched(done: int, total: int) -> None:
    """Take the progress of a replay that nobody watches."""


def ladder_of_club(club_id: UUID) -> Ladder:
    """Return the ladder of a club, made when there is none."""
    return Ladder.objects.get_or_create(club_id=club_id)[0]


def ladders_mark(*, club_id: UUID, from_key: str, cause: str = Cause.CORRECTION) -> None:
    """Mark the ladders of a club and of its circuits as changed from a key on, and have them replayed soon."""
    theirs = Q(club=club_id) | Q(circuit__clubs__club=club_id, circuit__clubs__joined_at__isnull=False)
    found = dict(Ladder.objects.filter(theirs).values_list("pk", "club_id"))
    ids = [*found] if club_id in found.values() else [*found, ladder_of_club(club_id).pk]
    LadderMark.objects.bulk_create(LadderMark(ladder_id=pk, from_key=from_key, cause=cause) for pk in ids)
    for pk in ids:
        outbox.add("ladder_marked", pk)


def circuits_mark_person(user_id: UUID) -> None:
    """Have the circuits replayed in whose clubs an account plays: another may stand there for all its players now."""
    clubs = Player.objects.filter(user=user_id, club__isnull=False).values("club")
    theirs = Ladder.objects.filter(circuit__clubs__club__in=clubs, circuit__clubs__joined_at__isnull=False).distinct()
    for pk in list(theirs.values_list("pk", flat=True)):
        LadderMark.objects.create(ladder_id=pk, from_key="", cause=Cause.CORRECTION)
        outbox.add("ladder_marked", pk)


@transaction.atomic(savepoint=False)
def ladder_refresh(*, ladder_id: int, record: Record, progress: Progress = unwatched) -> bool:
    """Work off the marks of a ladder; tell whether a figure changed. A ladder of older rules is replayed whole."""
    ladder = _lock(ladder_id)
    return ladder is not None and _refresh(ladder, record, progress)


def ladder_current(ladder: Ladder, record: Record) -> bool:
    """Bring a locked ladder of older rules or another form up to the record before it is read; tell whether it was."""
    if _current(ladder):
        return True
    _refresh(ladder, record, unwatched)
    return False


def _current(ladder: Ladder) -> bool:
    return (ladder.rule_version, ladder.form) == (RULE_VERSION, FORM)


def _refresh(ladder: Ladder, record: Record, progress: Progress) -> bool:
    marks = list(ladder.marks.values_list("pk", "from_key", "cause"))
    other_rules = bool(ladder.rule_version) and ladder.rule_version != RULE_VERSION
    whole = not _current(ladder)
    if not marks and not whole:
        return False
    from_key = "" if whole else min(key for _, key, _ in marks)
    cause = Cause.MATCH
    if any(why == Cause.CORRECTION for _, key, why in marks if key <= ladder.last_key):
        cause = Cause.CORRECTION
    changed = _replay(ladder, record, from_key, Cause.RULE if other_rules else cause, progress)
    LadderMark.objects.filter(pk__in=[pk for pk, _, _ in marks]).delete()
    return changed


@transaction.atomic(savepoint=False)
def ladder_rebuild(
    *, ladder_id: int, record: Record, report: Report = unreported, progress: Progress = unwatched
) -> bool:
    """Replay a ladder whole; tell whether a figure changed, and give it to `report` when one did.

    What is marked is worked off first: a ladder that is behind is not wrong.
    """
    ladder = _lock(ladder_id)
    if ladder is None:
        return False
    new = not _current(ladder)
    behind = _refresh(ladder, record, progress if new else unwatched)
    if new:  # it was replayed whole just now
        Ladder.objects.filter(pk=ladder.pk).update(checked_at=timezone.now())
        return behind
    was, kept = (ladder.matches, ladder.last_key, state_digest(ladder_state(ladder))), _checkpoints(ladder)
    changed = _replay(ladder, record, "", Cause.CORRECTION, progress) or behind
    ladder.digest = state_digest(ladder_state(ladder))
    now, whose = (ladder.matches, ladder.last_key, ladder.digest), str(ladder.club_id or ladder.circuit_id)
    if was != now and (was[0] or now[0]):
        report(Difference("boards", whose, was, now))
    fresh = _checkpoints(ladder)
    for matches in sorted(kept.keys() & fresh.keys()):
        if kept[matches] != fresh[matches]:
            report(Difference("checkpoint", f"{whose} after {matches} matches", kept[matches], fresh[matches]))
    Ladder.objects.filter(pk=ladder.pk).update(checked_at=timezone.now(), digest=ladder.digest)
    return changed


def state_at(ladder: Ladder, record: Record, before_key: str) -> State:
    """Return the boards as they stood before `before_key`, from the nearest checkpoint."""
    if before_key > ladder.last_key:
        return ladder_state(ladder)
    _matches_current(ladder, record)
    state, _, key = _start(ladder, before_key)
    for page in _stream(ladder, key):
        for match, margin in page:
            if match.key >= before_key:
                return state
            play(state, match, margin)
    return state


def _matches(ladder: Ladder, from_key: str) -> Iterator[tuple[RatedMatch, Margin | None]]:
    """Yield the rated matches of a ladder's clubs, from `from_key` on, in the order of their keys."""
    return merge(*(kept_matches(club, from_key) for club in ladder_clubs(ladder)), key=lambda kept: kept[0].key)


def _as_persons(match: RatedMatch, known: Mapping[str, str]) -> RatedMatch | None:
    """Return a match as persons played it, None when one of them sits twice: who has an account is one in all clubs."""
    if not known or known.keys().isdisjoint(match.players):
        return match
    sides = tuple(tuple(known.get(player, player) for player in side) for side in match.sides)
    return match._replace(sides=sides) if len({one for side in sides for one in side}) == len(match.players) else None


def _lock(ladder_id: int) -> Ladder | None:
    hold("ladder", ladder_id)
    # Whoever writes a mark refers to this row and must not wait for a replay. What corrections have moved since the
    # last publication may be a megabyte: it is read, and saved, where it grows.
    return Ladder.objects.select_for_update(no_key=True).defer("shifts").filter(pk=ladder_id).first()


def _start(ladder: Ladder, from_key: str) -> tuple[State, int, str]:
    """Return the state to replay from, the matches in it, and the key of its last one."""
    found = ladder.checkpoints.filter(key__lt=from_key).order_by("-key").first() if from_key else None
    if found is None or not state_known(bytes(found.state)):
        return empty(board_names(ladder)), 0, ""
    return state_read(bytes(found.state), board_names(ladder)), found.matches, found.key


def _matches_current(ladder: Ladder, record: Record) -> None:
    """See to it that the matches kept by the ladder's clubs can be read; who reads them else is told what moved."""
    for club in ladder_clubs(ladder):
        if (first := ratings_current(club_id=club, record=record)) is not None:
            ladders_mark(club_id=club, from_key=first)


def _stream(ladder: Ladder, after: str) -> Iterator[list[tuple[RatedMatch, Margin | None]]]:
    """Yield the matches after a key as persons played them, some at a time."""
    known = {str(player): str(person) for player, person in persons(ladder).items()}
    matches = (kept for kept in _matches(ladder, after) if kept[0].key > after)
    while page := list(islice(matches, PAGE)):
        yield [(played, margin) for match, margin in page if (played := _as_persons(match, known)) is not None]


def _replay(ladder: Ladder, record: Record, from_key: str, cause: str, progress: Progress) -> bool:
    """Play everything from `from_key` on again and keep what comes out; `cause` is why the figures before it move."""
    _matches_current(ladder, record)
    moved = from_key <= ladder.last_key
    if moved:
        state, matches, last_key = _start(ladder, from_key)
        boards = StandingBoards(ladder, state)
        ladder.checkpoints.filter(key__gt=last_key).delete()
    else:
        matches, last_key = ladder.matches, ladder.last_key
        boards = StandingBoards(ladder)
    first, kept_at = matches, matches
    expected = PoolMatch.objects.filter(pool__club__in=ladder_clubs(ladder)).count() if moved else matches
    fresh: dict[int, LadderCheckpoint] = {}
    for page in _stream(ladder, last_key):
        boards.make_ready([match for match, _ in page])
        for match, margin in page:
            if moved and match.key > ladder.last_key:
                _shift(ladder, boards, cause)
                moved = False
            play(boards.state, match, margin)
            matches, last_key = matches + 1, match.key
            if matches % SPACING == 0:
                progress(matches - first, max(expected - first, matches - first))
                if matches - kept_at >= (expected - matches) / CLOSENESS:
                    kept_at = matches
                    boards.complete()
                    told = state_bytes(boards.state)
                    fresh[matches] = LadderCheckpoint(ladder=ladder, key=last_key, matches=matches, state=told)
                    fresh = {one: fresh[one] for one in _spaced(fresh, matches)}
    if moved:
        _shift(ladder, boards, cause)
    if fresh:
        LadderCheckpoint.objects.bulk_create(fresh.values())
        _thin(ladder, matches)
    return _save(ladder, boards, matches, last_key)


def _shift(ladder: Ladder, boards: StandingBoards, cause: str) -> None:
    """Note by how much the ratings moved although nobody played; a late match is a match like another."""
    if cause == Cause.MATCH or ladder.form != FORM:
        return
    for name, lines in boards.stored_state().items():
        noted = ladder.shifts.setdefault(name, {})
        now = boards.state[name]
        for key, line in lines.items():
            if key in now and (by := now[key].mu - line.mu):
                mine = noted.setdefault(key, {})
                mine[cause] = mine.get(cause, 0.0) + by


def _spaced(found: Iterable[int], end: int) -> list[int]:
    """Return those of the checkpoints, by their matches in order, that are worth keeping when `end` are played."""
    kept: list[int] = []
    for one in found:
        if not kept or one - kept[-1] >= (end - one) / CLOSENESS:
            kept.append(one)
    return kept


def _thin(ladder: Ladder, end: int) -> None:
    found = dict(ladder.checkpoints.order_by("matches").values_list("matches", "pk"))
    kept = _spaced(found, end)
    if gone := [pk for matches, pk in found.items() if matches not in kept]:
        ladder.checkpoints.filter(pk__in=gone).delete()


def _checkpoints(ladder: Ladder) -> dict[int, tuple[str, str]]:
    """Return key and digest of a ladder's checkpoints of today's form, by matches."""
    names = board_names(ladder)
    rows = ladder.checkpoints.values_list("matches", "key", "state").iterator(chunk_size=1)
    return {
        matches: (key, state_digest(state_read(bytes(state), names)))
        for matches, key, state in rows
        if state_known(bytes(state))
    }


def _save(ladder: Ladder, boards: StandingBoards, matches: int, last_key: str) -> bool:
    changed = boards.save() and bool(matches or ladder.matches)
    # Publishing names the state by its digest: one more match need not sort all lines for it.
    ladder.digest = ""
    ladder.matches, ladder.last_key, ladder.rule_version, ladder.form = matches, last_key, RULE_VERSION, FORM
    if changed:
        ladder.changed_at = timezone.now()
    ladder.save()
    return changed
