"""The text of a private hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from bot.cards.actions import Discard, Draw, Hit, Source
from bot.cards.cards import SKIP, WILD, Card
from bot.cards.engine import LegalActions
from bot.cards.events import Event
from bot.cards.groups import Groups
from bot.cards.marked_cards import HandOrder, collecting
from bot.cards.rulesets import SkipRule
from bot.cards.state import Stage
from bot.cards.views import PlayerView
from bot.i18n import Translator
from bot.i18n.alt import hand_sentences, short_text
from bot.i18n.endings import how_it_ended
from bot.i18n.news import is_heading, last_round, news_since_turn
from bot.i18n.phrases import card_names, card_shown, missing, numbered_phase, with_you
from cogs.base.text import all_escaped, bold, escaped, small, with_names

from .card_buttons import best_hits_of, spared

LONGEST_TABLE = 1500  # characters of a hand's text about the cards and the rest of the table


def hand_lines(
    words: Translator,
    view: PlayerView,
    legal: LegalActions,
    news: Sequence[Event],
    *,
    asked: bool,
) -> list[str]:
    """Return the text above the picture of a hand; ``asked`` if there is a question about it."""
    if view.stage is Stage.DEAL:
        return list(_between_hands(words, view, news))
    names = all_escaped(seat.name for seat in view.seats)
    told = news_since_turn(words, news, names, view)
    moves = [bold(line) if is_heading(words, line) else line for line in told]
    if not view.my_seat.playing:
        lines = [bold(words("hand.sits_out")), *moves, _their_turn(words, view)]
        return [line for line in lines if line]
    way = legal.best_lay.groups if legal.best_lay else ()
    # The last card is discarded.
    can_hit = not view.may_go_out and any(isinstance(action, Hit) for action in legal.plain)
    lines = [*_phase(words, view, can_hit=can_hit), *_standing(words, view), *moves]
    if view.my_turn:
        then = "" if asked else _next_step(words, view, way, can_hit=can_hit)
        dry = Draw(Source.NONE) in legal.plain
        lines += filter(None, [_own_turn(words, view, then, dry=dry)])
    else:
        lines.append(_their_turn(words, view))
    if can_hit and view.rules.out_by_discard and len(best_hits_of(view)) == len(view.hand):
        # Hits could leave the player without a card and not out.
        lines.append(words("hand.may_float"))
    lines += _after_turn(words, view)
    return lines


def question_text(words: Translator, answers: Sequence[Hit | Discard]) -> str:
    held = answers[0].card.held
    if any(isinstance(answer, Hit) for answer in answers):
        return bold(words("hand.where_question", card=card_shown(words, held)))
    if any(isinstance(answer, Discard) and answer.target is not None for answer in answers):
        return bold(words("hand.skip_question"))
    asked = words("hand.discard_question", card=bold(card_shown(words, held)))
    if held in (WILD, SKIP):
        return asked
    return f"{words('hand.needed', card=card_shown(words, held))} {asked}"


def spared_lines(
    words: Translator, view: PlayerView, answers: Sequence[Hit | Discard]
) -> Iterator[str]:
    seats_spared = spared(view) if answers[0].card is SKIP else []
    waiting = view.last_turns
    over = [seat for seat in seats_spared if waiting is not None and seat.seat not in waiting]
    for key, seats in (
        ("hand.spared", [seat for seat in seats_spared if seat not in over]),
        ("hand.spared_last", over),
    ):
        if seats:
            names = words.list(all_escaped(seat.name for seat in seats))
            yield small(words.plural(key, len(seats), names=names))


def _between_hands(words: Translator, view: PlayerView, news: Sequence[Event]) -> Iterator[str]:
    ended = view.last_hand
    if ended is None or view.me is None:
        yield bold(words("table.first_deal"))
        return
    names = with_you(words, all_escaped(seat.name for seat in view.seats), view.me)
    how = " ".join(how_it_ended(words, view, names, news))
    yield from map(small, last_round(words, news, names, view.seats))
    yield f"{bold(words('table.hand_over', hand=ended.hand))} {how}"
    points = ended.points[view.me]
    total = words.number(ended.totals[view.me])
    if points:
        yield words.plural("hand.points", points, total=total)
    else:
        yield words("hand.no_points", total=total)
    if view.playoff:
        yield words("hand.playoff_next" if view.my_seat.playing else "hand.sits_out")
    elif ended.completed[view.me]:
        free = view.rules.choose_phase or view.rules.ten_hands
        yield words("hand.phase_gained_any" if free else "hand.phase_gained")
    elif view.rules.ten_hands:
        yield words("hand.phase_lost")
    else:
        yield words("hand.phase_again_any" if view.rules.choose_phase else "hand.phase_again")


def ready_line(words: Translator, view: PlayerView, awaited: Sequence[int]) -> str:
    if not awaited:
        return words("hand.ready")
    names = [bold(escaped(view.seats[seat].name)) for seat in awaited]
    return words("hand.ready_waiting", names=words.list(names))


def _phase(words: Translator, view: PlayerView, *, can_hit: bool) -> Iterator[str]:
    mine = view.my_seat
    phase = view.my_phase
    if phase is None or mine.trying is None:
        key = "hand.declare_now" if view.my_turn else "hand.declare_later"
        yield f"### {words(key)}"
        return
    yield f"### {numbered_phase(words, mine.trying, phase, view.rules)}"
    if view.playoff:
        yield words("hand.playoff")
    if mine.out:
        yield words("hand.out")
    elif mine.floating:
        yield words("hand.floating_now" if view.my_turn else "hand.floating")
    elif mine.groups:
        yield words("hand.hit_what_fits" if can_hit else "hand.phase_down")
    else:
        needed = missing(words, view.hand, phase, view.rules, collecting(view))
        yield needed or words("hand.holds_phase")


def _standing(words: Translator, view: PlayerView) -> Iterator[str]:
    declared = [
        words("help.tables.on_phase", name=escaped(seat.name), phase=seat.trying)
        for seat in view.seats
        if seat.trying is not None and seat.seat != view.me
    ]
    if view.stage is Stage.DECLARE and declared:
        yield words("hand.declared", phases=", ".join(declared))
    if view.saved:
        yield words("hand.saved", cards=card_names(words, view.saved))
    if view.last_turns is None or view.my_seat.out:
        return
    if view.my_turn:
        yield bold(words("hand.last_turn_now"))
    elif view.me in view.last_turns:
        names = all_escaped(seat.name for seat in view.seats if seat.out)
        yield words.plural("hand.last_turn_coming", len(names), names=words.list(names))
    else:
        yield words("hand.last_turn_over")


def _own_turn(words: Translator, view: PlayerView, then: str, *, dry: bool) -> str:
    """Say what the player has to do, or which card was drawn and the next step."""
    match view.stage:
        case Stage.DECLARE:
            return bold(words("hand.your_turn"))
        case Stage.OFFER:
            return words("hand.offer_now", card=bold(card_shown(words, view.discard_pile[-1])))
        case Stage.DRAW:
            return bold(words("hand.no_card_there" if dry else "hand.draw_now"))
    drew = ""
    if view.drawn is None:
        drew = words("hand.nothing_drawn")
    elif view.drawn in view.hand:
        drew = words("hand.drew", card=card_shown(words, view.drawn))
    line = f"{drew} {then}".strip()
    return bold(line) if line else ""


def _next_step(words: Translator, view: PlayerView, way: Groups, *, can_hit: bool) -> str:
    if view.may_go_out:
        return words("hand.then_go_out")
    if not way:
        return words("hand.then_hit" if can_hit else "hand.then_discard")
    kept = cards_kept(view, way)
    fits = any(view.fits_table(card) or any(g.places_for(card) for g in way) for card in kept)
    return words("hand.then_lay_and_hit" if fits else "hand.then_lay", lay=words("hand.lay"))


def _their_turn(words: Translator, view: PlayerView) -> str:
    if view.turn is None:
        return ""
    name = bold(escaped(view.seats[view.turn].name))
    if view.stage is Stage.DECLARE:
        return words("alt.choosing", name=name)
    if view.stage is Stage.OFFER:
        card = card_shown(words, view.discard_pile[-1])
        return words("hand.offer_theirs", card=card, name=name)
    return words("hand.their_turn", name=name)


def _after_turn(words: Translator, view: PlayerView) -> Iterator[str]:
    # Only a player who took the offer holds more cards than were dealt before their turn.
    if view.rules.opening_offer and not view.my_turn and len(view.hand) > view.rules.hand_size:
        yield words("hand.offer_taken")
    if view.my_seat.skipped:
        in_front = view.rules.skip_rule is SkipRule.IN_FRONT
        yield words("hand.skip_in_front" if in_front else "hand.skipped")


def hand_as_text(words: Translator, view: PlayerView, order: HandOrder) -> list[str]:
    """List a player's cards in words, the cards that fit, and the table; empty between hands."""
    if view.stage in (Stage.DEAL, Stage.OVER):
        return []
    # All of the table is in a message of its own.
    said = hand_sentences(words, with_names(view, escaped), order, alone=False)
    return short_text(said, LONGEST_TABLE, "\n").split("\n")


def cards_kept(view: PlayerView, way: Groups) -> Counter[Card]:
    return Counter(view.hand) - Counter(card.held for group in way for card in group.cards)
