"""The daily hand: the page of its player, and a result that gives nothing away."""

from __future__ import annotations

from collections.abc import Sequence

from bot.daily.calendar import begins
from bot.daily.deal import MOST_TURNS
from bot.daily.events import DailySide
from bot.daily.state import DailyStage
from bot.daily.views import DailySquare, DailyView, daily_marks, daily_order
from bot.i18n import Words
from bot.i18n.phrases import card_name
from bot.render.engine.canvas import Canvas
from bot.render.engine.card_faces import card_height
from bot.render.engine.cloth import Lamp
from bot.render.engine.design import Design
from bot.render.engine.geometry import WIDTH, Rect
from bot.render.engine.sprites import Pose, back_sprite, blank_sprite
from bot.render.pieces.hand_head import HandHead, cards_to_go, paint_head
from bot.render.pieces.hand_layout import EDGE, hand_layout
from bot.render.pieces.held_cards import PHASE_MARKS, HeldCards, paint_empty, paint_held
from bot.render.pieces.materials import badge, plate, slot
from bot.rules.marked_cards import in_order, phase_spots
from bot.scores.daily import DailyShare

PAIR_CARD, PAIR_TOP = 168, 24  # width of the two cards of a turn, the gap above them
HALF = (WIDTH - 2 * EDGE) // 2
SQUARE, SQUARE_GAP = 62, 14
SQUARES_TOP = 26
LINE = 56
LAMP_RADIUS = 540
SHARED_SQUARE, SHARED_PITCH = 96, 136
SHARED_IN_ROW = 8


def paint_daily(design: Design, view: DailyView, squares: Sequence[DailySquare]) -> Canvas:
    """The player's cards, the way to the phase, the two cards of the turn and the turns so far."""
    cards = in_order(view.hand, daily_order(view.phase))
    marks = daily_marks(view, cards)
    head = _head(design.words, view)
    layout = hand_layout(marks, head.sizes(design), [])
    top = layout.rack.bottom + PAIR_TOP
    over = view.stage is DailyStage.OVER
    row = top if over else top + card_height(PAIR_CARD) + SQUARES_TOP
    height = row + card_height(SQUARE) + EDGE
    canvas = Canvas(design, height, Lamp(0.46, (layout.rack.y - 40) / height, LAMP_RADIUS))
    paint_head(canvas, head, layout)
    if not cards:
        paint_empty(canvas, "pictures.no_cards", layout)
    held = HeldCards(cards, marks, view.drawn)
    paint_held(canvas, layout, held, PHASE_MARKS, _due(design.words, view))
    if not over:
        _paint_pair(canvas, view, top)
    _paint_squares(canvas, squares, row)
    return canvas


def _head(words: Words, view: DailyView) -> HandHead:
    """The turn or the result, and par."""
    if view.turn is not None:
        title = words("daily.shown.turn", turn=view.turn, most=MOST_TURNS)
    else:
        title = _result(words, view.result)
    return HandHead(
        title,
        "title",
        "good" if view.laid else "text",
        below=words("daily.shown.par", par=view.par),
        checked=None,
        to_go=None if view.laid else cards_to_go(words, view.hand, view.phase, view.rules),
        phase=view.phase,
        spots=() if view.laid else phase_spots(view.hand, view.phase, view.rules),
        groups=view.laid.groups if view.laid else (),
    )


def _due(words: Words, view: DailyView) -> tuple[str, bool]:
    match view.stage:
        case DailyStage.TAKE:
            return words("daily.shown.take"), True
        case DailyStage.PLAY:
            return words("daily.shown.play"), True
        case DailyStage.OVER:
            return words.date(begins(view.date)), False


def _paint_pair(canvas: Canvas, view: DailyView, top: int) -> None:
    """The face-up and the face-down card; a hollow where one was taken."""
    assert view.up is not None, "there is one in each turn"
    words, height = canvas.words, card_height(PAIR_CARD)
    colour = canvas.theme.cards[view.up.colour].word if view.up.colour else "text"
    halves = (
        (DailySide.UP, card_name(words, view.up), colour),
        (DailySide.DOWN, words("daily.shown.down"), "text"),
    )
    for n, (side, name, ink) in enumerate(halves):
        at = Rect(EDGE + 8 + n * HALF, top, PAIR_CARD, height)
        if view.taken is side:
            slot(canvas, at)
        elif side is DailySide.UP:
            canvas.card(view.up, at.corner, PAIR_CARD, Pose(gilded=view.taken is None))
        else:
            canvas.back(at.corner, PAIR_CARD)
        room = Rect(at.right + 26, at.middle[1] - LINE, HALF - PAIR_CARD - 50, LINE)
        for line in canvas.lines(name, "strong", room.w)[:2]:
            canvas.text(line, room, "strong", "muted" if view.taken else ink)
            room = Rect(room.x, room.bottom, room.w, room.h)
        if view.taken is not None:
            state = words("daily.shown.taken" if view.taken is side else "daily.shown.left")
            canvas.text(state, room, "small", "gold" if view.taken is side else "muted")


def _paint_squares(canvas: Canvas, squares: Sequence[DailySquare], top: int) -> None:
    """A small card for each turn: open, hidden, or with a badge; hollows for the turns to come."""
    left = (WIDTH - MOST_TURNS * (SQUARE + SQUARE_GAP) + SQUARE_GAP) // 2
    for n in range(MOST_TURNS):
        at = Rect(left + n * (SQUARE + SQUARE_GAP), top, SQUARE, card_height(SQUARE))
        _paint_square(canvas, squares[n] if n < len(squares) else None, at)


def _paint_square(canvas: Canvas, square: DailySquare | None, at: Rect) -> None:
    if square is None:
        slot(canvas, at)
        return
    hidden = square is DailySquare.HIDDEN
    sprite = (back_sprite if hidden else blank_sprite)(canvas.theme, at.w)
    canvas.sprite(sprite, *at.corner)
    size = at.w * 3 // 4 if square is DailySquare.LAID else at.w // 2
    x, y = at.middle[0] - size // 2, at.middle[1] - size // 2
    if square is DailySquare.LAID:
        badge(canvas, (x, y), size)
    elif square is DailySquare.OPEN:
        canvas.shape("circle", x, y, size, "ink")


def paint_daily_share(design: Design, share: DailyShare) -> Canvas:
    """A result without any card: a small card for each turn, the turn of the lay and par."""
    words = design.words
    rows = -(-len(share.squares) // SHARED_IN_ROW)
    in_row = -(-len(share.squares) // rows)
    tall = card_height(SHARED_SQUARE) + 22
    top = 200
    band = Rect(14, top + rows * tall + 14, WIDTH - 28, 96)
    canvas = Canvas(design, band.bottom + 30, Lamp(0.5, 0.45, LAMP_RADIUS))
    head = Rect(EDGE + 8, 34, WIDTH - 2 * EDGE - 16, 84)
    used = canvas.text(words.date(begins(share.date)), head, "small", "muted", align="right")
    room = Rect(head.x, head.y, head.w - used - 30, head.h)
    canvas.text(words("daily.shown.title"), room, "title", "text")
    canvas.name(share.name, Rect(head.x, head.bottom + 4, head.w, 58), "gold")
    for row in range(rows):
        squares = share.squares[row * in_row : (row + 1) * in_row]
        left = (WIDTH - SHARED_PITCH * len(squares) + SHARED_PITCH - SHARED_SQUARE) // 2
        for n, square in enumerate(squares):
            x = left + n * SHARED_PITCH
            _paint_square(canvas, square, Rect(x, top + row * tall, SHARED_SQUARE, tall - 22))
    plate(canvas, band, 18)
    inner = Rect(band.x + 30, band.y, band.w - 60, band.h)
    result = _result(words, share.turns)
    canvas.text(result, inner, "name", "gold" if share.turns else "text")
    more = [words("daily.shown.par", par=share.par)]
    if share.streak > 1:
        more.append(words.plural("daily.shown.streak", share.streak))
    canvas.text(" · ".join(more), inner, "small", "text", align="right")
    return canvas


def _result(words: Words, turns: int | None) -> str:
    if turns is None:
        return words("daily.shown.not_today")
    return words("daily.shown.laid", turn=turns)
