"""The podium: decks of cards as steps, the winner in the light, the cards' signs as confetti."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from random import Random

from bot.cards.views import PlayerView, SeatView
from bot.core.events import EndReason
from bot.dice.views import DiceSeatView, DiceView
from bot.i18n import Translator
from bot.i18n.endings import lead
from bot.i18n.standings import signed
from bot.render.engine import WIDTH, AvatarsBySeat, Canvas, Design, Lamp, Rect, Sprite, Theme
from bot.render.pieces.celebration import RAY, confetti_piece, deck_sprite
from bot.render.pieces.dice import block_sprite
from bot.render.pieces.emblems import emblem
from bot.render.pieces.materials import seam
from bot.render.pieces.paper_rows import rows_below
from bot.render.pieces.podium_steps import (
    CROWN,
    FACES,
    LEFT_TO_RIGHT,
    ON_STEPS,
    Ranked,
    StepPlaces,
    paint_podium_steps,
    plate_lines,
    step_places,
)
from bot.results.achievements import Earned

from .dice_scores import paint_dice_scores

MARGIN = 56
TITLE = Rect(MARGIN, 48, WIDTH - 2 * MARGIN, 96)
TITLES = ("title", "pile")
TITLE_STEP = 86  # from line to line of a title
HEADROOM = 140  # between the title and the face of a winner, for the crown
LEVEL_HEADROOM = 36  # without a winner
OTHER_ROW = 112
OTHER_FACE = 84
CONFETTI = 30  # most signs scattered around the winner
SIZES = (20, 26, 34, 44)


def paint_podium(
    design: Design,
    view: PlayerView | DiceView,
    avatars: AvatarsBySeat = (),
    rated: Mapping[int, int] = {},
    medals: Mapping[int, Earned] = {},
) -> Canvas:
    """The best three on decks or blocks, the others below; without a result all share first place.

    ``rated`` has changes of ratings by seat, which are shown in place of the numbers of phases, and
    ``medals`` a new medal of each.
    Of a game that was ended before its time those who lead stand above. If nobody does, it has no
    crown and no confetti, and its decks are level.
    """
    if isinstance(view, DiceView) and view.solo:
        return paint_dice_scores(design, view, avatars)
    words = design.words
    finishers = [*_finishers(words, view, rated, medals)]
    winners = [finisher.seat.name for finisher in finishers if finisher.won]
    title = lead(words, view, [seat.name for seat in view.seats])
    if winners and not title:
        title = words.plural("pictures.wins", len(winners), names=words.list(winners))
    title = title or words("pictures.game_over")
    block = block_sprite if isinstance(view, DiceView) else deck_sprite
    return paint_finishers(design, title, finishers, avatars, block)


def paint_finishers(
    design: Design,
    heading: str,
    finishers: Sequence[Ranked],
    avatars: AvatarsBySeat,
    block: Callable[[Theme, int, int], Sprite] = deck_sprite,
) -> Canvas:
    """A podium of people, best first, with a heading; the best three stand on steps."""
    rest = finishers[ON_STEPS:]
    top = finishers[:ON_STEPS]
    if any(person.won for person in top):
        top = [top[n] for n in LEFT_TO_RIGHT[len(top)]]
    won = [n for n, person in enumerate(top) if person.won]
    style, title = _title(design, heading)
    plates = [plate_lines(design, person) for person in top]
    places = [person.place for person in top]
    low = TITLE.bottom + TITLE_STEP * (len(title) - 1)
    steps = step_places(places, plates, low + (HEADROOM if won else LEVEL_HEADROOM), won=bool(won))
    others = rows_below(steps.floor + 32, [OTHER_ROW] * len(rest), MARGIN)
    height = others[-1].bottom + 26 if others else steps.floor + 60
    canvas = Canvas(design, height, _lamp(steps, height, won), avatars)
    if won:
        words = max(design.width(line, style) for line in title)
        below = Rect((WIDTH - words) // 2, 0, words, low)
        _paint_confetti(canvas, steps, below, alone=len(won) == 1)
    for n, line in enumerate(title):
        at = Rect(TITLE.x, TITLE.y + n * TITLE_STEP, TITLE.w, TITLE.h)
        canvas.text(line, at, style, "gold" if won else "text", align="middle")
    paint_podium_steps(canvas, top, plates, steps, block)
    for place, (box, finisher) in enumerate(zip(others, rest, strict=True)):
        if place:
            seam(canvas, box.x, box.y, box.w)
        _paint_other(canvas, box, finisher)
    return canvas


def _finishers(
    words: Translator,
    view: PlayerView | DiceView,
    rated: Mapping[int, int],
    medals: Mapping[int, Earned],
) -> Iterator[Ranked]:
    """The seats by place, best first; tied seats share a place."""
    ranking = view.result.ranking if view.result else (tuple(range(len(view.seats))),)
    winners = view.result.winners if view.result else ()
    stopped = view.result is not None and view.result.reason is EndReason.ABANDONED
    place = 1
    for tied in ranking:
        for number in tied:
            seat = view.seats[number]
            change = rated.get(number)
            won = number in winners
            done = "" if won and not stopped else _done(words, seat, len(view.phases))
            if change is not None:
                done = words("standings.value.rating", value=signed(words, change))
            yield Ranked(
                place,
                seat,
                words.number(seat.total),
                words.plural("pictures.unit.points", seat.total),
                done,
                won=won,
                medal=medals.get(number),
            )
        place += len(tied)


def _done(words: Translator, seat: SeatView | DiceSeatView, phases: int) -> str:
    done = seat.completed
    completed = done if isinstance(done, int) else len(done)
    return words("pictures.phases_done", done=completed, phases=phases)


def _lamp(steps: StepPlaces, height: int, won: Sequence[int]) -> Lamp:
    if not won:
        return Lamp(0.5, 0.33, 420, 0.5, 0.26)
    x = (steps.faces[won[0]].middle[0] + steps.faces[won[-1]].middle[0]) / 2
    return Lamp(x / WIDTH, steps.faces[won[0]].middle[1] / height, 400, 0.86)


def _title(design: Design, title: str) -> tuple[str, tuple[str, ...]]:
    for lines, style in product(((title,), design.halves(title, "title")), TITLES):
        if max(design.width(line, style) for line in lines) < TITLE.w:
            break
    return style, lines


def _paint_other(canvas: Canvas, box: Rect, finisher: Ranked) -> None:
    seat = finisher.seat
    middle = box.y + (box.h - OTHER_FACE) // 2
    face = Rect(box.x, middle, OTHER_FACE, OTHER_FACE)
    canvas.face(seat, face)
    place = Rect(face.right + 14, box.y, 52, box.h)
    canvas.text(canvas.words.number(finisher.place), place, "number", "muted", align="middle")
    line = box.after(place.right + 18 - box.x)
    left = line.right - 28 - canvas.text(finisher.value, line, "pile", "text", align="right")
    if new := finisher.medal:
        left -= OTHER_FACE + 12
        canvas.sprite(emblem(canvas.theme, new.achievement, new.grade, OTHER_FACE), left, middle)
    name = Rect(line.x, box.y, left - line.x, box.h)
    done = name.after(canvas.text(seat.name, name, "name", "text") + 28)
    if canvas.width(finisher.more, "small") <= done.w:
        canvas.text(finisher.more, done, "small", "muted")


def _paint_confetti(canvas: Canvas, steps: StepPlaces, title: Rect, *, alone: bool) -> None:
    """Scatter card signs over the free cloth around the title and the winner."""
    paints = list(canvas.theme.cards.values())
    random = Random(10)  # noqa: S311  # a pattern
    taken = [title, *steps.decks]
    for face, deck in zip(steps.faces, steps.decks, strict=True):
        won = face.w == FACES[1]
        above = CROWN + RAY[1] * alone if won else 30
        aside = sum(RAY) if won and alone else 14
        taken.append(
            Rect(face.x - aside, face.y - above, face.w + 2 * aside, deck.y - face.y + above)
        )
    placed = [0, 0]  # to the left and to the right
    for n in range(14 * CONFETTI):
        size = random.choice(SIZES)
        side = n % 2
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
