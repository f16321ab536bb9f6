"""Draws screens in worker threads and sends them; a picture that fails is said in words."""

from __future__ import annotations

import asyncio
import io
import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import discord
from cachetools import LRUCache

from bot.cards.views import Highlight
from bot.i18n.endings import highlight_alt
from bot.i18n.phrases import clip
from bot.render import Avatar, make_design
from bot.render.engine.animation import animated
from bot.render.pictures.highlight import paint_highlight
from bot.telemetry.metrics import Metrics
from bot.work_queue import Urgency, WorkQueue
from cogs.base.discord_errors import is_invalid, within
from cogs.base.preferences import DisplayOptions
from cogs.base.screens import LONGEST_PLAIN, Drawing, Picture, Screen, Upload, split_into_pages
from cogs.base.text import isolated, with_names

from .card_emojis import CardEmojis

MOST_SHARED = 96  # pictures for several people that are kept, of about 0.1 MB each
MOST_FOLLOW_UPS = 5  # messages after an answer; more are refused in servers without the bot
LATE = 10.0  # seconds after which a highlight that is not drawn yet is not shown
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Drawn:
    """A screen with its pictures, ready to be sent."""

    screen: Screen
    pictures: tuple[Picture, ...] = ()  # those that could be drawn
    # Whether the message that is edited has all pictures of the screen, so none are sent.
    already_there: bool = False

    @property
    def complete(self) -> bool:
        return self.already_there or len(self.pictures) == len(self.screen.drawings)

    def to_post(self) -> dict[str, Any]:
        """Return the arguments of a call that sends a message, to be used once."""
        return {"view": self.screen.message_view(self.pictures), "files": self._files()}

    def to_edit(self) -> dict[str, Any]:
        """Return the arguments of a call that edits a message, to be used once.

        A sentence about an error may have taken the message's place, and Discord refuses components
        beside it.
        """
        edit: dict[str, Any] = {"content": None}
        if self.already_there:
            return edit | {"view": self.screen.message_view(self.screen.drawings)}
        view = self.screen.message_view(self.pictures)
        return edit | {"view": view, "attachments": self._files()}

    def _files(self) -> list[discord.File]:
        return [*(picture.file() for picture in self.pictures), *self.screen.files]


class Sender:
    """Draws screens and sends them.

    A message that shows the newest state takes a turn of ``work_queue`` before it reads the state;
    else a screen with pictures has a turn of its own.
    """

    def __init__(
        self, work_queue: WorkQueue, emojis: CardEmojis, metrics: Metrics | None = None
    ) -> None:
        self.work_queue = work_queue
        self._emojis = emojis
        self._metrics = metrics or Metrics()
        self._shared: LRUCache[Drawing, asyncio.Future[Picture | None]] = LRUCache(MOST_SHARED)
        # One animation at a time: each keeps its frames and its file in memory until it is sent.
        self._animating = asyncio.Lock()

    # -- sending ---------------------------------------------------------------------------

    async def show(
        self, interaction: discord.Interaction, screen: Screen | Callable[[], Screen]
    ) -> discord.InteractionMessage:
        """Show a screen in the private answer to a deferred interaction.

        A function that makes it is called in a thread, and again where Discord has deleted emojis.
        A text without controls that is too long for a message goes on in up to ``MOST_FOLLOW_UPS``
        further ones.
        """
        user_id = interaction.user.id
        drawn = await self.made(screen, user_id)
        plain = not (drawn.pictures or drawn.screen.controls)
        first, *more = split_into_pages(drawn.screen.text) if plain else [drawn.screen.text]
        if more:
            drawn = Drawn(Screen(tuple(first)))
        try:
            sent = await _answer(interaction, drawn)
        except discord.HTTPException as error:
            if not (callable(screen) and await self.without_emojis(error)):
                raise
            sent = await _answer(interaction, await self.made(screen, user_id))
        for page in more[:MOST_FOLLOW_UPS]:
            await self.follow_up(interaction, Screen(tuple(page)), ephemeral=True)
        return sent

    async def follow_up(
        self, interaction: discord.Interaction, screen: Screen, *, ephemeral: bool = False
    ) -> int:
        """Send one more message after the answer to an interaction, and return its id."""
        drawn = await self.made(screen)
        async with within():
            sent = await interaction.followup.send(
                **drawn.to_post(), ephemeral=ephemeral, wait=True
            )
        return sent.id

    async def show_files(
        self, interaction: discord.Interaction, sentence: str, *files: tuple[bytes, str]
    ) -> None:
        """Send files and their names with a sentence as the private answer to an interaction."""
        said = clip(sentence, LONGEST_PLAIN)
        uploads = [Upload(io.BytesIO(data), name) for data, name in files]
        async with within():
            await interaction.edit_original_response(content=said, attachments=uploads)

    async def without_emojis(self, error: Exception) -> bool:
        """Whether Discord refused a message for a deleted emoji; words replace it from now on."""
        return is_invalid(error) and await self._emojis.forget_deleted()

    async def made(
        self, screen: Screen | Callable[[], Screen], user_id: int | None = None
    ) -> Drawn:
        """Make and draw a screen for a person, or for everybody, in a turn if it needs one."""
        if isinstance(screen, Screen) and not screen.drawings:
            return Drawn(screen)
        urgency = Urgency.TABLE if user_id is None else Urgency.ANSWER
        async with self.work_queue.turn(urgency, user_id):
            if not isinstance(screen, Screen):
                screen = await self.work_queue.in_thread(screen)
            return await self.drawn(screen)

    # -- drawing ---------------------------------------------------------------------------

    async def drawn(self, screen: Screen, shown: Screen | None = None) -> Drawn:
        """Draw a screen in a turn of the queue, unless ``shown`` has the same pictures."""
        if shown is not None and screen.drawings and screen.drawings == shown.drawings:
            return Drawn(screen, already_there=True)
        pictures = [await self._picture(each) for each in screen.drawings]
        return Drawn(screen, tuple(each for each in pictures if each is not None))

    async def _picture(self, drawing: Drawing | Picture) -> Picture | None:
        if isinstance(drawing, Picture):
            return drawing
        if not drawing.shared:
            return await self._draw(drawing)
        drawn = self._shared.get(drawing)
        if drawn is None:
            drawn = self._shared[drawing] = self._draw(drawing)
        # The others still want it when one of them is cancelled.
        picture = await asyncio.shield(drawn)
        if picture is None:
            self._shared.pop(drawing, None)
        return picture

    def _draw(self, drawing: Drawing) -> asyncio.Future[Picture | None]:
        """Draw a picture in a thread; None if that fails."""

        def draw() -> Picture | None:
            try:
                with self._metrics.drawing():
                    data = drawing.paint(make_design(*drawing.look), *drawing.subject).png()
            except Exception:  # noqa: BLE001  # whatever Pillow raises
                _log.exception("a picture could not be drawn")
                return None
            return Picture(drawing.name, data, drawing.alt)

        return self.work_queue.in_thread(draw)

    async def highlight(
        self,
        reader: DisplayOptions,
        highlight: Highlight,
        seats: tuple[Avatar, ...],
        height: int = 0,
    ) -> Picture | None:
        """Draw an animation of this height at least; None if not wanted, failed or too late."""
        if not (reader.pictures and reader.animations):
            return None
        design = make_design(*reader.look)
        named = replace(highlight, view=with_names(highlight.view, isolated))
        try:
            async with asyncio.timeout(LATE), self._animating:
                frames = animated(paint_highlight(design, highlight, seats, height))
                data = await self._piece_by_piece(frames)
            return Picture("highlight.gif", data, highlight_alt(reader.words.plain, named))
        except TimeoutError:
            _log.info("an animation was not drawn in time")
        except Exception:  # noqa: BLE001  # whatever Pillow raises
            _log.exception("an animation could not be drawn")
        return None

    async def _piece_by_piece(self, drawing: Iterator[bytes]) -> bytes:
        """Draw an animation in turns so short that they delay nothing else."""
        pieces: list[bytes] = []
        while not pieces or pieces[-1]:
            piece = partial(next, drawing, b"")
            pieces.append(await self.work_queue.run(piece, Urgency.ANIMATION))
        return b"".join(pieces)


async def _answer(interaction: discord.Interaction, drawn: Drawn) -> discord.InteractionMessage:
    async with within():
        return await interaction.edit_original_response(**drawn.to_edit())
