"""What the playground uses of simcord that is not its public interface.

Another version of simcord may have changed any of it, which a sentence says when the playground
starts.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextvars import ContextVar
from datetime import UTC, datetime
from io import BytesIO
from typing import Any

import discord
import simcord
from aiohttp import web
from PIL import Image

from bot import ASSETS
from bot.i18n import DEFAULT_LOCALE, Translator, words_for
from bot.settings import OperatorError


class ChangedError(OperatorError):
    """simcord has another version than the playground was made for."""

    def __init__(self, missing: str) -> None:
        super().__init__(
            f"simcord {simcord.__version__} has changed ({missing}), so the playground cannot open;"
            " install the version that belongs to this program with:"
            " pip install 'phase10-table[playground]'"
        )


try:
    from simcord.backend.access import can_access_channel
    from simcord.backend.cdn import CDN_BASE, CdnStore
    from simcord.preview._media import MediaInfo, MediaWorker
    from simcord.preview._pages import _Page
    from simcord.preview._server import PreviewServer
except ImportError as error:
    raise ChangedError(str(error)) from error

WATCH_INTERVAL = 0.1  # seconds between two checks for changes that no click made
PASSES = 10  # passes of the event loop after which the server knows a new connection
PAGE = ASSETS / "playground"  # what simcord's page gets in addition: a style sheet and a script
PAGE_TEXTS = {
    "viewing_as": "{}",
    "only_you": "{}",
    "used": "}} {} `",
    "message": "`{} ${{channel.glyph}}",
    "edited": '{}"',
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
EMPTY = "No messages in this channel."  # where the playground says how to begin
DIALOGS = '<section id="modal-root"'
NO_KEY = '<p id="no-key" class="preview-empty" role="alert" hidden>{}</p>' + DIALOGS
"""What a page says whose address lacks the key that simcord asks for, or has an old one."""
HEADING = '<h1 id="channel-name"></h1>'
PICKER = HEADING + '<select id="channel-picker" aria-label="{}" hidden></select>'
"""Where one goes to a thread and back."""
TITLE = "<title>{}</title>"
SIMCORD = TITLE.format("SimCord Preview")
DESCRIPTION = '"command-suggestion-ellipsis", {}"…"'
"""What simcord shows in place of the description of an option."""

STARTED = 300.0  # seconds in which the bot has started, also on a slow machine
KEEPS_MENU = "if (!commitDropdown(previousKey)) return;"
"""Where simcord opens no menu while one for several choices is open, even one that is gone."""
FORGETS_MENU = "if (!commitDropdown(previousKey)) cancelDropdown(previousKey);"


class PatientEnv(simcord.Env):
    """Waits long enough for the start of the bot, where simcord waits five seconds."""

    async def _settle_internal(self, *, timeout: float | None = None, **options: Any) -> None:  # noqa: ANN401, ASYNC109  # as simcord has them
        # Only the start has a timeout of its own; what follows waits for ``settle_timeout``.
        patience = None if timeout is None else STARTED
        await super()._settle_internal(timeout=patience, **options)


def check_simcord(env: simcord.Env) -> None:
    """Raise ChangedError unless simcord has all that is used here."""
    _require(env, "_operation_task", "_settle_internal")
    _require(env.backend, "bot_user", "cdn", "channels", "clock")
    _require(env.backend, "commands", "create_thread", "transcript")
    _require(CdnStore, "get")
    _require(MediaWorker, "validate")
    _require(PreviewServer, "_static", "start")
    _require(simcord.Preview, "_action", "_get_page", "_page_payload")


def _require(owner: object, *names: str) -> None:
    missing = ", ".join(name for name in names if not hasattr(owner, name))
    if missing:
        kind = owner if isinstance(owner, type) else type(owner)
        raise ChangedError(f"{kind.__name__} has no {missing}")


def furnish_bot(
    bot: discord.Client, env: simcord.Env, name: str, face: bytes
) -> dict[str, tuple[str, bytes]]:
    """Name the bot, keep the pictures of its emojis for simcord, and return its avatar."""
    user = env.backend.bot_user
    user.name = name
    user.avatar = "face"
    env.backend.cdn = cdn = _Cdn()
    create = bot.create_application_emoji

    async def created(*, name: str, image: bytes) -> discord.Emoji:
        emoji = await create(name=name, image=image)
        cdn.emojis[f"{CDN_BASE}/emojis/{emoji.id}.png"] = image
        return emoji

    # The bot is what simcord drives, so only this call of it is replaced.
    bot.create_application_emoji = created  # type: ignore[method-assign]
    return {f"{CDN_BASE}/avatars/{user.id}/face.png": ("face.png", face)}


def let_invented_people_in(bot: discord.Client) -> None:
    """Let the people of stored games count as members, also those whom ``seed-demo`` invented."""
    get = bot.http.get_member

    async def got(guild_id: int | str, member_id: int | str) -> Any:  # noqa: ANN401  # as discord.py has it
        try:
            return await get(guild_id, member_id)
        except discord.NotFound:
            user = {"id": member_id, "username": "", "discriminator": "0", "avatar": None}
            return {"user": user, "roles": [], "joined_at": None, "flags": 0}

    bot.http.get_member = got  # type: ignore[method-assign]


def translate_commands(bot: discord.Client, env: simcord.Env, language: str) -> None:
    """Show the commands in a language of Discord, and send those that the bot has, as it does."""
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
    """Return a command, an option or a choice with its texts in a language of Discord."""
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


class _Cdn(CdnStore):
    """Has the pictures of emojis, too."""

    def __init__(self) -> None:
        super().__init__()
        self.emojis: dict[str, bytes] = {}

    def get(self, url: str) -> bytes | None:
        return self.emojis.get(url) or super().get(url)


def dress(preview: simcord.Preview, port: int, words: Translator) -> None:
    """Give a preview, before it opens, the playground's words and looks; raises ChangedError."""
    _require(preview, "_media_worker", "_pages", "_publish", "_server", "capture_time")
    preview.__class__ = _Threads
    preview._server = _Server(preview, port, words)
    preview._media_worker = _Pictures()


def add_thread(channel: simcord.ChannelHandle, thread_id: int, name: str) -> None:
    """Add a thread with this id to a channel, unless it is the channel or there."""
    backend = channel._env.backend
    if thread_id not in backend.channels:
        owner = backend.bot_user.id
        backend.create_thread(channel.id, name, owner, message_id=thread_id, broadcast=False)


_acting: ContextVar[_Page | None] = ContextVar("acting", default=None)
"""The page whose action is handled."""


class _Threads(simcord.Preview):
    """A preview whose pages show the channel or one of its threads, each page its own."""

    @property
    def channel(self) -> simcord.ChannelHandle:
        """The channel in which the page acts whose action is handled."""
        home: simcord.ChannelHandle = self.__dict__["channel"]
        page = _acting.get()
        if page is None or page.channel_id == home.id:
            return home
        return simcord.ChannelHandle(
            self.env, home.guild, self.env.backend.get_channel(page.channel_id)
        )

    @channel.setter
    def channel(self, channel: simcord.ChannelHandle) -> None:
        self.__dict__["channel"] = channel

    def _shown_channels(self, page: _Page) -> dict[str, str]:
        """Return the names of the channel and of its threads by their ids, the oldest first."""
        home: simcord.ChannelHandle = self.__dict__["channel"]
        seen = (
            each
            for each in (home, *home.threads)
            if can_access_channel(self.env, each.id, page.viewer)
        )
        return {str(each.id): each.name or "" for each in seen}

    def _page_payload(self, page: _Page) -> dict[str, Any]:
        shown = self._shown_channels(page)
        channels = [{"id": channel_id, "name": name} for channel_id, name in shown.items()]
        return super()._page_payload(page) | {"channels": channels}

    async def _action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        """Handle an action; that of choosing the viewer may choose the channel, too."""
        page = self._get_page(context_id)
        before = page.channel_id
        wanted = body.get("channel_id")
        if wanted in self._shown_channels(page):
            page.channel_id = int(wanted)
        acting = _acting.set(page)
        try:
            result = await super()._action(context_id, body)
        finally:
            _acting.reset(acting)
        if result.get("rejected"):
            page.channel_id = before
        return result


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
            (width, height) = image.size
            kind = image.format or ""
        return MediaInfo(kind, width, height, 1, 4 * width * height, blob, Image.MIME[kind])


class _Server(PreviewServer):
    """Serves simcord's page with the style sheet, the script and the words of the playground."""

    def __init__(self, preview: simcord.Preview, port: int, words: Translator) -> None:
        super().__init__(preview, port)
        english = words_for(DEFAULT_LOCALE)
        help_ = words.command("phase10", "help")
        solo = words.command("phase10", "solo")
        tapped = f'<button type="button">{help_}</button>'
        self._texts = {
            EMPTY: words("playground.hint", help=tapped, solo=solo),
            DIALOGS: NO_KEY.format(words("playground.no_key")),
            HEADING: PICKER.format(words("playground.channel")),
            SIMCORD: TITLE.format(preview.env.backend.bot_user.name),
            DESCRIPTION.format(""): DESCRIPTION.format("value.description || "),
            KEEPS_MENU: FORGETS_MENU,
        } | {
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


async def close_page(preview: simcord.Preview) -> None:
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
    if server is None:
        return
    for connection in server.connections:
        if connection.transport is not None:
            connection.transport.abort()


async def keep_shown(env: simcord.Env, preview: simcord.Preview) -> None:
    """Publish changes to every open page.

    A click publishes its own page only, and turn limits and pauses between hands publish nothing.
    simcord's own call for this waits for the bot, and refuses a simultaneous click.
    """
    shown: dict[str, int] = {}
    publish = preview._publish
    transcript = env.backend.transcript

    def published(page: _Page, **how: object) -> None:
        publish(page, **how)  # type: ignore[arg-type]
        shown[page.id] = len(transcript)

    preview._publish = published  # type: ignore[method-assign]
    while True:
        await asyncio.sleep(WATCH_INTERVAL)
        if env._operation_task is not None:
            continue
        follow_wall_clock(env)
        for page in tuple(preview._pages.values()):
            if shown.get(page.id) != len(transcript):
                preview.capture_time = env.now()
                preview._publish(page, reason="refresh")


def follow_wall_clock(env: simcord.Env) -> None:
    """Set the simulated clock to now, so that displayed times and expiries are real."""
    behind = (datetime.now(UTC) - env.now()).total_seconds()
    if behind > 0:
        env.backend.clock.advance(behind)
