"""A member's statistics: wins, the way of the rating, the phases, the old rival, new medals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.cards.phases import TEN_PHASES
from bot.i18n.standings import hardest_phase, no_games, rating_way, shown_name, usual_phases
from bot.render.engine import WIDTH, Canvas, Design, Lamp, Rect
from bot.render.engine.canvas import Avatar
from bot.render.pieces.chart import Position, paint_chart_line
from bot.render.pieces.emblems import emblem
from bot.render.pieces.materials import Depicted, plate, slot
from bot.results.achievements import Grade
from bot.results.standings import MemberStats, PhaseRate, RatingPoint

MARGIN = 56
FACE = 264
THREAD = 352
CROWN = 60
END_FACE = 92
KNOT = 22
END_ROOM = 302  # the most for the newest rating, right of the face at the end of the thread
MOST_STITCHED = 36  # points that the thread goes through
CARD = 96
PITCH = 110
CORNER = 18
# how far cards stand out of the rack
LEAST_OUT = 84
MOST_OUT = 234
OUT_BY_PERCENT = 3
RAIL = 92
# the faces of rivals are as large as medals
LOW = 214
MEDAL = 144
SHELF = 72
FIT = ("figure", "title", "pile", "name")


def stats_layout(*, thread: bool, rack: bool, low: bool) -> tuple[Rect, Rect, Rect, Rect]:
    """The head, thread, rack, and rival with medals below each other; empty ones have no height."""
    width = WIDTH - 2 * MARGIN
    head = Rect(MARGIN, 54, width, FACE)
    way = Rect(MARGIN, head.bottom + 16, width, THREAD if thread else 0)
    cards = Rect(14, way.bottom + 14, WIDTH - 28, MOST_OUT + RAIL if rack else 0)
    under = Rect(MARGIN, cards.bottom + (28 if rack else 10), width, LOW if low else 0)
    return head, way, cards, under


def paint_stats(design: Design, stats: MemberStats, avatars: Sequence[Avatar] = ()) -> Canvas:
    """A member's statistics; the avatars are theirs and their rival's."""
    words = design.words.about(stats.game_type)
    _, way = rating_way(stats)
    head, thread, rack, low = stats_layout(
        thread=bool(way),
        rack=any(rate.tried for rate in usual_phases(stats).values()) or not stats.games,
        low=bool(stats.rivals or stats.medals),
    )
    height = low.bottom + 40
    lamp = Lamp(0.26, 200 / height, 500, 0.66)
    people = [stats.user_id, *(rival.user_id for rival in stats.rivals)]
    faces = dict(zip(people, avatars, strict=False))
    canvas = Canvas(replace(design, words=words), height, lamp, faces)
    _paint_head(canvas, stats, head)
    if way:
        _paint_way(canvas, stats, thread)
    if rack.h:
        _paint_rack(canvas, stats, rack)
    if stats.rivals:
        _paint_rival(canvas, stats, low)
    if stats.medals:
        _paint_medals(canvas, stats, low)
    return canvas


def _paint_head(canvas: Canvas, stats: MemberStats, at: Rect) -> None:
    words = canvas.words
    canvas.face(Depicted(stats.user_id, stats.name), Rect(at.x, at.y, FACE, FACE))
    left = at.x + FACE + 44
    name = Rect(left, at.y - 4, at.right - left, 68)
    canvas.text(shown_name(words, stats.name), name, "pile", "muted")
    hero = Rect(left, name.bottom - 2, name.w, 130)
    below = Rect(left, hero.bottom + 16, name.w, 56)
    if not stats.games:
        _paint_nothing_yet(canvas, Rect(left, name.bottom + 14, name.w, 62))
        return
    counted = stats.wins or stats.games
    kind = "wins" if stats.wins else "games"
    _paint_hero(canvas, counted, words.plural(f"standings.tile.{kind}", counted), hero)
    share = words.percent(stats.wins / stats.games)
    line = words.plural("standings.of_games", stats.games, share=share)
    canvas.text(line if stats.wins else words("standings.no_win"), below, "small", "muted")


def _paint_nothing_yet(canvas: Canvas, line: Rect) -> None:
    title, more = no_games(canvas.words)
    low = canvas.column(canvas.lines(title, "pile", line.w), line, "pile", "text")
    lines = canvas.lines(more, "small", line.w)
    canvas.column(lines, replace(line, y=low), "small", "muted")


def _paint_hero(canvas: Canvas, count: int, unit: str, at: Rect) -> None:
    """The largest fact: a number and, on its line, its unit."""
    styles = canvas.theme.styles
    width = canvas.text(canvas.words.number(count), at, "alarm", "text")
    room = at.after(width + 28)
    style = canvas.design.fitting(unit, FIT, room.w)
    # Both stand on one line, although the letters are smaller.
    drop = round((styles["alarm"][1] - styles[style][1]) * 0.36)
    canvas.text(unit, Rect(room.x, room.y + drop, room.w, room.h), style, "text")


def _paint_way(canvas: Canvas, stats: MemberStats, at: Rect) -> None:
    """The rating as a thread: where it began, its peak, and the face at its end."""
    alone, history = rating_way(stats)
    points = way_points(history)
    words = canvas.words
    newest = canvas.width(words.number(points[-1].rating), FIT[0])
    unit = canvas.width(words("standings.tile.rating"), "small") + (60 if alone else 0)
    room = min(END_ROOM, max(newest, unit) + 2)
    wide = at.w - 26 - END_FACE - room
    plot = Rect(at.x + 10, at.y + CROWN + 26, wide, at.h - CROWN - 26 - 84)
    path = way_path([point.rating for point in points], plot)
    paint_chart_line(canvas, path, plot)
    last = len(points) - 1
    peak = max(range(last + 1), key=lambda n: (points[n].rating, n))
    face = Rect(path[-1][0] - 4, path[-1][1] - END_FACE // 2, END_FACE, END_FACE)
    if 0 < peak < last:
        _paint_peak(canvas, path[peak], points[peak].rating, face.x)
    below = Rect(at.x, at.bottom - 66, plot.w, 56)
    _paint_start(canvas, path[0], points[0], below, highest=peak == 0)
    canvas.face(Depicted(stats.user_id, stats.name), face)
    if peak == last:
        canvas.shape("crown", face.middle[0] - CROWN // 2, face.y - CROWN, CROWN, "gold")
    _paint_newest(canvas, stats, face, gold=peak == last)


def _paint_start(
    canvas: Canvas, at: Position, point: RatingPoint, line: Rect, *, highest: bool
) -> None:
    """The first rating and its month, crowned and above the thread if it only fell since."""
    canvas.disc(*at, KNOT, "text")
    if highest:
        above = Rect(line.x, at[1] - KNOT - line.h, line.w, line.h)
        line = canvas.shape_before("crown", above, CROWN, "gold", 12)
    ink = "gold" if highest else "text"
    used = canvas.text(canvas.words.number(point.rating), line, "name", ink)
    canvas.text(canvas.words.date(point.at, "yMMM"), line.after(used + 16), "small", "muted")


def _paint_newest(canvas: Canvas, stats: MemberStats, face: Rect, *, gold: bool) -> None:
    """The newest rating right of the face; a robot marks that of games with computers."""
    words = canvas.words
    alone, points = rating_way(stats)
    at = Rect(face.right + 20, face.y - 18, WIDTH - MARGIN - face.right - 20, 76)
    newest = words.number(points[-1].rating)
    canvas.fit(newest, at, FIT, "gold" if gold else "text")
    line = Rect(at.x, at.bottom + 8, at.w, 56)
    if alone:
        line = canvas.shape_before("robot", line, 48, "muted", 12)
    canvas.text(words("standings.tile.rating"), line, "small", "muted")


def _paint_peak(canvas: Canvas, at: Position, rating: int, limit: int) -> None:
    """A crown above the highest rating, which stands at the side that has room."""
    crown = Rect(min(at[0] - CROWN // 2, limit - CROWN - 12), at[1] - CROWN - 22, CROWN, CROWN)
    number = canvas.words.number(rating)
    width = canvas.width(number, "pile") + 1
    before = crown.x - 12 - width
    left = before if before >= MARGIN else crown.right + 12
    canvas.shape("crown", *crown.corner, CROWN, "gold")
    canvas.text(number, Rect(left, crown.y + 2, width, CROWN), "pile", "gold")


def way_points(history: Sequence[RatingPoint]) -> list[RatingPoint]:
    """Some of the ratings, evenly spaced, with the first, the highest and the last."""
    last = len(history) - 1
    steps = min(last, MOST_STITCHED)
    places = {round(n * last / steps) for n in range(steps + 1)}
    places.add(max(range(len(history)), key=lambda n: history[n].rating))
    return [history[n] for n in sorted(places)]


def way_path(ratings: Sequence[int], plot: Rect) -> list[Position]:
    """Where a thread through ratings lies: game after game, the highest at the top."""
    low, high = min(ratings), max(ratings)
    rise = plot.h / max(40, high - low)  # a few points are no mountain
    return [
        (plot.x + plot.w * n // (len(ratings) - 1), round(plot.bottom - (rating - low) * rise))
        for n, rating in enumerate(ratings)
    ]


def _paint_rack(canvas: Canvas, stats: MemberStats, at: Rect) -> None:
    """A card for each phase, the farther out of the rack the more often it was laid."""
    words = canvas.words
    rates = usual_phases(stats)
    hardest = hardest_phase(stats)
    rail = Rect(at.x, at.bottom - RAIL, at.w, RAIL)
    left = at.x + (at.w - PITCH * (len(TEN_PHASES) - 1) - CARD) // 2
    for n, out in enumerate(heights([rates.get(phase) for phase in TEN_PHASES])):
        card = Rect(left + PITCH * n, rail.y - (out or LEAST_OUT), CARD, (out or LEAST_OUT) + 16)
        _paint_card(canvas, card, n, laid=bool(out), hard=hardest == TEN_PHASES[n])
    plate(canvas, rail, 18)
    line = Rect(MARGIN, rail.y, WIDTH - 2 * MARGIN, rail.h)
    used = canvas.text(words("standings.laid"), line, "name", "text")
    if hardest is not None:
        rate = rates[hardest]
        number = words.number(TEN_PHASES.index(hardest) + 1)
        share = words.percent(rate.completed / rate.tried)
        hard = words("standings.hardest", number=number, share=share)
        canvas.text(hard, line.after(used + 30), "small", "text", align="right")


def _paint_card(canvas: Canvas, card: Rect, place: int, *, laid: bool, hard: bool) -> None:
    """A card with its number; a stitched hollow if its phase was never tried."""
    number = canvas.words.number(place + 1)
    top = Rect(card.x, card.y + 4, card.w, LEAST_OUT - 8)
    if not laid:
        slot(canvas, card)
        canvas.text(number, top, "pile", "muted", align="middle")
        return
    # Its shadow would be another one for each height, and is hardly seen.
    layers = [(0, "paper_line"), (2, "paper")]
    if hard:
        layers.append((6, "enamel"))
    for inset, colour in layers:
        canvas.panel(card.grown(-inset), colour, CORNER - inset)
    canvas.text(number, top, "pile", "paper" if hard else "ink", align="middle")


def heights(rates: Sequence[PhaseRate | None]) -> list[int]:
    """How far each card stands out of the rack; 0 for a phase that was never tried."""
    shares = [
        100 * rate.completed / rate.tried if rate is not None and rate.tried else None
        for rate in rates
    ]
    tried = [share for share in shares if share is not None]
    lowest = min(tried, default=0)
    spread = max(tried, default=0) - min(tried, default=0)
    scale = min(OUT_BY_PERCENT, (MOST_OUT - LEAST_OUT) / spread) if spread else 0
    least = LEAST_OUT if spread else (LEAST_OUT + MOST_OUT) // 2
    return [0 if share is None else least + round((share - lowest) * scale) for share in shares]


def _paint_rival(canvas: Canvas, stats: MemberStats, low: Rect) -> None:
    rival = stats.rivals[0]
    words = canvas.words
    wide = low.w - (_medals_width(canvas, stats) + 44 if stats.medals else 0)
    at = Rect(low.x, low.y, wide, MEDAL)
    both = f"{words.number(rival.ahead)} : {words.number(rival.behind)}"
    score = Rect(at.x + MEDAL + 20, at.y, at.w - 2 * MEDAL - 40, MEDAL)
    mine, theirs = (Rect(x, at.y, MEDAL, MEDAL) for x in (at.x, at.right - MEDAL))
    line = words("standings.versus", name=shown_name(words, rival.name))
    _paint_shelf(canvas, line, at)
    canvas.face(Depicted(stats.user_id, stats.name), mine)
    canvas.face(Depicted(rival.user_id, rival.name), theirs)
    canvas.fit(both, score, FIT, "text", align="middle")


def _paint_shelf(canvas: Canvas, line: str, above: Rect) -> None:
    box = Rect(above.x, above.bottom - 6, above.w, SHELF)
    plate(canvas, box, 18)
    canvas.text(line, Rect(box.x + 18, box.y, box.w - 36, box.h), "small", "text", align="middle")


def _medals_width(canvas: Canvas, stats: MemberStats) -> int:
    count = len(stats.medals)
    label = canvas.words.plural("standings.medals", count)
    return max(canvas.width(label, "small") + 44, MEDAL * count + 14 * (count - 1))


def _paint_medals(canvas: Canvas, stats: MemberStats, low: Rect) -> None:
    count = len(stats.medals)
    width = _medals_width(canvas, stats)
    left = low.right - width if stats.rivals else low.x + (low.w - width) // 2
    label = canvas.words.plural("standings.medals", count)
    _paint_shelf(canvas, label, Rect(left, low.y, width, MEDAL))
    x = left + (width - MEDAL * count - 14 * (count - 1)) // 2
    for medal in stats.medals:
        sprite = emblem(canvas.theme, medal.name, Grade(medal.grade), MEDAL)
        canvas.sprite(sprite, x, low.y, over=True)
        x += MEDAL + 14
