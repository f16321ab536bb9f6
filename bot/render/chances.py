"""The picture of everybody's chances through a game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.analysis.review import Course
from bot.i18n import Words
from bot.i18n.standings import shown_name

from .canvas import Canvas, SeatLook, look_of
from .charts import Axis, Chart, Curve, Position, paint_line
from .layout import WIDTH, Rect
from .theme import Theme

HEIGHT = 1040
MARGIN = 44
HEAD = 150  # height of the title
LEGEND_ROW, FACE = 84, 64
COLUMNS = 2
LEFT, RIGHT, FOOT = 208, 84, 176
LINE, EDGE = 7, 4  # widths of a line and of its dark edges together
NUMBER = 44  # of the disc of a turning point
MOST_TICKS = 12
DASHES = (None, (22, 12), (8, 10))  # seats differ without their colours, too


@dataclass(frozen=True, slots=True)
class _Player:
    """Whose chances a line shows."""

    seat: int
    name: str


def paint_chances(
    course: Course, names: Sequence[str], looks: Sequence[SeatLook], words: Words, theme: Theme
) -> Canvas:
    """A line for each seat from the first turn to the last, and the turning points with numbers."""
    players = [_Player(seat, shown_name(words, name)) for seat, name in enumerate(names)]
    rows = -(-len(players) // COLUMNS)
    legend = rows * LEGEND_ROW + 30
    canvas = Canvas(theme, words, HEIGHT + legend)
    at = Rect(MARGIN + 8, 36, WIDTH - 2 * MARGIN - 16, 84)
    canvas.text(words("reviews.chances"), at, "title", "text")
    plot = Rect(LEFT, HEAD + legend + 24, WIDTH - LEFT - RIGHT, HEIGHT - HEAD - 24 - FOOT)
    shares = tuple((quarter / 4, words.percent(quarter / 4)) for quarter in range(5))
    across = Axis(0, len(course.chances) - 1, _hands(course, words))
    chart = Chart(canvas, across, Axis(0, 1, shares), plot, legend + 24)
    chart.paint_grid()
    under = Rect(plot.x, plot.bottom + 66, plot.w, 48)
    canvas.text(words("reviews.hand_axis"), under, "small", "ink_muted", align="middle")
    for player in players:
        _paint_player(chart, player, looks)
    for player in reversed(players):
        path = [chart.at(turn, row[player.seat]) for turn, row in enumerate(course.chances)]
        _paint_line(canvas, player.seat, path, plot)
    _paint_turning_points(chart, course)
    return canvas


def _hands(course: Course, words: Words) -> tuple[tuple[float, str], ...]:
    """Where hands begin, with the numbers of some of them."""
    step = -(-len(course.hands) // MOST_TICKS)
    return tuple(
        (first, words.number(hand))
        for hand, first in enumerate(course.hands, 1)
        if (hand - 1) % step == 0
    )


def _paint_line(canvas: Canvas, seat: int, path: Sequence[Position], area: Rect) -> None:
    """A line in the colour of a seat's face, with dark edges, as it lies on paper."""
    dash, theme = DASHES[seat // COLUMNS % len(DASHES)], canvas.theme
    for colour, width in (
        (theme["ink"], LINE + EDGE),
        (theme.seats[seat % len(theme.seats)], LINE),
    ):
        paint_line(canvas, path, Curve("", (), colour, "circle", dash, width), area)


def _paint_player(chart: Chart, player: _Player, looks: Sequence[SeatLook]) -> None:
    """A face, a piece of the line, and the name."""
    canvas, width = chart.canvas, (WIDTH - 2 * MARGIN - 40) // COLUMNS
    row, column = divmod(player.seat, COLUMNS)
    x, y = MARGIN + 24 + column * width, HEAD + 20 + row * LEGEND_ROW
    canvas.face(player, Rect(x, y, FACE, FACE), look_of(looks, player.seat))
    sample = Rect(x + FACE + 14, y + FACE // 2, 90, 1)
    ends = [sample.corner, (sample.right, sample.y)]
    _paint_line(canvas, player.seat, ends, sample)
    canvas.text(player.name, Rect(x + FACE + 122, y, width - FACE - 140, FACE), "label", "ink")


def _paint_turning_points(chart: Chart, course: Course) -> None:
    """A numbered disc where the seat's line arrives, pushed aside where another one is."""
    taken: list[Rect] = []
    for number, point in enumerate(course.turning_points, 1):
        x, y = chart.at(point.turn + 1, point.after)
        box = Rect(x - NUMBER // 2, y - NUMBER // 2, NUMBER, NUMBER)
        while any(box.overlaps(other) for other in taken):
            box = Rect(box.x - NUMBER - 4, box.y, NUMBER, NUMBER)
        taken.append(box)
        canvas = chart.canvas
        canvas.panel(box, "ink", NUMBER // 2)
        canvas.text(canvas.words.number(number), box, "small", "paper", align="middle")
