"""Weigh opponents and unplayed rounds as FIDE C.07 article 16 does, in its text of 2026 or of 2023 (research 2.11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from tournaments.standings.results import Kind, Record, Turn


class Contribution(NamedTuple):
    """Hold what one round adds: the opponent's (or dummy's) `score`, own points times it, whether left by choice."""

    score: int
    weighted: int
    voluntary: bool


@dataclass(frozen=True)
class Event:
    """Hold what the metrics of one event are reckoned from.

    `draw`, `win`: points of a level and of a won match, in units. `round_robin`: every entrant was to meet every other,
    so a bye gives no opponent and a forfeit stays a meeting. `capped`: the text of 2026, which limits the dummy
    opponent of an unplayed round.
    """

    turns: Record
    win: int
    draw: int
    round_robin: bool = False
    capped: bool = True

    @cached_property
    def own_scores(self) -> dict[str, int]:
        """Return the points every entrant was given, without penalties."""
        return {entrant: sum([turn.score for turn in turns]) for entrant, turns in self.turns.items()}

    @cached_property
    def adjusted_scores(self) -> dict[str, int]:
        """Return every entrant's score as his opponents see it (C.07 16.3).

        What was given counts, but a requested bye or absence that is followed only by rounds left by choice counts as
        a draw.
        """
        return {entrant: sum(_seen_by_others(turns, self.draw)) for entrant, turns in self.turns.items()}

    @cached_property
    def contributions(self) -> dict[str, list[Contribution]]:
        """Return what each of an entrant's rounds adds to Buchholz and Sonneborn-Berger."""
        scores, own = self.adjusted_scores, self.own_scores
        return {entrant: contributions(self, entrant, scores, own) for entrant in self.turns}


def fore_scores(event: Event) -> dict[str, int]:
    """Return the adjusted scores with every paired match of the last round taken as level (Fore Buchholz, C.07 8.4)."""
    fore = {}
    for entrant, turns in event.turns.items():
        seen = _seen_by_others(turns, event.draw)
        if turns and turns[-1].opponent is not None:
            seen[-1] = event.draw
        fore[entrant] = sum(seen)
    return fore


def contributions(event: Event, entrant: str, scores: dict[str, int], own: dict[str, int]) -> list[Contribution]:
    """Return what each of the entrant's rounds adds to Buchholz and Sonneborn-Berger.

    A played round: the opponent's score. Any other: a dummy with the entrant's own score; by the text of 2026 not above
    the score of the opponent who was to be met (forfeit) or the draw's points times the rounds (bye, absence). In a
    round robin a forfeit counts like a match, a bye nothing.
    """
    rounds = len(event.turns[entrant])
    rows = []
    for turn in event.turns[entrant]:
        if turn.kind is Kind.PENDING:
            continue
        if turn.opponent is not None and (turn.kind is Kind.PLAYED or event.round_robin):
            score = scores[turn.opponent]
        elif event.round_robin:
            continue
        else:
            score = own[entrant]
            if event.capped:
                ceiling = scores[turn.opponent] if turn.opponent is not None else event.draw * rounds
                score = min(score, ceiling)
        rows.append(Contribution(score, score * turn.score, turn.voluntary and not event.round_robin))
    return rows


def cut_lowest(rows: Sequence[Contribution], *, weighted: bool = False) -> list[Contribution]:
    """Return the contributions without the least significant one (C.07 14.1, 16.5).

    That is the one of the lowest opponent; but a round left by choice goes first, unless it is worth less than that.
    """
    if not rows:
        return []

    def worth(row: Contribution) -> int:
        return row.weighted if weighted else row.score

    ordinary = min(rows, key=lambda row: (row.score, worth(row)))
    chosen = [row for row in rows if row.voluntary]
    cut = ordinary
    if chosen:
        voluntary = min(chosen, key=lambda row: (worth(row), row.score))
        if worth(voluntary) >= worth(ordinary):
            cut = voluntary
    left = list(rows)
    left.remove(cut)
    return left


def cut_highest(rows: Sequence[Contribution]) -> list[Contribution]:
    """Return the contributions without the highest."""
    left = list(rows)
    if left:
        left.remove(max(left, key=lambda row: row.score))
    return left


def _seen_by_others(turns: Sequence[Turn], draw: int) -> list[int]:
    seen = [turn.score for turn in turns]
    for index in range(len(turns) - 1, -1, -1):
        if not turns[index].voluntary:
            break
        if turns[index].requested:
            seen[index] = draw
    return seen
