"""A turn in a real browser, and that nobody sees another player's hand.

All tests play in one channel, in which a game goes on that the first of them starts.
"""

from __future__ import annotations

import re
import signal
from collections import Counter

import pytest
from browsing import WINDOWS, Channel, Playground, opened
from playwright.async_api import Browser, expect

pytestmark = pytest.mark.asyncio(loop_scope="session")


def other_than(name: str) -> str:
    return "Ada" if name == "Bruno" else "Bruno"


async def discard_one(channel: Channel) -> tuple[list[str], str]:
    """Discard a number card that the hand of eleven has: the hand as it was, and the card."""
    drawn = await channel.words(channel.hand(11))
    discarded = next(card for card in drawn if card not in ("Skip", "Wild"))
    await channel.tap(discarded)
    # A card of the phase asks first.
    # Its picture belongs to the name of the button.
    asked = channel.main.get_by_role("button", name=re.compile("Discard it$"))
    await expect(asked.or_(channel.hand(10)).first).to_be_visible()
    if await asked.count():
        await channel.click(asked)
    return drawn, discarded


async def the_faces_are_shown(channel: Channel) -> None:
    """Every card of the hand has a button with its picture, and all are within the window."""
    cards = [each for each in await channel.words(channel.hand(11)) if each not in ("Skip", "Wild")]
    size = channel.page.viewport_size
    assert size is not None
    for card in set(cards):
        faces = channel.face(card)
        await expect(faces).to_have_count(cards.count(card))
        for face in await faces.all():
            # The page loads a picture when it comes into view.
            await face.scroll_into_view_if_needed()
            await expect(face).to_have_js_property("naturalWidth", 128)
            box = await face.bounding_box()
            assert box is not None
            assert 0 <= box["x"] <= size["width"] - box["width"]


async def the_page_fits(channel: Channel) -> None:
    assert await channel.page.evaluate(
        "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
    )
    size = channel.page.viewport_size
    assert size is not None
    # In one step, as the page may draw them again at any time.
    edges = await channel.main.get_by_role("figure").evaluate_all(
        "all => all.map(each => each.getBoundingClientRect()).map(box => [box.left, box.right])"
    )
    assert edges
    assert all(left >= 0 and right <= size["width"] for left, right in edges)


async def test_a_turn_is_played_and_the_hand_stays_private(channel: Channel) -> None:
    actor = await channel.to_act()
    await channel.open_hand(actor)
    before = await channel.words(channel.hand(10))
    await channel.press("Draw pile")
    await the_faces_are_shown(channel)
    drawn, discarded = await discard_one(channel)
    assert len(drawn) == 11
    after = await channel.words(channel.hand(10))
    assert sorted([*after, discarded]) == sorted(drawn)
    assert not Counter(before) - Counter(drawn)
    other = other_than(actor)
    await channel.view_as(other)
    await expect(channel.turn_of(other)).to_be_visible()
    assert ", ".join(after) not in await channel.page.content()
    await channel.press("My hand")
    assert await channel.words(channel.hand(10)) != after
    await the_page_fits(channel)


async def test_what_one_person_does_comes_to_the_others_open_page(
    playground: Playground, browser: Browser
) -> None:
    async with opened(browser, playground) as one, opened(browser, playground) as two:
        actor = await one.to_act()
        other = other_than(actor)
        await two.view_as(other)
        await expect(two.turn_of(actor)).to_be_visible()
        await one.open_hand(actor)
        await one.press("Draw pile")
        await discard_one(one)
        await expect(two.main.get_by_text(f"@{other} your turn")).to_be_visible()


async def test_a_page_without_the_key_of_the_playground_says_what_to_open(
    playground: Playground, browser: Browser
) -> None:
    bare, _, _ = playground.url.partition("#")
    for address in (bare, f"{bare}#of-an-earlier-start"):
        async with await browser.new_page() as page:
            told = page.get_by_text("Open the whole address that stands in the terminal")
            await page.goto(address)
            await expect(told).to_be_visible()
            await page.goto(playground.url)
            await expect(page.get_by_role("log")).to_be_visible()
            await expect(told).to_be_hidden()


async def test_a_game_goes_on_after_the_program_was_killed_and_in_another_language(
    playground: Playground, browser: Browser
) -> None:
    async with opened(browser, playground) as channel:
        actor = await channel.to_act()
        await channel.open_hand(actor)
        await channel.press("Draw pile")
        await expect(channel.hand(11)).to_be_visible()
    playground.stop(signal.SIGKILL)
    playground.locale = "es"  # no other test follows
    playground.start()
    async with opened(browser, playground, WINDOWS["phone"]) as channel:
        page, main = channel.page, channel.main
        await channel.view_as(actor, "Juegas como")
        await channel.press("My hand")
        hand = main.get_by_role("img", name=re.compile("^Tu mano, 11 cartas: "))
        await expect(hand).to_be_visible()
        box = page.get_by_placeholder("Mensaje en #card-table")
        await box.press_sequentially("/phase10 solo")
        await expect(main.get_by_text("Empieza ya contra jugadores virtuales")).to_be_visible()
        await box.press("Enter")
        await main.get_by_text("edición", exact=True).click()
        await page.locator(".command-suggestion").filter(has_text="Turno final").click()
        await channel.press("Send")
        await expect(main.get_by_text(f"{actor} usó").first).to_be_visible()
        await expect(main.get_by_text("Solo tú puedes ver esto").first).to_be_visible()
        hand = main.get_by_role("img", name=re.compile("^Tu mano, 10 cartas: "))
        await expect(hand).to_be_visible()
        face = main.locator(".message-avatar img").first
        await expect(face).to_have_js_property("naturalWidth", 128)
