"""The picture of how a game ended."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.i18n import Words
from bot.rules.views import PlayerView, SeatView

from .canvas import Canvas
from .layout import WIDTH, PodiumLayout, Rect, podium_layout
from .looks import SeatLook
from .parts import mark
from .theme import Theme

ON_STEPS = 3
CONFETTI = 84  # signs strewn at most
SHOWN = {1: (0,), 2: (0, 1), 3: (1, 0, 2)}  # which places stand where, left to right


@dataclass(frozen=True, slots=True)
class _Standing:
    """One seat's end of the game; ``phases`` is how many phases there were."""

    place: int
    seat: SeatView
    look: SeatLook
    phases: int

    def done(self, canvas: Canvas) -> str:
        completed = len(self.seat.completed)
        return canvas.words("pictures.phases_done", done=completed, phases=self.phases)

    def points(self, canvas: Canvas) -> str:
        return canvas.words.plural("pictures.points", self.seat.total)


def paint_podium(view: PlayerView, words: Words, looks: Sequence[SeatLook], theme: Theme) -> Canvas:
    """The best three on steps, the others below; without a result all share the first place."""
    standings = _standings(view, looks)
    top = [standings[n] for n in SHOWN[min(ON_STEPS, len(standings))]]
    rest = standings[ON_STEPS:]
    layout = podium_layout([each.place for each in top], len(rest))
    canvas = Canvas(theme, words, layout.height)
    canvas.text(words("pictures.game_over"), layout.title, "title", "text", align="middle")
    _scatter(canvas, layout)
    for n, standing in enumerate(top):
        _paint_step(canvas, layout.steps[n], standing)
        _paint_person(canvas, layout.faces[n], layout.names[n], standing)
    for box, standing in zip(layout.others, rest, strict=True):
        _paint_other(canvas, box, standing)
    return canvas


def _scatter(canvas: Canvas, layout: PodiumLayout) -> None:
    """Card signs strewn like confetti wherever nothing else is."""
    looks = list(canvas.theme.cards.values())
    taken = [*layout.steps, *layout.names]
    taken += [Rect(face.x, face.y - 64, face.w, face.h + 64) for face in layout.faces]
    taken.append(Rect(WIDTH // 2 - 260, 0, 520, layout.title.bottom))
    for n in range(CONFETTI):
        size = 18 + 7 * (n % 4)
        x = (n * 457 + 47) % (WIDTH - size)
        y = 10 + (n * 83 + 13) % (layout.steps[0].bottom - 60)
        box = Rect(x - 16, y - 16, size + 32, size + 32)
        if not any(box.overlaps(other) for other in taken):
            look = looks[n % len(looks)]
            canvas.shape(look.sign, x, y, size, look.face)
            taken.append(box)


def _standings(view: PlayerView, looks: Sequence[SeatLook]) -> list[_Standing]:
    """Who came where, best first; equal seats share a place."""
    ranking = view.result.ranking if view.result else (tuple(range(len(view.seats))),)
    out: list[_Standing] = []
    for tied in ranking:
        place = len(out) + 1
        for seat in tied:
            look = looks[seat] if seat < len(looks) else SeatLook(computer=False)
            out.append(_Standing(place, view.seats[seat], look, len(view.phases)))
    return out


def _paint_step(canvas: Canvas, step: Rect, standing: _Standing) -> None:
    first = standing.place == 1
    canvas.panel(step, "panel_turn" if first else "panel")
    figure = Rect(step.x, step.y + 8, step.w, 104)
    ink = "glow" if first else "muted"
    canvas.text(str(standing.place), figure, "figure", ink, align="middle")
    points = Rect(step.x + 8, figure.bottom - 4, step.w - 16, 44)
    canvas.text(standing.points(canvas), points, "small", "text", align="middle")
    done = Rect(points.x, points.bottom, points.w, 44)
    canvas.text(standing.done(canvas), done, "small", "muted", align="middle")


def _paint_person(canvas: Canvas, face: Rect, name: Rect, standing: _Standing) -> None:
    seat = standing.seat
    canvas.face(seat, face, standing.look)
    if standing.place == 1:
        canvas.shape("crown", face.middle[0] - 38, face.y - 62, 76, canvas.theme["glow"])
    if standing.look.computer and standing.look.face is not None:
        mark(canvas, "robot", face.x, face.bottom - 46, "muted")
    canvas.text(seat.name, name, "name", "text", align="middle")


def _paint_other(canvas: Canvas, box: Rect, standing: _Standing) -> None:
    seat = standing.seat
    canvas.panel(box, "panel")
    number = Rect(box.x + 12, box.y, 64, box.h)
    canvas.text(str(standing.place), number, "number", "muted", align="middle")
    face = Rect(number.right + 8, box.y + 8, 68, 68)
    canvas.face(seat, face, standing.look)
    if standing.look.computer and standing.look.face is not None:
        mark(canvas, "robot", face.right - 22, face.bottom - 42, "muted")
    name = Rect(face.right + 36, box.y, 400, box.h)
    canvas.text(seat.name, name, "name", "text")
    done = Rect(name.right + 12, box.y, 270, box.h)
    canvas.text(standing.done(canvas), done, "small", "muted", align="right")
    points = Rect(done.right + 12, box.y, box.right - done.right - 40, box.h)
    canvas.text(standing.points(canvas), points, "small", "text", align="right")
