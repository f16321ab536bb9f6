"""Tables in threads of their own, in the simulated Discord, which has threads itself.

What it has not comes as Discord's errors: that an archived thread refuses edits, a locked one
everything, and that a server has too many threads.
"""

from __future__ import annotations

from random import Random

import pytest
from driving import Sim, answer
from faulting import install, refused
from remembering import add_moderator
from simcord.builders import ChannelHandle

from bot.cards.rulesets import CLASSIC
from bot.seating import Level, Person, private_channel
from bot.storage import games
from bot.storage.errors import StoreError
from cogs.base.permissions import NEEDED_FOR_THREADS
from cogs.threads import DAY, WEEK

CREATE = ("POST", "/channels/*/threads")
REMOVE = ("DELETE", "/channels/*")
NAMES = {
    "view_channel": "View Channel",
    "create_public_threads": "Create Public Threads",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "attach_files": "Attach Files",
}


def enter(sim: Sim, channel: ChannelHandle | None = None) -> ChannelHandle:
    """Go on in the newest thread of a channel."""
    sim.channel = (channel or sim.channel).threads[-1]
    return sim.channel


async def every_game_in_a_thread(sim: Sim, channel: ChannelHandle | None = None) -> None:
    add_moderator(sim)
    setting = ("threads", "here") if channel is None else ("#threads", channel)
    await sim.settings("mod", *setting)


async def seat_in_thread(sim: Sim, host: str, other: str) -> None:
    await sim.slash(host, "play")
    enter(sim)
    await sim.click(other, sim.table(), "join")
    await sim.click(host, sim.table(), "start")


async def test_where_a_game_runs_a_thread_is_offered_and_two_people_play_in_it(sim: Sim) -> None:
    await sim.seat("cyd", computers=1)
    first, channel = sim.manager, sim.channel
    offered = await sim.slash(
        "ada", "play", edition="masters", variation="even_phases", turn_limit=86_400
    )
    shown = answer(offered)
    assert shown.text.strip().startswith("A game is being played in this channel already. https://")
    assert str(first.game.table.message_id) in shown.text
    opened = await sim.click("ada", shown, "thread")
    thread = enter(sim)
    assert thread.name == "Phase 10 · ada"
    assert thread._channel.thread_metadata.auto_archive_duration == WEEK
    assert sim.people["ada"].id in thread._channel.thread_members
    assert f"<#{thread.id}>" in sim.told(opened)
    lobby = sim.manager.lobby
    assert (lobby.rules.edition, len(lobby.rules.phases), lobby.turn_limit) == (
        "masters",
        5,
        86_400,
    )
    await sim.click("ben", sim.table(), "join")
    await sim.click("ada", sim.table(), "start")
    await sim.click("ben", sim.table(), "hand")
    name = sim.to_move()
    while sim.to_move() == name:
        await sim.step(Random(1))
    assert sim.to_move() == {"ada": "ben", "ben": "ada"}[name]
    assert first.running
    assert sim.manager is not first
    # A thread has no threads: the next one is its neighbour.
    assert "play" in answer(await sim.slash("eve", "help")).controls
    again = await sim.slash("eve", "play")
    await sim.click("eve", answer(again), "thread")
    assert [each.name for each in channel.threads] == ["Phase 10 · ada", "Phase 10 · eve"]
    assert channel.threads[1]._channel.thread_metadata.auto_archive_duration == DAY


async def test_who_waits_for_players_opens_no_second_table(sim: Sim) -> None:
    await sim.slash("cyd", "play")
    offered = answer(await sim.slash("ada", "play"))
    assert offered.text.strip().startswith(
        "A table is open in this channel already; you can join it."
    )
    button = offered.controls["thread"].custom_id
    # Two taps at once, and a third one later.
    told = await sim.send(*[("ada", offered, button, ())] * 2)
    told += await sim.send(("ada", offered, button, ()))
    (thread,) = sim.channel.threads
    assert sum("Your own table is open in" in each for each in told) == 2
    assert all(f"<#{thread.id}>" in each for each in told)
    # Nor is one offered to who has one here.
    assert not answer(await sim.slash("cyd", "play")).controls


@pytest.mark.parametrize("denied", [False, True])
async def test_where_there_are_no_threads_none_is_offered(sim: Sim, denied: bool) -> None:
    if denied:
        sim.permit("create_public_threads", channel=sim.channel)
    else:
        sim.channel = sim.guild.create_voice_channel("voices")
    await sim.slash("cyd", "play")
    refusal = answer(await sim.slash("ada", "play"))
    assert "A table is open in this channel already; you can join it." in refusal.text
    assert not refusal.controls
    await sim.choose("cyd", sim.table(), "computer", ["easy"])
    await sim.click("cyd", sim.table(), "start")
    assert "play" not in answer(await sim.slash("ada", "help")).controls


async def test_every_game_gets_a_thread_and_the_next_one_stays_in_it(sim: Sim) -> None:
    await every_game_in_a_thread(sim)
    await sim.settings("mod", "language", "es")
    channel = sim.channel
    told = sim.told(await sim.slash("ada", "play"))
    thread = enter(sim)
    assert f"<#{thread.id}>" in told
    sim.channel = sim.guild.create_text_channel("no threads")
    sim.permit("create_public_threads", channel=sim.channel)
    assert "Your table is open. Others" in sim.told(await sim.slash("eve", "play"))
    sim.channel = thread
    await sim.choose("ada", sim.table(), "computer", ["easy"])
    await sim.click("ada", sim.table(), "start")
    await sim.click("ada", await sim.more("ada", "end"), "endnow")
    await sim.click("ada", sim.table(), "rematch")
    assert sim.manager.lobby is not None
    assert sim.table().controls["join"].label == "Unirme"
    # In the thread, too, another table opens next to it.
    await sim.slash("ben", "play")
    assert [each.name for each in channel.threads] == ["Phase 10 · ada", "Phase 10 · ben"]


async def test_one_channel_can_have_the_threads_of_all(sim: Sim) -> None:
    games, tables = sim.channel, sim.guild.create_text_channel("tables")
    await every_game_in_a_thread(sim, channel=tables)
    await sim.settings("mod", "#channels", games)
    sim.channel = sim.guild.create_text_channel("chat")
    page = answer(await sim.settings("mod", "#threads"))
    told = sim.told(await sim.slash("ada", "play"))
    assert "Threads: channel below" in page.words
    assert str(tables.id) in str(page.raw.components)
    assert sim.channel.threads == []
    (thread,) = tables.threads
    assert f"<#{thread.id}>" in told
    await sim.settings("mod", "threads", "off")
    sim.channel = games
    assert "Your table is open. Others" in sim.told(await sim.slash("ben", "play"))
    sim.channel = tables
    assert "games are played in" in sim.told(await sim.slash("cyd", "play"))


async def test_each_permission_for_a_new_thread_is_named(sim: Sim) -> None:
    tables = sim.guild.create_text_channel("tables")
    await every_game_in_a_thread(sim, channel=tables)
    for lacking in NEEDED_FOR_THREADS:
        sim.permit(lacking, channel=tables)
        await sim.env.settle()
        told = sim.told(await sim.slash("ada", "play"))
        sentence = "I cannot open a table in a thread of that channel. I need permission to:"
        assert told == f"{sentence} {NAMES[lacking]}."
        assert sim.told(await sim.settings("mod", "#threads", tables)) == told
        assert tables.threads == []
    # Threads need no permission to write in the channel itself.
    sim.permit("send_messages", channel=tables)
    await sim.env.settle()
    assert "Your table is open in" in sim.told(await sim.slash("ada", "play"))
    enter(sim, tables)
    assert len(sim.files(sim.table())) == 1


@pytest.mark.parametrize("in_thread", [False, True])
async def test_each_permission_to_post_is_named(sim: Sim, in_thread: bool) -> None:
    channel = sim.channel
    to_write = ["send_messages", "send_messages_in_threads"]
    needed = ["view_channel", to_write[in_thread], "attach_files"]
    if in_thread:
        sim.env.backend.create_thread(channel.id, "evening", sim.people["ada"].id)
        enter(sim)
    for lacking in needed:
        sim.permit(lacking, channel=channel)
        await sim.env.settle()
        told = sim.told(await sim.slash("ada", "play"))
        assert told == f"I cannot play in this channel. I need permission to: {NAMES[lacking]}."
        assert sim.manager.lobby is None
    sim.permit(to_write[not in_thread], channel=channel)
    await sim.env.settle()
    assert "Your table is open" in sim.told(await sim.slash("ada", "play"))
    assert len(sim.files(sim.table())) == 1


async def test_a_lobby_that_is_refused_leaves_no_thread(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    await every_game_in_a_thread(sim)
    sim.permit(channel=sim.channel)
    put = games.put_lobby

    def fails(*_: object) -> None:
        raise StoreError("full")

    monkeypatch.setattr(games, "put_lobby", fails)
    assert "could not save" in sim.told(await sim.slash("ada", "play"))
    assert sim.channel.threads == []
    # Where the bot may not delete it, it is archived.
    install(monkeypatch).add(REMOVE, refused(403, 50013), 99)
    assert "could not save" in sim.told(await sim.slash("ada", "play"))
    (left,) = sim.channel.threads
    assert left._channel.thread_metadata.archived
    monkeypatch.setattr(games, "put_lobby", put)
    assert "Your table is open in" in sim.told(await sim.slash("ada", "play"))
    assert len(sim.bot.services.registry.busy()) == 1


@pytest.mark.parametrize("done", [False, True])
async def test_a_lost_answer_of_discord_doubles_no_thread(
    sim: Sim, monkeypatch: pytest.MonkeyPatch, done: bool
) -> None:
    await every_game_in_a_thread(sim)
    install(monkeypatch).add(CREATE, TimeoutError, done=done)
    assert sim.told(await sim.slash("ada", "play")) == (
        "Discord did not open the thread. It may work in a minute."
    )
    assert sim.bot.services.registry.busy() == []
    assert "Your table is open in" in sim.told(await sim.slash("ada", "play"))
    (thread,) = sim.channel.threads
    assert len(sim.env.backend.messages[thread.id]) == 1


@pytest.mark.parametrize("deleted", ["thread", "channel of archived threads"])
async def test_a_deleted_thread_or_channel_ends_the_games_in_it(
    sim: Sim, monkeypatch: pytest.MonkeyPatch, deleted: str
) -> None:
    parent, other = sim.channel, sim.guild.create_text_channel("other")
    await every_game_in_a_thread(sim)
    await seat_in_thread(sim, "ada", "ben")
    managers = [sim.manager]
    thread = sim.channel
    sim.channel = other
    await seat_in_thread(sim, "cyd", "eve")
    managers.append(sim.manager)
    # A table of one person, which has no channel.
    monkeypatch.setattr(sim.bot.services.announcer, "table", lambda _channel_id: None)
    private = sim.bot.services.registry.for_channel(private_channel(7), sim.guild.id)
    await private.solo(Person(7, "Fay"), 1, Level.EASY, CLASSIC, "en")
    managers.append(private)
    if deleted == "channel of archived threads":
        # Then the library does not know them any more.
        for each in (thread, sim.channel):
            sim.env.backend.edit_channel(each.id, {}, thread_metadata={"archived": True})
        await sim.env.settle()
    if deleted == "thread":
        sim.env.backend.delete_channel(thread.id)
    else:
        # Of the threads in a deleted channel Discord says nothing.
        del sim.env.backend.messages[thread.id], sim.env.backend.channels[thread.id]
        sim.env.backend.delete_channel(parent.id)
    await sim.env.settle()
    assert [each.running for each in managers] == [False, True, True]
