"""The picture of everybody's chances through a game: the threads of the winner and the reader."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from math import dist, log2
from operator import itemgetter
from typing import NamedTuple

from bot.chances.review import Course, TurningPoint
from bot.i18n.phrases import clip
from bot.i18n.reviews import deed
from bot.i18n.standings import shown_name
from bot.render.engine import WIDTH, AvatarsBySeat, Canvas, Design, Lamp, Rect
from bot.render.pieces.chart import ChartLine, Position, paint_chart_line
from bot.render.pieces.materials import Depicted, paper, plate, seam

MARGIN = 56
TITLE = Rect(MARGIN, 48, WIDTH - 2 * MARGIN, 88)
PLOT = Rect(200, 344, 828, 408)
SEWN = Rect(PLOT.x - 12, PLOT.y, PLOT.w + 82, PLOT.h)  # with the ends of threads below faces
ABOVE_FLOOR = Rect(PLOT.x, TITLE.bottom, PLOT.w, PLOT.bottom - TITLE.bottom)
FLOOR = Rect(14, PLOT.bottom + 100, WIDTH - 28, 92)
HEIGHT = FLOOR.bottom + 34
# at the end of a thread
FACE = 140
CROWN = 80
NAME_GAP = 12  # from the seam of a face to its name, and from the face
MOST_TAGS = 2
LONGEST_NAME = 12
# height, the longest name, and at each end of the words
TAG = 76
TAG_NAME = 340
TAG_PAD = 22
DEED = 48  # the height of a line below the winner's name
TAG_FACE = 64
# how large a point is, and how far tags stay from points and threads
DOT = 26
CLEAR = 24
STEP = 24  # of the search for a free place
MOST_STITCHED = 80  # points that a thread goes through, about
SMOOTHED = 36  # turns between which jumps are softened, in the length of a game
MOST_HANDS = 10  # numbers on the floor
WINNER = ChartLine("gold")
LEADER = ChartLine(width=5, stitches=(22, 11), lit=False)
TOLD = ChartLine("thread", 6, (20, 11), lit=False)  # of somebody else whose deed is on a tag
OTHER = ChartLine("line", 5, (20, 14), lit=False)


def paint_chances(
    design: Design,
    course: Course,
    names: Sequence[str],
    avatars: AvatarsBySeat = (),
    reader: int | None = None,
) -> Canvas:
    """Everybody's thread, with names, and the turns that decided for the reader or changed most."""
    words = design.words
    players = [Depicted(seat, shown_name(words, name)) for seat, name in enumerate(names)]
    winner = max(range(len(players)), key=lambda seat: course.chances[-1][seat])
    named = [winner] if reader is None or reader == winner else [winner, reader]
    places = _places(course)
    paths = [chance_path(course, places, seat) for seat in range(len(players))]
    sewn = [[*path[: -1 : 1 + len(path) // MOST_STITCHED], path[-1]] for path in paths]
    deeds = [*_deeds(design, course, paths, players, named)]
    canvas = Canvas(design, HEIGHT, Lamp(0.44, 0.42, 800, 0.42), avatars)
    title = TITLE.x + canvas.text(words("reviews.chances"), TITLE, "title", "text")
    taken = [_paint_half(canvas, len(players))]
    told = [told.seat for told in deeds if told.seat not in named][:1]
    deeds += _names(paths, players, {*named, *(told.seat for told in deeds)})
    quiet = [seat for seat in range(len(players)) if seat not in (*named, *told)]
    for seat in (*quiet, *told, *reversed(named)):
        thread = TOLD if seat in told else OTHER
        if seat in named:  # the crowned thread is gold, the reader's has the colour of the face
            colour = canvas.seat_colour(players[seat])
            thread = WINNER if seat == winner else ChartLine(colour, 8, (20, 11), lit=False)
        path = [*sewn[seat], *([_face(paths[seat][-1]).middle] if seat in named else [])]
        paint_chart_line(canvas, path, SEWN, thread)
    _paint_floor(canvas, course, places)
    last = [told for told in deeds if told.seat == winner and told.at == paths[winner][-1]]
    taken += [_paint_end(canvas, players[seat], paths[seat][-1], TAG_NAME) for seat in named[1:]]
    room = WIDTH - MARGIN - 2 * TAG_PAD - title
    taken.append(_paint_end(canvas, players[winner], paths[winner][-1], room, last))
    _paint_turns(canvas, [told for told in deeds if told not in last], players, sewn, taken)
    return canvas


def _places(course: Course) -> list[float]:
    """Where the chances are along the floor, 0 to 2; half of it is shared equally by the hands."""
    last = len(course.chances) - 1
    lengths = [after - first for first, after in pairwise((*course.hands, last))]
    steps = [1 / last + 1 / len(lengths) / length for length in lengths for _ in range(length)]
    return list(accumulate(steps, initial=0.0))


def chance_path(course: Course, places: Sequence[float], seat: int) -> list[Position]:
    """The way of a seat's chance, from the floor (0) up to the highest seam (1)."""
    chances = [row[seat] for row in course.chances]
    last = len(chances) - 1
    path = []
    for turn, place in enumerate(places):
        near = min(turn, last - turn, last // SMOOTHED)
        around = chances[turn - near : turn + near + 1]
        x = PLOT.x + PLOT.w * place / places[-1]
        path.append((round(x), _height(sum(around) / len(around), len(course.chances[0]))))
    return path


def _height(chance: float, players: int) -> int:
    """Where a chance is from the top of the picture; an even one is in the middle of the field."""
    share: float = chance ** (1 / log2(players))
    return PLOT.bottom - round(PLOT.h * share)


def _paint_half(canvas: Canvas, players: int) -> Rect:
    """A seam across the cloth at a chance of a half, its label at the left; returns the label."""
    y = _height(0.5, players)
    share = canvas.words.percent(0.5)
    wide = canvas.width(share, "small") + 1
    label = Rect(PLOT.x - 18 - wide, y - 28, wide, 56)
    canvas.text(share, label, "small", "muted")
    seam(canvas, PLOT.x, y - 1, PLOT.w)
    return label


def _paint_floor(canvas: Canvas, course: Course, places: Sequence[float]) -> None:
    plate(canvas, FLOOR, 18)
    words = canvas.words
    line = Rect(MARGIN, FLOOR.y, WIDTH - 2 * MARGIN, FLOOR.h)
    label = words("reviews.hand_axis")
    end = line.right - 24 - canvas.text(label, line, "small", "text", align="right")
    step = -(-len(course.hands) // MOST_HANDS)
    free = 0
    for hand, first in list(enumerate(course.hands, 1))[::step]:
        number = words.number(hand)
        width = canvas.width(number, "name") + 1
        left = round(PLOT.x + PLOT.w * places[first] / places[-1])
        if free <= left and left + width <= end:
            canvas.text(number, Rect(left, FLOOR.y, width, FLOOR.h), "name", "text")
            free = left + width + 20


def _face(end: Position) -> Rect:
    return Rect(end[0] - 4, end[1] - FACE // 2, FACE, FACE)


def _paint_end(
    canvas: Canvas, player: Depicted, end: Position, room: int, won: Sequence[_Deed] | None = None
) -> Rect:
    """The face at the end of a thread and the name on a tag; returns the tag.

    The winner's has the deed that ``won`` and is above the crown, that of another below the seam
    of the face: no thread is there.
    """
    face = _face(end)
    name = canvas.lines(player.name, "name", room)[0]
    canvas.face(player, face, gold=won is not None)
    lines = [(name, "name", "ink"), *((told.text, "small", "ink_muted") for told in won or ())]
    width = min(room, max(canvas.width(line, style) for line, style, _ in lines) + 1) + 2 * TAG_PAD
    tag = Rect(face.x - NAME_GAP - width, end[1] + NAME_GAP, width, TAG + DEED * (len(lines) - 1))
    if won is not None:
        canvas.shape("crown", face.middle[0] - CROWN // 2, face.y - CROWN + 2, CROWN, "gold")
        tag = replace(tag, x=face.right - width, y=face.y - CROWN - NAME_GAP - tag.h)
    paper(canvas, tag)
    for n, (line, style, ink) in enumerate(lines):
        at = Rect(tag.x + TAG_PAD, tag.y + DEED * n, width - 2 * TAG_PAD, TAG)
        canvas.text(line, at, style, ink)
    return tag


class _Deed(NamedTuple):
    """The words of a tag, and where the tag belongs."""

    at: Position  # the turn on the seat's thread
    seat: int
    text: str


def _deeds(
    design: Design,
    course: Course,
    paths: Sequence[Sequence[Position]],
    players: Sequence[Depicted],
    named: Sequence[int],
) -> Iterator[_Deed]:
    """The turns that changed the most, with the deed, or else the change of a chance.

    The turn that decided for the reader, who is named last, is the first one.
    """
    words = design.words
    points = sorted(course.turning_points, key=lambda point: -abs(_change(point)))
    own = [point for point in course.deciding[named[-1] : named[-1] + 1] if point is not None]
    points = [*own, *(point for point in points if point.turn not in {each.turn for each in own})]
    for point in points[:MOST_TAGS]:
        seat, text = deed(words, point) or (point.seat, words.change(_change(point)))
        name = "" if seat in named else clip(players[seat].name, LONGEST_NAME)
        yield _Deed(paths[seat][point.turn + 1], seat, f"{name} {text}".strip())


def _names(
    paths: Sequence[Sequence[Position]], players: Sequence[Depicted], known: Container[int]
) -> Iterator[_Deed]:
    """The names of all others at the highest points of their threads."""
    for seat, path in enumerate(paths):
        if seat not in known:
            yield _Deed(
                min(path[1:-1] or path, key=itemgetter(1)),
                seat,
                clip(players[seat].name, LONGEST_NAME),
            )


def _change(point: TurningPoint) -> float:
    return point.after - point.before


def _paint_turns(
    canvas: Canvas,
    deeds: Sequence[_Deed],
    players: Sequence[Depicted],
    sewn: Sequence[Sequence[Position]],
    taken: Sequence[Rect],
) -> None:
    points = [told.at for told in deeds]
    before = TAG_FACE + 18
    widths = [canvas.width(told.text, "name") + before + TAG_PAD + 6 for told in deeds]
    boxes = tags(points, widths, sewn, taken)
    for told, (x, y), box in zip(deeds, points, boxes, strict=True):
        paint_chart_line(canvas, [_nearest(box, (x, y)), (x, y)], ABOVE_FLOOR, LEADER)
        canvas.disc(x, y, DOT, "text")
        paper(canvas, box)
        face = Rect(box.x + 6, box.y + (TAG - TAG_FACE) // 2, TAG_FACE, TAG_FACE)
        canvas.face(players[told.seat], face)
        canvas.text(told.text, box.after(before), "name", "ink")


def tags(
    points: Sequence[Position],
    widths: Sequence[int],
    paths: Sequence[Sequence[Position]],
    taken: Sequence[Rect] = (),
) -> list[Rect]:
    """Where tags of points are: as near as possible, over no other tag and no thread."""
    ways = [spot for path in paths for pair in pairwise(path) for spot in _between(*pair)]
    placed: list[Rect] = []
    pairs = list(zip(points, widths, strict=True))
    for point, width in pairs:
        free = sorted(
            (
                box
                for box in _spots(width)
                if not any(other.grown(CLEAR).overlaps(box) for other in (*taken, *placed))
                and not any(_covers(other, _leader(box, point)) for other in placed)
            ),
            key=lambda box: (
                dist(_nearest(box, point), point)
                + dist(box.middle, point) / 4
                # What is above another point should stay free for its tag.
                + sum(_shared(box, x, wide) for (x, _), wide in pairs if x != point[0])
            ),
        )
        placed.append(next((box for box in free if not _covers(box, ways)), free[0]))
        ways += _leader(placed[-1], point)
    return placed


def _leader(box: Rect, point: Position) -> Iterator[Position]:
    """The way from a tag to its point."""
    return _between(_nearest(box, point), point)


def _spots(width: int) -> Iterator[Rect]:
    """All places for a tag above the floor and left of the faces."""
    for x in range(PLOT.right - width, MARGIN - 1, -STEP):
        for y in range(TITLE.bottom + CLEAR, PLOT.bottom - TAG, STEP):
            yield Rect(x, y, width, TAG)


def _shared(box: Rect, x: int, width: int) -> int:
    """How much of a box is where a tag of a width would be above a point."""
    return max(0, min(box.right, x + width // 2) - max(box.x, x - width // 2) + CLEAR)


def _nearest(box: Rect, point: Position) -> Position:
    x, y = point
    return max(box.x, min(x, box.right)), max(box.y, min(y, box.bottom))


def _between(start: Position, end: Position) -> Iterator[Position]:
    """Points of a thread, at most as far apart as a tag is high."""
    pieces = 1 + max(abs(end[0] - start[0]), abs(end[1] - start[1])) // TAG
    for n in range(pieces + 1):
        share = n / pieces
        yield (
            round(start[0] + (end[0] - start[0]) * share),
            round(start[1] + (end[1] - start[1]) * share),
        )


def _covers(box: Rect, ways: Iterable[Position]) -> bool:
    """Whether a tag is on a thread or too near to it."""
    near = box.grown(CLEAR)
    return any(near.x < x < near.right and near.y < y < near.bottom for x, y in ways)
