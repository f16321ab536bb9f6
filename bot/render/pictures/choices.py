"""The picture of a player's best and costliest choice next to what hard would have done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bot.analysis.review import Choice
from bot.render.engine.canvas import Canvas
from bot.render.engine.card_faces import card_height
from bot.render.engine.cloth import Lamp
from bot.render.engine.design import Design
from bot.render.engine.geometry import WIDTH, Rect
from bot.render.engine.sprites import Pose
from bot.render.pieces.materials import badge, plate
from bot.rules.actions import Action, Discard, Draw, Hit, Lay, Source
from bot.rules.cards import Card, ordered

EDGE = 44
BLOCK, HEAD = 590, 96  # heights: of a choice and of its plate
ACT, ACT_LINE, CARDS_GAP = 168, 76, 16  # heights: of the words above cards, of a line of them
GOOD, OTHER, ROW = 200, 150, 280  # widths: of a card of the better choice, of another, of a row
TALL, ROW_GAP = 290, 14  # the height of the cards, and between rows
SEEN, MOST_IN_ROW = 0.57, 5  # the share of a covered card that is seen
WORDS, SIDE = 510, (320, 440)  # most width of words, least and most width of a choice
LINE, GAIN, GAIN_HEIGHT, BADGE = 50, 384, 124, 56
Shown = tuple[str, tuple[tuple[Card | None, ...], ...]]
"""What is done in a choice, as in the catalogue, and its rows of cards; None for a hidden one."""


def paint_choices(design: Design, choices: Sequence[tuple[str, Choice]]) -> Canvas:
    """A block for each choice, after the catalogue key of its heading."""
    canvas = Canvas(design, BLOCK * len(choices) + EDGE, Lamp(0.5, 0.4, 620, 0.6))
    for n, (key, choice) in enumerate(choices):
        _paint_choice(canvas, key, choice, 26 + n * BLOCK)
    return canvas


def _paint_choice(canvas: Canvas, key: str, choice: Choice, top: int) -> None:
    words = canvas.words
    bar = Rect(14, top, WIDTH - 28, HEAD)
    plate(canvas, bar, 18)
    hand = words("pictures.hand", hand=words.number(choice.view.hand_number))
    title = f"{words(f'reviews.{key}')} · {hand}"
    canvas.text(title, Rect(bar.x + 32, bar.y, bar.w - 64, bar.h), "name", "gold")
    is_good, below = choice.gain > 0, bar.bottom + 14
    (own, own_rows), (hard, hard_rows) = shown_cards(choice)
    act = words(f"reviews.shown.own.{own}")
    _paint_side(canvas, act, own_rows, below, right=False, better=is_good)
    act = words(f"reviews.shown.hard.{hard}")
    _paint_side(canvas, act, hard_rows, below, right=True, better=not is_good)
    middle = Rect((WIDTH - GAIN) // 2, below + ACT, GAIN, TALL)
    _paint_gain(canvas, words.change(choice.gain), middle)


def _paint_side(  # noqa: PLR0913  # two sides, one of them better
    canvas: Canvas,
    act: str,
    rows: Sequence[Sequence[Card | None]],
    top: int,
    *,
    right: bool,
    better: bool,
) -> None:
    """What is done in words, and below these the cards of it."""
    lines = canvas.lines(act, "title", WORDS)
    widest = max(SIDE[0], *(canvas.width(line, "title") + 1 for line in lines))
    for n, line in enumerate(reversed(lines), 1):
        y = top + ACT - CARDS_GAP - n * ACT_LINE
        at = Rect(WIDTH - EDGE - widest if right else EDGE, y, widest, ACT_LINE)
        canvas.text(line, at, "title", "gold" if better else "text", align="middle")
    wide = min(widest, SIDE[1])
    cards = Rect(WIDTH - EDGE - wide if right else EDGE, top + ACT, wide, TALL)
    _paint_cards(canvas, rows, cards, gilded=better)


def _paint_gain(canvas: Canvas, gain: str, at: Rect) -> None:
    """What the choice gained or cost."""
    lines = canvas.lines(canvas.words("reviews.shown.gain"), "small", at.w)
    top = at.middle[1] - (GAIN_HEIGHT + LINE * len(lines)) // 2
    number = Rect(at.x, top, at.w, GAIN_HEIGHT)
    canvas.text(gain, number, "gain", "text", align="middle")
    for n, line in enumerate(lines):
        box = Rect(at.x, number.bottom + n * LINE, at.w, LINE)
        canvas.text(line, box, "small", "muted", align="middle")


def _paint_cards(
    canvas: Canvas, rows: Sequence[Sequence[Card | None]], at: Rect, *, gilded: bool
) -> None:
    """The cards of a choice; those of the better choice are larger, gilded and have a check."""
    longest, widest = max(len(row) for row in rows), GOOD if gilded else OTHER
    tallest = (at.h - ROW_GAP * (len(rows) - 1)) // len(rows) * 5 // 7
    width = min(widest, tallest, round(ROW / (1 + SEEN * (longest - 1))))
    step, tall = round(SEEN * width), card_height(width)
    top = at.y + (at.h - tall * len(rows) - ROW_GAP * (len(rows) - 1)) // 2
    for n, row in enumerate(rows):
        y = top + n * (tall + ROW_GAP)
        left = at.middle[0] - (width + step * (len(row) - 1)) // 2
        for m, card in enumerate(row):
            pose = Pose(gilded=gilded, covered=m + 1 < len(row))
            if card is None:
                canvas.back((left + m * step, y), width)
            else:
                canvas.card(card, (left + m * step, y), width, pose, over=True)
    if gilded:
        right = at.middle[0] + (width + step * (longest - 1)) // 2
        badge(canvas, (right - BADGE // 3, top - BADGE // 8), BADGE)


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
