"""The picture of a player's best and costliest choice next to what hard would have done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

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
BLOCK, HEAD = 630, 148  # heights: of a choice and of its plate
WIDE, NARROW = 600, 420  # widths: of the better choice and of the other
ARROW = 64  # from one's own choice to hard's
LINE = 56  # height of lines of words
CARDS = (148, 420), (246, 540)  # the widest card and row of the worse choice and of the better
SEEN, MOST_IN_ROW = 0.57, 8  # the share of a covered card that is seen
ROW_GAP, GAP = 20, 18
CHECK = 64
CardRows = tuple[tuple[Card | None, ...], ...]
Shown = tuple[str, CardRows]
"""What is done in a choice, as in the catalogue, and its rows of cards; None for a hidden one."""


def paint_choices(design: Design, choices: Sequence[tuple[str, Choice]]) -> Canvas:
    """A block for each choice, after the catalogue key of its heading."""
    canvas = Canvas(design, BLOCK * len(choices) + EDGE, Lamp(0.77, 0.5, 1100, 0.41))
    for n, (key, choice) in enumerate(choices):
        _paint_choice(canvas, key, choice, 34 + n * BLOCK)
    return canvas


def _paint_choice(canvas: Canvas, key: str, choice: Choice, top: int) -> None:
    """What the choice gained or cost, one's own at the left, and hard's at the right."""
    words = canvas.words
    bar = Rect(14, top, WIDTH - 28, HEAD)
    plate(canvas, bar, 18)
    line = Rect(bar.x + 32, bar.y + 13, bar.w - 64, 66)
    below = Rect(line.x, line.bottom, line.w, LINE)
    change, gained = words.change(choice.gain), choice.gain > 0
    canvas.text(change, line, "title", "good" if gained else "bad", align="right")
    canvas.text(words("reviews.shown.gain"), below, "small", "text", align="right")
    canvas.text(words(f"reviews.{key}"), line, "name", "text")
    hand = words("pictures.hand", hand=words.number(choice.view.hand_number))
    canvas.text(hand, below, "small", "muted")
    own = Rect(EDGE, bar.bottom + 16, WIDE if gained else NARROW, BLOCK - HEAD - 44)
    hard = replace(own, x=WIDTH - EDGE - (WIDE + NARROW - own.w), w=WIDE + NARROW - own.w)
    sides = (own, hard)
    for (act, rows), whose, at in zip(shown_cards(choice), ("own", "hard"), sides, strict=True):
        better = gained is (whose == "own")
        _paint_side(canvas, words(f"reviews.shown.{whose}.{act}"), rows, at, better=better)
    canvas.shape("arrow", (own.right + hard.x - ARROW) // 2, own.middle[1], ARROW, "muted")


def _paint_side(canvas: Canvas, act: str, rows: CardRows, at: Rect, *, better: bool) -> None:
    """What is done in words, and below these its cards, in gold and checked if it is better."""
    style = canvas.design.fitting(act, ("pile", "name") if better else ("small",), at.w)
    fits = canvas.width(act, style) <= at.w
    lines = (act,) if fits else canvas.design.halves(act, style)
    for n, line in enumerate(lines):
        box = Rect(at.x, at.y + n * LINE, at.w, LINE)
        canvas.text(line, box, style, "gold" if better else "muted", align="middle")
    below = at.y + LINE * len(lines) + GAP
    _paint_cards(canvas, rows, Rect(at.x, below, at.w, at.bottom - below), better=better)


def _paint_cards(canvas: Canvas, rows: CardRows, at: Rect, *, better: bool) -> None:
    """The cards of a choice in the middle of their room."""
    (widest, most), longest = CARDS[better], max(map(len, rows))
    tallest = (at.h - ROW_GAP * (len(rows) - 1)) // len(rows) * 5 // 7
    width = min(widest, tallest, round(most / (1 + SEEN * (longest - 1))))
    step, tall = round(SEEN * width), card_height(width)
    y = at.middle[1] - (tall * len(rows) + ROW_GAP * (len(rows) - 1)) // 2
    for n, row in enumerate(rows):
        left = at.middle[0] - (width + step * (len(row) - 1)) // 2
        for m, card in enumerate(row):
            pose = Pose(gilded=better, covered=m + 1 < len(row))
            if card is None:
                canvas.back((left, y), width, pose=pose)
            else:
                canvas.card(card, (left, y), width, pose, over=True)
            left += step
        if better and not n:
            badge(canvas, (left - step + width - CHECK // 2, y - CHECK // 6), CHECK)
        y += tall + ROW_GAP


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
        return "lay", tuple(row for group in lays[0].groups for row in _rows(group.cards))
    hits, theirs = (
        Counter(action.card.held for action in some if isinstance(action, Hit))
        for some in (actions, others)
    )
    if more := ordered((hits - theirs).elements()):
        return "hit", _rows(more)
    return "discard", (tuple(action.card for action in actions if isinstance(action, Discard)),)


def _rows(cards: Sequence[Card]) -> tuple[tuple[Card, ...], ...]:
    """Cards in as few rows as possible, evenly filled."""
    size = -(-len(cards) // -(-len(cards) // MOST_IN_ROW))
    return tuple(tuple(cards[n : n + size]) for n in range(0, len(cards), size))
