"""All catalogues are complete, and problems are found."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bot import LOCALES
from scripts.translations import problems, update, write_templates

TERMS, COMMANDS = "nl/terms.po", "nl/commands.po"
SKIP, CARD = 'msgid "terms.skip"', 'msgstr "{colour} {number}"'
LAY = 'msgid "hand.lay"\nmsgstr "'
LAY_BY_NUMBER = 'msgid "hand.lay"\nmsgid_plural "hand.lay"\nmsgstr[1] "x"\nmsgstr[0] "'


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    for language in ("en", "nl"):
        (tmp_path / language).mkdir()
        for domain in ("commands", "hand", "hints", "terms"):
            shutil.copy(LOCALES / language / f"{domain}.po", tmp_path / language)
    return tmp_path


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_every_language_is_complete() -> None:
    assert problems() == []


@pytest.mark.parametrize(
    ("file", "old", "new", "found"),
    [
        (TERMS, SKIP, 'msgid "terms.slip"', "terms.skip is missing"),
        (TERMS, SKIP, 'msgid "terms.slip"', "terms.slip is not in English"),
        (TERMS, SKIP, '#, fuzzy\nmsgid "terms.skip"', "terms.skip is marked as fuzzy"),
        (TERMS, SKIP, 'msgid "terms.wild"', "terms.wild stands there twice"),
        (TERMS, SKIP, 'msgid "table.skip"', "table.skip belongs into"),
        (TERMS, '"Pestkaart"', '""', "terms.skip is not translated yet"),
        (TERMS, SKIP, 'rubbish\nmsgid "terms.skip"', "nl/terms.po cannot be read"),
        (TERMS, CARD, 'msgstr "{colour}"', "terms.card has lost number"),
        (TERMS, CARD, 'msgstr "{colour} {number} {x}"', "terms.card has fields that are not fi"),
        (TERMS, CARD, 'msgstr "{colour {number}"', "terms.card cannot be filled in"),
        (TERMS, 'msgstr[1] "{n} kaarten"\n', "", "terms.cards is not translated yet"),
        (TERMS, "nplurals=2", "nplurals=3", "does not give the forms one, other"),
        (TERMS, "Language: nl", "Language: de", "does not say Language: nl"),
        (COMMANDS, 'msgstr "spelen"', 'msgstr "Spelen"', "is no name of a command: Spelen"),
        (COMMANDS, 'msgstr "spelen"', f'msgstr "{"s" * 33}"', "33 characters, 32 at most"),
        (COMMANDS, 'msgstr "spelen"', 'msgstr "hand"', "commands.play.name are both hand"),
        ("en/commands.po", '"What is stored about you"', f'"{"x" * 101}"', "101 characters, 100"),
        ("nl/hand.po", LAY, f'{LAY}{"x" * 80}', "80 at most"),
        ("nl/hand.po", LAY, LAY_BY_NUMBER, "hand.lay has forms by number in one of"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_found(copy: Path, file: str, old: str, new: str, found: str) -> None:
    edit(copy / file, old, new)

    assert any(found in each for each in problems(copy)), problems(copy)


def test_a_file_less_is_found(copy: Path) -> None:
    (copy / "nl" / "hints.po").unlink()

    assert "nl: hints.hint is missing" in problems(copy)


def test_new_keys_come_as_empty_messages_and_old_ones_go(copy: Path) -> None:
    english = copy / "en" / "terms.po"
    edit(
        english,
        'msgid "terms.wild"',
        '#. A new one\nmsgid "terms.new"\nmsgstr "New"\n\nmsgid "terms.wild"',
    )
    edit(english, 'msgid "terms.skip"', 'msgid "terms.skipped"')

    update(copy)

    dutch = (copy / "nl" / "terms.po").read_text(encoding="utf-8")
    assert '#. A new one\n#. English: New\nmsgid "terms.new"\nmsgstr ""\n' in dutch
    assert 'msgid "terms.skip"\n' not in dutch
    assert [each for each in problems(copy) if "English" not in each] == [
        "nl: terms.new is not translated yet",
        "nl: terms.skipped is not translated yet",
    ]


def test_what_english_says_otherwise_has_to_be_looked_at(copy: Path) -> None:
    edit(copy / "en" / "terms.po", 'msgstr "Skip"', 'msgstr "Skip card"')

    update(copy)

    assert problems(copy) == [
        "nl: terms.skip is marked as fuzzy: look at it, and take the mark away"
    ]
    edit(copy / "nl" / "terms.po", "#, fuzzy\n", "")
    update(copy)
    assert problems(copy) == []


def test_the_catalogues_are_up_to_date_with_the_english_one(tmp_path: Path) -> None:
    shutil.copytree(LOCALES, tmp_path, dirs_exist_ok=True)
    before = {path: path.read_bytes() for path in tmp_path.glob("*/*")}

    update(tmp_path)

    assert {path: path.read_bytes() for path in tmp_path.glob("*/*")} == before


def test_a_new_language_begins_from_templates(copy: Path) -> None:
    write_templates(copy / "words", copy)
    (copy / "pl").mkdir()
    shutil.copy(copy / "words" / "terms.pot", copy / "words" / "seen.pot")

    shutil.rmtree(copy / "words")
    update(copy)

    polish = (copy / "pl" / "terms.po").read_text(encoding="utf-8")
    assert "nplurals=4" in polish
    assert 'msgstr[3] ""' in polish
    assert all("not translated yet" in each for each in problems(copy))


def test_templates_show_the_english_sentence(copy: Path) -> None:
    write_templates(copy / "words", copy)

    template = (copy / "words" / "terms.pot").read_text(encoding="utf-8")
    assert '#. English: {n} card | {n} cards\nmsgid "terms.cards"\n' in template
    assert '"Language: LANGUAGE\\n"' in template
