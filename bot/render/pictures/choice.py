"""The picture of choices that set a hand back: in each hand the card chosen and the better one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.cards.actions import Action, AnswerOffer, Discard, Draw, Hit, Lay, Save
from bot.cards.cards import Card
from bot.cards.marked_cards import HandOrder, in_order, marks_with
from bot.cards.views import PlayerView, drawn_card, is_hidden_draw
from bot.render.engine import WIDTH, Canvas, Design, Lamp, Pose, Rect, card_height
from bot.render.pieces.materials import badge, plate
from bot.reviews.choices import Choice

EDGE = 44
TOP = 34
HEAD = 148  # the height of the plate above a hand
LINE = 66
GAP = 26
# the width of a card, how far a chosen one is above the others, and its mark above it
HELD = 150
RAISED = 40
MARK = 64
ROW = HEAD + GAP + MARK * 3 // 4 + RAISED + card_height(HELD) + GAP


@dataclass(frozen=True, slots=True)
class MarkedHand:
    """A hand, with face-up cards that were to be had, in the order of the picture."""

    cards: tuple[Card, ...]
    fits: tuple[bool, ...]
    own: frozenset[int]  # the places of the cards of the choice
    better: frozenset[int]  # the places of those of the better one


def paint_choices(design: Design, choices: Sequence[Choice]) -> Canvas:
    """Each choice in its hand: crossed out what was done, with a check what is better."""
    height = TOP + ROW * len(choices) + EDGE - GAP
    canvas = Canvas(design, height, Lamp(0.5, 0.5, 1300, 0.08))
    for n, choice in enumerate(choices):
        top = TOP + ROW * n
        _paint_head(canvas, choice, top)
        _paint_hand(canvas, marked_hand(choice), top + ROW - GAP - card_height(HELD))
    return canvas


def _paint_head(canvas: Canvas, choice: Choice, top: int) -> None:
    """The number of the hand, and below it both acts with their marks."""
    words = canvas.words
    bar = Rect(14, top, WIDTH - 28, HEAD)
    plate(canvas, bar, 18)
    line = Rect(bar.x + 32, top + 8, bar.w - 64, LINE)
    hand = words("pictures.hand", hand=words.number(choice.view.hand_number))
    canvas.text(hand, line, "small", "muted")
    below = Rect(line.x, line.bottom, line.w // 2, LINE)
    own = words(f"reviews.shown.own.{_act(choice.own)}")
    better = words(f"reviews.shown.better.{_act(choice.better.action)}")
    _paint_cross(canvas, below.x, below.middle[1] - MARK // 2)
    canvas.text(own, below.after(MARK + 18), "small", "text")
    right = Rect(below.right, below.y, line.right - below.right, LINE)
    badge(canvas, (right.x, right.middle[1] - MARK // 2), MARK)
    canvas.text(better, right.after(MARK + 18), "small", "gold")


def _paint_cross(canvas: Canvas, x: int, y: int) -> None:
    """The mark of what was done, its upper left corner at a point."""
    canvas.disc(x + MARK // 2, y + MARK // 2, MARK, "paper")
    canvas.shape("cross", x + 12, y + 12, MARK - 24, "cross")


def _paint_hand(canvas: Canvas, hand: MarkedHand, top: int) -> None:
    """The hand; chosen cards are above the others, below their marks."""
    count = len(hand.cards)
    step = min(HELD - 20, (WIDTH - 2 * EDGE - HELD) // max(count - 1, 1))
    left = (WIDTH - HELD - step * (count - 1)) // 2
    chosen = hand.own | hand.better
    for n, (card, fits) in enumerate(zip(hand.cards, hand.fits, strict=True)):
        high = top - RAISED if n in chosen else top
        pose = Pose(gilded=fits, covered=n + 1 < count)
        canvas.card(card, (left + n * step, high), HELD, pose, over=True)
    for n in chosen:
        x = left + n * step + (step - MARK) // 2
        y = top - RAISED - MARK * 3 // 4
        if n in hand.better:
            badge(canvas, (x, y), MARK)
        else:
            _paint_cross(canvas, x, y)


def marked_hand(choice: Choice) -> MarkedHand:
    """The hand of a choice, and where the cards of both acts are in it."""
    view = choice.view
    own = _cards(view, choice.own)
    better = _cards(view, choice.better.action)
    drawn = isinstance(choice.own, Draw | AnswerOffer)
    cards = in_order([*view.hand, *own, *better] if drawn else view.hand, HandOrder.NUMBER)
    own_places = _places(cards, own)
    return MarkedHand(
        tuple(cards),
        marks_with(view, cards),
        frozenset(own_places),
        frozenset(_places(cards, better, own_places)),
    )


def _places(cards: Sequence[Card], picked: Sequence[Card], taken: Sequence[int] = ()) -> list[int]:
    """Where these cards are; of equal cards the last one fits least."""
    places: list[int] = []
    for card in picked:
        free = [n for n, held in enumerate(cards) if held is card and n not in (*taken, *places)]
        if free:
            places.append(free[-1])
    return places


def _cards(view: PlayerView, action: Action) -> list[Card]:
    """The cards of an act; none for a hidden card."""
    match action:
        case Lay(groups=groups):
            return [card.held for group in groups for card in group.cards]
        case Hit(card=card):
            return [card.held]
        case Discard(card=held) | Save(card=held):
            return [held]
    return [] if is_hidden_draw(action) else [drawn_card(view, action)]


def _act(action: Action) -> str:
    """The end of the key of an act."""
    if isinstance(action, Draw | AnswerOffer):
        return "draw" if is_hidden_draw(action) else "take"
    return type(action).__name__.lower()
