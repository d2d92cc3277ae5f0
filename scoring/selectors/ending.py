"""Say what ending a match by time, giving it up or opening it again would do, before it is done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.engine import read_ruleset
from scoring.match_fold import MatchFold, facts_of, match_fold, not_to_be_cut
from scoring.models import Hand, Match
from scoring.selectors.pages import SideLine, side_lines, title_of
from scoring.words import ending


@dataclass(frozen=True, slots=True)
class ActPage:
    """Hold what the page before an act shows; `possible` is False where the match is in no state for it."""

    code: str
    version: int
    match: str
    words: ending.ActWords
    outcome: str
    possible: bool


def act_page(match: Match, act: str) -> ActPage:
    """Return the page before `end`, `abandon` or `reopen`; needs `with_seats`."""
    sides = side_lines(match)
    outcome, possible = "", False
    if act == "end" and match.status == Match.Status.OPEN:
        outcome, possible = _if_time_is_called(match, sides)
    elif act == "abandon":
        possible = match.status == Match.Status.OPEN
    elif act == "reopen":
        possible = match.status == Match.Status.ABANDONED or match.cut or (match.time_called and _open(match))
    return ActPage(
        code=match.code,
        version=match.version,
        match=title_of(sides),
        words=ending.words_of(act),
        outcome=outcome or ("" if possible else ending.not_in_this_state(match.status)),
        possible=possible,
    )


def _open(match: Match) -> bool:
    return match.status == Match.Status.OPEN


def _if_time_is_called(match: Match, sides: Sequence[SideLine]) -> tuple[str, bool]:
    facts = [facts_of(hand) for hand in match.hands.exclude(state=Hand.State.VOID).order_by("number")]
    fold = match_fold(
        facts,
        read_ruleset(match.ruleset),
        sides=match.sides_count,
        seats=match.seats_count,
        first_dealer=match.first_dealer,
        time_called=True,
    )
    if why := not_to_be_cut(fold, facts):
        return ending.not_yet(why.code, why.numbers), False
    return _standing(fold, sides), True


def _standing(fold: MatchFold, sides: Sequence[SideLine]) -> str:
    if fold.winner is None:
        return ending.drawn(fold.totals)
    winner = sides[fold.winner]
    games = [game["winner"] for game in fold.games]
    wins = [games.count(side) for side in range(len(sides))]
    if wins.count(max(wins)) == 1:
        return ending.won_by_games(winner.names, len(winner.players), max(wins))
    others = [total for side, total in enumerate(fold.totals) if side != fold.winner]
    return ending.won_by_points(winner.names, len(winner.players), fold.totals[fold.winner], others)
