"""Where each component may be used: by the owner of a seat, and by others."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import Mock

import discord
import pytest
from fakes_table import ADA, BEN, CHANNEL, CYD, DEE, GUILD, World

from bot.cards.rulesets import CLASSIC
from bot.i18n import words_for
from bot.seating import Level, Person, private_channel
from bot.shards import Shards
from bot.table.errors import TableError
from bot.table.registry import GameRegistry
from cogs.base.clicks import Click, Components, Handler, collect_handlers, on
from cogs.base.custom_ids import NO_GAME, BadCustomIdError, CustomId, UserId, Verb, parse
from cogs.history import ListPosition
from cogs.registration import OTHER_COGS, PHASE10_COGS

HERE, NEXT_CHANNEL, OTHER_SERVER = (GUILD, CHANNEL), (GUILD, CHANNEL + 1), (GUILD + 1, CHANNEL + 2)
LOBBY = CHANNEL + 10
ONLY_HERE = {
    *("join", "cancel", "cancelnow", "rematch", "nextweek", "more", "repost", "standin"),
    *("end", "endnow", "standinnow"),
}
OF_FINISHED_GAMES = {"record", "pastgame"} | {
    each for each in Verb if each.startswith(("replay", "review"))
}
Spot = tuple[int, int]


class Door:
    """Every component, with handlers that only note that they were reached."""

    def __init__(self, world: World) -> None:
        self.reached: list[Verb] = []
        preferences: Any = SimpleNamespace(translator=lambda _: words_for("en"))
        error_handler: Any = Mock(return_value=nullcontext())
        cogs = [cog.__new__(cog) for cog in (*PHASE10_COGS, *OTHER_COGS)]
        handlers = {
            verb: Handler(self._note, real.at, public=False)
            for verb, real in collect_handlers(cogs).items()
        }
        unused: Any = None
        self._components = Components(
            error_handler,
            world.registry,
            preferences,
            replays=unused,
            tell_lost=unused,
            handlers=handlers,
        )

    async def _note(self, click: Click) -> None:
        self.reached.append(click.meaning.verb)
        self.values = click.values

    async def receive(self, who: Person = DEE, place: Spot = HERE, **more: Any) -> None:
        self.reached.clear()
        interaction: Any = SimpleNamespace(
            user=SimpleNamespace(id=who.user_id, display_name=who.name),
            guild=None,
            guild_id=place[0],
            client=SimpleNamespace(get_guild=lambda _: object()),
            channel_id=place[1],
            channel=None,
            permissions=discord.Permissions.all(),
            app_permissions=discord.Permissions.all(),
            **more,
        )
        await self._components.receive(interaction)

    async def opens(self, game: str, verb: Verb, who: Person, place: Spot) -> bool:
        """Whether a moderator's click reaches its handler; else it must be refused by its place."""
        data = {"custom_id": str(CustomId(game, 0, verb))}
        try:
            await self.receive(who, place, type=discord.InteractionType.component, data=data)
        except TableError as error:
            assert error.code == "elsewhere"
        return self.reached == [verb]


@pytest.fixture
async def world() -> World:
    world = World()
    await world.seated(ADA, BEN)
    await world.registry.for_channel(LOBBY, GUILD).open_lobby(CYD, CLASSIC, None, "en")
    return world


ALL: set[str] = {*Verb}


@pytest.mark.parametrize(
    ("of", "who", "place", "opened"),
    [
        ("game", DEE, HERE, ALL),
        ("game", DEE, NEXT_CHANNEL, OF_FINISHED_GAMES),
        ("game", DEE, OTHER_SERVER, set()),
        # The owner of a seat plays from anywhere and moderates only there.
        ("game", ADA, HERE, ALL),
        ("game", ADA, OTHER_SERVER, ALL - ONLY_HERE),
        ("lobby", DEE, (GUILD, LOBBY), ALL),
        ("lobby", CYD, OTHER_SERVER, ALL - ONLY_HERE),
        # A seat at another table does not count here.
        ("lobby", ADA, OTHER_SERVER, set()),
        (NO_GAME, DEE, OTHER_SERVER, ALL),
        ("long-gone", DEE, OTHER_SERVER, ALL),
    ],
)
async def test_components_are_reached_from_allowed_places(
    world: World, of: str, who: Person, place: Spot, opened: set[str]
) -> None:
    door, lobby = Door(world), world.registry.for_channel(LOBBY).lobby
    assert lobby is not None
    ids = {"game": world.manager.view(None).game_id, "lobby": lobby.lobby_id}
    found = {verb for verb in Verb if await door.opens(ids.get(of, of), verb, who, place)}
    assert found == opened


@pytest.mark.parametrize("verb", [Verb.SCORES, Verb.RECORD, Verb.REVIEW])
async def test_a_private_table_is_reached_by_its_owner_alone(world: World, verb: Verb) -> None:
    manager = world.registry.for_channel(private_channel(CYD.user_id), GUILD)
    await manager.solo(CYD, 1, Level.EASY, CLASSIC, "en")
    door, game = Door(world), manager.view(None).game_id
    assert not await door.opens(game, verb, DEE, HERE)
    assert await door.opens(game, verb, CYD, HERE)
    await world.registry.close()


async def test_a_private_game_that_another_process_keeps_is_found_by_a_click(world: World) -> None:
    private = await world.registry.private_table(ADA.user_id)
    table = await private.solo(ADA, 1, Level.EASY, CLASSIC, "en", guild_id=GUILD)
    await world.registry.close()
    context = world._context()
    config = replace(context.config, shards=Shards(2, (1,)))
    there: Any = SimpleNamespace(registry=GameRegistry(replace(context, config=config)))
    assert there.registry.by_game(table.game_id) is None
    assert await Door(there).opens(table.game_id, Verb.DRAW, ADA, OTHER_SERVER)
    assert there.registry.by_game(table.game_id) is not None
    assert not await Door(there).opens(table.game_id, Verb.DRAW, BEN, OTHER_SERVER)
    await there.registry.close()


TYPED = {"components": [{"component": {"custom_id": "phases", "value": "S3+R4"}}]}


@pytest.mark.parametrize(
    ("kind", "data", "values"),
    [
        ("component", {"custom_id": "p10:-:0:rule", "values": ["skips=2"]}, ("skips=2",)),
        ("modal_submit", {"custom_id": "p10:-:0:rule", **TYPED}, ("S3+R4",)),
        ("component", {"custom_id": "another:bot"}, None),
        ("application_command", {"name": "play"}, None),
    ],
)
async def test_components_and_forms_are_received_and_nothing_else(
    world: World, kind: str, data: dict[str, Any], values: tuple[str, ...] | None
) -> None:
    door = Door(world)
    await door.receive(type=discord.InteractionType[kind], data=data)
    assert door.reached == ([] if values is None else [Verb.RULE])
    assert values is None or door.values == values


class Once:
    """A cog with a handler of every component, and one that turns the pages of a list."""

    def __init__(self) -> None:
        self.parsed: list[object] = []

    @on(*(verb for verb in Verb if verb is not Verb.HISTORY))
    async def everything(self, click: Click) -> None: ...

    @on(Verb.HISTORY)
    async def turn(
        self, _click: Click, where: ListPosition, who: UserId = 0, *, level: Level
    ) -> None:
        self.parsed = [where, who, level]


class Twice(Once):
    @on(Verb.HAND)
    async def hand(self, click: Click) -> None: ...


def test_every_component_has_one_handler() -> None:
    assert collect_handlers([object(), Once()]).keys() == set(Verb)
    with pytest.raises(ValueError, match="two handlers of HAND"):
        collect_handlers([Twice()])
    with pytest.raises(ValueError, match="no handler of JOIN, QUIT"):
        collect_handlers([object()])


@pytest.mark.parametrize(
    ("args", "chosen", "parsed"),
    [
        ("101:2", "hard", [ListPosition(101, 2), 0, Level.HARD]),
        ("all:2:103", "hard", [ListPosition(None, 2), 103, Level.HARD]),
        ("all", "hard", None),
        ("all:x", "hard", None),
        ("all:2:x", "hard", None),
        ("all:2", "hardest", None),
        ("all:2:103:x", "hard", None),
    ],
)
async def test_a_handler_gets_the_arguments_of_its_signature(
    args: str, chosen: str, parsed: list[object] | None
) -> None:
    cog, unused = Once(), cast("Any", None)
    meaning = CustomId(NO_GAME, 0, Verb.HISTORY, tuple(args.split(":")))
    click = Click(unused, meaning, words_for("en"), unused, values=(chosen,))
    call = collect_handlers([cog])[Verb.HISTORY].call
    if parsed is None:
        with pytest.raises(BadCustomIdError):
            await call(click)
    else:
        await call(click)
        assert cog.parsed == parsed


@pytest.mark.parametrize("version", ["1.0.0", "1.1.0"])
def test_components_of_released_versions_reach_their_handlers(version: str) -> None:
    """Each with all choices of its menu; what was removed since is left out."""
    unused: Any = None
    handlers = collect_handlers(cog.__new__(cog) for cog in (*PHASE10_COGS, *OTHER_COGS))
    for line in Path(__file__).with_name(f"custom_ids-{version}.txt").read_text().splitlines():
        custom_id, *menu = line.split()
        meaning = parse(custom_id)
        choices: list[tuple[str, ...]] = [(each,) for each in menu]
        for values in choices or [()]:
            click = Click(unused, meaning, unused, unused, values=values)
            cast("Any", handlers[meaning.verb].call(click)).close()
