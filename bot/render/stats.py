"""The picture of a member's figures: headline figures, phases and rivals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.i18n import Words
from bot.i18n.standings import no_games, stats_name
from bot.rules.phases import TEN_PHASES, parse_phase
from bot.scores.results import MemberStats, PhaseRate, Rival

from .board import disc
from .canvas import Canvas
from .layout import GHOST, GHOST_GAP, MARGIN, WIDTH, Rect
from .parts import phase_shape
from .theme import Theme

MOST_OWN = 2  # phases besides the usual ten; those most often tried
MOST_RIVALS = 5  # one less for each phase besides the usual ten, as files are to stay small
HEAD, SECTION = 152, 84
TILE, TILE_GAP = 136, 12
PHASE, BAR = 126, 26
RIVAL = 92
NUMBER = 52
SHAPE, WIDE_SHAPE = 244, 514  # room of a phase's shape in half a row and in a whole one


@dataclass(frozen=True, slots=True)
class StatsLayout:
    """A member's figures; what there is nothing of has no place.

    Attributes:
        height: of the picture.
        head: face and name.
        tiles: the headline figures.
        phases_title: the line over the phases.
        phases_box: the ground of the phases.
        phases: one place for each phase: those that need little room side by side.
        rivals_title: the line over the rivals.
        rivals: one place for each rival.
    """

    height: int
    head: Rect
    tiles: tuple[Rect, ...]
    phases_title: Rect
    phases_box: Rect
    phases: tuple[Rect, ...]
    rivals_title: Rect
    rivals: tuple[Rect, ...]


def stats_layout(tiles: int, wide: Sequence[bool], rivals: int) -> StatsLayout:
    """The layout of so many tiles, phases (whether each needs a whole row) and rivals."""
    width = WIDTH - 2 * MARGIN
    head = Rect(MARGIN + 8, MARGIN, width - 16, HEAD - 40)
    across = (width - 2 * TILE_GAP) // 3
    places = tuple(
        Rect(
            MARGIN + (across + TILE_GAP) * (n % 3),
            HEAD + (TILE + TILE_GAP) * (n // 3),
            across,
            TILE,
        )
        for n in range(tiles)
    )
    title = Rect(MARGIN + 8, places[-1].bottom + 12, width - 16, SECTION - 16 if wide else 0)
    top = title.bottom + 4 if wide else places[-1].bottom
    cells, bottom = _cells(wide, top + 8)
    box = Rect(MARGIN, top, width, bottom + 8 - top if wide else 0)
    second = Rect(title.x, box.bottom + 12, title.w, SECTION - 16 if rivals else 0)
    rows = tuple(Rect(MARGIN, second.bottom + 4 + RIVAL * n, width, RIVAL) for n in range(rivals))
    end = rows[-1].bottom if rows else box.bottom
    return StatsLayout(end + MARGIN, head, places, title, box, cells, second, rows)


def _cells(wide: Sequence[bool], top: int) -> tuple[tuple[Rect, ...], int]:
    """Places of phases, two in a row but for wide ones, and where they end."""
    width = WIDTH - 2 * MARGIN - 32
    cells: list[Rect] = []
    x, y = 0, top
    for whole in wide:
        if x and whole:
            x, y = 0, y + PHASE
        cells.append(Rect(MARGIN + 16 + x, y, width if whole else width // 2 - 16, PHASE))
        x = 0 if whole or x else width // 2 + 16
        y += 0 if x else PHASE
    return tuple(cells), y + (PHASE if x else 0)


def paint_stats(stats: MemberStats, words: Words, theme: Theme) -> Canvas:
    """The figures; a friendly sentence for who has none."""
    rates = _shown(stats.phases) if stats.games else []
    own = sum(rate.phase not in TEN_PHASES for rate in rates)
    rivals = stats.rivals[: MOST_RIVALS - own]
    tiles = _tiles(stats, words) if stats.games else [Tile("", "")]
    layout = stats_layout(len(tiles), [_is_wide(rate) for rate in rates], len(rivals))
    canvas = Canvas(theme, words, layout.height)
    _paint_head(canvas, stats, layout.head)
    if not stats.games:
        _paint_none(canvas, layout.tiles[0])
    else:
        for tile, box in zip(tiles, layout.tiles, strict=True):
            _paint_tile(canvas, tile, box)
    if rates:
        _paint_phases(canvas, rates, layout)
    if rivals:
        _paint_rivals(canvas, rivals, layout)
    return canvas


def _shown(phases: Sequence[PhaseRate]) -> list[PhaseRate]:
    """The usual ten and the most tried of the others; none where none was ever tried."""
    if not any(rate.tried for rate in phases):
        return []
    usual = [rate for rate in phases if rate.phase in TEN_PHASES]
    own = [rate for rate in phases if rate.phase not in TEN_PHASES and rate.tried]
    return usual + sorted(own, key=lambda rate: -rate.tried)[:MOST_OWN]


def _is_wide(rate: PhaseRate) -> bool:
    groups = len(parse_phase(rate.phase).groups)
    return groups * (GHOST + GHOST_GAP) > SHAPE


def _paint_head(canvas: Canvas, stats: MemberStats, at: Rect) -> None:
    face = Rect(at.x, at.y, 104, 104)
    disc(canvas, stats.user_id, stats.name, face)
    name = Rect(face.right + 28, at.y - 2, at.right - face.right - 28, 64)
    canvas.text(stats_name(canvas.words, stats), name, "title", "text")
    under = Rect(name.x, name.bottom, name.w, 44)
    canvas.text(canvas.words("standings.figures"), under, "label", "muted")


@dataclass(frozen=True, slots=True)
class Tile:
    """A headline figure.

    Attributes:
        figure: the figure itself; empty where there is only the second one.
        label: what it is.
        more: a second figure beside it.
        icon: what stands before the second one; empty for nothing.
    """

    figure: str
    label: str
    more: str = ""
    icon: str = ""


def _tiles(stats: MemberStats, words: Words) -> list[Tile]:
    none = words("standings.none")
    place, points = (
        none if each is None else words.decimal(each)
        for each in (stats.average_place, stats.points_a_hand)
    )
    hands = words.percent(stats.hands_won / stats.hands) if stats.hands else ""
    return [
        Tile(words.number(stats.games), words.plural("standings.tile.games", stats.games)),
        Tile(
            words.number(stats.wins),
            words.plural("standings.tile.wins", stats.wins),
            words.percent(stats.wins / stats.games),
        ),
        Tile(place, words("standings.tile.place")),
        Tile(
            words.number(stats.hands_won),
            words.plural("standings.tile.hands", stats.hands_won),
            hands,
        ),
        Tile(points, words("standings.tile.points")),
        _rating(stats, words),
    ]


def _rating(stats: MemberStats, words: Words) -> Tile:
    label, people, computers = words("standings.tile.rating"), stats.rating, stats.computer_rating
    if computers is None:
        shown = words("standings.none") if people is None else words.number(people)
        return Tile(shown, label)
    return Tile(
        "" if people is None else words.number(people), label, words.number(computers), "robot"
    )


def _paint_tile(canvas: Canvas, tile: Tile, box: Rect) -> None:
    """The figure and what stands beside it, together in the middle, over their label."""
    canvas.panel(box, "panel")
    style = "label" if tile.figure else "title"
    size = 40 if tile.figure else 52
    icon = size + 10 if tile.icon else 0
    wide = canvas.width(tile.figure, "title") if tile.figure else 0
    beside = icon + canvas.width(tile.more, style) if tile.more else 0
    gap = 20 if wide and beside else 0
    x = box.x + (box.w - wide - gap - beside) // 2
    line = Rect(x, box.y + 12, box.right - 12 - x, 68)
    if wide:
        canvas.text(tile.figure, line, "title", "text")
    if tile.icon:
        y = line.middle[1] - size // 2
        canvas.shape(tile.icon, x + wide + gap, y, size, canvas.theme["muted"])
    if tile.more:
        left = x + wide + gap + icon
        room = Rect(left, line.y, box.right - 8 - left, line.h)
        canvas.text(tile.more, room, style, "muted" if tile.figure else "text")
    label = Rect(box.x + 12, box.bottom - 54, box.w - 24, 44)
    canvas.text(tile.label, label, "small", "muted", align="middle")


def _paint_none(canvas: Canvas, tile: Rect) -> None:
    box = Rect(MARGIN, tile.y, WIDTH - 2 * MARGIN, tile.h)
    canvas.panel(box, "panel")
    said, more = no_games(canvas.words)
    upper = Rect(box.x + 24, box.y + 14, box.w - 48, 54)
    canvas.text(said, upper, "name", "text", align="middle")
    lower = Rect(upper.x, upper.bottom + 2, upper.w, 48)
    canvas.text(more, lower, "label", "muted", align="middle")


def _paint_phases(canvas: Canvas, rates: Sequence[PhaseRate], layout: StatsLayout) -> None:
    canvas.text(canvas.words("standings.phases"), layout.phases_title, "name", "text")
    canvas.panel(layout.phases_box, "panel")
    for rate, cell in zip(rates, layout.phases, strict=True):
        _paint_phase(canvas, rate, cell)


def _paint_phase(canvas: Canvas, rate: PhaseRate, cell: Rect) -> None:
    """A phase's number, its empty cards, and how often it was completed over a bar."""
    room = WIDE_SHAPE if _is_wide(rate) else SHAPE
    if rate.phase in TEN_PHASES:
        number = canvas.words.number(TEN_PHASES.index(rate.phase) + 1)
        canvas.text(number, Rect(cell.x, cell.y, NUMBER, cell.h), "strong", "muted")
    shape = Rect(cell.x + NUMBER, cell.y, room, cell.h)
    phase_shape(canvas, parse_phase(rate.phase), shape, "panel")
    line = Rect(shape.right + 16, cell.y + 22, cell.right - shape.right - 16, 44)
    _paint_share(canvas, rate, line)
    _paint_bar(canvas, Rect(line.x, line.bottom + 8, line.w, BAR), rate)


def _paint_share(canvas: Canvas, rate: PhaseRate, at: Rect) -> None:
    """Completed and tried, and the share; large counts give way to the share."""
    words = canvas.words
    if not rate.tried:
        canvas.text(words("standings.none"), at, "strong", "muted", align="right")
        return
    share = words.percent(rate.completed / rate.tried)
    left = at.w - 12 - canvas.text(share, at, "strong", "text", align="right")
    counts = {"completed": words.number(rate.completed), "tried": words.number(rate.tried)}
    said = words("standings.share", **counts)
    if canvas.width(said, "small") <= left:
        canvas.text(said, at, "small", "muted")


def _paint_bar(canvas: Canvas, box: Rect, rate: PhaseRate) -> None:
    if rate.completed:
        filled = max(BAR, round(box.w * rate.completed / rate.tried))
        canvas.panel(Rect(box.x, box.y, filled, box.h), "good", BAR // 2)
    canvas.panel(box, "muted", BAR // 2, 3)


def _paint_rivals(canvas: Canvas, rivals: Sequence[Rival], layout: StatsLayout) -> None:
    at = layout.rivals_title
    width = canvas.text(canvas.words("standings.rivals"), at, "name", "text")
    room = Rect(at.x + width + 24, at.y, at.w - width - 24, at.h)
    canvas.text(canvas.words("standings.ahead_behind"), room, "small", "muted", align="right")
    first, last = layout.rivals[0], layout.rivals[-1]
    canvas.panel(Rect(first.x, first.y, first.w, last.bottom - first.y), "panel")
    for n, (rival, box) in enumerate(zip(rivals, layout.rivals, strict=True)):
        if n:
            canvas.panel(Rect(box.x + 108, box.y - 1, box.w - 132, 2), "line", 0)
        _paint_rival(canvas, rival, box)


def _paint_rival(canvas: Canvas, rival: Rival, box: Rect) -> None:
    words = canvas.words
    face = Rect(box.x + 16, box.y + (box.h - 72) // 2, 72, 72)
    disc(canvas, rival.user_id, rival.name, face)
    both = {"ahead": words.number(rival.ahead), "behind": words.number(rival.behind)}
    end = Rect(box.right - 264, box.y, 240, box.h)
    canvas.text(words("standings.record", **both), end, "name", "text", align="right")
    games = Rect(end.x - 212, box.y, 200, box.h)
    said = words.plural("standings.games", rival.games)
    width = canvas.text(said, games, "small", "muted", align="right")
    name = Rect(face.right + 20, box.y, games.right - width - 24 - face.right - 20, box.h)
    canvas.text(rival.name or words("standings.nameless"), name, "name", "text")
