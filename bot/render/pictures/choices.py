"""The picture of a player's best and costliest choice next to what hard would have done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from bot.analysis.review import Choice
from bot.render.engine.canvas import Canvas, Spot
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
ROW_GAP, GAP = 20, 18
CHECK = 64
CardRows = tuple[tuple[Card | None, ...], ...]
Shown = tuple[str, CardRows]
"""What is done in a choice, as in the catalogue, and its rows of cards; None for a hidden one."""


@dataclass(frozen=True, slots=True)
class _Side:
    """What is done in words and cards, and how wide a card and the longest row are."""

    lines: tuple[str, ...]
    style: str
    rows: CardRows
    card: int
    width: int

    @property
    def tall(self) -> int:
        """The height of all rows."""
        return (card_height(self.card) + ROW_GAP) * len(self.rows) - ROW_GAP


def paint_choices(design: Design, choices: Sequence[tuple[str, Choice]]) -> Canvas:
    """A block for each choice, after the catalogue key of its heading."""
    blocks = [(key, choice, _sides(design, choice)) for key, choice in choices]
    tops = [*accumulate((_height(sides) for _, _, sides in blocks), initial=TOP)]
    canvas = Canvas(design, tops[-1] + EDGE - GAP, Lamp(0.5, 0.5, 1300, 0.16))
    for block, top in zip(blocks, tops[:-1], strict=True):
        _paint_choice(canvas, *block, top)
    return canvas


def _sides(design: Design, choice: Choice) -> list[_Side]:
    """One's own choice and hard's."""
    sides = []
    for (act, rows), whose in zip(shown_cards(choice), ("own", "hard"), strict=True):
        better = (choice.gain > 0) is (whose == "own")
        widest, longest, tallest = CARDS[better]
        covered = SEEN * (max(map(len, rows)) - 1)
        tall = (tallest + ROW_GAP) // len(rows) - ROW_GAP
        card = min(widest, tall * 5 // 7, round(longest / (1 + covered)))
        width = card + round(covered * card)
        text = design.words(f"reviews.shown.{whose}.{act}")
        styles, room = ("pile", "name") if better else ("small",), max(WORDS, width)
        lines: tuple[str, ...] = (text,)
        if design.width(text, styles[-1]) > room:
            lines = design.halves(text, styles[-1])
        style = design.fitting(max(lines, key=len), styles, room)
        sides.append(_Side(lines, style, rows, card, width))
    return sides


def _height(sides: Sequence[_Side]) -> int:
    """The height of a choice, with the gap below it."""
    words = LINE * max(len(side.lines) for side in sides)
    return HEAD + words + max(side.tall for side in sides) + 3 * GAP + GAP // 2


def _paint_choice(
    canvas: Canvas, key: str, choice: Choice, sides: Sequence[_Side], top: int
) -> None:
    """What the choice gained or cost, one's own at the left, and hard's at the right."""
    words, gained = canvas.words, choice.gain > 0
    bar = Rect(14, top, WIDTH - 28, HEAD)
    plate(canvas, bar, 18)
    line = Rect(bar.x + 32, bar.y + 13, bar.w - 64, 66)
    below = Rect(line.x, line.bottom, line.w, LINE)
    change = words.change(choice.gain)
    canvas.text(change, line, "title", "good" if gained else "bad", align="right")
    canvas.text(words("reviews.shown.gain"), below, "small", "text", align="right")
    canvas.text(words(f"reviews.{key}"), line, "name", "text")
    hand = words("pictures.hand", hand=words.number(choice.view.hand_number))
    canvas.text(hand, below, "small", "muted")
    tall, (own, hard) = max(side.tall for side in sides), sides
    left = (WIDTH - own.width - BETWEEN - hard.width) // 2
    middle = left + own.width + BETWEEN // 2, top + _height(sides) - GAP * 2 - tall // 2
    for side, x in ((own, left), (hard, middle[0] + BETWEEN // 2)):
        better = gained is (side is own)
        half = max(canvas.width(line, side.style) for line in side.lines) // 2 + 1
        free = half + FROM_MIDDLE - abs(x + side.width // 2 - middle[0])
        apart = max(0, free) * (-1 if side is own else 1)
        y = middle[1] - tall // 2 - GAP - LINE * len(side.lines)
        for n, text in enumerate(side.lines):
            box = Rect(x + side.width // 2 + apart - half, y + n * LINE, 2 * half, LINE)
            canvas.text(text, box, side.style, "gold" if better else "muted", align="middle")
        _paint_cards(canvas, side, (x, middle[1] - side.tall // 2), better=better)
    canvas.shape("arrow", middle[0] - ARROW // 2, middle[1] - ARROW // 2, ARROW, "muted")


def _paint_cards(canvas: Canvas, side: _Side, at: Spot, *, better: bool) -> None:
    """The cards of a choice: checked and in gold if it is better, else dimmed."""
    step, y = round(SEEN * side.card), at[1]
    for n, row in enumerate(side.rows):
        wide = side.card + step * (len(row) - 1)
        left = at[0] + (side.width - wide) // 2
        for m, card in enumerate(row):
            pose, spot = Pose(gilded=better, covered=m + 1 < len(row)), (left + m * step, y)
            if card is None:
                canvas.back(spot, side.card, pose=pose)
            else:
                canvas.card(card, spot, side.card, pose, over=True)
        if not better:
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
