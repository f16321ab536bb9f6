"""The shelf of a person's achievements: the newest medal, a tray with the others, and the next."""

from __future__ import annotations

from collections.abc import Sequence

from bot.i18n.achievements import achievement_name, earned_count_text, earned_text, progress_text
from bot.render.engine import WIDTH, Canvas, Design, Lamp, Rect
from bot.render.engine.canvas import medal
from bot.render.pieces.emblems import emblem, motif
from bot.render.pieces.materials import plate, slot, sparks
from bot.results.achievements import Progress

MARGIN = 56
HEAD = Rect(MARGIN, 40, WIDTH - 2 * MARGIN, 84)
BAY = Rect(MARGIN, HEAD.bottom + 24, HEAD.w, 316)  # of the newest
NEWEST = 300
LINE = 58
IN_ROW = 7
PITCH = (160, 164)
COIN = 128
HOLLOW = 146
TRAY_EDGE = 18
NEXT = 138
PEGS = 10
PEG = 52


def paint_achievements(design: Design, name: str, progress: Sequence[Progress]) -> Canvas:
    """The newest medal large, the others by grade, hollows for those to come, and the next."""
    earned = [one for one in progress if one.at]
    newest = max(earned, key=lambda one: one.at[-1], default=None)
    others = sorted(
        (one for one in progress if one is not newest),
        key=lambda one: (-len(one.at), -one.at[-1] if one.at else 0),
    )
    rows = -(-len(others) // IN_ROW)
    top = BAY.bottom + 30
    tray = Rect(20, top, WIDTH - 40, rows * PITCH[1] + 2 * TRAY_EDGE)
    canvas = Canvas(design, tray.bottom + 214, Lamp(0.2, 0.2, 620, 0.72))
    reached = canvas.text(
        earned_count_text(design.words, progress), HEAD, "name", "muted", align="right"
    )
    title = Rect(HEAD.x, HEAD.y, HEAD.w - reached - 36, HEAD.h)
    canvas.text(name, title, "title", "text")
    _paint_newest(canvas, newest)
    plate(canvas, tray, 26)
    for n, one in enumerate(others):
        row, column = divmod(n, IN_ROW)
        left = (WIDTH - IN_ROW * PITCH[0]) // 2 + column * PITCH[0]
        _paint_hollow(canvas, one, left, tray.y + TRAY_EDGE + row * PITCH[1])
    _paint_next(canvas, progress, tray.bottom + 34)
    return canvas


def _paint_newest(canvas: Canvas, newest: Progress | None) -> None:
    words = canvas.words
    at = BAY
    room = at.after(NEWEST + 50)
    if newest is None:
        slot(canvas, Rect(at.x, at.y, NEWEST, NEWEST))
        parts = [(words("achievements.none_yet"), "title", "text", 84)]
    else:
        key = newest.achievement.name
        canvas.sprite(emblem(canvas.theme, key, newest.grade, NEWEST), *at.corner)
        sparks(canvas, (at.x + 6, at.y + 20, 44), (at.x + NEWEST + 4, at.y + 34, 60))
        name = achievement_name(words, key)
        parts = [
            (name, canvas.design.fitting(name, ("figure", "title"), room.w), "gold", 96),
            (words(f"achievements.what.{key}"), "name", "text", LINE),
            (earned_text(words, newest), "small", "muted", LINE),
        ]
    lines = [
        (line, style, colour, height)
        for text, style, colour, height in parts
        for line in canvas.lines(text, style, room.w)
    ]
    y = at.middle[1] - sum(height for *_, height in lines) // 2
    for line, style, colour, height in lines:
        canvas.text(line, Rect(room.x, y, room.w, height), style, colour)
        y += height


def _paint_hollow(canvas: Canvas, one: Progress, x: int, y: int) -> None:
    """A hollow in the wood with a medal, or with the motif of one that is not earned yet."""
    shift = (PITCH[0] - HOLLOW) // 2, (PITCH[1] - HOLLOW) // 2
    x, y = x + shift[0], y + shift[1]
    canvas.panel(Rect(x + 2, y + 3, HOLLOW, HOLLOW), "wood_edge", HOLLOW // 2)
    canvas.panel(Rect(x, y, HOLLOW, HOLLOW), "panel" if one.grade else "wood_dark", HOLLOW // 2)
    inset = (HOLLOW - COIN) // 2
    if one.grade:
        coin = emblem(canvas.theme, one.achievement.name, one.grade, COIN)
        canvas.sprite(coin, x + inset, y + inset)
        return
    drawn = motif(canvas.theme, one.achievement.name, HOLLOW * 9 // 20)
    at = x + (HOLLOW - drawn.width) // 2, y + (HOLLOW - drawn.height) // 2
    canvas.fill_mask(drawn, *at, "wood_edge")


def _paint_next(canvas: Canvas, progress: Sequence[Progress], top: int) -> None:
    """The medal that is nearest, with a peg for each tenth of its count, or for each."""
    missing = {one: one.next for one in progress if one.next}
    if not missing:
        return
    words = canvas.words
    following = max(missing, key=lambda one: one.count / missing[one])
    key = following.achievement.name
    needed = missing[following]
    canvas.sprite(emblem(canvas.theme, key, None, NEXT), MARGIN, top)
    left = MARGIN + NEXT + 40
    room = Rect(left, top + 6, WIDTH - MARGIN - left, LINE)
    line = words("achievements.next", name=achievement_name(words, key))
    reached = canvas.text(progress_text(words, following), room, "pile", "gold", align="right")
    canvas.text(line, Rect(room.x, room.y, room.w - reached - 30, room.h), "name", "text")
    pitch = (room.w - PEG) // (PEGS - 1)
    pegs = min(PEGS, needed)
    full = min(pegs - 1, pegs * following.count // needed)
    for n in range(pegs):
        at = Rect(left + n * pitch, room.bottom + 12, PEG, PEG)
        if n < full:
            canvas.sprite(medal(canvas.theme, canvas.theme["paper"], PEG), *at.corner)
        else:
            slot(canvas, at)
