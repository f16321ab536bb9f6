"""The recap of a finished game as an animation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.render.engine.animation import Frame
from bot.render.engine.canvas import Avatar, Canvas
from bot.render.engine.cloth import Lamp
from bot.render.engine.design import Design
from bot.render.engine.geometry import Rect
from bot.render.engine.shapes import rounded
from bot.render.pieces.celebration import crown_sprite
from bot.render.pieces.materials import plate, seam, slot
from bot.rules.events import HandEnded
from bot.rules.views import PlayerView, SeatView

from .highlight import EDGE, FRAME_WIDTH, HOLD, START, TICK, Staging

TOKEN, LANE, GOAL = 72, 88, 350  # of the recap: faces, heights of lanes, x of the goal
MOST_STEPS, RECAP_TIME = 24, 7000
DOT = rounded(14, 14, 7)  # of a phase in a lane


def paint_recap(
    design: Design,
    view: PlayerView,
    hands: Sequence[HandEnded],
    avatars: Sequence[Avatar] = (),
) -> Iterator[Frame]:
    """A finished game as a race from phase to phase, at most ten seconds.

    A hand is a step, at which the player who went out has a ring of gold; in a long game several
    hands share one.
    """
    words = design.words
    staging, steps = Staging(design, view, avatars), _steps(hands)
    glides = (0.35, 0.75) if len(steps) <= 12 else (0.5,)
    pause = min(600, RECAP_TIME // max(1, len(steps)) - TICK * len(glides))
    now = _Standing(words("pictures.new_game"), (0,) * len(view.seats), (0,) * len(view.seats))
    yield _race(staging, now), 2 * START
    for hand in steps:
        title, before = words("pictures.hand", hand=hand.hand), now.progress
        for share in glides:
            between = [a + (b - a) * share for a, b in zip(before, hand.progress, strict=True)]
            now = _Standing(title, between, now.totals, hand.out)
            yield _race(staging, now), TICK
        now = _Standing(title, hand.progress, hand.totals, hand.out)
        yield _race(staging, now), pause
    winners = view.result.winners if view.result else ()
    names = words.list([view.seats[seat].name for seat in winners])
    title = names or words("pictures.game_over")
    for crown in (40, 14, 0):
        last = _Standing(title, now.progress, now.totals, winners, crown)
        yield _race(staging, last), TICK if crown else HOLD


def _steps(hands: Sequence[HandEnded]) -> list[HandEnded]:
    """The hands that are shown, evenly chosen, the last one always."""
    count = min(len(hands), MOST_STEPS)
    return [hands[(n + 1) * len(hands) // count - 1] for n in range(count)]


@dataclass(frozen=True, slots=True)
class _Standing:
    """One frame of a recap."""

    title: str
    progress: Sequence[float]  # completed phases by seat; fractions on the way
    totals: Sequence[int]
    gold: Sequence[int] = ()  # seats in a ring of gold
    crown: int | None = None  # how far crowns are above the seats in gold; None before the end


def _race(staging: Staging, now: _Standing) -> Canvas:
    """Each seat in a lane: its face as far as it has come, the goal, and its points."""
    seats = staging.view.seats
    head = Rect(EDGE, 28, FRAME_WIDTH - 2 * EDGE, 76)
    top = head.bottom + 22
    canvas = staging.canvas(top + LANE * len(seats) + 34, Lamp(0.5, 0.4, 520, 0.72))
    plate(canvas, head)
    inside, won = Rect(head.x + 24, head.y, head.w - 48, head.h), now.crown is not None
    canvas.text(now.title, inside, "name", "gold" if won else "text", align="middle")
    for seat, done, points in zip(seats, now.progress, now.totals, strict=True):
        lane = Rect(EDGE + 12, top + LANE * seat.seat, FRAME_WIDTH - 2 * EDGE - 20, LANE)
        at = _track(staging, canvas, lane, seat, done)
        first = seat.seat in now.gold
        if first:
            canvas.ring(at, TOKEN // 2)
        staging.face(canvas, seat, at, gold=first)
        if first and now.crown is not None:
            canvas.sprite(
                crown_sprite(staging.theme, 50), at.x + 11, at.y - 32 - now.crown, over=True
            )
        left = GOAL + TOKEN + 12
        room = Rect(left, at.y, lane.right - left, TOKEN)
        canvas.text(canvas.words.number(points), room, "small", "text", align="right")
    return canvas


def _track(staging: Staging, canvas: Canvas, lane: Rect, seat: SeatView, done: float) -> Rect:
    """A lane with a mark for each phase and the goal; the place of the face."""
    phases = len(staging.view.phases)
    pitch = (GOAL - lane.x) / max(1, phases)
    y = lane.middle[1]
    goal = Rect(GOAL, y - TOKEN // 2, TOKEN, TOKEN)
    seam(canvas, lane.x + TOKEN // 2, y, GOAL - lane.x - TOKEN // 2)
    slot(canvas, goal, gold=True)
    canvas.shape("crown", goal.x + 18, goal.y + 16, TOKEN - 36, "rim")
    for n in range(phases):
        colour = staging.theme.seats[seat.seat] if n < done else staging.theme["line"]
        canvas.stencil(DOT, round(lane.x + TOKEN / 2 + pitch * n) - 7, y - 6, colour)
    return Rect(round(lane.x + pitch * done), goal.y, TOKEN, TOKEN)
