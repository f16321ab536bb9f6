from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

import pytest
from fakes_table import refused

from bot.i18n import words_for
from bot.model import PersonalChoices, ServerChoices
from bot.render import THEMES
from bot.storage.errors import StoreError
from cogs.themes import Themes, theme_name


@dataclass
class FakeChoices:
    """Keeps choices in memory."""

    servers: dict[int, ServerChoices] = field(default_factory=dict)
    people: dict[int, PersonalChoices] = field(default_factory=dict)
    reads: int = 0
    broken: bool = False
    gate: asyncio.Event | None = None

    async def _used(self) -> None:
        if self.broken:
            raise StoreError("disk full")

    async def server_choices(self, guild_id: int) -> ServerChoices:
        await self._used()
        self.reads += 1
        return self.servers.get(guild_id, ServerChoices())

    async def put_server_choices(self, guild_id: int, choices: ServerChoices) -> None:
        await self._used()
        self.servers[guild_id] = choices

    async def personal_choices(self, user_id: int) -> PersonalChoices:
        await self._used()
        self.reads += 1
        found = self.people.get(user_id, PersonalChoices())
        if self.gate is not None:
            await self.gate.wait()
        return found

    async def put_personal_choices(self, user_id: int, choices: PersonalChoices) -> None:
        await self._used()
        self.people[user_id] = choices


async def test_ones_own_theme_comes_before_the_servers_and_the_bots() -> None:
    themes = Themes(FakeChoices(), "high-contrast")
    assert await themes.of_person(1, 9) == "high-contrast"

    await themes.choose_for_server(9, "colour-blind")
    assert await themes.of_person(1, 9) == "colour-blind"
    assert await themes.of_person(1, 8) == "high-contrast"

    await themes.choose_for_person(1, "playing-cards")
    assert await themes.of_person(1, 9) == "playing-cards"
    assert await themes.of_server(9) == "colour-blind"


async def test_choices_are_read_once() -> None:
    store = FakeChoices()
    themes = Themes(store, "standard")

    for _ in range(5):
        await themes.of_person(1, 9)

    assert store.reads == 2


async def test_what_is_kept_in_memory_is_bounded() -> None:
    store = FakeChoices()
    themes = Themes(store, "standard", most=2)

    for guild_id in (1, 2, 3, 3, 1):
        await themes.of_server(guild_id)

    assert store.reads == 4
    assert len(themes._servers._known) == 2


async def test_a_store_that_fails_holds_no_drawing_up_and_is_asked_again() -> None:
    store = FakeChoices(people={1: PersonalChoices("playing-cards")}, broken=True)
    themes = Themes(store, "standard")

    assert await themes.of_person(1, 9) == "standard"
    await refused("not_read", themes.chosen_by_person(1))
    await refused("not_stored", themes.choose_for_person(1, "colour-blind"))

    store.broken = False
    assert await themes.of_person(1, 9) == "playing-cards"


async def test_a_choice_that_comes_while_the_old_one_is_read_stays() -> None:
    store = FakeChoices(gate=asyncio.Event())
    themes = Themes(store, "standard")
    reading = asyncio.create_task(themes.of_person(1, 9))
    await asyncio.sleep(0)

    await themes.choose_for_person(1, "colour-blind")
    assert store.gate is not None
    store.gate.set()

    assert await reading == "colour-blind"
    assert await themes.of_person(1, 9) == "colour-blind"


async def test_a_theme_that_is_gone_is_as_if_never_chosen() -> None:
    themes = Themes(FakeChoices(servers={9: ServerChoices("velvet")}), "standard")

    assert await themes.of_server(9) == "standard"


@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_has_a_name(theme: str) -> None:
    assert theme_name(words_for("en"), theme)
