"""Pictures are compared with small references, so that edges of letters do not matter.

See snapshot_kit for how to renew the references.
"""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import pytest
from gallery_kit import drawn_gallery
from PIL import Image, ImageFilter
from snapshot_kit import FOLDER, MOST, difference, small, stored

from bot.render import THEMES, Renderer, gallery, samples
from bot.render.samples import laid, late, table, with_seats
from bot.rules.groups import Group
from bot.rules.views import PlayerView

RUN = "R2 G3 W4 B5 Y6 R7 G8 B9"
MOMENT = late(table(4))


def shown(theme: str, view: PlayerView = MOMENT) -> bytes:
    return Renderer(theme).table(view, "en", gallery.LOOKS)


def with_groups(*groups: Group) -> PlayerView:
    return with_seats(MOMENT, {0: {"groups": groups}})


def png(image: Image.Image) -> bytes:
    out = BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


@pytest.mark.parametrize("theme", THEMES)
def test_pictures_look_as_they_did(theme: str) -> None:
    changed = {
        name: found
        for name, picture in drawn_gallery(theme).pictures.items()
        if (found := difference(small(picture), stored(theme, name))) > MOST
    }
    assert changed == {}


@pytest.mark.parametrize("theme", THEMES)
def test_every_reference_has_its_picture(theme: str) -> None:
    assert {path.stem for path in (FOLDER / theme).iterdir()} == set(drawn_gallery(theme).pictures)


def test_references_are_small() -> None:
    assert sum(path.stat().st_size for path in FOLDER.glob("*/*")) < 3_600_000


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(
    "codes",
    [
        pytest.param(RUN.removesuffix(" B9"), id="a card is missing"),
        pytest.param(RUN.replace("B9", "R9"), id="a card of another colour"),
        pytest.param(RUN.replace("B5", "W5"), id="a Wild in a card's place"),
    ],
)
def test_a_missing_or_different_card_is_found(theme: str, codes: str) -> None:
    right, wrong = (shown(theme, with_groups(laid("R", each))) for each in (RUN, codes))
    assert difference(small(right), small(wrong)) > 2 * MOST


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("numbers", [(5, 6), (6, 8), (3, 8), (1, 7), (11, 12)])
def test_a_card_of_another_number_is_found(theme: str, numbers: tuple[int, int]) -> None:
    views = [with_groups(laid("S", f"R{number} B{number}")) for number in numbers]
    one, other = (small(shown(theme, view)) for view in views)
    assert difference(one, other) > MOST


@pytest.mark.parametrize("theme", THEMES)
def test_a_missing_card_in_the_hand_is_found(theme: str) -> None:
    view = samples.hands()["looking"]
    less = replace(view, hand=view.hand[:-1])
    one, other = (small(Renderer(theme).hand(each)) for each in (view, less))
    assert difference(one, other) > 2 * MOST


@pytest.mark.parametrize("theme", THEMES)
def test_edges_drawn_otherwise_do_not_matter(theme: str) -> None:
    with Image.open(BytesIO(shown(theme))) as opened:
        picture = opened.convert("RGB")
    reference = small(shown(theme))
    shifted = picture.copy()
    shifted.paste(picture, (1, 0))
    for other in (shifted, picture.filter(ImageFilter.GaussianBlur(0.8))):
        assert 0 < difference(reference, small(png(other))) <= MOST
