"""Names of any script are drawn in the right order and within the width."""

from __future__ import annotations

import json

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


def test_right_to_left_runs_stand_in_reading_order() -> None:
    runs = _runs("שלום abc 12", FACE)
    assert runs[0].text.strip() in {"abc 12", "12", "abc"}
    assert "שלום" in runs[-1].text


def test_right_to_left_inside_left_to_right() -> None:
    texts = [run.text.strip() for run in _runs("abc שלום عالم def", FACE)]
    assert texts[0] == "abc"
    assert texts[-1] == "def"
    assert texts.index("عالم") < texts.index("שלום")


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
