"""Figures for the pages of rules: groups, Wilds, Skips, hits and all phases as cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from bot.i18n import Words
from bot.i18n.phrases import phase_name
from bot.rules.cards import SKIP, WILD, cards, table_card
from bot.rules.phases import TEN_PHASES, parse_phase

from .canvas import Canvas
from .cards import card_height, card_sprite, tilted
from .layout import GHOST_GAP, MARGIN, WIDTH, Rect
from .parts import phase_shape
from .robots import EYES, HEADS, MOUTHS, TOPS, robot
from .shapes import rounded
from .theme import Theme

CARD = 150
HEIGHT = card_height(CARD)
TOP = 56
GAP = 56  # between groups
SIGN = 84
ROW, BADGE = 124, 84  # of the figure of all phases


def paint_figure(name: str, words: Words, theme: Theme) -> Canvas:
    """The figure of this name.

    Raises:
        ValueError: there is no such figure.
    """
    if name not in _PAINTERS:
        raise ValueError(f"no figure named {name!r}; there are {', '.join(FIGURES)}")
    height = 2 * MARGIN + len(TEN_PHASES) * ROW if name == "phases" else HEIGHT + 2 * TOP
    canvas = Canvas(theme, words, height)
    _PAINTERS[name](canvas)
    return canvas


def _row(canvas: Canvas, *groups: str) -> None:
    """Groups of cards side by side in the middle."""
    counts = [len(group.split()) for group in groups]
    pitch = _pitch(counts)
    x = (WIDTH - _width(counts, pitch)) // 2
    for group, count in zip(groups, counts, strict=True):
        _group(canvas, group, x, pitch)
        x += (count - 1) * pitch + CARD + GAP


def _pitch(counts: Sequence[int]) -> int:
    room = WIDTH - 2 * MARGIN - 16
    return next(p for p in range(CARD + 14, 40, -1) if _width(counts, p) <= room)


def _width(counts: Sequence[int], pitch: int) -> int:
    return sum((count - 1) * pitch + CARD for count in counts) + (len(counts) - 1) * GAP


def _group(canvas: Canvas, codes: str, x: int, pitch: int, width: int = CARD) -> None:
    y = TOP + (HEIGHT - card_height(width)) // 2
    for place, code in enumerate(codes.split()):
        sprite = card_sprite(canvas.theme, table_card(code), width, slim=pitch < width)
        canvas.sprite(sprite, x + place * pitch, y)


def _sets(canvas: Canvas) -> None:
    _row(canvas, "R7 B7 G7", "Y12 G12 R12 B12")


def _run(canvas: Canvas) -> None:
    _row(canvas, "R3 G4 Y5 B6 R7 B8 G9")


def _colour(canvas: Canvas) -> None:
    _row(canvas, "G1 G2 G5 G8 G8 G11 G12")


def _wild(canvas: Canvas) -> None:
    """A Wild, and what it may stand for in a set, a run and a colour group."""
    x = MARGIN + 12
    canvas.sprite(card_sprite(canvas.theme, WILD, CARD), x, TOP)
    _arrow(canvas, x + CARD + 18)
    x += CARD + SIGN + 36
    for codes in ("R9 B9 W9", "Y3 W4 R5", "G2 G7 WG"):
        _group(canvas, codes, x, 74, 126)
        x += 2 * 74 + 126 + 24


def _skip(canvas: Canvas) -> None:
    """A Skip, played on somebody whose turn passes to the next."""
    x = WIDTH // 2 - 430
    canvas.sprite(card_sprite(canvas.theme, SKIP, CARD), x, TOP)
    _arrow(canvas, x + CARD + 34)
    x += CARD + SIGN + 80
    _person(canvas, 1, x)
    sprite = tilted(canvas.theme, SKIP, 84, -9)
    canvas.sprite(sprite, x + 118, TOP + HEIGHT - sprite.size[1] + 10)
    _arrow(canvas, x + 250)
    _person(canvas, 2, x + 250 + SIGN + 46)
    canvas.glow(Rect(x + 250 + SIGN + 46, TOP + HEIGHT // 2 - 75, 150, 150), 75, 22)


def _hit(canvas: Canvas) -> None:
    """A card from the hand goes to the end of a run, another to a set."""
    x = MARGIN + 12
    _group(canvas, "Y4 G5 W6 B7", x, 84)
    x += 3 * 84 + CARD + 16
    _hand_card(canvas, "R8", x)
    x += CARD + GAP + 24
    _group(canvas, "R11 B11 G11", x, 84)
    x += 2 * 84 + CARD + 16
    _hand_card(canvas, "Y11", x)


def _hand_card(canvas: Canvas, code: str, x: int) -> None:
    at = Rect(x, TOP, CARD, HEIGHT)
    canvas.glow(at, CARD // 8, 22)
    canvas.sprite(card_sprite(canvas.theme, cards(code)[0], CARD), at.x, at.y)
    canvas.shape("up", at.middle[0] - 18, 12, 36, canvas.theme["glow"])


def _arrow(canvas: Canvas, x: int) -> None:
    canvas.shape("arrow", x, TOP + HEIGHT // 2 - SIGN // 2, SIGN, canvas.theme["glow"])


def _person(canvas: Canvas, seat: int, x: int) -> None:
    """Somebody without a name: a robot on a seat's colour."""
    at = (x, TOP + HEIGHT // 2 - 75)
    canvas.image.paste(canvas.theme.seats[seat], at, rounded(150, 150, 75))
    parts = (TOPS[seat], HEADS[seat], EYES[seat], MOUTHS[0])
    canvas.image.paste(canvas.theme["ink"], at, robot(parts, 150))


def _phases(canvas: Canvas) -> None:
    """Number, empty cards and words of each of the ten phases."""
    for place, notation in enumerate(TEN_PHASES):
        y = MARGIN + ROW * place
        canvas.panel(Rect(MARGIN, y + 4, WIDTH - 2 * MARGIN, ROW - 8), "panel")
        badge = Rect(MARGIN + 16, y + (ROW - BADGE) // 2, BADGE, BADGE)
        canvas.panel(badge, "panel_turn", BADGE // 2)
        number = canvas.words.number(place + 1)
        canvas.text(number, badge, "number", "text", align="middle")
        phase = parse_phase(notation)
        phase_shape(canvas, phase, Rect(badge.right + GHOST_GAP, y, 440, ROW), "panel")
        said = Rect(badge.right + 490, y, WIDTH - MARGIN - badge.right - 510, ROW)
        canvas.text(phase_name(canvas.words, phase), said, "small", "text")


_PAINTERS: dict[str, Callable[[Canvas], None]] = {
    "sets": _sets,
    "run": _run,
    "colour": _colour,
    "wild": _wild,
    "skip": _skip,
    "hit": _hit,
    "phases": _phases,
}
FIGURES = tuple(_PAINTERS)
