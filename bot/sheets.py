"""Score sheets for printed cards.

A sheet is the results that people enter. Points, totals, phases, dealers, play-offs and the end are
computed from them by the functions of the card game (:mod:`bot.cards.turns`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from math import gcd
from zlib import crc32

from bot.cards.cards import HIGHEST, SKIP, WILD, Card, natural
from bot.cards.editions import RuleSet
from bot.cards.events import HandEnded
from bot.cards.state import CardHeader, Seat, Stage, State, clockwise_from
from bot.cards.turns import end_game, phase_to_try, score_hand
from bot.core.chance import SecretShuffler
from bot.core.copies import fast_replace
from bot.core.errors import IllegalError, MalformedError
from bot.core.events import EndReason

MOST_HANDS = 60
"""Hands after which a game ends without a winner."""
MOST_CARDS, MOST_POINTS = 20, 999
"""The most that can be entered for a hand."""
TOLD = 3
"""Corrections that are kept to be told."""
FORGOTTEN = "?"
"""The name of a person who was deleted."""
_SYMBOLS = {"W": WILD, "S": SKIP}
_SEPARATORS, _TIMES = re.compile(r"[\s,;]+"), re.compile(r"\s*[X×*]\s*")
_TERM = re.compile(r"(?:([1-9][0-9]?)X)?([1-9]|1[0-2]|W|S)")


@dataclass(frozen=True, slots=True)
class SheetPlayer:
    """A member, or a guest without an id."""

    name: str
    user_id: int | None = None


@dataclass(frozen=True, slots=True)
class SheetResult:
    """What is entered for a player and a hand; hands are numbered from 0.

    ``laid`` is 0 for no phase, else the number of the phase where players choose it, and 1 where
    they do not. ``left`` are points (``45``) or cards (``9 9 12 W S``); empty for nothing.
    """

    hand: int
    seat: int
    laid: int
    left: str = ""


def mark(result: SheetResult | None) -> int:
    """A number by which a form recognizes the result that it was opened for; 0 for none."""
    return 0 if result is None else 1 + crc32(f"{result.laid} {result.left}".encode()) % (10**9 - 1)


@dataclass(frozen=True, slots=True)
class SheetCorrection:
    """A changed result; ``by`` is the seat of the person, None for a host without one."""

    by: int | None
    was: SheetResult
    now: SheetResult


@dataclass(frozen=True)
class Sheet:
    """A score sheet."""

    sheet_id: str  # also in custom ids
    guild_id: int  # 0 outside of servers and in those without the bot
    channel_id: int
    host_id: int
    rules: RuleSet
    players: tuple[SheetPlayer, ...]  # by seat; the first deals first
    touched_at: float  # in seconds since 1970
    version: int = 1
    begun: bool = False
    closed: bool = False  # before the end of the game
    results: tuple[SheetResult, ...] = ()  # in any order
    corrections: tuple[SheetCorrection, ...] = ()  # the newest, oldest first
    message_id: int | None = None

    def find_seat(self, user_id: int) -> int | None:
        ids = [player.user_id for player in self.players]
        return ids.index(user_id) if user_id in ids else None

    def result(self, hand: int, seat: int) -> SheetResult | None:
        found = (each for each in self.results if (each.hand, each.seat) == (hand, seat))
        return next(found, None)

    def may_enter(self, user_id: int, seat: int) -> bool:
        """Whether a person may enter results of a seat: their own, a guest's, as the host all."""
        own = self.players[seat].user_id
        guest = own is None and self.find_seat(user_id) is not None
        return guest or user_id in (self.host_id, own)


def seated(sheet: Sheet, players: Iterable[SheetPlayer]) -> Sheet:
    """Seat these; raises IllegalError ``begun``, ``already_seated`` or ``table_full``."""
    new = replace(sheet, players=tuple(players))
    ids = [player.user_id for player in new.players if player.user_id is not None]
    if sheet.begun or sheet.closed:
        raise IllegalError("begun")
    if len(set(ids)) < len(ids):
        raise IllegalError("already_seated")
    if len(new.players) > sheet.rules.max_players:
        raise IllegalError("table_full")
    return new


def without_person(sheet: Sheet, user_id: int) -> Sheet | None:
    """Make a person a guest, and the next member the host; None without other members."""
    guest = SheetPlayer(FORGOTTEN)
    players = tuple(guest if who.user_id == user_id else who for who in sheet.players)
    members = [who.user_id for who in players if who.user_id is not None]
    host_id = next(iter(members), None) if sheet.host_id == user_id else sheet.host_id
    return None if host_id is None else replace(sheet, players=players, host_id=host_id)


def parse_left(text: str) -> str:
    """What is left in a hand, as :class:`SheetResult` has it; a number up to 12 is a card.

    >>> parse_left("3x9, w"), parse_left(" 45 "), parse_left("0")
    ('9 9 9 W', '45', '')

    Raises:
        MalformedError: ``bad_left``, neither points nor cards, or too many of them.
    """
    typed = text.strip()
    if typed.isascii() and typed.isdecimal() and not 0 < int(typed) <= HIGHEST:
        if int(typed) > MOST_POINTS:
            raise MalformedError("bad_left")
        return str(int(typed)).removeprefix("0")
    left: list[str] = []
    for term in filter(None, _SEPARATORS.split(_TIMES.sub("X", typed.upper()))):
        found = _TERM.fullmatch(term)
        if found is None:
            raise MalformedError("bad_left")
        left += [found[2]] * int(found[1] or 1)
    if len(left) > MOST_CARDS:
        raise MalformedError("bad_left")
    return " ".join(left)


def _cards_left(rules: RuleSet, result: SheetResult) -> list[Card] | None:
    """The cards that are left, numbers in any colour; None where points were entered."""
    if result.left.isdecimal() and int(result.left) > HIGHEST:
        return None
    colour = rules.colours[0]
    return [_SYMBOLS.get(term) or natural(colour, int(term)) for term in result.left.split()]


def result_points(rules: RuleSet, result: SheetResult) -> int:
    cards = _cards_left(rules, result)
    return int(result.left) if cards is None else rules.points_in_hand(cards)


@dataclass(frozen=True)
class SheetFigures:
    """All that follows from the results of a sheet."""

    dealt: tuple[State, ...]  # at the beginning of each hand, that which is played included
    scored: tuple[State, ...]  # after each hand that is complete
    state: State  # of the hand that is played, or of the end

    @property
    def hand(self) -> int:
        """The hand that is played; after the end the last one."""
        return len(self.dealt) - 1

    @property
    def ended(self) -> tuple[HandEnded, ...]:
        return tuple(state.last_hand for state in self.scored if state.last_hand)


def figures(sheet: Sheet) -> SheetFigures:
    """Compute what follows from the results."""
    names = tuple(player.name for player in sheet.players)
    # Nothing is shuffled.
    game = CardHeader(sheet.sheet_id, sheet.rules, names, SecretShuffler(b""), "")
    state = State(game, 0, Stage.DEAL, (Seat(),) * len(names))
    dealt = [_dealt(state)]
    scored: list[State] = []
    while sheet.begun and len(scored) < MOST_HANDS:
        results = _results(sheet, dealt[-1], len(scored))
        if len(results) < sum(seat.playing for seat in state.seats):
            break
        state = _scored(dealt[-1], results)
        scored.append(state)
        if state.over:
            break
        dealt.append(_dealt(state))
    if not state.over:
        closed = sheet.closed or len(scored) == MOST_HANDS
        state = end_game(state, (), EndReason.ABANDONED).state if closed else dealt[-1]
    return SheetFigures(tuple(dealt[:MOST_HANDS]), tuple(scored), state)


def _results(sheet: Sheet, state: State, hand: int) -> dict[int, SheetResult]:
    """The results of the seats that play a hand."""
    of_hand = {each.seat: each for each in sheet.results if each.hand == hand}
    return {seat: each for seat, each in of_hand.items() if state.seats[seat].playing}


def _dealt(state: State) -> State:
    seats = tuple(fast_replace(seat, trying=phase_to_try(state, seat)) for seat in state.seats)
    dealer = clockwise_from(state, state.dealer)[0] if state.hand else 0
    hand = state.hand + 1
    return fast_replace(state, seats=seats, dealer=dealer, hand=hand, stage=Stage.DRAW, out=())


def _scored(state: State, results: dict[int, SheetResult]) -> State:
    seats = [*state.seats]
    points, laid = [0] * len(seats), [False] * len(seats)
    for seat, result in results.items():
        points[seat], laid[seat] = result_points(state.game.rules, result), bool(result.laid)
        phase = seats[seat].trying or result.laid
        if result.laid and phase not in seats[seat].completed:
            completed = (*seats[seat].completed, phase)
            seats[seat] = fast_replace(seats[seat], trying=phase, completed=completed)
    out = tuple(sorted(seat for seat in results if not points[seat]))
    if state.playoff and len(out) > 1:
        # Who was first is not known.
        out = ()
    state = fast_replace(state, seats=tuple(seats), out=out)
    return score_hand(state, tuple(points), tuple(laid)).state


def entered(sheet: Sheet, by: int, new: SheetResult, was: int, *, sure: bool = False) -> Sheet:
    """Enter or correct a result, which replaces that with the mark ``was``.

    Raises:
        IllegalError: ``not_now`` for another hand or a seat that does not play it,
            ``no_such_phase``, ``not_yours``, ``stale`` for another result, or unless people are
            ``sure`` ``doubtful`` (data: ``doubts``).
    """
    dealt, hand, seat = figures(sheet).dealt, new.hand, new.seat
    there = sheet.begun and hand < len(dealt) and seat < len(sheet.players)
    if not there or not dealt[hand].seats[seat].playing:
        raise IllegalError("not_now")
    if new.laid > (len(sheet.rules.phases) if sheet.rules.choose_phase else 1):
        raise IllegalError("no_such_phase")
    if not sheet.may_enter(by, seat):
        raise IllegalError("not_yours")
    before = sheet.result(hand, seat)
    if mark(before) != was:
        raise IllegalError("stale")
    results = (*(each for each in sheet.results if each is not before), new)
    after = replace(sheet, results=results)
    if before is not None and before != new:
        told = (*sheet.corrections, SheetCorrection(sheet.find_seat(by), before, new))[-TOLD:]
        after = replace(after, corrections=told)
    if not sure and (asked := [*_doubts(dealt[hand], _results(after, dealt[hand], hand), new)]):
        raise IllegalError("doubtful", doubts=asked)
    return after


def _doubts(state: State, results: dict[int, SheetResult], new: SheetResult) -> Iterator[str]:
    """What the rules do not allow in a hand with a new result, as parts of keys of sentences."""
    rules, playing = state.game.rules, sum(seat.playing for seat in state.seats)
    points, cards = result_points(rules, new), _cards_left(rules, new)
    colour, worth = rules.colours[0], sorted(map(rules.points, rules.deck))
    possible = points % gcd(*worth) == 0 and points <= sum(worth[-rules.hand_size :])
    if cards is not None:
        held = (card for each in results.values() for card in _cards_left(rules, each) or ())
        deck = (natural(colour, card.number) if card.number else card for card in rules.deck)
        possible = len(cards) <= rules.hand_size and Counter(held) <= Counter(deck)
    if not possible:
        yield "cards"
    if rules.choose_phase and new.laid in state.seats[new.seat].completed:
        yield "twice"
    if not new.laid and not points:
        yield "not_laid"
    out = sum(not result_points(rules, each) for each in results.values())
    if out > 1 and not points and (state.playoff or not rules.last_turn):
        yield "two_out"
    if not out and len(results) == playing:
        yield "nobody_out"
