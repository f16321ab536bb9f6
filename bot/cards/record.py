"""Records of the card game: the format ``phase10-record``, version 1."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Final, Literal, cast

from pydantic import Field

from bot.core.chance import SecretShuffler
from bot.core.errors import GameError, RecordError
from bot.core.events import Beacon, Hash, Name, TakenBack, TakenOver
from bot.core.records import (
    EventLines,
    GameRecords,
    Line,
    LineModel,
    Replayed,
    ReplayedTurn,
    read_header,
    why,
)
from bot.core.states import GameHeader, check_players

from . import engine, events
from .actions import Action, AnswerOffer, DealHand, Declare, Discard, Draw, Hit, Lay, Save, Source
from .cards import Card, ordered
from .events import CardHit, Dealt, Declared, Discarded, Drew, Event, Laid, Offered, Reshuffled
from .groups import Group, group
from .phases import Phase
from .rulesets import RuleSet, SaveDraw, recorded_rules, rules_json
from .state import CardHeader, Shuffler, Stage, State, first_state


class _HeaderLine(LineModel):
    """The first line of a record."""

    type: Literal["game"] = "game"
    format: Literal["phase10-record"] = "phase10-record"
    version: Literal[1] = 1
    game_id: Annotated[str, Field(min_length=1, max_length=100)]
    edition: str
    rules: Line
    players: Annotated[tuple[Name, ...], Field(min_length=2, max_length=6)]
    phases: tuple[str, ...]
    commitment: Hash
    beacon: Beacon = ""


def build_groups(laid: Sequence[Sequence[Card]], phase: Phase) -> tuple[Group, ...]:
    """The groups that a line gives as lists of cards; their kinds are those of the phase."""
    specs = phase.groups
    if len(specs) != len(laid):
        raise RecordError("bad_line", why=f"{phase} has {len(specs)} groups")
    try:
        return tuple(group(spec.kind, cards) for spec, cards in zip(specs, laid, strict=True))
    except GameError as error:
        raise RecordError("bad_line", why=why(error)) from error


_DECISIONS: dict[type, Callable[..., Action]] = {
    Dealt: lambda _: DealHand(),
    Declared: lambda event: Declare(event.phase),
    Offered: lambda event: AnswerOffer(event.taken),
    Reshuffled: lambda _: Draw(Source.DRAW_PILE),
    Drew: lambda event: Draw(event.source),
    Laid: lambda event: Lay(event.groups),
    CardHit: lambda event: Hit(event.owner, event.group, event.card),
    events.Saved: lambda event: Save(event.card),
    Discarded: lambda event: Discard(event.card, event.target),
}


@dataclass(frozen=True, slots=True)
class _RecordedShuffler:
    """The shuffles of a game in progress, from its lines: the secret is not known yet."""

    shuffles: tuple[tuple[Card, ...], ...]
    dealer: int

    def __call__(self, k: int, cards: Sequence[Card]) -> tuple[Card, ...]:
        recorded = self.shuffles[k] if k < len(self.shuffles) else ()
        if ordered(recorded) != ordered(cards):
            raise RecordError("not_the_deck")
        return recorded

    def first_dealer(self, seats: int) -> int:
        return self.dealer % seats


def _pile(event: Dealt | Reshuffled) -> tuple[Card, ...]:
    """The shuffled pile of a line, bottom first; the cards of a deal are put back on top."""
    if isinstance(event, Reshuffled):
        return event.draw_pile
    size = len(event.hands)
    order = [(event.dealer + step) % size for step in range(1, size + 1)]
    rounds = max(map(len, event.hands), default=0)
    hands = [event.hands[seat] for seat in order]
    dealt = [hand[place] for place in range(rounds) for hand in hands if place < len(hand)]
    return (*event.draw_pile, *event.discard_pile, *reversed(dealt))


class CardRecords(GameRecords[RuleSet, Shuffler, State, Action, Event]):
    """The records of the card game."""

    format = "phase10-record"
    events = EventLines(
        {
            "deal": Dealt,
            "declare": Declared,
            "offer": Offered,
            "draw": Drew,
            "lay": Laid,
            "hit": CardHit,
            "save": events.Saved,
            "discard": Discarded,
            "skipped": events.Skipped,
            "reshuffle": Reshuffled,
            "take_back": TakenBack,
            "takeover": TakenOver,
            "hand_end": events.HandEnded,
            "game_end": events.GameEnded,
        }
    )
    part = Dealt
    draws = (Drew,)
    first_state = staticmethod(first_state)
    apply = staticmethod(engine.apply)
    abandon = staticmethod(engine.abandon)

    def header_line(self, game: CardHeader) -> Line:
        header = _HeaderLine.model_construct(
            game_id=game.game_id,
            edition=game.rules.edition,
            rules=rules_json(game.rules),
            players=game.players,
            phases=game.rules.phases,
            commitment=game.commitment,
            beacon=game.beacon,
        )
        return header.model_dump(mode="json")

    def parse_header(self, line: Line) -> GameHeader[RuleSet, None]:
        header = read_header(line, _HeaderLine)
        rules = recorded_rules(header.rules, header.edition)
        if rules.phases != header.phases:
            raise RecordError("bad_rules", why="the phases are not those of the rules")
        check_players(rules, len(header.players))
        return GameHeader(
            header.game_id, rules, header.players, None, header.commitment, beacon=header.beacon
        )

    def parse_event(self, line: Line, phases: Sequence[Phase]) -> Event:
        """The event of a line, with groups in place of the lists of cards that the line has."""
        event = super().parse_event(line, phases)
        if not isinstance(event, Laid):
            return event
        if event.phase > len(phases):
            raise RecordError("bad_line", why=f"there is no phase {event.phase}")
        cards = cast("tuple[tuple[Card, ...], ...]", event.groups)
        return replace(event, groups=build_groups(cards, phases[event.phase - 1]))

    def chance(self, secret: bytes, events: Sequence[Event]) -> Shuffler:
        if secret:
            return SecretShuffler(secret)
        shuffles = [event for event in events if isinstance(event, Dealt | Reshuffled)]
        dealer = next((event.dealer for event in shuffles if isinstance(event, Dealt)), 0)
        return _RecordedShuffler(tuple(map(_pile, shuffles)), dealer)

    def action_from(self, event: Event, state: State) -> Action:
        if isinstance(event, Drew) and event.source is Source.SAVE_PILE:
            choose = state.game.rules.save_draw is SaveDraw.ANY
            return Draw(event.source, event.card if choose else None)
        decide = _DECISIONS.get(type(event))
        if decide is None:
            raise RecordError("no_decision", event=type(event).__name__)
        return decide(event)

    def ends_turn(self, replayed: Replayed[State, Event]) -> bool:
        # A player who took the opening offer is at once in the middle of the first turn.
        alone = isinstance(replayed.decision, Dealt | Declared | Offered)
        after = replayed.state
        return alone or after.stage is not Stage.PLAY or after.turn != replayed.before.turn

    def chapter_starts(self, turns: Sequence[ReplayedTurn[State, Event]]) -> tuple[int, ...]:
        deals = (any(isinstance(event, Dealt) for event in turn.events) for turn in turns)
        return tuple(at for at, has_deal in enumerate(deals) if has_deal)

    def may_take_back(self, newest: Sequence[Event], seat: int) -> bool:
        acted = False
        for event in reversed(newest):
            match event:
                case Drew() | TakenBack():
                    return acted and event.seat == seat
                case Laid() | CardHit() | events.Saved() | Discarded() if event.seat == seat:
                    acted = True
                case events.Skipped():
                    # It followed from the end of the turn.
                    pass
                case _:
                    return False
        return False


RECORDS: Final = CardRecords()
"""The records of the card game."""
