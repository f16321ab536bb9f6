"""The end of a hand and of a game: points, totals, winners and ranking."""

from __future__ import annotations

from collections.abc import Iterable

from bot.games.events import EndReason
from bot.games.states import Step, evolve

from .cards import Card
from .events import Event, GameEnded, HandEnded
from .state import Stage, State

Ranking = tuple[tuple[int, ...], ...]


def points(held: Iterable[Card]) -> int:
    """The points of cards left in hand."""
    return sum(card.points for card in held)


def end_hand(state: State) -> Step[State, Event]:
    """Score the hand, then end the game, prepare a play-off, or wait for the next deal."""
    ended = _hand_ended(state)
    seats = tuple(
        evolve(
            seat,
            total=ended.totals[number],
            attempted=_attempted(seat.attempted, seat.trying),
        )
        for number, seat in enumerate(state.seats)
    )
    scored = evolve(
        state, seats=seats, stage=Stage.DEAL, last_hand=ended, drawn=None, last_turns=None
    )
    return Step(scored, (ended,)).then(_after_hand(scored))


def end_game(state: State, winners: tuple[int, ...], reason: EndReason) -> Step[State, Event]:
    """Rank the players and reveal the secret."""
    ended = GameEnded(
        winners=winners,
        ranking=_ranking(state, winners, reason),
        reason=reason,
        secret=state.game.shuffler.secret.hex(),
    )
    return Step(evolve(state, stage=Stage.OVER, result=ended, drawn=None), (ended,))


def _hand_ended(state: State) -> HandEnded:
    # Totals are frozen in a play-off: its hands score nothing.
    scores = tuple(0 if state.playoff else points(seat.hand) for seat in state.seats)
    return HandEnded(
        hand=state.hand,
        out=state.out,
        points=scores,
        totals=tuple(seat.total + new for seat, new in zip(state.seats, scores, strict=True)),
        completed=tuple(bool(seat.groups) for seat in state.seats),
        progress=tuple(len(seat.completed) for seat in state.seats),
    )


def _attempted(before: tuple[int, ...], tried: int | None) -> tuple[int, ...]:
    return before if tried is None or tried in before else (*before, tried)


def _after_hand(state: State) -> Step[State, Event]:
    if state.playoff:
        # Who is first out wins; with nobody out the play-off is dealt again.
        if state.out:
            return end_game(state, state.out[:1], EndReason.PLAYOFF)
        return Step(state, ())
    if state.game.rules.ten_hands:
        if state.hand < len(state.game.phases):
            return Step(state, ())
        return end_game(state, _lowest(state, range(state.game.size)), EndReason.TEN_HANDS)
    return _after_ordinary_hand(state)


def _after_ordinary_hand(state: State) -> Step[State, Event]:
    last = len(state.game.phases)
    finished = [n for n, seat in enumerate(state.seats) if len(seat.completed) == last]
    best = _lowest(state, finished)
    if len(best) == 1:
        return end_game(state, best, EndReason.COMPLETED)
    if best:
        seats = tuple(evolve(seat, playing=n in best) for n, seat in enumerate(state.seats))
        return Step(evolve(state, seats=seats, playoff=True), ())
    return Step(state, ())


def _lowest(state: State, among: Iterable[int]) -> tuple[int, ...]:
    """Those with the lowest total."""
    totals = {number: state.seats[number].total for number in among}
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
