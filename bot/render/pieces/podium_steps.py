"""Decks of cards as steps for the best, each with a face on it and a plate in front of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from bot.render.engine import WIDTH, Canvas, Design, Rect, Sprite, Theme
from bot.render.engine.canvas import Sitter
from bot.render.pieces.celebration import LID, brass_sprite, deck_sprite, paint_rays, trophy
from bot.results.achievements import Earned

from .emblems import emblem
from .materials import plate, sparks

ON_STEPS = 3
LEFT_TO_RIGHT = {1: (0,), 2: (0, 1), 3: (1, 0, 2)}  # places by how many there are
DECK = 360
DECK_GAP = 10
RISE = {1: 150, 2: 60, 3: 0}  # how much higher the decks of the places are
FACES = {1: 272, 2: 212, 3: 190}
# how far a face overlaps its deck, a crown its face
SUNK_FACE = 30
CROWN = 150
SUNK_CROWN = 54
HEADROOM = CROWN - SUNK_CROWN + 12  # above a face, for its crown
# its size, and its corner from the lower right one of a face
MEDAL = 124
MEDAL_AT = (56, 92)
PLATE_SIDE = 16
PLATE_TOP = LID + 18
PLATE_FOOT = 44
PLATE_PAD = 12
PLATE_WORDS = DECK - 2 * PLATE_SIDE - 18  # width of its lines
CUP_LINE = "cup"  # in place of a style: a cup that stands before the deck
LINES = {
    "alarm": 140,
    "figure": 92,
    "title": 84,
    "pile": 68,
    "name": 62,
    "small": 52,
    CUP_LINE: 150,
}
VALUES = ("title", "pile")
# of small words after a value: before them, below their middle
UNIT_GAP = 10
UNIT_DROP = 11


@dataclass(frozen=True, slots=True)
class Ranked:
    """A person on a deck, and the words in front of it."""

    place: int
    seat: Sitter
    value: str
    unit: str = ""  # of the value
    more: str = ""
    season: str = ""  # in place of the number of the place, below the name
    won: bool = False
    gold: bool = False  # people who did not win may be in gold, too
    medal: Earned | None = None
    cup: bool = False  # whether a cup stands in front of the deck


@dataclass(frozen=True, slots=True)
class StepPlaces:
    """Where the steps are, left to right."""

    floor: int
    decks: tuple[Rect, ...]  # front sides with their lids
    faces: tuple[Rect, ...]  # on top of the decks


@dataclass(frozen=True, slots=True)
class PlateLine:
    """A line on a plate, and small words after it."""

    text: str
    style: str
    colour: str
    after: str = ""


def plate_lines(design: Design, step: Ranked) -> list[PlateLine]:
    """The lines on the plate of a step; a long name takes two."""
    first = step.won or step.gold
    colour = "gold" if first else "text"
    name, *rest = design.lines(step.seat.name, "name", PLATE_WORDS)
    number = PlateLine(design.words.number(step.place), "alarm" if first else "title", colour)
    size = "name"
    ink = "text"
    if step.season:
        size = design.fitting(step.seat.name, ("pile", "name"), PLATE_WORDS)
        ink = colour
    more = design.lines(step.more, "small", PLATE_WORDS)
    room = PLATE_WORDS - UNIT_GAP - design.width(step.unit, "small")
    value = design.fitting(step.value, VALUES if first else VALUES[1:], room)
    named = [PlateLine(line, size, ink) for line in (name, " ".join(rest)) if line]
    season = PlateLine(step.season, "small", "muted")
    lines = [*named, season] if step.season else [number, *named]
    lines.append(PlateLine(step.value, value, colour, step.unit))
    lines += [PlateLine(line, "small", "muted") for line in more if line]
    if step.cup:
        lines.append(PlateLine("", CUP_LINE, colour))
    return lines


def step_places(
    places: Sequence[int], plates: Sequence[Sequence[PlateLine]], top: int, *, won: bool = True
) -> StepPlaces:
    """The steps, left to right, below a highest face at ``top``; level without a winner."""
    steps = [min(place, ON_STEPS) if won else ON_STEPS for place in places]
    rises = [RISE[step] if won else 0 for step in steps]
    rooms = [sum(LINES[line.style] for line in lines) for lines in plates]
    least = max(room - rise for room, rise in zip(rooms, rises, strict=True))
    lowest = PLATE_TOP + PLATE_FOOT + 2 * PLATE_PAD + least
    floor = top + FACES[min(steps)] - SUNK_FACE + lowest + max(rises)
    left = (WIDTH - len(places) * (DECK + DECK_GAP) + DECK_GAP) // 2
    decks = tuple(
        Rect(left + n * (DECK + DECK_GAP), floor - lowest - rise, DECK, lowest + rise)
        for n, rise in enumerate(rises)
    )
    sizes = [FACES[step] for step in steps]
    faces = (
        Rect(deck.middle[0] - size // 2, deck.y + SUNK_FACE - size, size, size)
        for deck, size in zip(decks, sizes, strict=True)
    )
    return StepPlaces(floor, decks, tuple(faces))


def paint_podium_steps(
    canvas: Canvas,
    steps: Sequence[Ranked],
    plates: Sequence[Sequence[PlateLine]],
    places: StepPlaces,
    block: Callable[[Theme, int, int], Sprite] = deck_sprite,
) -> None:
    """Draw the decks and the people on them; a single winner is in rays of light."""
    alone = sum(step.won for step in steps) == 1
    for step, lines, deck, face in zip(steps, plates, places.decks, places.faces, strict=True):
        canvas.sprite(block(canvas.theme, deck.w, deck.h), *deck.corner, over=True)
        _paint_plate(canvas, deck, lines, won=step.won)
        if step.won and alone:
            paint_rays(canvas, face)
        _paint_person(canvas, face, step)


def _paint_plate(canvas: Canvas, deck: Rect, lines: Sequence[PlateLine], *, won: bool) -> None:
    top = deck.y + PLATE_TOP
    inside = Rect(deck.x + PLATE_SIDE, top, deck.w - 2 * PLATE_SIDE, deck.bottom - PLATE_FOOT - top)
    plate(canvas, inside)
    spare = (inside.h - sum(LINES[line.style] for line in lines)) // 2
    x, y = inside.middle[0], inside.y + spare - 6  # descenders need room
    for line in lines:
        at = Rect(x - PLATE_WORDS // 2, y, PLATE_WORDS, LINES[line.style])
        if line.style == CUP_LINE:
            trophy(canvas, deck.bottom - y - PLATE_PAD, (x, deck.bottom))
        else:
            unit = canvas.width(line.after, "small") + UNIT_GAP if line.after else 0
            room = replace(at, w=at.w - unit)
            width = canvas.text(line.text, room, line.style, line.colour, align="middle")
            if unit:
                after = Rect(room.middle[0] + width // 2 + UNIT_GAP, y + UNIT_DROP, unit, at.h)
                canvas.text(line.after, after, "small", line.colour)
        y += at.h
    if won and spare > 56:
        low = inside.bottom - spare // 2 - 6
        sparks(canvas, (x - 58, low, 30), (x, low, 46), (x + 58, low, 30))


def _paint_person(canvas: Canvas, face: Rect, step: Ranked) -> None:
    canvas.face(step.seat, face, gold=step.won or step.gold)
    if step.won:
        crown = brass_sprite(canvas.theme, "crown", CROWN)
        canvas.sprite(crown, face.middle[0] - CROWN // 2, face.y - CROWN + SUNK_CROWN, over=True)
    if new := step.medal:
        medal = emblem(canvas.theme, new.achievement, new.grade, MEDAL)
        canvas.sprite(medal, face.right - MEDAL_AT[0], face.bottom - MEDAL_AT[1], over=True)
