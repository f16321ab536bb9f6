"""Two games that differ only in cards hidden from somebody look the same to them, to the byte.

Whole random games in every edition are played. In their states everything that one viewer cannot
know is dealt again: the draw pile, the others' hands and save piles, hidden cards of past events,
the secret. Then all that this viewer is ever sent is made from both and compared: text, alt texts,
custom ids and options, file names, pictures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest
from dice_kit import steps as dice_steps
from fakes_table import CHANNEL, GUILD, PEOPLE, FakeAnnouncer, FakeClock, MemoryStore
from kit import NAMES, steps
from past_games import FakePastGames

from bot.cards.actions import Source
from bot.cards.cards import Card
from bot.cards.engine import new_game
from bot.cards.events import Dealt, Drew, Event, HandEnded, Reshuffled, Saved
from bot.cards.marked_cards import HandOrder
from bot.cards.rulesets import EDITIONS, RuleSet
from bot.cards.state import Seat, Stage, State
from bot.cards.views import find_highlight, seen_by, view_for
from bot.core.chance import SecretShuffler
from bot.dice.dice import SecretRoller
from bot.dice.editions import DICE
from bot.dice.engine import new_game as new_dice_game
from bot.dice.events import DiceEvent
from bot.dice.state import DiceStage, DiceState
from bot.i18n import words_for
from bot.i18n.hints import hint
from bot.render import Canvas
from bot.seating import Level, LiveGame, Occupant, Table
from bot.table.context import Context, TableConfig
from bot.table.manager import GameManager
from bot.work_queue import WorkQueue
from cogs.base.preferences import DisplayOptions
from cogs.base.screens import Screen
from cogs.live.avatars import Avatars
from cogs.live.card_emojis import CardEmojis
from cogs.live.game_messages import HandRequest, find_game_messages, table_screen
from cogs.live.new_achievements import NewAchievements
from cogs.live.pictures import Pictures
from cogs.live.sender import Sender
from cogs.pages.hand_page import HandPage
from cogs.pages.table_page import table_buttons, table_lines, table_texts

SECRET, OTHER_SECRET = bytes(32), bytes(range(32))
EVERY = 31  # one state of this many is looked at
DRAWN_EVERY = 13  # one of this many of those is drawn, too
SELDOM = 39  # one of this many in editions whose pictures show nothing of their own
OF_THEIR_OWN = {"classic", "final_turn", "masters"}
MOST_STATES = 900


@dataclass(frozen=True)
class Moment:
    state: State | DiceState
    recent: tuple[Event | DiceEvent, ...]
    scored: tuple[HandEnded, ...]


def moments(rules: RuleSet, seed: int) -> Iterator[Moment]:
    rng = Random(seed)
    players = NAMES[: min(4, rules.max_players)]
    state = new_game("game", rules, players, SECRET)
    recent: tuple[Event, ...] = ()
    scored: tuple[HandEnded, ...] = ()
    for _, _, step in steps(state, rng, MOST_STATES):
        recent = (*recent, *step.events)[-80:]
        scored += tuple(each for each in step.events if isinstance(each, HandEnded))
        yield Moment(step.state, recent, scored)


def dealt_anew(moment: Moment, viewer: int | None, rng: Random) -> Moment:
    """The same moment with everything else where this viewer cannot look."""
    state = moment.state
    # What everybody held at the end of a hand is shown to all.
    shown = view_for(state, None).hand_over
    known = [
        _known(seat, own=number == viewer, shown=shown) for number, seat in enumerate(state.seats)
    ]
    hidden = [*state.draw_pile]
    for seat, (hand, saved) in zip(state.seats, known, strict=True):
        hidden += _without(seat.hand, hand) + _without(seat.saved, saved)
    rng.shuffle(hidden)
    seats = tuple(
        replace(
            seat, hand=_filled(seat.hand, hand, hidden), saved=_filled(seat.saved, saved, hidden)
        )
        for seat, (hand, saved) in zip(state.seats, known, strict=True)
    )
    drawn = state.drawn
    if state.turn != viewer and drawn is not None and drawn not in state.actor.taken:
        drawn = rng.choice(seats[state.turn].hand or (drawn,))
    game = replace(state.game, chance=SecretShuffler(OTHER_SECRET), secret=OTHER_SECRET)
    other = replace(state, game=game, seats=seats, draw_pile=tuple(hidden), drawn=drawn)
    recent = tuple(_told_anew(event, viewer, rng) for event in moment.recent)
    return Moment(other, recent, moment.scored)


def _known(seat: Seat, *, own: bool, shown: bool) -> tuple[Counter[Card], Counter[Card]]:
    """Which cards of a hand and of a save pile somebody else, or their owner, knows of."""
    if own:
        return Counter(seat.hand), Counter(seat.saved)
    taken = Counter(seat.taken)
    # One that is not in the hand any more was set aside, and stays where it is.
    hand = Counter(seat.hand)
    return hand if shown else taken & hand, taken - hand


def _without(cards: Sequence[Card], known: Counter[Card]) -> list[Card]:
    return list((Counter(cards) - known).elements())


def _filled(cards: Sequence[Card], known: Counter[Card], hidden: list[Card]) -> tuple[Card, ...]:
    """A pile of the same size: what is known stays in its place, the rest comes from the hidden."""
    left, filled = Counter(known), []
    for card in cards:
        if left[card] > 0:
            left[card] -= 1
            filled.append(card)
        else:
            filled.append(hidden.pop())
    return tuple(filled)


def _told_anew(event: Event, viewer: int | None, rng: Random) -> Event:
    """An event with other cards where this viewer saw none."""
    match event:
        case Dealt():
            others = [
                list(hand) for seat, hand in enumerate(event.hands) if hand and seat != viewer
            ]
            pool = [*event.draw_pile, *(card for hand in others for card in hand)]
            rng.shuffle(pool)
            hands = tuple(
                hand if seat == viewer else tuple(pool.pop() for _ in hand)
                for seat, hand in enumerate(event.hands)
            )
            return replace(event, hands=hands, draw_pile=tuple(pool))
        case Drew(seat=seat, source=Source.DRAW_PILE | Source.SAVE_PILE) if seat != viewer:
            return replace(event, card=_another(event.card, rng))
        case Saved(seat=seat) if seat != viewer:
            return replace(event, card=_another(event.card, rng))
        case Reshuffled():
            pile = list(event.draw_pile)
            rng.shuffle(pile)
            return replace(event, draw_pile=tuple(pile))
        case _:
            return event


def _another(card: Card | None, rng: Random) -> Card | None:
    return card and rng.choice([each for each in ALL_CARDS if each is not card])


ALL_CARDS = tuple(
    dict.fromkeys(
        card
        for event in next(moments(EDITIONS["classic"], 1)).recent
        if isinstance(event, Dealt)
        for card in event.draw_pile
    )
)


class Services:
    def __init__(self) -> None:
        clock = FakeClock()
        self.pictures = partial(Pictures, Avatars(clock))
        self.sender = Sender(WorkQueue(), cast("CardEmojis", None))
        self.context = Context(
            store=MemoryStore(), announcer=FakeAnnouncer(), config=TableConfig(clock=clock)
        )

    def manager(self, moment: Moment) -> GameManager:
        manager = GameManager(CHANNEL, GUILD, self.context)
        people = [
            Occupant(name, PEOPLE[seat].user_id, Level.NORMAL)
            for seat, name in enumerate(moment.state.game.players)
        ]
        table = Table("game", GUILD, CHANNEL, 100, tuple(people), 60, "en", 1.0, 2.0)
        manager._kept.game = LiveGame(table, moment.state, moment.recent, moment.scored)
        return manager

    def read(self, moment: Moment, viewer: int | None, theme: str) -> list[str]:
        manager, words = self.manager(moment), words_for("en", theme)
        view = manager.view(None)
        sent = [*table_lines(words, view, manager), *map(repr, table_buttons(words, view))]
        if viewer is None:
            # The same for who wants no pictures, or where none may be posted.
            sent += table_texts(words, manager)[1]
        sent += [repr(seen_by(event, viewer)) for event in moment.recent]
        sent.append(repr(find_highlight(lambda: view, moment.recent)))
        if viewer is not None:
            user_id = PEOPLE[viewer].user_id
            mine = manager.view(user_id)
            legal, game = manager.game.legal(user_id), manager.game
            for order in HandOrder:
                page = HandPage(words, mine, legal, order, news=game.news, deadline=game.deadline)
                sent.append(repr(page.screen()))
        return sent

    async def sent(self, *screens: Screen) -> list[tuple[Any, ...]]:
        # A picture that both moments share would be drawn from the first alone.
        self.sender._shared.clear()
        sent: list[tuple[Any, ...]] = []
        for screen in screens:
            drawn = await self.sender.made(screen)
            files = [(each.name, each.alt, each.data) for each in drawn.pictures]
            sent.append((screen.lines, screen.text, screen.controls, files))
        return sent

    async def public(self, manager: GameManager, reader: DisplayOptions) -> list[tuple[Any, ...]]:
        past_games: Any = FakePastGames()
        earned = NewAchievements(past_games, past_games)
        services: Any = SimpleNamespace(pictures=self.pictures, achievements=earned)
        return await self.sent(await table_screen(services, reader, manager))

    async def seen(self, moment: Moment, viewer: int | None, theme: str) -> list[tuple[Any, ...]]:
        manager, words = self.manager(moment), words_for("en", theme)
        reader, messages = (
            DisplayOptions(words, theme, pictures=True),
            find_game_messages(manager.game.game_type),
        )
        pictures = self.pictures(reader)
        sent = await self.public(manager, reader)
        sent += await self.public(manager, replace(reader, pictures=False))
        screens = [messages.scores(pictures, manager)]
        if viewer is not None and moment.state.stage not in (Stage.DEAL, Stage.OVER):
            user_id, seats = PEOPLE[viewer].user_id, pictures.seats(manager)
            request = HandRequest(user_id, manager.game, seats)
            screens.append(messages.hand(pictures, request))
            view = manager.view(user_id)
            if view.my_turn:
                sent.append(hint(words, view, manager.game.legal(user_id))[:1])
        return sent + await self.sent(*screens)


@pytest.mark.parametrize("edition", EDITIONS)
async def test_what_is_sent_depends_only_on_what_may_be_known(
    edition: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Pixels are compared rather than files, which take as long to encode as to paint.
    monkeypatch.setattr(Canvas, "png", lambda canvas: canvas.drawn()[0].tobytes())
    services, rng = Services(), Random(4)
    theme = "playing-cards" if edition == "masters" else "standard"
    drawn_every = DRAWN_EVERY if edition in OF_THEIR_OWN else SELDOM
    looked = differed = 0
    for number, moment in enumerate(moments(EDITIONS[edition], seed=5)):
        if number % EVERY or moment.state.stage is Stage.OVER:
            continue
        looked += 1
        for viewer in (None, *range(len(moment.state.seats))):
            other = dealt_anew(moment, viewer, rng)
            differed += other.state.seats != moment.state.seats
            assert view_for(other.state, viewer) == view_for(moment.state, viewer)
            assert services.read(other, viewer, theme) == services.read(moment, viewer, theme)
            if looked % drawn_every == 1:
                assert await services.seen(other, viewer, theme) == await services.seen(
                    moment, viewer, theme
                )
    # The other games were other games.
    assert looked > 25
    assert differed > 3 * looked


async def test_the_table_of_dice_shows_nothing_that_depends_on_rolls_to_come(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Canvas, "png", lambda canvas: canvas.drawn()[0].tobytes())
    services = Services()
    recent: tuple[DiceEvent, ...] = ()
    begun = new_dice_game("game", DICE, NAMES[:3], SECRET)
    for number, (_, _, step) in enumerate(dice_steps(begun, Random(5))):
        state, recent = step.state, (*recent, *step.events)[-80:]
        if number % DRAWN_EVERY and state.stage is not DiceStage.OVER:
            continue
        secret = {"chance": SecretRoller(OTHER_SECRET), "secret": OTHER_SECRET}
        other = replace(state, game=replace(state.game, **secret))
        assert other != state
        for pictures in (True, False):
            reader = DisplayOptions(words_for("en"), "standard", pictures=pictures)
            seen = []
            for each in (state, other):
                services.sender._shared.clear()
                manager = services.manager(Moment(each, recent, ()))
                seen.append(await services.public(manager, reader))
            assert seen[0] == seen[1]
