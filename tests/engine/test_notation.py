"""RULES 1.1: what people call a card, and the three kinds of no."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.engine.cards import CODES, card_bit, cards_list, cards_mask
from scoring.engine.errors import EngineError
from scoring.engine.names import LANGUAGES, PACKS, all_names, card_name
from scoring.engine.notation import read_card, read_card_list
from scoring.engine.rulesets import PRESETS, Ruleset, read_ruleset

READ = {
    "7D": "7D",
    "7d": "7D",
    " 7 d ": "7D",
    "sette di denari": "7D",
    "Sette di Denari": "7D",
    "sette denari": "7D",
    "il sette di quadri": "7D",
    "7 di quadri": "7D",
    "settebello": "7D",
    "7♦": "7D",
    "asso di coppe": "AH",
    "asso d'ori": "AD",
    "asso d’oro": "AD",
    "ace of swords": "AS",
    "asso di spade": "AS",
    "asso di picche": "AS",
    "cavallo di coppe": "QH",
    "cavallo di bastoni": "QC",
    "donna di fiori": "QC",
    "the queen of hearts": "QH",
    "knight of cups": "QH",
    "fante di bastoni": "JC",
    "jack of clubs": "JC",
    "re di denari": "KD",
    "re bello": "KD",
    "poncin": "7H",
    "sbiro de spoæ": "JS",
    "òmmo de dinæ": "KD",
    "trei de scioî": "3C",
    "K♥": "KH",
}


@pytest.mark.parametrize(("text", "code"), READ.items())
def test_a_name_is_read_as_its_card(text: str, code: str) -> None:
    assert cards_list(read_card(text)) == [code]


REFUSED = {
    "": "card_unreadable",
    "   ": "card_unreadable",
    "sette di gnocchi": "card_unreadable",
    "sette otto": "card_unreadable",
    "sette tre": "card_unreadable",
    "cuori picche": "card_unreadable",
    "sette di cuori di picche": "card_unreadable",
    "77D": "card_unreadable",
    "<b>7D</b>": "card_unreadable",
    "8C": "card_not_in_pack",
    "10D": "card_not_in_pack",
    "otto di cuori": "card_not_in_pack",
    "10 di denari": "card_not_in_pack",
    "jolly": "card_not_in_pack",
    "donna di coppe": "card_not_in_pack",
    "cavallo di cuori": "card_not_in_pack",
    "cavallo de scioî": "card_not_in_pack",
    "queen of coins": "card_not_in_pack",
    "sette": "card_ambiguous",
    "denari": "card_ambiguous",
    "re": "card_ambiguous",
    "matta": "card_ambiguous",
}


@pytest.mark.parametrize(("text", "code"), REFUSED.items())
def test_there_are_three_kinds_of_no(text: str, code: str) -> None:
    with pytest.raises(EngineError) as no:
        read_card(text, pointer="/card")
    assert (no.value.code, no.value.pointer) == (code, "/card")


def test_an_ambiguous_name_lists_the_cards_it_fits() -> None:
    with pytest.raises(EngineError) as no:
        read_card("cavallo")
    assert no.value.more["cards"] == ["QH", "QD", "QC", "QS"]


@pytest.mark.parametrize(
    ("rules", "code"), [(PRESETS["sbiro"], "7H"), (read_ruleset({"matta_card": "QH"}), "QH")], ids=["7H", "QH"]
)
def test_the_matta_is_that_of_the_ruleset(rules: Ruleset, code: str) -> None:
    assert cards_list(read_card("matta", rules)) == [code]


def test_a_ruleset_without_a_matta_has_none() -> None:
    with pytest.raises(EngineError) as no:
        read_card("matta", read_ruleset({"matta_card": None}))
    assert no.value.code == "card_not_in_pack"


def test_a_list_of_cards_in_any_words() -> None:
    read = read_card_list("7D AD, asso di picche; re di coppe\nfante di fiori,")
    assert read == cards_mask(["7D", "AD", "AS", "KH", "JC"])


def test_a_list_names_a_card_once() -> None:
    with pytest.raises(EngineError) as no:
        read_card_list("7D, settebello")
    assert (no.value.code, no.value.more["cards"]) == ("duplicate_card", ["7D"])


@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_all_forty_cards_have_a_name_of_their_own(language: str, pack: str) -> None:
    names = all_names()[language][pack]
    assert set(names) == set(CODES)
    assert len(set(names.values())) == 40


def test_every_language_has_both_packs() -> None:
    assert set(all_names()) == set(LANGUAGES)
    assert all(set(packs) == set(PACKS) for packs in all_names().values())


def test_no_card_is_named_in_another_language() -> None:
    for pack in PACKS:
        told = [set(all_names()[language][pack].values()) for language in LANGUAGES]
        assert not any(one & other for place, one in enumerate(told) for other in told[place + 1 :])


@pytest.mark.parametrize(
    ("code", "pack", "name"),
    [
        ("7H", "french", "poncin"),
        ("2C", "french", "doî de scioî"),
        ("JS", "french", "sbiro de spoæ"),
        ("KD", "italian", "rè de dinæ"),
        ("QS", "italian", "cavallo de spoæ"),
    ],
)
def test_a_card_in_ligurian(code: str, pack: str, name: str) -> None:
    assert card_name(card_bit(code), "lij", pack) == name


@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_is_read_back_as_its_card(language: str, pack: str) -> None:
    for code in CODES:
        assert read_card(card_name(card_bit(code), language, pack)) == card_bit(code)


@given(st.text(max_size=30))
def test_any_text_is_a_card_or_one_of_the_three_kinds_of_no(text: str) -> None:
    try:
        assert read_card(text).bit_count() == 1
    except EngineError as no:
        assert no.code in {"card_unreadable", "card_not_in_pack", "card_ambiguous"}  # noqa: PT017
