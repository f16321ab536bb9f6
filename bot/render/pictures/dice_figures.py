"""Figures for the pages of the rules of the dice game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain

from PIL import Image

from bot.cards.phases import GroupKind, GroupSpec
from bot.dice.dice import COLOURS, HIGHEST, Face
from bot.dice.editions import DICE
from bot.i18n.dice import FIGURE_KEPT, dice_figure_faces
from bot.render.engine import WIDTH, Canvas, Design, Rect, Sprite, Theme
from bot.render.engine.canvas import medal
from bot.render.engine.geometry import fit_places
from bot.render.engine.sprite_cache import drawn_once
from bot.render.engine.sprites import LAID, make_sprite
from bot.render.pieces.dice import die_height, die_sprite, face_tile, is_low
from bot.render.pieces.laid_cards import spec_words
from bot.render.pieces.materials import badge, seam, slot
from bot.render.pieces.phase_list import FREE, group_sign, phase_example, phase_rows

from .figures import KINDS, LIGHT

MARGIN = 46
TOP = 52
ROOM = WIDTH - 2 * MARGIN
# of a row of dice, and between groups
EDGE = 114
STEP = 126
GAP = 46
ROW = 160  # height of a row
COUNT = 150  # width of the number of dice before a row
BEFORE_SUM = 34  # between the place of the last die and the sum of the points
# heights of a line of numbers and of a sign below a row
BELOW = 64
SIGN = 52
SMALL = 88
SMALL_STEP = 91
SMALL_GAP = 40
ARROW = 72
LINE = 60
TURN_EDGE = 96
TURN_STEP = 109
TURN_ROW = 216
PIP = 40
PIP_STEP = 52
CHECK = 46
# height of a row, width of examples
PHASE_ROW = 104
PHASE_DICE = 584
# sizes of their dice: with a number alone, with a sign below it
PHASE_DIE = 60
SIGNED_DIE = 80
BODY = 8  # how much is seen of the lower part of one of these dice


def paint_dice_figure(design: Design, name: str) -> Canvas:
    """A figure for the rules of dice, one of DICE_FIGURES."""
    height, paint = _PAINTERS[name]
    canvas = Canvas(design, height, LIGHT)
    paint(canvas, name)
    return canvas


def _dice(canvas: Canvas, _name: str) -> None:
    left = (WIDTH - COUNT - 10 - 5 * STEP - EDGE) // 2
    for row, faces in enumerate(dice_figure_faces("dice").values()):
        y = TOP + row * (ROW + 24) + ROW // 2
        many = canvas.words.number((6, 4)[row])
        at = Rect(left, y - 60, COUNT, 120)
        canvas.text(f"{many} ×", at, "figure", "gold")
        _put(canvas, faces, at.right + 10 + EDGE // 2, y)


def _put(canvas: Canvas, faces: Sequence[Face], x: int, y: int, edge: int = EDGE) -> list[int]:
    """Put dice in a row, with the middle of the first at a point; returns their middles."""
    step = STEP if edge == EDGE else SMALL_STEP
    middles = [x + n * step for n in range(len(faces))]
    for middle, face in zip(middles, faces, strict=True):
        canvas.sprite(die_sprite(canvas.theme, face, edge), middle, y)
    return middles


def _groups(canvas: Canvas, name: str) -> None:
    """The groups of a figure in the middle, below them their signs and the numbers of Wilds."""
    groups = list(dice_figure_faces(name).values())
    width = sum(map(len, groups)) * STEP + (len(groups) - 1) * GAP
    x = (WIDTH - width + STEP) // 2
    for faces in groups:
        middles = _put(canvas, faces, x, TOP + ROW // 2)
        for middle, face in zip(middles, faces, strict=True):
            means = _stands_for(name, faces, face)
            if means is not None:
                line = f"= {canvas.words.number(means)}"
                at = Rect(middle - 80, TOP + ROW - 16, 160, BELOW)
                canvas.text(line, at, "pile", "gold", align="middle")
        line = spec_words(canvas.words, GroupSpec(KINDS[name], len(faces)))
        _sign(canvas, name, middles, TOP + ROW + (4 if name == "colour" else BELOW), line)
        x = middles[-1] + STEP + GAP


def _sign(canvas: Canvas, name: str, middles: Sequence[int], top: int, line: str) -> None:
    half = middles[1] - middles[0]
    at = Rect(middles[0] - half // 2, top, middles[-1] - middles[0] + half, SIGN)
    group_sign(canvas, KINDS[name], at, line)


def _stands_for(name: str, faces: Sequence[Face], face: Face) -> int | None:
    """The number that a Wild in a set or a run stands for."""
    if not face.is_wild or name == "colour":
        return None
    if name == "sets":
        return next(other.number for other in faces if not other.is_wild)
    first = next(place for place, other in enumerate(faces) if other.number is not None)
    return faces[first].points - first + list(faces).index(face)


def _wild(canvas: Canvas, _name: str) -> None:
    groups = dice_figure_faces("wild")
    y = TOP + ROW // 2
    _put(canvas, groups.pop("wild"), MARGIN + EDGE // 2, y)
    x = MARGIN + EDGE + 12
    canvas.shape("arrow", x, y - ARROW // 2, ARROW - 12, "gold")
    x += ARROW + SMALL // 2
    for name, faces in groups.items():
        middles = _put(canvas, faces, x, y, SMALL)
        _sign(canvas, name, middles, TOP + ROW, canvas.words(f"pictures.rules.{name}"))
        x = middles[-1] + SMALL_STEP + SMALL_GAP


def _scoring(canvas: Canvas, _name: str) -> None:
    groups = list(dice_figure_faces("scoring").values())
    points = sum(face.points for faces in groups for face in faces)
    total = f"= {canvas.words.number(points)}"
    room = canvas.width(total, "figure") + 1
    x = (WIDTH - sum(map(len, groups)) * STEP - GAP - BEFORE_SUM - room + STEP) // 2
    for faces in groups:
        middles = _put(canvas, faces, x, TOP + ROW // 2)
        for middle, face in zip(middles, faces, strict=True):
            at = Rect(middle - 60, TOP + ROW, 120, BELOW)
            ink = "text" if face.points else "muted"
            canvas.text(canvas.words.number(face.points), at, "pile", ink, align="middle")
        x = middles[-1] + STEP + GAP
    at = Rect(x - STEP // 2 - GAP + BEFORE_SUM, TOP, room, ROW)
    canvas.text(total, at, "figure", "gold")


def _turn(canvas: Canvas, _name: str) -> None:
    for row, (part, faces) in enumerate(dice_figure_faces("turn").items()):
        top = MARGIN + row * TURN_ROW
        if row:
            seam(canvas, MARGIN, top - 6, ROOM)
        for n in range(3):
            pip = Rect(MARGIN + n * PIP_STEP, top + 10, PIP, PIP)
            if n <= row:
                brass = medal(canvas.theme, canvas.theme["brass"], PIP, gold=True)
                canvas.sprite(brass, *pip.corner)
            else:
                slot(canvas, pip)
        x = MARGIN + 3 * PIP_STEP + 14
        line = Rect(x, top, WIDTH - MARGIN - x, LINE)
        canvas.text(canvas.words(f"dice.shown.turn.{part}"), line, "strong", "text")
        y = top + LINE + 10 + die_height(TURN_EDGE) // 2
        for index, face in enumerate(faces):
            middle = MARGIN + 58 + index * TURN_STEP
            canvas.sprite(die_sprite(canvas.theme, face, TURN_EDGE), middle, y)
            if index in FIGURE_KEPT[part]:
                badge(canvas, (middle - CHECK // 2, y + die_height(TURN_EDGE) // 2 - 34), CHECK)


def _phases(canvas: Canvas, _name: str) -> None:
    phases = DICE.parsed_phases
    for phase, area in phase_rows(canvas, phases, PHASE_DICE, [""] * len(phases)):
        example = phase_example(phase, COLOURS, HIGHEST)
        signed = any(group.kind is GroupKind.COLOUR for group in phase.groups)
        most = SIGNED_DIE if signed else PHASE_DIE
        places = fit_places([len(group) for group in example], area, most, 1.04)
        for (value, colour), box in zip(chain(*example), chain(*places), strict=True):
            sprite = _with_body(canvas.theme, Face(value, colour), box.w)
            canvas.sprite(sprite, box.x, box.y - BODY // 2)


@drawn_once
def _with_body(theme: Theme, face: Face, size: int) -> Sprite:
    """A face as a flat square, and below it the visible part of the body of its die."""
    tile, cover = face_tile(theme, face, size)
    body = theme["back" if is_low(face) else "paper_line"]
    image = Image.new("RGB", (size, size + BODY), body)
    whole = Image.new("L", image.size)
    image.paste(tile, (0, 0), cover)
    whole.paste(cover, (0, BODY))
    whole.paste(255, (0, 0), cover)
    return make_sprite(theme, image, whole, size, LAID)


_ONE_ROW = 2 * TOP + ROW
_PAINTERS: dict[str, tuple[int, Callable[[Canvas, str], None]]] = {
    "dice": (2 * TOP + 2 * ROW + 24, _dice),
    "turn": (2 * MARGIN + 3 * TURN_ROW - 10, _turn),
    "sets": (_ONE_ROW + BELOW + SIGN, _groups),
    "run": (_ONE_ROW + BELOW + SIGN, _groups),
    "colour": (_ONE_ROW + SIGN, _groups),
    "wild": (_ONE_ROW + SIGN, _wild),
    "phases": (FREE + len(DICE.phases) * PHASE_ROW, _phases),
    "scoring": (_ONE_ROW + BELOW, _scoring),
}
DICE_FIGURES = tuple(_PAINTERS)
