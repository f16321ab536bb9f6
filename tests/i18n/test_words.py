"""Sentences in each language: lists, commands, numbers, plural forms."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from kit import laid

from bot import LOCALES
from bot.cards.actions import Hit
from bot.cards.cards import table_card
from bot.cards.groups import Group
from bot.i18n import catalogue, languages, words_for
from bot.i18n.phrases import hit_name

SPANISH, PORTUGUESE, DUTCH = words_for("es-ES"), words_for("pt-BR"), words_for("nl")


def test_there_are_four_languages_and_discords_names_find_them() -> None:
    assert languages() == ("en", "es", "nl", "pt_BR")
    found = [words_for(each).locale for each in ("en-GB", "es-419", "es-ES", "pt-BR", "nl", "fr")]
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
    (tmp_path / "nl" / "terms.po").write_text(empty + '\nmsgid "terms.wild"\nmsgstr ""\n')
    monkeypatch.setattr(catalogue, "LOCALES", tmp_path)
    catalogue._load.cache_clear()
    try:
        words = words_for("nl")
        assert (words("terms.wild"), words.plural("terms.cards", 2)) == ("Wild", "2 cards")
    finally:
        catalogue._load.cache_clear()
