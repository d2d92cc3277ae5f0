"""Read what the pages of published rankings, seasons and circuits show, as small frozen records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any
from uuid import UUID

from players.models import Circuit, Club, Player, RankingSnapshot, Season
from players.policies import clubs_visible
from players.principals import Principal
from players.rankings.places import INACTIVE, RANKED
from players.rankings.reasons import CAUSES, Reason
from players.selectors.circuits import circuit_events, circuit_qualified, circuit_table, clubs_named
from players.selectors.ladders import replay_percent
from players.selectors.pages import MARGIN, MIDDLE, STRIP, BandLine, svg
from players.selectors.snapshots import changes, earlier, last_match, newest, numbered

LINES = 200
"""Of a long list a page shows so many lines; the API has all."""


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """One line of a published ranking: a person or a pair, `url` where more stands about them; figures are whole."""

    rank: int | None
    name: str
    url: str
    rating: int
    deviation: int
    matches: int
    standing: str
    band: BandLine
    you: bool


@dataclass(frozen=True, slots=True)
class ReasonLine:
    """Why one place changed: `cause` is one of CAUSES, `moved` in whole points, `steps` by cause and not nothing."""

    name: str
    before: int | None
    after: int | None
    moved: int
    cause: str
    became: str
    steps: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class BoardPage:
    """A published ranking with what changed since the one before; `percent` while a replay is at work.

    It is of `matches` matches, of which `last_match` is the last.
    """

    number: int
    made_at: datetime
    as_of: date
    before: int | None
    after: int | None
    ranked: list[PlaceLine]
    provisional: list[PlaceLine]
    inactive: list[PlaceLine]
    reasons: list[ReasonLine]
    percent: int | None
    snapshot: UUID
    matches: int
    last_match: UUID | None


@dataclass(frozen=True, slots=True)
class PointsLine:
    """One line of a table of points: `best` are the occasions that count, best first."""

    rank: int
    name: str
    url: str
    points: int
    counted: int
    occasions: int
    best: str


@dataclass(frozen=True, slots=True)
class EventLine:
    """One event of a circuit and who won it."""

    name: str
    club: str
    played_on: date
    winners: str


@dataclass(frozen=True, slots=True)
class QualifiedLine:
    """One who is qualified: by an event, or by the rank of the rating."""

    name: str
    event: str
    place: int | None
    rank: int | None


def board_page(
    club: Club,
    who: Principal,
    board: str,
    number: int | None = None,
    season: Season | None = None,
    circuit: Circuit | None = None,
) -> BoardPage | None:
    """Return a published ranking of a club, or of a season or circuit of it, the newest without a `number`.

    None before the first. Raises NotFound for a number that there is not.
    """
    last = newest(board, club=club, season=season, circuit=circuit)
    if last is None:
        return None
    shown = numbered(last, number) if number is not None else last
    before = earlier(shown)
    why = changes(before, shown) if before is not None else []
    people = People(who, [*(row["key"] for row in shown.rows), *(reason.key for reason in why)])
    lines = _lines(shown.rows, people)
    return BoardPage(
        number=shown.number,
        made_at=shown.made_at,
        as_of=shown.as_of,
        before=before.number if before else None,
        after=shown.number + 1 if shown.number < last.number else None,
        ranked=[line for line in lines if line.standing == RANKED],
        provisional=[line for line in lines if line.standing not in (RANKED, INACTIVE)],
        inactive=[line for line in lines if line.standing == INACTIVE],
        reasons=[_reason_line(reason, people) for reason in why[:LINES] if _tells(reason)],
        percent=replay_percent(last.ladder_id),
        snapshot=shown.pk,
        matches=shown.matches,
        last_match=last_match(shown),
    )


def points_lines(snapshot: RankingSnapshot | None, who: Principal) -> list[PointsLine]:
    """Return the lines of a published table of points."""
    return _points(snapshot.rows[:LINES] if snapshot else [], who)


def circuit_lines(circuit: Circuit, who: Principal) -> list[PointsLine]:
    """Return the table of a circuit as it stands."""
    return _points([row.to_dict() for row in circuit_table(circuit)[:LINES]], who)


def event_lines(circuit: Circuit, who: Principal) -> list[EventLine]:
    """Return the events of a circuit, newest first."""
    events = circuit_events(circuit)
    people = People(who, [key for event in events for key in event.places])
    rows = list(circuit.events.order_by("-played_on", "-pk").values_list("pk", "name", "club_id", "played_on"))
    clubs = clubs_named([club for _, _, club, _ in rows])
    won = {event.event: [people.name(key) for key, place in event.places.items() if place == 1] for event in events}
    return [EventLine(name, clubs[club], day, ", ".join(won[str(pk)])) for pk, name, club, day in rows]


def qualified_lines(circuit: Circuit, who: Principal, today: date) -> list[QualifiedLine] | None:
    """Return who is qualified on a day, None while the circuit waits for its first event."""
    begun, found = circuit_qualified(circuit, today)
    if not begun:
        return None
    people = People(who, [one.key for one in found])
    names = {str(pk): name for pk, name in circuit.events.values_list("pk", "name")}
    return [
        QualifiedLine(people.name(one.key), names.get(one.event or "", ""), one.place, one.rank)
        for one in found[:LINES]
    ]


def club_seasons(club: Club) -> list[Season]:
    """Return the seasons of a club, the latest first."""
    return list(club.seasons.order_by("-starts_on", "-pk"))


def club_circuits(club: Club, who: Principal) -> list[Circuit]:
    """Return the circuits a club is in that the reader may see."""
    found = Circuit.objects.filter(clubs__club=club, clubs__joined_at__isnull=False, club__in=clubs_visible(who))
    return list(found.order_by("name"))


class People:
    """Names and addresses of persons and pairs; who plays in a club that the reader may not see has none."""

    def __init__(self, who: Principal, keys: Iterable[str]) -> None:
        ids = {UUID(part) for key in keys for part in key.split(" ")}
        seen = Player.objects.filter(pk__in=ids, club__in=clubs_visible(who))
        rows = list(seen.values_list("pk", "name", "user_id"))
        self._names = {str(pk): name for pk, name, _ in rows}
        self._own = {str(pk) for pk, _, user in rows if who.user_id is not None and user == who.user_id}

    def name(self, key: str) -> str:
        """Return the name of a person, or both of a pair."""
        return " · ".join(self._names.get(part, "…") for part in key.split(" "))

    def url(self, key: str) -> str:
        """Return where more stands about them; nothing where that may not be seen."""
        parts = key.split(" ")
        if any(part not in self._names for part in parts):
            return ""
        return f"/players/{parts[0]}/" + (f"with/{parts[1]}/" if len(parts) == 2 else "")

    def you(self, key: str) -> bool:
        """Tell whether the reader is one of them."""
        return not self._own.isdisjoint(key.split(" "))


def _lines(rows: Sequence[Mapping[str, Any]], people: People) -> list[PlaceLine]:
    low = min([MIDDLE, *(row["rating"] - row["deviation"] for row in rows)]) - MARGIN
    high = max([MIDDLE, *(row["rating"] + row["deviation"] for row in rows)]) + MARGIN
    scale = STRIP / (high - low)
    return [
        PlaceLine(
            rank=row["rank"],
            name=people.name(row["key"]),
            url=people.url(row["key"]),
            rating=round(row["rating"]),
            deviation=round(row["deviation"]),
            matches=row["matches"],
            standing=row["standing"],
            band=BandLine(
                left=svg((row["rating"] - row["deviation"] - low) * scale),
                width=svg(2 * row["deviation"] * scale),
                dot=svg((row["rating"] - low) * scale),
                middle=svg((MIDDLE - low) * scale),
            ),
            you=people.you(row["key"]),
        )
        for row in rows[:LINES]
    ]


def _tells(reason: Reason) -> bool:
    """Tell whether a page has something to say: a place that changed, or points that are not lost in rounding."""
    return reason.rank_before != reason.rank_after or any(abs(by) >= 0.5 for by in reason.moved.values())


def _reason_line(reason: Reason, people: People) -> ReasonLine:
    moved = round((reason.rating_after or 0) - (reason.rating_before or 0)) if reason.rating_before else 0
    return ReasonLine(
        name=people.name(reason.key),
        before=reason.rank_before,
        after=reason.rank_after,
        moved=moved if reason.rating_after else 0,
        cause=reason.cause,
        became=reason.became,
        steps=tuple((cause, reason.steps[cause]) for cause in CAUSES if reason.steps[cause]),
    )


def _points(rows: Sequence[Mapping[str, Any]], who: Principal) -> list[PointsLine]:
    people = People(who, [row["key"] for row in rows])
    return [
        PointsLine(
            rank=row["rank"],
            name=people.name(row["key"]),
            url=people.url(row["key"]),
            points=row["points"],
            counted=row["counted"],
            occasions=row["occasions"],
            best=" ".join(map(str, row["best"])),
        )
        for row in rows
    ]
