"""What a private hand says, from a PlayerView."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from bot.i18n import Words
from bot.i18n.phrases import card_name, card_names, missing, numbered_phase
from bot.rules.editions import SkipRule
from bot.rules.state import Stage
from bot.rules.views import PlayerView
from cogs.text import all_escaped, bold, escaped, relative, small


@dataclass(frozen=True)
class Standing:
    """What the cards allow.

    Attributes:
        can_lay: whether the phase may be laid now.
        dry: whether the player is to draw and the piles have nothing.
        may_float: whether hits could leave the player without a card and not out.
    """

    can_lay: bool
    dry: bool
    may_float: bool


def hand_lines(
    words: Words, view: PlayerView, standing: Standing, deadline: float | None
) -> list[str]:
    """The text above the picture of a hand.

    Args:
        words: the reader's language.
        view: what the player may know.
        standing: what the cards allow.
        deadline: when the present turn's limit is up, in seconds since 1970.
    """
    if view.stage is Stage.OVER:
        return [bold(words("hand.game_over"))]
    if view.stage is Stage.DEAL:
        return list(_between_hands(words, view))
    if not view.my_seat.playing:
        return [bold(words("hand.sits_out")), *_whose_turn(words, view)]
    lines = [*_phase(words, view, can_lay=standing.can_lay), *_standing(words, view)]
    lines.append(_mine(words, view, dry=standing.dry) if view.my_turn else _theirs(words, view))
    if standing.may_float:
        lines.append(words("hand.may_float"))
    lines += _after_turn(words, view)
    if deadline is not None:
        lines.append(small(words("hand.deadline", when=relative(deadline))))
    return lines


def _declared(words: Words, view: PlayerView) -> list[str]:
    """While phases are declared: who tries what so far, if anybody has said so."""
    told = [
        words("hand.declared_by", name=escaped(seat.name), phase=seat.trying)
        for seat in view.seats
        if seat.trying is not None
    ]
    if view.stage is not Stage.DECLARE or not told:
        return []
    return [words("hand.declared", phases=", ".join(told))]


def _between_hands(words: Words, view: PlayerView) -> Iterator[str]:
    ended = view.last_hand
    if ended is None or view.me is None:
        yield bold(words("hand.before_deal"))
        return
    yield bold(words("hand.hand_over", hand=ended.hand))
    total = words.number(ended.totals[view.me])
    yield words.plural("hand.points", ended.points[view.me], total=total)
    if view.playoff:
        yield words("hand.playoff_next" if view.my_seat.playing else "hand.sits_out")
    elif ended.completed[view.me]:
        free = view.rules.choose_phase or view.rules.ten_hands
        yield words("hand.phase_gained_any" if free else "hand.phase_gained")
    elif view.rules.ten_hands:
        yield words("hand.phase_lost")
    else:
        yield words("hand.phase_again_any" if view.rules.choose_phase else "hand.phase_again")


def _phase(words: Words, view: PlayerView, *, can_lay: bool) -> Iterator[str]:
    mine, phase = view.my_seat, view.my_phase
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
        yield words("hand.phase_down")
    elif can_lay:
        yield words("hand.can_lay")
    else:
        yield missing(words, view.hand, phase, view.rules) or words("hand.holds_phase")


def _standing(words: Words, view: PlayerView) -> Iterator[str]:
    """What else is to know before one's turn: saved cards, last turns, declarations."""
    yield from _declared(words, view)
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


def _mine(words: Words, view: PlayerView, *, dry: bool) -> str:
    """What is due from the player."""
    match view.stage:
        case Stage.DECLARE:
            return bold(words("hand.your_turn"))
        case Stage.OFFER:
            return words("hand.offer_now", card=bold(card_name(words, view.discard_pile[-1])))
        case Stage.DRAW:
            return bold(words("hand.no_card_there" if dry else "hand.draw_now"))
    if view.drawn is None:
        return bold(words("hand.nothing_drawn"))
    return bold(words("hand.drew", card=card_name(words, view.drawn)))


def _theirs(words: Words, view: PlayerView) -> str:
    """What is due from whoever is to act."""
    if view.turn is None:
        return ""
    name = bold(escaped(view.seats[view.turn].name))
    if view.stage is Stage.DECLARE:
        return words("hand.declare_theirs", name=name)
    if view.stage is Stage.OFFER:
        card = card_name(words, view.discard_pile[-1])
        return words("hand.offer_theirs", card=card, name=name)
    return words("hand.their_turn", name=name)


def _after_turn(words: Words, view: PlayerView) -> Iterator[str]:
    """What will come of things as they stand."""
    # Before a turn of one's own nobody holds more than ten cards but who took the offer.
    if view.rules.opening_offer and not view.my_turn and len(view.hand) > 10:
        yield words("hand.offer_taken")
    if view.my_seat.skipped:
        in_front = view.rules.skip_rule is SkipRule.IN_FRONT
        yield words("hand.skip_in_front" if in_front else "hand.skipped")


def _whose_turn(words: Words, view: PlayerView) -> list[str]:
    return [_theirs(words, view)] if view.turn is not None else []
