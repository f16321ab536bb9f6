"""The recap of a finished game as an animation: its turning points, and who won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.analysis.review import TurningPoint
from bot.i18n.reviews import deed
from bot.render.engine.animation import Frame
from bot.render.engine.canvas import Avatar, Canvas
from bot.render.engine.cloth import Lamp
from bot.render.engine.design import Design
from bot.render.engine.geometry import Rect
from bot.render.engine.sprites import HELD, LAID, Pose
from bot.render.pieces.group_rows import Content, GroupShape, RowStyle, arranged, rows_height
from bot.render.pieces.materials import seam, thread
from bot.rules.cards import Card
from bot.rules.events import Discarded, Drew, Event, Laid, WasHit
from bot.rules.views import PlayerView, SeatView

from .highlight import EDGE, FRAME_WIDTH, HEAD, HOLD, ROOM, TICK, Staging, style_of, victory

HEIGHT, FOOT = 580, 156  # of a frame, and of the lines below its cards
READ = 640  # milliseconds of a turning point
ONE = RowStyle(146, 94)  # of a card alone


def paint_recap(
    design: Design,
    points: Sequence[TurningPoint],
    view: PlayerView,
    avatars: Sequence[Avatar] = (),
) -> Iterator[Frame]:
    """A slide for each turning point, then the winners; ``view`` is that of the last step."""
    staging = Staging(design, view, avatars, HEIGHT)
    for point in points:
        for share, time in ((0.4, TICK), (0.8, TICK), (1.0, READ)):
            yield _slide(staging, point, share), time
    yield victory(staging, view.result.winners if view.result else ()), HOLD


def _slide(staging: Staging, point: TurningPoint, share: float) -> Canvas:
    """Who did what, the cards of it on their way, and whose way to the crown it changed."""
    words, seats = staging.design.words, staging.view.seats
    canvas = staging.canvas(HEIGHT, Lamp(0.3, 0.35, 420, 0.78))
    seat, line = deed(words, point) or (actor_of(point), words("pictures.one_turn"))
    _paint_cards(canvas, _cards(point.events), share)
    staging.head(canvas, seats[seat], line, free=0)
    foot = Rect(EDGE + 8, HEIGHT - FOOT, FRAME_WIDTH - 2 * EDGE - 16, 56)
    seam(canvas, foot.x, foot.y - 12, foot.w)
    hand = words("pictures.hand", hand=words.number(point.hand))
    name = foot.after(canvas.text(hand, foot, "small", "muted") + 24)
    if point.seat != seat:
        canvas.text(seats[point.seat].name, name, "name", "text", align="right")
    chance = point.after if share == 1 else point.before
    _paint_way(
        staging, canvas, seats[point.seat], Rect(foot.x, foot.bottom + 2, foot.w, 64), chance
    )
    return canvas


def _paint_way(staging: Staging, canvas: Canvas, seat: SeatView, at: Rect, chance: float) -> None:
    """The chance of a seat as a face on its way to a crown."""
    crown = Rect(at.right - at.h, at.y, at.h, at.h)
    canvas.shape("crown", crown.x, crown.y, crown.w, "gold")
    face = Rect(at.x + round((crown.x - 10 - at.h - at.x) * chance), at.y, at.h, at.h)
    seam(canvas, face.right + 8, at.middle[1] - 1, crown.x - 10 - face.right)
    thread(canvas, at.x, at.middle[1] - 2, face.x - at.x)
    staging.face(canvas, seat, face, gold=True)


def actor_of(point: TurningPoint) -> int:
    """The seat whose turn it was."""
    acts = (event.seat for event in point.events if isinstance(event, Drew | Laid | Discarded))
    return next(acts, point.seat)


def _cards(events: Sequence[Event]) -> list[tuple[Card, ...]]:
    """The cards that were laid and hit in a turn, or else the one that was discarded."""
    lays = (event.groups for event in events if isinstance(event, Laid))
    groups = [tuple(group.cards) for laid in lays for group in laid]
    if hits := tuple(event.card for event in events if isinstance(event, WasHit)):
        groups.append(hits)
    return groups or [(event.card,) for event in events if isinstance(event, Discarded)]


def _paint_cards(canvas: Canvas, groups: Sequence[Sequence[Card]], share: float) -> None:
    """Draw cards that slide from under the plate to their places."""
    content = Content(groups=tuple(GroupShape(len(cards)) for cards in groups))
    style = ONE if content.groups == (GroupShape(1),) else style_of(content)
    low = HEIGHT - FOOT - 16
    height = rows_height(content, ROOM.w, style)
    room = Rect(ROOM.x, max(ROOM.y, (ROOM.y + low - height) // 2), ROOM.w, height)
    places = [group.cards for group in arranged(content, room, style, "middle").groups]
    for cards, boxes in zip(groups, places, strict=True):
        for card, at in zip(cards, boxes, strict=True):
            y = round(HEAD.y + (at.y - HEAD.y) * share)
            canvas.card(card, (at.x, y), at.w, Pose(lift=LAID if share == 1 else HELD), over=True)
