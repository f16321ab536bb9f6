"""Pictures of a leaderboard and of a member's statistics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from bot.i18n import Words
from bot.i18n.standings import (
    board_empty,
    board_page,
    board_rows,
    board_where,
    by_name,
    games_text,
    no_games,
    shown_name,
    value_text,
)
from bot.rules.phases import TEN_PHASES, parse_phase
from bot.scores.results import Board, BoardRow, By, MemberStats, PhaseRate, Rival

from .canvas import Canvas
from .layout import GHOST, GHOST_GAP, MARGIN, WIDTH, Rect
from .marks import phase_shape
from .shapes import area, oval, smooth
from .text import initials
from .theme import Theme, contrast

BOARD_HEAD, ROW, ROW_GAP, APART = 168, 112, 12, 56
MEDAL = (76, 96)  # width and height
METALS = ("brass", "silver", "bronze")
MOST_OWN = 2  # other phases than the usual ten that are shown; the most tried ones
MOST_RIVALS = 5  # one less for each phase other than the usual ten, to keep files small
STATS_HEAD, SECTION = 152, 84
TILE, TILE_GAP = 136, 12
PHASE, BAR = 126, 26
RIVAL = 92
NUMBER = 52
SHAPE, WIDE_SHAPE = 244, 514  # width of a phase's shape in half a row and in a whole one


@dataclass(frozen=True, slots=True)
class BoardLayout:
    """A leaderboard: a head, then rows, with a gap where ranks are not contiguous.

    Attributes:
        height: of the picture.
        head: the title and the games that count.
        rows: the boxes of the rows, from top to bottom.
        gap: the box of the gap; None without one.
    """

    height: int
    head: Rect
    rows: tuple[Rect, ...]
    gap: Rect | None


def board_layout(rows: int, apart: int | None = None) -> BoardLayout:
    """The layout of a number of rows, with a gap before the row ``apart`` (from 0)."""
    tops = [
        BOARD_HEAD + (ROW + ROW_GAP) * n + (APART if apart and n >= apart else 0)
        for n in range(rows)
    ]
    width = WIDTH - 2 * MARGIN
    boxes = tuple(Rect(MARGIN, top, width, ROW) for top in tops)
    gap = Rect(MARGIN, tops[apart] - ROW_GAP - APART, width, APART + ROW_GAP) if apart else None
    head = Rect(MARGIN + 8, 20, width - 16, BOARD_HEAD - 36)
    bottom = boxes[-1].bottom if boxes else BOARD_HEAD + 2 * ROW
    return BoardLayout(bottom + MARGIN, head, boxes, gap)


def disc(canvas: Canvas, user_id: int, name: str, at: Rect) -> None:
    """Draw a person's initials on a disc that has the same colour in every picture."""
    letters, colours = initials(name), canvas.theme.seats
    ink = canvas.disc(at, colours[user_id % len(colours)])
    style = "name" if canvas.width(letters, "name") <= at.w - 32 else "strong"
    canvas.text(letters, Rect(at.x + 8, at.y, at.w - 16, at.h), style, ink, align="middle")


def paint_board(board: Board, words: Words, theme: Theme) -> Canvas:
    """The page with the reader's row outlined, which is added where it is not on the page."""
    rows, apart = board_rows(board)
    layout = board_layout(len(rows), apart)
    canvas = Canvas(theme, words, layout.height)
    _paint_board_head(canvas, board, layout.head)
    for row, box in zip(rows, layout.rows, strict=True):
        marked = board.own is not None and row.user_id == board.own.user_id
        _paint_row(canvas, board.query.by, row, box, marked=marked)
    if layout.gap is not None:
        x, y = layout.gap.middle
        for step in (-34, 0, 34):
            canvas.shape("circle", x - 6 + step, y - 6, 12, theme["muted"])
    if not rows:
        sentences = board_empty(words, board.query)
        _paint_note(canvas, BOARD_HEAD, 2 * ROW, sentences, (53, 116))
    return canvas


def _paint_board_head(canvas: Canvas, board: Board, at: Rect) -> None:
    canvas.shape("crown", at.x, at.y + 2, 68, canvas.theme["gold"])
    room = at.w - 92
    if board.rows and board.total > len(board.rows):
        page = board_page(canvas.words, board)
        room -= 24 + canvas.text(page, Rect(at.x, at.y, at.w, 76), "small", "muted", align="right")
    title = Rect(at.x + 92, at.y, room, 76)
    canvas.text(by_name(canvas.words, board.query.by), title, "title", "text")
    under = Rect(at.x, title.bottom + 4, at.w, 48)
    canvas.text(board_where(canvas.words, board.query), under, "label", "muted")


def _paint_row(canvas: Canvas, by: By, row: BoardRow, box: Rect, *, marked: bool) -> None:
    canvas.panel(box, "panel_turn" if marked else "panel")
    if marked:
        canvas.panel(box, "gold", 24, 4)
    _paint_rank(canvas, row.rank, Rect(box.x + 16, box.y, 104, box.h))
    face = Rect(box.x + 132, box.y + 18, 76, 76)
    disc(canvas, row.user_id, row.name, face)
    value = value_text(canvas.words, by, row.value)
    reached = Rect(box.right - 324, box.y, 300, box.h)
    width = canvas.text(value, reached, "title", "text", align="right")
    room = box.right - 24 - width - 24 - (face.right + 20)
    name = Rect(face.right + 20, box.y + 9, room, 50)
    canvas.text(shown_name(canvas.words, row.name), name, "name", "text")
    games = Rect(name.x, name.bottom, room, 42)
    canvas.text(games_text(canvas.words, row), games, "small", "muted")


def _paint_rank(canvas: Canvas, rank: int, at: Rect) -> None:
    if rank <= len(METALS):
        _paint_medal(canvas, rank, at.middle[0] - MEDAL[0] // 2, at.middle[1] - MEDAL[1] // 2)
        return
    number = canvas.words.number(rank)
    style = "number" if canvas.width(number, "number") <= at.w else "small"
    canvas.text(number, at, style, "muted", align="middle")


def _paint_medal(canvas: Canvas, rank: int, x: int, y: int) -> None:
    """Draw a medal with its number, on a ribbon, with its upper left corner at a point."""
    metal, theme = METALS[rank - 1], canvas.theme
    ribbon, disc = _medal()
    canvas.stencil(ribbon, x, y, theme["back_light"])
    canvas.stencil(disc, x, y, theme[metal])
    ink = max(("ink", "shadow"), key=lambda each: contrast(theme[each], theme[metal]))
    width = MEDAL[0]
    number = Rect(x, y + MEDAL[1] - width, width, width)
    canvas.text(canvas.words.number(rank), number, "number", ink, align="middle")


@lru_cache(maxsize=1)
def _medal() -> tuple[Image.Image, Image.Image]:
    """The ribbon, and the disc with a ring cut out, as masks."""
    tails = (
        area((left, 0), (left + side, 0), (foot + side, 0.5), (foot, 0.5))
        for left, foot, side in ((0.1, 0.3, 0.34), (0.9, 0.7, -0.34))
    )
    top = (MEDAL[1] - MEDAL[0]) / MEDAL[0]
    coin = (
        oval(inset, top + inset, 1 - inset, top + 1 - inset, fill=fill)
        for inset, fill in ((0.02, 255), (0.09, 0), (0.125, 255))
    )
    return smooth(MEDAL, *tails), smooth(MEDAL, *coin)


def _paint_note(
    canvas: Canvas, top: int, height: int, sentences: tuple[str, str], tops: tuple[int, int]
) -> None:
    """Two sentences in a panel that has nothing else to show."""
    box = Rect(MARGIN, top, WIDTH - 2 * MARGIN, height)
    canvas.panel(box, "panel")
    styles = (("name", "text"), ("label", "muted"))
    for sentence, shift, (style, colour) in zip(sentences, tops, styles, strict=True):
        line = Rect(box.x + 24, top + shift, box.w - 48, 50)
        canvas.text(sentence, line, style, colour, align="middle")


@dataclass(frozen=True, slots=True)
class StatsLayout:
    """A member's statistics; sections without content have no height.

    Attributes:
        height: of the picture.
        head: face and name.
        tiles: the headline figures.
        phases_title: the line above the phases.
        phases_box: the ground of the phases.
        phases: one cell for each phase, two in a row where they are narrow.
        rivals_title: the line above the rivals.
        rivals: one row for each rival.
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
    """The layout of a number of tiles, phases (whether each needs a whole row) and rivals."""
    width = WIDTH - 2 * MARGIN
    head = Rect(MARGIN + 8, MARGIN, width - 16, STATS_HEAD - 40)
    across = (width - 2 * TILE_GAP) // 3
    places = tuple(
        Rect(
            MARGIN + (across + TILE_GAP) * (n % 3),
            STATS_HEAD + (TILE + TILE_GAP) * (n // 3),
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
    """Cells of phases, two in a row except for wide ones, and their lower edge."""
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
    """A member's statistics, or two sentences if there are none."""
    rates = _shown(stats.phases) if stats.games else []
    own = sum(rate.phase not in TEN_PHASES for rate in rates)
    rivals = stats.rivals[: MOST_RIVALS - own]
    tiles = _tiles(stats, words) if stats.games else [Tile("", "")]
    layout = stats_layout(len(tiles), [_is_wide(rate) for rate in rates], len(rivals))
    canvas = Canvas(theme, words, layout.height)
    _paint_stats_head(canvas, stats, layout.head)
    if not stats.games:
        _paint_note(canvas, layout.tiles[0].y, TILE, no_games(words), (16, 69))
    else:
        for tile, box in zip(tiles, layout.tiles, strict=True):
            _paint_tile(canvas, tile, box)
    if rates:
        _paint_phases(canvas, rates, layout)
    if rivals:
        _paint_rivals(canvas, rivals, layout)
    return canvas


def _shown(phases: Sequence[PhaseRate]) -> list[PhaseRate]:
    """The usual ten and the most tried of the others; empty if none was ever tried."""
    if not any(rate.tried for rate in phases):
        return []
    usual = [rate for rate in phases if rate.phase in TEN_PHASES]
    own = [rate for rate in phases if rate.phase not in TEN_PHASES and rate.tried]
    return usual + sorted(own, key=lambda rate: -rate.tried)[:MOST_OWN]


def _is_wide(rate: PhaseRate) -> bool:
    groups = len(parse_phase(rate.phase).groups)
    return groups * (GHOST + GHOST_GAP) > SHAPE


def _paint_stats_head(canvas: Canvas, stats: MemberStats, at: Rect) -> None:
    face = Rect(at.x, at.y, 104, 104)
    disc(canvas, stats.user_id, stats.name, face)
    name = Rect(face.right + 28, at.y - 2, at.right - face.right - 28, 64)
    canvas.text(shown_name(canvas.words, stats.name), name, "title", "text")
    under = Rect(name.x, name.bottom, name.w, 44)
    canvas.text(canvas.words("standings.figures"), under, "label", "muted")


@dataclass(frozen=True, slots=True)
class Tile:
    """A headline figure.

    Attributes:
        figure: the figure; empty if there is only the second one.
        label: its name.
        more: a second figure to its right.
        icon: the shape before the second figure; empty for none.
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
    """The figure and the second one, centred together, above their label."""
    canvas.panel(box, "panel")
    style = "label" if tile.figure else "title"
    size = 40 if tile.figure else 52
    icon = size + 10 if tile.icon else 0
    wide = canvas.width(tile.figure, "title") if tile.figure else 0
    second = icon + canvas.width(tile.more, style) if tile.more else 0
    gap = 20 if wide and second else 0
    x = box.x + (box.w - wide - gap - second) // 2
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


def _paint_phases(canvas: Canvas, rates: Sequence[PhaseRate], layout: StatsLayout) -> None:
    canvas.text(canvas.words("standings.phases"), layout.phases_title, "name", "text")
    canvas.panel(layout.phases_box, "panel")
    for rate, cell in zip(rates, layout.phases, strict=True):
        _paint_phase(canvas, rate, cell)


def _paint_phase(canvas: Canvas, rate: PhaseRate, cell: Rect) -> None:
    """A phase's number, its empty cards, and its completions above a bar."""
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
    """Completed and tried, and the share; counts that do not fit are left out."""
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
    canvas.text(shown_name(words, rival.name), name, "name", "text")
