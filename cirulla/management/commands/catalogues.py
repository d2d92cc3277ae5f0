"""Extract, check and compile the catalogues of sentences; needs no gettext program."""

from __future__ import annotations

import io
import os
import re
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils.translation.template import templatize

APPS = ("cirulla", "scoring", "players", "tournaments")
KEYWORDS = {
    **DEFAULT_KEYWORDS,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext_lazy": (1, 2),
    "pgettext_lazy": ((1, "c"), 2),
    "npgettext_lazy": ((1, "c"), 2, 3),
}
# One and more, as both languages have it; what the Unicode tables add for a million is nobody's hand.
PLURALS = "nplurals=2; plural=(n != 1);"
# English sentences are their own translation; only plural forms have to be written out.
SOURCE_LANGUAGE = "en"
# Only what is certain is said in these; the rest falls back to Italian, and that is no gap.
PARTIAL_LANGUAGES = frozenset({"lij"})
PSEUDO_OF = "it"
PSEUDO_GROWTH = 1.4


def sources(base: Path) -> Iterator[tuple[str, str]]:
    """Yield every file that can hold sentences, as its name and as Python text that `extract` reads."""
    for path in sorted((base / "templates").rglob("*.html")):
        name = path.relative_to(base).as_posix()
        text = templatize(path.read_text(encoding="utf-8"), origin=name)
        # What is not a sentence is blanked out there and may be indented in any way.
        yield name, "\n".join(line.lstrip() for line in text.splitlines())
    for app in APPS:
        for path in sorted((base / app).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path.relative_to(base).as_posix(), path.read_text(encoding="utf-8")


def extracted(base: Path) -> Catalog:
    """Return a catalogue of all sentences in templates and code, by file."""
    catalog = Catalog(project="Cirulla", charset="utf-8")
    for name, text in sources(base):
        found = extract("python", io.BytesIO(text.encode()), keywords=KEYWORDS, comment_tags=["Translators:"])
        for _line, sentence, comments, context in found:
            catalog.add(sentence, None, [(name, 0)], auto_comments=comments, context=context)
    return catalog


def updated(old: Catalog, template: Catalog, language: str) -> Catalog:
    """Return the catalogue of a language with exactly the sentences of `template`, keeping what is translated."""
    new = Catalog(locale=language, project="Cirulla", charset="utf-8")
    new.mime_headers = [("Plural-Forms", PLURALS)]
    for message in template:
        if message.id:
            known = old.get(message.id, message.context)
            if language in PARTIAL_LANGUAGES and (known is None or not _filled(known.string)):
                continue
            string = known.string if known is not None and not known.fuzzy else None
            if not _filled(string) and language == SOURCE_LANGUAGE:
                string = message.id
            new.add(message.id, string, message.locations, context=message.context)
    return new


def _filled(string: str | tuple[str, ...] | list[str] | None) -> bool:
    return all([string] if isinstance(string, str) else string or [""])


def gaps(catalog: Catalog, template: Catalog, *, partial: bool = False) -> list[str]:
    """List what a catalogue lacks: sentences missing, fuzzy, not translated, or with other places to fill.

    A partial one may miss sentences, but what it says must be whole and still be asked for.
    """
    lacking = []
    if partial:
        lacking += [
            f"nobody asks for: {message.id!r}"
            for message in catalog
            if message.id and template.get(message.id, message.context) is None
        ]
    for message in template:
        if not message.id:
            continue
        known = catalog.get(message.id, message.context)
        if known is None:
            if partial:
                continue
            lacking.append(f"missing: {message.id!r}")
        elif known.fuzzy:
            lacking.append(f"fuzzy: {message.id!r}")
        elif not _filled(known.string):
            lacking.append(f"not translated: {message.id!r}")
        elif _places(known) != _places(message, of_id=True):
            lacking.append(f"other places to fill: {message.id!r}")
    return lacking


def _places(message: Message, *, of_id: bool = False) -> set[str]:
    texts = (message.id if of_id else message.string) or ""
    found: set[str] = set()
    for text in [texts] if isinstance(texts, str) else texts:
        found |= {part.split(")")[0] for part in text.split("%(")[1:]}
    return found


def longer(text: str) -> str:
    """Return a sentence longer by two fifths, its words too: letters are doubled, places to fill stay as they are.

    >>> longer("Mano %(n)s")
    'Maanoo %(n)s'
    """
    parts = re.split(r"(%\(\w+\)[sd]|%%|<[^>]*>)", text)
    letters = sum(len(part) for part in parts[::2])
    wanted = round(letters * PSEUDO_GROWTH) - letters
    seen = 0
    grown = []
    for part in parts[::2]:
        told = ""
        for letter in part:
            told += letter
            if letter.isalpha():
                seen += 1
                if wanted > 0 and seen % 2 == 0:
                    told += letter
                    wanted -= 1
        grown.append(told)
    parts[::2] = grown
    return "".join(parts)


def pseudo(catalog: Catalog) -> Catalog:
    """Return a catalogue with every sentence made longer."""
    new = Catalog(locale=PSEUDO_OF, charset="utf-8")
    new.mime_headers = [("Plural-Forms", PLURALS)]
    for message in catalog:
        if message.id:
            string = message.string or ""
            grown = longer(string) if isinstance(string, str) else tuple(longer(form) for form in string)
            new.add(message.id, grown, context=message.context)
    return new


def compiled(catalog: Catalog, path: Path) -> None:
    """Write a catalogue as the service reads it; who reads meanwhile finds the old one or the new one, whole."""
    path.parent.mkdir(parents=True, exist_ok=True)
    written = path.with_name(f".{path.name}.{os.getpid()}")
    with written.open("wb") as file:
        write_mo(file, catalog)
    written.replace(path)


class Command(BaseCommand):
    help = "Compile the catalogues; --extract brings them up to date first, --check fails on what is not translated."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--extract", action="store_true", help="write new sentences into the catalogues")
        parser.add_argument("--check", action="store_true", help="fail on a sentence that is missing or fuzzy")
        parser.add_argument(
            "--pseudo", action="store_true", help="make a catalogue of longer sentences, shown with PSEUDO_LOCALE=1"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        base = Path(settings.BASE_DIR)
        template = extracted(base) if options["extract"] or options["check"] else None
        failures = []
        for language, _name in settings.LANGUAGES:
            folder = base / "locale" / language / "LC_MESSAGES"
            path = folder / "django.po"
            catalog = _read(path, language)
            if template is not None and options["extract"]:
                catalog = updated(catalog, template, language)
                folder.mkdir(parents=True, exist_ok=True)
                path.write_bytes(_written(catalog))
            if template is not None and options["check"]:
                partial = language in PARTIAL_LANGUAGES
                failures += [f"{language}: {gap}" for gap in gaps(catalog, template, partial=partial)]
            if folder.is_dir():
                compiled(catalog, folder / "django.mo")
            if options["pseudo"] and language == PSEUDO_OF:
                place = Path(settings.VAR_DIR) / "pseudo" / PSEUDO_OF / "LC_MESSAGES"
                compiled(pseudo(catalog), place / "django.mo")
        if failures:
            raise CommandError("The catalogues are not complete.\n" + "\n".join(failures))


def _read(path: Path, language: str) -> Catalog:
    if not path.exists():
        return Catalog(locale=language, charset="utf-8")
    with path.open("rb") as file:
        return read_po(file, locale=language, charset="utf-8")


def _written(catalog: Catalog) -> bytes:
    out = io.BytesIO()
    write_po(out, catalog, width=110, omit_header=True, include_lineno=False, sort_by_file=True)
    header = (
        'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n'
        f'"Language: {catalog.locale_identifier}\\n"\n"Plural-Forms: {PLURALS}\\n"\n\n'
    )
    return header.encode() + out.getvalue()
