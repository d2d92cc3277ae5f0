"""Say the rows of lists in words: records, achievements, partners and opponents, a club's table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from cirulla.lib.days import day_words
from players.figures.achievements import ACHIEVEMENTS
from players.figures.company import Company
from players.figures.extremes import Record
from players.models import Award
from players.words.names import AWARDS, RECORDS
from players.words.numbers import decimal, percent, signed


@dataclass(frozen=True, slots=True)
class RecordLine:
    """Hold a record in words; `code` is the match's."""

    label: str
    figure: str
    what: str
    code: str
    names: str = ""


@dataclass(frozen=True, slots=True)
class Badge:
    """Hold an achievement, earned (`when` is not empty) or still to be earned."""

    name: str
    seal: str
    what: str
    code: str


@dataclass(frozen=True, slots=True)
class CompanyLine:
    """Hold a partner or opponent in a list."""

    id: UUID
    name: str
    matches: int
    wins: int
    expected: str
    effect: str
    few: bool


def record_lines(records: Iterable[Record], codes: Mapping[UUID, str]) -> list[RecordLine]:
    """Return a player's records in words; `codes` are the codes of their matches."""
    return [
        RecordLine(
            str(RECORDS[one.code]),
            record_figure(one.code, one.value),
            moment_words(one.played_on, one.hand),
            codes.get(one.match_id, ""),
        )
        for one in records
    ]


def record_figure(code: str, value: int) -> str:
    """Return a record's figure: a comeback's is the chance it came back from."""
    return f"{decimal(value / 100)}%" if code == "comeback" else str(value)


def moment_words(day: date, hand: int) -> str:
    """Return when something was, and in which hand."""
    told = day_words(day, "j F Y")
    return _("%(day)s, hand %(n)s") % {"day": told, "n": hand} if hand else told


def badges(awards: Iterable[Award], codes: Mapping[UUID, str]) -> tuple[list[Badge], list[Badge]]:
    """Return what was earned, the last first, and what is still to be earned in its own order."""
    earned = {award.code: award for award in awards}
    won = [
        Badge(
            str(AWARDS[code].name),
            AWARDS[code].seal,
            moment_words(award.earned_on, award.hand),
            codes.get(award.match_id, ""),
        )
        for code, award in sorted(earned.items(), key=lambda pair: pair[1].key, reverse=True)
        if code in AWARDS
    ]
    missing = [
        Badge(str(AWARDS[one.code].name), AWARDS[one.code].seal, str(AWARDS[one.code].takes), "")
        for one in ACHIEVEMENTS
        if one.code not in earned
    ]
    return won, missing


def company_lines(found: Iterable[Company], names: Mapping[UUID, str]) -> list[CompanyLine]:
    """Return partners or opponents for a list."""
    return [
        CompanyLine(
            one.other,
            names[one.other],
            one.matches,
            one.wins,
            decimal(one.expected),
            signed(one.effect, 0),
            not one.enough,
        )
        for one in found
    ]


@dataclass(frozen=True, slots=True)
class TableLine:
    """Hold one player in a club's table."""

    id: str
    name: str
    matches: int
    rate: str
    margin: str
    points: str
    luck: str
    play: str
    few: bool
    few_matches: bool


def table_line(row: Mapping[str, Any]) -> TableLine:
    """Return a row of a club's table in words; what is not known stays empty."""

    def shown(name: str, words: Callable[[float], str]) -> str:
        return "" if row[name] is None else words(row[name])

    return TableLine(
        id=row["player"],
        name=row["name"],
        matches=row["matches"],
        rate=shown("rate", percent),
        margin=shown("margin", signed),
        points=shown("points", decimal),
        luck=shown("luck", signed),
        play=shown("play", signed),
        few=not row["enough"],
        few_matches=not row["rate_enough"],
    )


def club_record_line(row: Mapping[str, Any], codes: Mapping[UUID, str]) -> RecordLine:
    """Return a record of a club in words, with who holds it."""
    return RecordLine(
        label=str(RECORDS[row["code"]]),
        figure=record_figure(row["code"], row["value"]),
        what=moment_words(row["played_on"], row["hand"]),
        code=codes.get(UUID(row["match_id"]), ""),
        names=_(" and ").join(row["names"]),
    )


def award_lines(awards: Iterable[Award], codes: Mapping[UUID, str]) -> list[Badge]:
    """Return achievements of several people: whose each is, and when."""
    return [
        Badge(
            name=f"{award.player.name}: {AWARDS[award.code].name}",
            seal=AWARDS[award.code].seal,
            what=moment_words(award.earned_on, award.hand),
            code=codes.get(award.match_id, ""),
        )
        for award in awards
        if award.code in AWARDS
    ]
