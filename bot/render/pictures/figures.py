"""Figures for the pages of rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from bot.cards.cards import HIGHEST, SKIP, WILD, Card, Colour, natural
from bot.cards.phases import TEN_PHASES, GroupKind, GroupSpec
from bot.cards.rulesets import CLASSIC, RuleSet, SkipRule
from bot.i18n import Translator
from bot.i18n.alt import LAID_PHASE, LAST_PHASE, figure_cards
from bot.i18n.phrases import number_name
from bot.render.engine import WIDTH, Canvas, Design, Lamp, Pose, Rect, card_height
from bot.render.engine.canvas import medal, ring_width
from bot.render.engine.card_faces import LARGE
from bot.render.engine.geometry import fit_places
from bot.render.engine.portraits import EYES, HEADS, MOUTHS, TOPS, robot
from bot.render.engine.sprites import card_sprite
from bot.render.pieces.laid_cards import spec_words
from bot.render.pieces.materials import paper, seam, skip_badge, slot
from bot.render.pieces.phase_list import group_sign, phase_example, phase_rows, phases_height

LIGHT = Lamp(0.5, 0.5, 1500, 0.58)  # nearly even, as all is read
KINDS = {
    "set": GroupKind.SET,
    "sets": GroupKind.SET,
    "run": GroupKind.RUN,
    "colour": GroupKind.COLOUR,
}
MARGIN = 46
PAD = 18
ROOM = WIDTH - 2 * MARGIN

# Figures of one row.
LARGE_CARD = 142  # width of a card
LARGE_HEIGHT = card_height(LARGE_CARD)
TOP = 56
LARGE_GAP = 56  # between groups
LARGE_ARROW = 84
MIDDLE = TOP + LARGE_HEIGHT // 2
# sizes of players, and of cards
SKIPPED = 136
SKIP_CARD = 96
WILD_GROUP = 120
# the signs below groups
SIGN = 56
SIGN_GAP = 14

# The figure of all phases.
# height, width of examples and of their cards
PHASE_ROW = 140
PHASE_CARDS = 520
PHASE_CARD = 82
SEEN = 0.57  # the share of a covered card that is seen

# Figures of several panels: the aim, a turn, the points.
# width of a card, and how much of a covered one shows
CARD = 96
PITCH = 54
LOW_PITCH = 79  # with room for numbers of two digits
# of cards that are laid, hit and discarded
TURN_CARD = 120
TURN_PITCH = 68
HEIGHT = card_height(CARD)
GAP = 22  # between the parts of a picture
LINE = 52  # a line of words
GROUPS = 26  # between groups of cards
BADGE = 60
ARROW = 56
PERSON = 108
STAIRS = 376  # the floor of the stairs
# of one stair
STEP = 110
RISE = 20
NEXT_PHASE = 800  # left edge of the arrow to the next phase
TURN_LEFT = MARGIN + BADGE + PAD  # of the cards of a step
BETWEEN_PILES = 254  # from the draw pile to the discard pile
CAPTIONED = 2 * PAD + LINE + HEIGHT  # height of a panel with words above cards
DOUBLY_CAPTIONED = CAPTIONED + LINE  # the same with words below the cards too
UNCAPTIONED = 2 * PAD + HEIGHT
TURN_HEIGHT = card_height(TURN_CARD)
TURN_CAPTIONED = 2 * PAD + LINE + TURN_HEIGHT
NAMED = TURN_CAPTIONED + LINE  # the same with names of piles below them


def paint_figure(design: Design, name: str, rules: RuleSet = CLASSIC) -> Canvas:
    """A figure of the rules, one of FIGURES, in a rule set."""
    height, paint = _PAINTERS[name]
    if name == "phases":
        notes = _notes(design.words, rules)
        height = phases_height(design, rules.parsed_phases, PHASE_ROW, PHASE_CARDS, notes)
    canvas = Canvas(design, height, LIGHT)
    paint(canvas, rules)
    return canvas


def _row(canvas: Canvas, rules: RuleSet, name: str) -> None:
    groups = figure_cards(name, rules).values()
    counts = [*map(len, groups)]
    pitches = range(LARGE_CARD + 14, 40, -1)
    pitch = next(step for step in pitches if _width(counts, step) <= ROOM - 16)
    x = (WIDTH - _width(counts, pitch)) // 2
    for group in groups:
        right = canvas.row(group, (x, TOP), LARGE_CARD, pitch)
        _sign(canvas, name, group, Rect(x, TOP, right - x, LARGE_HEIGHT))
        x = right + LARGE_GAP


def _sign(
    canvas: Canvas, name: str, group: Sequence[Card], at: Rect, line: str | None = None
) -> None:
    """The sign of a group below it, and words, by default those of its kind and size."""
    kind = KINDS[name]
    if kind is GroupKind.RUN and len({card.colour for card in group if card.colour}) == 1:
        kind = GroupKind.COLOUR_RUN
    if line is None:
        line = spec_words(canvas.words, GroupSpec(kind, len(group)))
    group_sign(canvas, kind, Rect(at.x, at.bottom + SIGN_GAP, at.w, SIGN), line)


def _width(counts: Sequence[int], pitch: int) -> int:
    return sum((count - 1) * pitch + LARGE_CARD for count in counts) + (len(counts) - 1) * LARGE_GAP


def _wild(canvas: Canvas, rules: RuleSet) -> None:
    x = MARGIN
    canvas.card(WILD, (x, TOP - (card_height(LARGE) - LARGE_HEIGHT) // 2), LARGE)
    _arrow(canvas, x + LARGE + 18, MIDDLE, LARGE_ARROW)
    x += LARGE + LARGE_ARROW + 36
    top = TOP + (LARGE_HEIGHT - card_height(WILD_GROUP)) // 2
    for name, cards in figure_cards("wild", rules).items():
        right = canvas.row(cards, (x, top), WILD_GROUP, 70)
        line = canvas.words(f"pictures.rules.{name}")
        _sign(canvas, name, cards, Rect(x, top, right - x, card_height(WILD_GROUP)), line)
        x = right + 28


def _skip(canvas: Canvas, rules: RuleSet) -> None:
    """The player of a Skip, its target (it lies in front in some editions), and the next player."""
    third = ROOM // 3
    low = TOP + SKIPPED
    for place, (key, ink) in enumerate((("played", "text"), ("lost", "bad"), ("next", "gold"))):
        left = MARGIN + place * third
        face = Rect(left + (third - SKIPPED) // 2, TOP, SKIPPED, SKIPPED)
        if place:
            _arrow(canvas, left - LARGE_ARROW // 2, face.middle[1], LARGE_ARROW)
        else:
            face = Rect(face.x - 60, face.y, face.w, face.h)
        _person(canvas, place, face)
        match key:
            case "played":
                canvas.card(SKIP, (face.right + 20, low - card_height(SKIP_CARD)), SKIP_CARD)
            case "lost" if rules.skip_rule is SkipRule.IN_FRONT:
                sprite = card_sprite(canvas.theme, SKIP, 84, Pose(90))
                canvas.sprite(sprite, face.right - 20, low - sprite.size[1])
            case "lost":
                skip_badge(canvas, face.right - 40, face.bottom - 60, 60)
            case _:
                canvas.ring(face, SKIPPED // 2)
        line = Rect(left, low + SIGN_GAP, third, SIGN)
        canvas.text(canvas.words(f"pictures.rules.{key}"), line, "small", ink, align="middle")


def _hit(canvas: Canvas, rules: RuleSet) -> None:
    x = MARGIN + 6
    groups = figure_cards("hit", rules)
    for name, hit, pitch in (("run", "one", 76), ("set", "other", 92)):  # two digits are wider
        left = x
        (card,) = groups[hit]
        x = canvas.row(groups[name], (x, TOP), LARGE_CARD, pitch) + 16
        at = Rect(x, TOP, LARGE_CARD, LARGE_HEIGHT)
        _marked(canvas, card, at)
        whole = Rect(left, TOP, at.right - left, at.h)
        line = canvas.words(f"pictures.rules.to_{name}")
        _sign(canvas, name, (*groups[name], card), whole, line)
        x = at.right + LARGE_GAP + 24


def _phases(canvas: Canvas, rules: RuleSet) -> None:
    colours = [colour for colour in Colour if colour in rules.colours]
    notes = _notes(canvas.words, rules)
    for phase, area in phase_rows(canvas, rules.parsed_phases, PHASE_CARDS, notes):
        example = phase_example(phase, colours, HIGHEST, rules.hero_in(phase))
        _phase_cards(canvas, example, area)


def _notes(words: Translator, rules: RuleSet) -> list[str]:
    """For each phase which number it must hold, if any."""
    heroes = [rules.hero_in(phase) for phase in rules.parsed_phases]
    return [
        "" if hero is None else words("pictures.rules.hero", number=number_name(words, hero))
        for hero in heroes
    ]


def _phase_cards(
    canvas: Canvas, groups: Sequence[Sequence[tuple[int, Colour]]], area: Rect
) -> None:
    places = fit_places([len(group) for group in groups], area, PHASE_CARD, SEEN)
    size = places[0][0].w
    top = area.middle[1] - card_height(size) // 2
    for group, boxes in zip(groups, places, strict=True):
        row = [natural(colour, number) for number, colour in group]
        canvas.row(row, (boxes[0].x, top), size, boxes[1].x - boxes[0].x)


def _object(canvas: Canvas, rules: RuleSet) -> None:
    """The phases as stairs, and how players climb: laid, not laid, and the last one laid first."""
    groups = figure_cards("object", rules)
    words = canvas.words
    _stairs(canvas)
    laid = words("pictures.rules.laid", phase=LAID_PHASE, next=LAID_PHASE + 1)
    cards = _outcome(canvas, 0, laid, (groups["set"], groups["run"]), 1)
    _next_phase(canvas, cards, LAID_PHASE + 1)
    again = words("pictures.rules.not_laid", phase=LAID_PHASE)
    cards = _outcome(canvas, 1, again, (groups["held"],), 2)
    _next_phase(canvas, cards, LAID_PHASE)
    won = words("pictures.rules.won", phase=LAST_PHASE)
    cards = _outcome(canvas, 2, won, (groups["five"], groups["three"]), 0)
    canvas.shape("crown", NEXT_PHASE, cards + (HEIGHT - 96) // 2, 96, "gold")


def _stairs(canvas: Canvas) -> None:
    """A step for each phase, of thread until it is done, and a crown above the last."""
    left = (WIDTH - STEP * len(TEN_PHASES)) // 2
    tops = [STAIRS - 76 - RISE * place for place in range(len(TEN_PHASES))]
    for place, top in enumerate(tops):
        box = Rect(left + STEP * place + 3, top, STEP - 6, STAIRS - top)
        done = place + 1 < LAID_PHASE
        (paper if done else slot)(canvas, box)
        number = Rect(box.x, top + 8, box.w, 60)
        ink = "ink" if done else "text"
        canvas.text(canvas.words.number(place + 1), number, "number", ink, align="middle")
    crown = left + STEP * len(TEN_PHASES) - STEP // 2 - 32
    canvas.shape("crown", crown, tops[-1] - 68, 64, "gold")
    for seat, place in ((2, LAID_PHASE - 1), (1, LAID_PHASE)):
        x = left + STEP * place + (STEP - PERSON) // 2
        _person(canvas, seat, Rect(x, tops[place] - PERSON, PERSON, PERSON))


def _outcome(
    canvas: Canvas, row: int, text: str, groups: Sequence[Sequence[Card]], seat: int
) -> int:
    """A panel with a player, words and groups of cards; returns the top edge of the cards."""
    top = STAIRS + GAP + row * (CAPTIONED + GAP)
    cards = top + PAD + LINE
    seam(canvas, MARGIN, top - GAP // 2, ROOM)
    face = Rect(MARGIN + PAD, top + (CAPTIONED - PERSON) // 2, PERSON, PERSON)
    _person(canvas, seat, face)
    x = face.right + GROUPS
    line = Rect(x, top + PAD - 6, WIDTH - MARGIN - PAD - x, LINE)
    canvas.text(text, line, "strong", "text")
    for group in groups:
        x = canvas.row(group, (x, cards), CARD, PITCH) + GROUPS
    return cards


def _next_phase(canvas: Canvas, top: int, phase: int) -> None:
    _arrow(canvas, NEXT_PHASE, top + HEIGHT // 2)
    x = NEXT_PHASE + ARROW + GROUPS
    text = canvas.words("pictures.phase", phase=phase)
    canvas.text(text, Rect(x, top, WIDTH - MARGIN - x, HEIGHT), "pile", "text")


def _turn(canvas: Canvas, rules: RuleSet) -> None:
    groups = figure_cards("turn", rules)
    top = _step(canvas, 1, "draw", MARGIN)
    _draw(canvas, groups, top)
    x, top = TURN_LEFT, _step(canvas, 2, "lay", MARGIN + NAMED + GAP)
    for part in ("set", "run"):
        x = canvas.row(groups[part], (x, top), TURN_CARD, TURN_PITCH) + GROUPS
    top = _step(canvas, 3, "hit", MARGIN + NAMED + TURN_CAPTIONED + 2 * GAP)
    x = canvas.row(groups["run"], (TURN_LEFT, top), TURN_CARD, TURN_PITCH) + GROUPS
    _marked(canvas, groups["drawn"][0], Rect(x, top, TURN_CARD, TURN_HEIGHT))
    top = _step(canvas, 4, "discard", MARGIN + NAMED + 2 * TURN_CAPTIONED + 3 * GAP)
    _discard(canvas, groups, top)


def _step(canvas: Canvas, number: int, key: str, top: int) -> int:
    """The number and the words of a step; returns where its cards begin."""
    if number > 1:
        seam(canvas, MARGIN, top - GAP // 2, ROOM)
    badge = Rect(MARGIN, top + PAD - 6, BADGE, BADGE)
    canvas.text(canvas.words.number(number), badge, "pile", "gold", align="middle")
    line = Rect(TURN_LEFT, badge.y, WIDTH - MARGIN - TURN_LEFT, BADGE)
    canvas.text(canvas.words(f"pictures.rules.{key}"), line, "strong", "text")
    return top + PAD + LINE + 8


def _draw(canvas: Canvas, groups: dict[str, tuple[Card, ...]], top: int) -> None:
    draw_pile = TURN_LEFT
    discard_pile = TURN_LEFT + BETWEEN_PILES
    for shift in (8, 4, 0):
        canvas.back((draw_pile + shift, top - shift), TURN_CARD)
    between = Rect(draw_pile + TURN_CARD, top, BETWEEN_PILES - TURN_CARD, TURN_HEIGHT)
    canvas.text(canvas.words("pictures.rules.or"), between, "strong", "muted", align="middle")
    canvas.card(groups["top"][0], (discard_pile, top), TURN_CARD)
    for key, left in (("draw_pile", draw_pile), ("discard_pile", discard_pile)):
        _pile_name(canvas, f"pictures.{key}", left + TURN_CARD // 2, top + TURN_HEIGHT)
    x = _arrow_after(canvas, discard_pile + TURN_CARD, top)
    _marked(canvas, groups["drawn"][0], Rect(x, top, TURN_CARD, TURN_HEIGHT))


def _discard(canvas: Canvas, groups: dict[str, tuple[Card, ...]], top: int) -> None:
    x = canvas.row(groups["left"], (TURN_LEFT, top), TURN_CARD, TURN_PITCH) + GROUPS
    _marked(canvas, groups["away"][0], Rect(x, top, TURN_CARD, TURN_HEIGHT))
    x = _arrow_after(canvas, x + TURN_CARD, top)
    end = canvas.row((*groups["top"], *groups["away"]), (x, top), TURN_CARD, TURN_PITCH)
    _pile_name(canvas, "pictures.discard_pile", (x + end) // 2, top + TURN_HEIGHT)
    x = _arrow_after(canvas, end, top)
    face = Rect(x, top + (TURN_HEIGHT - PERSON) // 2, PERSON, PERSON)
    canvas.ring(face, PERSON // 2)
    _person(canvas, 1, face)


def _scoring(canvas: Canvas, rules: RuleSet) -> None:
    groups = figure_cards("scoring", rules)
    low = groups["cheap"]
    top = MARGIN
    end = canvas.row(low, (MARGIN, top + PAD), CARD, LOW_PITCH)
    text = Rect(end, top, WIDTH - MARGIN - end, UNCAPTIONED)
    _cost(canvas, rules.points(low[0]), Rect(text.x, top + 12, text.w, 100))
    below = Rect(text.x + 8, top + 108, text.w - 8, LINE)
    canvas.text(canvas.words("pictures.rules.each"), below, "small", "muted", align="middle")
    top += UNCAPTIONED + GAP
    seam(canvas, MARGIN, top - GAP // 2, ROOM)
    third = (ROOM + GAP) // 3
    for place, cards in enumerate((groups["dear"], [SKIP], [WILD])):
        _kind(canvas, cards, rules, Rect(MARGIN + place * third, top, third - GAP, UNCAPTIONED))
    top += UNCAPTIONED + GAP
    out = 318
    _hand(canvas, groups["held"], rules, Rect(MARGIN, top, ROOM - GAP - out, DOUBLY_CAPTIONED))
    _out(canvas, Rect(WIDTH - MARGIN - out, top, out, DOUBLY_CAPTIONED))


def _kind(canvas: Canvas, cards: Sequence[Card], rules: RuleSet, box: Rect) -> None:
    width = (len(cards) - 1) * PITCH + CARD
    x = box.x + (box.w - width - 120) // 2
    end = canvas.row(cards, (x, box.y + PAD), CARD, PITCH)
    _cost(canvas, rules.points(cards[0]), Rect(end, box.y, 130, box.h))


def _cost(canvas: Canvas, points: int, at: Rect) -> None:
    canvas.text(canvas.words.number(points), at, "figure", "gold", align="middle")


def _hand(canvas: Canvas, cards: Sequence[Card], rules: RuleSet, box: Rect) -> None:
    seam(canvas, MARGIN, box.y - GAP // 2, ROOM)
    line = Rect(box.x, box.y + PAD - 6, box.w, LINE)
    canvas.text(canvas.words("pictures.rules.held"), line, "strong", "text")
    x = box.x
    for card in cards:
        at = Rect(x, box.y + PAD + LINE, CARD, HEIGHT)
        canvas.card(card, at.corner, CARD)
        below = Rect(at.x, at.bottom, CARD, LINE)
        number = canvas.words.number(rules.points(card))
        canvas.text(number, below, "number", "gold", align="middle")
        x += CARD + GAP
    total = canvas.words.plural("pictures.points", rules.points_in_hand(cards))
    right = Rect(x, box.y + PAD + LINE, box.right - PAD - x, HEIGHT)
    canvas.text(total, right, "pile", "gold", align="middle")


def _out(canvas: Canvas, box: Rect) -> None:
    line = Rect(box.x + PAD, box.y + PAD - 6, box.w - 2 * PAD, LINE)
    canvas.text(canvas.words("pictures.rules.out"), line, "strong", "text", align="middle")
    top = box.y + PAD + LINE + (HEIGHT - PERSON) // 2
    _person(canvas, 1, Rect(box.middle[0] - PERSON // 2, top, PERSON, PERSON))
    none = Rect(line.x, box.bottom - PAD - LINE, line.w, LINE)
    canvas.text(canvas.words.plural("pictures.points", 0), none, "name", "good", align="middle")


def _marked(canvas: Canvas, card: Card, at: Rect) -> None:
    canvas.ring(at, at.w // 8)
    canvas.card(card, at.corner, at.w)


def _pile_name(canvas: Canvas, key: str, middle: int, top: int) -> None:
    width = BETWEEN_PILES + PAD
    at = Rect(middle - width // 2, top, width, LINE)
    canvas.text(canvas.words(key), at, "small", "muted", align="middle")


def _arrow_after(canvas: Canvas, right: int, top: int) -> int:
    """An arrow in the row of cards of a step; returns where the next cards begin."""
    _arrow(canvas, right + 2 * GROUPS, top + TURN_HEIGHT // 2)
    return right + ARROW + 4 * GROUPS


def _arrow(canvas: Canvas, x: int, middle: int, size: int = ARROW) -> None:
    canvas.shape("arrow", x, middle - size // 2, size, "gold")


def _person(canvas: Canvas, seat: int, at: Rect) -> None:
    """A player without a name: a robot on a seat's colour."""
    canvas.sprite(medal(canvas.theme, canvas.theme.seats[seat], at.w), at.x, at.y)
    strokes = (*TOPS[seat], *HEADS[seat], *EYES[seat], *MOUTHS[0])
    inset = ring_width(at.w)
    face = robot(strokes, at.w - 2 * inset)
    canvas.fill_mask(face, at.x + inset, at.y + inset, "ink")


_SIGNED = SIGN_GAP + SIGN + MARGIN
_PAINTERS: dict[str, tuple[int, Callable[[Canvas, RuleSet], None]]] = {  # with their heights
    "object": (STAIRS + 3 * (GAP + CAPTIONED) + MARGIN, _object),
    "turn": (2 * (MARGIN + NAMED + TURN_CAPTIONED) + 3 * GAP, _turn),
    **{
        name: (TOP + LARGE_HEIGHT + _SIGNED, partial(_row, name=name))
        for name in ("sets", "run", "colour")
    },
    "wild": (TOP + (LARGE_HEIGHT + card_height(WILD_GROUP)) // 2 + _SIGNED, _wild),
    "skip": (TOP + SKIPPED + _SIGNED, _skip),
    "hit": (TOP + LARGE_HEIGHT + _SIGNED, _hit),
    "phases": (0, _phases),  # as high as its words need
    "scoring": (2 * MARGIN + 2 * UNCAPTIONED + DOUBLY_CAPTIONED + 2 * GAP, _scoring),
}
FIGURES = tuple(_PAINTERS)
