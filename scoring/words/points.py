"""Turn an explanation, which is data, into sentences: one entry of `SENTENCES` for each message key of the engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.words.cards import RANK_NAMES, SUIT_NAMES, card_name
from scoring.words.rules import category_name

Params = Mapping[str, Any]
ALWAYS_ONE = ("carte", "denari", "settebello", "primiera", "re_bello")


@dataclass(frozen=True, slots=True)
class LineWords:
    """Hold one line of a hand as the page tells it; `cards` are codes."""

    label: str
    points: int
    rule: str
    sentence: str
    cards: list[str]


def _listed(parts: Sequence[str]) -> str:
    return _(" and ").join([", ".join(parts[:-1]), parts[-1]]) if len(parts) > 1 else "".join(parts)


def _figures(values: Sequence[int | None]) -> str:
    return _listed([_("nothing") if value is None else str(value) for value in values])


def _cards(ranks: Sequence[str], pack: str) -> str:
    return _listed([card_name(rank + "D", pack) for rank in ranks])


def _matta(params: Params) -> str:
    rank = params.get("matta_as")
    return " " + _("The matta counts as %(rank)s.") % {"rank": RANK_NAMES[rank]} if rank else ""


def _most(category: str) -> Callable[[Params, str], str]:
    def told(params: Params, pack: str) -> str:
        return _("%(count)s to %(others)s.") % {"count": params[category], "others": _figures(params["others"])}

    return told


def _tie(category: str) -> Callable[[Params, str], str]:
    return lambda params, pack: _("%(count)s each: nobody has the point.") % {"count": params[category]}


def _below(category: str) -> Callable[[Params, str], str]:
    def told(params: Params, pack: str) -> str:
        return _("%(count)s; it takes %(least)s.") % {"count": params[category], "least": params["least"]}

    return told


def _primiera_best(params: Params, pack: str) -> str:
    if all(value is None for value in params["others"]):
        return _("%(value)s; the others lack a suit.") % {"value": params["value"]}
    return _("%(value)s to %(others)s.") % {"value": params["value"], "others": _figures(params["others"])}


def _sevens(end: Callable[[], str]) -> Callable[[Params, str], str]:
    def told(params: Params, pack: str) -> str:
        return _("Sevens %(sevens)s, sixes %(sixes)s, aces %(aces)s: %(end)s.") % {**params, "end": end()}

    return told


def _scope(params: Params, pack: str) -> str:
    n = params["scope"]
    return ngettext("The table swept once.", "The table swept %(n)s times.", n) % {"n": n}


def _knocks(params: Params, pack: str) -> str:
    n = params["knocks"]
    return ngettext("One knock on the last card.", "%(n)s knocks on the last card.", n) % {"n": n}


def _piccola(params: Params, pack: str) -> str:
    told = (
        _("Ace, two and three make 3.") if params["run"] == 3 else _("Ace, two and three make 3, each one more adds 1.")
    )
    return f"{told} {_missing([params['stopped_at']], pack)}" if params["stopped_at"] else told


def _missing(ranks: Sequence[str], pack: str) -> str:
    return _("Not here: %(cards)s.") % {"cards": _cards(ranks, pack)}


def _grande(params: Params, pack: str) -> str:
    ranks = {"J": "KQJ", "7": "KQJ7", "6": "KQJ76"}[params["from"]]
    return _("Unbroken: %(cards)s.") % {"cards": _cards(list(ranks), pack)}


SENTENCES: Mapping[str, Callable[[Params, str], str]] = {
    "carte_most": _most("carte"),
    "carte_tie": _tie("carte"),
    "carte_below_threshold": _below("carte"),
    "denari_most": _most("denari"),
    "denari_tie": _tie("denari"),
    "denari_below_threshold": _below("denari"),
    "settebello_taken": lambda params, pack: _("The %(card)s.") % {"card": card_name("7D", pack)},
    "settebello_nobody": lambda params, pack: _("It was left on the table: nobody's."),
    "primiera_best": _primiera_best,
    "primiera_lower": lambda params, pack: _("%(value)s; %(best)s is better.") % params,
    "primiera_tie": lambda params, pack: _("%(value)s on both sides: nobody has the point.") % params,
    "primiera_missing_suit": lambda params, pack: (
        _("Without %(suits)s there is no primiera.")
        % {"suits": _listed([str(SUIT_NAMES[pack][suit]) for suit in params["suits"]])}
    ),
    "primiera_most_sevens": _sevens(lambda: _("the most")),
    "primiera_fewer_sevens": _sevens(lambda: _("fewer than the others")),
    "primiera_equal_sevens": _sevens(lambda: _("equal, nobody has the point")),
    "scope_made": _scope,
    "buona_barsega": lambda params, pack: _("Together %(sum)s.") % params + _matta(params),
    "buona_barsega_di_misci": lambda params, pack: (
        _("Together %(sum)s, without an ace: di misci.") % params + _matta(params)
    ),
    "buona_decino": lambda params, pack: _("Three of one value.") + _matta(params),
    "buona_decino_and_barsega": lambda params, pack: (
        _("Three of one value, and together only %(sum)s.") % params + _matta(params)
    ),
    "buona_grande_in_mano": lambda params, pack: (
        _("In hand: %(cards)s.") % {"cards": _cards(["J", "Q", "K"], pack)} + _matta(params)
    ),
    "knocks_marked": _knocks,
    "dealer_bonus_sum": lambda params, pack: (
        _("The opening table added up to %(sum)s: the dealer took it.") % params + _matta(params)
    ),
    "dealer_bonus_low": lambda params, pack: (
        _("The opening table added up to only %(sum)s: the dealer took it.") % params + _matta(params)
    ),
    "piccola_run": _piccola,
    "piccola_broken": lambda params, pack: _missing([params["missing"]], pack),
    "piccola_nobody": lambda params, pack: _("Ace, two and three lie on different sides."),
    "grande_run": _grande,
    "grande_broken": lambda params, pack: _missing(params["missing"], pack),
    "grande_nobody": lambda params, pack: _("Jack, queen and king lie on different sides."),
    "re_bello_taken": lambda params, pack: _("The %(card)s.") % {"card": card_name("KD", pack)},
    "cappotto_wins_match": lambda params, pack: _("All ten: the match is won at once."),
    "cappotto_flat": lambda params, pack: _("All ten: this alone counts in the hand."),
    "cappotto_others_zero": lambda params, pack: _("The others have all ten: nothing else counts in the hand."),
    "cappotto_bonus": lambda params, pack: _("All ten."),
    "cappotto_unpaid": lambda params, pack: _("All ten; these rules pay nothing for it."),
    "table_wins_match": lambda params, pack: _("With these cards on the table the match was won at once."),
    "third_redeal_loses_match": lambda params, pack: _("Dealt again for the third time: the match was lost."),
    "not_known": lambda params, pack: _("Not known: no point is made up."),
    "entered": lambda params, pack: _("As written on the sheet."),
    "marked_entered": lambda params, pack: _("Turned cards on the sheet, not told apart: %(marked)s.") % params,
}

LABELS: Mapping[str, Callable[[], str]] = {
    "buona_barsega": lambda: _("Barsega"),
    "buona_barsega_di_misci": lambda: _("Barsega"),
    "buona_decino": lambda: _("Decino"),
    "buona_decino_and_barsega": lambda: _("Decino and barsega"),
    "buona_grande_in_mano": lambda: _("Grande in hand"),
    "knocks_marked": lambda: _("Knocks"),
}


def sentence(message_key: str, params: Params, pack: str = "french") -> str:
    """Return one line of an explanation as a sentence; an unknown key, from a newer engine, says nothing."""
    told = SENTENCES.get(message_key)
    return told(params, pack) if told else ""


def line_words(line: Mapping[str, Any], pack: str = "french") -> LineWords:
    """Return a line of CONTRACT 2's `explanation` as words."""
    label = LABELS.get(line["message_key"])
    return LineWords(
        label=label() if label else category_name(line["category"], pack),
        points=line["points"],
        rule=line["rule"],
        sentence=sentence(line["message_key"], line["params"], pack),
        cards=list(line["cards"]),
    )


def summary(score: Mapping[str, Any] | None, side: int, pack: str = "french") -> str:
    """Return what a side got points for in one line, from a `score` answer; empty when not known.

    Numbers stay with their words: the space between them does not break.
    """
    if not score:
        return ""
    told = []
    for category, points in score["sides"][side].items():
        if category == "total" or not points:
            continue
        if category == "scope":
            told.append(ngettext("%(n)s\u00a0scopa", "%(n)s\u00a0scope", points) % {"n": points})
        elif category in ALWAYS_ONE:
            told.append(category_name(category, pack).lower())
        else:
            told.append(f"{category_name(category, pack).lower()}\u00a0{points}")
    return ", ".join(told)
