"""The picture of a rating over time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

from PIL import Image, ImageDraw

from bot.daily.calendar import date_of
from bot.i18n import Words
from bot.i18n.standings import shown_name
from bot.render.engine.canvas import Canvas
from bot.render.engine.design import Design
from bot.render.engine.geometry import WIDTH, Rect
from bot.render.engine.shapes import stepped
from bot.render.engine.theme import Theme
from bot.render.pieces.chart import (
    CURVE_SCALE,
    MARGIN,
    MARKER,
    SMALL_MARKER,
    Axis,
    Chart,
    Curve,
    Position,
    draw_curve,
    paint_line,
)
from bot.scores.results import MemberStats, RatingPoint

YEAR = 300 * 86_400  # seconds; from this span on, labels of months include the year
ONE_SITTING = 36 * 3600  # seconds; games within it are spaced evenly, not by time
STEPS = (5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000)
DAY_STEPS = (1, 2, 3, 7, 14)
MONTH_STEPS = (1, 2, 3, 6, 12, 24, 60, 120, 240, 480)
GAME_STEPS = (1, 2, 5, 10, 20, 50)
MOST_TICKS, MOST_WITH_YEARS = 5, 4
LEAST_SPAN = 40  # rating points from the lowest to the highest line
ROOM_BY_POINT = 26  # pixels that a point with a marker needs
END_LABEL = 50
HEIGHT = 984
LEFT, RIGHT, TOP, FOOT = 204, 226, 386, 124
LEGEND = 226  # upper edge of the names of the curves
LEGEND_LINE = 58
CAPTION = 46  # height of the line below the numbers of games


def paint_rating_chart(design: Design, stats: MemberStats) -> Canvas:
    """One curve for games among people, one with computer players, of a member with a rating."""
    words = design.words.about(stats.system)
    curves = [curve for curve in _curves(stats, design.theme) if curve.points]
    assert curves, "only for members with a rating"
    # A game of several people with computer players is a point of both curves.
    moments = sorted({point.at for curve in curves for point in curve.points})
    sitting = moments[-1] - moments[0] <= ONE_SITTING
    across = game_axis(words, len(moments)) if sitting else time_axis(words, moments)
    ratings = [point.rating for curve in curves for point in curve.points]
    canvas = Canvas(replace(design, words=words), HEIGHT)
    _paint_head(canvas, stats, moments)
    foot = FOOT + (CAPTION if sitting else 0)
    plot = Rect(LEFT, TOP, WIDTH - LEFT - RIGHT, HEIGHT - TOP - foot)
    chart = Chart(canvas, across, rating_axis(words, ratings), plot, TOP - LEGEND + 22)
    chart.paint_grid()
    _paint_legend(canvas, curves)
    if sitting:
        under = Rect(chart.plot.x, chart.plot.bottom + 60, chart.plot.w, 48)
        one = len(moments) == 1
        caption = words.plural("standings.games", 1) if one else words("standings.game_axis")
        canvas.text(caption, under, "small", "ink_muted", align="middle")
    number = {at: n for n, at in enumerate(moments, 1)}
    _paint_curves(chart, curves, lambda point: number[point.at] if sitting else point.at)
    return canvas


def _curves(stats: MemberStats, theme: Theme) -> tuple[Curve, Curve]:
    """Both curves, the dashed one first, so that the other lies on top."""
    return (
        Curve(
            "standings.computers",
            stats.computer_rating_history,
            theme["back"],
            "diamond",
            (18, 12),
            7,
        ),
        Curve("standings.people", stats.rating_history, theme["cross"], "circle", None, 8),
    )


def rating_axis(words: Words, ratings: Sequence[int]) -> Axis:
    """Round ratings from below the lowest to above the highest."""
    lowest, highest = min(ratings), max(ratings)
    spare = max(0, LEAST_SPAN - (highest - lowest)) / 2
    low, high = lowest - spare, highest + spare
    for step in STEPS:
        first, last = int(low // step), int(-(-high // step))
        if last - first <= MOST_TICKS:
            break
    ticks = tuple((n * step, words.number(n * step)) for n in range(first, last + 1))
    return Axis(first * step, last * step, ticks)


def game_axis(words: Words, games: int) -> Axis:
    """Evenly spaced games; the first and round numbers are labelled, and a single game is not."""
    if games == 1:
        return Axis(0.5, 1.5, ())
    step = next((games_apart for games_apart in GAME_STEPS if games / games_apart <= 8), games)
    numbers = [n for n in range(1, games + 1) if n % step == 0 or (n == 1 and step < 5)]
    ticks = tuple((n, words.number(n)) for n in numbers)
    return Axis(1, games, ticks)


def time_axis(words: Words, moments: Sequence[float]) -> Axis:
    """Real time; a few days, or first days of months, are labelled."""
    first, last = moments[0], moments[-1]
    start, end = map(date_of, (first, last))
    start += timedelta(days=1)  # its midnight is inside
    if (days := _days(start, end)) is not None:
        skeleton = "MMMd"
    elif last - first < YEAR:
        days, skeleton = _months(start, end, MOST_TICKS), "MMM"
    else:
        days, skeleton = _months(start, end, MOST_WITH_YEARS), "yMMM"
    ticks = tuple((_start(day), words.date(_start(day), skeleton)) for day in days)
    return Axis(first, last, ticks)


def _days(start: date, end: date) -> list[date] | None:
    """A few days in a span, spaced by one of DAY_STEPS; None if the span is too long."""
    span = (end - start).days
    for step in DAY_STEPS:
        if span // step < MOST_TICKS:
            return [start + timedelta(days=n) for n in range(span % step // 2, span + 1, step)]
    return None


def _months(start: date, end: date, most: int) -> list[date]:
    """First days of months in a span, ``most`` at most."""
    firsts = range(start.year * 12 + start.month - (start.day == 1), end.year * 12 + end.month)
    step = next(months for months in MONTH_STEPS if len(firsts) <= months * most)
    return [date(month // 12, month % 12 + 1, 1) for month in firsts if month % step == 0]


def _start(day: date) -> float:
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()


def _paint_head(canvas: Canvas, stats: MemberStats, moments: Sequence[float]) -> None:
    words = canvas.words
    title = Rect(MARGIN + 8, 40, WIDTH - 2 * MARGIN - 16, 84)
    heading = words("standings.rating_of", name=shown_name(words, stats.name))
    canvas.text(heading, title, "title", "text")
    under = Rect(title.x, title.bottom + 4, title.w, 54)
    canvas.text(words.dates(moments[0], moments[-1]), under, "label", "muted")


def _paint_legend(canvas: Canvas, curves: Sequence[Curve]) -> None:
    """Draw a piece of each curve with its name."""
    x = MARGIN + 28
    for n, curve in enumerate(reversed(curves)):
        y = LEGEND + n * LEGEND_LINE
        stroke = Image.new("L", (92 * CURVE_SCALE, 24 * CURVE_SCALE))
        ends = [(0, 12), (92, 12)]
        draw_curve(ImageDraw.Draw(stroke), ends, curve)
        canvas.stencil(stepped(stroke.reduce(CURVE_SCALE)), x, y + 12, curve.colour)
        _mark(canvas, curve, (x + 46, y + 24))
        at = Rect(x + 116, y, WIDTH - 2 * MARGIN - 172, 48)
        canvas.text(canvas.words(curve.label), at, "small", "ink")


def _mark(canvas: Canvas, curve: Curve, at: Position, size: int = MARKER) -> None:
    canvas.shape(curve.marker, at[0] - size // 2, at[1] - size // 2, size, curve.colour)


def _paint_curves(
    chart: Chart, curves: Sequence[Curve], x_of: Callable[[RatingPoint], float]
) -> None:
    """The curves, their markers where there is room, and the newest rating of each."""
    ends: list[tuple[Position, Curve]] = []
    for curve in curves:
        path = [chart.at(x_of(point), point.rating) for point in curve.points]
        paint_line(chart.canvas, path, curve, chart.plot)
        if len(path) * ROOM_BY_POINT <= path[-1][0] - path[0][0]:
            for point in path:
                _mark(chart.canvas, curve, point)
        ends.append((path[-1], curve))
    tops = apart([end[1] - END_LABEL // 2 for end, _ in ends])
    for (end, curve), top in zip(ends, tops, strict=True):
        _mark(chart.canvas, curve, end, MARKER + 10)
        left, middle = chart.plot.right + 16, top + END_LABEL // 2
        _mark(chart.canvas, curve, (left + SMALL_MARKER // 2, middle), SMALL_MARKER)
        left += SMALL_MARKER + 10
        at = Rect(left, top, WIDTH - MARGIN - 8 - left, END_LABEL)
        label = chart.canvas.words.number(curve.points[-1].rating)
        chart.canvas.text(label, at, "strong", "ink")


def apart(tops: Sequence[int]) -> list[int]:
    """Upper edges of labels, moved so that no two of at most two overlap."""
    if len(tops) < 2 or abs(tops[0] - tops[1]) >= END_LABEL:
        return list(tops)
    middle, half = sum(tops) // 2, END_LABEL // 2
    upper, lower = middle - half, middle + half
    return [upper, lower] if tops[0] < tops[1] else [lower, upper]
