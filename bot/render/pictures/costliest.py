"""The picture of a player's costliest choice: it, the better one, and both in the player's hand."""

from __future__ import annotations

from collections.abc import Sequence

from bot.cards.actions import FROM_PILE, Action, AnswerOffer, Discard, Draw, Hit, Lay, Save
from bot.cards.cards import Card
from bot.cards.marked_cards import HandOrder, in_order, marks_with
from bot.cards.views import PlayerView, drawn_card
from bot.chances.review import Choice
from bot.render.engine import WIDTH, Canvas, Design, Lamp, Pose, Rect, card_height
from bot.render.engine.canvas import Spot
from bot.render.pieces.materials import badge, plate

EDGE = 44
# above the first choice, and the height of the plate of each
TOP = 34
HEAD = 148
MIDDLES = WIDTH // 4, WIDTH * 3 // 4  # of the columns of one's own choice and of the better one
CARD = 210
ARROW = 100
CHECK = 64
# most width and height of the cards of a column
LONGEST = 470
HIGHEST = 368
# height and width of lines of words
LINE = 56
WORDS = 480
# the share of a covered card that is seen
SEEN = 0.57
MOST_IN_ROW = 8
ROW_GAP = 20
GAP = 18
ABOVE = 2 * LINE + 2 * GAP  # from the plate to the cards
# the width of a card of the hand, and how far a chosen one is above others
HELD = 150
RAISED = 40
HAND_GAP = RAISED + CHECK * 3 // 4 + GAP  # from the columns to the hand
CardRows = tuple[tuple[Card | None, ...], ...]
ShownCards = tuple[str, CardRows]
"""The act of a choice, as its key names it, and its rows of cards; None is a hidden card."""


def paint_choice(design: Design, choice: Choice) -> Canvas:
    """The player's choice on the left, a better one on the right, and the hand below."""
    sides = [shown_cards(choice.view, action) for action in (choice.own, choice.better)]
    high = max(_height(rows) for _, rows in sides)
    hand = TOP + HEAD + ABOVE + high + HAND_GAP
    height = hand + card_height(HELD) + EDGE
    canvas = Canvas(design, height, Lamp(0.5, 0.5, 1300, 0.08))
    _paint_head(canvas, choice)
    y = TOP + HEAD + ABOVE + high // 2
    canvas.shape("arrow", (WIDTH - ARROW) // 2, y - ARROW // 2, ARROW, "muted")
    for x, whose, (act, rows) in zip(MIDDLES, ("own", "better"), sides, strict=True):
        better = whose == "better"
        text = design.words(f"reviews.shown.{whose}.{act}")
        _paint_words(canvas, text, x, "gold" if better else "muted")
        _paint_cards(canvas, rows, (x, y - _height(rows) // 2), better=better)
    _paint_hand(canvas, choice, hand)
    return canvas


def _width(rows: CardRows) -> int:
    room = (HIGHEST + ROW_GAP) // len(rows) - ROW_GAP
    longest = max(map(len, rows))
    return min(CARD, room * 5 // 7, round(LONGEST / (1 + SEEN * (longest - 1))))


def _height(rows: CardRows) -> int:
    return (card_height(_width(rows)) + ROW_GAP) * len(rows) - ROW_GAP


def _paint_head(canvas: Canvas, choice: Choice) -> None:
    words = canvas.words
    bar = Rect(14, TOP, WIDTH - 28, HEAD)
    plate(canvas, bar, 18)
    line = Rect(bar.x + 32, bar.y + 13, bar.w - 64, 66)
    canvas.text(words("reviews.costliest_choice"), line, "name", "text")
    hand = words("pictures.hand", hand=words.number(choice.view.hand_number))
    canvas.text(hand, Rect(line.x, line.bottom, line.w, LINE), "small", "muted")


def _paint_words(canvas: Canvas, text: str, middle: int, ink: str) -> None:
    whole = canvas.width(text, "name") <= WORDS
    lines = (text,) if whole else canvas.design.halves(text, "name")
    top = TOP + HEAD + ABOVE - GAP - LINE * len(lines)
    first = Rect(middle - WORDS // 2, top, WORDS, LINE)
    canvas.column(lines, first, "name", ink, align="middle")


def _paint_cards(canvas: Canvas, rows: CardRows, top: Spot, *, better: bool) -> None:
    """The rows of cards of a choice below the middle of their upper edge: gold if it is better."""
    size = _width(rows)
    (middle, y) = top
    step = round(SEEN * size)
    for n, row in enumerate(rows):
        wide = size + step * (len(row) - 1)
        left = middle - wide // 2
        for m, card in enumerate(row):
            pose = Pose(gilded=better, covered=m + 1 < len(row))
            at = (left + m * step, y)
            if card is None:
                canvas.back(at, size, pose=pose)
            else:
                canvas.card(card, at, size, pose, over=True)
        if better and not n:
            badge(canvas, (left + wide - CHECK // 2, y - CHECK // 6), CHECK)
        y += card_height(size) + ROW_GAP


def _paint_hand(canvas: Canvas, choice: Choice, top: int) -> None:
    """The hand, with a card that was to be had in its place; chosen cards are above the others."""
    cards, marks, chosen = hand_with_choices(choice)
    step = min(HELD - 20, (WIDTH - 2 * EDGE - HELD) // max(len(cards) - 1, 1))
    left = (WIDTH - HELD - step * (len(cards) - 1)) // 2
    for n, (card, gilded) in enumerate(zip(cards, marks, strict=True)):
        at = left + n * step, top - RAISED if n in chosen else top
        canvas.card(card, at, HELD, Pose(gilded=gilded, covered=n + 1 < len(cards)), over=True)
    for n in chosen[1:]:
        badge(canvas, (left + n * step + (step - CHECK) // 2, top - RAISED - CHECK * 3 // 4), CHECK)


def hand_with_choices(choice: Choice) -> tuple[list[Card], tuple[bool, ...], list[int]]:
    """The cards of a hand, which of them fit, and where the own card and the better one are."""
    view = choice.view
    drawn = isinstance(choice.own, Draw | AnswerOffer)
    acts = [choice.own, choice.better]
    taken = [drawn_card(view, act) for act in acts if drawn and not _is_hidden(act)]
    cards = in_order([*view.hand, *taken], HandOrder.NUMBER)
    picked = taken or [act.card.held for act in acts if isinstance(act, Discard | Hit | Save)]
    # Of equal cards the last one fits least.
    chosen = [len(cards) - 1 - cards[::-1].index(card) for card in picked]
    return cards, marks_with(view, cards), chosen


def _is_hidden(action: Action) -> bool:
    return action in (FROM_PILE, AnswerOffer(take=False))


def shown_cards(view: PlayerView, action: Action) -> ShownCards:
    """The cards of a choice: drawn, laid, hit, set aside or discarded."""
    match action:
        case Lay(groups=groups):
            return "lay", tuple(row for group in groups for row in _rows(group.cards))
        case Hit(card=card):
            return "hit", ((card.held,),)
        case Save(card=card):
            return "save", ((card,),)
        case Discard(card=card):
            return "discard", ((card,),)
    if _is_hidden(action):
        return "draw", ((None,),)
    return "take", ((drawn_card(view, action),),)


def _rows(cards: Sequence[Card]) -> tuple[tuple[Card, ...], ...]:
    """Cards in as few rows as possible, evenly filled."""
    size = -(-len(cards) // -(-len(cards) // MOST_IN_ROW))
    return tuple(tuple(cards[n : n + size]) for n in range(0, len(cards), size))
