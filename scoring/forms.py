"""The form that starts a match."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

SEATS = 5
SHOWN = 4
NAME_LENGTH = 60


class MatchForm(forms.Form):
    """Take the names at a table in the order of play, who deals first, and the rules.

    Seats left empty are left out; `seats()` and `first_dealer()` then speak of those that remain.
    """

    first_dealer = forms.TypedChoiceField(coerce=int, choices=(), initial=0, widget=forms.RadioSelect)
    ruleset = forms.ChoiceField(choices=())

    def __init__(self, *args: Any, rulesets: Sequence[tuple[str, str]], names: Sequence[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.known_names = list(names)
        for place in range(SEATS):
            field = forms.CharField(
                label=gettext("Place %(n)s") % {"n": place + 1},
                required=place < 2,
                max_length=NAME_LENGTH,
                widget=forms.TextInput(attrs={"list": "known-names", "autocomplete": "off", "autocapitalize": "words"}),
                error_messages={"required": _("Who sits here?")},
            )
            self.fields[f"seat_{place}"] = field
        dealers = self.fields["first_dealer"]
        assert isinstance(dealers, forms.TypedChoiceField)
        dealers.choices = [(place, gettext("Place %(n)s") % {"n": place + 1}) for place in range(SEATS)]
        chooser = self.fields["ruleset"]
        assert isinstance(chooser, forms.ChoiceField)
        chooser.choices = rulesets

    @property
    def seat_fields(self) -> list[BoundField]:
        """Return the fields of the first four seats."""
        return [self[f"seat_{place}"] for place in range(SHOWN)]

    @property
    def fifth(self) -> BoundField:
        """Return the field of the fifth seat, which few rules know."""
        return self[f"seat_{SHOWN}"]

    def clean(self) -> dict[str, Any]:
        """Check that the dealer is one of those who sit."""
        cleaned: dict[str, Any] = super().clean() or {}
        dealer = cleaned.get("first_dealer")
        if dealer is not None and not cleaned.get(f"seat_{dealer}") and not self.errors:
            people = len(self.seats())
            text = ngettext("Only %(n)s sits at the table.", "Only %(n)s sit at the table.", people) % {"n": people}
            self.add_error("first_dealer", text)
        return cleaned

    def seats(self) -> list[dict[str, str]]:
        """Return the people in playing order, as the service takes them."""
        return [{"name": self.cleaned_data[f"seat_{place}"]} for place in self._taken()]

    def first_dealer_seat(self) -> int:
        """Return the first dealer's seat among those taken."""
        return self._taken().index(self.cleaned_data["first_dealer"])

    def refuse(self, pointer: str, text: str) -> None:
        """Show a service's refusal at the field that its pointer names, else above the form."""
        parts = pointer.split("/")
        if len(parts) > 2 and parts[1] == "seats" and parts[2].isdigit() and int(parts[2]) < len(self._taken()):
            self.add_error(f"seat_{self._taken()[int(parts[2])]}", text)
        elif len(parts) > 1 and parts[1] in self.fields:
            self.add_error(parts[1], text)
        else:
            self.add_error(None, text)

    def _taken(self) -> list[int]:
        return [place for place in range(SEATS) if self.cleaned_data.get(f"seat_{place}")]
