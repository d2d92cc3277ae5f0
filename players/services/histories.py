"""Carry players through the matches of a pool while the pages of their histories are read, cut off and written."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple
from uuid import UUID

from django.db.models import Q

from players.models import RatingHistory, RatingPool
from players.rankings.history import PAGE, SIZE, Change, before, changes_read
from players.record import RatedMatch
from players.services.differences import Difference, Report, unreported
from players.services.ladder import NEWCOMER, Standing, play

AT_A_TIME = 200
"""Pages written by one statement."""
Number = tuple[str, int]
"""A page: whose, and which of his."""


class _Page(NamedTuple):
    player: str
    number: int
    last_key: str
    changes: bytes


class Histories:
    """The histories of a pool whose row is locked; `standings` are where its players are, as far as they were read."""

    def __init__(self, pool: RatingPool, rated: Mapping[str, Standing], *, whole: bool, report: Report) -> None:
        """Begin with the pool as it stands, `rated`; with `whole` before its first match."""
        self.standings: dict[str, Standing] = {}
        self._pool = pool
        self._rated = {} if whole else rated
        self._whole = whole
        self._report = report
        self._open: dict[str, bytearray] = {}
        self._full: list[_Page] = []
        self._stored: dict[Number, bytes] = {}
        self._cut: set[Number] = set()
        self._kept: set[Number] = set()

    def rewind(self, from_key: str) -> None:
        """Go back to before `from_key`; what lies from there on is written anew, or gone."""
        rows = self._pool.histories.filter(last_key__gte=from_key).order_by("player", "number")
        self._cut = {(str(player), number) for player, number in rows.values_list("player_id", "number")}
        least: dict[str, int] = {}
        for player, number in self._cut:
            least[player] = min(number, least.get(player, number))
        pages = self._pages(least.items())
        first = {player: (number, pages[player, number]) for player, number in least.items()}
        left = {player: (number, before(stored, from_key)) for player, (number, stored) in first.items()}
        earlier = [(player, number - 1) for player, (number, some) in left.items() if number and not some]
        ends = {player: changes[-SIZE:] for (player, _), changes in self._pages(earlier).items()}
        for player, (number, some) in left.items():
            page = first[player][1][: some * SIZE]
            self._open[player] = bytearray(page)
            end = page[-SIZE:] or ends.get(player)
            self.standings[player] = _standing(end, number * PAGE + some) if end else NEWCOMER

    def play(self, matches: Sequence[RatedMatch]) -> None:
        """Play matches, in the order of their keys, after all that was played."""
        self._read({player for match in matches for player in match.players} - self.standings.keys())
        for match in matches:
            for player, change in play(match, self.standings):
                page = self._open[player]
                page += change.to_bytes()
                if len(page) == PAGE * SIZE:
                    number = (self.standings[player].matches - 1) // PAGE
                    self._full.append(_Page(player, number, match.key, bytes(page)))
                    page.clear()
        while len(self._full) >= AT_A_TIME:
            self._write(self._full[:AT_A_TIME])
            del self._full[:AT_A_TIME]

    def finish(self) -> None:
        """Write what is not written yet, and take away the pages that nobody fills any more."""
        for player, page in self._open.items():
            if page:
                *_, last = changes_read(bytes(page[-SIZE:]))
                self._full.append(_Page(player, self.standings[player].matches // PAGE, last.key, bytes(page)))
        for start in range(0, len(self._full), AT_A_TIME):
            self._write(self._full[start : start + AT_A_TIME])
        if self._whole:
            rows = self._pool.histories.values_list("player_id", "number")
            self._cut = {(str(player), number) for player, number in rows}
        self._drop(self._cut - self._kept)

    def _read(self, players: Collection[str]) -> None:
        """Read where players stand and the pages on which they go on."""
        self.standings.update({player: self._rated.get(player, NEWCOMER) for player in players})
        self._open.update({player: bytearray() for player in players})
        going_on = {player: divmod(self.standings[player].matches, PAGE) for player in players}
        pages = self._pages([(player, number) for player, (number, some) in going_on.items() if some])
        for (player, number), stored in pages.items():
            self._open[player] += stored
            self._stored[player, number] = stored

    def _pages(self, numbers: Collection[Number]) -> dict[Number, bytes]:
        found = {}
        every = sorted(numbers)
        for start in range(0, len(every), AT_A_TIME):
            rows = self._pool.histories.filter(_any_of(every[start : start + AT_A_TIME]))
            for player, number, changes in rows.values_list("player_id", "number", "changes"):
                found[str(player), number] = bytes(changes)
        return found

    def _write(self, pages: Sequence[_Page]) -> None:
        numbers = [(page.player, page.number) for page in pages]
        if self._whole and self._pool.matches:
            self._stored.update(self._pages(numbers))
        fresh = [page for page in pages if self._stored.get((page.player, page.number)) != page.changes]
        RatingHistory.objects.bulk_create(
            [
                RatingHistory(
                    pool=self._pool,
                    player_id=UUID(page.player),
                    number=page.number,
                    last_key=page.last_key,
                    changes=page.changes,
                )
                for page in fresh
            ],
            update_conflicts=True,
            unique_fields=["pool", "player", "number"],
            update_fields=["last_key", "changes"],
        )
        for page in fresh if self._report is not unreported else ():
            self._tell(page.player, self._stored.get((page.player, page.number), b""), page.changes)
        self._kept.update(numbers)
        for one in numbers:
            self._stored.pop(one, None)

    def _drop(self, numbers: Iterable[Number]) -> None:
        gone = sorted(numbers)
        for start in range(0, len(gone), AT_A_TIME):
            some = gone[start : start + AT_A_TIME]
            if self._whole:
                for (player, _), changes in self._pages(some).items():
                    self._tell(player, changes, b"")
            self._pool.histories.filter(_any_of(some)).delete()

    def _tell(self, player: str, stored: bytes, fresh: bytes) -> None:
        was, now = _by_match(changes_read(stored)), _by_match(changes_read(fresh))
        for match in sorted(was.keys() | now.keys()):
            if was.get(match) != now.get(match):
                name = f"{player} by match {UUID(bytes=match)}"
                self._report(Difference("rating change", name, was.get(match), now.get(match)))


def _any_of(numbers: Iterable[Number]) -> Q:
    return reduce(or_, [Q(player=player, number=number) for player, number in numbers])


def _standing(entry: bytes, matches: int) -> Standing:
    (last,) = changes_read(entry)
    return Standing(last.mu, last.variance, matches, last.wins, last.played_on)


def _by_match(changes: Iterator[Change]) -> dict[bytes, Change]:
    return {change.match: change for change in changes}
