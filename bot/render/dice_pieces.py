"""Dice on the cloth: lying there, in the places of a phase, and on the tray for those kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from PIL import Image

from bot.dice.dice import Face
from bot.dice.scoring import Fit
from bot.rules.cards import Colour

from .canvas import Canvas
from .dice_faces import die_edge, die_outline, die_picture, face_tile
from .layout import Rect
from .lookup import threshold
from .palette import palette_of
from .pieces import slot
from .sprites import HELD, LAID, SOLID, Shadow, Sprite, shadow_of, sprite_of
from .theme import Theme

STEP, GROUP_GAP = 1.08, 0.34  # from die to die and between groups, as shares of the edge


@lru_cache(maxsize=400)
def die_sprite(theme: Theme, face: Face, edge: int, tenths: int = 0) -> Sprite:
    """A die that shows a face; ``edge`` is that of a high die, and it is put at its middle."""
    own = die_edge(face, edge)
    image = die_picture(theme, face, own, tenths)
    solid, shadow = _form(own, tenths, flat=theme.flat)
    indexes = palette_of(theme).mapped(image)
    return Sprite(indexes, solid, -image.width // 2, -image.height // 2, shadow)


@lru_cache(maxsize=48)
def _form(edge: int, tenths: int, *, flat: bool) -> tuple[Image.Image, Shadow | None]:
    """What all dice of a size in one position share: where they are, and their shadow."""
    cover = die_outline(edge, tenths)
    return cover.point(threshold(SOLID)), None if flat else shadow_of(cover, edge, HELD)


@lru_cache(maxsize=160)
def tile_sprite(theme: Theme, face: Face, size: int, means: int | None = None) -> Sprite:
    """A face as a flat square; ``means`` is the number that a Wild stands for."""
    return sprite_of(theme, *face_tile(theme, face, size, means), size, LAID)


def resting_die(canvas: Canvas, face: Face, middle: tuple[int, int], edge: int) -> None:
    """Put a die that does not matter now: as in a shadow."""
    found = die_sprite(canvas.theme, face, edge)
    dark = found.image.point(canvas.palette.dimming[0])
    canvas.sprite(replace(found, image=dark), *middle)


@dataclass(frozen=True, slots=True)
class FitPlaces:
    """The places of a phase's dice by group: squares of one size."""

    size: int
    groups: tuple[tuple[Rect, ...], ...]


def fit_places(sizes: Sequence[int], area: Rect, most: int, step: float = STEP) -> FitPlaces:
    """Places for groups of these sizes from the left of an area, no larger than ``most``."""
    units = (sum(sizes) - len(sizes)) * step + len(sizes) + (len(sizes) - 1) * GROUP_GAP
    side = min(most, int(area.w / units))
    x, groups = float(area.x), []
    y = area.y + (area.h - side) // 2
    for size in sizes:
        groups.append(tuple(Rect(round(x + n * step * side), y, side, side) for n in range(size)))
        x += ((size - 1) * step + 1 + GROUP_GAP) * side
    return FitPlaces(side, tuple(groups))


def paint_fit(canvas: Canvas, fit: Fit, faces: Sequence[Face], places: FitPlaces) -> None:
    """The groups of a phase as flat faces, and hollows in gold with what is missing."""
    for group, boxes in zip(fit, places.groups, strict=True):
        for (index, means), box in zip(group, boxes, strict=True):
            if index is None:
                paint_gap(canvas, box, means)
                continue
            number = means if faces[index].is_wild and isinstance(means, int) else None
            canvas.sprite(tile_sprite(canvas.theme, faces[index], places.size, number), *box.corner)


def paint_gap(canvas: Canvas, box: Rect, means: int | Colour | None = None) -> None:
    """A hollow, in gold with the number or the sign of the colour that belongs there."""
    # Higher than wide by little: a square one would be round.
    slot(canvas, Rect(box.x + 1, box.y, box.w - 2, box.h), gold=means is not None)
    if isinstance(means, Colour):
        side = min(box.w // 2, 44)
        x, y = box.middle
        sign = canvas.theme.cards[means].sign
        canvas.shape(sign, x - side // 2, y - side // 2, side, canvas.theme["gold"])
    elif means is not None:
        wide = Rect(box.x - 6, box.y, box.w + 12, box.h)
        canvas.text(canvas.words.number(means), wide, "number", "gold", align="middle")
