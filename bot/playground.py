"""The bot in a local browser page, with a simulated Discord: no token, no network."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import signal
import sqlite3
import sys
import webbrowser
from collections.abc import AsyncIterator, Iterator, Sequence
from datetime import UTC, datetime
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import discord
import simcord
from aiohttp import web
from PIL import Image
from simcord.actors import MemberActor
from simcord.backend.cdn import CDN_BASE
from simcord.builders import ChannelHandle
from simcord.preview._media import MediaInfo, MediaWorker
from simcord.preview._server import PreviewServer

from bot import ASSETS
from bot.app import BotConfig, Phase10Bot
from bot.i18n import DEFAULT_LOCALE, Words, words_for
from bot.players import NOT_COMPILED, are_compiled
from bot.render import THEMES
from bot.render.pictures.emoji import emoji_face
from bot.rules.cards import WILD
from bot.settings import OperatorError
from bot.table.context import Pace

PEOPLE = ("Ada", "Bruno", "Chiara", "Dev", "Elif", "Femi")
"""The people of the simulated server; the first one owns it."""
BOT, SERVER, CHANNEL = "Phase 10 Table", "Playground", "card-table"
_DISCORDS = {"en": "en-US", "es": "es-ES", "pt_BR": "pt-BR"}
"""Discord's names of languages, where they differ from the names of the catalogues."""
HAND_PAUSE = 60.0
"""Seconds between hands: time to read the result while switching between people."""
WATCH_INTERVAL = 0.1
"""Seconds between two checks for changes that no click made."""
PASSES = 10
"""Passes of the event loop after which the server knows a new connection."""
PAGE = ASSETS / "playground"
"""What simcord's page gets in addition: a style sheet and a script."""
PAGE_TEXTS = {
    "viewing_as": "{}",
    "only_you": "{}",
    "used": "}} {} `",
    "message": "`{} ${{channel.glyph}}",
    "edited": "{}",
    "thinking": "{}",
    "more": '"{}" : "options"',
    "options": ': "{}"}}`',
    "apply": '"{}"',
    "cancel": '"{}"',
    "submit": '"{}"',
    "earlier": "{}",
    "newer": "{}",
    "latest": "{}",
}
"""Keys below ``playground`` whose English text is simcord's, and what is around it in its files."""
EMPTY = "No messages in this channel."
"""What simcord says in an empty channel, where the playground says how to begin."""


class PlaygroundError(OperatorError):
    """The playground cannot open."""


def run_playground(*, database: Path, port: int, people: int, browser: bool, locale: str) -> None:
    """Run the playground until it is stopped.

    The database is a file; its games go on when the playground is opened again. ``port`` is 0 for
    any that is free, ``people`` the number of people whose view of the channel can be chosen (at
    most six), and ``locale`` the default language of the bot, such as ``pt_BR``.

    Raises:
        PlaygroundError: the page cannot be opened.
        StoreError: the database cannot be used.
    """
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # no voice is used
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(_run(database, port, people, locale, browser=browser))
    _say("The playground is closed.")


async def _run(database: Path, port: int, people: int, locale: str, *, browser: bool) -> None:
    # simcord waits for short sleeps before it answers a click, so computer players do not pause.
    pace = Pace(pause=0, hand_pause=HAND_PAUSE)
    bot = Phase10Bot(BotConfig(database=database, pace=pace, locale=locale, emoji_pause=0))
    with _only_here(database):
        async with open_playground(bot, port=port, people=people, locale=locale) as preview:
            _close_on_signals(preview)
            _say(f"The playground is open: {preview.url}")
            play = words_for(locale).command("phase10", "play")
            _say(f"There you are {_either(PEOPLE[:people])} in #{CHANNEL}: try {play}.")
            if not are_compiled():
                _say(NOT_COMPILED)
            _say(f"Stop it with Ctrl+C; games are kept in {database} and go on next time.")
            if browser:
                await asyncio.to_thread(webbrowser.open, preview.url)
            await preview.wait_closed()


def _close_on_signals(preview: simcord.Preview) -> None:
    """Close the page on SIGTERM and SIGINT; a second SIGINT interrupts the program.

    SIGINT is handled even if it was inherited as ignored, as by a background job of a script.
    """
    loop = asyncio.get_running_loop()

    def close() -> None:
        loop.remove_signal_handler(signal.SIGINT)
        closing = loop.create_task(_close(preview))
        closings.add(closing)
        closing.add_done_callback(closings.discard)

    closings: set[asyncio.Task[None]] = set()
    with contextlib.suppress(NotImplementedError):  # Windows, where Ctrl+C interrupts the program
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, close)


@contextlib.contextmanager
def _only_here(database: Path) -> Iterator[None]:
    """Prevent other playgrounds from using the same games at the same time.

    The operating system releases a lock of SQLite however this process ends, on every platform.
    """
    lock_file = database.with_name(f"{database.name}.lock")
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        lock = sqlite3.connect(lock_file, timeout=0, isolation_level=None)
    except (OSError, sqlite3.Error) as error:
        raise PlaygroundError(f"{lock_file} cannot be written: {error}.") from error
    with contextlib.closing(lock):
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            raise PlaygroundError(
                f"Another playground keeps its games in {database}: stop it,"
                " or name another file with --database."
            ) from error
        yield


@contextlib.asynccontextmanager
async def open_playground(
    bot: discord.Client, *, port: int, people: int, locale: str = DEFAULT_LOCALE
) -> AsyncIterator[simcord.Preview]:
    """Run the bot in a simulated server, and serve the page that shows its channel.

    ``locale`` is the language of the people, of the commands and of the page.
    """
    words, language = words_for(locale), _DISCORDS.get(locale, locale)
    env = simcord.Env(bot, check_errors=False)
    env.backend.bot_user.name = BOT
    if isinstance(bot, Phase10Bot):
        # simcord answers a click when the bot waits for nothing else.
        bot.waiting = partial(env.external_wait, reason="a review in the background")
    # Ids contain the time of creation. Before the clock is set they are the same in every run, so
    # that stored games find their channel and their people again.
    channel, members = _furnish(env)
    face = emoji_face(THEMES[0], WILD)
    env.backend.bot_user.avatar = "wild"
    avatar = f"{CDN_BASE}/avatars/{env.backend.bot_user.id}/wild.png"
    _keep_emojis(bot, env)
    _follow_wall_clock(env)
    try:
        await env.start()
        _translate_commands(bot, env, language)
        with env.time_context():
            viewers = members[:people]
            preview = env.preview(
                channel,
                viewers=viewers,
                layout="channel",
                locale=language,
                assets={avatar: ("wild.png", face)},
                port=port,
            )
            preview._server = _Server(preview, port, words)
            preview._media_worker = _Pictures()
            await _enter(preview, port)
            watch = asyncio.create_task(_keep_shown(env, preview))
            try:
                yield preview
            finally:
                watch.cancel()
                await _close(preview)
    finally:
        try:
            await bot.close()
        finally:
            await env.shutdown()


def _furnish(env: simcord.Env) -> tuple[ChannelHandle, list[MemberActor]]:
    """Create a server with a channel and people."""
    users = [env.create_user(name.lower(), global_name=name) for name in PEOPLE]
    guild = env.create_guild(SERVER, owner=users[0])
    # The page shows one channel, without threads.
    threads = discord.PermissionOverwrite(create_public_threads=False)
    channel = guild.create_text_channel(CHANNEL, overwrites={guild.default_role: threads})
    return channel, [guild.add_member(user) for user in users]


def _keep_emojis(bot: discord.Client, env: simcord.Env) -> None:
    """Keep the pictures of the application's emojis, which simcord shows but does not store."""
    create = bot.create_application_emoji

    async def created(*, name: str, image: bytes) -> discord.Emoji:
        emoji = await create(name=name, image=image)
        env.backend.cdn._blobs[f"{CDN_BASE}/emojis/{emoji.id}.png"] = image
        return emoji

    # The bot is what simcord drives, so only this call of it is replaced.
    bot.create_application_emoji = created  # type: ignore[method-assign]


def _translate_commands(bot: discord.Client, env: simcord.Env, language: str) -> None:
    """Show the commands in a language of Discord, and send those that the bot has.

    simcord does neither, and sends all interactions as from a Discord in English.
    """
    registered = env.backend.commands[None]
    synced = {command["id"]: command for command in registered.values()}
    registered |= {key: _translated(command, language) for key, command in registered.items()}
    parsers = bot._connection.parsers
    parse = parsers["INTERACTION_CREATE"]

    def parse_translated(payload: dict[str, Any]) -> None:
        data = payload["data"]
        if (command := synced.get(data.get("id"))) is not None:
            _name_as_synced(data, command, language)
        parse(payload | {"locale": language, "guild_locale": language})

    parsers["INTERACTION_CREATE"] = parse_translated


def _translated(command: dict[str, Any], language: str) -> dict[str, Any]:
    """A command, an option or a choice with its texts in a language of Discord."""
    texts = {
        text: (command.get(f"{text}_localizations") or {}).get(language, command[text])
        for text in ("name", "description")
        if text in command
    }
    parts = {
        part: [_translated(each, language) for each in command[part]]
        for part in ("options", "choices")
        if part in command
    }
    return command | texts | parts


def _name_as_synced(data: dict[str, Any], command: dict[str, Any], language: str) -> None:
    """Give a used command and its options the names with which they were synced."""
    data["name"] = command["name"]
    for option in data.get("options", ()):
        synced = command["options"]
        names = [_translated(each, language)["name"] for each in synced]
        _name_as_synced(option, synced[names.index(option["name"])], language)


class _Pictures(MediaWorker):
    """Takes pictures as they are.

    simcord decodes each in a process of its own and refuses the ninth that waits. These are the
    bot's pictures, so it is enough to look at their size.
    """

    async def validate(
        self,
        key: str,  # noqa: ARG002
        blob: bytes,
        *,
        media_time: float | None = None,  # noqa: ARG002
    ) -> MediaInfo:
        with Image.open(BytesIO(blob)) as image:
            (width, height), kind = image.size, image.format or ""
        return MediaInfo(kind, width, height, 1, 4 * width * height, blob, Image.MIME[kind])


class _Server(PreviewServer):
    """Serves simcord's page with the style sheet, the script and the words of the playground."""

    def __init__(self, preview: simcord.Preview, port: int, words: Words) -> None:
        super().__init__(preview, port)
        english = words_for(DEFAULT_LOCALE)
        solo, play = words.command("phase10", "solo"), words.command("phase10", "play")
        self._texts = {EMPTY: words("playground.hint", solo=solo, play=play)} | {
            around.format(english(f"playground.{key}")): around.format(words(f"playground.{key}"))
            for key, around in PAGE_TEXTS.items()
        }

    async def _static(self, request: web.Request) -> web.Response:
        response: web.Response = await super()._static(request)
        if not request.path.startswith("/fonts/"):
            text = response.text or ""
            for english, own in self._texts.items():
                text = text.replace(english, own)
            if request.path == "/app.js":
                text = (PAGE / "page.js").read_text(encoding="utf-8") + text
            elif request.path == "/preview.css":
                text += (PAGE / "page.css").read_text(encoding="utf-8")
            response.text = text
        return response


async def _enter(preview: simcord.Preview, port: int) -> None:
    try:
        await preview.__aenter__()
    except simcord.SetupError as error:
        if not isinstance(error.__cause__, OSError):
            raise
        why = {errno.EADDRINUSE: "is in use", errno.EACCES: "may not be used by you"}.get(
            error.__cause__.errno or 0, "cannot be used"
        )
        raise PlaygroundError(
            f"Port {port} {why}: choose another with --port, or leave that out."
        ) from error


async def _close(preview: simcord.Preview) -> None:
    """Close the page at once, even if a browser has stopped reading its answers.

    Otherwise the server would wait a minute for such a browser, or leave its connection open.
    """
    runner = preview._server.runner
    server = runner.server if runner is not None else None
    _hang_up(server)
    await preview.close()
    # A browser may have connected meanwhile, and nothing else would close its connection.
    for _ in range(PASSES):
        await asyncio.sleep(0)
        _hang_up(server)


def _hang_up(server: web.Server | None) -> None:
    for connection in server.connections if server is not None else ():
        if connection.transport is not None:
            connection.transport.abort()


async def _keep_shown(env: simcord.Env, preview: simcord.Preview) -> None:
    """Publish changes to every open page.

    A click publishes its own page only, and turn limits and pauses between hands publish nothing.
    simcord has no public call for this that does not disturb a simultaneous click, hence the
    private names; its version is bounded for that reason.
    """
    shown: dict[str, tuple[int, int]] = {}
    while True:
        await asyncio.sleep(WATCH_INTERVAL)
        if env._operation_task is not None:
            continue
        _follow_wall_clock(env)
        done = len(env.backend.transcript)
        for page in tuple(preview._pages.values()):
            revision, seen = shown.get(page.id, (-1, done))
            if page.revision == revision and seen != done:
                preview._advance_presentation_time()
                preview._publish(page, reason="refresh")
            shown[page.id] = (page.revision, done)


def _follow_wall_clock(env: simcord.Env) -> None:
    """Set the simulated clock to now, so that displayed times and expiries are real."""
    behind = (datetime.now(UTC) - env.now()).total_seconds()
    if behind > 0:
        env.backend.clock.advance(behind)


def _either(names: Sequence[str]) -> str:
    *some, last = names
    return f"{', '.join(some)} or {last}" if some else last


def _say(sentence: str) -> None:
    sys.stdout.write(f"{sentence}\n")
    sys.stdout.flush()
