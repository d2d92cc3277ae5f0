"""Draw the lines of rankings: a hundred of them, so in one format and not in a dozen nodes of a template each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from cirulla.lib.templatetags.counted import matches

register = template.Library()
LINE = (
    '<li><{tag} class="rk{unsure}{you}"{href}><span class="pos">{rank}</span><span class="name"><b>{name}</b>'
    '<small>{matches}</small></span><span class="rt"><span class="num">{rating}</span><small>± {deviation}</small>'
    "</span>{band}</{tag}></li>"
)
BAND = (
    '<svg class="band" viewBox="0 0 256 28" preserveAspectRatio="none" aria-hidden="true">'
    '<line class="mid-line" x1="{middle}" x2="{middle}" y1="0" y2="28"/>'
    '<rect{unsure} x="{left}" y="9" width="{width}" height="10" rx="5"/><path class="dot" d="M{dot} 14h.01"/></svg>'
)


@register.simple_tag
def board_lines(rows: Sequence[Any], *, unsure: bool = False, plain: bool = False) -> SafeString:
    """Return the list of a ranking: `rows` are RankLine or PlaceLine, `unsure` ones have no place, `plain` no band."""
    drawn = format_html_join("", LINE, (_line(row, unsure=unsure, plain=plain) for row in rows))
    return format_html('<ol class="rank-list">{}</ol>', drawn)


def _line(row: Any, *, unsure: bool, plain: bool) -> dict[str, Any]:
    return {
        "tag": "a" if row.url else "span",
        "href": format_html(' href="{}"', row.url) if row.url else "",
        "unsure": " prov" if unsure else "",
        "you": " you" if row.you else "",
        "rank": "?" if row.rank is None else row.rank,
        "name": row.name,
        "matches": matches(row.matches),
        "rating": row.rating,
        "deviation": row.deviation,
        "band": "" if plain else _band(row.band, unsure=unsure),
    }


def _band(band: Any, *, unsure: bool) -> SafeString:
    kind = SafeString(' class="p"' if unsure else "")
    return format_html(BAND, unsure=kind, left=band.left, width=band.width, dot=band.dot, middle=band.middle)
