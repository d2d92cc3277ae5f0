"""Hold the words of the entry page, which its scripts fill in: every sentence whole, with its numbers by name."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import npgettext

from scoring.words.cards import RANK_NAMES
from scoring.words.problems import PROBLEMS


def entry_words(pack: str = "french") -> dict[str, str]:
    """Return the catalogue of the entry page in the reader's language; `_one` and `_other` are forms by number."""
    italian = pack == "italian"
    return {
        "free": _("free"),
        "between": _(" to "),
        "one_tap": _("One tap: %(side)s"),
        "two_taps": _("two taps: %(side)s"),
        "pen_first": _("tap a name to change the pen"),
        "rest_to": _("The rest %(side)s"),
        "missing_one": npgettext("free cards", "%(n)s missing", "%(n)s missing", 1),
        "missing_other": npgettext("free cards", "%(n)s missing", "%(n)s missing", 2),
        "all_there": _("all there"),
        "read_back": _("Read back"),
        "scope_so_far": _("Scope %(counts)s"),
        "buone_so_far": _("buone %(counts)s"),
        "total": _("%(side)s: %(total)s plus %(points)s, %(cards)s cards"),
        "given_one": _("%(n)s card %(side)s."),
        "given_other": _("%(n)s cards %(side)s."),
        "hand_number": _("Hand %(number)s"),
        "deals": _("%(name)s deals"),
        "saved": _("Hand %(number)s saved: %(points)s."),
        "correct": _("Correct"),
        "close": _("Close"),
        "retry": _("Try again"),
        "agree": _("Agreed"),
        "sending": _("Sending ..."),
        "not_sent": _("Written on this phone, not sent yet. It is sent as soon as there is a signal."),
        "not_kept": _("This phone keeps nothing: do not close the page before the hand is sent."),
        "no_signal_here": _("No answer from the service. Try again in a moment."),
        "removed": _("Taken away."),
        "remove": _("Remove"),
        "scopa": _("Scopa"),
        "buona": _("Buona"),
        "barsega": _("Barsega"),
        "decino": _("Decino"),
        "grande_in_mano": _("Grande in hand"),
        "pick_three": _("%(side)s: which three cards?"),
        "pick_table": _("%(side)s: which %(count)s cards lay open?"),
        "whose_buona": _("Who had them in hand?"),
        "no_buona": _("These three make no buona."),
        "matta_as": _("the matta as %(rank)s"),
        "dealer_table_one": _("Table taken: %(n)s scopa"),
        "dealer_table_other": _("Table taken: %(n)s scope"),
        "table_play": _("These cards give the dealer nothing."),
        "table_redeal": _("With this table the cards are dealt again."),
        "table_dealer_wins_match": _("With this table the dealer's side wins the match."),
        "table_dealer_loses_match": _("With this table the dealer's side loses the match."),
        "cards_one": _("%(n)s card"),
        "cards_other": _("%(n)s cards"),
        "denari_one": _("%(n)s coin") if italian else _("%(n)s diamond"),
        "denari_other": _("%(n)s coins") if italian else _("%(n)s diamonds"),
        "the_settebello": _("the settebello"),
        "the_primiera": _("the primiera"),
        "the_primiera_of": _("the primiera (%(a)s to %(b)s)"),
        "the_piccola": _("piccola %(points)s"),
        "the_grande": _("grande %(points)s"),
        "the_re_bello": _("the re bello"),
        "the_dealer_table": _("dealer's table %(points)s"),
        "the_cappotto": _("cappotto %(points)s"),
        "scope_one": _("%(n)s scopa"),
        "scope_other": _("%(n)s scope"),
        "points_one": _("%(n)s point."),
        "points_other": _("%(n)s points."),
        "sum": _("%(before)s plus %(points)s"),
        "wins_at_once": _("%(side)s: cappotto, the match is won."),
        **{f"rank_{rank}": str(name) for rank, name in RANK_NAMES.items()},
        **{f"problem_{code}": str(words[1]) for code, words in PROBLEMS.items()},
    }
