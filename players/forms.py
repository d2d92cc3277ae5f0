"""Forms by which directors run seasons and circuits and merge players, and by which an account ends.

What may be is the services' business; refusals land here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any
from uuid import UUID

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from cirulla.lib.errors import FieldError, Refusal
from cirulla.lib.names import name_key
from players.api.standing_bodies import BEST, POINTS
from players.models import Circuit, Season
from scoring.words.problems import problem_advice

NAME_LENGTH = 60
FIRST_ROWS = 8
EMPTY_ROWS = 4
MOST_ROWS = 300


class DayField(forms.DateField):
    """Take a day as browsers send it, 2026-09-21, whatever the language."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
        super().__init__(widget=widget, input_formats=["%Y-%m-%d"], **kwargs)


class RunForm(forms.Form):
    """A form whose service may refuse: each refusal stands at the field that its pointer names."""

    def refuse(self, refusal: Refusal) -> None:
        """Show what a service refused."""
        for error in refusal.errors or (FieldError("", refusal.code, refusal.detail),):
            field = self.field_of(error.pointer.split("/")[1:])
            self.add_error(field, problem_advice(error.code, error.detail))

    def field_of(self, pointer: Sequence[str]) -> str | None:
        """Return the field that the parts of a pointer name, None for the whole form."""
        return pointer[0] if pointer and pointer[0] in self.fields else None

    def changes(self) -> dict[str, Any]:
        """Return what differs from what the form was opened with."""
        return {name: value for name, value in self.cleaned_data.items() if self.initial.get(name) != value}

    def as_it_is(self) -> list[tuple[str, str]]:
        """Return label and value of now of each field in which something else was typed."""
        now = [(self[name], field.prepare_value(self[name].initial)) for name, field in self.fields.items()]
        told = [(bound, "" if value is None else str(value)) for bound, value in now]
        return [(str(bound.label), value or "-") for bound, value in told if value != (bound.data or "")]

    @property
    def alone(self) -> list[BoundField]:
        """Return the fields that take a line each."""
        return [self[name] for name, field in self.fields.items() if not isinstance(field, forms.IntegerField)]

    @property
    def figures(self) -> list[BoundField]:
        """Return the fields of figures, which stand side by side."""
        return [self[name] for name, field in self.fields.items() if isinstance(field, forms.IntegerField)]


class SeasonForm(RunForm):
    """Take the name, the days and the points of a season."""

    name = forms.CharField(label=_("Name"), max_length=NAME_LENGTH)
    starts_on = DayField(label=_("First day"))
    ends_on = DayField(label=_("Last day"), help_text=_("An evening belongs to the day on which it begins."))
    win = forms.IntegerField(label=_("Points for a win"), initial=2, **POINTS)
    draw = forms.IntegerField(label=_("Points for a draw"), initial=1, **POINTS)
    loss = forms.IntegerField(label=_("Points for a defeat"), initial=0, **POINTS)
    best_of = forms.IntegerField(label=_("Evenings that count"), initial=0, help_text=_("0: all of them"), **BEST)

    @staticmethod
    def opened_with(season: Season) -> dict[str, Any]:
        """Return what the form is opened with to change a season."""
        return {name: getattr(season, name) for name in SeasonForm.base_fields}


class PointsField(forms.CharField):
    """Take points by place as one reads them out: 25, 18, 15."""

    def prepare_value(self, value: Any) -> Any:
        """Return a list as it is read out."""
        return ", ".join(map(str, value)) if isinstance(value, list) else value

    def clean(self, value: Any) -> list[int]:
        """Return the list. Raises ValidationError for what is no whole number."""
        parts = str(super().clean(value)).replace(";", ",").replace(" ", ",").split(",")
        try:
            return [int(part) for part in parts if part]
        except ValueError:
            raise forms.ValidationError(_("Whole numbers with commas between them.")) from None


class CircuitForm(RunForm):
    """Take the name of a circuit, what its events give, and who is qualified."""

    name = forms.CharField(label=_("Name"), max_length=NAME_LENGTH)
    place_points = PointsField(
        label=_("Points by place"),
        initial=[25, 18, 15, 12, 10, 8, 6, 4, 2, 1],
        required=False,
        max_length=600,
        help_text=_("Of the first, the second, the third ... of an event."),
    )
    best_of = forms.IntegerField(label=_("Events that count"), initial=0, help_text=_("0: all of them"), **BEST)
    qualified_places = forms.IntegerField(
        label=_("Qualified of each event"), initial=1, min_value=0, max_value=64, help_text=_("0: by rating alone")
    )
    qualified_months = forms.IntegerField(label=_("Events of so many months"), initial=6, min_value=1, max_value=60)
    qualified_total = forms.IntegerField(
        label=_("Qualified in all"), initial=16, min_value=0, max_value=1000, help_text=_("Filled up by rating.")
    )

    @staticmethod
    def opened_with(circuit: Circuit) -> dict[str, Any]:
        """Return what the form is opened with to change a circuit."""
        return {name: getattr(circuit, name) for name in CircuitForm.base_fields}


class MergeForm(RunForm):
    """Take the name of the player who goes, typed as a sign that it is meant, and the version he was seen at."""

    version = forms.IntegerField(widget=forms.HiddenInput, min_value=1)
    name = forms.CharField(max_length=200, widget=forms.TextInput(attrs={"autocomplete": "off"}))

    def __init__(self, data: Mapping[str, Any] | None, *, gone: str) -> None:
        super().__init__(data)
        self.gone = gone
        self.fields["name"].label = gettext("To do it, type: %(name)s") % {"name": gone}

    def clean_name(self) -> str:
        """Check that what was typed is the name. Raises ValidationError."""
        typed = " ".join(str(self.cleaned_data["name"]).split())
        if name_key(typed) != name_key(self.gone):
            raise forms.ValidationError(gettext("This is not the name."))
        return typed


class AccountEndForm(RunForm):
    """Take the account's e-mail address, typed as a sign that its end is meant."""

    email = forms.EmailField(
        label=_("To do it, type your e-mail address"),
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, data: Mapping[str, Any] | None, *, own: str) -> None:
        super().__init__(data)
        self.own = own

    def clean_email(self) -> str:
        """Check that what was typed is the address of the account. Raises ValidationError."""
        typed = str(self.cleaned_data["email"])
        if typed.casefold() != self.own.casefold():
            raise forms.ValidationError(_("This is not the address of your account."))
        return typed


class EventForm(RunForm):
    """Take an event of a circuit: its name, its day, the club that holds it."""

    name = forms.CharField(label=_("Name"), max_length=NAME_LENGTH)
    played_on = DayField(label=_("Day"))
    club = forms.TypedChoiceField(label=_("Where"), coerce=UUID)

    def __init__(self, data: Mapping[str, Any] | None, *, clubs: Sequence[tuple[UUID, str]], today: date) -> None:
        super().__init__(data, initial={"played_on": today})
        where = self.fields["club"]
        assert isinstance(where, forms.TypedChoiceField)
        where.choices = [(str(club), name) for club, name in clubs]


class PlacesForm(RunForm):
    """Take who came where in an event: rows of a place and a name, empty ones left out.

    `people` are the ids of players by the names under which the form offers them.
    """

    def __init__(
        self, data: Mapping[str, Any] | None, *, people: Mapping[str, UUID], places: Sequence[tuple[int, str]]
    ) -> None:
        rows = max(FIRST_ROWS, len(places) + EMPTY_ROWS)
        if data is not None:
            rows = min(MOST_ROWS, max(rows, sum(key.startswith("who_") for key in data)))
        start = {f"place_{row}": place for row, (place, _who) in enumerate(places)}
        super().__init__(data, initial={**start, **{f"who_{row}": who for row, (_place, who) in enumerate(places)}})
        self.people = {name.casefold(): player for name, player in people.items()}
        self.names = list(people)
        self.count = rows
        for row in range(rows):
            told = {"n": row + 1}
            self.fields[f"place_{row}"] = forms.IntegerField(
                label=gettext("Place, line %(n)s") % told, required=False, min_value=1, max_value=1000
            )
            self.fields[f"who_{row}"] = forms.CharField(
                label=gettext("Who, line %(n)s") % told,
                required=False,
                max_length=200,
                widget=forms.TextInput(attrs={"list": "people", "autocomplete": "off"}),
            )

    @property
    def rows(self) -> list[tuple[BoundField, BoundField]]:
        """Return the place and the name of each line."""
        return [(self[f"place_{row}"], self[f"who_{row}"]) for row in range(self.count)]

    def clean(self) -> dict[str, Any]:
        """Check that a line has both a place and somebody who is known."""
        cleaned: dict[str, Any] = super().clean() or {}
        for row in range(self.count):
            place, who = cleaned.get(f"place_{row}"), cleaned.get(f"who_{row}")
            if who and " ".join(who.split()).casefold() not in self.people:
                self.add_error(f"who_{row}", gettext("No club of the circuit has this player."))
            if who and place is None and f"place_{row}" not in self.errors:
                self.add_error(f"place_{row}", gettext("Which place?"))
            if place is not None and not who and f"who_{row}" not in self.errors:
                self.add_error(f"who_{row}", gettext("Who came here?"))
        return cleaned

    def places(self) -> list[dict[str, Any]]:
        """Return the lines as the service takes them."""
        return [
            {
                "player": self.people[" ".join(self.cleaned_data[f"who_{row}"].split()).casefold()],
                "place": self.cleaned_data[f"place_{row}"],
            }
            for row in self._taken()
        ]

    def field_of(self, pointer: Sequence[str]) -> str | None:
        """Return the name of the line that `/places/<index>/player` speaks of."""
        if len(pointer) > 1 and pointer[0] == "places" and pointer[1].isdigit():
            taken = self._taken()
            return f"who_{taken[int(pointer[1])]}" if int(pointer[1]) < len(taken) else None
        return None

    def _taken(self) -> list[int]:
        return [row for row in range(self.count) if self.cleaned_data.get(f"who_{row}")]
