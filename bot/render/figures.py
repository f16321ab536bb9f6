"""Figures for the pages of rules: groups, Wilds, Skips, hits and all phases as cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from bot.i18n import Words
from bot.i18n.alt import figure_cards
from bot.i18n.phrases import phase_name
from bot.rules.cards import SKIP, WILD, Card
from bot.rules.phases import TEN_PHASES, parse_phase

from .canvas import Canvas
from .cards import card_height, card_sprite, tilted
from .layout import GHOST_GAP, MARGIN, WIDTH, Rect
from .parts import phase_shape
from .robots import EYES, HEADS, MOUTHS, TOPS, robot
from .shapes import rounded
from .theme import Theme
from .tour import (
    OBJECT_HEIGHT,
    SCORING_HEIGHT,
    TURN_HEIGHT,
    paint_object,
    paint_scoring,
    paint_turn,
)

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
    canvas = Canvas(theme, words, _HEIGHTS.get(name, HEIGHT + 2 * TOP))
    _PAINTERS[name](canvas)
    return canvas


def _row(canvas: Canvas, groups: Iterable[Sequence[Card]]) -> None:
    """Groups of cards side by side in the middle."""
    groups = list(groups)
    counts = [len(group) for group in groups]
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


def _group(canvas: Canvas, cards: Sequence[Card], x: int, pitch: int, width: int = CARD) -> None:
    y = TOP + (HEIGHT - card_height(width)) // 2
    for place, card in enumerate(cards):
        sprite = card_sprite(canvas.theme, card, width, slim=pitch < width)
        canvas.sprite(sprite, x + place * pitch, y)


def _wild(canvas: Canvas) -> None:
    """A Wild, and what it may stand for in a set, a run and a colour group."""
    x = MARGIN + 12
    canvas.sprite(card_sprite(canvas.theme, WILD, CARD), x, TOP)
    _arrow(canvas, x + CARD + 18)
    x += CARD + SIGN + 36
    for cards in figure_cards("wild").values():
        _group(canvas, cards, x, 74, 126)
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
    x, shown = MARGIN + 12, figure_cards("hit")
    for group, (card,) in ((shown["run"], shown["one"]), (shown["set"], shown["other"])):
        _group(canvas, group, x, 84)
        x += (len(group) - 1) * 84 + CARD + 16
        _hand_card(canvas, card, x)
        x += CARD + GAP + 24


def _hand_card(canvas: Canvas, card: Card, x: int) -> None:
    at = Rect(x, TOP, CARD, HEIGHT)
    canvas.glow(at, CARD // 8, 22)
    canvas.sprite(card_sprite(canvas.theme, card, CARD), at.x, at.y)
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


_HEIGHTS = {
    "object": OBJECT_HEIGHT,
    "turn": TURN_HEIGHT,
    "phases": 2 * MARGIN + len(TEN_PHASES) * ROW,
    "scoring": SCORING_HEIGHT,
}
_PAINTERS: dict[str, Callable[[Canvas], None]] = {
    "object": paint_object,
    "turn": paint_turn,
    "sets": lambda canvas: _row(canvas, figure_cards("sets").values()),
    "run": lambda canvas: _row(canvas, figure_cards("run").values()),
    "colour": lambda canvas: _row(canvas, figure_cards("colour").values()),
    "wild": _wild,
    "skip": _skip,
    "hit": _hit,
    "phases": _phases,
    "scoring": paint_scoring,
}
FIGURES = tuple(_PAINTERS)
