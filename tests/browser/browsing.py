"""The playground as a process of its own, and its page in a player's words."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import select
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import pytest
from patience import PATIENCE
from playwright.async_api import Browser, Locator, Page, Request, expect
from playwright.async_api import TimeoutError as NotInTimeError

# Warnings are errors there too, but for one of discord.py on older Pythons, and for the connection
# of a browser that comes in the very moment in which the interpreter goes.
WARNINGS = (
    *("-W", "error"),
    *("-W", "ignore:'audioop' is deprecated:DeprecationWarning"),
    *("-W", "ignore:unclosed transport:ResourceWarning"),
    *("-W", "ignore:unclosed <socket.socket:ResourceWarning"),
)
SENT = 20.0  # seconds within which the page sends a click that hit a component
TRIES = 12
OF_CLICKS = ("click", "select", "modal_submit", "run_command")
# The page's own rules forbid Playwright's way to wait for an expression.
DONE = """() => new Promise(done => {
  const look = () => simcordPreview.pendingAction ? setTimeout(look, 20) : done();
  look();
})"""
WINDOWS = {"desktop": (1280, 900), "phone": (375, 812)}

expect.set_options(timeout=PATIENCE * 1000)


SIGINT_IGNORED = ("/bin/sh", "-c", 'trap "" INT; exec "$@"', "sh")
"""Starts a program as a shell script starts a background job."""


class Playground:
    """``phase10 play`` as a new user starts it, up to the line that says where the page is."""

    def __init__(self, folder: Path, starter: Sequence[str] = (), locale: str = "en") -> None:
        self.folder = folder
        self.locale = locale
        self.has_game = False
        self.start(starter)

    def start(self, starter: Sequence[str] = ()) -> None:
        environment = os.environ | {"TMPDIR": str(self.folder), "PYTHONUNBUFFERED": "1"}
        play = f"play --no-browser --players 2 --locale {self.locale} --database".split()
        play.append(str(self.folder / "games.db"))
        self.process = subprocess.Popen(  # noqa: S603  # our own program
            [*starter, sys.executable, *WARNINGS, "-m", "bot", *play],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=environment,
        )
        self.url = self._address()

    def _address(self) -> str:
        assert self.process.stdout is not None
        ready, _, _ = select.select([self.process.stdout], [], [], PATIENCE)
        line = self.process.stdout.readline() if ready else ""
        found = re.search(r"http://\S+", line)
        if found is None:
            self.process.kill()
            pytest.fail(f"no address in {line!r}: {self.process.communicate()[1]}")
        return found[0]

    def stop(self, by: signal.Signals = signal.SIGINT) -> tuple[int, str, list[str]]:
        """Stop it as Ctrl+C does, or by another signal.

        Returns the exit status, what stood on stderr, and the files that are left.
        """
        self.process.send_signal(by)
        try:
            _, err = self.process.communicate(timeout=PATIENCE)
        finally:
            self.process.kill()
        files = sorted(path.name for path in self.folder.iterdir())
        return self.process.returncode, err, files


@contextlib.asynccontextmanager
async def opened(
    browser: Browser, playground: Playground, size: tuple[int, int] = WINDOWS["desktop"]
) -> AsyncIterator[Channel]:
    """The playground's page in a window of this size, with a game that goes on."""
    width, height = size
    async with await browser.new_page(viewport={"width": width, "height": height}) as page:
        page.set_default_timeout(PATIENCE * 1000)
        await page.goto(playground.url)
        channel = Channel(page)
        if not playground.has_game:
            await channel.start_game()
            playground.has_game = True
        yield channel


class Channel:
    def __init__(self, page: Page) -> None:
        self.page = page
        self.main = page.get_by_role("main")
        # What the page has sent for the last click, which it may send several times.
        self._sent: list[Request] = []
        self._is_sent = asyncio.Event()
        page.on("request", self._note)

    async def start_game(self) -> None:
        await self.command("phase10 play")
        await expect(self.main.get_by_role("button", name="Join", exact=True)).to_be_visible()
        await self.view_as("Bruno")
        await self.press("Join")
        await self.view_as("Ada")
        await self.press("Start")
        await expect(self.hand(10)).to_be_visible()

    def hand(self, cards: int) -> Locator:
        """The picture of the private hand with this number of cards."""
        return self.main.get_by_role("img", name=re.compile(rf"^Your hand, {cards} cards: "))

    async def words(self, hand: Locator) -> list[str]:
        await expect(hand).to_be_visible()
        alt = await hand.get_attribute("alt") or ""
        return alt.partition(": ")[2].partition(". ")[0].split(", ")

    async def open_hand(self, name: str) -> None:
        await self.view_as(name)
        await self.press("My hand")

    def turn_of(self, name: str) -> Locator:
        return self.main.get_by_text(re.compile(f"^({name})'s turn: "))

    async def to_act(self) -> str:
        """Whose turn the table says it is; the deal may have turned up a Skip."""
        turn = self.turn_of("Ada|Bruno")
        await expect(turn).to_have_count(1)
        return (await turn.inner_text()).partition("'")[0]

    async def view_as(self, name: str, label: str = "Viewing as") -> None:
        picker = self.page.get_by_label(label)
        async with self.page.expect_request(lambda request: _kind(request) == "viewer"):
            await picker.select_option(name)
        await self._wait_until_done()
        await expect(picker.locator("option:checked")).to_have_text(name)

    async def command(self, words: str, **options: str) -> None:
        """Run a slash command with some of its options, each given a choice by its label."""
        box = self.main.get_by_role("textbox", name="Message", exact=True)
        await box.press_sequentially(f"/{words}")
        suggested = self.main.get_by_role("option")
        await suggested.filter(has_text=f"/{words}").first.wait_for()
        await box.press("Enter")
        for name, label in options.items():
            await suggested.filter(has_text=name).first.click()
            await self.page.keyboard.type(label)
            await suggested.filter(has_text=label).first.wait_for()
            await self.page.keyboard.press("Enter")
        await self.press("Send")

    async def press(self, label: str) -> None:
        await self.click(self.main.get_by_role("button", name=label, exact=True))

    def face(self, card: str) -> Locator:
        """The emoji of a number card, such as ``Red 5``, on its buttons."""
        colour, number = card.split()
        named = re.compile(f"^{colour.lower()}_{number}_s_")
        return self.main.get_by_role("button").get_by_role("img", name=named)

    async def tap(self, card: str) -> None:
        """Tap the first button with this card."""
        await self.click(self.face(card).first)

    async def click(self, control: Locator) -> None:
        await control.wait_for()
        for _ in range(TRIES):
            if await self._was_taken(control):
                return
            try:
                await control.wait_for(timeout=1000 * SENT)
            except NotInTimeError:
                # The bot answered too late for Discord, but did what the click asked for.
                return
        pytest.fail(f"a click on {control} was never taken")

    async def _was_taken(self, control: Locator) -> bool:
        """Click; a click on a component that means something else by now is refused."""
        self._sent.clear()
        self._is_sent.clear()
        try:
            await control.click()
            await asyncio.wait_for(self._is_sent.wait(), SENT)
        except (NotInTimeError, TimeoutError):
            # The page replaced the component under the pointer.
            return False
        await self._wait_until_done()
        answer = await self._sent[-1].response()
        assert answer is not None, "the playground answers"
        receipt = await answer.json()
        # Of a click that the bot did not answer, Discord says that it failed.
        return not receipt["rejected"] and receipt["acknowledgement"] != "unacknowledged"

    def _note(self, request: Request) -> None:
        if _kind(request) in OF_CLICKS:
            self._sent.append(request)
            self._is_sent.set()

    async def _wait_until_done(self) -> None:
        """Wait until the page has shown the answer; it may send an action several times."""
        await asyncio.wait_for(self.page.evaluate(DONE), PATIENCE)


def _kind(request: Request) -> str | None:
    """What the page asks the playground to do; it does some of it by itself, as after loading."""
    if not request.url.endswith("/api/action"):
        return None
    action = request.post_data_json
    assert action is not None
    return str(action["kind"])
