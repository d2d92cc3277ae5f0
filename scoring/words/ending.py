"""Say how a match would end by time, and what giving it up or opening it again means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise


@dataclass(frozen=True, slots=True)
class ActWords:
    """Hold what the page of an act says; `why` is the reason it proposes."""

    title: StrPromise
    lede: StrPromise
    button: StrPromise
    why: StrPromise | str


_ACTS = {
    "end": ActWords(
        _("End by time"),
        _("Hands that are not complete do not count. A later correction of a hand changes the result with it."),
        _("End the match"),
        _("Time is up"),
    ),
    "abandon": ActWords(
        _("Give the match up"),
        _("Nobody wins and it counts for nothing; its hands are kept."),
        _("Give it up"),
        "",
    ),
    "reopen": ActWords(
        _("Play on"),
        _("The match is open again: hands can be entered, and nobody has won yet."),
        _("Open it again"),
        "",
    ),
}


def words_of(act: str) -> ActWords:
    """Return the words of `end`, `abandon` or `reopen`."""
    return _ACTS[act]


def not_in_this_state(status: str) -> str:
    """Say that a match in this state cannot take the act."""
    return {
        "open": gettext("This match is being played."),
        "finished": gettext("This match is over. Its end changes when a hand is corrected."),
        "abandoned": gettext("This match has been given up."),
    }.get(status, gettext("The match is not in a state in which that can be done."))


def not_yet(code: str, numbers: Sequence[int]) -> str:
    """Say why time cannot end a match yet, by the codes of `match_fold.not_to_be_cut`."""
    told = {"numbers": ", ".join(map(str, numbers))}
    return {
        "hands_missing": gettext("Not yet here: hand %(numbers)s. Enter it first.") % told,
        "hand_incomplete": gettext("Not everything is known of hand %(numbers)s: complete it first, or take it out.")
        % told,
        "no_hand_counted": gettext("No hand has been counted: the match can only be given up."),
    }[code]


def won_by_points(names: str, people: int, points: int, others: Sequence[int]) -> str:
    """Say who wins by the totals as they stand; `people` are on the side, `others` are the other sides' points."""
    told = {"names": names, "points": points, "others": gettext(" and ").join(map(str, others))}
    return (
        ngettext(
            "%(names)s leads %(points)s to %(others)s and wins.",
            "%(names)s lead %(points)s to %(others)s: they win.",
            people,
        )
        % told
    )


def won_by_games(names: str, people: int, games: int) -> str:
    """Say who wins by the games won so far; the game in play decides nothing then."""
    told = {"names": names, "n": games}
    return (
        ngettext("%(names)s leads by games (%(n)s) and wins.", "%(names)s lead by games (%(n)s): they win.", people)
        % told
    )


def drawn(totals: Sequence[int]) -> str:
    """Say that nobody wins because the best are level."""
    return gettext("It stands %(points)s: the match is drawn.") % {"points": " : ".join(map(str, totals))}
