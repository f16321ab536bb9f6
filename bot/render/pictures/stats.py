"""A member's statistics."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from bot.i18n import Words
from bot.i18n.standings import figures_title, no_games, shown_name
from bot.render.engine.canvas import Canvas
from bot.render.engine.cloth import Lamp
from bot.render.engine.design import Design
from bot.render.engine.geometry import WIDTH, Rect
from bot.render.pieces.materials import disc, paper, seam
from bot.render.pieces.phase_shapes import GHOST, GHOST_GAP, phase_shape
from bot.render.pieces.score_card import phase_sketch
from bot.rules.phases import TEN_PHASES, Phase, parse_phase
from bot.scores.results import MemberStats, PhaseRate, Rival
from bot.systems import CARDS, DICE

from .board import MARGIN, paint_note

MOST_OWN = 2  # other phases than the usual ten that are shown; the most tried ones
MOST_RIVALS = 5  # one less for each phase other than the usual ten, to keep files small
STATS_HEAD, SECTION = 196, 92
TILE, TILE_GAP = 142, 20
PHASE, BAR = 128, 26
RIVAL = 104
NUMBER = 52
SHAPE, WIDE_SHAPE = 244, 514  # width of a phase's shape in half a row and in a whole one


@dataclass(frozen=True, slots=True)
class StatsLayout:
    """A member's statistics; sections without content have no height."""

    height: int
    head: Rect
    tiles: tuple[Rect, ...]
    phases_title: Rect
    phases: tuple[Rect, ...]
    rivals_title: Rect
    rivals: tuple[Rect, ...]


def stats_layout(tiles: int, wide: Sequence[bool], rivals: int) -> StatsLayout:
    """The layout of a number of tiles, phases (whether each needs a whole row) and rivals."""
    width = WIDTH - 2 * MARGIN
    head = Rect(MARGIN, 44, width, STATS_HEAD - 60)
    across = (width - TILE_GAP) // 2
    places = tuple(
        Rect(
            MARGIN + (across + TILE_GAP) * (n % 2),
            STATS_HEAD + (TILE + TILE_GAP) * (n // 2),
            # The last of an odd number has a whole row.
            width if n == tiles - 1 and n % 2 == 0 else across,
            TILE,
        )
        for n in range(tiles)
    )
    title = Rect(MARGIN, places[-1].bottom + 20, width, SECTION - 16 if wide else 0)
    top = title.bottom if wide else places[-1].bottom
    cells, bottom = _cells(wide, top)
    second = Rect(MARGIN, bottom + 12, width, SECTION - 16 if rivals else 0)
    rows = tuple(Rect(MARGIN, second.bottom + RIVAL * n, width, RIVAL) for n in range(rivals))
    end = rows[-1].bottom if rows else bottom
    return StatsLayout(end + 36, head, places, title, cells, second, rows)


def _cells(wide: Sequence[bool], top: int) -> tuple[tuple[Rect, ...], int]:
    """Cells of phases, two in a row except for wide ones, and their lower edge."""
    width = WIDTH - 2 * MARGIN
    cells: list[Rect] = []
    x, y = 0, top
    for whole in wide:
        if x and whole:
            x, y = 0, y + PHASE
        cells.append(Rect(MARGIN + x, y, width if whole else width // 2 - 16, PHASE))
        x = 0 if whole or x else width // 2 + 16
        y += 0 if x else PHASE
    return tuple(cells), y + (PHASE if x else 0)


def paint_stats(design: Design, stats: MemberStats) -> Canvas:
    """A member's statistics, or two sentences if there are none."""
    words = design.words.about(stats.system)
    rates = _shown(stats.phases) if stats.games else []
    own = sum(rate.phase not in TEN_PHASES for rate in rates)
    rivals = stats.rivals[: MOST_RIVALS - own]
    tiles = _tiles(stats, words) if stats.games else [Tile("", "")]
    layout = stats_layout(len(tiles), [_needs_row(rate) for rate in rates], len(rivals))
    canvas = Canvas(
        replace(design, words=words), layout.height, Lamp(0.3, 150 / layout.height, 700, 0.66)
    )
    _paint_stats_head(canvas, stats, layout.head)
    if not stats.games:
        paint_note(canvas, layout.tiles[0].y, TILE, no_games(words), (8, 72))
    else:
        for tile, box in zip(tiles, layout.tiles, strict=True):
            _paint_tile(canvas, tile, box)
    if rates:
        _paint_phases(canvas, rates, layout, stats.system)
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


def _needs_row(rate: PhaseRate) -> bool:
    groups = len(parse_phase(rate.phase).groups)
    return groups * (GHOST + GHOST_GAP) > SHAPE


def _paint_stats_head(canvas: Canvas, stats: MemberStats, at: Rect) -> None:
    face = Rect(at.x, at.y, 136, 136)
    disc(canvas, stats.user_id, stats.name, face)
    name = Rect(face.right + 28, at.y, at.right - face.right - 28, 84)
    canvas.text(shown_name(canvas.words, stats.name), name, "title", "text")
    under = Rect(name.x, name.bottom, name.w, 50)
    canvas.text(figures_title(canvas.words, stats), under, "label", "muted")


@dataclass(frozen=True, slots=True)
class Tile:
    """A headline figure."""

    figure: str  # empty if there is only the second figure
    label: str
    more: str = ""  # a second figure to the right
    icon: str = ""  # the shape before the second figure


def _tiles(stats: MemberStats, words: Words) -> list[Tile]:
    none = words("standings.none")
    place, points = (
        none if average is None else words.decimal(average)
        for average in (stats.average_place, stats.points_a_hand)
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
        *_season(stats, words),
    ]


def _season(stats: MemberStats, words: Words) -> Iterator[Tile]:
    if stats.season_rating is not None:
        yield Tile(words.number(stats.season_rating), words("seasons.tile"))


def _rating(stats: MemberStats, words: Words) -> Tile:
    label, people, computers = words("standings.tile.rating"), stats.rating, stats.computer_rating
    if computers is None:
        figure = words("standings.none") if people is None else words.number(people)
        return Tile(figure, label)
    return Tile(
        "" if people is None else words.number(people), label, words.number(computers), "robot"
    )


def _paint_tile(canvas: Canvas, tile: Tile, box: Rect) -> None:
    """The figure and the second one, centred together, above their label, on paper."""
    paper(canvas, box)
    style = "name" if tile.figure else "title"
    size = 44 if tile.figure else 56
    icon = size + 10 if tile.icon else 0
    wide = canvas.width(tile.figure, "title") if tile.figure else 0
    second = icon + canvas.width(tile.more, style) if tile.more else 0
    gap = 22 if wide and second else 0
    x = box.x + (box.w - wide - gap - second) // 2
    line = Rect(x, box.y + 14, box.right - 12 - x, 70)
    if wide:
        canvas.text(tile.figure, line, "title", "ink")
    if tile.icon:
        y = line.middle[1] - size // 2
        canvas.shape(tile.icon, x + wide + gap, y, size, "ink_muted")
    if tile.more:
        left = x + wide + gap + icon
        room = Rect(left, line.y, box.right - 8 - left, line.h)
        canvas.text(tile.more, room, style, "ink_muted" if tile.figure else "ink")
    label = Rect(box.x + 12, box.bottom - 58, box.w - 24, 48)
    canvas.text(tile.label, label, "small", "ink_muted", align="middle")


_SHAPES: Mapping[str, Callable[[Canvas, Phase, Rect], None]] = {
    CARDS.name: partial(phase_shape, ground="panel"),
    DICE.name: partial(phase_sketch, colour="muted"),
}
"""How each game draws what a phase asks for."""


def _paint_phases(
    canvas: Canvas, rates: Sequence[PhaseRate], layout: StatsLayout, system: str
) -> None:
    canvas.text(canvas.words("standings.phases"), layout.phases_title, "name", "text")
    for rate, cell in zip(rates, layout.phases, strict=True):
        _paint_phase(canvas, rate, cell, system)


def _paint_phase(canvas: Canvas, rate: PhaseRate, cell: Rect, system: str) -> None:
    """A phase's number, its empty cards or dice, and its completions above a bar."""
    room = WIDE_SHAPE if _needs_row(rate) else SHAPE
    if rate.phase in TEN_PHASES:
        number = canvas.words.number(TEN_PHASES.index(rate.phase) + 1)
        at = Rect(cell.x - 14, cell.y, NUMBER + 4, cell.h)
        canvas.text(number, at, "strong", "muted", align="right")
    shape = Rect(cell.x + NUMBER, cell.y, room, cell.h)
    _SHAPES[system](canvas, parse_phase(rate.phase), shape)
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
    line = words("standings.share", **counts)
    if canvas.width(line, "small") <= left:
        canvas.text(line, at, "small", "muted")


def _paint_bar(canvas: Canvas, box: Rect, rate: PhaseRate) -> None:
    if rate.completed:
        filled = max(BAR, round(box.w * rate.completed / rate.tried))
        canvas.panel(Rect(box.x, box.y, filled, box.h), "good", BAR // 2)
    canvas.panel(box, "muted", BAR // 2, 3)


def _paint_rivals(canvas: Canvas, rivals: Sequence[Rival], layout: StatsLayout) -> None:
    at = layout.rivals_title
    width = canvas.text(canvas.words("standings.rivals"), at, "name", "text")
    room = at.after(width + 24)
    canvas.text(canvas.words("standings.ahead_behind"), room, "small", "muted", align="right")
    for n, (rival, box) in enumerate(zip(rivals, layout.rivals, strict=True)):
        if n:
            seam(canvas, box.x, box.y, box.w)
        _paint_rival(canvas, rival, box)


def _paint_rival(canvas: Canvas, rival: Rival, box: Rect) -> None:
    words = canvas.words
    face = Rect(box.x, box.y + (box.h - 80) // 2, 80, 80)
    disc(canvas, rival.user_id, rival.name, face)
    both = {"ahead": words.number(rival.ahead), "behind": words.number(rival.behind)}
    end = Rect(box.right - 240, box.y, 240, box.h)
    canvas.text(words("standings.record", **both), end, "name", "text", align="right")
    line = words.plural("standings.games", rival.games)
    width = canvas.width(line, "small")
    games = Rect(end.x - width - 8, box.y, width + 8, box.h)
    canvas.text(line, games, "small", "muted", align="right")
    name = Rect(face.right + 22, box.y, games.x - 24 - face.right - 22, box.h)
    canvas.text(shown_name(words, rival.name), name, "name", "text")
