from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from types import SimpleNamespace
from typing import Any

import pytest
from fakes_table import refused
from patience import PATIENCE

from bot.preferences import PersonalPreferences, Pings, ServerPreferences
from bot.seating import Level
from bot.storage.errors import StoreError
from cogs.base.preferences import Caching, Preferences


@dataclass
class FakeChoices:
    stored: dict[tuple[type, int], Any] = field(default_factory=dict)
    reads: int = 0
    broken: bool = False
    gate: asyncio.Event | None = None
    stuck: int | None = None  # the owner of preferences that are never stored

    async def read(self, _work: object, kind: type[Any], owner: int) -> Any:
        if self.broken:
            raise StoreError("disk full")
        self.reads += 1
        found = self.stored.get((kind, owner), kind())
        # Only the first caller has to wait.
        gate, self.gate = self.gate, None
        if gate is not None:
            await gate.wait()
        return found

    async def write(self, _work: object, owner: int, choices: object) -> None:
        if self.broken:
            raise StoreError("disk full")
        if owner == self.stuck:
            await asyncio.Event().wait()
        await asyncio.sleep(0)
        self.stored[type(choices), owner] = choices

    async def until_read(self) -> None:
        async with asyncio.timeout(PATIENCE):
            while not self.reads:  # noqa: ASYNC110  # a few turns of the loop
                await asyncio.sleep(0)


def own_theme(theme: str) -> Callable[[PersonalPreferences], PersonalPreferences]:
    return lambda now: replace(now, theme=theme)


async def theme_of(choices: Preferences, user_id: int, guild_id: int) -> str:
    user = SimpleNamespace(id=user_id)
    client = SimpleNamespace(get_guild=lambda _: object())
    interaction: Any = SimpleNamespace(user=user, guild_id=guild_id, client=client, locale="en-US")
    return (await choices.reader(interaction)).theme


async def test_simultaneous_readers_share_one_reading() -> None:
    gate = asyncio.Event()
    store = FakeChoices({(PersonalPreferences, 1): PersonalPreferences(locale="en")}, gate=gate)
    choices = Preferences(store)
    asking = [asyncio.create_task(choices.person(1)) for _ in range(5)]
    await store.until_read()
    # The first caller is cancelled, and the second one reads for all others.
    asking[0].cancel()
    gate.set()
    assert [each.locale for each in await asyncio.gather(*asking[1:])] == ["en"] * 4
    assert store.reads == 2


async def test_preferences_read_before_their_deletion_are_not_kept() -> None:
    gate = asyncio.Event()
    store = FakeChoices({(PersonalPreferences, 1): PersonalPreferences(locale="en")}, gate=gate)
    choices = Preferences(store)
    asking = asyncio.create_task(choices.person(1))
    await store.until_read()
    store.stored.clear()
    forgetting = asyncio.create_task(choices.people.forget(1))
    gate.set()
    await asyncio.gather(asking, forgetting)
    assert (await choices.person(1)).locale is None


async def test_the_cache_is_bounded() -> None:
    store = FakeChoices()
    choices = Preferences(store, Caching(most=2))
    for guild_id in (1, 2, 3, 3, 1):
        await choices.server(guild_id)
    assert store.reads == 4


async def test_a_store_that_fails_holds_nothing_up_and_is_asked_again() -> None:
    kept = PersonalPreferences("playing-cards", pictures=False)
    store = FakeChoices({(PersonalPreferences, 1): kept}, broken=True)
    choices = Preferences(store)
    await choices.learn(1)
    assert await theme_of(choices, 1, 9) == "standard"
    assert (await choices.person(1)).pictures
    await refused("not_read", choices.people.get(1))
    await refused("not_read", choices.people.change(1, own_theme("colour-blind")))
    store.broken = False
    assert await theme_of(choices, 1, 9) == "playing-cards"
    store.broken = True
    await refused("not_stored", choices.people.change(1, own_theme("colour-blind")))
    assert await choices.person(1) == kept


async def test_a_choice_that_comes_while_the_old_one_is_read_stays() -> None:
    gate = asyncio.Event()
    store = FakeChoices(gate=gate)
    choices = Preferences(store)
    reading = asyncio.create_task(choices.person(1))
    await store.until_read()
    changing = asyncio.create_task(choices.people.change(1, own_theme("colour-blind")))
    gate.set()
    await asyncio.gather(reading, changing)
    assert (await choices.person(1)).theme == "colour-blind"


async def test_no_answer_waits_for_known_preferences() -> None:
    choices = Preferences(FakeChoices())
    await choices.learn(1)
    with pytest.raises(StopIteration):
        choices.learn(1).send(None)


async def test_a_store_that_hangs_is_not_waited_for() -> None:
    gate = asyncio.Event()
    store = FakeChoices({(PersonalPreferences, 1): PersonalPreferences(locale="en")}, gate=gate)
    choices = Preferences(store, Caching(patience=0.001))
    await choices.learn(1)
    assert choices.people.known(1) is None
    gate.set()
    assert (await choices.person(1)).locale == "en"
    assert choices.people.known(1) == await choices.person(1)


async def test_what_a_slow_store_answers_too_late_is_known_the_next_time() -> None:
    gate = asyncio.Event()
    store = FakeChoices({(PersonalPreferences, 1): PersonalPreferences(locale="es")}, gate=gate)
    choices = Preferences(store, Caching(patience=0.001))
    await choices.learn(1)
    gate.set()
    await asyncio.gather(*choices._reading)
    assert choices.people.known(1) == PersonalPreferences(locale="es")


async def test_simultaneous_changes_of_different_settings_all_count() -> None:
    store = FakeChoices()
    choices = Preferences(store)
    await asyncio.gather(
        choices.servers.change(9, lambda now: replace(now, theme="colour-blind")),
        choices.servers.change(9, lambda now: replace(now, pings=Pings.SILENT)),
        choices.servers.change(9, lambda now: replace(now, level=Level.HARD)),
    )
    wanted = ServerPreferences("colour-blind", pings=Pings.SILENT, level=Level.HARD)
    assert store.stored[ServerPreferences, 9] == await choices.server(9) == wanted


async def test_a_write_that_never_ends_does_not_block_other_people() -> None:
    store = FakeChoices(stuck=1)
    choices = Preferences(store)
    hanging = asyncio.create_task(choices.people.change(1, own_theme("colour-blind")))
    await store.until_read()
    async with asyncio.timeout(PATIENCE):
        await choices.people.change(2, own_theme("playing-cards"))
    assert not hanging.done()
    assert (await choices.person(2)).theme == "playing-cards"
    hanging.cancel()


@pytest.mark.parametrize(
    "stored",
    [
        ServerPreferences(theme="velvet"),
        ServerPreferences(edition="moon"),
        ServerPreferences(turn_limit=7),
        ServerPreferences(locale="xx"),
    ],
)
async def test_unknown_values_count_as_not_chosen(stored: ServerPreferences) -> None:
    kept = replace(stored, channels=(5,))
    found = await Preferences(FakeChoices({(ServerPreferences, 9): kept})).server(9)
    assert found == ServerPreferences(channels=(5,))


async def test_changes_by_another_process_are_read_after_a_while() -> None:
    store, now = FakeChoices(), [0.0]
    choices = Preferences(store, Caching(renew_after=60, now=lambda: now[0]))
    assert (await choices.person(7)).pictures
    store.stored[PersonalPreferences, 7] = PersonalPreferences(pictures=False)
    now[0] = 59
    assert ((await choices.person(7)).pictures, store.reads) == (True, 1)
    now[0] = 60
    assert ((await choices.person(7)).pictures, store.reads) == (False, 2)
