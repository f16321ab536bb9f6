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
from bot.render.pieces.materials import plate
from bot.rules.actions import Action, Discard, Draw, Hit, Lay, Source
from bot.rules.cards import Card, ordered

EDGE = 44
BLOCK, HEAD = 420, 96  # the height of a choice, and of its plate
CARD, SEEN = 170, 0.57  # the width of a card, and the share of a covered one that is seen
NAME = 56
SIDE = 470  # the width of the place of one's own cards, and of hard's
ARROW = 110
Shown = tuple[Card | None, ...]
"""Cards that are shown of a choice; None for a hidden one."""


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
    inside = Rect(bar.x + 32, bar.y, bar.w - 64, bar.h)
    used = canvas.text(words.change(choice.gain), inside, "title", "text", align="right")
    hand = words("pictures.hand", hand=words.number(choice.view.hand_number))
    title = f"{words(f'reviews.{key}')} · {hand}"
    canvas.text(title, Rect(inside.x, inside.y, inside.w - used - 30, inside.h), "name", "gold")
    own, hard = shown_cards(choice)
    y = bar.bottom + 16
    left = Rect(EDGE, y, SIDE, BLOCK - HEAD - 16)
    right = Rect(WIDTH - EDGE - SIDE, y, SIDE, left.h)
    _paint_side(canvas, words("reviews.you"), own, left)
    _paint_side(canvas, words("reviews.hard"), hard, right)
    middle = y + NAME + card_height(CARD) // 2
    canvas.shape("arrow", (WIDTH - ARROW) // 2, middle - ARROW // 2, ARROW, "gold")


def _paint_side(canvas: Canvas, name: str, cards: Shown, at: Rect) -> None:
    """Whose choice it is, and its cards in a row."""
    canvas.text(name, Rect(at.x, at.y, at.w, NAME), "name", "text", align="middle")
    width = min(CARD, round(at.w / (1 + SEEN * (len(cards) - 1))))
    step = round(SEEN * width)
    left = at.middle[0] - (width + step * (len(cards) - 1)) // 2
    top = at.y + NAME + 4 + (card_height(CARD) - card_height(width)) // 2
    for n, card in enumerate(cards):
        spot = (left + n * step, top)
        if card is None:
            canvas.back(spot, width)
        else:
            canvas.card(card, spot, width, Pose(covered=n + 1 < len(cards)), over=True)


def shown_cards(choice: Choice) -> tuple[Shown, Shown]:
    """The cards by which one's own choice and hard's differ: drawn, laid, hit or discarded."""
    return _of(choice, choice.own, choice.hard), _of(choice, choice.hard, choice.own)


def _of(choice: Choice, actions: Sequence[Action], others: Sequence[Action]) -> Shown:
    last = actions[-1]
    if isinstance(last, Draw):
        hidden = last.source is Source.DRAW_PILE
        return (None,) if hidden else (choice.view.discard_pile[-1],)
    lays = [action for action in actions if isinstance(action, Lay)]
    if lays and lays != [action for action in others if isinstance(action, Lay)]:
        return tuple(card for group in lays[0].groups for card in group.cards)
    hits, theirs = (
        Counter(action.card.held for action in some if isinstance(action, Hit))
        for some in (actions, others)
    )
    if more := hits - theirs:
        return tuple(ordered(more.elements()))
    return tuple(action.card for action in actions if isinstance(action, Discard))
