"""Faces: portraits from any file, robots by name."""

from __future__ import annotations

from io import BytesIO

import pytest
from gallery_kit import pixels
from hypothesis import given
from hypothesis import strategies as st
from PIL import ExifTags, Image, ImageChops

from bot.lab import gallery
from bot.lab.samples import ended, late, table
from bot.players import computer_names
from bot.render import THEMES, Avatar, make_design
from bot.render.engine.lookup_table import threshold
from bot.render.engine.palette import room_for_faces
from bot.render.engine.portraits import MOST_BYTES, icon_parts, portrait, robot
from bot.render.engine.shapes import rounded
from bot.render.pictures.podium import paint_podium
from bot.render.pictures.table import paint_table


def avatar(
    kind: str = "PNG", size: tuple[int, int] = (160, 120), mode: str = "RGB", blue: int = 90
) -> bytes:
    red = Image.linear_gradient("L").resize(size)
    image = Image.merge("RGB", (red, red.rotate(180), Image.new("L", size, blue)))
    return file(image.convert(mode), kind)


def file(image: Image.Image, kind: str = "PNG") -> bytes:
    out = BytesIO()
    image.save(out, kind)
    return out.getvalue()


@pytest.mark.parametrize(
    ("kind", "size", "mode"),
    [
        ("PNG", (1, 1), "1"),
        ("JPEG", (16, 400), "L"),
        ("WEBP", (128, 128), "RGBA"),
        ("GIF", (900, 300), "P"),
        ("PNG", (1024, 1024), "LA"),
        ("PNG", (160, 120), "I;16"),
    ],
)
def test_pictures_of_any_kind_become_squares(kind: str, size: tuple[int, int], mode: str) -> None:
    found = portrait(avatar(kind, size, mode), 98)
    assert found is not None
    assert (found.image.mode, found.image.size) == ("RGB", (98, 98))


def test_sixteen_bits_of_grey_look_as_eight_do() -> None:
    few = Image.linear_gradient("L")
    many = few.convert("I").point(lambda grey: grey * 257).convert("I;16")
    seen, expected = (portrait(file(each), 98) for each in (many, few))
    assert seen is not None
    assert expected is not None
    difference = ImageChops.difference(seen.image, expected.image)
    assert max(most for _, most in difference.getextrema()) <= 1


def test_a_photograph_stands_as_its_camera_was_held() -> None:
    upright = Image.linear_gradient("L")
    exif = Image.Exif()
    exif[ExifTags.Base.Orientation] = 6  # turned to the left
    photograph = BytesIO()
    upright.rotate(90).save(photograph, "JPEG", exif=exif)
    seen = portrait(photograph.getvalue(), 98)
    assert seen is not None
    top, bottom = (seen.image.convert("L").getpixel((49, y)) for y in (5, 92))
    assert top < 50
    assert bottom > 200


def test_the_clear_parts_of_a_picture_are_light() -> None:
    found = portrait(file(Image.new("RGBA", (64, 64), (0, 0, 0, 0))), 40)
    assert found is not None
    assert found.image.getpixel((20, 20)) == (0xD8, 0xD8, 0xD8)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no picture",
        b"GIF89a",
        avatar("PNG")[:200],
        avatar("JPEG")[:200],
        avatar("WEBP")[:60],
        avatar("BMP"),
        avatar("PNG", (1_025, 1_024), "1"),
        bytes(MOST_BYTES + 1),
    ],
    ids=lambda data: f"{len(data)} bytes {data[:4]!r}",
)
def test_what_is_broken_huge_or_unknown_becomes_initials(data: bytes) -> None:
    design, view = make_design(), late(table(2))
    assert portrait(data, 98) is None
    avatars = [Avatar(computer=False, picture=data), Avatar(computer=False)]
    plain = [Avatar(computer=False)] * 2
    with_file, without = (paint_table(design, view, some).drawn() for some in (avatars, plain))
    assert with_file[0].tobytes() == without[0].tobytes()
    assert with_file[1:] == without[1:]


@given(st.binary(max_size=200), st.integers(0, 300))
def test_no_file_raises(junk: bytes, at: int) -> None:
    gif = avatar("GIF")
    portrait(gif[:at] + junk + gif[at + len(junk) :], 40)


@pytest.mark.parametrize("theme", THEMES)
def test_six_portraits_keep_their_colours_and_fit_the_palette(theme: str) -> None:
    skies = [(250, 120, 20), (20, 160, 90), (230, 30, 200), (90, 200, 250), (140, 90, 40)]
    pictures = [file(Image.new("RGB", (96, 96), sky)) for sky in (*skies, (9, 9, 9))]
    faces = [Avatar(computer=False, picture=picture) for picture in pictures]
    _, drawn_in, colours = paint_table(make_design(theme), table(6), faces).drawn()
    assert len(colours) <= room_for_faces(drawn_in)
    for sky in skies:
        assert min(sum(abs(a - b) for a, b in zip(sky, one, strict=True)) for one in colours) <= 12


def test_the_same_portraits_give_the_same_pixels_whatever_came_before() -> None:
    design, view = make_design(), ended(6)
    first = paint_podium(design, view, gallery.portraits()).png()
    paint_podium(design, view, gallery.portraits()[::-1]).png()
    assert pixels(paint_podium(design, view, gallery.portraits()).png()) == pixels(first)


def test_computers_have_faces_of_many_kinds_by_their_names() -> None:
    assert icon_parts("\ud800")
    kinds = {icon_parts(name) for name in computer_names}
    assert len(kinds) >= len(computer_names) * 2 // 3
    assert len({robot(parts, 108).tobytes() for parts in kinds}) == len(kinds)


def test_robots_stay_inside_their_circle() -> None:
    outside = ImageChops.invert(rounded(108, 108, 54)).point(threshold(250))
    for name in computer_names:
        drawn = robot(icon_parts(name), 108).point(threshold(1))
        assert ImageChops.logical_and(drawn, outside).getbbox() is None
