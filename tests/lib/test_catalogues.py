"""The catalogues of sentences: what counts as a gap, how they are written, how the longer ones come about."""

from __future__ import annotations

import gettext
import threading
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from django.conf import settings
from django.utils import formats, translation
from django.utils.translation import get_language_info

from cirulla.management.commands.catalogues import PARTIAL_LANGUAGES, compiled, gaps, longer, pseudo, updated


def catalog(*pairs: tuple[str | tuple[str, str], str | tuple[str, str] | None], fuzzy: bool = False) -> Catalog:
    made = Catalog(locale="it", charset="utf-8")
    for sentence, told in pairs:
        made.add(sentence, told, flags=["fuzzy"] if fuzzy else [])
    return made


TEMPLATE = catalog(("Cards", None), ("Hand %(n)s", None))


@pytest.mark.parametrize(
    ("told", "gap"),
    [
        (catalog(("Cards", "Carte")), "missing: 'Hand %(n)s'"),
        (catalog(("Cards", "Carte"), ("Hand %(n)s", "")), "not translated: 'Hand %(n)s'"),
        (catalog(("Cards", "Carte"), ("Hand %(n)s", "Mano %(m)s")), "other places to fill: 'Hand %(n)s'"),
    ],
    ids=["missing", "empty", "places"],
)
def test_a_whole_language_has_no_gap(told: Catalog, gap: str) -> None:
    assert gaps(told, TEMPLATE) == [gap]


def test_a_doubtful_sentence_is_a_gap_in_every_language() -> None:
    told = catalog(("Cards", "Carte"), ("Hand %(n)s", "Mano %(n)s"), fuzzy=True)
    expected = ["fuzzy: 'Cards'", "fuzzy: 'Hand %(n)s'"]
    assert gaps(told, TEMPLATE) == expected
    assert gaps(told, TEMPLATE, partial=True) == expected


def test_a_language_told_in_part_may_miss_sentences_but_none_that_nobody_asks_for() -> None:
    told = catalog(("Cards", "Carte"), ("Deck", "Mazzo"))
    assert gaps(told, TEMPLATE, partial=True) == ["nobody asks for: 'Deck'"]


def test_bringing_a_language_told_in_part_up_to_date_adds_no_empty_sentence() -> None:
    (partial,) = PARTIAL_LANGUAGES
    kept = updated(catalog(("Cards", "Carte"), ("Deck", "Mazzo")), TEMPLATE, partial)
    assert [(message.id, message.string) for message in kept if message.id] == [("Cards", "Carte")]


def test_who_reads_while_a_catalogue_is_written_finds_it_whole(tmp_path: Path) -> None:
    place = tmp_path / "django.mo"
    made = catalog(*((f"Sentence {number}", f"Frase {number}") for number in range(2000)))
    compiled(made, place)
    stop = threading.Event()

    def write() -> None:
        while not stop.is_set():
            compiled(made, place)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for _ in range(200):
            with place.open("rb") as file:
                assert gettext.GNUTranslations(file).gettext("Sentence 1999") == "Frase 1999"
    finally:
        stop.set()
        writer.join()
    assert [path.name for path in tmp_path.iterdir()] == ["django.mo"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Mano %(n)s", "Maanoo %(n)s"),
        ("%(n)s", "%(n)s"),
        ('<a href="#x">Qui</a>', '<a href="#x">Quui</a>'),
        ("", ""),
    ],
)
def test_longer_sentences_keep_what_is_filled_in_and_their_markup(text: str, told: str) -> None:
    assert longer(text) == told


def test_a_longer_sentence_is_about_two_fifths_longer() -> None:
    sentence = "Nella classifica entra chi ha giocato abbastanza partite"
    assert len(longer(sentence)) / len(sentence) == pytest.approx(1.4, abs=0.03)


def test_longer_catalogues_have_every_sentence_and_both_forms() -> None:
    made = pseudo(catalog(("Cards", "Carte"), (("%(n)s hand", "%(n)s hands"), ("%(n)s mano", "%(n)s mani"))))
    assert made.get("Cards").string == "Caartte"
    assert made.get(("%(n)s hand", "%(n)s hands")).string == ("%(n)s maanoo", "%(n)s maanii")


def test_each_language_is_known_by_its_own_name_and_has_its_way_with_dates() -> None:
    assert [code for code, _ in settings.LANGUAGES] == ["it", "en", "lij"]
    assert get_language_info("lij")["name_local"] == "ligure"
    with translation.override("lij"):
        assert formats.get_format("DATE_FORMAT", use_l10n=True) == "d F Y"
        assert formats.number_format(1.5, use_l10n=True) == "1,5"
