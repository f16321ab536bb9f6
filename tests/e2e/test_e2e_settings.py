"""What a server's moderators choose, and where it takes effect."""

from __future__ import annotations

import pytest
from driving import Sim, answer
from remembering import add_moderator
from simcord.builders import ChannelHandle

from bot.cards.rulesets import CLASSIC, EDITIONS
from bot.cards.variations import Length, varied, with_length
from bot.core.states import AnyRules
from bot.preferences import ServerPreferences
from bot.seating import Level
from cogs.base.custom_ids import BadCustomIdError
from cogs.live.notifications import PAUSE
from cogs.server_settings import CHANNELS

SETTINGS = {
    "edition": "masters",
    "length": "quick",
    "turn_limit": "60",
    "language": "en",
    "theme": "playing-cards",
    "pings": "silent",
    "animations": "off",
    "achievements": "off",
    "computers": "none",
    "threads": "here",
}


async def chosen(sim: Sim) -> ServerPreferences:
    return await sim.bot.services.preferences.servers.get(sim.guild.id)


async def play_in(sim: Sim, channel: ChannelHandle) -> str:
    return sim.told(await sim.people["ada"].slash(channel, "phase10 play"))


@pytest.fixture
def sim(sim: Sim) -> Sim:
    add_moderator(sim)
    return sim


async def test_settings_are_explained_before_they_are_chosen(sim: Sim) -> None:
    page = answer(await sim.settings("mod"))
    assert "New tables start with this edition" not in page.text
    await sim.click("mod", page, "settingsexplained")
    for said in ("New tables start with this edition", "A ping tells a player", "computer players"):
        assert said in page.text
    await sim.tap("mod", page, "p10:-:0:settingspage:people")
    await sim.click("mod", page, "settingsexplained")
    assert "**Hidden from boards**" in page.text
    own = answer(await sim.slash("ada", "preferences"))
    await sim.click("ada", own, "ownexplained")
    for said in ("comes in this language", "Who may invite you", "They read only that"):
        assert said in own.text
    (told,) = await sim.send(("ada", page, "p10:-:0:settingsexplained:game", ()))
    assert told == "You need the permission Manage Server for that."


async def test_only_who_manages_the_server_has_the_command(sim: Sim) -> None:
    assert "phase10-settings" in sim.people["mod"].available_commands(sim.channel)
    assert "phase10-settings" not in sim.people["ada"].available_commands(sim.channel)
    # The command is given to all.
    sim.bot.tree.get_command("phase10-settings").default_permissions = None  # type: ignore[union-attr]
    await sim.bot.tree.sync()
    refused = sim.told(await sim.settings("ada"))
    page = answer(await sim.settings("mod"))
    turn = next(each for each in page.components if ":settingspage:" in each.get("custom_id", ""))
    (turned,) = await sim.send(("ada", page, turn["custom_id"], []))
    assert refused == turned == "You need the permission Manage Server for that."
    assert sim.env.errors == []


async def test_everything_can_be_changed_with_the_menus_and_outlives_a_restart(sim: Sim) -> None:
    other = sim.guild.create_text_channel("other")
    channels = dict.fromkeys(("#threads", "#announcements", "#dailyposts"), other)
    for name, value in (SETTINGS | channels).items():
        await sim.settings("mod", name, value)
    page = answer(await sim.settings("mod", "#channels", sim.channel, other))
    assert f"Channels: <#{sim.channel.id}> and <#{other.id}>" in page.text
    assert "New games can begin in these channels" in page.text
    await sim.restart()
    told = [
        answer(await sim.settings("mod", name)).words for name in ("edition", "theme", "#channels")
    ]
    for line in (
        "Edition: Masters",
        "Length: Quick",
        "Turn limit: 1 minute",
        "Language: English\n",
        "Card theme: Playing cards",
        f"Channels: <#{sim.channel.id}>",
        f"Announcements: <#{other.id}>",
        "Turn pings: None",
        "Animations: Off",
        "Computer players: None",
    ):
        assert any(line in f"{page}\n" for page in told), line
    assert (await chosen(sim)).threads == other.id
    await sim.settings("mod", "#channels", None)
    assert (await chosen(sim)).channels == ()


async def test_a_line_says_where_no_threads_can_be_opened(sim: Sim) -> None:
    sim.permit("create_public_threads")
    here, other = sim.channel, sim.guild.create_text_channel("other")
    said = f"⚠️ I cannot open tables in threads of <#{here.id}>. I need permission to: "
    assert "⚠️" not in sim.told(await sim.settings("mod", "#channels", None))
    told = sim.told(await sim.settings("mod", "threads", "here"))
    assert f"{said}Create Public Threads." in told
    sim.permit("send_messages_in_threads", channel=other)
    told = sim.told(await sim.settings("mod", "#channels", here, other))
    assert f"{said}Create Public Threads." in told
    assert f"<#{other.id}>. I need permission to: Send Messages in Threads." in told
    assert said not in sim.told(await sim.settings("mod", "theme"))
    sim.permit()
    assert "⚠️" not in sim.told(await sim.settings("mod", "#channels", here))
    sim.permit("create_public_threads")
    third = sim.guild.create_text_channel("third")
    assert "⚠️" not in sim.told(await sim.settings("mod", "#threads", third))


async def test_a_line_says_for_what_each_menu_of_people_and_roles_is(sim: Sim) -> None:
    role = sim.guild.create_role("players", mentionable=True)
    await sim.settings("mod", "#calledrole", role)
    page = answer(await sim.settings("mod", "#hide", sim.people["ada"]))
    assert f"Hidden from boards: <@{sim.people['ada'].id}>" in page.text
    assert f"Role that is called: <@&{role.id}>" in page.text
    assert "Champions' role: **none**" in page.text
    page = answer(await sim.settings("mod", "#hide", None))
    assert "Hidden from boards: **nobody**" in page.text


async def test_the_menus_ask_for_the_permission_and_take_nothing_made_up(sim: Sim) -> None:
    shown = answer(await sim.settings("mod"))
    pings_menu, edition = shown.menus["pings"].custom_id, shown.menus["edition"].custom_id
    no_right = await sim.send(("ada", shown, pings_menu, ["silent"]))
    made_up = await sim.send(
        ("mod", shown, pings_menu, ["loud"]),
        ("mod", shown, edition.replace("edition", "colour"), ["masters"]),
        ("mod", shown, "p10:-:0:settingspage:secrets", []),
    )
    assert no_right == ["You need the permission Manage Server for that."]
    assert all("do not understand" in each for each in made_up)
    assert await chosen(sim) == ServerPreferences()


async def test_only_channels_of_the_server_to_play_in_can_be_chosen(sim: Sim) -> None:
    forum, rooms = sim.guild.create_forum_channel("forum"), sim.guild.create_category("rooms")
    guild = sim.bot.get_guild(sim.guild.id)
    made_up = ("12", "²", "", "-1", "1" * 21, str(sim.guild.id), str(rooms.id))
    change = CHANNELS.change(guild, guild.me, [str(forum.id)])
    assert change(ServerPreferences()).channels == (forum.id,)
    for values in (*([value] for value in made_up), [str(forum.id)] * 26):
        with pytest.raises(BadCustomIdError):
            CHANNELS.change(guild, guild.me, values)


async def test_new_games_are_what_the_server_usually_plays_unless_another_is_chosen(
    sim: Sim,
) -> None:
    for name, value in (("turn_limit", "300"), ("length", "ten_hands"), ("computers", "hard")):
        await sim.settings("mod", name, value)
    assert (await _rules_of_lobby(sim)).ten_hands
    assert await _rules_of_lobby(sim, variation="phases=4") == varied(CLASSIC, "phases=4")
    assert (await _rules_of_lobby(sim, edition="dice")).edition == "dice"
    await sim.settings("mod", "edition", "modern")
    assert (await _rules_of_lobby(sim)).edition == "modern"
    await sim.slash("ada", "play", edition="classic", turn_limit=0)
    lobby = sim.manager.lobby
    assert (lobby.rules.edition, lobby.turn_limit) == ("classic", None)
    await sim.slash("ada", "solo", length="quick", opponents=1)
    manager = sim.private("ada")
    assert manager.game.table.occupants[1].level is Level.HARD
    assert manager.view(None).rules == with_length(EDITIONS["modern"], Length.QUICK)
    told = sim.told(await sim.slash("ben", "solo", edition="dice", length="quick"))
    assert told.strip() == "The dice game has no variations."
    assert sim.private("ben").table is None


async def _rules_of_lobby(sim: Sim, **options: str) -> AnyRules:
    await sim.slash("ada", "play", **options)
    lobby = sim.manager.lobby
    await sim.click("ada", sim.table(), "quit")
    return lobby.rules


async def test_without_computer_players_none_can_be_added(sim: Sim) -> None:
    await sim.slash("ada", "play")
    menu = sim.table().controls["computer"].custom_id
    await sim.settings("mod", "computers", "none")
    (kept,) = await sim.send(("ada", sim.table(), menu, ["normal"]))
    await sim.click("ada", sim.table(), "quit")
    solo = await sim.slash("ada", "solo")
    assert "computer" not in sim.table().controls
    assert kept.endswith("This server plays without computer players.")
    assert sim.told(solo).strip() == "This server plays without computer players."
    assert sim.private("ada").table is None


async def test_games_begin_only_where_they_may(sim: Sim) -> None:
    tables = sim.guild.create_text_channel("tables")
    added = await sim.settings("mod", "#channels", tables)
    refused = await sim.slash("ada", "play")
    solo = await sim.slash("ada", "solo")
    assert f"Channels: <#{tables.id}>" in sim.told(added)
    assert sim.told(refused) == f"In this server games are played in <#{tables.id}>."
    # A game alone is in no channel.
    assert "Phase 1" in sim.told(solo)
    assert sim.manager.lobby is None
    assert "Your table is open" in await play_in(sim, tables)
    sim.env.backend.delete_channel(tables.id)
    await sim.env.settle()
    shown = await sim.settings("mod", "#channels")
    assert "Channels: **everywhere**" in sim.told(shown)
    assert "Your table is open" in await play_in(sim, sim.channel)


async def test_a_silent_server_pings_nobody_also_not_as_a_reminder(sim: Sim) -> None:
    await sim.seat("ada", "ben", turn_limit=60)
    await sim.turn()
    assert len(sim.pings()) == 1
    await sim.settings("mod", "pings", "silent")
    assert sim.pings() == []
    await sim.click(sim.to_move(), sim.hand(sim.to_move()), "draw")
    await sim.env.advance_time(46)
    assert sim.pings() == []


async def test_after_a_pause_who_still_is_to_act_is_pinged_once(sim: Sim) -> None:
    await sim.settings("mod", "pings", "pause")
    await sim.seat("ada", "ben")
    name = sim.to_move()
    await sim.env.advance_time(PAUSE / 2)
    await sim.click(name, sim.hand(name), "draw")
    await sim.env.advance_time(PAUSE / 2 - 10)
    await sim.restart()
    assert sim.pings() == []
    await sim.env.advance_time(10)
    assert sim.pings() == [f"<@{sim.people[name].id}> your turn"]
    await sim.restart()
    await sim.env.advance_time(10 * PAUSE)
    assert len(sim.pings()) == 1
    await sim.click(name, sim.table(), "hand")
    shown = sim.hand(name)
    await sim.choose(name, shown, "discard", shown.controls["discard"].values[:1])
    assert sim.pings() == []
    await sim.env.advance_time(PAUSE)
    assert sim.pings() == [f"<@{sim.people[sim.to_move()].id}> your turn"]
