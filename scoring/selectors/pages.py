"""Read what the pages of matches show, as small frozen records."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from uuid import UUID

from django.db.models import F, Prefetch, QuerySet
from django.utils.translation import gettext

from players.models import Club
from players.policies import Rights, rights_at
from players.principals import Principal
from players.selectors.pages import svg
from scoring.engine.rulesets import PRESETS
from scoring.models import Hand, HandRevision, Match, Ruleset, Seat
from scoring.selectors.elsewhere import HandElsewhere, MatchElsewhere, match_elsewhere
from scoring.selectors.persons import last_matches
from scoring.selectors.win_chart import WinChart, win_chart
from scoring.words.points import LineWords, line_words, summary
from scoring.words.rules import category_name, preset_name, rules_line, rules_name

HOUSE = "house"
TOLD = (
    "carte",
    "denari",
    "settebello",
    "primiera",
    "piccola",
    "grande",
    "re_bello",
    "scope",
    "buone",
    "dealer",
    "cappotto",
)


@dataclass(frozen=True, slots=True)
class PersonLine:
    """Hold a player as a match names him."""

    id: UUID
    name: str


@dataclass(frozen=True, slots=True)
class SideLine:
    """Hold a side of a match; `place` is 1 for the left one, `short` fits a narrow column."""

    index: int
    place: int
    players: list[PersonLine]
    names: str
    short: str
    total: int


@dataclass(frozen=True, slots=True)
class MatchLine:
    """Hold a match as lists show it."""

    code: str
    sides: list[SideLine]
    winner: int | None
    open: bool
    day: date
    hands: int

    @property
    def title(self) -> str:
        """Name those who play."""
        return title_of(self.sides)


@dataclass(frozen=True, slots=True)
class HandSide:
    """Hold what one side got in one hand; `points` is None while the hand is incomplete."""

    index: int
    names: str
    total: int | str
    points: int
    summary: str
    lines: list[LineWords]


@dataclass(frozen=True, slots=True)
class HandBlock:
    """Hold a hand as the match page tells it; `best` is the side with most points, None when level."""

    number: int
    dealer: str
    sides: list[HandSide]
    nobody: list[LineWords]
    best: int | None
    open_first: bool
    notice: str
    elsewhere: list[HandElsewhere]


@dataclass(frozen=True, slots=True)
class SourceRow:
    """Hold a category's points over the match for two sides, with the bars' places in boxes 100 wide."""

    label: str
    left: int
    right: int
    left_x: str
    left_width: str
    right_width: str


@dataclass(frozen=True, slots=True)
class MatchPage:
    """Hold everything the match page shows."""

    code: str
    title: str
    club: Club | None
    version: int
    open: bool
    abandoned: bool
    cut: bool
    time_called: bool
    winner: int | None
    many: bool
    sides: list[SideLine]
    games: list[list[int]]
    rules_line: str
    next_number: int
    next_dealer: str
    missing: list[int]
    day: date
    hands: list[HandBlock]
    sources: list[SourceRow]
    elsewhere: list[MatchElsewhere]
    same_elsewhere: str
    chart: WinChart | None


def with_seats(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Fetch clubs, seats and players along."""
    return matches.select_related("club").prefetch_related(
        Prefetch("seats", Seat.objects.select_related("player").order_by("number"))
    )


def rights(who: Principal, match: Match) -> Rights:
    """Return what someone may do at a match."""
    return rights_at(who, match_id=match.pk, club_id=match.club_id, created_by=match.created_by_id)


def may_record(who: Principal, match: Match) -> bool:
    """Tell whether someone may enter hands of a match."""
    return rights(who, match).record


def side_lines(match: Match) -> list[SideLine]:
    """Return the sides of a match with their people in playing order; needs `with_seats`."""
    seats = [(seat.side, seat.player_id, seat.player.name) for seat in match.seats.all()]
    return _side_lines(match.sides_count, match.totals, seats)


def _side_lines(sides: int, totals: Sequence[int], seats: Sequence[tuple[int, UUID, str]]) -> list[SideLine]:
    called = first_names([name for _, _, name in seats])
    lines = []
    for index in range(sides):
        people = [PersonLine(player, name) for side, player, name in seats if side == index]
        names = gettext(" and ").join(person.name for person in people)
        short = " / ".join(called[person.name] for person in people)
        lines.append(SideLine(index, index + 1, people, names, short, totals[index]))
    return lines


def first_names(names: Sequence[str]) -> dict[str, str]:
    """Return the first word of each name by name; the whole name where two people share it."""
    firsts = [(name.split() or [name])[0] for name in names]
    return {name: first if firsts.count(first) == 1 else name for name, first in zip(names, firsts, strict=True)}


def title_of(sides: Sequence[SideLine]) -> str:
    """Name those who play against each other."""
    return gettext(" against ").join(side.names for side in sides)


def match_list(matches: QuerySet[Match]) -> list[MatchLine]:
    """Return matches as lists show them, in their order; two queries, of the columns that are shown."""
    columns = ("pk", "code", "sides_count", "totals", "winner", "status", "session_day", "hands_count")
    rows = list(matches.values_list(*columns))
    seats: dict[UUID, list[tuple[int, UUID, str]]] = {row[0]: [] for row in rows}
    sitting = Seat.objects.filter(match__in=list(seats)).order_by("number")
    for match, side, player, name in sitting.values_list("match_id", "side", "player_id", "player__name"):
        seats[match].append((side, player, name))
    return [
        MatchLine(
            code=code,
            sides=_side_lines(sides, totals, seats[pk]),
            winner=winner,
            open=status == Match.Status.OPEN,
            day=day,
            hands=hands,
        )
        for pk, code, sides, totals, winner, status, day, hands in rows
    ]


def club_matches(
    club: Club, *, open_limit: int = 12, recent_limit: int = 12
) -> tuple[list[MatchLine], list[MatchLine]]:
    """Return a club's matches being played and those finished last, newest first."""
    matches = Match.objects.filter(club=club)
    playing = matches.filter(status=Match.Status.OPEN).order_by("-changed_at")[:open_limit]
    finished = matches.filter(status=Match.Status.FINISHED).order_by("-session_day", "-id")[:recent_limit]
    return match_list(playing), match_list(finished)


def club_matches_count(club: Club) -> int:
    """Return how many matches a club has on record."""
    return Match.objects.filter(club=club).exclude(status=Match.Status.DRAFT).count()


def ruleset_choices(club: Club) -> list[tuple[str, str]]:
    """Return the rules a match of a club can be played by: the house's first, then its own, then the presets."""
    house = gettext("Rules of the house: %(name)s") % {"name": rules_name(club.default_ruleset or {})}
    own = [(str(ruleset.pk), ruleset.name) for ruleset in Ruleset.objects.filter(club=club).order_by("name")]
    return [(HOUSE, house), *own, *((preset, preset_name(preset)) for preset in PRESETS)]


def player_matches(player_id: UUID, limit: int = 20) -> list[MatchLine]:
    """Return a player's last matches, those of who was merged into him too, newest first.

    Ids of matches are in the order in which they began, so the index of a player's seats has the last ones at its end.
    """
    matches = Match.objects.filter(pk__in=last_matches(player_id, 2 * limit)).exclude(status=Match.Status.DRAFT)
    return match_list(matches.order_by("-id")[:limit])


def match_page(match: Match, pack: str) -> MatchPage:
    """Return everything the match page shows; needs `with_seats`."""
    sides = side_lines(match)
    seats = {seat.number: seat.player.name for seat in match.seats.all()}
    called = first_names(list(seats.values()))
    short = {number: called[name] for number, name in seats.items()}
    hands = list(match.hands.exclude(state=Hand.State.VOID).order_by("-number"))
    revisions = _official(hands)
    seat_sides = [seat.side for seat in match.seats.all()]
    entries = [revisions[hand.pk].entry for hand in reversed(hands)]
    by_hand, whole = match_elsewhere(match.ruleset, seat_sides, entries, cut=match.cut)
    return MatchPage(
        code=match.code,
        title=title_of(sides),
        club=match.club,
        version=match.version,
        open=match.status == Match.Status.OPEN,
        abandoned=match.status == Match.Status.ABANDONED,
        cut=match.cut,
        time_called=match.time_called,
        winner=match.winner,
        many=match.sides_count != 2,
        sides=sides,
        games=[game["totals"] for game in match.games] if len(match.games) > 1 else [],
        rules_line=rules_line(match.ruleset),
        next_number=next_number(match),
        next_dealer=seats.get(match.next_dealer, ""),
        missing=match.missing,
        day=match.session_day,
        hands=[
            _hand_block(hand, revisions[hand.pk], sides, short, pack, by_hand[len(hands) - 1 - index], index == 0)
            for index, hand in enumerate(hands)
        ],
        sources=_sources(hands, pack) if match.sides_count == 2 else [],
        elsewhere=[row for row in whole if not row.same],
        same_elsewhere=", ".join(row.name for row in whole if row.same),
        chart=win_chart(match, hands, seat_sides),
    )


def next_number(match: Match) -> int:
    """Return the number of the hand to enter next: the first missing one, else the one after the last."""
    return int(match.missing[0]) if match.missing else match.hands_count + 1


def _official(hands: Iterable[Hand]) -> dict[UUID, HandRevision]:
    revisions = HandRevision.objects.filter(hand__in=list(hands), version=F("hand__revision"))
    return {revision.hand_id: revision for revision in revisions}


def _hand_block(
    hand: Hand,
    revision: HandRevision,
    sides: Sequence[SideLine],
    seats: Mapping[int, str],
    pack: str,
    elsewhere: Sequence[HandElsewhere],
    first: bool,
) -> HandBlock:
    totals = hand.totals or [None] * len(sides)
    told = [
        HandSide(
            index=side.index,
            names=side.names,
            total="?" if totals[side.index] is None else totals[side.index],
            points=totals[side.index] or 0,
            summary=summary(revision.score, side.index, pack),
            lines=[line_words(line, pack) for line in revision.explanation if line.get("side") == side.index],
        )
        for side in sides
    ]
    known = [total for total in totals if total is not None]
    best = totals.index(max(known)) if len(known) == len(totals) and known.count(max(known)) == 1 else None
    return HandBlock(
        number=hand.number,
        dealer=seats.get(hand.dealer_seat, ""),
        sides=told,
        nobody=[line_words(line, pack) for line in revision.explanation if line.get("side") is None],
        best=best,
        open_first=first,
        notice=_notice(hand),
        elsewhere=list(elsewhere),
    )


def _notice(hand: Hand) -> str:
    if hand.state == Hand.State.DISPUTED:
        return gettext("Two phones counted this hand differently; the first count stands until both sides agree.")
    if hand.totals is None:
        return gettext("Not everything is known of this hand: it decides nothing yet.")
    return ""


def _sources(hands: Iterable[Hand], pack: str) -> list[SourceRow]:
    sums = {
        category: [sum(hand.score["sides"][side].get(category, 0) for hand in hands if hand.score) for side in (0, 1)]
        for category in TOLD
    }
    most = max([1, *(points for pair in sums.values() for points in pair)])
    rows = []
    for category, (left, right) in sums.items():
        if left or right:
            width = left / most * 100
            bars = svg(100 - width), svg(width), svg(right / most * 100)
            rows.append(SourceRow(category_name(category, pack), left, right, *bars))
    return rows
