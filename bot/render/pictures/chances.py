"""The picture of everybody's chances through a game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

from bot.analysis.review import Course
from bot.i18n import Words
from bot.i18n.standings import shown_name
from bot.render.engine.canvas import Avatar, Canvas, avatar_of
from bot.render.engine.design import Design
from bot.render.engine.geometry import WIDTH, Rect
from bot.render.pieces.chart import Axis, Chart, Curve, Position, paint_line

HEIGHT = 1040
MARGIN = 44
HEAD_HEIGHT = 150  # height of the title
LEGEND_ROW, FACE = 84, 64
COLUMNS = 2
LEFT, RIGHT, FOOT = 208, 84, 176
LINE, LINE_EDGE = 7, 4  # widths of a line and of its dark edges together
NUMBER, DOT, LEADER = 44, 14, 3  # of a turning point's disc, its dot and the line between
NUDGE = 4  # pixels by which a disc is moved at a time, until it is free
MOST_TICKS = 12
DASHES = (None, (22, 12), (8, 10))  # seats differ without their colours, too


@dataclass(frozen=True, slots=True)
class _Player:
    """Whose chances a line shows."""

    seat: int
    name: str


def paint_chances(
    design: Design, course: Course, names: Sequence[str], avatars: Sequence[Avatar] = ()
) -> Canvas:
    """A line for each seat from the first turn to the last, and the turning points with numbers."""
    words = design.words
    players = [_Player(seat, shown_name(words, name)) for seat, name in enumerate(names)]
    legend = -(-len(players) // COLUMNS) * LEGEND_ROW + 30
    canvas = Canvas(design, HEIGHT + legend)
    at = Rect(MARGIN + 8, 36, WIDTH - 2 * MARGIN - 16, 84)
    canvas.text(words("reviews.chances"), at, "title", "text")
    plot = Rect(
        LEFT, HEAD_HEIGHT + legend + 24, WIDTH - LEFT - RIGHT, HEIGHT - HEAD_HEIGHT - 24 - FOOT
    )
    shares = tuple((quarter / 4, words.percent(quarter / 4)) for quarter in range(5))
    places = _places(course)
    across = Axis(0, places[-1], _hands(course, places, words))
    chart = Chart(canvas, across, Axis(0, 1, shares), plot, legend + 24)
    chart.paint_grid()
    under = Rect(plot.x, plot.bottom + 66, plot.w, 48)
    canvas.text(words("reviews.hand_axis"), under, "small", "ink_muted", align="middle")
    for player in players:
        _paint_player(chart, player, avatars)
    for player in reversed(players):
        rows = zip(places, course.chances, strict=True)
        path = [chart.at(place, row[player.seat]) for place, row in rows]
        _paint_line(canvas, player.seat, path, plot)
    points = course.turning_points
    _paint_turning_points(
        chart, [chart.at(places[point.turn + 1], point.after) for point in points]
    )
    return canvas


def _places(course: Course) -> list[float]:
    """Where the chances are along the axis; half of its length is shared equally by the hands."""
    last = len(course.chances) - 1
    lengths = [after - first for first, after in pairwise((*course.hands, last))]
    steps = [1 / last + 1 / len(lengths) / length for length in lengths for _ in range(length)]
    return list(accumulate(steps, initial=0.0))


def _hands(course: Course, places: Sequence[float], words: Words) -> tuple[tuple[float, str], ...]:
    """Where hands begin, with the numbers of some of them."""
    step = -(-len(course.hands) // MOST_TICKS)
    return tuple(
        (places[first], words.number(hand))
        for hand, first in enumerate(course.hands, 1)
        if (hand - 1) % step == 0
    )


def _paint_line(canvas: Canvas, seat: int, path: Sequence[Position], area: Rect) -> None:
    """A line in the colour of a seat's face, with dark edges, as it lies on paper."""
    dash, theme = DASHES[seat // COLUMNS % len(DASHES)], canvas.theme
    for colour, width in (
        (theme["ink"], LINE + LINE_EDGE),
        (theme.seats[seat % len(theme.seats)], LINE),
    ):
        paint_line(canvas, path, Curve(colour, dash, width), area)


def _paint_player(chart: Chart, player: _Player, avatars: Sequence[Avatar]) -> None:
    """A face, a piece of the line, and the name."""
    canvas, width = chart.canvas, (WIDTH - 2 * MARGIN - 40) // COLUMNS
    row, column = divmod(player.seat, COLUMNS)
    x, y = MARGIN + 24 + column * width, HEAD_HEIGHT + 20 + row * LEGEND_ROW
    canvas.face(player, Rect(x, y, FACE, FACE), avatar_of(avatars, player.seat))
    sample = Rect(x + FACE + 14, y + FACE // 2, 90, 1)
    ends = [sample.corner, (sample.right, sample.y)]
    _paint_line(canvas, player.seat, ends, sample)
    canvas.text(player.name, Rect(x + FACE + 122, y, width - FACE - 140, FACE), "label", "ink")


def _paint_turning_points(chart: Chart, points: Sequence[Position]) -> None:
    """A numbered disc where the seat's line arrives, or above or below and joined to a dot."""
    canvas, boxes = chart.canvas, discs(points, chart.plot)
    for point, box in zip(points, boxes, strict=True):
        canvas.panel(_leader(point, box), "ink", 0)
        canvas.panel(_around(point, DOT), "ink", DOT // 2)
    for number, box in enumerate(boxes, 1):
        canvas.panel(box, "ink", NUMBER // 2)
        canvas.text(canvas.words.number(number), box, "small", "paper", align="middle")


def discs(points: Sequence[Position], area: Rect) -> list[Rect]:
    """Where the discs of points are: each at its point, or the nearest free place in its column."""
    dots = [_around(point, DOT) for point in points]
    placed: list[Rect] = []
    leaders: list[Rect] = []
    for place, point in enumerate(points):
        seen = [*placed, *dots[:place], *dots[place + 1 :]]
        free = [box for box in _column(point, area) if not _touches(box, seen)]
        # Among three turns in a row one line has to run behind another disc.
        clear = (
            box
            for box in free
            if not _touches(box, leaders) and not _touches(_leader(point, box), placed)
        )
        placed.append(next(clear, free[0]))
        leaders.append(_leader(point, placed[-1]))
    return placed


def _column(point: Position, area: Rect) -> Iterator[Rect]:
    """The disc at its point, then ever farther above and below it inside the area."""
    home = _around(point, NUMBER)
    yield home
    for distance in range(NUMBER, area.h, NUDGE):
        for y in (home.y - distance, home.y + distance):
            if area.y - NUMBER // 2 <= y <= area.bottom - NUMBER:
                yield Rect(home.x, y, NUMBER, NUMBER)


def _touches(box: Rect, others: Sequence[Rect]) -> bool:
    return any(box.overlaps(other) for other in others)


def _around(point: Position, size: int) -> Rect:
    return Rect(point[0] - size // 2, point[1] - size // 2, size, size)


def _leader(point: Position, box: Rect) -> Rect:
    """The line between a point and the middle of its disc."""
    top, bottom = sorted((point[1], box.middle[1]))
    return Rect(point[0] - LEADER // 2, top, LEADER, bottom - top)
