"""Champions of a month: their page and their announcement."""

from __future__ import annotations

from datetime import UTC, datetime

import aiohttp
import discord
import pytest
from driving import Sim, answer
from faulting import AGAIN_AFTER, LOOK_AGAIN, POST, install, refused
from past_games import past, seat
from remembering import add_moderator, ask
from simcord.builders import ChannelHandle

from bot.results.standings import month_number, month_start
from bot.storage import results

DAY = 24 * 3600


async def win(sim: Sim, winner: str, loser: str, *, months_ago: int = 1, games: int = 5) -> None:
    month = month_number(sim.clock.now()) - months_ago
    store = sim.bot.services.store
    seats = (
        seat(0, winner, user_id=sim.people[winner].id, place=1),
        seat(1, loser, user_id=sim.people[loser].id, place=2),
    )
    played = [
        past(
            f"{month}-{winner}-{number}",
            sim.guild.id,
            ended_at=month_start(month) + 10 * DAY + number,
            seats=seats,
        )
        for number in range(games)
    ]
    await store.write(results.add_missing, sim.guild.id, played)


async def look(sim: Sim) -> None:
    """Let the bot look after champions by its timer, within the month."""
    await sim.env.advance_time(LOOK_AGAIN + 1)
    await sim.env.settle()


async def to_next_month(sim: Sim) -> None:
    now = sim.clock.now()
    await sim.env.advance_time(month_start(month_number(now) + 1) - now + 2)
    await sim.env.settle()


@pytest.fixture
def news(sim: Sim) -> ChannelHandle:
    add_moderator(sim)
    return sim.guild.create_text_channel("news")


async def test_champions_of_past_months_are_a_page_of_the_leaderboard(sim: Sim) -> None:
    for ago in range(1, 13):
        await win(sim, "ada", "ben", months_ago=ago)
    await win(sim, "ben", "ada", months_ago=0)
    shown = await ask(sim, "eve", "leaderboard", period="month")
    end = int(month_start(month_number(sim.clock.now()) + 1))
    assert f"This season runs until <t:{end}:f>" in shown.text
    await sim.click("eve", shown, "champions")
    assert shown.text.count("ada, rating") == 10
    assert "(5 games)" in shown.text
    assert "ben" not in shown.text
    assert shown.alts[0].startswith("Champions · Cards.")
    assert len(sim.files(shown)) == 1
    await sim.restart()
    await sim.click("eve", shown, "champions", "More")
    assert shown.text.count("ada, rating") == 2
    assert "11–12 of 12" in shown.text
    await sim.click("eve", shown, "champions", "Dice")
    assert "no champions yet" in shown.text
    assert "Dice" in shown.text
    await sim.click("eve", shown, "board")
    assert "Leaderboard" in shown.text


async def test_champions_are_announced_once_when_a_month_begins(
    sim: Sim, news: ChannelHandle
) -> None:
    await win(sim, "ada", "ben", months_ago=0)
    said = await sim.settings("mod", "#announcements", news)
    assert f"<#{news.id}>" in sim.told(said)
    await look(sim)
    assert sim.messages(news.id) == []
    await to_next_month(sim)
    (message,) = sim.messages(news.id)
    last = datetime.fromtimestamp(sim.clock.now() - DAY, UTC)
    assert f"Champions of {last:%B %Y}" in message.text
    assert "Cards: ada, rating 1," in message.text
    assert len(sim.files(message)) == 1
    await look(sim)
    await sim.restart()
    await look(sim)
    assert len(sim.messages(news.id)) == 1
    await win(sim, "ben", "ada", months_ago=0)
    await to_next_month(sim)
    assert ["ada" in each.text for each in sim.messages(news.id)] == [True, False]
    sim.channel = news
    await sim.click("eve", message, "champions")
    assert "ada, rating" in sim.screen("eve")[-1].text
    await sim.settings("mod", "#announcements", None)
    await win(sim, "ben", "ada", months_ago=0)
    await to_next_month(sim)
    assert len([each for each in sim.messages(news.id) if not each.private]) == 2


async def test_what_discord_refuses_is_announced_later_and_never_twice(
    sim: Sim, news: ChannelHandle, monkeypatch: pytest.MonkeyPatch
) -> None:
    await win(sim, "ada", "ben")
    faults = install(monkeypatch)
    faults.add(POST, refused(403, 50013))
    await sim.settings("mod", "#announcements", news)
    await sim.env.settle()
    assert sim.messages(news.id) == []
    # The refused one can be claimed again, also after a restart.
    faults.add(POST, aiohttp.ServerDisconnectedError, done=True)
    await sim.restart()
    await sim.env.settle()
    assert len(sim.messages(news.id)) == 1
    await sim.env.advance_time(AGAIN_AFTER[0] + 1)
    await look(sim)
    assert len(sim.messages(news.id)) == 1


async def allow(sim: Sim, **permissions: bool) -> None:
    (role,) = (each for each in sim.guild.roles.values() if each.name == "TestBot")
    value = discord.Permissions(**permissions).value
    sim.env.backend.edit_role(sim.guild.id, role.id, {"permissions": value})
    await sim.env.settle()


async def test_a_channel_where_the_bot_may_not_write_is_refused(
    sim: Sim, news: ChannelHandle
) -> None:
    await allow(sim, view_channel=True, attach_files=True)
    silent = {sim.guild.default_role: discord.PermissionOverwrite(send_messages=False)}
    closed = sim.guild.create_text_channel("closed", overwrites=silent)
    said = sim.told(await sim.settings("mod", "#announcements", closed))
    missing = "Send Messages and Attach Files"
    assert said == f"I cannot announce anything there. I need permission to: {missing}."
    # The page where the channel was chosen names a right that is taken away later.
    await allow(sim, view_channel=True, attach_files=True)
    chosen = answer(await sim.settings("mod", "#announcements", news))
    assert "cannot announce" not in chosen.text
    sim.permit("send_messages", channel=news)
    await sim.env.settle()
    page = answer(await sim.settings("mod", "#announcements"))
    assert said in page.text
