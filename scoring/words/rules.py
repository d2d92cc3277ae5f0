"""Name presets and categories for the reader."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise

PRESETS: Mapping[str, StrPromise] = {
    "sbiro": _("Cirulla, usual rules"),
    "wikipedia": _("Wikipedia's rules"),
    "pagat": _("Pagat's rules"),
    "aula2": _("Aula 2"),
    "luzzati": _("Giardini Luzzati"),
    "molassana": _("Molassana"),
    "laspezia": _("La Spezia"),
    "cinquantuno": _("Cinquantuno"),
    "cirullone": _("Cirullone"),
    "cirulla_a_5": _("Cirulla for five"),
}

CATEGORIES: Mapping[str, StrPromise] = {
    "carte": _("Cards"),
    "denari": _("Diamonds"),
    "settebello": _("Settebello"),
    "primiera": _("Primiera"),
    "scope": _("Scope"),
    "buone": _("Buone"),
    "dealer": _("Dealer's table"),
    "piccola": _("Piccola"),
    "grande": _("Grande"),
    "re_bello": _("Re bello"),
    "cappotto": _("Cappotto"),
    "opening": _("Opening table"),
}
ITALIAN_SUITS: Mapping[str, StrPromise] = {"denari": _("Coins")}


def preset_name(preset: str) -> str:
    """Return a preset's name in the reader's language; an unknown one as it is written."""
    return str(PRESETS.get(preset, preset))


def rules_name(ruleset: Mapping[str, object]) -> str:
    """Return the name of a frozen ruleset's preset."""
    return preset_name(str(ruleset.get("preset", "sbiro")))


def rules_line(ruleset: Mapping[str, object]) -> str:
    """Return one sentence: whose rules, and what ends the match."""
    name = rules_name(ruleset)
    if ruleset.get("single_hand"):
        return gettext("%(name)s: one hand decides.") % {"name": name}
    return gettext("%(name)s: up to %(target)s.") % {"name": name, "target": ruleset.get("target_score", 51)}


def category_name(category: str, pack: str = "french") -> str:
    """Return a category of RULES 8.8 in the reader's language and by his pack's suits."""
    if pack == "italian" and category in ITALIAN_SUITS:
        return str(ITALIAN_SUITS[category])
    return str(CATEGORIES.get(category, category))
