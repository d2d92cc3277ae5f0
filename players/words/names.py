"""Name achievements, records, disciplines and gifts of the cards for the reader."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise


class AwardWords(NamedTuple):
    """Name an achievement, what goes on its seal, and what it takes."""

    name: StrPromise
    seal: str
    takes: StrPromise


AWARDS: Mapping[str, AwardWords] = {
    "first_match": AwardWords(_("At the table"), "1", _("The first match.")),
    "fifty_matches": AwardWords(_("Regular"), "50", _("Fifty matches.")),
    "two_hundred_matches": AwardWords(_("Old hand"), "200", _("Two hundred matches.")),
    "first_win": AwardWords(_("First win"), "1", _("The first match won.")),
    "hundred_wins": AwardWords(_("A hundred wins"), "100", _("A hundred matches won.")),
    "five_in_a_row": AwardWords(_("Five in a row"), "5", _("Five matches won one after the other.")),
    "ten_in_a_row": AwardWords(_("Ten in a row"), "10", _("Ten matches won one after the other.")),
    "thirty_points": AwardWords(_("Thirty in one hand"), "30", _("Thirty points or more in one hand.")),
    "eight_scope": AwardWords(_("Clean table"), "8", _("Eight scope or more in one hand.")),
    "hundred_scope": AwardWords(_("A hundred scope"), "100", _("A hundred scope in all.")),
    "thousand_scope": AwardWords(_("A thousand scope"), "1k", _("A thousand scope in all.")),
    "first_decino": AwardWords(_("Decino"), "10", _("The first three of one value.")),
    "twenty_decini": AwardWords(_("Twenty decini"), "20", _("Twenty decini in all.")),
    "two_decini": AwardWords(_("Lightning strikes twice"), "2", _("Two decini in one match.")),
    "hundred_barseghe": AwardWords(_("A hundred barseghe"), "100", _("A hundred barseghe in all.")),
    "whole_piccola": AwardWords(_("Whole piccola"), "6", _("Ace to six of denari in one hand.")),
    "both_scales": AwardWords(_("Both scales"), "2", _("Piccola and grande in one hand.")),
    "all_four": AwardWords(_("All four"), "4", _("Carte, denari, settebello and primiera in one hand.")),
    "cappotto": AwardWords(_("Cappotto"), "10", _("All ten denari in one hand.")),
    "comeback": AwardWords(_("Comeback"), "5%", _("Won after the chance had been five per cent or less.")),
    "great_comeback": AwardWords(
        _("Back from the dead"), "1%", _("Won after the chance had been one per cent or less.")
    ),
    "by_one_point": AwardWords(_("By a hair"), "1", _("A match won by a single point.")),
    "landslide": AwardWords(_("Landslide"), "40", _("A match won by forty points or more.")),
    "every_table": AwardWords(_("At every table"), "3", _("Matches won one against one, in threes and in pairs.")),
    "five_houses": AwardWords(_("In five houses"), "5", _("Matches under five different rules.")),
    "twenty_evenings": AwardWords(_("Twenty evenings"), "20", _("Matches on twenty different days.")),
}
"""The words of every achievement of players.figures.achievements."""

RECORDS: Mapping[str, StrPromise] = {
    "best_points": _("Most points in a hand"),
    "best_scope": _("Most scope in a hand"),
    "best_buone": _("Most from buone in a hand"),
    "widest": _("Widest win"),
    "closest": _("Closest win"),
    "comeback": _("Greatest comeback"),
    "longest": _("Longest match"),
    "decini": _("Most decini in a match"),
}
"""The words of every kind of record of players.figures.extremes."""

DISCIPLINES: Mapping[str, StrPromise] = {
    "singles": _("One against one"),
    "pairs": _("In pairs"),
    "threes": _("In threes"),
    "fives": _("In fives"),
}
