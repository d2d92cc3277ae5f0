"""Read and score the mode `points`: a paper sheet that holds points only.

Source: CONTRACT 2 (`points`), RULES 8, 9.3.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.engine.entry_cards import read_sides
from scoring.engine.entry_fields import Seating, read_count_or_unknown, read_object
from scoring.engine.entry_score import EntryScore
from scoring.engine.errors import EngineError
from scoring.engine.explain_scales import Line, cappotto_lines
from scoring.engine.hand import CountedHand, HandScore, SideScore
from scoring.engine.hand_deck import ALL_TEN, CAPPOTTO_POINTS, scope_limit
from scoring.engine.hand_limits import refuse_scope
from scoring.engine.points import (
    DenariClaim,
    buone_sums,
    dealer_values,
    denari_fit,
    grande_values,
    piccola_values,
)
from scoring.engine.rulesets import Ruleset

FLAGS = ("carte", "denari", "settebello", "primiera", "re_bello", "cappotto")
TOLD_APART = ("scope", "buone", "dealer")
RULE_OF = {
    "carte": "8.1",
    "denari": "8.1",
    "settebello": "8.2",
    "primiera": "8.3",
    "scope": "4.1",
    "buone": "5.5",
    "dealer": "7.1",
    "piccola": "8.4",
    "grande": "8.5",
    "re_bello": "8.6",
}
SIDE_FIELDS = (*RULE_OF, "cappotto", "marked")


@dataclass(frozen=True, slots=True)
class PointsEntry:
    """Hold the sides of a body in mode `points`: a number by field name, None where it is not known.

    `marked` is there only for a side whose turned cards are not told apart; `cappotto` only where it was given.
    """

    sides: tuple[dict[str, int | None] | None, ...]

    @classmethod
    def read(cls, body: Mapping[str, Any], seating: Seating) -> PointsEntry:
        """Return the entry of a body; raise the codes of shape and `inconsistent` for `marked` beside its parts."""
        listed = read_sides(body, seating)
        return cls(tuple(None if side is None else _read_side(side, place) for place, side in enumerate(listed)))

    @property
    def open_sides(self) -> tuple[int, ...]:
        """Return the sides still to be entered."""
        return tuple(place for place, side in enumerate(self.sides) if side is None)

    def canonical(self) -> dict[str, Any]:
        """Return the body's fields, defaults filled in."""
        return {"sides": [None if side is None else dict(sorted(side.items())) for side in self.sides]}

    def content(self) -> dict[str, Any]:
        """Return what the digest is taken of."""
        return self.canonical()

    def counted(self, seating: Seating) -> CountedHand | None:
        """Return None: single cards are not known in this mode."""
        return None

    def score(self, rules: Ruleset, seating: Seating) -> EntryScore:
        """Add up the sheet, after checking what can be checked.

        Raises EngineError: `impossible_count` (a value no hand gives), `not_the_dealer`, `too_many_scope`, `bad_sum`
        (buone, turned cards), `both_sides`, `nobody` (settebello), `inconsistent` (points that no sharing out of the
        ten denari gives).
        """
        self._refuse_values(rules, seating)
        self._refuse_sums(rules)
        self._refuse_both()
        sides = [side for side in self.sides if side is not None]
        whole = len(sides) == len(self.sides)
        if whole:
            self._refuse_nobody(sides)
        self._refuse_no_way(rules)
        if not whole:
            return EntryScore()
        cappotto = _cappotto(sides, rules)
        if any(value is None for side in sides for value in side.values()):
            wins = cappotto if rules.cappotto == "win_match" else None
            return EntryScore(wins_match=wins, lines=tuple(_lines(sides, cappotto, rules)))
        return _scored(sides, cappotto, rules)

    def _refuse_values(self, rules: Ruleset, seating: Seating) -> None:
        allowed = {
            **dict.fromkeys(FLAGS, (0, 1)),
            "piccola": piccola_values(rules),
            "grande": grande_values(rules),
            "dealer": dealer_values(rules),
        }
        if not rules.re_bello:
            allowed["re_bello"] = (0,)
        for place, side in enumerate(self.sides):
            for name, value in (side or {}).items():
                if value is not None and name in allowed and value not in allowed[name]:
                    words = ", ".join(map(str, allowed[name]))
                    raise EngineError("impossible_count", f"{name} can be {words}.", f"/sides/{place}/{name}")
            if side and side.get("dealer") and place != seating.dealer_side:
                raise EngineError("not_the_dealer", "Another side dealt this hand.", f"/sides/{place}/dealer")

    def _refuse_sums(self, rules: Ruleset) -> None:
        sides = [side or {} for side in self.sides]
        bonus = any(side.get("dealer") for side in sides)
        refuse_scope([side.get("scope") or 0 for side in sides], rules, after_bonus=bonus)
        each, together = buone_sums(rules, len(sides))
        buone = [side.get("buone") or 0 for side in sides]
        wrong = [place for place, points in enumerate(buone) if points not in each]
        if not wrong and sum(buone) not in together:
            wrong = [place for place, points in enumerate(buone) if points]
        if wrong:
            raise _fields("bad_sum", "No declarations add up to this.", *(f"/sides/{place}/buone" for place in wrong))
        turned = [side.get("marked") or 0 for side in sides]
        most = scope_limit(rules, after_bonus=False) + max(together) + max(dealer_values(rules))
        if sum(turned) > most:
            fields = [f"/sides/{place}/marked" for place, cards in enumerate(turned) if cards]
            raise _fields("impossible_count", f"At most {most} cards can be turned in a hand.", *fields)

    def _refuse_both(self) -> None:
        for name in (*FLAGS, "piccola", "grande"):
            holders = [f"/sides/{place}/{name}" for place, side in enumerate(self.sides) if side and side.get(name)]
            if len(holders) > 1:
                raise _fields("both_sides", f"Only one side can have {name}.", *holders)

    def _refuse_no_way(self, rules: Ruleset) -> None:
        if not denari_fit(_claims(self.sides), rules):
            fields = [
                f"/sides/{place}/{name}"
                for place, side in enumerate(self.sides)
                for name in ("denari", "settebello", "piccola", "grande", "re_bello", "cappotto")
                if side and side.get(name)
            ]
            raise _fields("inconsistent", "No sharing out of the ten denari gives these points.", *fields or ["/sides"])

    def _refuse_nobody(self, sides: list[dict[str, int | None]]) -> None:
        if all(side["settebello"] == 0 for side in sides):
            fields = [f"/sides/{place}/settebello" for place in range(len(sides))]
            raise _fields("nobody", "Some side has the settebello.", *fields)


def _claims(sides: tuple[dict[str, int | None] | None, ...]) -> list[DenariClaim]:
    names = ("denari", "settebello", "primiera", "piccola", "grande", "re_bello", "cappotto")
    return [DenariClaim(**{name: side.get(name) for name in names}) if side else DenariClaim() for side in sides]


def _cappotto(sides: list[dict[str, int | None]], rules: Ruleset) -> int | None:
    """Return the side that said so, or whose points leave no other way, than to have all ten denari."""
    for place, side in enumerate(sides):
        if side.get("cappotto"):
            return place
    ways = denari_fit(_claims(tuple(sides)), rules)
    return ways[0].index(ALL_TEN) if len(ways) == 1 and ALL_TEN in ways[0] else None


def _scored(sides: list[dict[str, int | None]], cappotto: int | None, rules: Ruleset) -> EntryScore:
    rows = []
    marked = [side.get("marked") or 0 for side in sides]
    for place, side in enumerate(sides):
        points = {name: side.get(name) or 0 for name in RULE_OF}
        points["cappotto"] = CAPPOTTO_POINTS[rules.cappotto] if place == cappotto else 0
        if cappotto is not None and rules.cappotto == "flat_60_opponent_zero":
            points = dict.fromkeys(RULE_OF, 0) | {"cappotto": points["cappotto"]}
            marked[place] = 0
        rows.append(SideScore(**points, total=sum(points.values()) + marked[place]))
    score = HandScore(
        tuple(rows), cappotto, cappotto if cappotto is not None and rules.cappotto == "win_match" else None
    )
    answer = score.to_dict()
    for place, side in enumerate(sides):
        if "marked" in side:
            answer["sides"][place]["marked"] = marked[place]
    # Turned cards are told where scope are told (RULES 9.3).
    told = tuple(row._replace(scope=row.scope + turned) for row, turned in zip(rows, marked, strict=True))
    lines = tuple(_lines(sides, cappotto, rules))
    return EntryScore(answer, score.totals, score.wins_match, told, lines)


def _lines(sides: list[dict[str, int | None]], cappotto: int | None, rules: Ruleset) -> list[Line]:
    if cappotto is not None and rules.cappotto == "flat_60_opponent_zero":
        return cappotto_lines(cappotto, len(sides), rules)
    lines = []
    for name, rule in RULE_OF.items():
        for place, side in enumerate(sides):
            value = side.get(name, 0)
            if value is None:
                lines.append(Line(place, name, 0, (), rule, "not_known", {}))
            elif value:
                lines.append(Line(place, name, value, (), rule, "entered", {}))
            if name == "scope" and side.get("marked"):
                turned = side["marked"] or 0
                lines.append(Line(place, name, turned, (), rule, "marked_entered", {"marked": turned}))
    return lines if cappotto is None else [*lines, *cappotto_lines(cappotto, len(sides), rules)]


def _read_side(value: object, place: int) -> dict[str, int | None]:
    at = f"/sides/{place}"
    fields = read_object(value, SIDE_FIELDS, at)
    if "marked" in fields:
        beside = [f"{at}/{name}" for name in TOLD_APART if fields.get(name) not in (0, None)]
        if beside:
            detail = "Turned cards are either counted together or told apart, or points count twice."
            raise _fields("inconsistent", detail, f"{at}/marked", *beside)
    names = [name for name in RULE_OF if not ("marked" in fields and name in TOLD_APART)]
    names += [name for name in ("cappotto", "marked") if name in fields]
    return {name: read_count_or_unknown(fields.get(name, 0), f"{at}/{name}") for name in names}


def _fields(code: str, detail: str, *pointers: str) -> EngineError:
    return EngineError(code, detail, pointers[0], errors=[(pointer, code, detail) for pointer in pointers])
