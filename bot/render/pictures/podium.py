"""The podium: decks of cards as steps, the winner in the light, the cards' signs as confetti."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from random import Random
from types import MappingProxyType

from bot.dice.views import DiceSeatView, DiceView
from bot.games.events import EndReason
from bot.i18n import Words
from bot.i18n.standings import signed
from bot.render.engine.canvas import Avatar, Canvas, Sitter, avatar_of
from bot.render.engine.cloth import Lamp
from bot.render.engine.design import Design
from bot.render.engine.geometry import WIDTH, Rect
from bot.render.engine.sprites import Sprite
from bot.render.engine.theme import Theme
from bot.render.pieces.celebration import (
    LID,
    RAY,
    block_sprite,
    confetti_piece,
    crown_sprite,
    deck_sprite,
    paint_rays,
)
from bot.render.pieces.emblems import emblem
from bot.render.pieces.materials import plate, seam, sparks
from bot.rules.views import PlayerView, SeatView
from bot.scores.achievements import Earned

from .dice_scores import paint_dice_scores

NOBODY_RATED: Mapping[int, int] = MappingProxyType({})
NO_MEDALS: Mapping[int, Earned] = MappingProxyType({})
MARGIN = 56
ON_STEPS = 3  # places shown on the decks
STEP_ORDER = {1: (0,), 2: (0, 1), 3: (1, 0, 2)}  # places on the decks, left to right
TITLE = Rect(MARGIN, 48, WIDTH - 2 * MARGIN, 96)
TITLES = ("title", "pile")
TITLE_STEP = 86  # from line to line of a title
DECK, DECK_GAP = 352, 16
HEADROOM = 160  # between the title and the face of a winner, for the crown
LEVEL_HEADROOM = 44  # without a winner
RISE = {1: 176, 2: 82, 3: 0}  # how much higher the decks of the places are
FACES = {1: 228, 2: 184, 3: 172}
SUNK_FACE = 26  # how far a face overlaps its deck
CROWN = 132
MEDAL, MEDAL_AT = 116, (50, 98)  # its size, and its corner from the lower right one of a face
PLATE_SIDE, PLATE_TOP, PLATE_FOOT, PLATE_ROOM = 20, LID + 26, 30, 24
PLATE_WORDS = DECK - 2 * PLATE_SIDE - 12  # width of its lines
LINES = {"figure": 92, "name": 60, "points": 68, "small": 54}  # heights of lines on a plate
LARGE = ("points", "name", "small")  # styles of points, the first that fits is taken
USUAL_ROOM = 258  # of the lines of a plate
OTHER_ROW, OTHER_FACE = 112, 84
CONFETTI = 48  # most signs scattered around the winner
SIZES = (20, 26, 34, 44)


@dataclass(frozen=True, slots=True)
class PodiumLayout:
    """The podium: decks of the best, and a line for each of the others."""

    height: int
    decks: tuple[Rect, ...]  # front sides with their lids, left to right
    faces: tuple[Rect, ...]  # on top of the decks
    others: tuple[Rect, ...]


@dataclass(frozen=True, slots=True)
class Finisher:
    """Somebody at the end, their place, and what they reached."""

    place: int
    won: bool
    seat: Sitter
    avatar: Avatar
    points: str
    done: str = ""
    medal: Earned | None = None  # new by this game


@dataclass(frozen=True, slots=True)
class _PlateLine:
    """A line on a plate."""

    text: str
    style: str
    colour: str


def podium_layout(
    places: Sequence[int],
    others: int,
    rooms: Sequence[int] = (),
    *,
    won: bool = True,
    title: int = 1,
) -> PodiumLayout:
    """The layout of the places on the decks, left to right, and of a number of other seats.

    ``rooms`` are the heights of the lines on the plates and ``title`` is the number of lines above.
    Without a winner the decks are level.
    """
    steps = [min(place, 3) if won else 2 for place in places]
    rises = [RISE[step] if won else 0 for step in steps]
    needed = zip(rooms or [USUAL_ROOM] * len(places), rises, strict=True)
    lowest = PLATE_TOP + PLATE_FOOT + PLATE_ROOM + max(room - rise for room, rise in needed)
    top = TITLE.bottom + (title - 1) * TITLE_STEP + (HEADROOM if won else LEVEL_HEADROOM)
    highest = min(steps)
    floor = top + FACES[highest] - SUNK_FACE + lowest + max(rises)
    left = (WIDTH - len(places) * DECK - (len(places) - 1) * DECK_GAP) // 2
    decks, faces = [], []
    for n, (step, rise) in enumerate(zip(steps, rises, strict=True)):
        height = lowest + rise
        deck = Rect(left + n * (DECK + DECK_GAP), floor - height, DECK, height)
        side = FACES[step]
        top = deck.y + SUNK_FACE - side
        faces.append(Rect(deck.middle[0] - side // 2, top, side, side))
        decks.append(deck)
    tops = [floor + 32 + n * OTHER_ROW for n in range(others)]
    rows = tuple(Rect(MARGIN, top, WIDTH - 2 * MARGIN, OTHER_ROW) for top in tops)
    bottom = rows[-1].bottom + 26 if rows else floor + 60
    return PodiumLayout(bottom, tuple(decks), tuple(faces), rows)


def paint_podium(
    design: Design,
    view: PlayerView | DiceView,
    avatars: Sequence[Avatar] = (),
    rated: Mapping[int, int] = NOBODY_RATED,
    medals: Mapping[int, Earned] = NO_MEDALS,
) -> Canvas:
    """The best three on decks or blocks, the others below; without a result all share first place.

    ``rated`` has changes of ratings by seat, which are shown in place of the numbers of phases, and
    ``medals`` a new medal of each.
    A game that was ended before its time has no winner, so it has no crown and no confetti, and its
    decks are level.
    """
    if isinstance(view, DiceView) and view.solo:
        return paint_dice_scores(design, view, avatars)
    words = design.words
    finishers = [
        replace(finisher, medal=medals.get(finisher.seat.seat))
        for finisher in _finishers(words, view, avatars, rated)
    ]
    winners = [finisher.seat.name for finisher in finishers if finisher.won]
    title = words("pictures.game_over")
    if view.result is not None and view.result.reason is not EndReason.ABANDONED and winners:
        title = words.plural("pictures.wins", len(winners), names=words.list(winners))
    step = block_sprite if isinstance(view, DiceView) else deck_sprite
    return paint_finishers(design, title, finishers, step)


def paint_finishers(
    design: Design,
    heading: str,
    finishers: Sequence[Finisher],
    step: Callable[[Theme, int, int], Sprite] = deck_sprite,
) -> Canvas:
    """A podium of people, best first, with a heading; the best three stand on steps."""
    rest = finishers[ON_STEPS:]
    top = finishers[:ON_STEPS]
    if any(person.won for person in top):
        top = [top[n] for n in STEP_ORDER[len(top)]]
    won = [n for n, person in enumerate(top) if person.won]
    style, title = _title(design, heading)
    plates = [_plate_lines(design, person) for person in top]
    rooms = [sum(LINES[line.style] for line in lines) for lines in plates]
    places = [person.place for person in top]
    layout = podium_layout(places, len(rest), rooms, won=bool(won), title=len(title))
    canvas = Canvas(design, layout.height, _lamp(layout, won))
    if won:
        _paint_confetti(canvas, layout, len(title))
    for n, line in enumerate(title):
        at = Rect(TITLE.x, TITLE.y + n * TITLE_STEP, TITLE.w, TITLE.h)
        canvas.text(line, at, style, "gold" if won else "text", align="middle")
    for n, finisher in enumerate(top):
        deck = layout.decks[n]
        canvas.sprite(step(design.theme, deck.w, deck.h), deck.x, deck.y, over=True)
        _paint_plate(canvas, deck, plates[n], won=finisher.won)
        if won == [n]:
            paint_rays(canvas, layout.faces[n])
        _paint_person(canvas, layout.faces[n], finisher)
    for place, (box, finisher) in enumerate(zip(layout.others, rest, strict=True)):
        if place:
            seam(canvas, box.x, box.y, box.w)
        _paint_other(canvas, box, finisher)
    return canvas


def _finishers(
    words: Words,
    view: PlayerView | DiceView,
    avatars: Sequence[Avatar],
    rated: Mapping[int, int],
) -> Iterator[Finisher]:
    """The seats by place, best first; tied seats share a place."""
    ranking = view.result.ranking if view.result else (tuple(range(len(view.seats))),)
    winners = view.result.winners if view.result else ()
    place = 1
    for tied in ranking:
        for number in tied:
            seat, change, won = view.seats[number], rated.get(number), number in winners
            done = "" if won else _done(words, seat, len(view.phases))
            if change is not None:
                done = words("standings.value.rating", value=signed(words, change))
            points = words.plural("pictures.points", seat.total)
            yield Finisher(place, won, seat, avatar_of(avatars, number), points, done)
        place += len(tied)


def _done(words: Words, seat: SeatView | DiceSeatView, phases: int) -> str:
    done = seat.completed
    completed = done if isinstance(done, int) else len(done)
    return words("pictures.phases_done", done=completed, phases=phases)


def _lamp(layout: PodiumLayout, won: Sequence[int]) -> Lamp:
    """The light on the winners, or an even one without a winner."""
    if not won:
        return Lamp(0.5, 0.4, 900, 0.5)
    x = (layout.faces[won[0]].middle[0] + layout.faces[won[-1]].middle[0]) / 2
    return Lamp(x / WIDTH, layout.faces[won[0]].middle[1] / layout.height, 400, 0.86)


def _title(design: Design, title: str) -> tuple[str, tuple[str, ...]]:
    """The style of the title and its one or two lines."""
    parts = title.split(" ")
    halves = [(" ".join(parts[:n]), " ".join(parts[n:])) for n in range(1, len(parts))]
    evenly = min(halves, key=lambda pair: max(map(len, pair)), default=(title,))
    for lines, style in product(((title,), evenly), TITLES):
        if max(design.width(line, style) for line in lines) < TITLE.w:
            break
    return style, lines


# -- the decks -----------------------------------------------------------------------------


def _plate_lines(design: Design, finisher: Finisher) -> list[_PlateLine]:
    """What is written on the plate of a finisher; a long name takes two lines."""
    words, colour = design.words, "gold" if finisher.won else "text"
    name, *rest = design.lines(finisher.seat.name, "name", PLATE_WORDS)
    names = [name, " ".join(rest)] if rest else [name]
    points = finisher.points
    large = next(style for style in LARGE if design.width(points, style) < PLATE_WORDS)
    return [
        _PlateLine(words.number(finisher.place), "figure", colour),
        *(_PlateLine(line, "name", "text") for line in names),
        _PlateLine(points, large, colour),
        *(
            _PlateLine(line, "small", "muted")
            for line in design.lines(finisher.done, "small", PLATE_WORDS)
            if line
        ),
    ]


def _paint_plate(canvas: Canvas, deck: Rect, lines: Sequence[_PlateLine], *, won: bool) -> None:
    top = deck.y + PLATE_TOP
    inside = Rect(deck.x + PLATE_SIDE, top, deck.w - 2 * PLATE_SIDE, deck.bottom - PLATE_FOOT - top)
    plate(canvas, inside)
    spare = (inside.h - sum(LINES[line.style] for line in lines)) // 2
    x, y = inside.middle[0], inside.y + spare
    for line in lines:
        at = Rect(x - PLATE_WORDS // 2, y, PLATE_WORDS, LINES[line.style])
        canvas.text(line.text, at, line.style, line.colour, align="middle")
        y += at.h
    if won and spare > 36:
        low = inside.bottom - spare // 2 - 4
        sparks(canvas, (x - 58, low, 30), (x, low, 46), (x + 58, low, 30))


# -- people --------------------------------------------------------------------------------


def _paint_person(canvas: Canvas, face: Rect, finisher: Finisher) -> None:
    canvas.face(finisher.seat, face, finisher.avatar, gold=finisher.won)
    if finisher.won:
        crown = crown_sprite(canvas.theme, CROWN)
        canvas.sprite(crown, face.middle[0] - CROWN // 2, face.y - CROWN + 44, over=True)
    if new := finisher.medal:
        medal = emblem(canvas.theme, new.achievement, new.grade, MEDAL)
        canvas.sprite(medal, face.right - MEDAL_AT[0], face.bottom - MEDAL_AT[1], over=True)


def _paint_other(canvas: Canvas, box: Rect, finisher: Finisher) -> None:
    seat = finisher.seat
    middle = box.y + (box.h - OTHER_FACE) // 2
    face = Rect(box.x, middle, OTHER_FACE, OTHER_FACE)
    canvas.face(seat, face, finisher.avatar)
    place = Rect(face.right + 14, box.y, 52, box.h)
    canvas.text(str(finisher.place), place, "number", "muted", align="middle")
    points = Rect(box.right - 270, box.y, 270, box.h)
    width = canvas.text(finisher.points, points, "small", "text", align="right")
    left = box.right - width - 28
    if new := finisher.medal:
        left -= OTHER_FACE + 12
        canvas.sprite(emblem(canvas.theme, new.achievement, new.grade, OTHER_FACE), left, middle)
    name = Rect(place.right + 18, box.y, 0, box.h)
    done = finisher.done
    used = canvas.width(seat.name, "name")
    room = left - name.x
    if used + 28 + canvas.width(done, "small") <= room:
        at = Rect(name.x + used + 28, box.y, left - name.x - used - 28, box.h)
        canvas.text(done, at, "small", "muted")
    canvas.text(seat.name, Rect(name.x, box.y, room, box.h), "name", "text")


# -- confetti ------------------------------------------------------------------------------


def _paint_confetti(canvas: Canvas, layout: PodiumLayout, lines: int) -> None:
    """Scatter card signs over the free cloth around the winner."""
    paints, random = list(canvas.theme.cards.values()), Random(10)  # noqa: S311  # a pattern
    title = Rect(TITLE.x, TITLE.y, TITLE.w, TITLE.h + (lines - 1) * TITLE_STEP)
    taken = [title, *layout.decks]
    alone = sum(face.w == FACES[1] for face in layout.faces) == 1
    for face, deck in zip(layout.faces, layout.decks, strict=True):
        above = CROWN + RAY[1] * alone if face.w == FACES[1] else 30
        aside = RAY[0] + RAY[1] if alone and face.w == FACES[1] else 14
        taken.append(
            Rect(face.x - aside, face.y - above, face.w + 2 * aside, deck.y - face.y + above)
        )
    placed = [0, 0]  # to the left and to the right
    for n in range(14 * CONFETTI):
        size, side = random.choice(SIZES), n % 2
        x, y = random.randrange(40, WIDTH // 2 - 20 - size), random.randrange(40, 780)
        if side:
            x = WIDTH - x - size
        box = Rect(x - 14, y - 14, size + 28, size + 28)
        # Fewer fall further down.
        fallen = random.random() < y / 1000 or placed[side] >= CONFETTI // 2
        if fallen or any(box.overlaps(other) for other in taken):
            continue
        paint = paints[sum(placed) % len(paints)]
        canvas.sprite(confetti_piece(canvas.theme, paint, size, random.randrange(0, 120, 15)), x, y)
        taken.append(box)
        placed[side] += 1
