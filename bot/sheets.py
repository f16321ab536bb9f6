"""Score sheets for printed cards.

A sheet is the results that people enter. Points, totals, phases, dealers, play-offs and the end are
computed from them by the functions of the card game (:mod:`bot.cards.turns`).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from itertools import count, groupby
from math import gcd
from typing import Any
from unicodedata import category, normalize
from zlib import crc32

from bot.cards.cards import HIGHEST, SKIP, WILD, Card, natural
from bot.cards.events import HandEnded
from bot.cards.rulesets import RuleSet
from bot.cards.state import CardHeader, Seat, Stage, State, clockwise_from
from bot.cards.turns import end_game, phase_to_try, score_hand
from bot.core.chance import SecretShuffler
from bot.core.copies import fast_replace
from bot.core.errors import IllegalError, MalformedError
from bot.core.events import EndReason

MOST_HANDS = 60  # hands after which a game ends as if it was stopped
IDLE = 14 * 86_400  # seconds without a change after which a sheet is over
HOST_AWAY = 2 * 86_400  # seconds without the host after which every member may do what the host may
# the most that can be entered for a hand
MOST_CARDS = 20
MOST_POINTS = 999
TOLD = 3  # corrections that are kept to be told
NOT_CHOSEN = -1  # whether a phase was laid, where a form leaves that to the points
FORGOTTEN = "?"  # the name of a person who was deleted
_SYMBOLS = {"W": WILD, "S": SKIP}
# Letters of Greek and Cyrillic that look like Latin ones, after folding of case.
_LOOK_ALIKES = str.maketrans("авекмнорстухіјѕԁԛԝαβεικνορτυχ`", "abekmhopctyxijsdqwabeikvoptux'")
_SEPARATORS = re.compile(r"[\s,;+]+")
_TIMES = re.compile(r"\s*[x×*]\s*")
_TERM = re.compile(r"(?:([1-9][0-9]?)x)?([1-9]|1[0-2]|w|s)")
_WORD = re.compile(r"[^\W\d_]{2,}|\b[^\W\d_]\b")
_ONE = re.compile(r"(^|[,;+])\s*1 +(?=[^\W\d_]{2})")  # as in ``1 Skip``, no card of that number
_NINES = re.compile(r"([1-9][0-9]?) +([1-9][0-9]?)s\b")  # as in ``3 9s``
_NOTHING = ("", "-", "–", "—")
Doubt = tuple[int | None, str, dict[str, Any]]
"""A seat, or None for the hand; a part of a sentence's key, and its data."""


@dataclass(frozen=True, slots=True)
class SheetPlayer:
    """A member, or a guest without an id; ``gone_in`` is the first hand without them."""

    name: str
    user_id: int | None = None
    gone_in: int | None = None
    came_in: int = 0  # their first hand


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
    return 0 if result is None else 1 + crc32(f"{result.laid} {result.left}".encode()) % (10**6 - 1)


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
    host_name: str = ""
    host_at: float = 0.0  # when the host last changed the sheet
    played_at: float = 0.0  # when the newest result came, corrections apart
    locale: str | None = None  # the default language of its message; None in version 1.1
    usual_phases: tuple[str, ...] = ()  # those of before surprise phases were drawn

    @property
    def names(self) -> tuple[str, ...]:
        """The names by seat; those that look alike are numbered, as in ``Alex (2)``."""
        names: list[str] = []
        taken: set[str] = set()
        for player in self.players:
            every = (f"{player.name} ({n})" if n > 1 else player.name for n in count(1))
            names.append(next(name for name in every if folded(name) not in taken))
            taken.add(folded(names[-1]))
        return tuple(names)

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


def new_sheet(place: tuple[str, int, int], host: SheetPlayer, rules: RuleSet, now: float) -> Sheet:
    """A sheet of a person alone; ``place`` is its id, server and channel."""
    by = host.user_id or 0
    return Sheet(*place, by, rules, (host,), now, host_name=host.name, host_at=now)


def folded(text: str) -> str:
    """What a reader sees of a text: without case, width, invisible characters and look-alikes.

    >>> folded("\uff21da") == folded("\u0410da\u200b") == "ada"
    True
    """
    visible = "".join(each for each in normalize("NFKC", text) if category(each) != "Cf")
    return normalize("NFKC", visible.casefold()).translate(_LOOK_ALIKES).strip()


def seated(sheet: Sheet, players: Iterable[SheetPlayer]) -> Sheet:
    """Seat these; raises IllegalError ``on_sheet``, ``table_full`` or ``begun``."""
    new = replace(sheet, players=tuple(players))
    ids = [player.user_id for player in new.players if player.user_id is not None]
    if len(set(ids)) < len(ids):
        raise IllegalError("on_sheet")
    if len(new.players) > sheet.rules.max_players:
        raise IllegalError("table_full")
    if sheet.begun or sheet.closed:
        raise IllegalError("begun")
    return new


def may_join(sheet: Sheet, course: SheetFigures) -> bool:
    """Whether there is room for one more, and the game is not about points alone by now."""
    late = sheet.begun and (course.state.over or course.state.playoff or sheet.rules.ten_hands)
    return not (sheet.closed or late) and len(sheet.players) < sheet.rules.max_players


def joined(sheet: Sheet, *new: SheetPlayer) -> Sheet:
    """As :func:`seated`, also in the game: they begin with the hand that is played."""
    course = figures(sheet)
    late = [replace(who, came_in=course.hand) for who in new]
    open_sheet = replace(sheet, begun=sheet.begun and not may_join(sheet, course))
    return replace(seated(open_sheet, (*sheet.players, *late)), begun=sheet.begun)


def arranged(sheet: Sheet, change: str, seat: int) -> Sheet:
    """Change what a player is: ``up`` or ``out`` before the game, ``leave`` or ``back`` in it.

    ``host`` makes a member the host. Raises IllegalError ``not_now`` or ``last_two``.
    """
    players = [*sheet.players]
    course = figures(sheet)
    who = players.pop(seat)
    hand = course.hand
    if change == "host" and who.user_id is not None:
        return _hosted(sheet, who)
    if change == "out":
        return seated(sheet, players)
    if change == "up":
        players.insert(seat - 1 if seat else len(players), who)
        return seated(sheet, players)
    if change == "leave" and who.gone_in is None:
        stay = sum(course.state.seats[n].playing for n in _staying(sheet) if n != seat)
        if stay < sheet.rules.min_players:
            raise IllegalError("last_two")
        who = replace(who, gone_in=hand + (sheet.result(hand, seat) is not None))
    elif change == "back" and who.gone_in in (hand, hand + 1):
        who = replace(who, gone_in=None)
    else:
        raise IllegalError("not_now")
    if not sheet.begun or course.state.over:
        raise IllegalError("not_now")
    players.insert(seat, who)
    return replace(sheet, players=tuple(players))


def _hosted(sheet: Sheet, host: SheetPlayer) -> Sheet:
    """Return a sheet with another host; it no longer names corrections of one without a seat."""
    told = tuple(each for each in sheet.corrections if each.by is not None)
    new = replace(sheet, host_id=host.user_id or 0, host_name=host.name, corrections=told)
    return replace(new, host_at=sheet.touched_at)


def _staying(sheet: Sheet) -> list[int]:
    return [seat for seat, who in enumerate(sheet.players) if who.gone_in is None]


def next_sheet(sheet: Sheet, host: SheetPlayer, now: float) -> Sheet:
    """The next game of those who stayed, the next dealer first; its id is the same for all."""
    course = figures(sheet)
    stay = _staying(sheet)
    first = course.dealt[-1].dealer + (len(course.dealt) == len(course.scored))
    around = (seat for seat in (*range(first, len(sheet.players)), *range(first)) if seat in stay)
    sheet_id = sha256(sheet.sheet_id.encode()).hexdigest()[:16]
    place = sheet_id, sheet.guild_id, sheet.channel_id
    players = tuple(replace(sheet.players[seat], came_in=0) for seat in around)
    return replace(new_sheet(place, host, sheet.rules, now), players=players, begun=True)


def without_person(sheet: Sheet, user_id: int) -> Sheet | None:
    """Make a person a guest, and the next member the host; None without other members."""
    players = tuple(
        replace(who, name=FORGOTTEN, user_id=None) if who.user_id == user_id else who
        for who in sheet.players
    )
    sheet = replace(sheet, players=players)
    if sheet.host_id != user_id:
        return sheet
    host = next((who for who in players if who.user_id is not None), None)
    return None if host is None else _hosted(sheet, host)


def parse_left(text: str, meanings: Mapping[str, str] = {}) -> str:
    """What is left in a hand, as :class:`SheetResult` has it; a number up to 12 is a card.

    ``meanings`` are words of a language, folded, and what they stand for: ``w``, ``s``, ``+``, a
    number, ``x9`` for nines, ``1x`` for one of a card; ``0`` makes a number before it points.

    Raises MalformedError ``bad_left`` for neither points nor cards, or too many of them.

    >>> parse_left("3x9, w"), parse_left(" 45 "), parse_left("25, 10 5"), parse_left("0")
    ('9 9 9 W', '45', '40', '')
    """
    typed = _ONE.sub(r"\1 1x ", folded(text))
    typed = _WORD.sub(lambda word: f" {meanings.get(word[0], word[0])} ", typed)
    typed = _TIMES.sub("x", _NINES.sub(r"\1x\2", typed))
    terms = [term for term in _SEPARATORS.split(typed) if term not in _NOTHING]
    numbers = [int(term) for term in terms if term.isdecimal()]
    if len(numbers) == len(terms) and not all(0 < each <= HIGHEST for each in numbers):
        points = sum(numbers)
        costs = [*filter(None, numbers)]
        # Neither a sum of points and cards, nor points that would be taken for a card.
        odd = any(each % 5 for each in costs) and (len(costs) > 1 or points <= HIGHEST)
        if odd or points > MOST_POINTS:
            raise MalformedError("bad_left")
        return str(points).removeprefix("0")
    left: list[str] = []
    for term in terms:
        found = _TERM.fullmatch(term)
        if found is None:
            raise MalformedError("bad_left")
        left += [found[2].upper()] * int(found[1] or 1)
    if len(left) > MOST_CARDS:
        raise MalformedError("bad_left")
    return " ".join(left)


def parse_lines(names: dict[int, str], text: str) -> tuple[dict[int, str], list[str]]:
    """Split lines such as ``Tom: 45`` by seat; also returns those that name nobody of these."""
    seats = {folded(name): seat for seat, name in names.items()}
    typed = dict[int, str]()
    others = []
    for line in filter(str.strip, text.splitlines()):
        name, _, left = normalize("NFKC", line).rpartition(":")
        seat = seats.get(folded(name))
        if seat is None or seat in typed:
            others.append(line)
        else:
            typed[seat] = left
    return typed, others


def least_points(rules: RuleSet) -> int:
    """The points of a hand without a phase, which keeps all its cards, at least."""
    return rules.hand_size * min(map(rules.points, rules.deck))


def new_result(sheet: Sheet, hand: int, seat: int, laid: int, left: str) -> SheetResult:
    """A result; where ``laid`` is ``NOT_CHOSEN``, it follows from the points or the cards."""
    before = sheet.result(hand, seat)
    new = SheetResult(hand, seat, max(laid, 0), left)
    if laid == NOT_CHOSEN and (before is None or before.left != new.left):
        return replace(new, laid=int(not _may_be_unlaid(sheet.rules, new)))
    return new


def _may_be_unlaid(rules: RuleSet, result: SheetResult) -> bool:
    """Whether a hand may be left that way by a player who keeps all cards, without a phase."""
    cards = _cards_left(rules, result)
    all_cards = cards is None or len(cards) >= rules.hand_size - rules.save_pile
    return all_cards and result_points(rules, result) >= least_points(rules)


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
    # Nothing is shuffled.
    game = CardHeader(sheet.sheet_id, sheet.rules, sheet.names, SecretShuffler(b""), "")
    state = State(game, 0, Stage.DEAL, (Seat(),) * len(sheet.players))
    dealt = [_dealt(sheet, state)]
    scored: list[State] = []
    while sheet.begun and len(scored) < MOST_HANDS:
        results = _results(sheet, dealt[-1], len(scored))
        if not results or len(results) < sum(seat.playing for seat in dealt[-1].seats):
            break
        state = _scored(dealt[-1], results)
        scored.append(state)
        if state.over:
            break
        dealt.append(_dealt(sheet, state))
    if state.result and state.result.reason is EndReason.TEN_HANDS:
        state = _ended(sheet, state, EndReason.TEN_HANDS)
    elif not state.over:
        nobody = sheet.begun and not any(seat.playing for seat in dealt[-1].seats)
        closed = sheet.closed or len(scored) == MOST_HANDS or nobody
        state = _ended(sheet, state, EndReason.ABANDONED) if closed else dealt[-1]
    return SheetFigures(tuple(dealt[:MOST_HANDS]), tuple(scored), state)


def _ended(sheet: Sheet, state: State, reason: EndReason) -> State:
    """End a game with those who stayed before those who left; no hand has no winner."""
    stay = _staying(sheet)

    def place(seat: int) -> tuple[int, ...]:
        phases = 0 if sheet.rules.ten_hands else len(state.seats[seat].completed)
        return seat not in stay, -phases, state.seats[seat].total

    if state.last_hand is None:
        return end_game(state, (), reason).state
    by_place = groupby(sorted(range(state.game.size), key=place), key=place)
    ranking = tuple(tuple(seats) for _, seats in by_place)
    ended = end_game(state, ranking[0], reason).state
    assert ended.result is not None, "the game has ended"
    return fast_replace(ended, result=replace(ended.result, ranking=ranking))


def _results(sheet: Sheet, state: State, hand: int) -> dict[int, SheetResult]:
    """The results of the seats that play a hand."""
    of_hand = {each.seat: each for each in sheet.results if each.hand == hand}
    return {seat: each for seat, each in of_hand.items() if state.seats[seat].playing}


def _dealt(sheet: Sheet, state: State) -> State:
    def plays(seat: Seat, player: SheetPlayer) -> bool:
        begins = player.came_in == state.hand and not state.playoff
        gone = player.gone_in is not None and player.gone_in <= state.hand
        return (begins or (seat.playing and player.came_in < state.hand)) and not gone

    pairs = zip(state.seats, sheet.players, strict=True)
    seats = [fast_replace(seat, playing=plays(seat, player)) for seat, player in pairs]
    dealt = tuple(fast_replace(seat, trying=phase_to_try(state, seat)) for seat in seats)
    state = fast_replace(state, seats=dealt, hand=state.hand + 1, stage=Stage.DRAW, out=())
    around = clockwise_from(state, state.dealer if state.hand > 1 else -1)
    return fast_replace(state, dealer=next(iter(around), 0))


def _scored(state: State, results: dict[int, SheetResult]) -> State:
    seats = [*state.seats]
    points = [0] * len(seats)
    laid = [False] * len(seats)
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


def entered(  # noqa: PLR0913  # who enters what, and how
    sheet: Sheet,
    by: int,
    new: Sequence[SheetResult],
    was: Sequence[int],
    *,
    as_host: bool = False,
    sure: bool = False,
) -> Sheet:
    """Enter or correct results of a hand; ``was`` are the marks of those that people saw before.

    A result that is as it was seen is left alone, also if it has been changed meanwhile. Raises
    IllegalError ``not_now`` for another hand or a seat that does not play it, ``sheet_closed`` for
    a hand that is not complete, ``no_such_phase``, ``not_yours``, or unless people are ``sure``
    ``doubtful`` (data: ``doubts``).
    """
    course = figures(sheet)
    after = sheet
    touched = list[SheetResult]()
    doubts = list[Doubt]()
    for typed, seen in zip(new, was, strict=True):
        each = _checked(sheet, course, typed)
        before = sheet.result(typed.hand, typed.seat)
        if mark(each) == seen or (before is not None and not seen and not each.left):
            continue
        if not as_host and not sheet.may_enter(by, each.seat):
            raise IllegalError("not_yours")
        if before == each:
            continue
        if mark(before) != seen:
            doubts.append((each.seat, "changed", {"result": before}))
        touched.append(each)
        after = replace(after, results=(*(r for r in after.results if r is not before), each))
        if before is None:
            after = replace(after, played_at=sheet.touched_at)
        else:
            told = SheetCorrection(sheet.find_seat(by), before, each)
            after = replace(after, corrections=(*after.corrections, told)[-TOLD:])
    if touched and not sure:
        dealt = course.dealt[touched[0].hand]
        hand = touched[0].hand
        if doubts := [*doubts, *_doubts(dealt, _results(after, dealt, hand), touched)]:
            raise IllegalError("doubtful", doubts=doubts)
    return after


def _checked(sheet: Sheet, course: SheetFigures, new: SheetResult) -> SheetResult:
    """Check that a result can be entered; in a play-off no phase is laid."""
    if sheet.closed and new.hand >= len(course.scored):
        raise IllegalError("sheet_closed")
    there = sheet.begun and new.hand < len(course.dealt) and new.seat < len(sheet.players)
    if not there or not course.dealt[new.hand].seats[new.seat].playing:
        raise IllegalError("not_now")
    if course.dealt[new.hand].playoff:
        return replace(new, laid=0)
    if new.laid > (len(sheet.rules.phases) if sheet.rules.choose_phase else 1):
        raise IllegalError("no_such_phase")
    return new


def _doubts(
    state: State, results: dict[int, SheetResult], touched: Sequence[SheetResult]
) -> Iterator[Doubt]:
    """What the rules do not allow in a hand with new results."""
    rules = state.game.rules
    playing = sum(seat.playing for seat in state.seats)
    least = least_points(rules)
    worth = sorted(map(rules.points, rules.deck))
    step = gcd(*worth)
    most = sum(worth[-rules.hand_size :])
    for new in touched:
        points = result_points(rules, new)
        if low := points % step and points - points % step:
            yield new.seat, "fives", {"points": points, "low": low, "high": low + step}
        elif points > most or len(_cards_left(rules, new) or ()) > rules.hand_size:
            yield new.seat, "cards", {}
        if rules.choose_phase and new.laid in state.seats[new.seat].completed:
            yield new.seat, "twice", {}
        if not (new.laid or state.playoff or _may_be_unlaid(rules, new)):
            yield new.seat, "not_laid", {"n": least, "cards": rules.hand_size - rules.save_pile}
    yield from _beyond_deck(rules, results, touched)
    out = [seat for seat, each in sorted(results.items()) if not result_points(rules, each)]
    some_out = any(each.seat in out for each in touched)
    if len(out) > 1 and some_out and (state.playoff or not rules.last_turn):
        yield None, "two_out", {"seats": out}
    if not out and len(results) == playing:
        yield None, "nobody_out", {}


def _beyond_deck(
    rules: RuleSet, results: dict[int, SheetResult], touched: Sequence[SheetResult]
) -> Iterator[Doubt]:
    """The cards of which a new result, or all hands together, have more than the deck."""
    held = {seat: Counter(_cards_left(rules, each) or ()) for seat, each in results.items()}
    deck = Counter(natural(rules.colours[0], c.number) if c.number else c for c in rules.deck)
    together = sum(held.values(), Counter[Card]())
    for card in together - deck:
        seats = [seat for seat in held if held[seat][card]]
        if any(new.seat in seats for new in touched):
            data = {"card": card, "n": together[card], "most": deck[card]}
            yield (seats[0], "deck", data) if len(seats) == 1 else (None, "together", data)
