"""Reckon an event's table again in the plainest way and compare, value by value (RATINGS 6, research 2.11, 2.12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from hashlib import sha256
from itertools import groupby
from typing import Any

Document = Mapping[str, Any]
Found = list[tuple[str, str]]
Rows = list[dict[str, Any] | None]
"""One entrant's results by round, seen from his side; None where he stands nowhere."""


def check_table(document: Document) -> Found:
    """Return each value, order and rank of the document's table that the results do not give, and broken sums."""
    table = _Table(document)
    found = table.sums()
    rows = document["standings"]
    if sorted(row["id"] for row in rows) != sorted(document["entrants"]):
        return [*found, ("standings", "not everybody stands in the table once")]
    expected = table.ranked()
    for row, (entrant, rank, values) in zip(rows, expected, strict=True):
        where = f"standings of {entrant}"
        if row["id"] != entrant or row["rank"] != rank:
            found.append((where, f"should stand here on rank {rank}, not {row['id']} on {row['rank']}"))
        for name, told, value in zip(document["metrics"], row["values"], values, strict=True):
            if (told is None) != (value is None) or (told is not None and abs(told - float(value or 0)) > 1e-6):
                found.append((where, f"{name} is {value}, not {told}"))
    return found


class _Table:
    def __init__(self, document: Document) -> None:
        self.document = document
        self.results = [row for turn in document["rounds"] for row in turn["results"]]
        self.rounds = max((row["round"] for row in self.results), default=0)
        self.win, self.draw = Fraction(document["win"]), Fraction(document["draw"])
        self.whole = document["round_robin"]
        self.rows: dict[str, Rows] = {one: [None] * self.rounds for one in document["entrants"]}
        for row in self.results:
            self.rows[row["a"]][row["round"] - 1] = self._side(row, 0)
            if row.get("b") is not None:
                self.rows[row["b"]][row["round"] - 1] = self._side(row, 1)
        self.score = {one: sum((row["score"] for row in rows if row), Fraction()) for one, rows in self.rows.items()}
        self.seen = {one: self._seen(rows) for one, rows in self.rows.items()}

    def _side(self, row: Document, side: int) -> dict[str, Any]:
        sign = 1 if side == 0 else -1
        played = row["kind"] == "played"
        own = Fraction(str(row["score"][side]))
        other = Fraction(str(row["score"][1 - side])) if row.get("b") is not None else Fraction()
        margin = sign * row.get("margin", 0) if played else 0
        won = row["kind"] == "bye" or (row.get("b") is not None and (own > other or (own == other and margin > 0)))
        return {
            "kind": row["kind"],
            "score": own,
            "opponent": (row["b"] if side == 0 else row["a"]) if row.get("b") is not None else None,
            "margin": margin,
            "scope": row["scope"][side] if played else 0,
            "won": won,
        }

    def _by_choice(self, row: dict[str, Any] | None) -> bool:
        if row is None or row["kind"] in ("requested_bye", "absent"):
            return True
        return bool(row["kind"] == "forfeit" and not row["won"])

    def _seen(self, rows: Rows) -> Fraction:
        """Sum what opponents see: trailing requested rounds are level matches."""
        total = Fraction()
        for index, row in enumerate(rows):
            trailing = all(self._by_choice(later) for later in rows[index:])
            requested = row is None or row["kind"] in ("requested_bye", "absent")
            if trailing and requested:
                total += self.draw
            elif row is not None:
                total += row["score"]
        return total

    def parts(self, one: str) -> list[tuple[Fraction, Fraction, bool]]:
        """Return (opponent's worth, that times own points, left by choice) of each round that counts."""
        parts = []
        for row in self.rows[one]:
            points = row["score"] if row else Fraction()
            opponent = row["opponent"] if row else None
            if opponent is not None and row is not None and (row["kind"] == "played" or self.whole):
                worth = self.seen[opponent]
            elif self.whole:
                continue
            else:
                limit = self.seen[opponent] if opponent is not None else self.draw * self.rounds
                worth = min(self.score[one], limit)
            parts.append((worth, worth * points, self._by_choice(row) and not self.whole))
        return parts

    def value(self, name: str, one: str) -> Fraction:
        rows = [row for row in self.rows[one] if row is not None]
        if name in ("vp", "points"):
            return self.score[one]
        if name == "wins":
            return Fraction(sum(row["won"] for row in rows))
        if name == "margin_capped":
            return Fraction(sum(sorted((-40, row["margin"], 40))[1] for row in rows))
        if name == "scope":
            return Fraction(sum(row["scope"] for row in rows))
        parts = self.parts(one)
        if name == "sonneborn_berger":
            return sum((part[1] for part in parts), Fraction())
        total = sum((part[0] for part in parts), Fraction())
        if name == "buchholz_cut1" and parts:
            chosen = [part[0] for part in parts if part[2]] or [part[0] for part in parts]
            total -= min(chosen)
        return total

    def lots(self) -> dict[str, int]:
        def drawn(one: str) -> str:
            return sha256(f"{self.document['seed']}\n{one}".encode()).hexdigest()

        return {one: place for place, one in enumerate(sorted(self.rows, key=drawn), start=1)}

    def ranked(self) -> list[tuple[str, int, list[Fraction | None]]]:
        lots = self.lots()
        values: dict[str, list[Fraction | None]] = {one: [] for one in self.rows}
        keys: dict[str, list[Fraction]] = {one: [] for one in self.rows}
        for name in self.document["metrics"]:
            column: dict[str, Fraction | None]
            if name == "direct":
                column = self._direct(keys)
            elif name == "lot":
                column = {one: Fraction(place) for one, place in lots.items()}
            else:
                column = {one: self.value(name, one) for one in self.rows}
            for one, value in column.items():
                values[one].append(value)
                plain = Fraction() if value is None else value
                keys[one].append(plain if name in ("direct", "lot") else -plain)
        order = sorted(self.rows, key=lambda one: (keys[one], lots[one]))
        return [(one, 1 + sum(keys[other] < keys[one] for other in order), values[one]) for one in order]

    def _direct(self, keys: Mapping[str, list[Fraction]]) -> dict[str, Fraction | None]:
        places: dict[str, Fraction | None] = {}
        for _, level in groupby(sorted(self.rows, key=lambda one: keys[one]), key=lambda one: keys[one]):
            tied = list(level)
            if len(tied) == 1:
                places[tied[0]] = None
            else:
                self._settle(tied, 1, places)
        return places

    def _settle(self, tied: Sequence[str], first: int, places: dict[str, Fraction | None]) -> None:
        if len(tied) == 1:
            places[tied[0]] = Fraction(first)
            return
        points: dict[str, Fraction] = {}
        open_matches: dict[str, int] = {}
        for one in tied:
            got: dict[str, list[Fraction]] = {}
            for row in self.rows[one]:
                if row and row["opponent"] in tied and (row["kind"] == "played" or self.whole):
                    got.setdefault(row["opponent"], []).append(row["score"])
            points[one] = sum((sum(given, Fraction()) / len(given) for given in got.values()), Fraction())
            open_matches[one] = len(tied) - 1 - len(got)
        if all(count == 0 for count in open_matches.values()):
            if len(set(points.values())) > 1:
                for value in sorted(set(points.values()), reverse=True):
                    part = [one for one in tied if points[one] == value]
                    self._settle(part, first, places)
                    first += len(part)
                return
        else:
            for one in tied:
                rivals = [points[other] + open_matches[other] * self.win for other in tied if other != one]
                if points[one] > max(rivals):
                    places[one] = Fraction(first)
                    self._settle([other for other in tied if other != one], first + 1, places)
                    return
        for one in tied:
            places[one] = Fraction(first)

    def sums(self) -> Found:
        """Check the sums of research 2.12 over all entrants."""
        found: Found = []
        played = [row for row in self.results if row["kind"] == "played"]
        others = [row for row in self.results if row["kind"] != "played"]
        given = sum((Fraction(str(one)) for row in others for one in row["score"]), Fraction())
        if sum(self.score.values(), Fraction()) != self.win * len(played) + given:
            found.append(("standings", "the points do not add up"))
        if sum(row["margin"] for rows in self.rows.values() for row in rows if row):
            found.append(("standings", "the margins do not add to nought"))
        return found
