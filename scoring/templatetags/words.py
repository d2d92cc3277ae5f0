"""Show cards, suits and refusals in templates, by the pack of cards the reader has chosen."""

from __future__ import annotations

from typing import Any

from django import template
from django.template.loader import render_to_string
from django.utils.html import format_html
from django.utils.safestring import SafeString

from scoring.words import problems
from scoring.words.cards import PACKS, card_words

register = template.Library()


def pack_of(request: Any) -> str:
    """Return the reader's pack, `french` or `italian`, from the cookie `pack`."""
    chosen = getattr(request, "COOKIES", {}).get("pack", "")
    return chosen if chosen in PACKS else PACKS[0]


@register.simple_tag(takes_context=True)
def suits(context: template.Context) -> SafeString:
    """Draw the sheet of the four suits, once a page; `suit` and `card` refer to it."""
    return render_to_string(f"_suits_{pack_of(context.get('request'))}.svg")


@register.simple_tag
def suit(code: str) -> SafeString:
    """Draw one suit: H, D, C or S."""
    return format_html('<svg class="s s-{0}" viewBox="0 0 24 24" aria-hidden="true"><use href="#s-{0}"/></svg>', code)


@register.simple_tag(takes_context=True)
def card(context: template.Context, code: str) -> SafeString:
    """Draw one small card with its name for those who listen."""
    words = card_words(code, pack_of(context.get("request")))
    return format_html(
        '<span class="mini"><span aria-hidden="true">{}</span>{}<span class="sr">{}</span></span>',
        words.rank,
        suit(words.suit),
        words.name,
    )


@register.simple_tag
def problem_title(code: str, status: int = 0) -> str:
    """Return a refusal's title."""
    return problems.problem_title(code)


@register.simple_tag
def problem_advice(code: str, detail: str = "") -> str:
    """Return what to do about a refusal."""
    return problems.problem_advice(code, detail)


@register.filter
def quiet_placeholder(field: Any) -> Any:
    """Render a form's field without a placeholder: its label stands above it."""
    field.field.widget.attrs.pop("placeholder", None)
    return field
