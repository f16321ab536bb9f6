"""A private hand: the viewer's cards, and the small table below them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from bot.cards.cards import Card
from bot.cards.distance import distance
from bot.cards.marked_cards import HandOrder, Slots, collecting, fitting, in_order
from bot.cards.rulesets import SkipRule
from bot.cards.state import Stage
from bot.cards.views import PlayerView, SeatView
from bot.cards.worth import worth_taking
from bot.i18n import Translator
from bot.i18n.phrases import clip, last_card_lines
from bot.render.engine import WIDTH, Align, AvatarsBySeat, Canvas, Design, Lamp, Rect
from bot.render.pieces.group_rows import Content
from bot.render.pieces.hand_layout import (
    STRIP_STYLE,
    Collecting,
    HandLayout,
    HeadSizes,
    PlacedCollecting,
    SmallSeat,
    hand_layout,
)
from bot.render.pieces.held_cards import (
    PHASE_MARKS,
    HeldCards,
    paint_done,
    paint_floating,
    paint_held,
    paint_message,
)
from bot.render.pieces.laid_cards import (
    LYING_BLOCK,
    WORDS,
    equal_groups,
    group_shapes,
    laid_content,
    lying_skip,
    paint_content,
    paint_group,
    paint_slots,
    paint_words,
    phase_state,
    spec_widths,
    spec_words,
)
from bot.render.pieces.materials import badge, skip_badge, sparks
from bot.render.pieces.piles import held_stack, last_card, paint_mover, paint_piles

# the check before the line below the title
CHECK = 34
CHECK_GAP = 12
ALL_THERE = 84  # the badge in place of the number of missing cards
LOST_TURN = 78
STATE_GAP = 14  # from a name to the state of its seat
# most width of the face of a holder of a last card
HOLDER = 108
HOLDER_GAP = 4
HOLDER_LAP = 8  # from these faces to the paper of the card, on its enamel
TURN_NAMES = 20, 16, 12, 8  # most letters of the name of the player to act, if there is room
REACH = 300  # of the light on one thing alone
SAVED = STRIP_STYLE.card + 12  # from a save pile to the words at its right


def paint_hand(
    design: Design,
    view: PlayerView,
    avatars: AvatarsBySeat = (),
    order: HandOrder = HandOrder.NUMBER,
    mover: int | None = None,
) -> Canvas:
    """The viewer's cards over a rack, the way to the phase above, and below all that is laid.

    The ``mover`` is the seat whose discard was the newest move, if it was one.
    """
    cards = in_order(view.hand, order)
    marks = fitting(view, cards)
    others = _others(view)
    hits = _hits(view)
    alarm = last_card_lines(design.words, view)
    last = [seat.seat for seat in view.last_cards] == [view.me]
    missing = _cards_missing(view)
    slots = collecting(view)
    head = _head_sizes(design, view, hits, missing, slots)
    mine = replace(head, alarm=bool(alarm) and not last, message=last)
    contents = [laid_content(design, view, other, hits) for other in others]
    layout = hand_layout(marks, mine, contents)
    canvas = Canvas(design, layout.height, _lamp(layout), avatars)
    _paint_head(canvas, view, layout, hits, missing)
    _paint_collecting(canvas, view, layout.collecting, slots)
    legend = "pictures.fits_table" if hits else PHASE_MARKS
    if not cards:
        _paint_no_cards(canvas, view, layout)
    if last:
        paint_message(canvas, layout.message, alarm.pop())
        x, top = round(layout.fan[0].middle[0]), layout.message.y
        sparks(canvas, (x - 190, top + 70, 54), (x + 176, top + 40, 34), (x + 172, top + 320, 36))
    held = HeldCards(cards, marks, view.drawn, alarm)
    paint_held(canvas, layout, held, legend, _due(design.words, view, missing, any(marks)))
    if layout.last_card is not None:
        _paint_holders(canvas, view, layout.last_card)
    side: Align = "left" if len(others) % 2 else "right"
    paint_piles(canvas, view, layout.piles, side, wanted=worth_taking(view))
    paint_mover(canvas, view, layout.piles, mover)
    for seat, place in zip(others, layout.seats, strict=True):
        _paint_seat(canvas, view, seat, place)
        paint_content(canvas, view, seat, place.content, hits)
    return canvas


def _lamp(layout: HandLayout) -> Lamp:
    """The light: above the fan, on the thing in its place, or on a last card and its holders."""
    reach = REACH
    power = 0.69
    if layout.last_card is not None:
        x = layout.last_card.x
        y = layout.last_card.middle[1]
        reach = 265
        power = 0.88
    elif len(layout.fan) < 2:
        x = layout.message.x // 2
        y = layout.message.middle[1]
        power = 0.66
    else:
        x = 552
        y = layout.rack.y - 40
        reach = 480
    return Lamp(x / WIDTH, y / layout.height, reach, power)


def _paint_holders(canvas: Canvas, view: PlayerView, at: Rect) -> None:
    """The holders of last cards: faces below one another at the left of a card."""
    holders = [seat for seat in view.last_cards if seat.seat != view.me]
    side = min(HOLDER, at.h // len(holders) - HOLDER_GAP)
    pitch = side + HOLDER_GAP
    x, y = at.x - HOLDER_LAP - side, at.middle[1] - pitch * len(holders) // 2
    for n, seat in enumerate(holders):
        canvas.face(seat, Rect(x, y + n * pitch, side, side))


def _others(view: PlayerView) -> list[SeatView]:
    """The other seats in the order of play, from the one after the viewer."""
    first = 0 if view.me is None else view.me + 1
    turned = [*view.seats[first:], *view.seats[:first]]
    return [seat for seat in turned if seat.seat != view.me]


def _hits(view: PlayerView) -> tuple[Card, ...]:
    """The viewer's cards if they may be hit, now or later in this hand."""
    return view.hand if view.me is not None and view.my_seat.groups else ()


def _cards_missing(view: PlayerView) -> int | None:
    """How many cards the phase lacks; None once it is down."""
    if view.my_phase is None or view.my_seat.groups:
        return None
    return distance(view.hand, view.my_phase, view.rules)


def _title(words: Translator, view: PlayerView) -> tuple[str, str, str]:
    """The title of a hand, its style and its colour."""
    seat = view.my_seat
    if seat.trying is not None:
        colour = "good" if seat.groups else "text"
        return words("pictures.phase", phase=seat.trying), "title", colour
    choose = view.stage is Stage.DECLARE
    return words("pictures.choose_phase") if choose else "", "name", "gold"


def _head_sizes(
    design: Design, view: PlayerView, hits: Sequence[Card], missing: int | None, slots: Slots
) -> HeadSizes:
    """The sizes of everything above the fan."""
    words = design.words
    seat = view.my_seat
    cards_missing = 0
    title, style, _ = _title(words, view)
    points = design.width(words.plural("pictures.points", seat.total), "small")
    if missing == 0:
        cards_missing = ALL_THERE
    elif missing is not None:
        number = design.width(words.number(missing), "figure")
        cards_missing = (
            max(number, design.width(words.plural("pictures.to_go", missing), "small")) + 1
        )
    saved = SAVED + design.width(words("pictures.saved"), "small") + 1, STRIP_STYLE.height
    return HeadSizes(
        _collecting(design, view, slots),
        Content(group_shapes(seat.groups, hits)),
        (LYING_BLOCK,) * seat.skipped + (saved,) * bool(view.saved),
        title=max(design.width(title, style), points + CHECK + CHECK_GAP) + 1,
        cards_missing=cards_missing,
    )


def _collecting(design: Design, view: PlayerView, slots: Slots) -> tuple[Collecting, ...]:
    if view.my_phase is None:
        return ()
    sizes = []
    left = iter(slots)
    for spec, times in equal_groups(view.my_phase.groups):
        if groups := tuple(islice(left, times)):
            filled = tuple(tuple(slot.card is not None for slot in group) for group in groups)
            sizes.append(Collecting(filled, spec_widths(design, spec, times)))
    return tuple(sizes)


def _paint_head(
    canvas: Canvas, view: PlayerView, layout: HandLayout, hits: Sequence[Card], missing: int | None
) -> None:
    words = canvas.words
    seat = view.my_seat
    title, style, colour = _title(words, view)
    canvas.text(title, layout.title, style, colour)
    below = layout.under_title
    if seat.groups:
        below = canvas.shape_before("check", below, CHECK, "good", CHECK_GAP)
    canvas.text(words.plural("pictures.points", seat.total), below, "small", "muted")
    number, line = layout.cards_missing
    if missing == 0:
        badge(canvas, (number.x, number.middle[1] - ALL_THERE // 2), ALL_THERE)
    elif missing is not None:
        canvas.text(words.number(missing), number, "figure", "gold", align="right")
        cards_missing = words.plural("pictures.to_go", missing)
        canvas.text(cards_missing, line, "small", "muted", align="right")
    laid = layout.laid
    for group, place in zip(seat.groups, laid.groups, strict=True):
        paint_group(canvas, group, place, laid.style, hits)
    blocks = iter(layout.blocks)
    if seat.skipped and view.rules.skip_rule is SkipRule.IN_FRONT:
        lying_skip(canvas, next(blocks))
    elif seat.skipped:
        at = next(blocks)
        skip_badge(canvas, at.x + (at.w - LOST_TURN) // 2, at.y, LOST_TURN)
    if view.saved:
        _paint_saved(canvas, view, next(blocks))


def _paint_collecting(
    canvas: Canvas, view: PlayerView, collected: Sequence[PlacedCollecting], slots: Slots
) -> None:
    places = [group for at in collected for group in at.groups]
    for group, filled in zip(slots, places, strict=True):
        paint_slots(canvas, group, filled)
    if view.my_phase is None or not places:
        return
    for at, (spec, times) in zip(collected, equal_groups(view.my_phase.groups), strict=True):
        if at.words is not None:
            line = spec_words(canvas.words, spec, times)
            paint_words(canvas, line, at.words, at.words.h // WORDS)


def _paint_saved(canvas: Canvas, view: PlayerView, at: Rect) -> None:
    canvas.card(view.saved[-1], at.corner, STRIP_STYLE.card)
    line = replace(at.after(SAVED), h=at.h // 2)
    canvas.text(canvas.words.number(len(view.saved)), line, "count", "muted")
    below = replace(line, y=line.bottom - 4)
    canvas.text(canvas.words("pictures.saved"), below, "small", "muted")


def _due(
    words: Translator, view: PlayerView, missing: int | None, has_fitting: bool
) -> tuple[list[str], bool]:
    """The act that is due or the name of the player to act, and whether that is the viewer."""
    if view.turn is None or (view.my_turn and not view.hand and view.stage is Stage.PLAY):
        return [], False
    if not view.my_turn:
        names = (clip(view.seats[view.turn].name, letters) for letters in TURN_NAMES)
        return [words("pictures.turn_of", name=name) for name in names], False
    if view.stage is not Stage.PLAY:
        act = str(view.stage)
    elif view.may_go_out:
        act = "out"
    elif view.my_seat.groups:
        act = "hit" if has_fitting else "discard"
    else:
        act = "lay" if missing == 0 else "discard"
    return [words(f"pictures.your_turn.{act}")], True


def _paint_no_cards(canvas: Canvas, view: PlayerView, layout: HandLayout) -> None:
    words = canvas.words
    if view.me is None or not view.my_seat.floating:
        paint_done(canvas, layout)
        rest = "" if view.turn is None else words("pictures.no_cards_next")
        paint_message(canvas, layout.message, words("pictures.no_cards"), rest)
        return
    paint_floating(canvas, layout, view.my_seat)
    until = "" if view.my_turn else words("pictures.floating_next")
    paint_message(canvas, layout.message, words("pictures.floating_hand"), until)


def _paint_seat(canvas: Canvas, view: PlayerView, seat: SeatView, at: SmallSeat) -> None:
    to_act = seat.seat == view.turn
    canvas.face(seat, at.face, away=not seat.playing, gold=to_act)
    if seat in view.last_cards:
        last_card(canvas, Rect(at.held.x, at.held.y - 4, at.held.w, at.held.h), "pile")
    elif seat.playing and seat.cards:
        held_stack(canvas, at.held.corner, at.held.w, canvas.words.number(seat.cards))
    line = at.line
    done = bool(seat.groups)
    if to_act:
        line = canvas.shape_before("right", line, 30, "gold", 8)
    colour = "text" if seat.playing else "muted"
    if to_act:
        colour = "gold"
    state = _state(canvas.words, view, seat)
    if seat.playing and seat.trying is None and canvas.width(seat.name, "strong") > line.w // 2:
        state = ""  # the phases to choose from are seen below
    name = replace(line, w=line.w - canvas.width(state, "small") - STATE_GAP - 42 * done)
    rest = line.after(STATE_GAP + canvas.text(seat.name, name, "strong", colour))
    if done:
        rest = canvas.shape_before("check", rest, 32, "good", 10)
    canvas.text(state, rest, "small", "good" if done else "muted")


def _state(words: Translator, view: PlayerView, seat: SeatView) -> str:
    if seat.playing and (seat.out or seat.floating):
        return words("pictures.out" if seat.out else "pictures.floating")
    return phase_state(words, view, seat)
