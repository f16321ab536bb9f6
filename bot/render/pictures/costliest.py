"""The picture of a player's costliest choice next to that of a hard computer player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bot.cards.actions import Action, Discard, Draw, Hit, Lay, Source
from bot.cards.cards import Card, ordered
from bot.chances.review import Choice
from bot.render.engine import WIDTH, Canvas, Design, Lamp, Pose, Rect, card_height
from bot.render.engine.canvas import Spot
from bot.render.pieces.materials import badge, plate

EDGE = 44
TOP, HEAD = 34, 148  # above the first choice, and the height of the plate of each
MIDDLES = WIDTH // 4, WIDTH * 3 // 4  # of the columns of one's own choice and of hard's
CARD, ARROW, CHECK = 210, 100, 64
LONGEST, HIGHEST = 470, 368  # most width and height of the cards of a column
LINE, WORDS = 56, 480  # height and width of lines of words
SEEN, MOST_IN_ROW = 0.57, 8  # the share of a covered card that is seen
ROW_GAP, GAP = 20, 18
ABOVE = 2 * LINE + 2 * GAP  # from the plate to the cards
FREE = HEAD + ABOVE + GAP + GAP // 2  # height of a choice without its cards
CardRows = tuple[tuple[Card | None, ...], ...]
Shown = tuple[str, CardRows]
"""The act of a choice, as its key names it, and its rows of cards; None is a hidden card."""


def paint_choice(design: Design, choice: Choice) -> Canvas:
    """The player's choice on the left, and that of a hard computer player on the right."""
    sides = shown_cards(choice)
    height = max(_height(rows) for _, rows in sides)
    canvas = Canvas(design, TOP + height + FREE + EDGE - GAP, Lamp(0.5, 0.5, 1300, 0.08))
    _paint_head(canvas, choice)
    y = TOP + HEAD + ABOVE + height // 2
    canvas.shape("arrow", (WIDTH - ARROW) // 2, y - ARROW // 2, ARROW, "muted")
    for x, whose, (act, rows) in zip(MIDDLES, ("own", "hard"), sides, strict=True):
        better = whose == "hard"
        text = design.words(f"reviews.shown.{whose}.{act}")
        _paint_words(canvas, text, x, "gold" if better else "muted")
        _paint_cards(canvas, rows, (x, y - _height(rows) // 2), better=better)
    return canvas


def _width(rows: CardRows) -> int:
    room = (HIGHEST + ROW_GAP) // len(rows) - ROW_GAP
    longest = max(map(len, rows))
    return min(CARD, room * 5 // 7, round(LONGEST / (1 + SEEN * (longest - 1))))


def _height(rows: CardRows) -> int:
    return (card_height(_width(rows)) + ROW_GAP) * len(rows) - ROW_GAP


def _paint_head(canvas: Canvas, choice: Choice) -> None:
    words, bar = canvas.words, Rect(14, TOP, WIDTH - 28, HEAD)
    plate(canvas, bar, 18)
    line = Rect(bar.x + 32, bar.y + 13, bar.w - 64, 66)
    below = Rect(line.x, line.bottom, line.w, LINE)
    canvas.text(words.change(-choice.cost), line, "title", "bad", align="right")
    canvas.text(words("reviews.shown.gain"), below, "small", "text", align="right")
    canvas.text(words("reviews.costliest_choice"), line, "name", "text")
    hand = words("pictures.hand", hand=words.number(choice.view.hand_number))
    canvas.text(hand, below, "small", "muted")


def _paint_words(canvas: Canvas, text: str, middle: int, ink: str) -> None:
    whole = canvas.width(text, "name") <= WORDS
    lines = (text,) if whole else canvas.design.halves(text, "name")
    top = TOP + HEAD + ABOVE - GAP - LINE * len(lines)
    first = Rect(middle - WORDS // 2, top, WORDS, LINE)
    canvas.column(lines, first, "name", ink, align="middle")


def _paint_cards(canvas: Canvas, rows: CardRows, top: Spot, *, better: bool) -> None:
    """The rows of cards of a choice below the middle of their upper edge: gold if it is better."""
    size, (middle, y) = _width(rows), top
    step = round(SEEN * size)
    for n, row in enumerate(rows):
        wide = size + step * (len(row) - 1)
        left = middle - wide // 2
        for m, card in enumerate(row):
            pose, at = Pose(gilded=better, covered=m + 1 < len(row)), (left + m * step, y)
            if card is None:
                canvas.back(at, size, pose=pose)
            else:
                canvas.card(card, at, size, pose, over=True)
        if better and not n:
            badge(canvas, (left + wide - CHECK // 2, y - CHECK // 6), CHECK)
        y += card_height(size) + ROW_GAP


def shown_cards(choice: Choice) -> tuple[Shown, Shown]:
    """The cards by which the two choices differ: drawn, laid, hit or discarded."""
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
