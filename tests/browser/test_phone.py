"""The page on a phone: every menu opens, what moves is seen at once, and no tap is lost.

The bot runs in this process, so that its game can be put into any position.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from browsing import WINDOWS, Channel
from kit import held, laid
from patience import PATIENCE
from playwright.async_api import Browser, Route, expect
from simcord.preview import Preview

from bot.app import BotConfig, Phase10Bot
from bot.cards.state import Seat, Stage
from bot.i18n import Translator, languages, words_for
from bot.playground.run import BOT, CHANNEL, open_playground
from bot.seating import private_channel
from bot.table.context import Pace
from cogs.base.text import HINTED
from cogs.server_settings import OF_SERVERS
from cogs.setting_fields import DEFAULT, LANGUAGE, OF_PEOPLE, THEME

pytestmark = pytest.mark.asyncio(loop_scope="session")
OWN_RUNS = (laid("R", "R2 B3 G4 Y5"), laid("R", "R6 B7 G8 Y9"))
OTHER_RUNS = (laid("R", "R3 B4 G5 Y6"), laid("R", "R7 B8 G9 Y10"))


@dataclass(frozen=True)
class Phone:
    """The page on a phone, and the bot that it shows."""

    channel: Channel
    bot: Phase10Bot
    preview: Preview

    async def put(self, channel_id: int, hand: str, **fields: Any) -> None:
        """Put a game into a position in which Ada, who has drawn, holds this hand."""
        play = (manager := self.bot.services.registry.for_channel(channel_id))._kept.game
        assert play is not None
        other = Seat(hand=held("R12 R12 G12 G12 Y12"), trying=2, completed=(1,), groups=OTHER_RUNS)
        seats = (replace(other, hand=held(hand), **fields), *(other for _ in play.state.seats[1:]))
        state = replace(play.state, stage=Stage.PLAY, turn=0, seats=seats)
        manager._kept.game = replace(play, state=state, recent=())

    async def opens(self, placeholder: str) -> None:
        """Open a menu of the newest message, and close it again."""
        main = self.channel.main
        menu = main.get_by_role("combobox", name=placeholder, exact=True).last
        await expect(menu).to_be_visible()
        # Until all is loaded the page may scroll.
        await expect(main).to_have_attribute("aria-busy", "false")
        first = main.get_by_role("listbox").get_by_role("option").first
        async with asyncio.timeout(PATIENCE):
            # A message that is drawn again under the pointer swallows the click or closes the menu.
            while not await first.is_visible():
                if await menu.get_attribute("aria-expanded") != "true":
                    await menu.click()
        await expect(first).to_be_in_viewport(ratio=1)
        await self.channel.page.keyboard.press("Escape")


async def _hold(
    opened: asyncio.Queue[Phone], over: asyncio.Event, database: Path, browser: Browser
) -> None:
    bot = Phase10Bot(BotConfig(database=database, pace=Pace(), emoji_pause=None))
    width, height = WINDOWS["phone"]
    async with (
        open_playground(bot, port=0, people=2) as preview,
        await browser.new_page(viewport={"width": width, "height": height}) as page,
    ):
        page.set_default_timeout(PATIENCE * 1000)
        await page.goto(preview.url)
        opened.put_nowait(Phone(Channel(page), bot, preview))
        await over.wait()


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def phone(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Phone]:
    """One page for all tests here."""
    opened, over = asyncio.Queue[Phone](), asyncio.Event()
    database = tmp_path_factory.mktemp("phone") / "games.db"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cogs.live.private_hands.ANIMATION_SECONDS", PATIENCE)
        # The playground is to be closed by the task that opened it.
        async with asyncio.TaskGroup() as group:
            group.create_task(_hold(opened, over, database, browser))
            yield await opened.get()
            over.set()


async def test_the_first_tap_is_help_and_a_reload_keeps_who_one_is(phone: Phone) -> None:
    channel, main, page = phone.channel, phone.channel.main, phone.channel.page
    assert await page.title() == BOT
    await channel.view_as("Bruno")
    await page.reload()
    await channel.press("/phase10 help")
    await channel.press("All commands")
    await expect(main.get_by_text("/phase10 history")).to_be_visible()
    await expect(main.get_by_text("Bruno used")).to_be_visible()
    # He may not use it.
    await expect(main.get_by_text("/cup open")).to_have_count(0)
    await channel.view_as("Ada")


async def test_the_answer_to_a_command_is_shown_to_who_was_reading_above(phone: Phone) -> None:
    channel, messages = phone.channel, phone.channel.main.locator(".channel-message")
    for topic in ("help", "rules", "rules"):
        await channel.command(f"phase10 {topic}")
    await channel.main.locator("#channel-timeline").evaluate("log => { log.scrollTop = 0; }")
    await expect(messages.last).not_to_be_in_viewport()
    await channel.command("phase10 games")
    await expect(messages.last).to_be_in_viewport(ratio=0.9)


async def test_the_answer_to_a_tap_is_shown_and_a_change_in_place_moves_nothing(
    phone: Phone,
) -> None:
    channel, main = phone.channel, phone.channel.main
    timeline, messages = main.locator("#channel-timeline"), main.locator(".channel-message")
    await channel.command("phase10 play")
    await channel.command("phase10 help")
    for topic in ("rules", "rules"):
        await channel.command(f"phase10 {topic}")
    in_place = main.get_by_role("button", name=re.compile("^Ten hands"))
    await in_place.scroll_into_view_if_needed()
    before = await timeline.evaluate("log => log.scrollTop")
    await channel.click(in_place)
    await expect(main).to_have_attribute("aria-busy", "false")
    assert await timeline.evaluate("log => log.scrollTop") == before
    await expect(messages.last).not_to_be_in_viewport()
    await channel.press("Options")
    await expect(main.get_by_role("combobox", name="Choose the edition…")).to_be_in_viewport()
    await expect(messages.last).to_be_in_viewport()
    await channel.press("Cancel")
    await channel.press("Close it")
    await expect(main.get_by_role("button", name="Join", exact=True)).to_have_count(0)


async def test_a_cup_is_played_in_threads(phone: Phone) -> None:
    channel, main, page = phone.channel, phone.channel.main, phone.channel.page
    box = main.get_by_role("textbox", name="Message", exact=True)
    await box.press_sequentially("/cup open")
    await main.get_by_role("option", name="/cup open").click()
    await page.keyboard.type("Friday")
    await page.keyboard.press("Enter")
    await channel.press("Join")
    # The six whom nobody plays here join by themselves.
    await expect(main.get_by_text(re.compile("7 are in: "))).to_be_visible()
    await channel.press("⋯")
    await channel.press("Start now")
    await main.locator(".thread-summary").first.click()
    await expect(main.get_by_role("button", name="My hand", exact=True)).to_be_visible()
    picker = page.get_by_label("Channel")
    await expect(picker.locator("option:checked")).to_have_text("Friday · round 1 · table 1")
    await picker.select_option("Friday · round 1 · table 2")
    await expect(main.get_by_role("button", name="My hand", exact=True)).to_be_visible()
    await channel.command("phase10 games")
    await expect(main.get_by_text("Ada used")).to_be_visible()
    await picker.select_option(CHANNEL)
    await channel.press("⋯")
    await channel.press("Cancel the cup")
    await channel.press("Cancel the cup")


async def tap_a_menu_before_the_answer_to_another(phone: Phone) -> None:
    main, page = phone.channel.main, phone.channel.page
    sent, answer = asyncio.Event(), asyncio.Event()

    async def hold(route: Route) -> None:
        sent.set()
        await answer.wait()
        await route.continue_()

    await page.route("**/api/action", hold)
    await main.get_by_role("combobox", name="Choose the turn limit…").click()
    await main.get_by_role("listbox").get_by_role("option", name="24 hours").click()
    await sent.wait()
    other = main.get_by_role("combobox", name="Choose the edition…")
    await other.click()
    await expect(other).to_have_attribute("aria-expanded", "true")
    answer.set()
    # The message is drawn again, without the menu that was open.
    await expect(other).to_have_attribute("aria-expanded", "false")
    await page.unroute("**/api/action")


async def test_every_menu_opens(phone: Phone) -> None:
    channel, main = phone.channel, phone.channel.main
    await channel.command("phase10 play", edition="Masters")
    await phone.opens("Add a computer player…")
    await channel.press("Invite")
    await phone.opens("Invite people…")
    await channel.press("Options")
    await phone.opens("Choose the edition…")
    await tap_a_menu_before_the_answer_to_another(phone)
    await phone.opens("Choose the edition…")
    await channel.press("House rules")
    await phone.opens("Choose the phases…")
    await main.get_by_role("combobox", name="Add a computer player…").click()
    await channel.click(main.get_by_role("listbox").get_by_role("option", name="Easy"))
    await channel.press("Start")
    await phone.opens("Choose your phase…")
    await channel.command("phase10 preferences")
    await phone.opens("Card theme: Standard")
    await channel.command("phase10-settings")
    await channel.press("Channels")
    await phone.opens("Channels… (none: all)")
    await channel.command("phase10 rules")
    await phone.opens("Read about…")
    await channel.command("leaderboard")
    await phone.opens("Order by…")
    await phone.put(phone.preview.channel.id, "R1 R3 W S", groups=OWN_RUNS)
    await channel.press("My hand")
    await phone.opens("Set aside, play on…")
    await channel.press("Wild +")
    await phone.opens("Hit: choose the place")


# The keys of what a closed menu says, settings apart.
PLACEHOLDER = re.compile(
    r"(lobby|history|standings|rules|settings|sheet)\.(choose|add|remove|change|take_out|whose)(_.+)?"
    r"|hand\.(declare|hit|save|save_last|choose_saved|other_ways)"
    r"|lobby\.invite|rules\.more|settings\.name\.(hidden|avoided|(champions|called)_role)"
)
CUT = """([selector, labels]) => {
  const cut = new Set();
  for (const menu of document.querySelectorAll(selector)) {
    const shown = menu.textContent;
    for (const label of labels) {
      menu.textContent = label;
      if (menu.scrollWidth > menu.clientWidth) cut.add(label);
    }
    menu.textContent = shown;
  }
  return [...cut];
}"""


def closed_menus(words: Translator) -> Iterator[str]:
    """Yield what closed menus say, those of settings with each value."""
    keys = [key for key in words._messages if PLACEHOLDER.fullmatch(key)]
    yield from map(words, keys)
    yield from (f"{words(key)} {HINTED}" for key in keys if key.startswith("hand.save"))
    for setting in (*OF_SERVERS.values(), *OF_PEOPLE.values()):
        # The default is shown as the value that it stands for.
        told = setting.name in (LANGUAGE.name, THEME.name)
        values = [value for value in setting.values if not (told and value == DEFAULT)]
        yield from (setting.closed(words, value) for value in values)
    yield LANGUAGE.closed(words, DEFAULT, words("settings.openers_language"))


@pytest.mark.parametrize("locale", languages())
async def test_no_closed_menu_is_cut(phone: Phone, locale: str) -> None:
    channel = phone.channel
    await channel.command("phase10-settings")
    await expect(channel.main.get_by_role("combobox").last).to_be_visible()
    labels = [*closed_menus(words_for(locale))]
    assert len(labels) > 80
    selector = ".select-value-label"
    assert await channel.page.locator(selector).count()
    assert await channel.page.evaluate(CUT, [selector, ["m" * 60]])
    assert await channel.page.evaluate(CUT, [selector, labels]) == []


async def test_what_moves_is_seen_at_once_and_a_tap_on_what_changed_meanwhile_counts(
    phone: Phone,
) -> None:
    channel, page = phone.channel, phone.channel.page
    await channel.command("phase10 solo")
    # The hand at the table, which another test opened, may have the same button.
    hand = channel.main.locator(".channel-message", has_text="Only you can see this").last
    await channel.click(hand.get_by_role("button", name="Sort by colour", exact=True))
    # Until then computer players move.
    await expect(hand.get_by_text("Your turn: draw a card.")).to_be_visible()
    ada = phone.preview.viewers[0].id
    await phone.put(private_channel(ada), "R1 B1 G1 R2 B2 G2 R5 B12", groups=(), trying=1)
    await channel.click(hand.get_by_role("button", name="Sort by number", exact=True))
    await channel.click(hand.get_by_role("button", name="Lay phase", exact=True))
    await expect(hand.get_by_role("img", name="Animation: Ada lays phase 1: ")).to_be_visible()
    # Something else changes, of which the page knows nothing until it has sent the next tap.
    await page.route("**/api/state", lambda route: route.abort())
    context = await page.evaluate("simcordPreview.contextId")
    changes = iter(range(3))

    async def change_meanwhile(route: Route) -> None:
        """Let the page ask again, and change more before what it sends arrives."""
        await page.unroute("**/api/state")
        if next(changes, None) is not None:
            phone.preview._publish(phone.preview._pages[context])
        await route.continue_()

    await page.route("**/api/action", change_meanwhile)
    await hand.get_by_role("button", name="Blue 12", exact=True).click()
    await expect(hand.get_by_role("img", name="Your hand, 1 card: Red 5")).to_be_visible()
    # The others move without a click; a slow machine may show several moves at once.
    await expect(hand.get_by_text("Your turn: draw a card.")).to_be_visible()
