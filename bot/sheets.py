"""Score sheets for printed cards.

A sheet is its entries. Points, totals, phases, dealers, play-offs and the end are computed from
them by the functions of the card game (:mod:`bot.cards.turns`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import gcd
from zlib import crc32

from bot.cards.cards import HIGHEST, SKIP, WILD, Card, natural
from bot.cards.editions import RuleSet
from bot.cards.events import HandEnded
from bot.cards.state import CardHeader, Seat, Stage, State, clockwise_from
from bot.cards.turns import end_game, phase_to_try, score_hand
from bot.core.chance import SecretShuffler
from bot.core.errors import IllegalError, MalformedError
from bot.core.events import EndReason
from bot.core.states import fast_replace

MOST_HANDS = 60
"""Hands after which a game ends without a winner."""
MOST_CARDS, MOST_POINTS = 20, 999
"""The most that can be entered for a hand."""
TOLD = 3
"""Corrections that are kept to be told."""
_SYMBOLS = {"W": WILD, "S": SKIP}
_SEPARATORS, _TIMES = re.compile(r"[\s,;]+"), re.compile(r"\s*[X×*]\s*")
_TERM = re.compile(r"(?:([1-9][0-9]?)X)?([1-9]|1[0-2]|W|S)")


@dataclass(frozen=True, slots=True)
class SheetPlayer:
    """A member, or a guest without an id; a person who was deleted has no name."""

    name: str
    user_id: int | None = None


@dataclass(frozen=True, slots=True)
class SheetEntry:
    """What is entered for a player and a hand.

    ``laid`` is 0 for no phase, else the number of the phase where players choose it, and 1 where
    they do not. ``left`` are points (``45``) or cards (``9 9 12 W S``); empty for nothing.
    """

    laid: int
    left: str = ""


def mark(entry: SheetEntry | None) -> int:
    """A number by which a form recognizes the entry that it was opened for; 0 for none."""
    return 0 if entry is None else 1 + crc32(f"{entry.laid} {entry.left}".encode()) % (10**9 - 1)


@dataclass(frozen=True, slots=True)
class SheetResult:
    """An entry with its place; hands are numbered from 0."""

    hand: int
    seat: int
    entry: SheetEntry


@dataclass(frozen=True, slots=True)
class SheetCorrection:
    """A changed entry; ``by`` is the seat of the person, None for a host without one."""

    by: int | None
    was: SheetEntry
    now: SheetResult


@dataclass(frozen=True)
class Sheet:
    """A score sheet; moments are in seconds since 1970."""

    sheet_id: str  # also in custom ids
    guild_id: int  # 0 outside of servers and in those without the bot
    channel_id: int
    host_id: int
    rules: RuleSet
    players: tuple[SheetPlayer, ...]  # by seat; the first deals first
    began_at: float
    touched_at: float
    version: int = 1
    begun: bool = False
    closed: bool = False  # before the end of the game
    hands: tuple[tuple[SheetEntry | None, ...], ...] = ()  # by hand and seat
    corrections: tuple[SheetCorrection, ...] = ()  # the newest, oldest first
    message_id: int | None = None

    def find_seat(self, user_id: int) -> int | None:
        ids = [player.user_id for player in self.players]
        return ids.index(user_id) if user_id in ids else None

    def entry(self, hand: int, seat: int) -> SheetEntry | None:
        return self.hands[hand][seat] if hand < len(self.hands) else None

    def may_enter(self, user_id: int, seat: int) -> bool:
        """Whether a person may enter results of a seat: their own, a guest's, as the host all."""
        own = self.players[seat].user_id
        guest = own is None and self.find_seat(user_id) is not None
        return guest or user_id in (self.host_id, own)


def _seated(sheet: Sheet, players: Iterable[SheetPlayer]) -> Sheet:
    if sheet.begun or sheet.closed:
        raise IllegalError("begun")
    return replace(sheet, players=tuple(players))


def with_player(sheet: Sheet, player: SheetPlayer) -> Sheet:
    """Add a player; raises IllegalError ``begun``, ``already_seated`` or ``table_full``."""
    if player.user_id is not None and sheet.find_seat(player.user_id) is not None:
        raise IllegalError("already_seated")
    if len(sheet.players) >= sheet.rules.max_players:
        raise IllegalError("table_full")
    return _seated(sheet, (*sheet.players, player))


def without_player(sheet: Sheet, seat: int) -> Sheet:
    """Remove a player; raises IllegalError ``begun``."""
    return _seated(sheet, (*sheet.players[:seat], *sheet.players[seat + 1 :]))


def moved_up(sheet: Sheet, seat: int) -> Sheet:
    """Move a player one seat up, the first one to the end; raises IllegalError ``begun``."""
    others = [*without_player(sheet, seat).players]
    others.insert(seat - 1 if seat else len(others), sheet.players[seat])
    return _seated(sheet, others)


def started(sheet: Sheet) -> Sheet:
    """Begin; raises IllegalError ``begun`` or ``too_few_players``."""
    if len(sheet.players) < sheet.rules.min_players:
        raise IllegalError("too_few_players")
    return replace(_seated(sheet, sheet.players), begun=True)


def without_person(sheet: Sheet, user_id: int) -> Sheet | None:
    """Make a person a guest without a name, and the next member the host; None without members."""
    guest = SheetPlayer("")
    players = tuple(guest if who.user_id == user_id else who for who in sheet.players)
    hosts = [None if sheet.host_id == user_id else sheet.host_id, *(who.user_id for who in players)]
    host_id = next((each for each in hosts if each is not None), None)
    return None if host_id is None else replace(sheet, players=players, host_id=host_id)


def parse_left(text: str) -> str:
    """What is left in a hand, as :class:`SheetEntry` has it; a number up to 12 is a card.

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


def _cards_left(rules: RuleSet, entry: SheetEntry) -> list[Card] | None:
    """The cards that are left, numbers in any colour; None where points were entered."""
    if entry.left.isdecimal() and int(entry.left) > HIGHEST:
        return None
    colour = rules.colours[0]
    return [_SYMBOLS.get(term) or natural(colour, int(term)) for term in entry.left.split()]


def entry_points(rules: RuleSet, entry: SheetEntry) -> int:
    cards = _cards_left(rules, entry)
    return int(entry.left) if cards is None else rules.points_in_hand(cards)


@dataclass(frozen=True)
class SheetFigures:
    """All that follows from the entries of a sheet."""

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

    def missing(self, sheet: Sheet) -> list[int]:
        """The seats without a result of the hand that is played."""
        seats = () if self.state.over else enumerate(self.state.seats)
        return [n for n, seat in seats if seat.playing and not sheet.entry(self.hand, n)]


def figures(sheet: Sheet) -> SheetFigures:
    """Compute what follows from the entries."""
    names = tuple(player.name for player in sheet.players)
    # Nothing is shuffled.
    game = CardHeader(sheet.sheet_id, sheet.rules, names, SecretShuffler(b""), "")
    state = State(game, 0, Stage.DEAL, (Seat(),) * len(names))
    dealt, scored = [_dealt(state)], []
    for hand in sheet.hands:
        seats = dealt[-1].seats
        entries = [each if seat.playing else None for each, seat in zip(hand, seats, strict=True)]
        if entries.count(None) > sum(not seat.playing for seat in seats):
            break
        state = _scored(dealt[-1], entries)
        scored.append(state)
        if state.over or len(scored) == MOST_HANDS:
            break
        dealt.append(_dealt(state))
    if not state.over:
        closed = sheet.closed or len(scored) == MOST_HANDS
        state = end_game(state, (), EndReason.ABANDONED).state if closed else dealt[-1]
    return SheetFigures(tuple(dealt), tuple(scored), state)


def _dealt(state: State) -> State:
    seats = tuple(fast_replace(seat, trying=phase_to_try(state, seat)) for seat in state.seats)
    dealer = clockwise_from(state, state.dealer)[0] if state.hand else 0
    hand = state.hand + 1
    return fast_replace(state, seats=seats, dealer=dealer, hand=hand, stage=Stage.DRAW, out=())


def _scored(state: State, entries: Sequence[SheetEntry | None]) -> State:
    points = tuple(entry_points(state.game.rules, entry) if entry else 0 for entry in entries)
    out = tuple(n for n, entry in enumerate(entries) if entry and not points[n])
    if state.playoff and len(out) > 1:
        # Who was first is not known.
        out = ()
    seats = tuple(map(_after_laying, state.seats, entries))
    laid = tuple(bool(entry and entry.laid) for entry in entries)
    return score_hand(fast_replace(state, seats=seats, out=out), points, laid).state


def _after_laying(seat: Seat, entry: SheetEntry | None) -> Seat:
    phase = entry and entry.laid and (seat.trying or entry.laid)
    if not phase or phase in seat.completed:
        return seat
    return fast_replace(seat, trying=phase, completed=(*seat.completed, phase))


def entered(sheet: Sheet, by: int, new: SheetResult, was: int, *, sure: bool = False) -> Sheet:
    """Enter or correct a result, which replaces the entry with the mark ``was``.

    Raises:
        IllegalError: ``not_now`` for another hand or a seat that does not play it,
            ``no_such_phase``, ``not_yours``, ``stale`` for another entry, or unless people are
            ``sure`` ``doubtful`` (data: ``doubts``).
    """
    dealt, hand, seat = figures(sheet).dealt, new.hand, new.seat
    there = sheet.begun and hand < len(dealt) and seat < len(sheet.players)
    if not there or not dealt[hand].seats[seat].playing:
        raise IllegalError("not_now")
    if new.entry.laid > (len(sheet.rules.phases) if sheet.rules.choose_phase else 1):
        raise IllegalError("no_such_phase")
    if not sheet.may_enter(by, seat):
        raise IllegalError("not_yours")
    before = sheet.entry(hand, seat)
    if mark(before) != was:
        raise IllegalError("stale")
    empty: tuple[SheetEntry | None, ...] = (None,) * len(sheet.players)
    hands = [*sheet.hands, *[empty] * (hand + 1 - len(sheet.hands))]
    hands[hand] = (*hands[hand][:seat], new.entry, *hands[hand][seat + 1 :])
    told = sheet.corrections
    if before is not None and before != new.entry:
        told = (*told, SheetCorrection(sheet.find_seat(by), before, new))[-TOLD:]
    asked = [] if sure else [*_doubts(sheet.rules, dealt[hand], hands[hand], new)]
    if asked:
        raise IllegalError("doubtful", doubts=asked)
    return replace(sheet, hands=tuple(hands), corrections=told)


def _doubts(
    rules: RuleSet, state: State, entries: Sequence[SheetEntry | None], new: SheetResult
) -> Iterator[str]:
    """What the rules do not allow in a hand with this new entry, as parts of keys of sentences."""
    points = entry_points(rules, new.entry)
    cards = _cards_left(rules, new.entry)
    playing = [entry for entry, seat in zip(entries, state.seats, strict=True) if seat.playing]
    known = [entry for entry in playing if entry is not None]
    held = Counter(card for entry in known for card in _cards_left(rules, entry) or ())
    colour, worth = rules.colours[0], sorted(map(rules.points, rules.deck))
    deck = Counter(natural(colour, card.number) if card.number else card for card in rules.deck)
    possible = points % gcd(*worth) == 0 and points <= sum(worth[-rules.hand_size :])
    if cards is not None:
        possible = len(cards) <= rules.hand_size and held <= deck
    if not possible:
        yield "cards"
    if rules.choose_phase and new.entry.laid in state.seats[new.seat].completed:
        yield "twice"
    if not new.entry.laid and not points:
        yield "not_laid"
    out = sum(not entry_points(rules, entry) for entry in known)
    if out > 1 and not points and (state.playoff or not rules.last_turn):
        yield "two_out"
    if not out and None not in playing:
        yield "nobody_out"
