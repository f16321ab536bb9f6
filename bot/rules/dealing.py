"""Dealing a hand, and what comes before its first turn: declarations and the opening offer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from bot.games.states import Step, evolve

from .cards import SKIP, Card, full_deck
from .editions import FirstDealer, OpeningSkip, SkipRule
from .events import Dealt, Event, Skipped
from .state import Game, Seat, Stage, State, clockwise_from, with_seat
from .turns import begin_turn, next_seat

CARDS_DEALT = 10
_full_deck = lru_cache(maxsize=64)(full_deck)


def deal(state: State) -> Step[State, Event]:
    """Shuffle, deal ten cards to each player, turn a card over, and open the hand."""
    dealer = clockwise_from(state, state.dealer)[0] if state.hand else _first_dealer(state.game)
    order = clockwise_from(state, dealer)
    pile = list(state.game.shuffler(state.shuffles, _deck(state)))
    hands: list[list[Card]] = [[] for _ in state.seats]
    for _ in range(CARDS_DEALT):
        for seat in order:
            hands[seat].append(pile.pop())
    top = pile.pop()
    dealt = evolve(
        state,
        version=state.version + 1,
        seats=tuple(
            _fresh(state, seat, tuple(hand)) for seat, hand in zip(state.seats, hands, strict=True)
        ),
        turn=order[0],
        dealer=dealer,
        hand=state.hand + 1,
        shuffles=state.shuffles + 1,
        draw_pile=tuple(pile),
        discard_pile=(top,),
        drawn=None,
        dry=(),
        out=(),
        last_turns=None,
    )
    return Step(dealt, (_event(dealt),)).then(_open_hand(dealt))


def _first_dealer(game: Game) -> int:
    if game.rules.first_dealer is FirstDealer.DRAWN:
        return game.shuffler.first_dealer(game.size)
    return 0


def can_deal(state: State, saved: int = 0) -> bool:
    """Whether enough cards are left for a deal, with ``saved`` more cards on save piles."""
    deck = len(_full_deck(state.game.rules.colours, state.game.rules.skips))
    left = deck - saved - sum(len(seat.saved) for seat in state.seats)
    return left > CARDS_DEALT * sum(seat.playing for seat in state.seats)


def _deck(state: State) -> list[Card]:
    """The deck in canonical order without the cards that lie on save piles."""
    deck = list(_full_deck(state.game.rules.colours, state.game.rules.skips))
    for seat in state.seats:
        for card in seat.saved:
            deck.remove(card)
    return deck


def _fresh(state: State, seat: Seat, hand: Sequence[Card]) -> Seat:
    return evolve(
        seat,
        hand=hand,
        groups=(),
        trying=phase_to_try(state, seat),
        skipped=False,
        guard=None,
        saved_this_hand=False,
        drew_saved=False,
        offered=False,
        taken=(),
        thrown=(),
        passed=(),
        out_by=None,
        out_card=None,
    )


def phase_to_try(state: State, seat: Seat) -> int | None:
    """The phase number a seat tries in the hand about to be dealt, where it has no choice."""
    if not seat.playing:
        return None
    if state.playoff:
        return len(state.game.phases)
    if state.game.rules.choose_phase:
        return None
    return state.hand + 1 if state.game.rules.ten_hands else len(seat.completed) + 1


def _event(state: State) -> Dealt:
    return Dealt(
        hand=state.hand,
        dealer=state.dealer,
        phases=tuple(seat.trying for seat in state.seats),
        hands=tuple(seat.hand for seat in state.seats),
        draw_pile=state.draw_pile,
        discard_pile=state.discard_pile,
        playoff=state.playoff,
    )


def _open_hand(state: State) -> Step[State, Event]:
    if state.game.rules.choose_phase and not state.playoff:
        return Step(evolve(state, stage=Stage.DECLARE), ())
    return open_offer(state)


def after_declaring(state: State) -> Step[State, Event]:
    """Ask the next player to declare, or go on when all have."""
    undeclared = [s for s in clockwise_from(state, state.dealer) if not state.seats[s].trying]
    if undeclared:
        return Step(evolve(state, turn=undeclared[0]), ())
    return open_offer(evolve(state, turn=clockwise_from(state, state.dealer)[0]))


def open_offer(state: State) -> Step[State, Event]:
    """Offer the turned-up card, where the rules do; a Skip is never offered."""
    if state.game.rules.opening_offer and state.discard_pile[-1] is not SKIP:
        return Step(evolve(state, stage=Stage.OFFER), ())
    return _open_play(state)


def after_offer(state: State, *, taken: bool) -> Step[State, Event]:
    """Offer the card to the next player, or begin when it was taken or everybody declined."""
    following = next_seat(state)
    first = clockwise_from(state, state.dealer)[0]
    if taken or following == first:
        return _open_play(evolve(state, turn=first))
    return Step(evolve(state, turn=following), ())


def _open_play(state: State) -> Step[State, Event]:
    """Begin the first turn; a Skip turned over takes it away."""
    if not state.discard_pile or state.discard_pile[-1] is not SKIP:
        return begin_turn(state, state.turn)
    if state.game.rules.opening_skip is OpeningSkip.SECOND:
        return _skip_second(state)
    first = state.turn
    # Nobody played this Skip, so it protects only under the rule that protects a player who lost
    # a turn.
    guarded = first if state.game.rules.skip_rule is SkipRule.AFTER_OWN_TURN else None
    seat = evolve(state.actor, guard=guarded)
    skipped = evolve(state, seats=with_seat(state, first, seat))
    return begin_turn(skipped, next_seat(skipped), Skipped(first))


def _skip_second(state: State) -> Step[State, Event]:
    """Let the seat after the first player lose its first turn to the Skip turned over."""
    second = next_seat(state)
    # A guard of one's own protects until that turn is lost.
    seat = evolve(state.seats[second], skipped=True, guard=second)
    return begin_turn(evolve(state, seats=with_seat(state, second, seat)), state.turn)
