"""Pictures of results: the score sheet and the podium."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from bot.i18n import Words
from bot.rules.events import HandEnded
from bot.rules.views import PlayerView, SeatView

from .canvas import Canvas, SeatLook, look_of
from .layout import WIDTH, PodiumLayout, Rect, SheetLayout, podium_layout, sheet_layout
from .marks import mark
from .shapes import line, smooth
from .theme import Theme

MOST_ROWS = 12  # hands shown; earlier ones are summed up in one row
ON_STEPS = 3  # places shown on the podium's steps
CONFETTI = 84  # most signs scattered around the podium
STEP_ORDER = {1: (0,), 2: (0, 1), 3: (1, 0, 2)}  # places on the steps, left to right


def paint_scores(
    view: PlayerView, hands: Sequence[HandEnded], words: Words, theme: Theme
) -> Canvas:
    """One column for each player: phases crossed off, points and totals of the hands."""
    before = len(hands) - MOST_ROWS + 1 if len(hands) > MOST_ROWS else 0
    shown = hands[before:]
    rows = max(1, len(shown) + bool(before))
    layout = sheet_layout(len(view.seats), len(view.phases), rows)
    canvas = Canvas(theme, words, layout.height)
    canvas.panel(layout.paper, "paper", 28)
    _paint_stripes(canvas, layout)
    for seat, name, phases in zip(view.seats, layout.names, layout.phases, strict=True):
        canvas.text(seat.name, name, "strong", "ink", align="middle")
        _paint_phases(canvas, phases, seat.completed)
    if before:
        _paint_label(canvas, layout.labels[0], words("pictures.hands_before", hand=before))
        for box, total in zip(layout.boxes[0], hands[before - 1].totals, strict=True):
            _paint_total(canvas, box, total, "ink_muted")
    first = int(before > 0)
    for n, hand in enumerate(shown):
        _paint_label(canvas, layout.labels[first + n], words.number(before + n + 1))
        _paint_boxes(canvas, layout.boxes[first + n], hand)
    return canvas


def _paint_stripes(canvas: Canvas, layout: SheetLayout) -> None:
    """Draw lines between rows and columns, and every other row a shade darker."""
    paper = layout.paper
    for row, label in enumerate(layout.labels):
        if row % 2 == 0:
            box = Rect(paper.x, label.y, paper.w, label.h)
            canvas.panel(box, "paper_shade", 0)
        canvas.panel(Rect(paper.x, label.y, paper.w, 2), "paper_line", 0)
    top = paper.y + 20
    bottom = layout.labels[-1].bottom
    canvas.panel(Rect(paper.x, bottom, paper.w, 2), "paper_line", 0)
    for box in layout.boxes[0]:
        canvas.panel(Rect(box.x, top, 2, bottom - top), "paper_line", 0)


def _paint_phases(canvas: Canvas, cells: tuple[Rect, ...], completed: tuple[int, ...]) -> None:
    for number, cell in enumerate(cells, start=1):
        done = number in completed
        colour = "ink_muted" if done else "ink"
        canvas.text(str(number), cell, "strong", colour, align="middle")
        if done:
            x, y = cell.middle[0] - 18, cell.middle[1] - 16
            canvas.stencil(_stroke(), x, y, canvas.theme["cross"])


@lru_cache(maxsize=1)
def _stroke() -> Image.Image:
    """The stroke through a crossed-off number, as a mask of 36 by 32 pixels."""
    return smooth((36, 32), line((2 / 36, 29 / 36), (34 / 36, 3 / 36), width=5 / 36))


def _paint_boxes(canvas: Canvas, boxes: Sequence[Rect], hand: HandEnded) -> None:
    for seat, box in enumerate(boxes):
        at = Rect(box.x + 14, box.y + 5, box.w // 2, 42)
        width = canvas.text(canvas.words.number(hand.points[seat]), at, "small", "ink_muted")
        if hand.completed[seat]:
            canvas.shape("check", at.x + width + 10, box.y + 14, 24, canvas.theme["cross"])
        _paint_total(canvas, box, hand.totals[seat], "ink")


def _paint_label(canvas: Canvas, at: Rect, text: str) -> None:
    inside = Rect(at.x + 6, at.y, at.w - 10, at.h)
    canvas.text(text, inside, "small", "ink_muted", align="middle")


def _paint_total(canvas: Canvas, box: Rect, total: int, colour: str) -> None:
    at = Rect(box.x + 20, box.bottom - 50, box.w - 34, 42)
    canvas.text(canvas.words.number(total), at, "name", colour, align="right")


@dataclass(frozen=True, slots=True)
class _Finisher:
    """A seat at the end of the game and its place; ``phases`` is the number of phases played."""

    place: int
    won: bool
    seat: SeatView
    look: SeatLook
    phases: int

    def done(self, canvas: Canvas) -> str:
        completed = len(self.seat.completed)
        return canvas.words("pictures.phases_done", done=completed, phases=self.phases)

    def points(self, canvas: Canvas) -> str:
        return canvas.words.plural("pictures.points", self.seat.total)


def paint_podium(view: PlayerView, words: Words, looks: Sequence[SeatLook], theme: Theme) -> Canvas:
    """The best three on steps, the others below; without a result all share first place."""
    finishers = _finishers(view, looks)
    top = [finishers[n] for n in STEP_ORDER[min(ON_STEPS, len(finishers))]]
    rest = finishers[ON_STEPS:]
    layout = podium_layout([each.place for each in top], len(rest))
    canvas = Canvas(theme, words, layout.height)
    canvas.text(words("pictures.game_over"), layout.title, "title", "text", align="middle")
    _scatter(canvas, layout)
    for n, finisher in enumerate(top):
        _paint_step(canvas, layout.steps[n], finisher)
        _paint_person(canvas, layout.faces[n], layout.names[n], finisher)
    for box, finisher in zip(layout.others, rest, strict=True):
        _paint_other(canvas, box, finisher)
    return canvas


def _scatter(canvas: Canvas, layout: PodiumLayout) -> None:
    """Scatter card signs like confetti over the free space."""
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


def _finishers(view: PlayerView, looks: Sequence[SeatLook]) -> list[_Finisher]:
    """The seats by place, best first; tied seats share a place."""
    ranking = view.result.ranking if view.result else (tuple(range(len(view.seats))),)
    winners = view.result.winners if view.result else ()
    phases = len(view.phases)
    out: list[_Finisher] = []
    for tied in ranking:
        place = len(out) + 1
        for seat in tied:
            look = look_of(looks, seat)
            out.append(_Finisher(place, seat in winners, view.seats[seat], look, phases))
    return out


def _paint_step(canvas: Canvas, step: Rect, finisher: _Finisher) -> None:
    first = finisher.place == 1
    canvas.panel(step, "panel_turn" if first else "panel")
    figure = Rect(step.x, step.y + 8, step.w, 104)
    ink = "gold" if first else "muted"
    canvas.text(str(finisher.place), figure, "figure", ink, align="middle")
    points = Rect(step.x + 8, figure.bottom - 4, step.w - 16, 44)
    canvas.text(finisher.points(canvas), points, "small", "text", align="middle")
    done = Rect(points.x, points.bottom, points.w, 44)
    canvas.text(finisher.done(canvas), done, "small", "muted", align="middle")


def _paint_person(canvas: Canvas, face: Rect, name: Rect, finisher: _Finisher) -> None:
    seat = finisher.seat
    canvas.face(seat, face, finisher.look)
    if finisher.won:
        canvas.shape("crown", face.middle[0] - 38, face.y - 62, 76, canvas.theme["gold"])
    if finisher.look.computer and finisher.look.face is not None:
        mark(canvas, "robot", face.x, face.bottom - 46, "muted")
    canvas.text(seat.name, name, "name", "text", align="middle")


def _paint_other(canvas: Canvas, box: Rect, finisher: _Finisher) -> None:
    seat = finisher.seat
    canvas.panel(box, "panel")
    number = Rect(box.x + 12, box.y, 64, box.h)
    canvas.text(str(finisher.place), number, "number", "muted", align="middle")
    face = Rect(number.right + 8, box.y + 8, 68, 68)
    canvas.face(seat, face, finisher.look)
    if finisher.look.computer and finisher.look.face is not None:
        mark(canvas, "robot", face.right - 22, face.bottom - 42, "muted")
    name = Rect(face.right + 36, box.y, 400, box.h)
    canvas.text(seat.name, name, "name", "text")
    done = Rect(name.right + 12, box.y, 270, box.h)
    canvas.text(finisher.done(canvas), done, "small", "muted", align="right")
    points = Rect(done.right + 12, box.y, box.right - done.right - 40, box.h)
    canvas.text(finisher.points(canvas), points, "small", "text", align="right")
