"""A turn in a real browser, and that nobody sees another player's hand."""

from __future__ import annotations

import re
import signal
from pathlib import Path

from browsing import PATIENCE, Channel, Playground
from playwright.async_api import Browser, Locator, expect

expect.set_options(timeout=PATIENCE * 1000)


def hand_of(channel: Channel, cards: int) -> Locator:
    """The picture of a private hand with so many cards."""
    return channel.main.get_by_role("img", name=re.compile(rf"^Your hand, {cards} cards: "))


async def words_of(hand: Locator) -> list[str]:
    """The cards of a hand's picture, as its alt text names them."""
    await expect(hand).to_be_visible()
    alt = await hand.get_attribute("alt") or ""
    return alt.partition(": ")[2].partition(". ")[0].split(", ")


async def start_game(channel: Channel) -> None:
    """Ada opens a table, Bruno joins, Ada starts, which opens her hand."""
    await channel.command("phase10 play")
    await expect(channel.main.get_by_role("button", name="Join", exact=True)).to_be_visible()
    await channel.view_as("Bruno")
    await channel.press("Join")
    await channel.view_as("Ada")
    await channel.press("Start")
    await expect(hand_of(channel, 10)).to_be_visible()


async def to_act(channel: Channel) -> str:
    """Who was told that it is their turn; the deal may have turned up a Skip."""
    ping = channel.main.get_by_text(re.compile("^@(Ada|Bruno) your turn$"))
    await expect(ping).to_have_count(1)
    return (await ping.inner_text()).split()[0].removeprefix("@")


async def test_a_turn_is_played_and_the_hand_stays_private(channel: Channel) -> None:
    await start_game(channel)
    actor = await to_act(channel)
    other = "Ada" if actor == "Bruno" else "Bruno"
    if actor == "Bruno":
        await channel.view_as("Bruno")
        await channel.press("My hand")
    before = await words_of(hand_of(channel, 10))

    await channel.press("Draw pile")
    drawn = await words_of(hand_of(channel, 11))
    assert len(drawn) == 11
    discarded = next(card for card in before if card not in ("Skip", "Wild"))
    await channel.choose("Discard…", discarded)
    after = await words_of(hand_of(channel, 10))
    assert sorted([*after, discarded]) == sorted(drawn)

    await channel.view_as(other)
    await expect(channel.main.get_by_text(f"@{other} your turn")).to_be_visible()
    assert ", ".join(after) not in await channel.page.content()
    if other == "Bruno":
        await channel.press("My hand")
    assert await words_of(hand_of(channel, 10)) != after


async def test_the_page_fits_its_window(channel: Channel) -> None:
    await start_game(channel)
    assert await channel.page.evaluate(
        "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    )
    size = channel.page.viewport_size
    assert size is not None
    for picture in await channel.main.get_by_role("figure").all():
        box = await picture.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= size["width"]


async def test_what_one_person_does_comes_to_the_others_open_page(
    channel: Channel, playground: Playground, browser: Browser
) -> None:
    async with await browser.new_page() as page:
        await page.goto(playground.url)
        other = Channel(page)
        await other.view_as("Bruno")
        await channel.command("phase10 play")
        await other.press("Join")
        await expect(channel.main.get_by_role("button", name="Start", exact=True)).to_be_visible()
        await expect(channel.main.get_by_text("Bruno", exact=True)).to_be_visible()


async def test_a_game_goes_on_after_the_program_was_killed(
    tmp_path: Path, browser: Browser
) -> None:
    killed = Playground(tmp_path)
    async with await browser.new_page() as page:
        await page.goto(killed.url)
        await start_game(Channel(page))
        actor = await to_act(Channel(page))
        if actor == "Bruno":
            await Channel(page).view_as("Bruno")
            await Channel(page).press("My hand")
        await Channel(page).press("Draw pile")
        drawn = await words_of(hand_of(Channel(page), 11))
    killed.stop(signal.SIGKILL)

    again = Playground(tmp_path)
    async with await browser.new_page() as page:
        await page.goto(again.url)
        await Channel(page).view_as(actor)
        await Channel(page).press("My hand")
        assert await words_of(hand_of(Channel(page), 11)) == drawn
    assert again.stop() == (0, "")
