"""The catalogues have no mistakes; mistakes and what is not translated are found."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from bot import LOCALES
from scripts.translations import COMPLETE, main, problems, unfinished, update, write_templates

FUZZY = "is marked as fuzzy: look at it, and take the mark away"
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


def test_no_language_has_a_mistake() -> None:
    assert problems() == []


@pytest.mark.parametrize(
    ("file", "old", "new", "found"),
    [
        (TERMS, SKIP, 'msgid "terms.wild"', "terms.wild stands there twice"),
        (TERMS, SKIP, 'msgid "table.skip"', "table.skip belongs into"),
        (TERMS, SKIP, 'rubbish\nmsgid "terms.skip"', "nl/terms.po cannot be read"),
        (TERMS, CARD, 'msgstr "{colour}"', "terms.card has lost number"),
        (TERMS, CARD, 'msgstr "{colour} {number} {x}"', "terms.card has fields that are not fi"),
        (TERMS, CARD, 'msgstr "{colour {number}"', "terms.card cannot be filled in"),
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


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        (SKIP, 'msgid "terms.slip"', "nl: terms.skip is missing"),
        (SKIP, 'msgid "terms.slip"', "nl: terms.slip is not in English"),
        (SKIP, '#, fuzzy\nmsgid "terms.skip"', f"nl: terms.skip {FUZZY}"),
        (CARD, 'msgstr ""', "nl: terms.card is not translated yet"),
        ('msgstr[1] "{n} kaarten"\n', "", "nl: terms.cards is not translated yet"),
        ("English: Skip", "English: Slip", "nl/terms.po is not updated: run make words"),
    ],
)
def test_only_a_release_waits_for_translations(
    copy: Path, old: str, new: str, found: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([COMPLETE], copy) == 0
    edit(copy / TERMS, old, new)

    assert problems(copy) == []
    assert found in unfinished(copy)
    assert main([COMPLETE], copy) == 1
    assert found in capsys.readouterr().out
    # It changes nothing.
    assert new in (copy / TERMS).read_text(encoding="utf-8")


def test_a_file_less_is_found(copy: Path) -> None:
    (copy / "nl" / "hints.po").unlink()

    assert problems(copy) == []
    assert "nl: hints.hint is missing" in unfinished(copy)


def test_a_new_message_in_english_alone_is_no_mistake(copy: Path) -> None:
    edit(copy / "en" / "terms.po", SKIP, f'msgid "terms.new"\nmsgstr "New"\n\n{SKIP}')

    assert problems(copy) == []
    assert main([], copy) == 0
    assert unfinished(copy) == ["nl: terms.new is not translated yet"]
    assert main([COMPLETE], copy) == 1


def test_the_comment_of_a_section_stays_with_the_section(copy: Path) -> None:
    english = copy / "en" / "terms.po"
    edit(english, SKIP, f"#. A section\n\n#. Of this card\n{SKIP}")
    update(copy)
    section = "\n\n#. A section\n\n"
    of_card = '#. Of this card\n#. English: Skip\nmsgid "terms.skip"'
    assert f"{section}{of_card}" in (copy / TERMS).read_text(encoding="utf-8")

    edit(english, "#. Of this card", 'msgid "terms.new"\nmsgstr "New"\n\n#. Of this card')
    update(copy)

    dutch = (copy / TERMS).read_text(encoding="utf-8")
    new = '#. English: New\nmsgid "terms.new"\nmsgstr ""\n\n'
    assert f"{section}{new}{of_card}" in dutch
    write_templates(copy / "words", copy)
    assert section in (copy / "words" / "terms.pot").read_text(encoding="utf-8")


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
    assert unfinished(copy) == [
        "nl: terms.new is not translated yet",
        "nl: terms.skipped is not translated yet",
    ]


def test_what_english_says_otherwise_has_to_be_looked_at(copy: Path) -> None:
    edit(copy / "en" / "terms.po", 'msgstr "Skip"', 'msgstr "Skip card"')

    update(copy)

    assert problems(copy) == []
    assert unfinished(copy) == [f"nl: terms.skip {FUZZY}"]
    edit(copy / "nl" / "terms.po", "#, fuzzy\n", "")
    update(copy)
    assert unfinished(copy) == []


def test_a_new_language_begins_from_templates(copy: Path) -> None:
    write_templates(copy / "words", copy)
    (copy / "pl").mkdir()
    shutil.copy(copy / "words" / "terms.pot", copy / "words" / "seen.pot")

    shutil.rmtree(copy / "words")
    update(copy)

    polish = (copy / "pl" / "terms.po").read_text(encoding="utf-8")
    assert "nplurals=4" in polish
    assert 'msgstr[3] ""' in polish
    assert problems(copy) == []
    assert all("not translated yet" in each for each in unfinished(copy))


def test_templates_show_the_english_sentence(copy: Path) -> None:
    write_templates(copy / "words", copy)

    template = (copy / "words" / "terms.pot").read_text(encoding="utf-8")
    assert '#. English: {n} card | {n} cards\nmsgid "terms.cards"\n' in template
    assert '"Language: LANGUAGE\\n"' in template
