"""Names of any script are drawn in the right order and within the width."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import FONTS
from bot.render import make_design
from bot.render.engine.text import _runs, cleaned, file_for, initials, mask

FACE = "Inter-Bold.otf"
NAMES = {
    "latin": "Zoë Müller-Ångström",
    "vietnamese": "Nguyễn Thị Minh Khai",
    "cyrillic": "Ёлка Жукова",
    "greek": "Αλέξανδρος",
    "arabic": "نور الهدى",
    "hebrew": "שלום עולם",
    "devanagari": "क्षत्रिय देवी",
    "thai": "สวัสดี",
    "han": "李小龍",
    "kana": "さくら カード",
    "hangul": "김민준",
    "emoji": "🎲🔥👑",
    "mathematical": "𝓐𝓵𝓮𝔁",
}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES.keys())
def test_fonts_have_every_character_and_shortened_names_fit(name: str) -> None:
    assert all(file_for(character, FACE) for character in name)
    drawn = mask(name, FACE, 42)
    assert drawn.image.getbbox() is not None
    assert mask(name, FACE, 42, 1000).width == drawn.width
    for width in (60, 120, 284):
        assert mask(name * 4, FACE, 42, width).width <= width


@pytest.mark.skipif(sys.platform != "linux", reason="other systems look for libraries otherwise")
def test_the_same_without_fribidi(tmp_path: Path) -> None:
    for library in ("libfribidi.so", "libfribidi.so.0"):
        (tmp_path / library).touch()  # found first, and no library
    hidden = {**os.environ, "LD_LIBRARY_PATH": str(tmp_path)}
    program = "from bot.render import missing_library; print(missing_library())"
    ask = [sys.executable, "-c", program]
    said = subprocess.check_output(ask, env=hidden, text=True)  # noqa: S603  # our own
    assert "libfribidi0" in said
    options = ("-q", "-n", "0", "-k", "reading_order or on_the_right or shortened")
    tests = [sys.executable, "-m", "pytest", *options, __file__]
    done = subprocess.run(  # noqa: S603  # our own
        tests, env=hidden, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    "name",
    ["\ue000", "\U000f0000", "\u0378", "\U0003fffe", "\u0301\u0302", "\u200b\u2060", "\ufe0f",
     "\u3164", "\u2800", "\u115f\u1160", "\U000e0041"],
    ids=ascii,
)  # fmt: skip
def test_there_is_something_to_see_of_every_name(name: str) -> None:
    unknown = mask("\ufffd", FACE, 42)
    for text in (name, name * 30):
        drawn = mask(text, FACE, 42, 284)
        assert drawn.width >= unknown.width
        assert drawn.image.getbbox() is not None


def test_the_letter_that_is_read_first_is_on_the_right() -> None:
    for text, last in (("בה", "ה"), ("דא (ב", "ב"), ("בה 12", "12"), ("(בה", "ה")):
        first = mask(last, FACE, 42).image
        whole = mask(text, FACE, 42).image
        left = whole.crop((0, 0, first.width, whole.height))
        assert left.crop(left.getbbox()).tobytes() == first.tobytes(), text


@given(st.text(max_size=40))
def test_any_text_can_be_drawn(text: str) -> None:
    drawn = mask(text, FACE, 42, 284)
    assert drawn.width <= 284
    assert initials(text)


def test_invisible_characters_are_left_out() -> None:
    assert cleaned("a\u200bb\u202ec\x07\ufe0f  d\n") == "abc d"


def test_heaps_of_marks_are_thinned() -> None:
    assert len(cleaned("e" + "\u0323" * 50)) <= 5
    assert cleaned("\u0323\u0323e") == "e"


def test_unknown_characters_are_shown_once() -> None:
    runs = _runs("a\U00013000\U00013001b", FACE)
    assert "".join(run.text for run in runs) == "a\ufffdb"


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("שלום abc 12", "abc 12 םולש"),
        ("abc שלום عالم def", "abc ملاع םולש def"),
        ("שלום 12 34", "34 12 םולש"),
        ("50% שלום", "םולש 50%"),
        ("٣-٤ نور 12:30", "12:30 رون ٤-٣"),
        ("x 12 שלום 34 y", "x 12 34 םולש y"),
    ],
)
def test_runs_are_in_reading_order(name: str, shown: str) -> None:
    texts = (run.text[::-1] if run.level % 2 else run.text for run in _runs(name, FACE))
    assert "".join(texts) == shown


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Mia", "M"),
        ("Big Tony", "BT"),
        ("big tony the third", "BT"),
        ("Ada (robot)", "A("),
        ("🎲 Dice", "D"),
        ("李 小龍", "李"),
        ("", "?"),
        ("\u200b", "?"),
    ],
)
def test_initials(name: str, expected: str) -> None:
    assert initials(name) == expected.removesuffix("(")


def test_every_font_file_comes_with_its_licence_and_coverage() -> None:
    coverage = json.loads((FONTS / "coverage.json").read_text())
    files = {path.name for path in FONTS.iterdir() if path.suffix in {".otf", ".ttf"}}
    assert files == set(coverage)
    for name in files:
        family = next(each for each in ("Inter", "Noto", "Outfit") if name.startswith(each))
        licence = (FONTS / f"OFL-{family}.txt").read_text()
        assert "SIL OPEN FONT LICENSE" in licence


def test_halves_of_a_text_are_as_equal_as_words_allow() -> None:
    design = make_design()
    assert design.halves("conjunto de 3", "small") == ("conjunto", "de 3")
    assert design.halves("out of cards until your next turn", "small") == (
        "out of cards until",
        "your next turn",
    )
    assert design.halves("Mia", "small") == ("Mia",)
