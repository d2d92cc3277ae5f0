"""A hand entered card by card, and what all modes of entry have in common."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from scoring.engine.cards import CODES
from scoring.engine.entry import HandEntry, read_entry, score_entry
from scoring.engine.errors import UNREADABLE, EngineError
from scoring.engine.operations import answer
from scoring.engine.rulesets import PRESETS, read_ruleset
from tests.engine.piles import rest
from tests.worked_hand import TOTALS, X_CARDS, body, plain

SBIRO = PRESETS["sbiro"]
TWO = (0, 1)
PAIRS = (0, 1, 0, 1)


def entry(of: dict[str, Any], seats: tuple[int, ...] = TWO) -> HandEntry:
    return read_entry(of, seats)


def refusal(of: Any, seats: tuple[int, ...] = TWO, ruleset: Any = "sbiro") -> EngineError:
    with pytest.raises(EngineError) as no:
        score_entry(read_entry(of, seats), read_ruleset(ruleset))
    return no.value


def changed(path: str, value: Any, of: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return a body with one value, at a pointer, replaced; `...` takes it away."""
    whole = copy.deepcopy(of or body())
    *parents, last = path.strip("/").split("/")
    place: Any = whole
    for name in parents:
        place = place[int(name) if isinstance(place, list) else name]
    if value is ...:
        del place[last]
    else:
        place[int(last) if isinstance(place, list) else last] = value
    return whole


@pytest.mark.parametrize(("preset", "totals"), TOTALS.items())
def test_the_worked_hand_scores_as_counted_at_the_table(preset: str, totals: tuple[int, int]) -> None:
    score = score_entry(entry(body()), PRESETS[preset])
    assert score.totals == totals
    assert score.complete
    assert score.result.totals == totals


def test_the_score_is_the_answer_of_the_operation() -> None:
    case = {
        "sides": [
            {"cards": X_CARDS, "scope": 2, "buone": [{"cards": ["AS", "2S", "4S"], "matta_as": None}]},
            {"cards": rest(X_CARDS), "scope": 1, "buone": [{"cards": ["JD", "JH", "JS"], "matta_as": None}]},
        ],
        "dealer_side": 1,
        "dealer_table": ["KD", "KS", "4H", "6H"],
    }
    assert score_entry(entry(body()), SBIRO).score == answer("score", case)


def test_the_canonical_form_is_in_card_order_with_defaults_filled_in() -> None:
    canonical = entry(plain()).canonical
    assert canonical["sides"][0]["captured"] == [code for code in CODES if code in X_CARDS]
    assert canonical["sides"][1] == {"captured": "rest", "scope": 0, "buone": [], "knocks": 0}
    assert canonical["dealer_bonus"] is None
    assert json.loads(json.dumps(canonical)) == canonical
    assert entry(canonical).canonical == canonical


SAME: dict[str, dict[str, Any]] = {
    "the rest written out": changed("/sides/1/captured", rest(X_CARDS)),
    "cards in another order": changed("/sides/0/captured", X_CARDS[::-1]),
    "the table in another order": changed("/dealer_bonus/table", ["6H", "KS", "KD", "4H"]),
    "a default written out": changed("/sides/0/knocks", 0),
    "a null left out": changed("/dealer_bonus/matta_as", ...),
}


@pytest.mark.parametrize("other", SAME.values(), ids=SAME)
def test_two_bodies_that_say_the_same_have_one_digest(other: dict[str, Any]) -> None:
    assert entry(other).digest == entry(body()).digest


def test_the_order_of_declarations_does_not_matter() -> None:
    two = [
        {"seat": 2, "cards": ["AS", "2S", "4S"], "matta_as": None},
        {"seat": 0, "cards": ["AC", "2C", "5C"], "matta_as": None},
    ]
    one = changed("/sides/0/buone", two, body())
    other = changed("/sides/0/buone", two[::-1], body())
    assert entry(one, PAIRS).digest == entry(other, PAIRS).digest


OTHER: dict[str, dict[str, Any]] = {
    "a scopa more": changed("/sides/0/scope", 3),
    "another number": changed("/number", 2),
    "another dealer": changed("/dealer_seat", 0),
    "no bonus": changed("/dealer_bonus", None),
    "a card moved": changed("/sides/0/captured", X_CARDS[:-1]),
    "no declaration": changed("/sides/0/buone", []),
    "a side still open": changed("/sides/1", None),
}


@pytest.mark.parametrize("other", OTHER.values(), ids=OTHER)
def test_two_bodies_that_differ_have_two_digests(other: dict[str, Any]) -> None:
    assert entry(other).digest != entry(body()).digest


def test_a_digest_is_sha_256_in_hex() -> None:
    assert len(entry(body()).digest) == 64
    assert int(entry(body()).digest, 16)


def test_a_side_may_come_later() -> None:
    half = entry(changed("/sides/0", None))
    assert half.open_sides == (0,)
    score = score_entry(half, SBIRO)
    assert (score.score, score.totals, score.complete, score.explanation) == (None, None, False, [])


def test_what_is_there_of_an_open_hand_is_checked() -> None:
    no = refusal(changed("/sides/0/buone/0/cards", ["KS", "2S", "4S"], changed("/sides/1", None)))
    assert (no.code, no.pointer) == ("not_a_buona", "/sides/0/buone/0/cards")


SHAPES: dict[str, tuple[Any, str, str]] = {
    "no object": ([], "wrong_type", ""),
    "no mode": (changed("/mode", ...), "missing_field", "/mode"),
    "an unknown mode": (changed("/mode", "guess"), "unknown_mode", "/mode"),
    "an unknown field": (changed("/note", "late"), "unknown_field", "/note"),
    "an unknown field of a side": (changed("/sides/0/names", []), "unknown_field", "/sides/0/names"),
    "an unknown field of a buona": (changed("/sides/0/buone/0/by", 0), "unknown_field", "/sides/0/buone/0/by"),
    "an unknown field of the bonus": (changed("/dealer_bonus/scope", 2), "unknown_field", "/dealer_bonus/scope"),
    "no number": (changed("/number", ...), "missing_field", "/number"),
    "a number as text": (changed("/number", "1"), "wrong_type", "/number"),
    "hand 0": (changed("/number", 0), "bad_number", "/number"),
    "hand 10,000,000,000": (changed("/number", 10**10), "bad_number", "/number"),
    "no dealer": (changed("/dealer_seat", ...), "missing_field", "/dealer_seat"),
    "seat 2 of two": (changed("/dealer_seat", 2), "bad_seat", "/dealer_seat"),
    "seat -1": (changed("/dealer_seat", -1), "bad_seat", "/dealer_seat"),
    "a dealer by name": (changed("/dealer_seat", "Nena"), "wrong_type", "/dealer_seat"),
    "no sides": (changed("/sides", ...), "missing_field", "/sides"),
    "sides that are an object": (changed("/sides", {}), "wrong_type", "/sides"),
    "three sides of two": (changed("/sides", [None, None, None]), "bad_side", "/sides"),
    "a side that is a text": (changed("/sides/0", "rest"), "wrong_type", "/sides/0"),
    "no cards": (changed("/sides/0/captured", ...), "missing_field", "/sides/0/captured"),
    "cards that are a text": (changed("/sides/0/captured", "7D"), "wrong_type", "/sides/0/captured"),
    "a card that is a number": (changed("/sides/0/captured", [7]), "wrong_type", "/sides/0/captured/0"),
    "an unknown card": (changed("/sides/0/captured/3", "8D"), "unknown_card", "/sides/0/captured/3"),
    "a card twice": (changed("/sides/0/captured/3", "7D"), "duplicate_card", "/sides/0/captured/3"),
    "two rests": (changed("/sides/0/captured", "rest"), "too_many_rest", "/sides/0/captured"),
    "scope as text": (changed("/sides/0/scope", "2"), "wrong_type", "/sides/0/scope"),
    "scope below nothing": (changed("/sides/0/scope", -1), "impossible_count", "/sides/0/scope"),
    "unknown scope": (changed("/sides/0/scope", None), "wrong_type", "/sides/0/scope"),
    "buone that are a number": (changed("/sides/0/buone", 3), "wrong_type", "/sides/0/buone"),
    "a buona without cards": (changed("/sides/0/buone/0/cards", ...), "missing_field", "/sides/0/buone/0/cards"),
    "a buona of the other side's seat": (changed("/sides/0/buone/0/seat", 1), "bad_seat", "/sides/0/buone/0/seat"),
    "a buona of no seat": (changed("/sides/0/buone/0/seat", 4), "bad_seat", "/sides/0/buone/0/seat"),
    "a matta as an eight": (changed("/sides/0/buone/0/matta_as", "8"), "wrong_type", "/sides/0/buone/0/matta_as"),
    "a bonus that is true": (changed("/dealer_bonus", True), "wrong_type", "/dealer_bonus"),
    "a bonus without a table": (changed("/dealer_bonus/table", ...), "missing_field", "/dealer_bonus/table"),
}


@pytest.mark.parametrize(("of", "code", "pointer"), SHAPES.values(), ids=SHAPES)
def test_a_body_that_cannot_be_read_is_refused_at_its_field(of: Any, code: str, pointer: str) -> None:
    with pytest.raises(EngineError) as no:
        read_entry(of, TWO)
    assert (no.value.code, no.value.pointer) == (code, pointer)


def test_codes_of_shape_are_apart_from_codes_of_what_cannot_be() -> None:
    assert {"wrong_type", "unknown_field", "missing_field", "bad_request", "unknown_mode"} == UNREADABLE


IMPOSSIBLE: dict[str, tuple[dict[str, Any], str, str]] = {
    "a table that the dealer has not": (
        changed("/dealer_seat", 0),
        "dealer_table_not_taken",
        "/dealer_bonus/table",
    ),
    "a table worth nothing": (
        changed("/dealer_bonus/table", ["KD", "KS", "4H", "7S"]),
        "no_dealer_bonus",
        "/dealer_bonus/table",
    ),
    "a table of three": (changed("/dealer_bonus/table", ["KD", "KS", "4H"]), "impossible_count", "/dealer_bonus/table"),
    "a matta that is not there": (changed("/dealer_bonus/matta_as", "4"), "matta_not_held", "/dealer_bonus/matta_as"),
    "too many scope": (changed("/sides/1/scope", 17), "too_many_scope", "/sides/0/scope"),
    "no buona": (
        changed("/sides/0/buone/0/cards", ["KC", "2S", "4S"]),
        "not_a_buona",
        "/sides/0/buone/0/cards",
    ),
    "no matta in the buona": (
        changed("/sides/0/buone/0/matta_as", "A"),
        "matta_not_held",
        "/sides/0/buone/0/matta_as",
    ),
    "a declared card on the dealer's table": (
        changed("/sides/0/buone/0/cards", ["AS", "2S", "4H"]),
        "duplicate_card",
        "/sides/0/buone/0/cards",
    ),
    "a card declared twice": (
        changed("/sides/1/buone/0/cards", ["AS", "2C", "3C"]),
        "duplicate_card",
        "/sides/1/buone/0/cards",
    ),
}


@pytest.mark.parametrize(("of", "code", "pointer"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_what_cannot_be_is_refused_at_its_field(of: dict[str, Any], code: str, pointer: str) -> None:
    no = refusal(of)
    assert (no.code, no.pointer) == (code, pointer)


def test_cards_that_two_sides_have_are_named_on_both() -> None:
    both = plain()
    both["sides"][1]["captured"] = [*rest(X_CARDS), "7D", "AS"]
    no = refusal(both)
    assert (no.code, no.more["cards"]) == ("duplicate_card", ["7D", "AS"])
    assert [pointer for pointer, _, _ in no.errors] == ["/sides/0/captured", "/sides/1/captured"]


def test_cards_that_no_side_has_are_named() -> None:
    short = plain()
    short["sides"][1]["captured"] = rest([*X_CARDS, "KD", "JS"])
    no = refusal(short)
    assert (no.code, no.more["cards"]) == ("missing_card", ["KD", "JS"])
    assert [pointer for pointer, _, _ in no.errors] == ["/sides/0/captured", "/sides/1/captured"]


def test_two_open_rests_are_refused_even_before_the_hand_is_whole() -> None:
    no = refusal({**plain(), "sides": [{"captured": "rest"}, {"captured": "rest"}]})
    assert no.code == "too_many_rest"


def test_three_sides_can_give_the_rest_to_one() -> None:
    three = {
        "number": 1,
        "dealer_seat": 0,
        "mode": "cards",
        "sides": [{"captured": list(CODES[:14])}, {"captured": "rest"}, {"captured": list(CODES[27:])}],
    }
    whole = copy.deepcopy(three)
    whole["sides"][1]["captured"] = list(CODES[14:27])
    one, other = entry(three, (0, 1, 2)), entry(whole, (0, 1, 2))
    assert one.digest == other.digest
    assert score_entry(one, SBIRO).totals == score_entry(other, SBIRO).totals


def test_a_bonus_of_the_wrong_side_is_not_moved_in_silence() -> None:
    # L10, L12: with another dealer the table must lie in that side's pile.
    assert refusal(changed("/dealer_seat", 0)).code == "dealer_table_not_taken"
