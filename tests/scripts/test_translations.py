"""The catalogues have no mistakes; mistakes and what is not translated are found."""

from __future__ import annotations

import os
import re
import shutil
import sys
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
        (TERMS, '"{n} kaarten"', '"kaarten"', "terms.cards has lost n: kaarten"),
        (TERMS, CARD, 'msgstr "{colour} {number} {x}"', "terms.card has fields that are not fi"),
        (TERMS, CARD, 'msgstr "{colour {number}"', "terms.card cannot be filled in"),
        (TERMS, "nplurals=2", "nplurals=3", "one, other; it needs Plural-Forms: nplurals=2"),
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


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ('"{n} kaart"', '"{n} kaart', "is no text between two quotes"),
        ('"{n} kaart"', '{n} kaart"', "is no text between two quotes"),
        ('"{n} kaart"', '"{n} "kaart""', "is no text between two quotes"),
        ('"{n} kaart"', '"{n} kaart\\"', "is no text between two quotes"),
        ('"{n} kaart"', '"{n} kaart\\q"', "is no text between two quotes"),
        ('"{n} kaart"', '"{n} kaart"\nmsgstr[0] "x"', "is a second msgstr[0] of one message"),
        ('"{n} kaart"', '"{n} kaart"\nrubbish', "is no text between two quotes"),
        ('"{n} kaart"', '"{n} kaart"\n# ok\n"more"', "Got line starting with"),
    ],
)
def test_a_line_that_would_lose_words_is_refused_with_its_number(
    copy: Path, old: str, new: str, found: str, capsys: pytest.CaptureFixture[str]
) -> None:
    edit(copy / TERMS, old, new)
    edit(
        copy / "en" / TERMS.removeprefix("nl/"), SKIP, f'msgid "terms.new"\nmsgstr "New"\n\n{SKIP}'
    )
    written = (copy / TERMS).read_bytes()
    before, _, _ = written.decode().partition(new)
    number = before.count("\n") + 1 + new.count("\n")

    assert main([str(copy / "words")], copy) == 1

    (sentence,) = capsys.readouterr().out.splitlines()
    assert sentence.startswith(f"nl/terms.po cannot be read: line {number}")
    assert found in sentence
    assert (copy / TERMS).read_bytes() == written
    assert not (copy / "words").exists()


def test_escaped_quotes_lines_and_notes_of_translators_are_kept(copy: Path) -> None:
    edit(copy / TERMS, '"{n} kaart"', '"{n} \\"kaart\\" \\\\.\\n"')
    edit(copy / TERMS, SKIP, f"# A note\n{SKIP}")
    written = (copy / TERMS).read_text(encoding="utf-8")

    assert main([], copy) == 0

    kept = (copy / TERMS).read_text(encoding="utf-8")
    assert sorted(kept.splitlines()) == sorted(written.splitlines())


def test_a_file_that_poedit_saved_is_read(copy: Path) -> None:
    written = (copy / TERMS).read_bytes()
    added = '"POT-Creation-Date: \\n"\n"PO-Revision-Date: \\n"\n"X-Generator: Poedit 3.4\\n"\n'
    edit(copy / TERMS, '"Language: nl', f'{added}"Language: nl')

    assert main([], copy) == 0
    assert (copy / TERMS).read_bytes() == written


def test_a_reader_of_the_first_lines_may_close_the_pipe(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (copy / "de").mkdir()
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as pipe:
        monkeypatch.setattr(sys, "stdout", pipe)

        assert main([], copy) == 0


def test_a_message_in_another_file_is_not_deleted(
    copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    renamed = (copy / TERMS).rename(copy / "nl" / "termen.po")
    written = renamed.read_bytes()

    assert main([], copy) == 1

    assert "nl/termen.po: terms.skip belongs into another file" in capsys.readouterr().out
    assert renamed.read_bytes() == written
    assert not (copy / TERMS).exists()


def test_a_byte_order_mark_is_taken_out(copy: Path) -> None:
    written = (copy / TERMS).read_bytes()
    (copy / TERMS).write_bytes(b"\xef\xbb\xbf" + written)

    assert main([], copy) == 0
    assert (copy / TERMS).read_bytes() == written


def test_a_file_that_is_not_in_utf_8_is_refused(copy: Path) -> None:
    (copy / TERMS).write_bytes((copy / TERMS).read_bytes() + "# é\n".encode("latin-1"))

    assert problems(copy) == ["nl/terms.po cannot be read: it is not in UTF-8"]


def test_a_copy_of_another_language_is_refused(
    copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (copy / "de").mkdir()
    german = Path(shutil.copy(copy / "en" / "terms.po", copy / "de"))
    copied = german.read_bytes()

    assert main([COMPLETE], copy) == 1
    assert main([], copy) == 1

    (sentence,) = set(capsys.readouterr().out.splitlines())
    assert sentence.startswith("de/terms.po says Language: en in its header")
    assert german.read_bytes() == copied
    german.unlink()
    assert main([], copy) == 0
    assert capsys.readouterr().out.startswith("de: 0 of ")


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("french", "french: Babel knows no language of this name"),
        ("fr-FR", "fr-FR: Babel knows no language of this name"),
        ("pt_br", "pt_br: Babel calls this language pt_BR"),
        ("zh_CN", "zh_CN: Babel calls this language zh_Hans_CN"),
    ],
)
def test_a_folder_that_is_no_language_is_refused(
    copy: Path, name: str, found: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (copy / name).mkdir()

    assert main([], copy) == 1

    (sentence,) = capsys.readouterr().out.splitlines()
    assert sentence.startswith(found)
    assert list((copy / name).iterdir()) == []


def test_work_is_counted_and_named_before_a_release_alone(
    copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([], copy) == 0
    assert capsys.readouterr().out == ""
    edit(copy / TERMS, CARD, 'msgstr ""')
    edit(copy / TERMS, SKIP, f"#, fuzzy\n{SKIP}")

    assert main([], copy) == 0

    language, file = capsys.readouterr().out.splitlines()
    done, total = map(int, re.findall(r"\d+", language))
    assert language == f"nl: {done} of {total} messages are translated"
    assert total - done == 2
    assert re.fullmatch(r"  terms: \d+ of \d+", file)
    assert main([COMPLETE], copy) == 1
    assert len(capsys.readouterr().out.splitlines()) == 2


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


def test_a_wrong_rule_for_plural_forms_does_not_spread_to_new_files(copy: Path) -> None:
    edit(copy / "nl" / "commands.po", "nplurals=2", "nplurals=3")
    (copy / TERMS).unlink()

    update(copy)

    assert [each.partition(":")[0] for each in problems(copy)] == ["nl/commands.po"]


def test_templates_show_the_english_sentence(copy: Path) -> None:
    write_templates(copy / "words", copy)

    template = (copy / "words" / "terms.pot").read_text(encoding="utf-8")
    assert '#. English: {n} card | {n} cards\nmsgid "terms.cards"\n' in template
    assert '"Language: LANGUAGE\\n"' in template
