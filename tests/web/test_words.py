"""What the pages say: every point, every refusal and every card has its words in each language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from django.core.management import call_command
from django.utils import translation

from cirulla.lib.problems import CODES as STATUS_CODES
from scoring.engine import CATEGORIES, CODES, MESSAGES, PRESETS
from scoring.words import cards, entry, points, problems, rules
from tests.worked_hand import X_CARDS

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ("it", "en")
PARAMS = {
    "carte": 21, "denari": 6, "others": [19], "least": 21, "value": 81, "best": 78, "suits": ["H", "S"], "sevens": 2,
    "sixes": 1, "aces": 0, "scope": 2, "sum": 9, "matta_as": "A", "rank": "J", "knocks": 1, "run": 4, "stopped_at": "5",
    "missing": "4", "from": "J", "marked": 7,
}  # fmt: skip


def filled(key: str) -> dict:
    params = {name: PARAMS[name] for name in MESSAGES[key]}
    if key == "grande_broken":
        params["missing"] = ["J", "Q"]
    return params


@pytest.fixture(params=[*LANGUAGES, "lij"])
def language(request: pytest.FixtureRequest):
    with translation.override(request.param):
        yield request.param


def test_the_catalogues_are_complete() -> None:
    call_command("catalogues", check=True)


def test_every_message_of_the_engine_has_a_sentence() -> None:
    assert set(points.SENTENCES) == set(MESSAGES)


@pytest.mark.parametrize("key", sorted(MESSAGES))
@pytest.mark.parametrize("pack", cards.PACKS)
def test_each_sentence_is_whole(language: str, key: str, pack: str) -> None:
    told = points.sentence(key, filled(key), pack)
    assert told.endswith(".")
    assert "%(" not in told


def test_the_two_languages_say_different_things() -> None:
    same = []
    for key in MESSAGES:
        told = []
        for language in LANGUAGES:
            with translation.override(language):
                told.append(points.sentence(key, filled(key)))
        if told[0] == told[1]:
            same.append(key)
    assert same == []


@pytest.mark.parametrize(
    ("key", "params", "told"),
    [
        ("carte_most", {"carte": 21, "others": [19]}, "21 a 19."),
        ("carte_most", {"carte": 15, "others": [13, 12]}, "15 a 13 e 12."),
        ("primiera_best", {"value": 81, "others": [72]}, "81 a 72."),
        ("primiera_best", {"value": 81, "others": [None]}, "81; agli altri manca un seme."),
        ("primiera_missing_suit", {"suits": ["C"]}, "Senza fiori non c'è primiera."),
        ("settebello_taken", {}, "Il sette di quadri."),
        ("scope_made", {"scope": 1}, "Tavola presa tutta una volta."),
        ("buona_decino", {"rank": "4", "matta_as": "4"}, "Tre dello stesso valore. La matta vale quattro."),
        ("piccola_run", {"run": 4, "stopped_at": "5"},
         "Asso, due e tre fanno 3, ogni altra in fila aggiunge 1. Non c'è: cinque di quadri."),
        ("piccola_run", {"run": 3, "stopped_at": "4"}, "Asso, due e tre fanno 3. Non c'è: quattro di quadri."),
    ],
)  # fmt: skip
def test_points_are_told_as_at_the_table(key: str, params: dict, told: str) -> None:
    with translation.override("it"):
        assert points.sentence(key, params) == told


def test_a_key_of_a_newer_engine_says_nothing() -> None:
    assert points.sentence("not_yet_invented", {}) == ""


@pytest.mark.parametrize("pack", cards.PACKS)
def test_the_forty_cards_have_forty_names(language: str, pack: str) -> None:
    names = {card.name for card in cards.grid_cards(pack)}
    assert len(names) == 40


@pytest.mark.parametrize(
    ("code", "pack", "name", "letter"),
    [
        ("7D", "french", "sette di quadri", "7"),
        ("7D", "italian", "sette di denari", "7"),
        ("QC", "french", "donna di fiori", "D"),
        ("QC", "italian", "cavallo di bastoni", "C"),
        ("JS", "italian", "fante di spade", "F"),
        ("KH", "italian", "re di coppe", "R"),
        ("AS", "french", "asso di picche", "A"),
    ],
)
def test_cards_are_named_by_the_readers_pack(code: str, pack: str, name: str, letter: str) -> None:
    with translation.override("it"):
        words = cards.card_words(code, pack)
        assert (words.name, words.rank) == (name, letter)


@pytest.mark.parametrize(
    ("code", "pack", "name", "letter"),
    [
        ("7D", "french", "sette de quaddri", "7"),
        ("7D", "italian", "sette de dinæ", "7"),
        ("7H", "french", "poncin", "7"),
        ("QH", "french", "dònna de cheu", "D"),
        ("KC", "italian", "rè de bastoin", "R"),
        ("QC", "french", "dònna de scioî", "D"),
        ("JS", "french", "sbiro de spoæ", "S"),
        ("JS", "italian", "sbiro de spoæ", "S"),
        ("QS", "italian", "cavallo de spoæ", "C"),
    ],
)
def test_cards_are_named_in_ligurian(code: str, pack: str, name: str, letter: str) -> None:
    with translation.override("lij"):
        words = cards.card_words(code, pack)
        assert (words.name, words.rank) == (name, letter)


def test_the_grid_has_a_row_for_each_rank_and_a_column_for_each_suit() -> None:
    codes = [card.code for card in cards.grid_cards()]
    assert codes[:8] == ["AH", "AD", "AC", "AS", "2H", "2D", "2C", "2S"]
    assert set(X_CARDS) < set(codes)


def test_every_preset_and_category_has_a_name(language: str) -> None:
    assert set(rules.PRESETS) == set(PRESETS)
    assert set(CATEGORIES) <= set(rules.CATEGORIES)


@pytest.mark.parametrize("code", sorted(problems.PROBLEMS))
def test_every_refusal_has_a_title_and_advice(language: str, code: str) -> None:
    assert problems.problem_title(code)
    assert problems.problem_advice(code).endswith(".")


def test_no_refusal_of_the_engine_or_of_a_status_is_without_words() -> None:
    assert set(CODES) | set(STATUS_CODES.values()) <= set(problems.PROBLEMS)


def test_no_refusal_a_service_raises_is_without_words() -> None:
    raised = set()
    for app in ("cirulla/lib", "players", "scoring/services", "scoring/api"):
        for path in (ROOT / app).rglob("*.py"):
            raised |= set(
                re.findall(r"(?:BadRequest|Conflict|Unprocessable|Refusal)\(\s*\"([a-z_]+)\"", path.read_text("utf-8"))
            )
    assert raised <= set(problems.PROBLEMS)


def test_the_scripts_ask_for_no_word_that_is_not_there() -> None:
    words = set(entry.entry_words())
    asked = set()
    for path in (ROOT / "cirulla" / "static" / "js").glob("*.js"):
        asked |= set(re.findall(r'\bsay\("(\w+)"', path.read_text("utf-8")))
    assert {word for word in asked if word not in words and f"{word}_one" not in words} == set()


def test_both_forms_by_number_are_there() -> None:
    words = entry.entry_words()
    assert {word[:-4] for word in words if word.endswith("_one")} == {
        word[:-6] for word in words if word.endswith("_other")
    }
