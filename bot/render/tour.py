"""Figures for the pages of rules that tell the aim, a turn and the points."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import cycle

from bot.i18n.alt import LAID_PHASE, LAST_PHASE, figure_cards
from bot.rules.cards import SKIP, WILD, Card, table_card
from bot.rules.phases import TEN_PHASES

from .canvas import Canvas
from .cards import back_sprite, card_height, card_sprite
from .layout import MARGIN, PAD, WIDTH, Rect
from .robots import EYES, HEADS, MOUTHS, TOPS, robot
from .shapes import rounded

CARD, PITCH = 96, 54  # of cards in a row, and how much of a covered one shows
HIGH = card_height(CARD)
GAP = 14  # between panels
LINE = 52  # a line of words
GROUPS = 26  # between groups of cards
BADGE, SIGN = 52, 64
PERSON = 104
ROOM = WIDTH - 2 * MARGIN

_STAIRS = 330  # where the stairs stand
_STEP, _RISE = 115, 20
_ONTO = 800  # where it is told what comes next
_SHOWN = 2 * PAD + LINE + HIGH  # a panel with words above cards
_PILES = _SHOWN + LINE  # the same with words below them, too
_COSTS = 2 * PAD + HIGH
_LOW_PITCH, _LEAST_PITCH = 84, 49  # with room for numbers of two figures
_FIRST_PILE, _BETWEEN = 138, 208  # the middle of the draw pile, and how far it is to the next

OBJECT_HEIGHT = _STAIRS + 3 * (GAP + _SHOWN) + MARGIN
TURN_HEIGHT = 2 * MARGIN + 2 * _PILES + _SHOWN + 2 * GAP
SCORING_HEIGHT = 2 * MARGIN + 2 * _COSTS + _PILES + 2 * GAP


def paint_object(canvas: Canvas) -> None:
    """The phases as stairs, and how one moves up: laid, not laid, and the last one laid first."""
    shown, words = figure_cards("object"), canvas.words
    _stairs(canvas)
    laid = words("pictures.rules.laid", phase=LAID_PHASE, next=LAID_PHASE + 1)
    _outcome(canvas, 0, laid, (shown["set"], shown["run"]), 1)
    _onto(canvas, 0, LAID_PHASE + 1)
    again = words("pictures.rules.not_laid", phase=LAID_PHASE)
    _outcome(canvas, 1, again, (shown["held"],), 2)
    _onto(canvas, 1, LAID_PHASE)
    won = words("pictures.rules.won", phase=LAST_PHASE)
    _outcome(canvas, 2, won, (shown["five"], shown["three"]), 0)
    canvas.shape("crown", _ONTO, _cards_top(2) + (HIGH - 96) // 2, 96, canvas.theme["glow"])


def _stairs(canvas: Canvas) -> None:
    """A step for each phase, who tries which, and a crown above the last."""
    left = (WIDTH - _STEP * len(TEN_PHASES)) // 2
    tops = [_STAIRS - 76 - _RISE * place for place in range(len(TEN_PHASES))]
    for place, top in enumerate(tops):
        box = Rect(left + _STEP * place + 3, top, _STEP - 6, _STAIRS - top)
        done = place + 1 < LAID_PHASE
        canvas.panel(box, "good" if done else "panel_turn", 14)
        number = Rect(box.x, top + 8, box.w, 60)
        ink = "panel" if done else "text"
        canvas.text(canvas.words.number(place + 1), number, "number", ink, align="middle")
    crown = left + _STEP * len(TEN_PHASES) - _STEP // 2 - 32
    canvas.shape("crown", crown, tops[-1] - 68, 64, canvas.theme["glow"])
    for seat, place in ((2, LAID_PHASE - 1), (1, LAID_PHASE)):
        _person(canvas, seat, left + _STEP * place + (_STEP - PERSON) // 2, tops[place] - PERSON)


def _panel_top(row: int) -> int:
    return _STAIRS + GAP + row * (_SHOWN + GAP)


def _cards_top(row: int) -> int:
    return _panel_top(row) + PAD + LINE


def _outcome(
    canvas: Canvas, row: int, said: str, groups: Sequence[Sequence[Card]], seat: int
) -> None:
    """A panel with somebody, words and groups of cards."""
    top = _panel_top(row)
    canvas.panel(Rect(MARGIN, top, ROOM, _SHOWN), "panel")
    _person(canvas, seat, MARGIN + PAD, top + (_SHOWN - PERSON) // 2)
    x = MARGIN + PAD + PERSON + GROUPS
    line = Rect(x, top + PAD - 6, WIDTH - MARGIN - PAD - x, LINE)
    canvas.text(said, line, "strong", "text")
    for group in groups:
        x = _fan(canvas, group, x, _cards_top(row)) + GROUPS


def _onto(canvas: Canvas, row: int, phase: int) -> None:
    """An arrow to the phase that is tried next."""
    top = _cards_top(row)
    _arrow(canvas, _ONTO, top + HIGH // 2)
    x = _ONTO + SIGN + GROUPS
    said = canvas.words("pictures.phase", phase=phase)
    canvas.text(said, Rect(x, top, WIDTH - MARGIN - PAD - x, HIGH), "title", "text")


def paint_turn(canvas: Canvas) -> None:
    """The steps of a turn, one below another: draw, lay and hit, discard."""
    shown = figure_cards("turn")
    top = MARGIN
    _step(canvas, 1, "draw", Rect(MARGIN, top, ROOM, _PILES))
    _draw(canvas, shown, top + PAD + LINE + 8)
    top += _PILES + GAP
    half = (ROOM - GAP) // 2
    _step(canvas, 2, "lay", Rect(MARGIN, top, half, _SHOWN))
    _step(canvas, 3, "hit", Rect(MARGIN + half + GAP, top, half, _SHOWN))
    cards = top + PAD + LINE
    x = MARGIN + 2 * PAD
    for part in ("set", "run"):
        x = _fan(canvas, shown[part], x, cards) + GROUPS
    x = _fan(canvas, shown["run"], MARGIN + half + GAP + 2 * PAD, cards) + GROUPS
    _marked(canvas, shown["drawn"][0], x, cards)
    top += _SHOWN + GAP
    _step(canvas, 4, "discard", Rect(MARGIN, top, ROOM, _PILES))
    _discard(canvas, shown, top + PAD + LINE + 8)


def _step(canvas: Canvas, number: int, said: str, box: Rect) -> None:
    """A panel with a number and words at its top."""
    canvas.panel(box, "panel")
    _badge(canvas, number, box.x + PAD, box.y + PAD - 4)
    x = box.x + PAD + BADGE + PAD
    line = Rect(x, box.y + PAD - 4, box.right - PAD - x, BADGE)
    canvas.text(canvas.words(f"pictures.rules.{said}"), line, "strong", "text")


def _draw(canvas: Canvas, shown: dict[str, tuple[Card, ...]], top: int) -> None:
    """Either pile, and the hand with what came to it."""
    closed, opened = _FIRST_PILE, _FIRST_PILE + _BETWEEN
    for shift in (8, 4, 0):
        sprite = back_sprite(canvas.theme, CARD)
        canvas.sprite(sprite, closed - CARD // 2 + shift, top - shift)
    either = Rect(closed + CARD // 2, top, _BETWEEN - CARD, HIGH)
    canvas.text(canvas.words("pictures.rules.or"), either, "strong", "muted", align="middle")
    canvas.sprite(card_sprite(canvas.theme, shown["top"][0], CARD), opened - CARD // 2, top)
    _named(canvas, "pictures.draw_pile", closed, top)
    _named(canvas, "pictures.discard_pile", opened, top)
    x = opened + CARD // 2 + PAD
    _arrow(canvas, x, top + HIGH // 2)
    end = _fan(canvas, shown["hand"], x + SIGN + PAD, top, _LEAST_PITCH)
    _marked(canvas, shown["drawn"][0], end + PAD, top)


def _discard(canvas: Canvas, shown: dict[str, tuple[Card, ...]], top: int) -> None:
    """What is left in hand, a card that goes to the discard pile, and who is next."""
    end = _fan(canvas, shown["left"], MARGIN + 2 * PAD, top)
    _marked(canvas, shown["away"][0], end + GROUPS, top)
    x = end + CARD + 3 * GROUPS
    _arrow(canvas, x, top + HIGH // 2)
    x += SIGN + 2 * GROUPS
    end = _fan(canvas, (*shown["top"], *shown["away"]), x, top)
    _named(canvas, "pictures.discard_pile", (x + end) // 2, top)
    _arrow(canvas, end + 2 * GROUPS, top + HIGH // 2)
    person = Rect(end + SIGN + 5 * GROUPS, top + (HIGH - PERSON) // 2, PERSON, PERSON)
    canvas.glow(person, PERSON // 2, 18)
    _person(canvas, 1, person.x, person.y)


def paint_scoring(canvas: Canvas) -> None:
    """What each kind of card costs, then what a hand costs, and who went out."""
    low, high = _numbers(1, 10), _numbers(10, 13)
    top = MARGIN
    canvas.panel(Rect(MARGIN, top, ROOM, _COSTS), "panel")
    end = _fan(canvas, low, MARGIN + PAD, top + PAD, _LOW_PITCH)
    said = Rect(end, top, WIDTH - MARGIN - PAD - end, _COSTS)
    _cost(canvas, low[0], Rect(said.x, top + 12, said.w, 100))
    each = Rect(said.x + 8, top + 108, said.w - 8, LINE)
    canvas.text(canvas.words("pictures.rules.each"), each, "small", "muted", align="middle")
    top += _COSTS + GAP
    third = (ROOM + GAP) // 3
    for place, held in enumerate((high, [SKIP], [WILD])):
        _kind(canvas, held, Rect(MARGIN + place * third, top, third - GAP, _COSTS))
    top += _COSTS + GAP
    out = 318
    _held(canvas, Rect(MARGIN, top, ROOM - GAP - out, _PILES))
    _out(canvas, Rect(WIDTH - MARGIN - out, top, out, _PILES))


def _numbers(first: int, end: int) -> list[Card]:
    """A card of each number, in one colour after another."""
    colours = cycle("RBYG")
    return [table_card(f"{next(colours)}{number}") for number in range(first, end)]


def _kind(canvas: Canvas, held: Sequence[Card], box: Rect) -> None:
    """Cards of one worth, and what each costs."""
    canvas.panel(box, "panel")
    width = (len(held) - 1) * PITCH + CARD
    x = box.x + (box.w - width - 120) // 2
    end = _fan(canvas, held, x, box.y + PAD)
    _cost(canvas, held[0], Rect(end, box.y, 130, box.h))


def _cost(canvas: Canvas, card: Card, at: Rect) -> None:
    canvas.text(canvas.words.number(card.points), at, "figure", "glow", align="middle")


def _held(canvas: Canvas, box: Rect) -> None:
    """Cards left in a hand, what each costs, and all together."""
    canvas.panel(box, "panel")
    line = Rect(box.x + PAD, box.y + PAD - 6, box.w - 2 * PAD, LINE)
    canvas.text(canvas.words("pictures.rules.held"), line, "strong", "text")
    cards, x = figure_cards("scoring")["held"], box.x + PAD
    for card in cards:
        at = Rect(x, box.y + PAD + LINE, CARD, HIGH)
        canvas.sprite(card_sprite(canvas.theme, card, CARD), at.x, at.y)
        below = Rect(at.x, at.bottom, CARD, LINE)
        number = canvas.words.number(card.points)
        canvas.text(number, below, "number", "glow", align="middle")
        x += CARD + GAP
    total = canvas.words.plural("pictures.points", sum(card.points for card in cards))
    right = Rect(x, box.y + PAD + LINE, box.right - PAD - x, HIGH)
    canvas.text(total, right, "title", "glow", align="middle")


def _out(canvas: Canvas, box: Rect) -> None:
    """Somebody without cards and without points."""
    canvas.panel(box, "panel")
    line = Rect(box.x + PAD, box.y + PAD - 6, box.w - 2 * PAD, LINE)
    canvas.text(canvas.words("pictures.rules.out"), line, "strong", "text", align="middle")
    top = box.y + PAD + LINE + (HIGH - PERSON) // 2
    _person(canvas, 1, box.middle[0] - PERSON // 2, top)
    none = Rect(line.x, box.bottom - PAD - LINE, line.w, LINE)
    canvas.text(canvas.words.plural("pictures.points", 0), none, "name", "good", align="middle")


def _fan(canvas: Canvas, cards: Sequence[Card], x: int, y: int, pitch: int = PITCH) -> int:
    """Cards that lie on one another from left to right; returns where they end."""
    for place, card in enumerate(cards):
        sprite = card_sprite(canvas.theme, card, CARD, slim=len(cards) > 1)
        canvas.sprite(sprite, x + place * pitch, y)
    return x + (len(cards) - 1) * pitch + CARD


def _marked(canvas: Canvas, card: Card, x: int, y: int) -> None:
    """The card that a step is about."""
    canvas.glow(Rect(x, y, CARD, HIGH), CARD // 8, 18)
    canvas.sprite(card_sprite(canvas.theme, card, CARD), x, y)


def _named(canvas: Canvas, key: str, middle: int, top: int) -> None:
    """What a pile is called, below it."""
    at = Rect(middle - _BETWEEN // 2, top + HIGH, _BETWEEN, LINE)
    canvas.text(canvas.words(key), at, "small", "muted", align="middle")


def _arrow(canvas: Canvas, x: int, middle: int) -> None:
    canvas.shape("arrow", x, middle - SIGN // 2, SIGN, canvas.theme["glow"])


def _badge(canvas: Canvas, number: int, x: int, y: int) -> None:
    box = Rect(x, y, BADGE, BADGE)
    canvas.panel(box, "panel_turn", BADGE // 2)
    canvas.text(canvas.words.number(number), box, "number", "text", align="middle")


def _person(canvas: Canvas, seat: int, x: int, y: int) -> None:
    """Somebody without a name: a robot on a seat's colour."""
    canvas.image.paste(canvas.theme.seats[seat], (x, y), rounded(PERSON, PERSON, PERSON // 2))
    parts = (TOPS[seat], HEADS[seat], EYES[seat], MOUTHS[0])
    canvas.image.paste(canvas.theme["ink"], (x, y), robot(parts, PERSON))
