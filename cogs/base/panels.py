"""What all views share: stateless panels, their parts, and a click as data."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import discord

from bot.i18n.phrases import clip

from .custom_ids import CustomId

ACCENT = 0x2F6F5E
LONGEST_BUTTON = 80
IN_A_ROW = 5
LONGEST_PAGE = 3800
"""Characters in a message; Discord takes 4,000."""
MOST_FOLLOW_UPS = 5
"""Messages after the answer to an interaction; Discord takes no more where the bot is no member."""
FORM_FIELD = "text"
"""Custom id of the one field of every form."""
Option = tuple[str, str] | tuple[str, str, str]
"""An option of a menu: its label, its value, and its emoji if it has one."""


class Panel(discord.ui.LayoutView):
    """A message of Components V2 whose components are known by their custom ids alone."""

    def __init__(self, *items: discord.ui.Item[Any]) -> None:
        super().__init__(timeout=None)
        # A stopped view is sent like any other, but the library does not keep it.
        self.stop()
        for item in items:
            self.add_item(item)


def text(*lines: str) -> discord.ui.TextDisplay[Any]:
    """Build a block of text."""
    return discord.ui.TextDisplay("\n".join(lines))


def gallery(*shown: Picture | None) -> list[discord.ui.MediaGallery[Any]]:
    """Build a gallery for each image that is uploaded with the message, in full width."""
    return [
        discord.ui.MediaGallery(
            discord.MediaGalleryItem(f"attachment://{each.name}", description=each.alt)
        )
        for each in shown
        if each is not None
    ]


def container(*items: discord.ui.Item[Any]) -> discord.ui.Container[Any]:
    """Build a framed box."""
    return discord.ui.Container(*items, accent_colour=ACCENT)


def pictured(
    said: discord.ui.TextDisplay[Any],
    shown: Sequence[discord.ui.MediaGallery[Any]],
    *controls: discord.ui.ActionRow[Any] | discord.ui.File[Any],
) -> Panel:
    """Build a message of text, pictures and controls; only one without a picture has a frame.

    A frame would make pictures a fifth smaller on phones.
    """
    if not shown:
        return Panel(container(said, *controls))
    return Panel(said, *shown, *controls)


def button(
    label: str,
    meaning: CustomId,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    emoji: str = "",
    disabled: bool = False,
) -> discord.ui.Button[Any]:
    """Build a button with a text, an emoji, or both."""
    return discord.ui.Button(
        label=clip(label, LONGEST_BUTTON) or None,
        emoji=emoji or None,
        custom_id=str(meaning),
        style=style,
        disabled=disabled,
    )


def row(*buttons: discord.ui.Button[Any]) -> discord.ui.ActionRow[Any]:
    """Build a row of one to five buttons."""
    return discord.ui.ActionRow(*buttons)


def in_rows(buttons: Sequence[discord.ui.Button[Any]]) -> list[discord.ui.ActionRow[Any]]:
    """Build as many rows as these buttons need."""
    return [row(*buttons[at : at + IN_A_ROW]) for at in range(0, len(buttons), IN_A_ROW)]


def menu(
    placeholder: str, meaning: CustomId, options: Sequence[Option], most: int = 1
) -> discord.ui.ActionRow[Any]:
    """Build a menu of one to 25 options, of which none is shown as chosen."""
    meaning = meaning.unlike_earlier()
    select: discord.ui.Select[Any] = discord.ui.Select(
        id=meaning.component_id,
        custom_id=str(meaning),
        placeholder=clip(placeholder),
        max_values=min(most, len(options)),
        options=[
            discord.SelectOption(label=clip(label), value=value, emoji="".join(emoji) or None)
            for label, value, *emoji in options
        ],
    )
    return discord.ui.ActionRow(select)


def text_panel(*lines: str) -> Panel:
    """Build a message of text alone."""
    return Panel(container(text(*lines)))


def pages(lines: Iterable[str]) -> Iterator[list[str]]:
    """Split lines into as many messages as they need; at least one."""
    page: list[str] = []
    length = 0
    for line in lines:
        length += len(line) + 1
        if page and length > LONGEST_PAGE:
            yield page
            page, length = [], len(line) + 1
        page.append(line)
    yield page


async def show(
    interaction: discord.Interaction, panel: Panel, *pictures: Picture | None
) -> discord.InteractionMessage:
    """Show a message in the private answer to a deferred interaction.

    A picture without bytes is there already, and stays.
    """
    if any(each is not None and not each.data for each in pictures):
        return await interaction.edit_original_response(view=panel)
    return await interaction.edit_original_response(view=panel, attachments=files(*pictures))


async def show_file(
    interaction: discord.Interaction, sentence: str, data: bytes, name: str
) -> None:
    """Send a file with a sentence as the private answer to a deferred interaction."""
    file = Upload(io.BytesIO(data), name)
    await interaction.edit_original_response(content=sentence, attachments=[file])


async def reply_in_pages(interaction: discord.Interaction, lines: Iterable[str]) -> None:
    """Answer a deferred interaction with lines, in as many private messages as they need.

    Lines beyond the most follow-ups are left out.
    """
    first, *more = pages(lines)
    await show(interaction, text_panel(*first))
    for page in more[:MOST_FOLLOW_UPS]:
        await interaction.followup.send(view=text_panel(*page), ephemeral=True)


class Upload(discord.File):
    """A file in memory to be sent once; its bytes are let go when the request is over."""

    def close(self) -> None:
        """Close the file, which discord.py leaves open and in a reference cycle."""
        super().close()
        self.fp.close()


@dataclass(frozen=True)
class Picture:
    """A picture or an animation to be sent.

    Attributes:
        name: the file's name.
        data: its bytes.
        alt: its alt text.
    """

    name: str
    data: bytes
    alt: str

    def file(self) -> discord.File:
        """The picture as an upload, to be used once."""
        return Upload(io.BytesIO(self.data), self.name)


def files(*shown: Picture | None) -> list[discord.File]:
    """The uploads of a message."""
    return [each.file() for each in shown if each is not None]
