"""The hand of the day, from the first command to the shared result."""

from __future__ import annotations

from datetime import date, timedelta

from driving import Shown, Sim, answer
from remembering import add_moderator, finish_daily, worst

from bot.cards.cards import WILD
from bot.daily.calendar import begins, closes, opens_until
from bot.daily.deal import deal, derive_secret
from bot.daily.views import DailyView
from bot.i18n import words_for
from bot.i18n.daily import date_name
from bot.storage import daily
from bot.storage.daily import StoredAttempt, StoredDay

A_DAY = 86_400


def day_of(shown: Shown, verb: str = "dailyboard") -> date:
    return date.fromisoformat(shown.controls[verb].custom_id.split(":")[1])


async def view_of(sim: Sim, name: str, shown: Shown) -> DailyView:
    hands = sim.bot.services.daily
    return (await hands.show(sim.people[name].id, day_of(shown))).view


def discards(shown: Shown) -> dict[str, str]:
    """The custom ids of the cards that can be tapped, by code."""
    return {each.split(":")[5]: each for each in shown.ids("dailydiscard")}


async def take(sim: Sim, name: str, side: str) -> Shown:
    shown = sim.newest(name)
    game, version = shown.controls["dailytake"].custom_id.split(":")[1:3]
    await sim.tap(name, shown, f"p10:{game}:{version}:dailytake:{side}")
    return sim.newest(name)


async def turn(sim: Sim, name: str) -> int:
    """Play a turn; how many taps it took."""
    shown = await take(sim, name, "down")
    if "dailylay" in shown.controls:
        await sim.click(name, shown, "dailylay")
    else:
        taps = discards(shown)
        asking = {code for code, custom_id in taps.items() if custom_id.endswith(":ask")}
        card = worst(await view_of(sim, name, shown), asking)
        await sim.tap(name, shown, taps[card.code])
        asked = sim.newest(name)
        if "dailydiscardnow" in asked.controls:
            await sim.click(name, asked, "dailydiscardnow")
            return 3
    return 2


async def finished(sim: Sim, name: str, *, lays: bool = True) -> Shown:
    """Somebody's page when they have finished today's hand elsewhere."""
    await sim.slash(name, "daily")
    await finish_daily(sim, sim.people[name].id, lays=lays)
    await sim.slash(name, "daily")
    return sim.newest(name)


async def test_from_the_command_to_the_shared_result(sim: Sim) -> None:
    await sim.slash("ada", "daily")
    await sim.slash("ben", "daily")
    assert sim.newest("ada").text == sim.newest("ben").text
    assert sim.newest("ada").alts == sim.newest("ben").alts
    assert sim.public() == []
    taps = 0
    while "dailyshare" not in sim.newest("ada").controls:
        taps += await turn(sim, "ada")
    over = sim.newest("ada")
    view = await view_of(sim, "ada", over)
    assert view.result is not None
    assert taps == 2 * view.result
    assert f"turn {view.result}" in over.text
    # The results are hidden from who has not finished.
    ben = sim.newest("ben")
    await sim.click("ben", ben, "dailyboard")
    assert "ada" not in sim.newest("ben").words
    assert "1 person has finished it here.\nYou see the results" in sim.newest("ben").text
    await sim.click("ben", sim.newest("ben"), "dailyshow")
    assert sim.newest("ben").text == ben.text
    await sim.click("ada", over, "dailyboard")
    assert "▸ 1\\. ada" in sim.newest("ada").text
    for span in ("This week", "This month"):
        await sim.click("ada", sim.newest("ada"), "dailyboard", span)
        assert f"ada: {16 - view.result} points, 1 hand laid" in sim.newest("ada").text
    await sim.click("ada", sim.newest("ada"), "dailyboard", "That day")
    assert "▸ 1\\. ada" in sim.newest("ada").text
    await sim.click("ada", sim.newest("ada"), "dailyshow")
    # The computer's turns are for those who have finished, too.
    meaning = over.controls["dailycomputer"].custom_id
    await sim.send(("ben", sim.newest("ben"), meaning, []))
    assert "Computer" not in sim.newest("ben").words
    await sim.click("ada", over, "dailycomputer")
    side_by_side = sim.newest("ada")
    assert side_by_side.text.count("→ phase laid") == 2
    assert f"**{view.par}** " in side_by_side.text
    assert "You: " in side_by_side.text
    await sim.click("ada", side_by_side, "dailyshow")
    (told,) = await sim.send(("ada", over, f"p10:{day_of(over)}:0:dailyrecord", []))
    assert told
    await sim.send(*[("ada", over, over.controls["dailyshare"].custom_id, [])] * 2)
    (shared,) = sim.public()
    assert shared.faces == set()
    assert "ada" in shared.text
    squares = next(line for line in shared.text.splitlines() if set(line) <= set("⬜🟨✅") and line)
    assert (len(squares), squares[-1]) == (view.result, "✅")
    assert "✅" not in squares[:-1]
    assert "solo" in shared.controls
    assert len(sim.files(shared)) == 1
    await sim.click("cyd", shared, "daily")
    assert sim.newest("cyd").text == ben.text


MADE_UP = ("dailytake:left", "dailylay", "dailydiscard:0:S", "dailydiscardnow:X9", "dailyways")


async def with_a_wild(sim: Sim) -> None:
    store, today = sim.bot.services.store, sim.bot.services.daily.today
    for number in range(256):
        given = deal(today, 0, derive_secret(bytes([number]) * 32, today, 0), 5)
        if WILD in given.hand:
            break
    await store.write(daily.put_daily_key, bytes([number]) * 32)
    await store.write(daily.put_daily_day, StoredDay(today, 0, 5), sim.clock.now())


async def test_old_taps_change_nothing_and_a_wild_is_asked_about(sim: Sim) -> None:
    await with_a_wild(sim)
    await sim.slash("ada", "daily")
    first = sim.newest("ada")
    game = str(day_of(first))
    both = [("ada", first, f"p10:{game}:0:dailytake:{side}", []) for side in ("up", "down")]
    await sim.send(*both)
    view = await view_of(sim, "ada", first)
    assert (view.version, len(view.hand)) == (1, 11)
    await sim.restart()
    await sim.send(both[0])
    shown = sim.newest("ada")
    assert "moved on" in shown.text
    wild = discards(shown)["W"]
    await sim.tap("ada", shown, wild)
    asked = sim.newest("ada")
    assert "Really discard" in asked.text
    assert await view_of(sim, "ada", shown) == view
    await sim.click("ada", asked, "dailyshow")
    assert "Really discard" not in sim.newest("ada").text
    await sim.tap("ada", sim.newest("ada"), wild)
    await sim.click("ada", sim.newest("ada"), "dailydiscardnow")
    after = await view_of(sim, "ada", shown)
    assert after.turns[-1].discard is WILD
    # An old tap on it asks nothing.
    await sim.send(("ada", shown, wild, []))
    assert "moved on" in sim.newest("ada").text
    assert await view_of(sim, "ada", shown) == after
    assert all(await sim.send(*[("ada", first, f"p10:{game}:1:{verb}", []) for verb in MADE_UP]))
    assert await view_of(sim, "ada", shown) == after


async def test_an_attempt_goes_on_the_next_day_until_it_closes(sim: Sim) -> None:
    await sim.slash("ada", "daily")
    shown = sim.newest("ada")
    today = day_of(shown)
    await turn(sim, "ada")
    await sim.env.advance_time(begins(today) + A_DAY - sim.clock.now() + 60)
    await sim.slash("ada", "daily")
    shown = sim.newest("ada")
    assert day_of(shown) == today
    assert "Turn 2 of 15" in shown.text
    assert f"<t:{int(closes(today))}:f>" in shown.text
    await sim.click("ada", shown, "dailyshow")
    assert day_of(sim.newest("ada")) > today
    # Yesterday's is a tap away.
    await sim.click("ada", sim.newest("ada"), "dailyshow")
    assert "Turn 2 of 15" in sim.newest("ada").text


async def test_an_evening_in_america_is_given_the_hand_of_the_day_there(sim: Sim) -> None:
    today = day_of(await finished(sim, "ada"))
    tomorrow = today + timedelta(days=1)
    # The evening of the next day, after it ended in UTC.
    await sim.env.advance_time(opens_until(tomorrow) - sim.clock.now() - 60)
    await sim.slash("ada", "daily")
    shown = sim.newest("ada")
    assert day_of(shown) == tomorrow
    assert "This is yesterday's hand" in shown.text
    await finish_daily(sim, sim.people["ada"].id, tomorrow)
    await sim.click("ada", shown, "dailyboard")
    await sim.click("ada", sim.newest("ada"), "dailyshow")
    over = sim.newest("ada")
    assert day_of(over) == tomorrow
    assert "You can open today's hand now or later" in over.text
    # The board is that of the hand that was played, and hidden from others.
    board = over.controls["dailyboard"].custom_id
    await sim.click("ada", over, "dailyboard")
    assert "▸ 1\\. ada" in sim.newest("ada").text
    await sim.slash("ben", "daily")
    await sim.send(("ben", sim.newest("ben"), board, []))
    assert "1 person has finished it here." in sim.newest("ben").text
    assert "ada" not in sim.newest("ben").words
    await sim.click("ada", sim.newest("ada"), "dailyshow")
    await sim.click("ada", over, "dailyshow")
    assert day_of(sim.newest("ada")) == tomorrow + timedelta(days=1)


async def test_the_best_of_a_closed_date_are_posted_once_at_the_hour_of_the_server(
    sim: Sim,
) -> None:
    add_moderator(sim)
    news = sim.guild.create_text_channel("news")
    await sim.settings("mod", "#dailyposts", news)
    today = day_of(await finished(sim, "ada"))
    # Others can still play this hand.
    await sim.env.advance_time(begins(today) + A_DAY - sim.clock.now() + 60)
    await sim.settings("mod", "daily_hour", "15")
    await sim.env.advance_time(closes(today) - sim.clock.now() + 60)
    assert sim.messages(news.id) == []
    await sim.env.advance_time(3 * 3600)
    (message,) = sim.messages(news.id)
    assert f"The best of {date_name(words_for('en'), today)}:\n1\\. ada: " in message.text
    assert "last week" not in message.text
    opened = answer(await sim.click("ben", message, "daily"))
    assert day_of(opened) == today + timedelta(days=1)
    await sim.restart()
    # Ben does not finish. After Monday, which shows the week, seven days are quiet.
    await sim.env.advance_time(9 * A_DAY)
    texts = [each.text for each in sim.messages(news.id) if not each.private]
    assert len(texts) == 8
    assert ["last week" in text for text in texts] == [
        (today + timedelta(days=number)).weekday() == 0 for number in range(1, 9)
    ]
    assert all("Nobody laid" in text for text in texts[1:])


async def test_the_message_of_a_date_grows_with_each_shared_result(sim: Sim) -> None:
    add_moderator(sim)
    news = sim.guild.create_text_channel("news")
    over = await finished(sim, "ada")
    result = (await view_of(sim, "ada", over)).result or "not today"
    await sim.settings("mod", "#dailyposts", news)
    assert sim.messages(news.id) == []
    await sim.click("ada", over, "dailyshare")
    (message,) = sim.messages(news.id)
    assert f"ada **{result}**" in message.text
    assert message.faces == set()
    await sim.restart()
    over = await finished(sim, "ben", lays=False)
    (message,) = sim.messages(news.id)
    assert "ben" not in message.text
    await sim.click("ben", over, "dailyshare")
    (edited,) = sim.messages(news.id)
    assert edited.raw.id == message.raw.id
    assert f"ada **{result}** · ben **not today**" in edited.text
    # One that was deleted is posted again with the next result.
    del sim.env.backend.messages[news.id][edited.raw.id]
    over = await finished(sim, "cyd")
    await sim.click("cyd", over, "dailyshare")
    (again,) = sim.messages(news.id)
    assert "cyd" in again.text


async def test_the_result_names_what_was_earned(sim: Sim) -> None:
    store, today = sim.bot.services.store, sim.bot.services.daily.today
    for days in (2, 1):
        day = today - timedelta(days=days)
        earlier = StoredAttempt(sim.people["ada"].id, day, 0, "{}", begins(day), begins(day) + 9)
        await store.write(daily.put_daily_key, bytes(32))
        await store.write(daily.open_daily, earlier, sim.guild.id, "ada")
    await sim.slash("ada", "daily")
    assert "🏅" not in sim.newest("ada").text
    over = await finished(sim, "ada")
    (line,) = [each for each in over.text.splitlines() if "🏅" in each]
    assert line.startswith("🏅 **ada**: ")
    assert "Day after day (bronze)" in line
    await sim.prefer("ada", "achievements", "off")
    await sim.slash("ada", "daily")
    assert "dailyshare" in sim.newest("ada").controls
    assert "🏅" not in sim.newest("ada").text


async def test_everything_is_in_words_without_pictures(sim: Sim) -> None:
    await sim.prefer("ada", "pictures", "off")
    await sim.slash("ada", "daily")
    shown = sim.newest("ada")
    assert shown.alts == []
    assert "Your hand, 10 cards" in shown.text
    assert shown.text.count("hidden card") == 1
    await sim.people["ada"].slash(sim.channel, "privacy delete")
    await sim.click("ada", sim.newest("ada"), "forgetme")
    told = sim.told(await sim.slash("ada", "daily"))
    assert "The next one is yours" in told
