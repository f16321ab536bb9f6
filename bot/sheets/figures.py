"""What follows from the results of a sheet: points, phases, dealers, the play-off and the end."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import groupby

from bot.cards.events import HandEnded
from bot.cards.state import CardHeader, Seat, Stage, State, clockwise_from
from bot.cards.turns import end_game, phase_to_try, score_hand
from bot.core.chance import SecretShuffler
from bot.core.copies import fast_replace
from bot.core.events import EndReason

from .points import result_points
from .sheet import MOST_HANDS, Sheet, SheetPlayer, SheetResult


@dataclass(frozen=True)
class HandRow:
    """A complete hand, by seat: points and whether the phase was laid; None if it sat out."""

    number: int
    playoff: bool
    points: tuple[int | None, ...]
    laid: tuple[bool | None, ...]
    totals: tuple[int, ...]  # after it


@dataclass(frozen=True)
class SheetFigures:
    """All that follows from the results of a sheet."""

    dealt: tuple[State, ...]  # at the beginning of each hand, also of the hand that is played
    scored: tuple[State, ...]  # after each hand that is complete
    state: State  # of the hand that is played, or of the end

    @property
    def hand(self) -> int:
        """The hand that is played; after the end the last one."""
        return len(self.dealt) - 1

    @property
    def ended(self) -> tuple[HandEnded, ...]:
        return tuple(state.last_hand for state in self.scored if state.last_hand)

    @property
    def rows(self) -> tuple[HandRow, ...]:
        """The complete hands."""
        pairs = zip(self.dealt, self.ended, strict=False)
        return tuple(_row(dealt, ended) for dealt, ended in pairs)


def figures(sheet: Sheet) -> SheetFigures:
    # Nothing is shuffled.
    game = CardHeader(sheet.sheet_id, sheet.rules, sheet.names, SecretShuffler(b""), "")
    state = State(game, 0, Stage.DEAL, (Seat(),) * len(sheet.players))
    dealt = [_dealt(sheet, state)]
    scored: list[State] = []
    while sheet.begun and len(scored) < MOST_HANDS:
        results = results_of_hand(sheet, dealt[-1], len(scored))
        playing = [seat for seat in dealt[-1].seats if seat.playing]
        if not results or len(results) < len(playing):
            break
        state = _scored(dealt[-1], results)
        scored.append(state)
        if state.over:
            break
        dealt.append(_dealt(sheet, state))
    at_end = _at_end(sheet, state, dealt[-1], len(scored))
    return SheetFigures(tuple(dealt[:MOST_HANDS]), tuple(scored), at_end)


def _row(dealt: State, ended: HandEnded) -> HandRow:
    playing = [seat.playing for seat in dealt.seats]
    points = zip(ended.points, playing, strict=True)
    laid = zip(ended.completed, playing, strict=True)
    return HandRow(
        number=dealt.hand,
        playoff=dealt.playoff,
        points=tuple(number if there else None for number, there in points),
        laid=tuple(done if there else None for done, there in laid),
        totals=ended.totals,
    )


def _at_end(sheet: Sheet, state: State, dealt: State, hands: int) -> State:
    """The state after the last complete hand: of the end, or of the hand that is played."""
    if state.result and state.result.reason is EndReason.TEN_HANDS:
        return _ended(sheet, state, EndReason.TEN_HANDS)
    if state.over:
        return state
    nobody = sheet.begun and not any(seat.playing for seat in dealt.seats)
    if sheet.closed or hands == MOST_HANDS or nobody:
        return _ended(sheet, state, EndReason.ABANDONED)
    return dealt


def _ended(sheet: Sheet, state: State, reason: EndReason) -> State:
    """End a game with those who stayed before those who left; no hand has no winner."""
    stay = sheet.staying()

    def place(seat: int) -> tuple[bool, int, int]:
        phases = 0 if sheet.rules.ten_hands else len(state.seats[seat].completed)
        return seat not in stay, -phases, state.seats[seat].total

    if state.last_hand is None:
        return end_game(state, (), reason).state
    by_place = groupby(sorted(range(state.game.size), key=place), key=place)
    ranking = tuple(tuple(seats) for _, seats in by_place)
    ended = end_game(state, ranking[0], reason).state
    assert ended.result is not None, "the game has ended"
    return fast_replace(ended, result=replace(ended.result, ranking=ranking))


def results_of_hand(sheet: Sheet, state: State, hand: int) -> dict[int, SheetResult]:
    """The results of the seats that play a hand."""
    of_hand = {each.seat: each for each in sheet.results if each.hand == hand}
    return {seat: each for seat, each in of_hand.items() if state.seats[seat].playing}


def _dealt(sheet: Sheet, state: State) -> State:
    def plays(seat: Seat, player: SheetPlayer) -> bool:
        if player.gone_in is not None and player.gone_in <= state.hand:
            return False
        if player.came_in == state.hand and not state.playoff:
            return True
        return seat.playing and player.came_in < state.hand

    pairs = zip(state.seats, sheet.players, strict=True)
    seats = [fast_replace(seat, playing=plays(seat, player)) for seat, player in pairs]
    dealt = tuple(fast_replace(seat, trying=phase_to_try(state, seat)) for seat in seats)
    state = fast_replace(state, seats=dealt, hand=state.hand + 1, stage=Stage.DRAW, out=())
    before = state.dealer if state.hand > 1 else -1
    return fast_replace(state, dealer=next(iter(clockwise_from(state, before)), state.dealer))


def _scored(state: State, results: dict[int, SheetResult]) -> State:
    rules = state.game.rules
    seats = [*state.seats]
    points = [0] * len(seats)
    laid = [False] * len(seats)
    for seat, result in results.items():
        points[seat] = result_points(rules, result)
        laid[seat] = bool(result.laid)
        phase = seats[seat].trying or result.laid
        if result.laid and phase not in seats[seat].completed:
            completed = (*seats[seat].completed, phase)
            seats[seat] = fast_replace(seats[seat], trying=phase, completed=completed)
    out = tuple(sorted(seat for seat in results if not points[seat]))
    if state.playoff and len(out) > 1:
        # A sheet does not say who went out first.
        out = ()
    state = fast_replace(state, seats=tuple(seats), out=out)
    return score_hand(state, tuple(points), tuple(laid)).state
