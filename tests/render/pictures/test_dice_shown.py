"""Pictures of the dice game: where dice lie, and that all that matters is seen."""

from __future__ import annotations

from itertools import combinations
from random import Random

from gallery_kit import pixels

from bot.dice.dice import DICE_COUNT, FACES, Face
from bot.lab.dice_samples import dice_tables
from bot.render import make_design
from bot.render.engine import Rect
from bot.render.engine.theme import load_theme
from bot.render.pictures.dice_table import THROW, choose_toss, paint_dice_table, thrown_places
from bot.render.pieces.dice import die_sprite

DESIGN = make_design()
RUN = dice_tables()["4-run"]


def rolled(random: Random) -> tuple[Face, ...]:
    return tuple(random.choice(die) for die in FACES)


def test_dice_never_lie_on_one_another_nor_on_what_is_around_them() -> None:
    random, theme = Random(3), load_theme("standard")
    for many in [*range(1, DICE_COUNT + 1)] * 12:
        faces = rolled(random)
        thrown = sorted(random.sample(range(DICE_COUNT), many))
        boxes = []
        for index, (x, y, turn) in thrown_places(faces, random.randint(1, 3), thrown).items():
            # The outline does not depend on the face.
            sprite = die_sprite(theme, FACES[index][0], choose_toss(thrown).edge, turn)
            boxes.append(Rect(x + sprite.x, y + sprite.y, *sprite.size))
        assert len(boxes) == many
        assert all(THROW.holds(box) for box in boxes)
        assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))


def test_dice_chosen_to_be_kept_lie_on_the_tray() -> None:
    table, same, chosen = (
        pixels(paint_dice_table(DESIGN, RUN, kept=kept).png())
        for kept in (None, RUN.kept, (*RUN.kept, 3))
    )
    assert same == table != chosen
