"""The cards that a player holds: the fan over its rack."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from bot.cards.cards import Card
from bot.cards.views import SeatView
from bot.render.engine import Canvas, Pose, Rect, Sprite, Theme, card_height
from bot.render.engine.canvas import medal
from bot.render.engine.shapes import area, line, smooth
from bot.render.engine.sprite_cache import drawn_once
from bot.render.engine.sprites import HELD, make_sprite

from .hand_layout import BADGE, DOT, HandLayout
from .materials import alarm_plate, badge, plate, sparks, tray
from .piles import last_card

SECOND_NUMBER = 0.89  # where the second number on a card ends, as a share of its height
# the badge in place of a hand, and the wood of the tray around it
DONE = 150
RAIL = 28
HOLE = 190, 266  # of that tray
# heights of the lines right of the place of the fan
TITLE = 92
BELOW = 56
MOST_ALARM = 560  # width of the plate in the rack
# around the act that is due; for a sign before it
DUE_MARGIN = 30
DUE_SIGN = 46
DUE_GAP = 32
DUE_UP = 4  # how far it stands above the middle, for the lower parts of its letters
# sizes of a floating player's boat, and of the face
BOAT = (420, 180)
PASSENGER = 210
HULL = ((0.0, 0.02), (0.5, 0.16), (1.0, 0.02), (0.8, 0.428), (0.2, 0.428))  # shares of its width
FOLDS = (
    area((0.5, 0.16), (1.0, 0.02), (0.8, 0.428), (0.5, 0.428)),
    line((0.0, 0.02), (0.5, 0.428), (1.0, 0.02), width=0.012),
    line(*HULL, HULL[0], width=0.016),
)
WAVE = 64, 16  # the width and the height of a wave
WAVES = ((-26, -24), (22, 0))
WAVE_WIDTHS = (480, 440)
PHASE_MARKS = "pictures.fits_phase"
"""The key of the words about marks on cards before the phase is down."""


@dataclass(frozen=True, slots=True)
class HeldCards:
    """The cards of a hand in order, whether each has a check, and the card just drawn."""

    cards: Sequence[Card]
    checks: Sequence[bool]
    drawn: Card | None
    alarm: Sequence[str] = ()  # sentences about last cards, of which the first that fits is shown


def paint_held(
    canvas: Canvas, layout: HandLayout, held: HeldCards, legend: str, due: tuple[list[str], bool]
) -> None:
    """Draw the fan over its rack.

    ``legend`` is the key of what marked cards are; ``due`` is what is due, in the words of which
    the first that fit are shown, and whether the viewer is to do it.
    """
    lines, mine = due
    drawn = held.cards.index(held.drawn) if held.drawn in held.cards else None
    if layout.last_card is not None:
        last_card(canvas, layout.last_card, "last")
    _paint_fan(canvas, held, drawn, layout)
    plate(canvas, layout.rack, 18)
    if held.alarm:
        short = lines[len(lines) // 2] if lines else ""
        left = _paint_alarm(canvas, layout.rack, held.alarm, short, mine)
    else:
        key = legend if any(held.checks) else ""
        left = _paint_legend(canvas, layout.rack, key, drawn)
    if lines:
        _paint_due(canvas, layout.rack.after(left - layout.rack.x), lines, mine)


def _paint_fan(canvas: Canvas, held: HeldCards, drawn: int | None, layout: HandLayout) -> None:
    cards = held.cards
    checks = held.checks
    for place, (card, up, at) in enumerate(zip(cards, checks, layout.fan, strict=True)):
        x, y = round(at.middle[0] - at.width / 2), round(at.middle[1] - card_height(at.width) / 2)
        cut = card.is_natural and at.corner(0.5, SECOND_NUMBER)[1] > layout.rack.y
        covered = place + 1 < len(cards) or cut
        pose = Pose(at.turn, HELD, gilded=up, covered=covered)
        canvas.card(card, (x, y), at.width, pose, over=True)
    for place, (up, at) in enumerate(zip(checks, layout.fan, strict=True)):
        (x, y) = at.mark
        both = up and place == drawn
        if up:
            badge(canvas, (x - (BADGE - both * DOT) // 2, y - BADGE // 2), BADGE)
        if place == drawn:
            _paint_dot(canvas, x - both * BADGE // 2, y)


def paint_message(canvas: Canvas, at: Rect, title: str, below: str = "") -> None:
    """Write a title, and a line below it, at the right of the place of the fan."""
    rows = canvas.design.halves(below, "small") if below else ()
    y = at.middle[1] - (TITLE + BELOW * len(rows)) // 2
    canvas.fit(title, Rect(at.x, y, at.w, TITLE), ("title", "pile"), "text")
    canvas.column(rows, Rect(at.x, y + TITLE, at.w, BELOW), "small", "muted")


def paint_done(canvas: Canvas, layout: HandLayout) -> None:
    """A badge in an empty tray behind the rack in the place of the fan."""
    x, y = layout.message.x // 2, layout.rack.y - RAIL // 2 - HOLE[1]
    hole = Rect(x - HOLE[0] // 2, y, *HOLE)
    box = hole.grown(RAIL)
    tray(canvas, box, hole)
    badge(canvas, (x - DONE // 2, hole.middle[1] - DONE // 2), DONE)
    sparks(canvas, (box.x - 40, box.y + 70, 60), (box.right + 40, box.y + 200, 44))


def paint_floating(canvas: Canvas, layout: HandLayout, seat: SeatView) -> None:
    at = Rect((layout.message.x - BOAT[0]) // 2, layout.rack.y - BOAT[1] - 26, *BOAT)
    face = Rect(at.middle[0] - PASSENGER // 2, at.y + 6 - PASSENGER // 2, PASSENGER, PASSENGER)
    canvas.face(seat, face, gold=True)
    paint_boat(canvas, at)
    for n, (dx, dy) in enumerate(WAVES):
        canvas.fill_mask(_wave(WAVE_WIDTHS[n]), at.x + dx, at.bottom + dy, "thread")


def paint_boat(canvas: Canvas, at: Rect) -> None:
    """The boat of a floating player; its height is three sevenths of its width."""
    canvas.sprite(_boat(canvas.theme, (at.w, at.h)), *at.corner, over=True)


@drawn_once
def _boat(theme: Theme, size: tuple[int, int]) -> Sprite:
    image = Image.new("RGB", size, theme["paper"])
    cover = smooth(size, area(*HULL))
    for colour, fold in zip(("paper_shade", "paper_line", "paper_line"), FOLDS, strict=True):
        image.paste(theme[colour], (0, 0), smooth(size, fold))
    return make_sprite(theme, image, cover, size[0] * 4 // 7)


@drawn_once
def _wave(width: int) -> Image.Image:
    seam = Image.new("L", (width, WAVE[1] * 2))
    draw = ImageDraw.Draw(seam)
    for x in range(0, width - WAVE[0], WAVE[0]):
        draw.arc((x + 4, -WAVE[1], x + WAVE[0] - 4, WAVE[1]), 20, 160, 255, 6)
    return seam


def _paint_dot(canvas: Canvas, x: int, y: int) -> None:
    canvas.sprite_around(medal(canvas.theme, canvas.theme["text"], DOT), x, y, over=True)


def _paint_due(canvas: Canvas, rest: Rect, lines: list[str], mine: bool) -> None:
    """Write the act that is due at the right of the wood, in gold if it is the viewer's."""
    up = DUE_UP if mine else 0
    at = Rect(rest.x + DUE_GAP, rest.y - up, rest.w - DUE_GAP - DUE_MARGIN, rest.h)
    line = canvas.design.wording(lines, "small", at.w)
    if not mine:
        canvas.fit(line, at, ("name", "small"), "text", align="right")
        return
    styles = ("due", "pile", "name")
    width = canvas.fit(line, at.after(DUE_SIGN), styles, "gold", align="right")
    canvas.shape("right", at.right - width - DUE_SIGN, at.middle[1] - 16, 32, "gold")


def _paint_alarm(canvas: Canvas, rack: Rect, lines: Sequence[str], due: str, mine: bool) -> int:
    """An alarm in the wood that leaves room for the act that is due; returns its right edge."""
    width = rack.w - 32 - DUE_MARGIN - DUE_GAP
    width -= canvas.width(due, "name") + DUE_SIGN if mine else canvas.width(due, "small")
    room = Rect(rack.x + 16, rack.y + 10, min(width, MOST_ALARM), rack.h - 20)
    return alarm_plate(canvas, room, lines, "name")


def _paint_legend(canvas: Canvas, rack: Rect, key: str, drawn: int | None) -> int:
    """Explain the marks on cards at the left of the wood; returns the right edge of the words."""
    left = rack.x + 26
    if key:
        badge(canvas, (left, rack.middle[1] - BADGE // 2), BADGE)
        room = Rect(left + BADGE + 14, rack.y, 600, rack.h)
        left = room.x + canvas.text(canvas.words(key), room, "small", "text") + 34
    if drawn is not None:
        _paint_dot(canvas, left + DOT // 2, rack.middle[1])
        room = Rect(left + DOT + 12, rack.y, 160, rack.h)
        left = room.x + canvas.text(canvas.words("pictures.drawn"), room, "small", "text")
    return left
