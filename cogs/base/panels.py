"""Messages of Components V2 without state: their parts, and how they are sent."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Self

import discord

from bot.i18n import Words
from bot.i18n.phrases import clip
from cogs.base.custom_ids import NO_GAME, CustomId, Verb, parse_index
from cogs.base.discord_errors import within
from cogs.base.text import small

ACCENT = 0x2F6F5E
LONGEST_BUTTON = 80
IN_A_ROW = 5
LONGEST_TEXT = 4000
"""Characters that Discord takes in all blocks of text of a message."""
LONGEST_PLAIN = 2000
"""Characters that Discord takes in a message of plain text."""
LONGEST_PAGE = 3800
"""Characters in a page of a list."""
MOST_FOLLOW_UPS = 5
"""Messages after the answer to an interaction; more are refused in servers without the bot."""
FORM_FIELD = "text"
"""Custom id of the one field of every form."""
Option = tuple[str, str] | tuple[str, str, str] | tuple[str, str, str, str]
"""The label and the value of an option of a menu, perhaps its emoji and a line below the label."""


class Panel(discord.ui.LayoutView):
    """A message of Components V2 whose components are known by their custom ids alone.

    Its longest blocks of text are shortened until Discord takes all of them.
    """

    def __init__(self, *items: discord.ui.Item[Any]) -> None:
        super().__init__(timeout=None)
        for item in items:
            self.add_item(item)

    def is_finished(self) -> bool:
        """Return True, so that the library does not keep it; it cannot be stopped in a thread."""
        return True

    def add_item(self, item: discord.ui.Item[Any]) -> Self:
        """Add an item below the others."""
        super().add_item(item)
        while (excess := self.content_length() - LONGEST_TEXT) > 0:
            every = self.walk_children()
            texts = [each for each in every if isinstance(each, discord.ui.TextDisplay)]
            longest = max(texts, key=lambda each: len(each.content))
            share = max(LONGEST_TEXT // len(texts), len(longest.content) - excess)
            longest.content = clip(longest.content, share)
        return self


def buttons_below(*buttons: discord.ui.Button[Any]) -> discord.ui.View:
    """Put buttons below a message of plain text, which phones show in their notification."""
    view = discord.ui.View(timeout=None)
    view.stop()
    for item in buttons:
        view.add_item(item)
    return view


def text(*lines: str) -> discord.ui.TextDisplay[Any]:
    """Build a block of text."""
    return discord.ui.TextDisplay("\n".join(lines))


def gallery(*pictures: Picture | None) -> list[discord.ui.MediaGallery[Any]]:
    """Build a gallery in full width for each picture that is uploaded with the message."""
    return [
        discord.ui.MediaGallery(
            discord.MediaGalleryItem(f"attachment://{picture.name}", description=picture.alt)
        )
        for picture in pictures
        if picture is not None
    ]


def container(*items: discord.ui.Item[Any]) -> discord.ui.Container[Any]:
    """Build a framed box."""
    return discord.ui.Container(*items, accent_colour=ACCENT)


def pictured(
    lines: discord.ui.TextDisplay[Any],
    galleries: Sequence[discord.ui.MediaGallery[Any]],
    *controls: discord.ui.ActionRow[Any] | discord.ui.File[Any] | discord.ui.TextDisplay[Any],
) -> Panel:
    """Build a message of text, pictures and controls, with a frame if there is no picture.

    A frame would make pictures a fifth smaller on phones.
    """
    if not galleries:
        return Panel(container(lines, *controls))
    return Panel(lines, *galleries, *controls)


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
    """Build rows of at most five buttons."""
    return [row(*buttons[at : at + IN_A_ROW]) for at in range(0, len(buttons), IN_A_ROW)]


def menu(
    placeholder: str, meaning: CustomId, options: Sequence[Option], most: int = 1
) -> discord.ui.ActionRow[Any]:
    """Build a menu of one to 25 options, none of them shown as chosen."""
    meaning = meaning.with_random_version()
    select: discord.ui.Select[Any] = discord.ui.Select(
        id=meaning.component_id,
        custom_id=str(meaning),
        placeholder=clip(placeholder),
        max_values=min(most, len(options)),
        options=[_option(*option) for option in options],
    )
    return discord.ui.ActionRow(select)


def _option(label: str, value: str, emoji: str = "", about: str = "") -> discord.SelectOption:
    return discord.SelectOption(
        label=clip(label), value=value, emoji=emoji or None, description=clip(about) or None
    )


class Form(discord.ui.Modal):
    """A form with one field below a text; the library does not keep it, so it survives restarts."""

    def __init__(  # noqa: PLR0913  # the texts of a form
        self,
        title: str,
        meaning: CustomId,
        *,
        label: str,
        longest: int,
        about: Sequence[str] = (),
        default: str = "",
    ) -> None:
        super().__init__(title=title, custom_id=str(meaning), timeout=None)
        if about:
            self.add_item(text(*about))
        field: discord.ui.TextInput[Any] = discord.ui.TextInput(
            default=default[:longest] or None,
            max_length=longest,
            custom_id=FORM_FIELD,
        )
        self.add_item(discord.ui.Label(text=label, component=field))
        self.stop()


def text_panel(*lines: str, buttons: Sequence[discord.ui.Button[Any]] = ()) -> Panel:
    """Build a message of text and buttons."""
    return Panel(container(text(*lines), *in_rows(buttons)))


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
    """Show a message in the private answer to a deferred interaction."""
    async with within():
        return await interaction.edit_original_response(view=panel, attachments=files(*pictures))


async def show_file(
    interaction: discord.Interaction, sentence: str, data: bytes, name: str
) -> None:
    """Send a file with a sentence as the private answer to a deferred interaction."""
    file = Upload(io.BytesIO(data), name)
    async with within():
        await interaction.edit_original_response(
            content=clip(sentence, LONGEST_PLAIN), attachments=[file]
        )


async def follow_up(
    interaction: discord.Interaction,
    panel: Panel,
    *pictures: Picture | None,
    ephemeral: bool = False,
) -> None:
    """Send one more message after the answer to an interaction."""
    async with within():
        await interaction.followup.send(view=panel, files=files(*pictures), ephemeral=ephemeral)


async def reply_in_pages(interaction: discord.Interaction, lines: Iterable[str]) -> None:
    """Answer a deferred interaction with lines, in several private messages if needed.

    Lines that exceed ``MOST_FOLLOW_UPS`` are left out.
    """
    first, *more = pages(lines)
    await show(interaction, text_panel(*first))
    for page in more[:MOST_FOLLOW_UPS]:
        await follow_up(interaction, text_panel(*page), ephemeral=True)


class Upload(discord.File):
    """A file in memory to be sent once; its bytes are freed after the request."""

    def close(self) -> None:
        """Close the file; discord.py would leave it open and in a reference cycle."""
        super().close()
        self.fp.close()


@dataclass(frozen=True)
class Picture:
    """A picture or an animation to be sent: the name of its file, its bytes, its alt text."""

    name: str
    data: bytes
    alt: str

    def height_at(self, width: int) -> int:
        """Return the height that a PNG file would have at another width; 0 without its bytes."""
        own, height = (int.from_bytes(self.data[at : at + 4], "big") for at in (16, 20))
        return height * width // own if own else 0

    def file(self) -> discord.File:
        """Return the picture as an upload, to be used once."""
        return Upload(io.BytesIO(self.data), self.name)


def files(*pictures: Picture | None) -> list[discord.File]:
    """Return the uploads of a message."""
    return [picture.file() for picture in pictures if picture is not None]


MOST_PAGES = 100_000


@dataclass(frozen=True)
class Page:
    """A page of a list, numbered from 0, with at most ``size`` of ``total`` entries."""

    number: int
    size: int
    total: int

    @property
    def first(self) -> int:
        """The index of its first entry."""
        return self.number * self.size

    @property
    def end(self) -> int:
        """The index after its last entry."""
        return min(self.first + self.size, self.total)


def page_at(number: int, size: int, total: int) -> Page:
    """Return a page of a list of at least one entry: the last one if there are fewer by now."""
    return Page(min(number, (total - 1) // size), size, total)


def parse_page(value: str) -> int:
    """Parse the number of a page."""
    return parse_index(value, MOST_PAGES)


PageNumber = Annotated[int, parse_page]


def turn_buttons(
    words: Words, page: Page, turn: Verb, args: Callable[[int], tuple[str, ...]]
) -> list[discord.ui.Button[Any]]:
    """Build the buttons to the pages before and after this one, as far as there are any.

    ``args`` makes the arguments of their custom ids from the number of the page they lead to.
    """
    buttons = []
    if page.number > 0:
        before = CustomId(NO_GAME, 0, turn, args(page.number - 1))
        buttons.append(button(words("memories.back"), before))
    if page.end < page.total:
        after = CustomId(NO_GAME, 0, turn, args(page.number + 1))
        buttons.append(button(words("memories.on"), after))
    return buttons


def page_lines(words: Words, page: Page) -> list[str]:
    """Say which entries a page has (``1–5 of 12``), unless it is the only one."""
    if page.total <= page.size:
        return []
    figures = {"first": page.first + 1, "last": page.end, "total": page.total}
    return [small(words("standings.page", **{key: words.number(n) for key, n in figures.items()}))]
