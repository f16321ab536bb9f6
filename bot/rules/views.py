"""Views: what one seat or a spectator may know of a game, as an allow-list."""

from __future__ import annotations

from dataclasses import dataclass, replace

from bot.games.events import EndReason
from bot.games.states import unchecked

from .actions import Source
from .cards import Card
from .dealing import phase_to_try
from .editions import RuleSet
from .events import Dealt, Drew, Event, GameEnded, HandEnded, Reshuffled, Saved
from .groups import Group
from .phases import Phase
from .skips import BETWEEN_HANDS, may_name
from .state import OutBy, Stage, State
from .turns import all_dry


@dataclass(frozen=True)
class SeatView:
    """What everybody may know of one seat.

    Attributes:
        seat: its number, from 0.
        name: the player's name.
        cards: how many cards are held.
        trying: number of the phase tried this hand, from 1; None where not declared.
        groups: what it laid; not empty means its phase is down.
        completed: numbers of the phases completed so far.
        total: points so far.
        playing: False for a seat that sits out a play-off.
        out: whether it went out this hand.
        floating: whether it holds no card and has not gone out (Final Turn).
        skipped: whether its next turn is lost.
        may_be_named: whether the viewer could name it with a Skip now.
        saved: how many cards lie on its save pile.
        saved_this_hand: whether it set a card aside in this hand.
        taken: cards taken from the discard pile in this hand and not played since; they are in its
            hand, unless it set one of them aside, which nobody saw.
        thrown: its discards of this hand, in order.
        passed: the top discards of this hand that it did not take when drawing, in order.
        left: the cards it held at the end of the hand, by number; empty while the hand lasts, and
            in a game that was ended before its time.
        out_by: how it went out in this hand; None if it did not.
        out_card: its last card, where it went out by discarding or hitting it.
        next_phase: number of the phase it tries in the next hand; None while a hand lasts, where it
            chooses, and where it has no next one.
    """

    seat: int
    name: str
    cards: int
    trying: int | None
    groups: tuple[Group, ...]
    completed: tuple[int, ...]
    total: int
    playing: bool
    out: bool = False
    floating: bool = False
    skipped: bool = False
    may_be_named: bool = False
    saved: int = 0
    saved_this_hand: bool = False
    taken: tuple[Card, ...] = ()
    thrown: tuple[Card, ...] = ()
    passed: tuple[Card, ...] = ()
    left: tuple[Card, ...] = ()
    out_by: OutBy | None = None
    out_card: Card | None = None
    next_phase: int | None = None


@dataclass(frozen=True)
class PlayerView:
    """What one seat, or a spectator (``me`` None), may know.

    Attributes:
        game_id: the game's id.
        rules: the rule set.
        phases: the phases as data; phase number n is ``phases[n - 1]``.
        commitment: hex SHA-256 of the shuffle secret.
        version: rises with each action.
        stage: what the game waits for.
        hand_number: number of the hand, from 1; 0 before the first.
        dealer: who dealt.
        turn: the seat to act, None while a deal is due and when the game is over.
        me: the viewer's seat, None for a spectator.
        hand: the viewer's cards, in the order they came.
        drawn: what the viewer drew in this turn, while it lasts.
        saved: the viewer's save pile, bottom first.
        seats: what everybody may know, by seat.
        draw_pile: how many cards it has.
        discard_pile: the discards since the last shuffle, bottom first (all were seen).
        last_turns: seats that still have their last turn, None while nobody went out.
        idle_turns: how many turns have ended since the hand's last lay or hit.
        playoff: whether this hand is of a play-off.
        last_hand: how the hand before ended, once one has.
        result: how the game ended, once it has.
        ran_dry: whether the hand ended because nobody could draw any more.
    """

    game_id: str
    rules: RuleSet
    phases: tuple[Phase, ...]
    commitment: str
    version: int
    stage: Stage
    hand_number: int
    dealer: int
    turn: int | None
    me: int | None
    hand: tuple[Card, ...]
    drawn: Card | None
    saved: tuple[Card, ...]
    seats: tuple[SeatView, ...]
    draw_pile: int
    discard_pile: tuple[Card, ...]
    last_turns: tuple[int, ...] | None
    playoff: bool
    last_hand: HandEnded | None
    result: GameEnded | None
    idle_turns: int = 0
    ran_dry: bool = False

    @property
    def hand_over(self) -> bool:
        """Whether a hand has been played to its end and the next one is not dealt."""
        return self.last_hand is not None and _is_hand_over(self.stage, self.result)

    @property
    def stalemate(self) -> bool:
        """Whether the hand ended since nobody laid or hit; only where nobody went out."""
        return self.rules.stalemate_turns is not None and not self.ran_dry

    def fits_table(self, card: Card) -> bool:
        """Whether a card could be hit on some group."""
        for seat in self.seats:
            for group in seat.groups:
                if card in group.places:
                    return True
        return False

    @property
    def my_turn(self) -> bool:
        """Whether the viewer is the one to act."""
        return self.me is not None and self.me == self.turn

    @property
    def my_seat(self) -> SeatView:
        """The viewer's own seat; only for a viewer who has one."""
        assert self.me is not None
        return self.seats[self.me]

    @property
    def my_phase(self) -> Phase | None:
        """The phase the viewer tries, once declared."""
        if self.me is None or self.my_seat.trying is None:
            return None
        return self.phases[self.my_seat.trying - 1]


_DEAL = Stage.DEAL


def view_for(state: State, me: int | None) -> PlayerView:
    """The view of seat ``me``, or of a spectator (None)."""
    due = state.stage not in BETWEEN_HANDS
    over = not due and _is_hand_over(state.stage, state.result)
    game = state.game
    mine = state.seats[me] if me is not None else None
    shown = {
        "game_id": game.game_id,
        "rules": game.rules,
        "phases": game.phases,
        "commitment": game.commitment,
        "version": state.version,
        "stage": state.stage,
        "hand_number": state.hand,
        "dealer": state.dealer,
        "turn": state.turn if due else None,
        "me": me,
        "hand": mine.hand if mine else (),
        "drawn": state.drawn if me == state.turn else None,
        "saved": mine.saved if mine else (),
        "seats": _seat_views(state, me, due=due, over=over),
        "draw_pile": len(state.draw_pile),
        "discard_pile": state.discard_pile,
        "last_turns": state.last_turns,
        "playoff": state.playoff,
        "last_hand": state.last_hand,
        "result": state.result,
        "idle_turns": state.idle_turns,
    }
    if over:
        shown["ran_dry"] = not state.out and all_dry(state)
    return unchecked(PlayerView, shown)


def _is_hand_over(stage: Stage, result: GameEnded | None) -> bool:
    if result is not None:
        return result.reason is not EndReason.ABANDONED
    return stage is _DEAL


def _seat_views(state: State, me: int | None, *, due: bool, over: bool) -> tuple[SeatView, ...]:
    dealing = state.stage is _DEAL
    names, out = state.game.players, state.out
    found = []
    for number, seat in enumerate(state.seats):
        hand = seat.hand
        shown = {
            "seat": number,
            "name": names[number],
            "cards": len(hand),
            "trying": seat.trying,
            "groups": seat.groups,
            "completed": seat.completed,
            "total": seat.total,
            "playing": seat.playing,
            "skipped": seat.skipped,
            "taken": seat.taken,
            "thrown": seat.thrown,
            "passed": seat.passed,
        }
        if due and me is not None and me != number:
            shown["may_be_named"] = may_name(state, me, number)
        if number in out:
            shown |= {"out": True, "out_by": seat.out_by, "out_card": seat.out_card}
        elif not hand:
            shown["floating"] = due and seat.playing
        if seat.saved or seat.saved_this_hand:
            shown |= {"saved": len(seat.saved), "saved_this_hand": seat.saved_this_hand}
        if over:
            shown["left"] = _sorted(hand)
        if dealing:
            shown["next_phase"] = phase_to_try(state, seat)
        found.append(unchecked(SeatView, shown))
    return tuple(found)


def _sorted(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=lambda c: (not c.is_natural, c.number or 0, c.index)))


def seen_by(event: Event, me: int | None) -> Event:
    """An event as seat ``me`` (None: a spectator) may see it while the game runs.

    Hidden cards become None, hidden hands and piles become empty.
    """
    match event:
        case Dealt():
            hands = tuple(hand if seat == me else () for seat, hand in enumerate(event.hands))
            return replace(event, hands=hands, draw_pile=())
        case Drew(seat=seat, source=Source.DRAW_PILE | Source.SAVE_PILE) if seat != me:
            return replace(event, card=None)
        case Saved(seat=seat) if seat != me:
            return replace(event, card=None)
        case Reshuffled():
            return replace(event, draw_pile=())
        case _:
            return event
