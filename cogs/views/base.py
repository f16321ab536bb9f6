"""What all views share: panels that hold no state, their parts, and a click as data."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import discord

from bot.i18n.phrases import clip
from bot.table.errors import TableError
from cogs.discord_errors import answered_before
from cogs.services import Services, services_of
from cogs.text import words_of

from .custom_ids import BadCustomIdError, CustomId

if TYPE_CHECKING:
    from bot.i18n import Words
    from bot.table.manager import GameManager
    from cogs.drawing import Picture

ACCENT = 0x2F6F5E
LONGEST_BUTTON = 80
Option = tuple[str, str]


class Panel(discord.ui.LayoutView):
    """A message of Components V2 whose components are known by their custom ids alone."""

    def __init__(self, *items: discord.ui.Item[Any]) -> None:
        super().__init__(timeout=None)
        # A stopped view is sent like any other, but the library does not keep it.
        self.stop()
        for item in items:
            self.add_item(item)


@dataclass(frozen=True)
class Click:
    """A component that was used.

    Attributes:
        interaction: the interaction, not answered yet.
        meaning: its custom id.
        values: what was chosen in a menu.
    """

    interaction: discord.Interaction
    meaning: CustomId
    values: tuple[str, ...] = ()

    @property
    def services(self) -> Services:
        """The bot's parts."""
        return services_of(self.interaction)

    @property
    def words(self) -> Words:
        """The words of who clicked."""
        return words_of(self.interaction)

    @property
    def user_id(self) -> int:
        """Who clicked."""
        return self.interaction.user.id

    @property
    def manager(self) -> GameManager:
        """The manager of the lobby or game the component belongs to.

        Raises:
            TableError: ``no_game``.
        """
        return self.services.manager_of(self.meaning.game)

    @property
    def game(self) -> GameManager:
        """The manager, while the component's game is the one at its table.

        Raises:
            TableError: ``no_game``.
        """
        manager = self.manager
        if manager.table is None or manager.table.game_id != self.meaning.game:
            raise TableError("no_game")
        return manager

    @property
    def seated_game(self) -> GameManager:
        """The same, for who has a seat in it.

        Raises:
            TableError: ``no_game`` or ``no_seat``.
        """
        manager = self.game
        if manager.seat_of(self.user_id) is None:
            raise TableError("no_seat")
        return manager

    @property
    def only(self) -> str:
        """The one thing that was chosen.

        Raises:
            BadCustomIdError: nothing was, or several things.
        """
        if len(self.values) != 1:
            raise BadCustomIdError("one choice expected")
        return self.values[0]

    def check_version(self, manager: GameManager) -> None:
        """Check that the component was made for the state the game is in.

        Raises:
            TableError: ``stale``.
        """
        if self.meaning.version != manager.version:
            raise TableError("stale")

    @property
    def _in_private(self) -> bool:
        """Whether what was clicked stands in a message that only this person sees."""
        message = self.interaction.message
        return message is not None and message.flags.ephemeral

    async def defer(self) -> None:
        """Answer Discord at once; the private message that was clicked is edited afterwards.

        What everybody sees stays: a private message follows it instead.
        """
        if self._in_private:
            await self.defer_quietly()
        else:
            await self.defer_private()

    async def defer_quietly(self) -> None:
        """Answer Discord at once; what is clicked shows by itself what came of it."""
        with answered_before():
            await self.interaction.response.defer()

    async def defer_private(self) -> None:
        """Answer Discord at once; a private message follows."""
        with answered_before():
            await self.interaction.response.defer(ephemeral=True, thinking=True)

    async def reply(self, panel: Panel) -> None:
        """Answer at once with a private message."""
        await self.interaction.response.send_message(view=panel, ephemeral=True)

    async def replace(self, panel: Panel) -> None:
        """Put this in place of the private message that was clicked.

        What everybody sees stays: a private message follows it instead.
        """
        if self._in_private:
            await self.interaction.response.edit_message(view=panel, attachments=[])
        else:
            await self.reply(panel)


Handler = Callable[[Click], Awaitable[None]]


def text(*lines: str) -> discord.ui.TextDisplay[Any]:
    """Lines of text."""
    return discord.ui.TextDisplay("\n".join(lines))


def gallery(*shown: Picture | None) -> list[discord.ui.MediaGallery[Any]]:
    """Pictures that go out as files beside the message, each in its full width."""
    return [
        discord.ui.MediaGallery(
            discord.MediaGalleryItem(f"attachment://{each.name}", description=each.alt)
        )
        for each in shown
        if each is not None
    ]


def container(*items: discord.ui.Item[Any]) -> discord.ui.Container[Any]:
    """A framed box."""
    return discord.ui.Container(*items, accent_colour=ACCENT)


def button(
    label: str,
    meaning: CustomId,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> discord.ui.Button[Any]:
    """A button with words on it."""
    shown = clip(label, LONGEST_BUTTON)
    return discord.ui.Button(label=shown, custom_id=str(meaning), style=style)


def row(*buttons: discord.ui.Button[Any]) -> discord.ui.ActionRow[Any]:
    """One to five buttons side by side."""
    return discord.ui.ActionRow(*buttons)


def menu(
    placeholder: str, meaning: CustomId, options: Sequence[Option], most: int = 1
) -> discord.ui.ActionRow[Any]:
    """A menu of one to 25 options, each a label and a value."""
    select: discord.ui.Select[Any] = discord.ui.Select(
        custom_id=str(meaning),
        placeholder=clip(placeholder),
        max_values=min(most, len(options)),
        options=[discord.SelectOption(label=clip(label), value=value) for label, value in options],
    )
    return discord.ui.ActionRow(select)
