"""Say what published rankings rank, and why places change."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from players.rankings.reasons import CORRECTION, INACTIVITY, MATCHES, RULE

BOARDS: Mapping[str, str | Promise] = {
    "all": _("All matches"),
    "singles": _("One against one"),
    "pairs": _("Pairs"),
    "threes": _("Three at a table"),
    "all_index": _("Playing index"),
    "singles_index": _("Playing index, one against one"),
    "pairs_index": _("Playing index, pairs"),
}
"""Every board, in the order in which pages offer them."""

CAUSES: Mapping[str, str | Promise] = {
    MATCHES: _("new matches"),
    CORRECTION: _("a correction"),
    RULE: _("other rating rules"),
    INACTIVITY: _("time away"),
}
