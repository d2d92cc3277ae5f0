"""Say what the pages by which directors run seasons and circuits are for."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _
from django_stubs_ext import StrPromise


@dataclass(frozen=True, slots=True)
class FormWords:
    """Hold the heading of a form, a sentence under it, and what its button says."""

    title: StrPromise
    lede: StrPromise
    button: StrPromise


SEASON_NEW = FormWords(
    _("A new season"),
    _("A season adds up the points of its evenings; its table is published as it grows."),
    _("Make the season"),
)
SEASON_EDIT = FormWords(
    _("Change the season"),
    _("Its table follows with the next publication; what has been published stays."),
    _("Save the season"),
)
SEASON_CLOSE = FormWords(
    _("Close the season"),
    _("Its table as of today, or of its last day, becomes the last one. Nothing of it can be changed afterwards."),
    _("Close it for good"),
)
CIRCUIT_NEW = FormWords(
    _("A new circuit"),
    _("A circuit gives points for the places of its events, in one club or in several."),
    _("Make the circuit"),
)
CIRCUIT_EDIT = FormWords(
    _("Change the circuit"),
    _("Its table and who is qualified follow at once."),
    _("Save the circuit"),
)
EVENT_NEW = FormWords(
    _("A new event"),
    _("Who came where is entered when it has been played."),
    _("Add the event"),
)
