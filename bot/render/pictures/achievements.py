"""A page of a person's achievements."""

from __future__ import annotations

from collections.abc import Sequence

from bot.i18n.achievements import achievement_name, earned_of, earned_text, progress_text
from bot.render.engine.canvas import Canvas
from bot.render.engine.cloth import Lamp
from bot.render.engine.design import Design
from bot.render.engine.geometry import WIDTH, Rect
from bot.render.pieces.emblems import emblem
from bot.render.pieces.materials import seam
from bot.scores.achievements import Progress

MARGIN, HEAD_HEIGHT, ROW = 52, 206, 196
EMBLEM, BAR = 164, 24


def paint_achievements(
    design: Design, name: str, progress: Sequence[Progress], page: Sequence[Progress]
) -> Canvas:
    """The achievements of a page, one a row: emblem, name, grade with its day, and a bar."""
    words = design.words
    height = HEAD_HEIGHT + ROW * len(page) + 30
    canvas = Canvas(design, height, Lamp(0.3, 150 / height, 700, 0.66))
    title = Rect(MARGIN, 40, WIDTH - 2 * MARGIN, 84)
    canvas.text(words("achievements.title"), title, "title", "text")
    under = Rect(MARGIN, title.bottom + 6, title.w, 54)
    reached = earned_of(words, progress)
    room = canvas.width(reached, "small") + 30
    canvas.text(reached, under, "small", "muted", align="right")
    canvas.text(name, Rect(under.x, under.y, under.w - room, under.h), "name", "gold")
    for n, row in enumerate(page):
        box = Rect(MARGIN, HEAD_HEIGHT + ROW * n, title.w, ROW)
        seam(canvas, box.x, box.y, box.w)
        _paint_row(canvas, row, box)
    return canvas


def _paint_row(canvas: Canvas, progress: Progress, box: Rect) -> None:
    words, theme = canvas.words, canvas.theme
    grade, key = progress.grade, progress.achievement.name
    top = box.y + (ROW - EMBLEM) // 2 + 1
    canvas.sprite(emblem(theme, key, grade, EMBLEM), box.x, top)
    left = box.x + EMBLEM + 36
    line = Rect(left, box.y + 18, box.right - left, 58)
    canvas.text(achievement_name(words, key), line, "name", "text" if grade else "muted")
    below = Rect(left, line.bottom, line.w, 54)
    reached = progress_text(words, progress)
    width = canvas.text(reached, below, "small", "muted", align="right")
    if grade:
        room = Rect(left, below.y, below.w - width - 24, below.h)
        canvas.text(earned_text(words, progress), room, "small", "gold")
    _paint_bar(canvas, progress, Rect(left, below.bottom + 10, line.w, BAR))


def _paint_bar(canvas: Canvas, progress: Progress, box: Rect) -> None:
    """How much of the count for the next grade there is; full after the last one."""
    canvas.panel(box, "panel", BAR // 2)
    canvas.panel(box, "line", BAR // 2, 3)
    share = min(1.0, progress.count / progress.next) if progress.next else 1.0
    if share:
        filled = max(BAR, round(box.w * share))
        canvas.panel(Rect(box.x, box.y, filled, box.h), "brass", BAR // 2)
