"""The recap of a finished game as an animation: its turning points, and who won."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.analysis.review import TurningPoint
from bot.render.engine.animation import Frame
from bot.render.engine.canvas import Avatar, Canvas
from bot.render.engine.cloth import Lamp
from bot.render.engine.design import Design
from bot.render.engine.geometry import Rect
from bot.render.engine.sprites import HELD, LAID, Pose
from bot.render.pieces.group_rows import Content, GroupShape, arranged, rows_height
from bot.render.pieces.materials import seam
from bot.rules.cards import Card
from bot.rules.events import Discarded, Drew, Event, HandEnded, Laid, WasHit
from bot.rules.views import PlayerView

from .highlight import EDGE, FRAME_WIDTH, HEAD, HOLD, ROOM, TICK, Staging, style_of, victory

HEIGHT, FOOT = 580, 156  # of a frame, and of the lines below its cards
READ = 640  # milliseconds of a turning point


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
    """Who did what, the cards of it on their way, and whose chance it changed how."""
    words, seats = staging.design.words, staging.view.seats
    canvas = staging.canvas(HEIGHT, Lamp(0.3, 0.35, 420, 0.78))
    actor = actor_of(point)
    _paint_cards(canvas, _cards(point.events), share)
    staging.head(canvas, seats[actor], _headline(staging.design, point, actor))
    foot = Rect(EDGE + 8, HEIGHT - FOOT, FRAME_WIDTH - 2 * EDGE - 16, 56)
    seam(canvas, foot.x, foot.y - 12, foot.w)
    hand = words("pictures.hand", hand=words.number(point.hand))
    canvas.text(hand, foot, "small", "muted")
    before, after = words.percent(point.before), words.percent(point.after)
    colour = "good" if point.after > point.before else "bad"
    used = canvas.text(f"{before} → {after}", foot, "name", colour, align="right")
    name = Rect(foot.x, foot.bottom, foot.w, foot.h)
    if point.seat != actor:
        canvas.text(seats[point.seat].name, name, "name", "text", align="right")
    assert used <= foot.w
    return canvas


def actor_of(point: TurningPoint) -> int:
    """The seat whose turn it was."""
    acts = (event.seat for event in point.events if isinstance(event, Drew | Laid | Discarded))
    return next(acts, point.seat)


def _headline(design: Design, point: TurningPoint, actor: int) -> str:
    words = design.words
    for event in point.events:
        if isinstance(event, HandEnded) and actor in event.out:
            return words("pictures.goes_out")
    laid = [event.phase for event in point.events if isinstance(event, Laid)]
    return words("pictures.phase", phase=laid[0]) if laid else words("pictures.one_turn")


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
    style = style_of(content)
    low = HEIGHT - FOOT - 16
    height = rows_height(content, ROOM.w, style)
    room = Rect(ROOM.x, max(ROOM.y, (ROOM.y + low - height) // 2), ROOM.w, height)
    places = [group.cards for group in arranged(content, room, style, "middle").groups]
    for cards, boxes in zip(groups, places, strict=True):
        for card, at in zip(cards, boxes, strict=True):
            y = round(HEAD.y + (at.y - HEAD.y) * share)
            canvas.card(card, (at.x, y), at.w, Pose(lift=LAID if share == 1 else HELD), over=True)
