"""The gallery: its files and page, its references, and that all in it can be read.

The whole gallery is drawn once for all these tests, in the standard theme; in others a part of it
is. References are small, so that edges of letters do not matter; snapshot_kit says how to renew
them.
"""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from io import BytesIO
from itertools import cycle, islice, product
from pathlib import Path

import pytest
from gallery_kit import (
    drawn_gallery,
    keys_of,
    noting_sentences,
    pixels,
    recording,
    shortened_lines,
)
from PIL import Image, ImageFilter
from snapshot_kit import DISTINCT, FOLDER, MOST, difference, has_reference, small, stored

from bot.cards.groups import Group
from bot.cards.views import PlayerView
from bot.i18n import languages, words_for
from bot.i18n.catalogue import VOCABULARIES
from bot.lab import gallery, samples
from bot.lab.gallery import write_gallery
from bot.lab.samples import laid, late, table, with_seats
from bot.render import THEMES, make_design, missing_library
from bot.render.engine import canvas, text
from bot.render.engine.palette import build_palette
from bot.render.engine.theme import load_theme
from bot.render.pictures.figures import FIGURES
from bot.render.pictures.hand import paint_hand
from bot.render.pictures.table import paint_table

RUN = "R2 G3 W4 B5 Y6 R7 G8 B9"
MOMENT = late(table(4))


def shown(theme: str, view: PlayerView = MOMENT) -> bytes:
    return paint_table(make_design(theme), view, gallery.INITIALS).png()


def with_groups(*groups: Group) -> PlayerView:
    return with_seats(MOMENT, {0: {"groups": groups}})


@pytest.mark.skipif(bool(missing_library()), reason="letters of the references are kerned")
@pytest.mark.parametrize("theme", THEMES)
def test_pictures_look_as_they_did_and_every_reference_has_its_picture(theme: str) -> None:
    changed = {
        name: found
        for name, picture in drawn_gallery(theme).pictures.items()
        if has_reference(theme, name)
        and (found := difference(small(picture), stored(theme, name))) > MOST
    }
    assert changed == {}
    pictures = {name for name in drawn_gallery(theme).pictures if has_reference(theme, name)}
    assert {path.stem for path in (FOLDER / theme).iterdir()} == pictures


def test_same_input_same_pixels_also_from_several_threads() -> None:
    pictures = drawn_gallery("standard").pictures
    with ThreadPoolExecutor(4) as pool:
        painters = islice(gallery.painters(), 0, None, 8)
        drawn = dict(pool.map(lambda painter: (painter[0], painter[1]()), painters))
    assert len(drawn) > 10
    assert not [name for name, png in drawn.items() if pixels(png) != pixels(pictures[name])]


SMALL = re.compile(r"(table-[1-4]|dice-table|board|stats)-")


def test_every_picture_is_a_small_palette_png_1200_wide() -> None:
    pictures = drawn_gallery("standard").pictures
    assert set(pictures) == {name for name, _ in gallery.painters()}
    for name, png in pictures.items():
        with Image.open(BytesIO(png)) as picture:
            picture.load()
            assert (picture.format, picture.mode, picture.width) == ("PNG", "P", 1200), name
            assert 240 <= picture.height <= (1350 if name.startswith("dice-table") else 2400), name
        if SMALL.match(name):
            assert len(png) <= 160 * 1024, name
        elif name.startswith(("hand", "table")):
            assert len(png) <= 200 * 1024, name


@pytest.mark.parametrize("theme", DISTINCT)
def test_changes_that_matter_are_found_and_edges_drawn_otherwise_are_not(theme: str) -> None:
    file = shown(theme, with_groups(laid("R", RUN)))
    right = small(file)
    for codes in (
        RUN.removesuffix(" B9"),  # a card is missing
        RUN.replace("B9", "R9"),  # a card of another colour
        RUN.replace("B5", "W5"),  # a Wild in a card's place
    ):
        assert difference(right, small(shown(theme, with_groups(laid("R", codes))))) > 2 * MOST
    for numbers in ((5, 6), (6, 8), (3, 8), (1, 7), (11, 12)):
        views = [with_groups(laid("S", f"R{number} B{number}")) for number in numbers]
        one, other = (small(shown(theme, view)) for view in views)
        assert difference(one, other) > MOST, numbers
    hand = samples.hands()["looking"]
    hands = [paint_hand(make_design(theme), replace(hand, hand=hand.hand[:n])) for n in (-1, None)]
    one, other = (small(canvas.png()) for canvas in hands)
    assert difference(one, other) > 2 * MOST
    with Image.open(BytesIO(file)) as opened:
        picture = opened.convert("RGB")
    shifted = picture.copy()
    shifted.paste(picture, (1, 0))
    for moved in (shifted, picture.filter(ImageFilter.GaussianBlur(0.8))):
        out = BytesIO()
        moved.save(out, "PNG")
        assert 0 < difference(right, small(out.getvalue())) <= MOST


LEAST = dict.fromkeys(THEMES, 4.5) | {"high-contrast": 7.0}


@pytest.mark.parametrize("theme", THEMES)
def test_everything_written_can_be_read(theme: str) -> None:
    found = drawn_gallery(theme).contrasts
    poor = {pair: round(value, 2) for pair, value in found.items() if value < LEAST[theme]}
    assert len(found) > 30
    assert poor == {}


def test_the_part_that_is_drawn_in_other_themes_has_every_ink() -> None:
    assert set(drawn_gallery("standard").contrasts) == drawn_gallery("standard").inks_of_part


def test_a_pale_letter_would_be_found() -> None:
    palette = build_palette(load_theme("standard"))
    ground = Image.new("L", (200, 100), palette.index(load_theme("standard")["paper_shade"]))
    drawn = text.mask("Mia", "Inter-Bold.otf", 42)
    with recording() as record:
        vars(canvas)["write"](ground, palette, drawn, (20, 60), (230, 230, 230))
    assert min(record.contrasts.values()) < 1.5


# In the gallery; the names of players are theirs, and may be of any length.
LONG_NAMES = (
    "Nguyễn Thị Minh Khai",
    "李小龍",
    "Big Tony 🎲",
    "نور الهدى",
    "🏳️‍🌈 Zoë 👑",
    "ทดสอบ สวัสดี",
    "W" * 32,
)


def is_name(line: str) -> bool:
    return any(name in line for name in LONG_NAMES)


@pytest.mark.parametrize(
    ("locale", "theme"), [*zip(languages(), cycle(DISTINCT[::-1]), strict=False)]
)
def test_nothing_but_names_is_shortened(locale: str, theme: str) -> None:
    cut = shortened_lines(theme, locale)
    too_long = [" ".join([line, *cut[line]]) for line in sorted(cut) if not is_name(line)]
    assert not too_long, "\n".join(["too long for their place:", *too_long])
    assert LONG_NAMES[0] in cut


def test_a_line_that_is_shortened_is_told_with_the_keys_of_its_sentences() -> None:
    words = words_for("nl")
    with noting_sentences() as said:
        hand = words("pictures.hand", hand=3)
        words.number(3)
        points = words.plural("pictures.points", 25)
        discard = words("pictures.rules.discard")
    assert keys_of(f"{hand} · {points}", said) == ["pictures.hand", "pictures.points"]
    assert keys_of(discard.partition(" ")[0], said) == ["pictures.rules.discard"]
    assert keys_of("7", said) == []


@pytest.mark.parametrize("theme", [theme for theme in THEMES if theme not in DISTINCT])
def test_other_themes_have_the_letters_and_words_of_the_standard_one(theme: str) -> None:
    assert load_theme(theme).styles == load_theme("standard").styles
    assert theme not in VOCABULARIES


@pytest.fixture
def _drawn_before(monkeypatch: pytest.MonkeyPatch) -> None:
    names = [name for name, _ in gallery.animations()]  # animations have tests of their own
    drawn = drawn_gallery("standard").pictures.items()
    painters = [(name, partial(bytes, png)) for name, png in drawn]
    monkeypatch.setattr(gallery, "painters", lambda *_: painters)
    monkeypatch.setattr(gallery, "animations", lambda *_: ((name, [b"GIF"]) for name in names))


@pytest.mark.usefixtures("_drawn_before")
def test_a_page_shows_every_picture_at_both_widths_and_needs_nothing_else(tmp_path: Path) -> None:
    *written, index = write_gallery(tmp_path / "new", DISTINCT)
    page = index.read_text(encoding="utf-8")
    files = [f"{name}.png" for name, _ in gallery.painters()]
    moving = [f"{name}.gif" for name, _ in gallery.animations()]

    assert len(files) == len(set(files))
    assert {f"figure-{name}.png" for name in FIGURES} <= set(files)
    assert len(written) == len(DISTINCT) * (len(files) + len(moving))
    assert all(path.stat().st_size for path in written)
    for names, widths in ((files, (1200, 375)), (moving, (600, 235))):
        for theme, name, width in product(DISTINCT, names, widths):
            assert f'<img src="{theme}/{name}" width="{width}"' in page
    targets = re.findall(r'(?:src|href)="([^"]*)"', page)
    assert all(each.startswith("#") or (index.parent / each).is_file() for each in targets)
    assert "//" not in page
