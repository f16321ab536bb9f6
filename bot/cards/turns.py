"""How a hand goes: deal, opening, turns, going out, scoring, and the end of the game."""

from __future__ import annotations

from collections.abc import Iterable

from bot.core.copies import fast_replace
from bot.core.events import EndReason
from bot.core.states import Transition

from .cards import SKIP, Card
from .events import Dealt, Event, GameEnded, HandEnded, Skipped
from .rulesets import FirstDealer, OpeningSkip
from .skips import end_protections, lose_turn, skip_first, skip_second
from .state import CardHeader, OutBy, Seat, Stage, State, clockwise_from, with_seat

Ranking = tuple[tuple[int, ...], ...]
CardStep = Transition[State, Event]


# ── the deal ──────────────────────────────────────────────────────────────────────────────────


def deal(state: State) -> CardStep:
    """Shuffle, deal cards to each player, turn a card over, and open the hand."""
    dealer = clockwise_from(state, state.dealer)[0] if state.hand else _first_dealer(state.game)
    order = clockwise_from(state, dealer)
    pile = list(state.game.chance(state.shuffles, _deck(state)))
    hands: list[list[Card]] = [[] for _ in state.seats]
    for _ in range(state.game.rules.hand_size):
        for seat in order:
            hands[seat].append(pile.pop())
    top = pile.pop()
    dealt = fast_replace(
        state,
        seats=tuple(
            _for_new_hand(state, seat, tuple(hand))
            for seat, hand in zip(state.seats, hands, strict=True)
        ),
        turn=order[0],
        dealer=dealer,
        hand=state.hand + 1,
        shuffles=state.shuffles + 1,
        draw_pile=tuple(pile),
        discard_pile=(top,),
        drawn=None,
        drew_nothing=(),
        out=(),
        last_turns=None,
    )
    event = Dealt(
        hand=dealt.hand,
        dealer=dealer,
        phases=tuple(seat.trying for seat in dealt.seats),
        hands=tuple(seat.hand for seat in dealt.seats),
        draw_pile=dealt.draw_pile,
        discard_pile=dealt.discard_pile,
        playoff=dealt.playoff,
    )
    return Transition(dealt, (event,)).then(_open_hand(dealt))


def can_deal(state: State, saved: int = 0) -> bool:
    """Whether enough cards are left for a deal, with ``saved`` more cards on save piles."""
    rules = state.game.rules
    left = len(rules.deck) - saved - sum(len(seat.saved) for seat in state.seats)
    return left > rules.hand_size * sum(seat.playing for seat in state.seats)


def phase_to_try(state: State, seat: Seat) -> int | None:
    """The phase number a seat tries in the hand about to be dealt, unless the player chooses."""
    if not seat.playing:
        return None
    if state.playoff:
        return len(state.game.phases)
    if state.game.rules.choose_phase:
        return None
    return state.hand + 1 if state.game.rules.ten_hands else len(seat.completed) + 1


def _first_dealer(game: CardHeader) -> int:
    if game.rules.first_dealer is FirstDealer.DRAWN:
        return game.chance.first_dealer(game.size)
    return 0


def _deck(state: State) -> list[Card]:
    """The deck in canonical order without the cards that lie on save piles."""
    deck = list(state.game.rules.deck)
    for seat in state.seats:
        for card in seat.saved:
            deck.remove(card)
    return deck


def _for_new_hand(state: State, seat: Seat, hand: tuple[Card, ...]) -> Seat:
    return Seat(
        hand=hand,
        trying=phase_to_try(state, seat),
        completed=seat.completed,
        attempted=seat.attempted,
        total=seat.total,
        playing=seat.playing,
        saved=seat.saved,
    )


# ── before the first turn ─────────────────────────────────────────────────────────────────────


def after_declaring(state: State) -> CardStep:
    """Ask the next player to declare a phase, or go on once all players have declared."""
    undeclared = [s for s in clockwise_from(state, state.dealer) if not state.seats[s].trying]
    if undeclared:
        return Transition(fast_replace(state, turn=undeclared[0]), ())
    return _open_offer(fast_replace(state, turn=clockwise_from(state, state.dealer)[0]))


def after_offer(state: State, *, taken: bool) -> CardStep:
    """Offer the card to the next player, or begin once it is taken or all players declined."""
    following = next_seat(state)
    first = clockwise_from(state, state.dealer)[0]
    if taken or following == first:
        return _first_turn(fast_replace(state, turn=first))
    return Transition(fast_replace(state, turn=following), ())


def _open_hand(state: State) -> CardStep:
    if state.game.rules.choose_phase and not state.playoff:
        return Transition(fast_replace(state, stage=Stage.DECLARE), ())
    return _open_offer(state)


def _open_offer(state: State) -> CardStep:
    """Offer the turned-up card if the rules say so; a Skip is never offered."""
    if state.game.rules.opening_offer and state.discard_pile[-1] is not SKIP:
        return Transition(fast_replace(state, stage=Stage.OFFER), ())
    return _first_turn(state)


def _first_turn(state: State) -> CardStep:
    """Begin the first turn; a turned-up Skip takes it away."""
    if not state.discard_pile or state.discard_pile[-1] is not SKIP:
        return begin_turn(state, state.turn)
    if state.game.rules.opening_skip is OpeningSkip.SECOND:
        return begin_turn(skip_second(state, next_seat(state)), state.turn)
    skipped = skip_first(state)
    return begin_turn(skipped, next_seat(skipped), Skipped(state.turn))


# ── turns ─────────────────────────────────────────────────────────────────────────────────────


def begin_turn(state: State, seat: int, *before: Event, idle_turns: int = 0) -> CardStep:
    """Begin the turn of a seat, or of the next that loses none, after the events ``before``."""
    events = before
    while True:
        state = fast_replace(state, turn=seat, stage=Stage.DRAW, drawn=None, idle_turns=idle_turns)
        if state.last_turns:
            state = fast_replace(state, last_turns=tuple(s for s in state.last_turns if s != seat))
        if seat in [other.protected_until for other in state.seats]:
            state = end_protections(state)
        if not state.seats[seat].skipped:
            return Transition(_own_turn(state), events)
        events = (*events, Skipped(seat))
        state = lose_turn(state)
        if state.last_turns == ():
            return Transition(state, events).then(end_hand(state))
        seat = next_seat(state)


def next_seat(state: State) -> int:
    """The seat whose turn comes after the turn of ``state.turn``."""
    if state.last_turns:
        return state.last_turns[0]
    seats = state.seats
    seat = (state.turn + 1) % len(seats)
    while not seats[seat].playing:
        seat = (seat + 1) % len(seats)
    return seat


def end_turn(state: State, *before: Event) -> CardStep:
    """Pass the turn on after the events ``before``, or end the hand when no turn is left."""
    if state.last_turns == () or (state.drew_nothing and all_dry(state)):
        return Transition(state, before).then(end_hand(state))
    idle = state.idle_turns + 1
    # Lost turns do not count, and once a player is out the last turns end the hand.
    if not state.out and state.ends_after(idle):
        return Transition(state, before).then(end_hand(state))
    return begin_turn(state, next_seat(state), *before, idle_turns=idle)


def go_out(state: State, by: OutBy, card: Card | None, *before: Event) -> CardStep:
    """Let the seat to act go out: the hand ends, at once or after the last turns of the others.

    ``card`` is its last card; None if it laid several at once.
    """
    seat = state.turn
    seats = with_seat(state.seats, seat, fast_replace(state.actor, out_by=by, out_card=card))
    out = fast_replace(state, seats=seats, out=(*state.out, seat))
    if state.playoff or not state.game.rules.last_turn:
        return Transition(out, before).then(end_hand(out))
    if out.last_turns is None:
        others = clockwise_from(out, seat)[:-1]
        out = fast_replace(out, last_turns=others)
    return end_turn(out, *before)


def all_dry(state: State) -> bool:
    """Whether every player who is not out has had a turn without being able to draw."""
    playing = {number for number, seat in enumerate(state.seats) if seat.playing}
    return playing <= {*state.drew_nothing, *state.out}


def _own_turn(state: State) -> State:
    """Begin a turn that is not lost: the protection ends, and the opening offer is the draw."""
    seat = state.actor
    if not seat.offered and seat.protected_until != state.turn:
        return state
    free = fast_replace(seat, offered=False, protected_until=None)
    begun = fast_replace(state, seats=with_seat(state.seats, state.turn, free))
    if seat.offered:
        return fast_replace(begun, stage=Stage.PLAY, drawn=seat.hand[-1])
    return begun


# ── the end of a hand and of the game ─────────────────────────────────────────────────────────


def end_hand(state: State) -> CardStep:
    """Score the hand, then end the game, prepare a play-off, or wait for the next deal."""
    points = tuple(state.game.rules.points_in_hand(seat.hand) for seat in state.seats)
    return score_hand(state, points, tuple(bool(seat.groups) for seat in state.seats))


def score_hand(state: State, points: tuple[int, ...], laid: tuple[bool, ...]) -> CardStep:
    """As :func:`end_hand`, with the points left in each hand and the seats that laid, by seat."""
    # In a play-off totals stay as they are.
    scores = (0,) * len(points) if state.playoff else points
    ended = HandEnded(
        hand=state.hand,
        out=state.out,
        points=scores,
        totals=tuple(seat.total + new for seat, new in zip(state.seats, scores, strict=True)),
        completed=laid,
        progress=tuple(len(seat.completed) for seat in state.seats),
    )
    seats = tuple(
        fast_replace(seat, total=total, attempted=_attempted(seat))
        for seat, total in zip(state.seats, ended.totals, strict=True)
    )
    scored = fast_replace(
        state, seats=seats, stage=Stage.DEAL, last_hand=ended, drawn=None, last_turns=None
    )
    return Transition(scored, (ended,)).then(_after_hand(scored))


def end_game(state: State, winners: tuple[int, ...], reason: EndReason) -> CardStep:
    """Rank the players and reveal the secret."""
    ended = GameEnded(winners, _ranking(state, winners, reason), reason, state.game.secret.hex())
    return Transition(fast_replace(state, stage=Stage.OVER, result=ended, drawn=None), (ended,))


def _attempted(seat: Seat) -> tuple[int, ...]:
    if seat.trying is None or seat.trying in seat.attempted:
        return seat.attempted
    return (*seat.attempted, seat.trying)


def _after_hand(state: State) -> CardStep:
    if state.playoff:
        # The first player out wins; with nobody out the play-off is dealt again.
        if state.out:
            return end_game(state, state.out[:1], EndReason.PLAYOFF)
        return Transition(state, ())
    if not state.game.rules.ten_hands:
        return _after_ordinary_hand(state)
    if state.hand < len(state.game.phases):
        return Transition(state, ())
    return end_game(state, _lowest(state, range(state.game.size)), EndReason.TEN_HANDS)


def _after_ordinary_hand(state: State) -> CardStep:
    last = len(state.game.phases)
    finished = [n for n, seat in enumerate(state.seats) if len(seat.completed) == last]
    best = _lowest(state, finished)
    if len(best) == 1:
        return end_game(state, best, EndReason.COMPLETED)
    if best:
        seats = tuple(fast_replace(seat, playing=n in best) for n, seat in enumerate(state.seats))
        return Transition(fast_replace(state, seats=seats, playoff=True), ())
    return Transition(state, ())


def _lowest(state: State, seats: Iterable[int]) -> tuple[int, ...]:
    totals = {number: state.seats[number].total for number in seats}
    return tuple(n for n, total in totals.items() if total == min(totals.values()))


def _ranking(state: State, winners: tuple[int, ...], reason: EndReason) -> Ranking:
    """Seats by place: the winners, then more phases, then the lower total; equals share."""

    def key(number: int) -> tuple[int, ...]:
        seat = state.seats[number]
        if reason is EndReason.TEN_HANDS:
            return (seat.total,)
        return (-len(seat.completed), seat.total)

    places: dict[tuple[int, ...], list[int]] = {}
    for number in range(state.game.size):
        if number not in winners:
            places.setdefault(key(number), []).append(number)
    others = tuple(tuple(places[place]) for place in sorted(places))
    return (winners, *others) if winners else others
