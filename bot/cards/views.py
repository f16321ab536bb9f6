"""Views: what a seat or a spectator may know of a game, as an allow-list; highlights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from bot.core.events import EndReason, TakenOver
from bot.core.states import AnyAction, AnyHighlight, AnySeatView, AnyView

from .actions import FROM_PILE, AnswerOffer, Draw, Source
from .cards import SKIP, Card, by_number
from .events import (
    CardHit,
    Dealt,
    Discarded,
    Drew,
    Event,
    GameEnded,
    HandEnded,
    Laid,
    Reshuffled,
    Saved,
    Skipped,
)
from .groups import Group
from .phases import Phase
from .rulesets import RuleSet, SkipRule
from .skips import can_skip
from .state import BETWEEN_HANDS, OutBy, Stage, State
from .turns import all_dry, phase_to_try


@dataclass(frozen=True)
class SeatView(AnySeatView):
    """The public facts of one seat."""

    seat: int
    name: str
    cards: int
    trying: int | None  # number of the phase tried in this hand, from 1; None before it is declared
    groups: tuple[Group, ...]
    completed: tuple[int, ...]  # numbers of the phases completed so far
    total: int
    playing: bool  # False for a seat that sits out a play-off
    out: bool = False  # whether it went out in this hand
    floating: bool = False  # whether it holds no card and has not gone out (Final Turn)
    skipped: bool = False  # whether its next turn is lost
    skip_in_front: bool = False  # whether the Skip for that lies in front of it
    can_be_skipped: bool = False  # whether the viewer could name it with a Skip now
    saved: int = 0  # how many cards lie on its save pile
    saved_this_hand: bool = False
    taken: tuple[Card, ...] = ()  # from the discard pile, and not played since
    discarded: tuple[Card, ...] = ()  # its discards of this hand, in order
    declined: tuple[Card, ...] = ()  # top discards that it did not take when it drew, in order
    left: tuple[Card, ...] = ()  # the cards held at the end of the hand, by number
    out_by: OutBy | None = None
    out_card: Card | None = None  # its last card, if it went out by discarding or hitting it
    next_phase: int | None = None  # between hands, the phase of the next one if it is fixed


@dataclass(frozen=True)
class PlayerView(AnyView):
    """The view of a game that one seat, or a spectator, has."""

    game_id: str
    rules: RuleSet
    phases: tuple[Phase, ...]
    commitment: str  # hex SHA-256 of the shuffle secret
    beacon: str  # empty for a game that began without a lobby
    version: int
    stage: Stage
    hand_number: int  # from 1; 0 before the first deal
    dealer: int
    turn: int | None  # the seat to act; None while a deal is due and when the game is over
    me: int | None  # the viewer's seat; None for a spectator
    hand: tuple[Card, ...]  # the viewer's cards, in the order they came
    drawn: Card | None  # the card that the viewer drew in this turn, while the turn lasts
    saved: tuple[Card, ...]  # the viewer's save pile, bottom first
    seats: tuple[SeatView, ...]
    draw_pile: int  # how many cards it has
    discard_pile: tuple[Card, ...]  # the discards since the last shuffle, bottom first
    last_turns: tuple[int, ...] | None  # seats that still have it; None until a player goes out
    playoff: bool
    last_hand: HandEnded | None
    result: GameEnded | None
    idle_turns: int = 0  # how many turns have ended since the hand's last lay or hit
    ran_dry: bool = False  # whether the hand ended because nobody could draw any more

    @property
    def hand_over(self) -> bool:
        """Whether a hand ended and the next one is not dealt yet."""
        return self.last_hand is not None and _is_hand_over(self.stage, self.result)

    @property
    def stalemate(self) -> bool:
        """Whether a hand in which nobody went out ended because nobody laid or hit."""
        return self.rules.stalemate_turns is not None and not self.ran_dry

    @property
    def players(self) -> int:
        """How many seats play this hand."""
        return sum([seat.playing for seat in self.seats])

    @property
    def is_last_turn(self) -> bool:
        """Whether the hand ends for the player to act after this turn, by rule or stalemate."""
        if self.last_turns is not None:
            return True
        limit = self.rules.stalemate_turns
        idle = self.idle_turns
        return limit is not None and idle >= limit - 1 and idle >= (limit - 1) * self.players

    @property
    def last_cards(self) -> tuple[SeatView, ...]:
        """The seats that hold a single card while nobody is out; the viewer's own is last."""
        if self.turn is None or self.last_turns is not None:
            return ()
        alarming = [seat for seat in self.seats if seat.playing and seat.cards == 1]
        return tuple(sorted(alarming, key=lambda seat: seat.seat == self.me))

    def fits_table(self, card: Card) -> bool:
        """Whether a card could be hit on some group."""
        return any(card in group.places for seat in self.seats for group in seat.groups)

    @property
    def may_go_out(self) -> bool:
        """Whether the viewer goes out by the discard of the last card."""
        down = self.my_turn and self.stage is Stage.PLAY and bool(self.my_seat.groups)
        return down and len(self.hand) == 1

    @property
    def my_seat(self) -> SeatView:
        """The viewer's own seat; a spectator has none."""
        assert self.me is not None
        return self.seats[self.me]

    @property
    def my_phase(self) -> Phase | None:
        if self.me is None or self.my_seat.trying is None:
            return None
        return self.phases[self.my_seat.trying - 1]


def view_for(state: State, me: int | None) -> PlayerView:
    due = state.stage not in BETWEEN_HANDS
    over = not due and _is_hand_over(state.stage, state.result)
    game = state.game
    mine = state.seats[me] if me is not None else None
    return PlayerView(
        game_id=game.game_id,
        rules=game.rules,
        phases=game.phases,
        commitment=game.commitment,
        beacon=game.beacon,
        version=state.version,
        stage=state.stage,
        hand_number=state.hand,
        dealer=state.dealer,
        turn=state.turn if due else None,
        me=me,
        hand=mine.hand if mine else (),
        drawn=state.drawn if me == state.turn else None,
        saved=mine.saved if mine else (),
        seats=tuple([_seat_view(state, number, me, over=over) for number in range(game.size)]),
        draw_pile=len(state.draw_pile),
        discard_pile=state.discard_pile,
        last_turns=state.last_turns,
        playoff=state.playoff,
        last_hand=state.last_hand,
        result=state.result,
        idle_turns=state.idle_turns,
        ran_dry=over and not state.out and all_dry(state),
    )


def _is_hand_over(stage: Stage, result: GameEnded | None) -> bool:
    if result is not None:
        return result.reason is not EndReason.ABANDONED
    return stage is Stage.DEAL


def _seat_view(state: State, number: int, me: int | None, *, over: bool) -> SeatView:
    seat = state.seats[number]
    out = number in state.out
    floating = seat.playing and not (seat.hand or out)
    return SeatView(
        seat=number,
        name=state.game.players[number],
        cards=len(seat.hand),
        trying=seat.trying,
        groups=seat.groups,
        completed=seat.completed,
        total=seat.total,
        playing=seat.playing,
        out=out,
        floating=floating and state.stage not in BETWEEN_HANDS,
        skipped=seat.skipped,
        # A turned-up Skip stays on the discard pile; then the seat is protected.
        skip_in_front=seat.skipped
        and seat.protected_until is None
        and state.game.rules.skip_rule is SkipRule.IN_FRONT,
        can_be_skipped=me is not None and can_skip(state, me, number),
        saved=len(seat.saved),
        saved_this_hand=seat.saved_this_hand,
        taken=seat.taken,
        discarded=seat.discarded,
        declined=seat.declined,
        left=tuple(by_number(seat.hand)) if over else (),
        out_by=seat.out_by,
        out_card=seat.out_card,
        next_phase=phase_to_try(state, seat) if state.stage is Stage.DEAL else None,
    )


def seen_by(event: Event, me: int | None) -> Event:
    """An event, without hidden cards, as seat ``me`` (None: a spectator) may see it in play."""
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


def drawn_card(view: PlayerView, action: AnyAction) -> Card:
    """The face-up card that an action takes."""
    if isinstance(action, Draw) and action.source is Source.SAVE_PILE:
        return action.card or view.saved[-1]
    return view.discard_pile[-1]


def is_hidden_draw(action: AnyAction) -> bool:
    """Whether an action takes a hidden card, or leaves an offered one for it."""
    return action in (FROM_PILE, AnswerOffer(take=False))


# ── cards that a player has not seen ────────────────────────────────────────────────────────────


def unseen(view: PlayerView) -> Counter[Card]:
    """The cards in the draw pile and in the hands of others that the viewer has not seen."""
    left = Counter(view.rules.deck)
    left.subtract(_seen(view))
    return +left


def count_cards(cards: Counter[Card], kinds: Iterable[Card]) -> int:
    """How many of the cards are of these kinds."""
    return sum([cards[kind] for kind in kinds])


def _seen(view: PlayerView) -> list[Card]:
    seen = [*view.hand, *view.saved, *view.discard_pile]
    for seat in view.seats:
        for group in seat.groups:
            seen += [card.held for card in group.cards]
        if seat.skip_in_front:
            seen.append(SKIP)
        if seat.seat != view.me:
            # Taken openly, these are in that player's hand or on the save pile.
            seen += seat.taken
    return seen


def last_discarder(view: PlayerView, events: Sequence[Event]) -> int | None:
    """The seat whose discard on the pile is the newest move; None if another action followed."""
    for event in reversed(events):
        match event:
            case Discarded():
                in_front = view.rules.skip_rule is SkipRule.IN_FRONT and event.target is not None
                return None if in_front else event.seat
            case Skipped() | Reshuffled() | TakenOver() | Drew(source=Source.NONE):
                # They follow from the end of a turn by themselves.
                pass
            case _:
                return None
    return None


def is_step(event: Event) -> bool:
    """Whether cards moved openly before the end of a turn."""
    match event:
        case Drew(source=Source.DISCARD_PILE) | Laid() | CardHit():
            return True
        case _:
            return False


# ── highlights ──────────────────────────────────────────────────────────────────────────────────


class HighlightKind(StrEnum):
    """The kind of a highlight."""

    LAID = "laid"
    OUT = "out"
    WON = "won"


@dataclass(frozen=True, slots=True)
class Highlight(AnyHighlight):
    """A moment of a game worth an animation."""

    kind: HighlightKind
    seats: tuple[int, ...]  # who did it; several only in a shared victory
    view: PlayerView  # a spectator's view just afterwards
    hit: CardHit | None = None  # the last hit of a player who went out
    first: bool = True  # False for a phase that another player laid before


def find_highlight(public: Callable[[], PlayerView], events: Sequence[Event]) -> Highlight | None:
    """The rarest highlight of a change: a game won, a player out, or a phase laid."""
    for event in reversed(events):
        match event:
            case GameEnded(reason=reason) if reason is not EndReason.ABANDONED:
                view = public()
                winners = view.result.winners if view.result else ()
                return Highlight(HighlightKind.WON, winners, view)
            case HandEnded(out=(first, *_)):
                hits = [hit for hit in events if isinstance(hit, CardHit) and hit.seat == first]
                last = hits[-1] if hits else None
                return Highlight(HighlightKind.OUT, (first,), public(), last)
            case Laid(seat=seat, phase=phase):
                view = public()
                first = _is_first(view, seat, phase)
                return Highlight(HighlightKind.LAID, (seat,), view, first=first)
            case _:
                pass
    return None


def _is_first(view: PlayerView, seat: int, phase: int) -> bool:
    """Whether no other player has laid this phase; a play-off repeats the last one."""
    others = [other for other in view.seats if other.seat != seat]
    laid = {other.trying for other in others if other.groups}
    return not view.playoff and phase not in laid.union(*(other.completed for other in others))
