"""The draw pile, the discard pile and the stack that stands for the cards of another seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.cards.cards import Card
from bot.cards.state import Stage
from bot.cards.views import PlayerView
from bot.i18n.phrases import card_name
from bot.render.engine import WIDTH, Align, Canvas, Pose, Rect, Sprite, Theme, card_height
from bot.render.engine.canvas import Spot
from bot.render.engine.palette import build_palette
from bot.render.engine.sprites import HELD, LAID, blank_sprite, card_sprite

from .materials import slot

FORMER = (90, -70)  # tenths of a degree by which former discards are turned
TOP_TURN = -20  # the same of the top discard
MOST_EDGES = 6  # cards seen below the top of a stack
PILE_GAP = 52
WORDS_GAP = 18
MARGIN = 42  # right of the words
# least size of a discarder's face; how far it is off the card
MOVER = 72
MOVER_OUT = 0.12
NO_LABEL = " "  # on a back, in place of its pinwheel
LINE = 54  # height of a line of words next to the piles


def draw_stack(canvas: Canvas, at: Spot, width: int, count: int, label: str = "") -> None:
    """The draw pile: a card's back on as many visible edges as its number of cards allows."""
    x, y = at
    if not count:
        slot(canvas, Rect(x, y, width, card_height(width)))
        return
    edges = min(MOST_EDGES, (count + 6) // 8) if count > 1 else 0
    step = _edge_step(width)
    for n in range(edges, 0, -1):
        canvas.sprite(blank_sprite(canvas.theme, width), x + n * step // 2, y + n * step)
    canvas.back(at, width, label, Pose(lift=LAID + 0.12 * edges))


def stack_depth(width: int) -> int:
    """How far the visible edges of a high stack reach below its top card."""
    return MOST_EDGES * _edge_step(width)


def _edge_step(width: int) -> int:
    return max(2, width // 50)


def discard_stack(
    canvas: Canvas, cards: Sequence[Card], at: Spot, width: int, *, gold: bool = False
) -> None:
    """The discard pile: its top card, which is the last, on up to two former ones, askew."""
    if not cards:
        slot(canvas, Rect(*at, width, card_height(width)))
        return
    former = cards[-3:-1]
    for card, tenths in zip(former, FORMER[-len(former) :], strict=False):
        canvas.sprite(_former(canvas.theme, card, width, tenths), *at, over=True)
    canvas.card(cards[-1], at, width, Pose(TOP_TURN, HELD, gilded=gold), over=True)


def _former(theme: Theme, card: Card, width: int, tenths: int) -> Sprite:
    sprite = card_sprite(theme, card, width, Pose(tenths))
    return replace(sprite, image=sprite.image.point(build_palette(theme).dimming))


def held_stack(canvas: Canvas, at: Spot, width: int, count: str) -> None:
    """The cards of another seat: a back with their number, on a second back."""
    x, y = at
    canvas.back((x - max(5, width // 9), y + 2), width)
    canvas.back(at, width, count, over=True)


def last_card(canvas: Canvas, at: Rect, style: str) -> None:
    """The only card of another seat: a back with a large number in an edge of red enamel."""
    edge = min(12, at.w // 9 + 1)
    for colour, more in (("enamel_low", edge), ("enamel", edge - 2)):
        canvas.panel(at.grown(more), colour, at.w // 10 + more)
    canvas.back(at.corner, at.w, NO_LABEL)
    disc = at.w * 6 // 7
    canvas.shape("circle", at.middle[0] - disc // 2, at.middle[1] - disc // 2, disc, "back_low")
    canvas.text(canvas.words.number(1), at, style, "paper", align="middle")


@dataclass(frozen=True, slots=True)
class PilesPlace:
    """The piles and the lines of words next to them."""

    draw: Rect
    discard: Rect
    draw_lines: tuple[Rect, ...]  # if there are none, the number of cards is on the draw pile
    discard_lines: tuple[Rect, ...]


def piles_place(top: int, card: int, left: int) -> PilesPlace:
    """The piles in the middle of the picture, with room for words from ``left`` on."""
    height = card_height(card)
    right = WIDTH - MARGIN
    draw = Rect((WIDTH - PILE_GAP) // 2 - card, top, card, height)
    discard = Rect((WIDTH + PILE_GAP) // 2, top, card, height)
    aside = WORDS_GAP + card // 16  # former discards lie askew
    after = discard.right + aside
    lines = [draw.middle[1] - 18 + LINE * n for n in (0, 1)]
    return PilesPlace(
        draw,
        discard,
        tuple(Rect(left, y, draw.x - aside - left, LINE) for y in lines),
        tuple(Rect(after, y, right - after, LINE) for y in lines),
    )


def paint_piles(
    canvas: Canvas, view: PlayerView, at: PilesPlace, align: Align = "left", *, wanted: bool = False
) -> None:
    """Draw both piles and their words; ``wanted`` gives the top discard a gold edge."""
    label = "" if at.draw_lines else canvas.words.number(view.draw_pile)
    draw_stack(canvas, at.draw.corner, at.draw.w, view.draw_pile, label)
    offered = view.stage is Stage.OFFER
    discard = at.discard
    discard_stack(canvas, view.discard_pile, discard.corner, discard.w, gold=offered or wanted)
    offer = canvas.words("pictures.offered" if offered else "pictures.discard_pile")
    if at.draw_lines:
        above, below = at.draw_lines
        canvas.text(canvas.words("pictures.draw_pile"), above, "strong", "text", align=align)
        left = canvas.words.plural("pictures.left", view.draw_pile)
        canvas.text(left, below, "small", "muted", align=align)
    lines = [*at.discard_lines]
    if view.discard_pile:
        card = view.discard_pile[-1]
        name = card_name(canvas.words, card)
        colour = canvas.theme.cards[card.colour].word if card.colour else "muted"
        # A long name takes the place of the pile's name, too.
        first, *rest = canvas.lines(name, "small", lines[-1].w)
        if rest:
            canvas.text(" ".join(rest), lines.pop(), "small", colour)
        canvas.text(first, lines.pop(), "small", colour)
    for line in lines[:1]:
        canvas.text(offer, line, "strong", "gold" if offered else "text")


def paint_mover(canvas: Canvas, view: PlayerView, at: PilesPlace, mover: int | None) -> None:
    """Mark the top discard, if it is the newest move, with the face of the seat that made it."""
    if mover is not None:
        side = max(MOVER, at.discard.w // 2)
        out = round(MOVER_OUT * at.discard.w)
        place = Rect(at.discard.right - side + out, at.discard.y - out, side, side)
        canvas.face(view.seats[mover], place)
