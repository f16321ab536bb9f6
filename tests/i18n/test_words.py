"""Sentences in each language: lists, commands, numbers, plural forms."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from string import Formatter

import pytest
from kit import laid

from bot import LOCALES
from bot.cards.actions import Hit
from bot.cards.cards import table_card
from bot.cards.groups import Group
from bot.i18n import catalogue, languages, words_for
from bot.i18n.phrases import hit_name

SPANISH, PORTUGUESE, DUTCH = words_for("es-ES"), words_for("pt-BR"), words_for("nl")


def test_english_is_the_first_language_and_discords_names_find_them() -> None:
    assert languages()[0] == "en"
    assert {"es", "nl", "pt_BR"} <= set(languages())
    found = [words_for(each).locale for each in ("en-GB", "es-419", "es-ES", "pt-BR", "nl", "tlh")]
    assert found == ["en", "es", "es", "pt_BR", "nl", "en"]


@pytest.mark.parametrize(
    ("items", "said"),
    [
        (["Ada", "Ben"], "Ada y Ben"),
        (["Ada", "Inés"], "Ada e Inés"),
        (["Ada", "Ben", "Hilda"], "Ada, Ben e Hilda"),
        (["Ada", "**íñigo**"], "Ada e **íñigo**"),
        (["agua", "hielo"], "agua y hielo"),
        (["Ada", "Yves"], "Ada y Yves"),
        (["Ivo", "Ben"], "Ivo y Ben"),
        (["y", "Ivo"], "y e Ivo"),
        (["Ivo"], "Ivo"),
        ([], ""),
    ],
)
def test_spanish_says_e_before_the_sound_i(items: list[str], said: str) -> None:
    assert SPANISH.list(items) == said


def test_other_languages_join_as_they_do() -> None:
    names = ["Ada", "Ben", "Ivo"]
    assert words_for("en").list(names) == "Ada, Ben, and Ivo"
    assert PORTUGUESE.list(names) == "Ada, Ben e Ivo"
    assert DUTCH.list(names) == "Ada, Ben en Ivo"


def test_commands_are_named_as_the_readers_discord_shows_them() -> None:
    assert SPANISH.command("phase10", "play") == "/phase10 jugar"
    assert replace(SPANISH, discord="nl").command("phase10", "play") == "/phase10 spelen"
    assert replace(SPANISH, discord="de").command("phase10", "play") == "/phase10 play"


@pytest.mark.parametrize(
    ("group", "card", "said"),
    [
        (laid("S", "R8 B8 G8"), "Y8", "seu conjunto do 8"),
        (laid("R", "R4 B5 G6"), "Y7", "sua sequência 4–6"),
        (laid("C", "R4 R5 R6"), "R1", "suas cartas da cor Vermelho"),
    ],
)
def test_words_for_ones_group_agree_with_its_kind(group: Group, card: str, said: str) -> None:
    assert said in hit_name(PORTUGUESE, Hit(0, 0, table_card(card)), group, ["Ada"], 0)


def test_numbers_and_dates_by_language() -> None:
    assert (words_for("en").number(1234567), SPANISH.number(1234567)) == ("1,234,567", "1.234.567")
    assert PORTUGUESE.decimal(2.5) == "2,5"
    assert DUTCH.date(0) == "1 januari 1970"
    assert SPANISH.plural("terms.cards", 1_000_000) == "1.000.000 de cartas"


def test_untranslated_sentences_are_in_english(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "en").symlink_to(LOCALES / "en")
    (tmp_path / "nl").mkdir()
    empty = 'msgid "terms.cards"\nmsgid_plural "terms.cards"\nmsgstr[0] ""\nmsgstr[1] ""\n'
    doubtful = '#, fuzzy\nmsgid "terms.skip"\nmsgstr "Pestkaart"\n'
    no_wild = 'msgid "terms.wild"\nmsgstr ""\n'
    (tmp_path / "nl" / "terms.po").write_text(f"{empty}\n{doubtful}\n{no_wild}")
    monkeypatch.setattr(catalogue, "LOCALES", tmp_path)
    catalogue._load.cache_clear()
    try:
        words = words_for("nl")
        assert (words("terms.wild"), words("terms.skip")) == ("Wild", "Skip")
        assert words.plural("terms.cards", 2) == "2 cards"
    finally:
        catalogue._load.cache_clear()


@pytest.mark.parametrize("mark", ["", "\N{ZERO WIDTH NO-BREAK SPACE}"])
def test_files_are_read_as_editors_save_them(
    mark: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    dates = '"POT-Creation-Date: \\n"\n"PO-Revision-Date: \\n"\n'
    header = f'msgid ""\nmsgstr ""\n{dates}"Language: nl\\n"\n'
    (tmp_path / "en").symlink_to(LOCALES / "en")
    (tmp_path / "nl").mkdir()
    own = tmp_path / "nl" / "terms.po"
    own.write_text(f'{mark}{header}\nmsgid "terms.skip"\nmsgstr "Pestkaart"\n', "utf-8")
    monkeypatch.setattr(catalogue, "LOCALES", tmp_path)
    catalogue._load.cache_clear()
    try:
        assert words_for("nl")("terms.skip") == "Pestkaart"
    finally:
        catalogue._load.cache_clear()


BEGUN = ("ar", "ja", "lv", "pl")
TRANSLATED = "daily.shown.turns"


@pytest.fixture
def begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Have languages that a translator has just begun, one with a sentence."""
    (tmp_path / "en").symlink_to(LOCALES / "en")
    for locale in BEGUN:
        (tmp_path / locale).mkdir()
    (tmp_path / "lv" / "daily.po").write_text(
        'msgid ""\nmsgstr "Plural-Forms: nplurals=3; plural=0;\\n"\n\n'
        f'msgid "{TRANSLATED}"\nmsgid_plural "{TRANSLATED}"\n'
        'msgstr[0] "{n} nulle"\nmsgstr[1] "{n} viens"\nmsgstr[2] "{n} citi"\n'
    )
    caches = (catalogue.languages, catalogue._known, catalogue._load)
    monkeypatch.setattr(catalogue, "LOCALES", tmp_path)
    for each in caches:
        each.cache_clear()
    yield
    for each in caches:
        each.cache_clear()


@pytest.mark.usefixtures("begun")
@pytest.mark.parametrize("theme", [None, "playing-cards"])
def test_what_is_not_translated_yet_has_the_plurals_of_english(theme: str | None) -> None:
    english = words_for("en", theme)
    plurals = {key: forms for key, forms in english._messages.items() if len(forms) > 1}
    assert len(plurals) > 100
    for locale, n in product(BEGUN, (0, 1, 2, 3, 5, 11, 21)):
        words = words_for(locale, theme)
        assert words.locale == locale
        for key, (one, other) in plurals.items():
            if (locale, key) == ("lv", TRANSLATED):
                continue
            form = one if n == 1 else other
            fields = {name: "" for _, name, _, _ in Formatter().parse(form) if name}
            said = form.format(**fields | {"n": words.number(n)})
            fields.pop("n", None)
            assert words.plural(key, n, **fields) == said
    latvian = words_for("lv", theme)
    said = [latvian.plural(TRANSLATED, n) for n in (0, 1, 2, 21)]
    assert said == ["0 nulle", "1 viens", "2 citi", "21 viens"]
