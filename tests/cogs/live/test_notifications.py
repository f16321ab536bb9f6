"""Turn pings and turn notices, with a clock that the tests move and without Discord."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field, replace
from functools import partial
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import discord
import pytest
from fake_discord import refusal
from fakes_table import ADA, BEN, GUILD, World
from limits import check, view_of

from bot.cards.rulesets import CLASSIC
from bot.i18n import languages, words_for
from bot.preferences import DirectNotices, PersonalPreferences, ServerPreferences
from bot.seating import DAY
from bot.shards import ALL_SHARDS, Shards
from bot.table import lobbies
from bot.table.manager import GameManager
from cogs.base.screens import Screen
from cogs.live.message_poster import MessagePoster
from cogs.live.notifications import (
    AGAIN,
    MOST_AT_ONCE,
    PAUSE,
    TurnNotices,
    TurnPings,
    about,
    current_turn,
    notice_screen,
)
from cogs.live.retry_queue import RetryQueue

ON = PersonalPreferences(notices=DirectNotices.ON)
Refusal = Callable[[], Exception]


def labels(view: discord.ui.LayoutView) -> list[str | None]:
    children = view.walk_children()
    return [each.label for each in children if isinstance(each, discord.ui.Button)]


@dataclass
class Letters:
    """Discord: the messages that arrived and those that were deleted; it knows nonces."""

    arrived: list[int] = field(default_factory=list)
    deleted: int = 0
    tries: int = 0
    known: bool = True
    faults: list[tuple[Refusal, bool]] = field(default_factory=list)
    nonces: list[str] = field(default_factory=list)

    def get_guild(self, guild_id: int) -> object:
        assert guild_id == GUILD
        channel = SimpleNamespace(name="games")
        found = SimpleNamespace(
            name="here", unavailable=False, get_channel_or_thread=lambda _: channel
        )
        return found if self.known else None

    async def create_dm(self, user: discord.Object) -> discord.Object:
        return user

    def get_partial_messageable(self, user_id: int) -> Letters:
        self._to = user_id
        return self

    def get_partial_message(self, _message_id: int) -> Letters:
        return self

    async def send(self, *, view: Screen, nonce: str, **_: object) -> Any:
        self.tries += 1
        self.shown = view
        error, done = self.faults.pop(0) if self.faults else (None, True)
        if done and nonce not in self.nonces:
            self.nonces.append(nonce)
            self.arrived.append(self._to)
        if error is not None:
            raise error()
        there = [*map(discord.components._component_factory, view.to_components())]  # type: ignore[attr-defined]
        return SimpleNamespace(id=self.nonces.index(nonce) + 1, components=there)

    async def delete(self) -> None:
        self.deleted += 1


class People:
    default_locale = None

    def __init__(self, own: PersonalPreferences) -> None:
        self.own = own
        self.people = self

    async def person(self, _user_id: int) -> PersonalPreferences:
        return self.own

    async def change(self, _user_id: int, how: Callable[..., PersonalPreferences]) -> None:
        self.own = how(self.own)


@dataclass
class Scene:
    world: World = field(default_factory=World)
    letters: Letters = field(default_factory=Letters)
    own: People = field(default_factory=lambda: People(ON))

    def process(self, shards: Shards = ALL_SHARDS) -> Any:
        queue = RetryQueue(self.world.clock)
        hands = SimpleNamespace(shown_until=lambda *_: 0.0)
        services: Any = SimpleNamespace(
            client=self.letters,
            poster=MessagePoster(self.letters, self.world.store, queue),  # type: ignore[arg-type]
            store=self.world.store,
            preferences=self.own,
            clock=self.world.clock,
            retry_queue=queue,
            shards=shards,
        )
        made: Any = TurnNotices(services, hands)  # type: ignore[arg-type]
        jobs = lambda manager: queue.submit(*made.jobs(manager))  # noqa: E731
        return SimpleNamespace(jobs=jobs, close=partial(queue.close, 0))

    async def begin(self, turn_limit: int | None = DAY) -> GameManager:
        return await self.world.seated(ADA, BEN, turn_limit=turn_limit)

    async def look(self, *processes: Any, after: float = 0.0) -> list[int]:
        """Tell processes that something changed; who has been written to some time later."""
        for each in processes:
            each.jobs(self.world.manager)
        await self.world.clock.move(after)
        return self.letters.arrived


@pytest.fixture
async def scene() -> AsyncIterator[Scene]:
    made = Scene()
    yield made
    await made.world.registry.close()


async def test_a_notice_waits_a_minute_and_comes_once_in_a_turn(scene: Scene) -> None:
    await scene.begin()
    process = scene.process()
    assert await scene.look(process, after=PAUSE - 1) == []
    assert await scene.look(after=1) == [BEN.user_id]
    await scene.world.one_action()
    assert await scene.look(process, after=DAY / 2) == [BEN.user_id]
    assert scene.letters.deleted == 0
    await scene.world.one_action()
    assert await scene.look(process, after=PAUSE) == [BEN.user_id, ADA.user_id]
    assert scene.letters.deleted == 1


async def test_who_moves_within_the_minute_gets_none(scene: Scene) -> None:
    await scene.begin(None)
    process = scene.process()
    await scene.look(process, after=PAUSE - 1)
    await scene.world.one_turn()
    assert await scene.look(process, after=PAUSE - 1) == []


@pytest.mark.parametrize("own", [PersonalPreferences(), replace(ON, notices="refused")])
async def test_who_does_not_want_any_gets_none(scene: Scene, own: PersonalPreferences) -> None:
    await scene.begin()
    scene.own.own = own
    assert await scene.look(scene.process(), after=DAY / 2) == []


async def test_who_is_on_holiday_gets_none_before_it_ends(scene: Scene) -> None:
    manager = await scene.begin()
    process = scene.process()
    await manager.set_holiday(BEN.user_id, scene.world.clock.now() + 2 * DAY)
    assert await scene.look(process, after=DAY) == []
    await scene.world.clock.move(DAY)
    assert await scene.look(process, after=PAUSE) == [BEN.user_id]


async def test_a_fast_game_and_one_against_computers_have_none(scene: Scene) -> None:
    await scene.begin(900)
    assert await scene.look(scene.process(), after=800) == []
    await scene.world.registry.close()
    scene.world = World()
    await scene.world.seated(ADA, BEN)
    await scene.world.manager.leave_game(ADA.user_id)
    assert await scene.look(scene.process(), after=DAY) == []


async def test_of_processes_that_know_the_same_turn_one_writes(scene: Scene) -> None:
    await scene.begin()
    both = scene.process(), scene.process()
    assert await scene.look(*both, after=PAUSE) == [BEN.user_id]
    assert await scene.look(*both, scene.process(), after=DAY / 2) == [BEN.user_id]


async def test_a_process_that_gets_no_direct_clicks_sends_the_link_alone(scene: Scene) -> None:
    scene.own.own = replace(ON, discord_locale="nl", locale=None)
    await scene.begin()
    await scene.look(scene.process(Shards(2, (1,))), after=PAUSE)
    assert labels(scene.letters.shown) == [words_for("nl")("help.to_table")]


async def test_what_discord_refused_for_now_is_sent_later(scene: Scene) -> None:
    await scene.begin()
    scene.letters.faults = [(lambda: refusal(503, 0), False)]
    assert await scene.look(scene.process(), after=PAUSE + 1) == [BEN.user_id]
    assert scene.own.own is ON


async def test_after_a_lost_answer_it_is_found_and_later_deleted(scene: Scene) -> None:
    await scene.begin()
    scene.letters.faults = [(ConnectionResetError, True)] * 2
    process = scene.process()
    assert await scene.look(process, after=PAUSE + 60) == [BEN.user_id]
    assert scene.letters.tries == 3
    await scene.world.one_turn()
    await scene.look(process)
    assert scene.letters.deleted == 1


async def test_it_waits_for_the_database_and_for_the_server(scene: Scene) -> None:
    await scene.begin()
    scene.world.store.failing, scene.letters.known = 1, False
    process = scene.process()
    assert await scene.look(process, after=AGAIN + PAUSE) == []
    scene.letters.known = True
    assert await scene.look(after=AGAIN) == [BEN.user_id]


async def test_bursts_are_bounded(scene: Scene) -> None:
    running = most = 0

    async def create_dm(user: discord.Object) -> discord.Object:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0)
        running -= 1
        return user

    scene.letters.create_dm = create_dm  # type: ignore[method-assign]
    for channel_id in range(6):
        manager = scene.world.registry.for_channel(channel_id, GUILD)
        await manager.open_lobby(ADA, CLASSIC, None, "en")
        await manager.change_lobby(lobbies.joined, BEN)
        await manager.start(ADA.user_id, 1)
    process = scene.process()
    for manager in scene.world.registry.busy():
        process.jobs(manager)
    await scene.world.clock.move(PAUSE)
    assert (most, len(scene.letters.arrived)) == (MOST_AT_ONCE, 6)


@pytest.mark.parametrize("locale", languages())
async def test_notices_fit_in_every_language(scene: Scene, locale: str) -> None:
    manager, words = await scene.begin(), words_for(locale)
    panel = notice_screen(words, manager, BEN.user_id, "*" * 300, with_hand=True)
    check(panel)
    assert labels(view_of(panel)) == [words("notifications.open"), words("help.to_table")]


async def test_a_reminder_is_posted_only_in_the_turn_that_it_is_for() -> None:
    world = World()
    queue = RetryQueue(world.clock)
    poster = AsyncMock(lock=Mock(return_value=asyncio.Lock()))
    poster.post.return_value = 1
    choices = AsyncMock()
    choices.server.return_value = ServerPreferences()
    services: Any = SimpleNamespace(
        poster=poster, preferences=choices, clock=world.clock, retry_queue=queue
    )
    pings = TurnPings(services)
    manager = await world.seated(ADA, BEN, turn_limit=60)
    turn_at = manager.game.table.turn_at
    await world.clock.move(50)
    await queue.run(pings.reminder_job(manager, turn_at))
    await world.one_turn()
    await queue.run(pings.reminder_job(manager, turn_at))
    assert poster.post.await_count == 1
    await world.registry.close()


async def test_a_reminder_of_a_clock_that_began_anew_is_another_message() -> None:
    world = World()
    await world.seated(ADA, BEN, turn_limit=60)
    table, turn = world.manager.game.table, current_turn(world.manager)
    assert turn is not None
    later = replace(table, turn_at=table.turn_at + 60)
    assert about("reminder", table, turn) != about("reminder", later, turn)
    await world.registry.close()
