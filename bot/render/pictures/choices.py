"""The picture of a player's best and costliest choice next to what hard would have done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from bot.analysis.review import Choice
from bot.render.engine.canvas import Canvas
from bot.render.engine.card_faces import card_height
from bot.render.engine.cloth import Lamp
from bot.render.engine.design import Design
from bot.render.engine.geometry import WIDTH, Rect
from bot.render.engine.sprites import Pose
from bot.render.pieces.materials import badge, plate, veil
from bot.rules.actions import Action, Discard, Draw, Hit, Lay, Source
from bot.rules.cards import Card, ordered

EDGE = 44
TOP, HEAD = 34, 148  # above the first choice, and the height of the plate of each
CARDS = (190, 390, 390), (224, 550, 368)
"""The widest card and row of the worse choice and of the better, and how high its rows may be."""
ARROW, BETWEEN = 88, 156  # from one's own choice to hard's, and the gap around it
LINE, WORDS = 56, 400  # height and width of lines of words
FROM_MIDDLE = 16  # of the gap, to the words at both sides
SEEN, MOST_IN_ROW = 0.57, 8  # the share of a covered card that is seen
STYLES = ("small",), ("pile", "name")
ROW_GAP, GAP = 20, 18
ABOVE = 2 * LINE + 2 * GAP  # from the plate to the cards
FREE = HEAD + ABOVE + GAP + GAP // 2  # height of a choice without its cards
CHECK = 64
CardRows = tuple[tuple[Card | None, ...], ...]
Shown = tuple[str, CardRows]
"""What is done in a choice, as in the catalogue, and its rows of cards; None for a hidden one."""


@dataclass(frozen=True, slots=True)
class _Side:
    """What is done in words and cards, how large these are, and whether it is better."""

    lines: Sequence[str]
    rows: CardRows
    card: int
    width: int
    tall: int
    better: bool


def paint_choices(design: Design, choices: Sequence[tuple[str, Choice]]) -> Canvas:
    """A block for each choice, after the catalogue key of its heading."""
    blocks = [(key, choice, _sides(design, choice)) for key, choice in choices]
    tall = sum(FREE + max(side.tall for side in sides) for *_, sides in blocks)
    canvas = Canvas(design, TOP + tall + EDGE - GAP, Lamp(0.5, 0.5, 1300, 0.16))
    for key, choice, sides in blocks:
        _paint_choice(canvas, key, choice, sides)
        canvas.top += FREE + max(side.tall for side in sides)
    return canvas


def _sides(design: Design, choice: Choice) -> list[_Side]:
    """One's own choice and hard's."""
    sides = []
    for (act, rows), whose in zip(shown_cards(choice), ("own", "hard"), strict=True):
        better, covered = (choice.gain > 0) is (whose == "own"), SEEN * (max(map(len, rows)) - 1)
        widest, longest, tallest = CARDS[better]
        room = (tallest + ROW_GAP) // len(rows) - ROW_GAP
        card = min(widest, room * 5 // 7, round(longest / (1 + covered)))
        tall = (card_height(card) + ROW_GAP) * len(rows) - ROW_GAP
        text = design.words(f"reviews.shown.{whose}.{act}")
        lines = design.lines(text, STYLES[better][-1], WORDS)
        sides.append(_Side(lines, rows, card, card + round(covered * card), tall, better))
    return sides


def _paint_choice(canvas: Canvas, key: str, choice: Choice, sides: Sequence[_Side]) -> None:
    """What the choice gained or cost, one's own at the left, and hard's at the right."""
    words, ink = canvas.words, "good" if choice.gain > 0 else "bad"
    bar = Rect(14, TOP, WIDTH - 28, HEAD)
    plate(canvas, bar, 18)
    line = Rect(bar.x + 32, bar.y + 13, bar.w - 64, 66)
    below = Rect(line.x, line.bottom, line.w, LINE)
    canvas.text(words.change(choice.gain), line, "title", ink, align="right")
    canvas.text(words("reviews.shown.gain"), below, "small", "text", align="right")
    canvas.text(words(f"reviews.{key}"), line, "name", "text")
    hand = words("pictures.hand", hand=words.number(choice.view.hand_number))
    canvas.text(hand, below, "small", "muted")
    own, hard = sides
    left = (WIDTH - own.width - BETWEEN - hard.width) // 2
    x, y = left + own.width + BETWEEN // 2, bar.bottom + ABOVE + max(own.tall, hard.tall) // 2
    canvas.shape("arrow", x - ARROW // 2, y - ARROW // 2, ARROW, "muted")
    for side, way in ((own, -1), (hard, 1)):
        style = canvas.design.fitting(max(side.lines, key=len), STYLES[side.better], WORDS)
        half = max(canvas.width(line, style) for line in side.lines) // 2 + 1
        middle = x + way * (BETWEEN + side.width) // 2
        at = x + way * max(half + FROM_MIDDLE, (BETWEEN + side.width) // 2) - half
        top = bar.bottom + ABOVE - GAP - LINE * len(side.lines)
        for n, text in enumerate(side.lines):
            box = Rect(at, top + n * LINE, 2 * half, LINE)
            canvas.text(text, box, style, "gold" if side.better else "muted", align="middle")
        _paint_cards(canvas, side, middle, y - side.tall // 2)


def _paint_cards(canvas: Canvas, side: _Side, middle: int, y: int) -> None:
    """The cards of a choice: checked and in gold if it is better, else dimmed."""
    step = round(SEEN * side.card)
    for n, row in enumerate(side.rows):
        wide = side.card + step * (len(row) - 1)
        left = middle - wide // 2
        for m, card in enumerate(row):
            pose, at = Pose(gilded=side.better, covered=m + 1 < len(row)), (left + m * step, y)
            if card is None:
                canvas.back(at, side.card, pose=pose)
            else:
                canvas.card(card, at, side.card, pose, over=True)
        if not side.better:
            veil(canvas, (left, y), side.card, wide)
        elif not n:
            badge(canvas, (left + wide - CHECK // 2, y - CHECK // 6), CHECK)
        y += card_height(side.card) + ROW_GAP


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
