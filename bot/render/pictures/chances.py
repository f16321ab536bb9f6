"""The picture of everybody's chances through a game, a thread for each player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import accumulate, pairwise
from math import dist, log2
from typing import NamedTuple

from bot.i18n.reviews import MOST_TAGS, deed
from bot.i18n.standings import shown_name
from bot.render.engine import WIDTH, AvatarsBySeat, Canvas, Design, Lamp, Rect
from bot.render.engine.canvas import NAME_STYLES
from bot.render.pieces.chart import ChartLine, Position, paint_chart_line
from bot.render.pieces.materials import Depicted, paper, plate, seam
from bot.reviews.course import Course

MARGIN = 56
TITLE = Rect(MARGIN, 48, WIDTH - 2 * MARGIN, 88)
PLOT = Rect(150, 304, 500, 448)
ENDS = Rect(708, 170, WIDTH - MARGIN - 708, 670)  # the faces and names at the ends of the threads
SEWN = Rect(PLOT.x - 12, ENDS.y, ENDS.x - PLOT.x + 24, ENDS.h)
ABOVE_FLOOR = Rect(PLOT.x, TITLE.bottom, PLOT.w, PLOT.bottom - TITLE.bottom)
FLOOR = Rect(14, PLOT.bottom + 100, WIDTH - 28, 92)
HEIGHT = FLOOR.bottom + 34
LEADERS_FACE = 132
FACE = 84  # of the others
CROWN = 80
NAME_GAP = 18  # from a face to its name
LINE = 54  # height of a name, and of the words below it
TAG = 108
TAG_PAD = 22  # at each end of the words
TAG_FACE = 80
DOT = 26  # width of a point on a thread
CLEAR = 24  # how far tags stay from points and threads
STEP = 24  # of the search for a free place
MOST_STITCHED = 80  # points that a thread goes through, about
SMOOTHED = 36  # turns between which jumps are softened, in the length of a game
MOST_HANDS = 10  # numbers on the floor
WINNER = ChartLine("gold")
LEADER = ChartLine(width=5, stitches=(22, 11), lit=False)


def paint_chances(
    design: Design,
    course: Course,
    names: Sequence[str],
    avatars: AvatarsBySeat = (),
    reader: int | None = None,
) -> Canvas:
    """Everybody's thread, its name at its end, and the turns that decided or changed most."""
    words = design.words
    players = [Depicted(seat, shown_name(words, name)) for seat, name in enumerate(names)]
    won = any(course.chances[-1])
    shown = course if won else _without_end(course)
    leader = max(range(len(players)), key=lambda seat: shown.chances[-1][seat])
    own = leader if reader is None else reader
    places = _places(shown)
    paths = [chance_path(shown, places, seat) for seat in range(len(players))]
    faces = _faces(shown, leader)
    sewn = [_stitched(path, faces[seat]) for seat, path in enumerate(paths)]
    deeds = [*_deeds(design, shown, paths, reader)]
    canvas = Canvas(design, HEIGHT, Lamp(0.44, 0.42, 800, 0.42), avatars)
    canvas.text(words("reviews.chances"), TITLE, "title", "text")
    label = _paint_half(canvas, len(players))
    # The reader's thread is above the others, and the leader's above all.
    for seat in sorted(faces, key=lambda seat: (seat == leader, seat == own)):
        width = 9 if seat == own else 6
        thread = ChartLine(canvas.seat_colour(players[seat]), width, (20, 11), lit=False)
        paint_chart_line(canvas, sewn[seat], SEWN, WINNER if won and seat == leader else thread)
    _paint_floor(canvas, shown, places)
    last = [told for told in deeds if told.seat == leader and told.at == paths[leader][-1]]
    for seat, face in faces.items():
        said = [line for told in last for line in told.lines] if seat == leader else []
        _paint_end(canvas, players[seat], face, said, won=won and seat == leader)
    _paint_turns(canvas, [told for told in deeds if told not in last], players, sewn, label)
    return canvas


def _without_end(course: Course) -> Course:
    """The course of a game that was broken off: its end is no change of anybody's chance."""
    return replace(course, chances=(*course.chances[:-1], course.chances[-2:][0]))


def _faces(course: Course, leader: int) -> dict[int, Rect]:
    """By seat, its face at the end of its thread: the leader's, below it those of the others."""
    before = course.chances[-2:][0]
    others = [seat for seat in range(len(before)) if seat != leader]
    others.sort(key=lambda seat: before[seat], reverse=True)
    faces = {leader: Rect(ENDS.x, ENDS.y + CROWN, LEADERS_FACE, LEADERS_FACE)}
    low = faces[leader].bottom
    pitch = min((ENDS.bottom - low) // len(others), FACE + CLEAR)
    indent = (LEADERS_FACE - FACE) // 2
    for at, seat in enumerate(reversed(others)):
        top = ENDS.bottom - at * pitch - FACE
        faces[seat] = Rect(ENDS.x + indent, top, FACE, FACE)
    return faces


def _stitched(path: Sequence[Position], face: Rect) -> list[Position]:
    """Some of the points of a path, and the face where it ends."""
    step = 1 + len(path) // MOST_STITCHED
    return [*path[:-1:step], path[-1], (face.x, face.middle[1])]


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


def _paint_end(
    canvas: Canvas, player: Depicted, face: Rect, said: Sequence[str], *, won: bool
) -> None:
    """A face at the end of a thread, beside it the name and what the player did last."""
    canvas.face(player, face, gold=won)
    if won:
        canvas.shape("crown", face.middle[0] - CROWN // 2, face.y - CROWN + 2, CROWN, "gold")
    left = ENDS.x + LEADERS_FACE + NAME_GAP
    top = face.middle[1] - LINE * (1 + len(said)) // 2
    name = Rect(left, top, ENDS.right - left, LINE)
    canvas.fit(player.name, name, NAME_STYLES, "gold" if won else "text")
    for n, line in enumerate(said):
        canvas.text(line, Rect(left, name.bottom + n * LINE, name.w, LINE), "small", "muted")


class _Deed(NamedTuple):
    """The lines of a tag, and where the tag belongs."""

    at: Position  # the turn on the seat's thread
    seat: int
    lines: tuple[str, str]


def _deeds(
    design: Design, course: Course, paths: Sequence[Sequence[Position]], reader: int | None
) -> Iterator[_Deed]:
    """The turn that decided for the reader and the largest others: the deeds and their causes."""
    words = design.words
    for point in course.told(reader)[:MOST_TAGS]:
        seat = point.mover
        before, after = (row[seat] for row in course.chances[point.turn : point.turn + 2])
        done = deed(words, point) or words.change(after - before)
        yield _Deed(paths[seat][point.turn + 1], seat, (done, words(f"reviews.tag.{point.cause}")))


def _paint_turns(
    canvas: Canvas,
    deeds: Sequence[_Deed],
    players: Sequence[Depicted],
    sewn: Sequence[Sequence[Position]],
    label: Rect,
) -> None:
    points = [told.at for told in deeds]
    before = TAG_FACE + 18
    widths = [
        before + TAG_PAD + 6 + max(canvas.width(done, "name"), canvas.width(cause, "small"))
        for done, cause in (told.lines for told in deeds)
    ]
    boxes = tags(points, widths, sewn, [label])
    for told, (x, y), box in zip(deeds, points, boxes, strict=True):
        paint_chart_line(canvas, [_nearest(box, (x, y)), (x, y)], ABOVE_FLOOR, LEADER)
        canvas.disc(x, y, DOT, "text")
        paper(canvas, box)
        face = Rect(box.x + 6, box.y + (TAG - TAG_FACE) // 2, TAG_FACE, TAG_FACE)
        canvas.face(players[told.seat], face)
        done, cause = told.lines
        line = replace(box.after(before), h=TAG // 2)
        canvas.text(done, line, "name", "ink")
        canvas.text(cause, replace(line, y=line.bottom - 4), "small", "ink")


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
        ) or [*_spots(width)]
        placed.append(next((box for box in free if not _covers(box, ways)), free[0]))
        ways += _leader(placed[-1], point)
    return placed


def _leader(box: Rect, point: Position) -> Iterator[Position]:
    """The way from a tag to its point."""
    return _between(_nearest(box, point), point)


def _spots(width: int) -> Iterator[Rect]:
    """All places for a tag above the floor and left of the faces."""
    for x in range(PLOT.right - width, MARGIN - 1, -STEP):
        for y in range(TITLE.bottom + CLEAR, FLOOR.y - TAG - CLEAR + 1, STEP):
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
