"""Read the filter of figures from a query: period, discipline, preset."""

from __future__ import annotations

from urllib.parse import urlencode

from django.http import HttpRequest, QueryDict

from cirulla.lib.api import RefusingQuery
from players.figures import DISCIPLINES
from players.selectors.figures import Span
from scoring.engine import PRESETS

FILTERS = ("from", "to", "discipline", "ruleset")


def read_span(query: RefusingQuery) -> Span:
    """Return the filter of a query. Raises BadRequest `bad_parameter`."""
    first, last = query.day("from"), query.day("to")
    if first is not None and last is not None and last < first:
        raise query.bad("to", "to must not lie before from.")
    return Span(
        first=first,
        last=last,
        discipline=query.choice("discipline", DISCIPLINES),
        preset=query.choice("ruleset", PRESETS),
    )


def page_span(request: HttpRequest) -> Span:
    """Return the filter of a page's form, whose empty fields are no filter. Raises BadRequest `bad_parameter`."""
    asked = HttpRequest()
    asked.GET = QueryDict(urlencode({name: request.GET[name] for name in FILTERS if request.GET.get(name)}))
    return read_span(RefusingQuery(asked, FILTERS))
