"""The daily hand at dawn: an attempt, its result as a trophy, and the shared results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import cos, degrees, sin

from bot.cards.cards import Card
from bot.cards.distance import distance
from bot.cards.marked_cards import Slots, in_order
from bot.daily.calendar import begins, day_number
from bot.daily.deal import MOST_TURNS
from bot.daily.state import DailySide, DailyStage
from bot.daily.views import (
    DailyGrade,
    DailyView,
    compute_grade,
    daily_marks,
    daily_order,
    daily_slots,
    up_helps,
)
from bot.i18n import Translator
from bot.i18n.daily import against_par, grade_name, sooner_line, standing
from bot.i18n.phrases import card_name
from bot.i18n.standings import capital
from bot.render.engine import WIDTH, Canvas, Design, Lamp, Pose, Rect, card_height
from bot.render.engine.canvas import Avatar, medal
from bot.render.engine.sprites import HELD, LAID, blank_sprite
from bot.render.engine.theme import dawn_theme
from bot.render.pieces.dawn import (
    FLAME,
    paint_decks,
    paint_flame,
    paint_wedges,
    sun_sprite,
    window_light,
)
from bot.render.pieces.hand_layout import BADGE, EDGE, HeadSizes, hand_layout
from bot.render.pieces.held_cards import PHASE_MARKS, HeldCards, paint_held
from bot.render.pieces.laid_cards import paint_slots, phase_words
from bot.render.pieces.materials import Depicted, badge, plate, slot, sparks
from bot.results.daily import DailyBoard, DailyRow, DailyShare

ROOM = WIDTH - 2 * EDGE
# of the day's arc: its left end, its foot, its height
ARC_END = 92
ARC_FOOT = 284
ARC_RISE = 152
# sizes of turns to come and gone, the radius of the sun of now
STITCH = 30
PEARL = 34
SUN = 44
SPIKE = 20  # how far its spikes reach
END_NAME = Rect(EDGE + 16, ARC_FOOT + SUN + SPIKE, 136, 52)  # of the left end
NAME_TOP = 206
NAME_ROOM = 650
NAME_LINE = 96
HALF_LINE = 74
# of two lines, and how much less the arc leaves to the first
TWO_ROOM = 720
FIRST_LESS = 200
WANTED_LINE = 60
LAY_LINE = 110
SPOT = 118
SLOT_GAP = 16
GROUP_GAP = 22
# the width of the two cards of a turn, the gap above them
PAIR_CARD = 208
PAIR_TOP = 32
LINE = 60
TROPHY = 1232
DAY = Lamp(0.5, 0.44, 560, 0.63)
NIGHT = Lamp(0.5, 0.32, 620, 0.42)
SUN_LARGE = 330
SUN_REACH = 118
SUN_MIDDLE = (600, 556)
MOON = 282
MOON_MIDDLE = (600, 394)
TROPHY_CARD = 236
LEAST_TROPHY = 206
TROPHY_TOP = 600
TROPHY_CURVE = 2425
PLANK = Rect(14, 884, WIDTH - 28, 106)
LOWER = 48  # how much lower everything is where no faces are below the plank
GRADES = 5
GRADE_STEP = 72
GRADE_SIGN = 52
FACE = 84
OWN_FACE = 116
MOST_FACES = 7
SHARE_HEIGHT = 520
SHARE_FOOT = 40
SHARE_FLOOR = Rect(14, 414, WIDTH - 28, 78)
NAME_STEP = 54
FLAME_TALL = 140
COMPUTER_ID = -3  # of no person, with the third of the colours
DECKS = Rect(486, 152, 642, 260)
SHARE_TITLE = 540  # most width of a grade, above the decks where they begin


def _at_dawn(design: Design) -> Design:
    return replace(design, theme=dawn_theme(design.theme.name), cloth="")


def paint_daily(design: Design, view: DailyView, board: DailyBoard | None, streak: int) -> Canvas:
    """An attempt as its player sees it; a result comes with the board of the server, if any."""
    design = _at_dawn(design)
    if view.stage is DailyStage.OVER:
        return _trophy(design, view, board, streak)
    slots = daily_slots(view)
    style, name = _name_lines(design, phase_words(design.words, view.phase))
    line = NAME_LINE if len(name) == 1 else HALF_LINE
    due = WANTED_LINE
    if not _missing(view):  # the act that is due is now larger than the phase
        style = "pile"
        line = WANTED_LINE
        due = LAY_LINE
    wanted = NAME_TOP + line * len(name)
    strip = wanted + due + 12
    if next(_slot_places(slots, 0))[0].x < END_NAME.right + 10:
        strip = max(strip, END_NAME.bottom + 8)
    cards = in_order(view.hand, daily_order(view.phase))
    marks = daily_marks(view, cards)
    layout = hand_layout(marks, HeadSizes(title=0, cards_missing=0), [])
    shift = strip + card_height(_slot_width(slots)) + 20 - layout.under_title.bottom
    pair = layout.rack.bottom + shift + PAIR_TOP
    height = pair + card_height(PAIR_CARD) + EDGE
    canvas = Canvas(design, height, Lamp(0.08, 0.08, 520, 0.92))
    _paint_arc(canvas, len(view.turns) + 1, view.par)
    canvas.column(name, Rect(EDGE, NAME_TOP, ROOM, line), style, "text", align="middle")
    _paint_wanted(canvas, view, Rect(EDGE, wanted, ROOM, due))
    _paint_slots(canvas, slots, strip)
    canvas.top = shift
    held = HeldCards(cards, marks, view.drawn)
    paint_held(canvas, layout, held, PHASE_MARKS, _due(design.words, view))
    canvas.top = 0
    canvas.lighten(window_light(WIDTH, height - pair + 20), 0, pair - 20)
    _paint_pair(canvas, view, pair)
    return canvas


def _due(words: Translator, view: DailyView) -> tuple[list[str], bool]:
    if view.stage is DailyStage.TAKE:
        return [words("daily.shown.take")], True
    act = "discard" if _missing(view) else "lay"
    return [words(f"pictures.your_turn.{act}")], True


def arc(turn: int) -> tuple[int, int]:
    across = 2 * (turn - 1) / (MOST_TURNS - 1) - 1
    half = WIDTH // 2 - ARC_END
    return round(WIDTH / 2 + half * across), round(ARC_FOOT - ARC_RISE * (1 - across * across))


def _paint_arc(canvas: Canvas, now: int, par: int) -> None:
    """The turns of the day: pearls for past ones, a sun for this one, stitches for later ones."""
    words = canvas.words
    for turn in range(1, MOST_TURNS + 1):
        x, y = arc(turn)
        if turn < now:
            pearl = medal(canvas.theme, canvas.theme["paper"], PEARL)
            canvas.sprite_around(pearl, x, y)
        elif turn > now:
            slot(canvas, Rect(x - STITCH // 2, y - STITCH // 2, STITCH, STITCH))
    canvas.text(words("daily.shown.turn"), END_NAME, "name", "text")
    right = Rect(WIDTH - END_NAME.right, END_NAME.y, END_NAME.w, END_NAME.h)
    canvas.text(words.number(MOST_TURNS), right, "number", "muted", align="right")
    x, y = arc(now)
    canvas.sprite_around(sun_sprite(canvas.theme, SUN, SPIKE), x, y, over=True)
    room = Rect(x - SUN, y - SUN, 2 * SUN, 2 * SUN)
    canvas.text(words.number(now), room, "pile", "sun_ink", align="middle")
    _paint_par(canvas, par, now)


def _paint_par(canvas: Canvas, par: int, now: int) -> None:
    """A ring around the turn of par, around the sun if that is there, and its name above all."""
    x, y = arc(par)
    ring = SUN + SPIKE + 4 if par == now else STITCH // 2 + 8
    canvas.disc(x, y, 2 * ring, "gold", 4)
    line = canvas.words("daily.shown.par", par=canvas.words.number(par))
    half = canvas.width(line, "name") // 2 + 1
    middle = min(max(28 + half, x), WIDTH - 28 - half)
    high = y - ring
    for turn in range(1, MOST_TURNS + 1):
        reach = SUN + SPIKE if turn == now else PEARL // 2 + 8
        if abs(arc(turn)[0] - middle) < half + reach:
            high = min(high, arc(turn)[1] - reach)
    at = Rect(middle - half, high - 47, 2 * half, 48)
    canvas.text(line, at, "name", "peach", align="middle")


def _name_lines(design: Design, groups: Sequence[str]) -> tuple[str, list[str]]:
    """The style and the lines of a phase's name: one under the arc, or two smaller ones."""
    name = capital(" + ".join(groups))
    style = design.fitting(name, ("figure", "title"), NAME_ROOM)
    if design.width(name, style) <= NAME_ROOM:
        return style, [name]
    pairs: list[tuple[str, ...]] = [
        (capital(" + ".join(groups[:n])) + " +", " + ".join(groups[n:]))
        for n in range(1, len(groups))
    ] or [design.halves(name, "title")]

    def widest(pair: tuple[str, ...]) -> int:
        return max(design.width(pair[0], "title") + FIRST_LESS, design.width(pair[1], "title"))

    pair = min(pairs, key=widest)
    return "title" if widest(pair) <= TWO_ROOM else "pile", list(pair)


def _paint_wanted(canvas: Canvas, view: DailyView, at: Rect) -> None:
    missing = _missing(view)
    words = canvas.words
    line = words.plural("daily.shown.to_go", missing) if missing else words("daily.shown.complete")
    style, ink = ("pile", "peach") if missing else ("figure", "good")
    canvas.text(line, at, style, ink, align="middle")


def _slot_width(slots: Slots) -> int:
    count = sum(map(len, slots))
    gaps = SLOT_GAP * (count - len(slots)) + GROUP_GAP * 2 * (len(slots) - 1)
    return min(SPOT, (ROOM - 24 - gaps) // count)


def _paint_slots(canvas: Canvas, slots: Slots, top: int) -> None:
    for group, places in zip(slots, _slot_places(slots, top), strict=True):
        paint_slots(canvas, group, places, "pile")


def _slot_places(slots: Slots, top: int) -> Iterator[list[Rect]]:
    width = _slot_width(slots)
    step = width + SLOT_GAP
    between = 2 * GROUP_GAP - SLOT_GAP
    whole = sum(map(len, slots)) * step - SLOT_GAP + between * (len(slots) - 1)
    left = (WIDTH - whole) // 2
    for group in slots:
        yield [Rect(left + n * step, top, width, card_height(width)) for n in range(len(group))]
        left += len(group) * step + between


def _paint_pair(canvas: Canvas, view: DailyView, top: int) -> None:
    assert view.up is not None, "there is one in each turn"
    helps = up_helps(view)
    for n, side in enumerate((DailySide.UP, DailySide.DOWN)):
        at = Rect(EDGE + 24 + n * ROOM // 2, top, PAIR_CARD, card_height(PAIR_CARD))
        gilded = helps and side is DailySide.UP
        _paint_side(canvas, view, side, at, gilded=gilded)
        room = Rect(at.right + 34, top, ROOM // 2 - at.w - 72, at.h)
        _paint_words(canvas, view, side, room, "daily.shown.helps" if gilded else "")


def _missing(view: DailyView) -> int:
    return distance(view.hand, view.phase, view.rules)


def _paint_side(
    canvas: Canvas, view: DailyView, side: DailySide, at: Rect, *, gilded: bool
) -> None:
    if view.taken is side:
        slot(canvas, at)
    elif side is DailySide.UP and view.up is not None:
        canvas.card(view.up, at.corner, at.w, Pose(-30, HELD, gilded=gilded))
        if gilded:
            badge(canvas, (at.x + 24, at.y - 28), BADGE)
    else:
        for depth in (12, 6):
            canvas.sprite(blank_sprite(canvas.theme, at.w), at.x + depth // 2, at.y + depth)
        canvas.back(at.corner, at.w)


def _paint_words(canvas: Canvas, view: DailyView, side: DailySide, at: Rect, note: str) -> None:
    """The name of a card of the pair, and below it a note about its use or its place."""
    words = canvas.words
    card = view.up if side is DailySide.UP else None
    name = card_name(words, card) if card is not None else words("daily.shown.down")
    ink = canvas.theme.cards[card.colour].word if card and card.colour else canvas.theme["text"]
    if view.taken is not None:
        ink = canvas.theme["muted"]
        note = "daily.shown.taken" if view.taken is side else "daily.shown.left"
    elif card is None:
        note = "daily.shown.luck"
    lines = canvas.lines(name, "name", at.w)[:2]
    y = at.middle[1] - LINE * (len(lines) + bool(note)) // 2
    y = canvas.column(lines, Rect(at.x, y, at.w, LINE), "name", ink)
    if note:
        canvas.text(words(note), Rect(at.x, y, at.w, LINE), "small", "peach")


def _trophy(design: Design, view: DailyView, board: DailyBoard | None, streak: int) -> Canvas:
    words = design.words
    grade = compute_grade(view.result, view.par)
    risen = view.laid is not None
    alone = board is None or board.own is None
    canvas = Canvas(design, TROPHY, DAY if risen else NIGHT)
    head = Rect(60, 40, ROOM - 48, 90)
    canvas.text(words("daily.shown.number", number=day_number(view.date)), head, "title", "text")
    canvas.text(words.date(begins(view.date), "MMMd"), head, "name", "peach", align="right")
    canvas.top = LOWER if alone else 0
    x, y = SUN_MIDDLE if risen else MOON_MIDDLE
    if risen:
        paint_wedges(canvas, x, y, (900, PLANK.middle[1]))
    else:
        sparks(
            canvas, (196, 300, 40), (176, 500, 26), (930, 250, 34), (1010, 420, 44), (920, 590, 22)
        )
    size = (SUN_LARGE, SUN_REACH) if risen else (MOON, 0)
    canvas.sprite_around(sun_sprite(design.theme, *size, risen=risen), x, y)
    if view.laid is None:
        _paint_nearness(canvas, view)
    else:
        _paint_grade(canvas, grade, view)
        _paint_laid(canvas, [card for group in view.laid.groups for card in group.cards])
    plate(canvas, PLANK, 20)
    line = _result(design, view)
    room = Rect(PLANK.x + 20, PLANK.y, PLANK.w - 40, PLANK.h)
    canvas.fit(line, room, ("pile", "small"), "text", align="middle")
    _paint_streak(canvas, view, streak, alone=alone)
    if board is not None and board.own is not None:
        _paint_standing(canvas, board, board.own)
    return canvas


def _result(design: Design, view: DailyView) -> str:
    """The turns of a phase that was laid, or the phase that was not, and par if that has room."""
    words = design.words
    if view.result is None:
        line = capital(" + ".join(phase_words(words, view.phase)))
    else:
        line = words.plural("daily.shown.laid", view.result)
    longer = f"{line} · {words('daily.shown.par', par=words.number(view.par))}"
    return design.wording((longer, line), "small", PLANK.w - 40)


def _paint_grade(canvas: Canvas, grade: DailyGrade, view: DailyView) -> None:
    assert view.result is not None, "the phase was laid"
    words = canvas.words
    (x, y) = SUN_MIDDLE
    full = GRADES - list(DailyGrade).index(grade)
    left = x - (GRADES * GRADE_STEP - (GRADE_STEP - GRADE_SIGN)) // 2
    for n in range(GRADES):
        sign = "sun" if n < full else "sun-ring"
        canvas.shape(sign, left + n * GRADE_STEP, y - 256, GRADE_SIGN, "sun_ink")
    name = grade_name(words, grade)
    style = canvas.design.fitting(name, ("figure", "title"), 590)
    canvas.text(name, Rect(x - 300, y - 166, 600, 96), style, "sun_ink", align="middle")
    line = against_par(words, view.result, view.par)
    canvas.text(line, Rect(x - 290, y - 66, 580, 64), "name", "sun_ink", align="middle")


def _paint_nearness(canvas: Canvas, view: DailyView) -> None:
    """On the moon how many cards were to go, and below it the phase with its gaps."""
    words = canvas.words
    (x, y) = MOON_MIDDLE
    lines = canvas.design.halves(words.plural("daily.shown.to_go", _missing(view)), "figure")
    name = Rect(x - MOON + 30, y - 142, 2 * MOON - 60, 70)
    canvas.text(grade_name(words, DailyGrade.NIGHTFALL), name, "pile", "moon_ink", align="middle")
    first = Rect(name.x, name.bottom, name.w, 96)
    canvas.column(lines, first, "figure", "moon_ink", align="middle")
    slots = daily_slots(view)
    _paint_slots(canvas, slots, PLANK.y - card_height(_slot_width(slots)) - 22)


def _paint_laid(canvas: Canvas, cards: Sequence[Card]) -> None:
    width = max(LEAST_TROPHY, min(TROPHY_CARD, int(ROOM / (1 + 0.62 * (len(cards) - 1)))))
    pitch = min(round(0.62 * width), (ROOM - width - 40) // max(1, len(cards) - 1))
    for n, card in enumerate(cards):
        turn = (n - (len(cards) - 1) / 2) * pitch / TROPHY_CURVE
        x = round(WIDTH / 2 + TROPHY_CURVE * sin(turn) - width / 2)
        y = round(TROPHY_TOP + TROPHY_CURVE * (1 - cos(turn)))
        pose = Pose(round(degrees(turn) * 10), LAID, covered=n + 1 < len(cards))
        canvas.card(card, (x, y), width, pose, over=True)


def _paint_streak(canvas: Canvas, view: DailyView, streak: int, *, alone: bool) -> None:
    """The days of a streak; a day without the phase counts, too, and the words say so."""
    if not streak:
        return
    words = canvas.words
    days = words.plural("daily.shown.days", streak)
    counts = "daily.shown.counts" if streak > 1 else "daily.shown.counts_first"
    lines = (words(counts) if view.result is None else days).split("\n")
    wide = max(canvas.width(line, "name") for line in lines) + 1
    flame = round(FLAME_TALL * FLAME)
    x = (WIDTH - flame - 26 - wide) // 2 if alone else 64
    low = PLANK.bottom + (14 if alone else 46) + FLAME_TALL
    left = paint_flame(canvas, x, low, FLAME_TALL, streak) + 26
    y = low - FLAME_TALL // 2 - LINE * len(lines) // 2 + 14
    low = canvas.column(lines[:1], Rect(left, y, wide, LINE), "name", "text")
    canvas.column(lines[1:], Rect(left, low, wide, LINE), "name", "muted")


def _paint_standing(canvas: Canvas, board: DailyBoard, own: DailyRow) -> None:
    """The faces of people who have finished, best first, and the reader's standing."""
    rows = _around(board.rows, own)
    right = WIDTH - 64
    y = PLANK.bottom + 90
    me = rows.index(own)
    left = right - (FACE + 12) * len(rows) + 12 - (OWN_FACE - FACE)
    for n, row in enumerate(rows):
        size = OWN_FACE if n == me else FACE
        at = Rect(left, y - size // 2, size, size)
        who = Depicted(row.user_id, row.name)
        canvas.face(who, at, gold=n == me, away=n < me)
        left += size + 12
    room = Rect(480, y + 60, right - 480, LINE)
    canvas.text(standing(canvas.words, board), room, "name", "text", align="right")


def _around(rows: Sequence[DailyRow], own: DailyRow) -> list[DailyRow]:
    """At most MOST_FACES rows, with the reader's in the middle if there are more."""
    if own not in rows:
        return [*rows[: MOST_FACES - 1], own]
    start = max(0, min(rows.index(own) - MOST_FACES // 2, len(rows) - MOST_FACES))
    return list(rows[start : start + MOST_FACES])


def paint_daily_share(design: Design, shares: Sequence[DailyShare]) -> Canvas:
    """Results without any card, below each other: how near the phase was after each turn."""
    design = _at_dawn(design)
    count = len(shares)
    lamp = Lamp(0.8, 0.3 / count, 420, 0.42 if shares[0].turns is None else 0.8)
    height = SHARE_HEIGHT * count - SHARE_FOOT * (count - 1)
    computers = Avatar(computer=True)
    canvas = Canvas(design, height, lamp, {COMPUTER_ID: computers})
    for n, share in enumerate(shares):
        canvas.top = n * (SHARE_HEIGHT - SHARE_FOOT)
        sooner = sooner_line(design.words, *shares) if n and count == 2 else ""
        _paint_share(canvas, share, sooner)
    return canvas


def _paint_share(canvas: Canvas, share: DailyShare, sooner: str) -> None:
    words = canvas.words
    grade = compute_grade(share.turns, share.par)
    name = grade_name(words, grade)
    canvas.fit(name, Rect(60, 36, SHARE_TITLE, 110), ("figure", "title"), "gold")
    turns = words.plural("daily.shown.turns", len(share.cards_missing))
    line = f"{turns} · {words('daily.shown.par', par=words.number(share.par))}"
    room = Rect(60, 170, DECKS.x - 64, 64)
    canvas.fit(line, room, ("name", "small"), "text")
    _paint_sharer(canvas, share)
    end = paint_decks(canvas, DECKS, share)
    plate(canvas, SHARE_FLOOR, 18)
    inner = Rect(SHARE_FLOOR.x + 40, SHARE_FLOOR.y, SHARE_FLOOR.w - 80, SHARE_FLOOR.h)
    number = words("daily.shown.number", number=day_number(share.date))
    if sooner:
        canvas.text(sooner, inner, "name", "gold", align="middle")
    else:
        rest = inner.after(canvas.text(number, inner, "name", "text") + 40)
        canvas.text(words("daily.shown.after_each"), rest, "name", "gold", align="right")
    if share.turns is not None:  # the sun on the last deck
        x, y = end.middle[0], end.y
        canvas.sprite_around(sun_sprite(canvas.theme, 56, 32), x, y - 10, over=True)
        canvas.shape("check", x - 30, y - 40, 60, "sun_ink")


def _paint_sharer(canvas: Canvas, share: DailyShare) -> None:
    face = Rect(56, 300, 84, 84)
    colour = COMPUTER_ID if share.user_id is None else share.user_id
    canvas.face(Depicted(colour, share.name), face)
    left, right = face.right + 12, DECKS.x - 24
    if share.streak > 1:
        flame = Rect(right - 85, face.y - 16, 85, 112)
        paint_flame(canvas, flame.x, flame.bottom, flame.h, share.streak)
        right = flame.x
    room = right - left - 4
    lines = canvas.lines(share.name, "name", room)
    if len(lines) > 2 or max(canvas.width(line, "name") for line in lines) > room:
        lines = [share.name]
    top = face.middle[1] - NAME_STEP * len(lines) // 2
    canvas.column(lines, Rect(left, top, room, NAME_STEP), "name", "text")
