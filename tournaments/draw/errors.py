"""Name what a draw may refuse: one family of errors, each with a code, a reason and the choices that are left."""

from __future__ import annotations

from players.ratings.lines import CaseError

INFEASIBLE = "infeasible"

REASONS = {
    "too_few": "there are not enough entrants for this draw",
    "too_many_rounds": "so many rounds cannot be played without a rematch",
    "no_pairing_without_rematch": "every way to pair these entrants repeats a match",
    "no_bye_left": "nobody may still take the bye",
    "prohibited": "the prohibited pairs leave no way to pair the others",
    "no_partners_left": "every way to seat these players repeats a partner",
}
"""All values of `reason` in an `infeasible` error, each with its sentence."""


class DrawError(CaseError):
    """Refuse a draw; `more` holds `reason` and `choices` when the code is `infeasible`."""


def infeasible(reason: str, *choices: dict[str, object], detail: str = "") -> DrawError:
    """Return the error that says why no draw exists and what the director may choose instead.

    `reason`: a key of `REASONS`. A choice is `{"choice": name, ...}`: an option that would let the same draw pass.
    """
    return DrawError(INFEASIBLE, detail or REASONS[reason], "", reason=reason, choices=list(choices))
