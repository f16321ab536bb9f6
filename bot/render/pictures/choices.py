"""The picture of a player's best and costliest choice next to what hard would have done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageOps

from bot.analysis.review import Choice
from bot.render.engine.canvas import Align, Canvas
from bot.render.engine.card_faces import card_height
from bot.render.engine.cloth import CELL, Lamp
from bot.render.engine.design import Design
from bot.render.engine.geometry import WIDTH, Rect
from bot.render.engine.sprites import Pose
from bot.render.pieces.materials import plate
from bot.rules.actions import Action, Discard, Draw, Hit, Lay, Source
from bot.rules.cards import Card, ordered

EDGE = 44
BLOCK, HEAD = 576, 92  # heights: of a choice and of its plate
BETTER, REST, TALL = 560, 520, 452  # widths of the better choice and of the rest, their height
LINE, GAIN_HEIGHT = 58, 132  # heights of lines of words and of what was gained or lost
ACT = 510  # the longest line of what is done in the better choice
CARDS = (248, 530), (116, 232)  # the widest card and row: of the better choice, of the other
SEEN, MOST_IN_ROW = 0.57, 5  # the share of a covered card that is seen
ROW_GAP, GAP = 14, 26
POOL = 0.9  # the light on the better choice
Rows = tuple[tuple[Card | None, ...], ...]
Shown = tuple[str, Rows]
"""What is done in a choice, as in the catalogue, and its rows of cards; None for a hidden one."""


def paint_choices(design: Design, choices: Sequence[tuple[str, Choice]]) -> Canvas:
    """A block for each choice, after the catalogue key of its heading."""
    canvas = Canvas(design, BLOCK * len(choices) + EDGE, Lamp(0.5, 0.4, 620, 0.4))
    for n, (key, choice) in enumerate(choices):
        _paint_choice(canvas, key, choice, 26 + n * BLOCK)
    return canvas


def _paint_choice(canvas: Canvas, key: str, choice: Choice, top: int) -> None:
    """The better choice, large and in the light; next to it the gain and the other choice."""
    words = canvas.words
    bar = Rect(14, top, WIDTH - 28, HEAD)
    hand = words("pictures.hand", hand=words.number(choice.view.hand_number))
    title = f"{words(f'reviews.{key}')} · {hand}"
    (own, own_cards), (hard, hard_cards) = shown_cards(choice)
    sides = (
        (words(f"reviews.shown.own.{own}"), own_cards),
        (words(f"reviews.shown.hard.{hard}"), hard_cards),
    )
    better, other = sides if choice.gain > 0 else sides[::-1]
    first, second = (BETTER, REST) if choice.gain > 0 else (REST, BETTER)
    left = Rect(EDGE, bar.bottom + 16, first, TALL)
    right = Rect(WIDTH - EDGE - second, left.y, second, TALL)
    hero, rest = (left, right) if choice.gain > 0 else (right, left)
    canvas.glow(_pool(), hero.middle[0] - BETTER // 2, hero.y)
    plate(canvas, bar, 18)
    canvas.text(title, Rect(bar.x + 32, bar.y, bar.w - 64, bar.h), "name", "text")
    _paint_better(canvas, *better, hero)
    _paint_gain(canvas, words.change(choice.gain), rest)
    _paint_other(canvas, *other, rest)


@lru_cache(maxsize=1)
def _pool() -> Image.Image:
    """The light on the better choice, a pixel for each thread."""
    size = BETTER // CELL, TALL // CELL
    light = ImageOps.invert(Image.radial_gradient("L")).resize(size)
    return light.point(lambda value: max(0, value - 70) * POOL)


def _paint_better(canvas: Canvas, act: str, rows: Rows, at: Rect) -> None:
    """What is done in words, and below these its cards in gold."""
    lines = canvas.lines(act, "pile", ACT)
    _write(canvas, lines, Rect(at.x, at.y, at.w, LINE), "pile", "gold", align="middle")
    below = at.y + LINE * len(lines) + GAP
    room = Rect(at.x, below, at.w, at.bottom - below)
    _paint_cards(canvas, rows, room, CARDS[0], gilded=True)


def _paint_gain(canvas: Canvas, gain: str, at: Rect) -> None:
    """What the choice gained or cost."""
    number = Rect(at.x, at.y + 4, at.w, GAIN_HEIGHT)
    canvas.text(gain, number, "gain", "text", align="middle")
    lines = canvas.lines(canvas.words("reviews.shown.gain"), "small", at.w)
    line = Rect(at.x, number.bottom, at.w, LINE)
    _write(canvas, lines, line, "small", "muted", align="middle")


def _paint_other(canvas: Canvas, act: str, rows: Rows, at: Rect) -> None:
    """The cards of the other choice, small, and what is done next to them."""
    low = Rect(at.x, at.bottom - 190, at.w, 176)
    cards = _paint_cards(canvas, rows, Rect(low.x, low.y, CARDS[1][1], low.h), CARDS[1])
    words = low.after(cards.right - low.x + GAP)
    lines = canvas.lines(act, "small", words.w)
    line = Rect(words.x, low.middle[1] - LINE * len(lines) // 2, words.w, LINE)
    _write(canvas, lines, line, "small", "muted")


def _write(  # noqa: PLR0913  # a text like Canvas.text, in several lines
    canvas: Canvas,
    lines: Sequence[str],
    first: Rect,
    style: str,
    colour: str,
    *,
    align: Align = "left",
) -> None:
    """Write lines below one another."""
    for n, line in enumerate(lines):
        at = Rect(first.x, first.y + n * first.h, first.w, first.h)
        canvas.text(line, at, style, colour, align=align)


def _paint_cards(
    canvas: Canvas, rows: Rows, at: Rect, most: tuple[int, int], *, gilded: bool = False
) -> Rect:
    """The cards of a choice in the middle of their room; returns where they are."""
    longest = max(map(len, rows))
    tallest = (at.h - ROW_GAP * (len(rows) - 1)) // len(rows) * 5 // 7
    width = min(most[0], tallest, round(most[1] / (1 + SEEN * (longest - 1))))
    step, tall = round(SEEN * width), card_height(width)
    high = tall * len(rows) + ROW_GAP * (len(rows) - 1)
    wide = width + step * (longest - 1)
    whole = Rect(at.middle[0] - wide // 2, at.y + (at.h - high) // 2, wide, high)
    for n, row in enumerate(rows):
        y = whole.y + n * (tall + ROW_GAP)
        left = at.middle[0] - (width + step * (len(row) - 1)) // 2
        for m, card in enumerate(row):
            pose = Pose(gilded=gilded, covered=m + 1 < len(row))
            if card is None:
                canvas.back((left + m * step, y), width, pose=pose)
            else:
                canvas.card(card, (left + m * step, y), width, pose, over=True)
    return whole


def shown_cards(choice: Choice) -> tuple[Shown, Shown]:
    """That by which one's own choice and hard's differ: what is drawn, laid, hit or discarded."""
    return _of(choice, choice.own, choice.hard), _of(choice, choice.hard, choice.own)


def _of(choice: Choice, actions: Sequence[Action], others: Sequence[Action]) -> Shown:
    last = actions[-1]
    if isinstance(last, Draw):
        hidden = last.source is Source.DRAW_PILE
        return ("draw", ((None,),)) if hidden else ("take", ((choice.view.discard_pile[-1],),))
    lays = [action for action in actions if isinstance(action, Lay)]
    if lays and lays != [action for action in others if isinstance(action, Lay)]:
        return "lay", tuple(tuple(group.cards) for group in lays[0].groups)
    hits, theirs = (
        Counter(action.card.held for action in some if isinstance(action, Hit))
        for some in (actions, others)
    )
    if more := ordered((hits - theirs).elements()):
        rows = range(0, len(more), MOST_IN_ROW)
        return "hit", tuple(tuple(more[n : n + MOST_IN_ROW]) for n in rows)
    return "discard", (tuple(action.card for action in actions if isinstance(action, Discard)),)
