"""Score sheets for printed cards: what people enter, and what follows from it.

A sheet is its entries. Points, totals, phases, dealers, play-offs and the end are computed from
them by the rules of the card game (:mod:`bot.cards.turns`), so that a correction changes all that
follows.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
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
_TERM = re.compile(r"(?:([1-9][0-9]?)X)?([1-9][0-9]?|W|S)")


class SheetStage(StrEnum):
    """Whether people still join a sheet, play, or have closed it before the end of the game."""

    OPEN = "open"
    PLAYING = "playing"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class SheetPlayer:
    """A member, or a guest without an id; the name of a person who was deleted is empty."""

    name: str
    user_id: int | None = None


@dataclass(frozen=True, slots=True)
class SheetEntry:
    """The result of a hand for one player.

    ``laid`` is 0 for no phase, else its number where players choose their phase, and 1 where they
    do not. ``left`` are points (``45``) or cards (``9 9 12 W S``); empty for nothing.
    """

    laid: int
    left: str = ""


def mark(entry: SheetEntry | None) -> int:
    """A number by which a form recognizes the entry that it was opened for; 0 for none."""
    return 0 if entry is None else 1 + crc32(f"{entry.laid} {entry.left}".encode()) % (10**9 - 1)


@dataclass(frozen=True, slots=True)
class SheetCorrection:
    """A changed entry; ``by`` is the seat of the person, None for a host without one."""

    by: int | None
    hand: int
    seat: int
    was: SheetEntry
    now: SheetEntry


@dataclass(frozen=True)
class Sheet:
    """A score sheet; hands are numbered from 0, and moments are in seconds since 1970."""

    sheet_id: str  # also in custom ids
    guild_id: int  # 0 outside of servers and in those without the bot
    channel_id: int
    host_id: int
    rules: RuleSet
    players: tuple[SheetPlayer, ...]  # by seat; the first deals first
    began_at: float
    touched_at: float
    version: int = 1
    stage: SheetStage = SheetStage.OPEN
    hands: tuple[tuple[SheetEntry | None, ...], ...] = ()  # by hand and seat
    corrections: tuple[SheetCorrection, ...] = ()  # the newest, oldest first
    message_id: int | None = None

    def seat_of(self, user_id: int) -> int | None:
        """The seat of a member."""
        ids = [player.user_id for player in self.players]
        return ids.index(user_id) if user_id in ids else None

    def entry(self, hand: int, seat: int) -> SheetEntry | None:
        return self.hands[hand][seat] if hand < len(self.hands) else None

    def may_enter(self, user_id: int, seat: int) -> bool:
        """Whether a person may enter results of a seat: their own, a guest's, as the host all."""
        own = self.players[seat].user_id
        return user_id in (self.host_id, own) or (own is None and self.seat_of(user_id) is not None)


# ── before the game ───────────────────────────────────────────────────────────────────────────


def _with_players(sheet: Sheet, players: Iterable[SheetPlayer]) -> Sheet:
    if sheet.stage is not SheetStage.OPEN:
        raise IllegalError("begun")
    return replace(sheet, players=tuple(players))


def with_player(sheet: Sheet, player: SheetPlayer) -> Sheet:
    """Add a player; raises IllegalError ``begun``, ``already_seated`` or ``table_full``."""
    if player.user_id is not None and sheet.seat_of(player.user_id) is not None:
        raise IllegalError("already_seated")
    if len(sheet.players) >= sheet.rules.max_players:
        raise IllegalError("table_full")
    return _with_players(sheet, (*sheet.players, player))


def without_player(sheet: Sheet, seat: int) -> Sheet:
    """Remove a player; raises IllegalError ``begun``."""
    return _with_players(sheet, (*sheet.players[:seat], *sheet.players[seat + 1 :]))


def moved_up(sheet: Sheet, seat: int) -> Sheet:
    """Move a player one seat up, the first one to the end; raises IllegalError ``begun``."""
    others = [*without_player(sheet, seat).players]
    others.insert(seat - 1 if seat else len(others), sheet.players[seat])
    return _with_players(sheet, others)


def started(sheet: Sheet) -> Sheet:
    """Begin; raises IllegalError ``begun`` or ``too_few_players``."""
    if len(sheet.players) < sheet.rules.min_players:
        raise IllegalError("too_few_players")
    return replace(_with_players(sheet, sheet.players), stage=SheetStage.PLAYING)


def without_person(sheet: Sheet, user_id: int) -> Sheet | None:
    """Make a person a guest without a name, and the next member the host; None without members."""
    players = tuple(
        SheetPlayer("") if player.user_id == user_id else player for player in sheet.players
    )
    members = (player.user_id for player in players if player.user_id is not None)
    host_id = next(members, None) if sheet.host_id == user_id else sheet.host_id
    return None if host_id is None else replace(sheet, players=players, host_id=host_id)


# ── what is left in a hand ────────────────────────────────────────────────────────────────────


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
    for term in _SEPARATORS.split(_TIMES.sub("X", typed.upper())):
        found = _TERM.fullmatch(term)
        if term and (found is None or (found[2].isdecimal() and int(found[2]) > HIGHEST)):
            raise MalformedError("bad_left")
        if found is not None:
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


def points_of(rules: RuleSet, entry: SheetEntry) -> int:
    """The points of what is left in a hand."""
    cards = _cards_left(rules, entry)
    return int(entry.left) if cards is None else rules.points_in_hand(cards)


# ── figures ───────────────────────────────────────────────────────────────────────────────────


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

    def missing(self, sheet: Sheet) -> tuple[int, ...]:
        """The seats without a result of the hand that is played."""
        seats = () if self.state.over else enumerate(self.state.seats)
        return tuple(n for n, seat in seats if seat.playing and not sheet.entry(self.hand, n))


def figures(sheet: Sheet) -> SheetFigures:
    """Compute what follows from the entries."""
    names = tuple(player.name for player in sheet.players)
    # Nothing is shuffled.
    game = CardHeader(sheet.sheet_id, sheet.rules, names, SecretShuffler(b""), "")
    state = State(game, 0, Stage.DEAL, (Seat(),) * len(names))
    dealt, scored = [_dealt(state)], []
    for hand in sheet.hands:
        entries = [
            entry if seat.playing else None
            for entry, seat in zip(hand, dealt[-1].seats, strict=True)
        ]
        if entries.count(None) > sum(not seat.playing for seat in dealt[-1].seats):
            break
        state = _scored(dealt[-1], entries)
        scored.append(state)
        if state.over or len(scored) == MOST_HANDS:
            break
        dealt.append(_dealt(state))
    if not state.over:
        closed = sheet.stage is SheetStage.CLOSED or len(scored) == MOST_HANDS
        state = end_game(state, (), EndReason.ABANDONED).state if closed else dealt[-1]
    return SheetFigures(tuple(dealt), tuple(scored), state)


def _dealt(state: State) -> State:
    seats = tuple(fast_replace(seat, trying=phase_to_try(state, seat)) for seat in state.seats)
    dealer = clockwise_from(state, state.dealer)[0] if state.hand else 0
    hand = state.hand + 1
    return fast_replace(state, seats=seats, dealer=dealer, hand=hand, stage=Stage.DRAW, out=())


def _scored(state: State, entries: Sequence[SheetEntry | None]) -> State:
    points = tuple(points_of(state.game.rules, entry) if entry else 0 for entry in entries)
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


# ── entering ──────────────────────────────────────────────────────────────────────────────────


def entered(sheet: Sheet, by: int, at: tuple[int, int], entry: SheetEntry, was: int) -> Sheet:
    """Enter or correct the result of a hand and seat, which replaces the entry with this mark.

    Raises:
        IllegalError: ``not_begun``, ``not_now`` for another hand or a seat that sits out,
            ``no_such_phase``, ``not_yours``, or ``stale`` for another entry.
    """
    if sheet.stage is SheetStage.OPEN:
        raise IllegalError("not_begun")
    course, (hand, seat) = figures(sheet), at
    if hand > course.hand or not course.dealt[hand].seats[seat].playing:
        raise IllegalError("not_now")
    if entry.laid > (len(sheet.rules.phases) if sheet.rules.choose_phase else 1):
        raise IllegalError("no_such_phase")
    if not sheet.may_enter(by, seat):
        raise IllegalError("not_yours")
    before = sheet.entry(hand, seat)
    if mark(before) != was:
        raise IllegalError("stale")
    empty: tuple[SheetEntry | None, ...] = (None,) * len(sheet.players)
    hands = [*sheet.hands, *[empty] * (hand + 1 - len(sheet.hands))]
    hands[hand] = (*hands[hand][:seat], entry, *hands[hand][seat + 1 :])
    told = sheet.corrections
    if before is not None and before != entry:
        told = (*told, SheetCorrection(sheet.seat_of(by), hand, seat, before, entry))[-TOLD:]
    return replace(sheet, hands=tuple(hands), corrections=told)


# ── doubts ────────────────────────────────────────────────────────────────────────────────────


class SheetDoubt(StrEnum):
    """What the rules do not allow in a hand; it can be entered all the same."""

    CARDS = "cards"
    TWICE = "twice"
    NOT_LAID = "not_laid"
    TWO_OUT = "two_out"
    NOBODY_OUT = "nobody_out"


def doubts(before: Sheet, after: Sheet, hand: int) -> list[SheetDoubt]:
    """What is doubtful in a hand because of a new entry."""
    known = set(_doubts(before, hand))
    return [doubt for doubt, seat in _doubts(after, hand) if (doubt, seat) not in known]


def _doubts(sheet: Sheet, hand: int) -> Iterator[tuple[SheetDoubt, int | None]]:
    """The doubts about a hand, each with the seat that it is about, if it is about one."""
    if hand >= len(sheet.hands):
        return
    rules, state = sheet.rules, figures(sheet).dealt[hand]
    playing = [seat for seat, each in enumerate(state.seats) if each.playing]
    results = {seat: entry for seat in playing if (entry := sheet.entry(hand, seat))}
    points = {seat: points_of(rules, entry) for seat, entry in results.items()}
    held: Counter[Card] = Counter()
    for seat, entry in results.items():
        cards = _cards_left(rules, entry)
        held.update(cards or ())
        if not _possible(rules, points[seat], cards):
            yield SheetDoubt.CARDS, seat
        if rules.choose_phase and entry.laid in state.seats[seat].completed:
            yield SheetDoubt.TWICE, seat
        if not entry.laid and not points[seat]:
            yield SheetDoubt.NOT_LAID, seat
    colour = rules.colours[0]
    deck = (natural(colour, card.number) if card.number else card for card in rules.deck)
    if not held <= Counter(deck):
        yield SheetDoubt.CARDS, None
    out = [*points.values()].count(0)
    if out > 1 and (state.playoff or not rules.last_turn):
        yield SheetDoubt.TWO_OUT, None
    if not out and len(results) == len(playing):
        yield SheetDoubt.NOBODY_OUT, None


def _possible(rules: RuleSet, points: int, cards: Sequence[Card] | None) -> bool:
    """Whether a hand can hold these cards, or else cards of these points."""
    if cards is not None:
        return len(cards) <= rules.hand_size
    worth = sorted(map(rules.points, rules.deck))
    return points % gcd(*worth) == 0 and points <= sum(worth[-rules.hand_size :])
