"""Messages as values without state: their texts, drawings and controls."""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, Protocol, Self
from zlib import crc32

import discord
from discord import ButtonStyle

from bot.i18n import Translator
from bot.i18n.phrases import clip
from bot.i18n.standings import page_text
from bot.render import Canvas
from cogs.base.custom_ids import CustomId, Verb, parse_index
from cogs.base.text import small

PRIMARY = ButtonStyle.primary
SECONDARY = ButtonStyle.secondary
SUCCESS = ButtonStyle.success
DANGER = ButtonStyle.danger
ACCENT = 0x2F6F5E
LONGEST_BUTTON = 80
IN_A_ROW = 5
LONGEST_TEXT = 4000  # characters that Discord takes in all blocks of text of a message
LONGEST_PLAIN = 2000  # characters that Discord takes in a message of plain text
LONGEST_PAGE = 3800  # characters in a page of a list
# custom ids of the fields of forms
FORM_FIELD = "text"
FORM_CHOICE = "choice"
Option = tuple[str, str] | tuple[str, str, str] | tuple[str, str, str, str]
"""The label and the value of an option of a menu, perhaps its emoji and a line below the label."""


class Control(Protocol):
    """A component of a message as a value, from which discord.py's is made."""

    def item(self) -> discord.ui.Item[Any]:
        """Make the component."""


@dataclass(frozen=True)
class Text:
    """A block of text of its own."""

    content: str

    def item(self) -> discord.ui.TextDisplay[Any]:
        return discord.ui.TextDisplay(self.content)


@dataclass(frozen=True)
class Button:
    """A button with a text, an emoji, or both; with the address of a page it is a link."""

    label: str
    meaning: CustomId | None
    style: ButtonStyle = SECONDARY
    emoji: str = ""
    disabled: bool = False
    url: str | None = None

    def item(self) -> discord.ui.Button[Any]:
        return discord.ui.Button(
            label=clip(self.label, LONGEST_BUTTON) or None,
            emoji=self.emoji or None,
            custom_id=None if self.meaning is None else str(self.meaning),
            style=self.style,
            disabled=self.disabled,
            url=self.url,
        )


@dataclass(frozen=True)
class ButtonRow:
    """A row of one to five buttons."""

    buttons: tuple[Button, ...]

    def item(self) -> discord.ui.ActionRow[Any]:
        return discord.ui.ActionRow(*(button.item() for button in self.buttons))


@dataclass(frozen=True)
class Menu:
    """A menu of one to 25 options, without a chosen one."""

    placeholder: str
    meaning: CustomId
    options: tuple[Option, ...]

    def item(self) -> discord.ui.ActionRow[Any]:
        options = [_option(*option) for option in self.options]
        return menu_row(discord.ui.Select, self.meaning, self.placeholder, options=options)


@dataclass(frozen=True)
class PeopleMenu:
    """A menu of the members of the server, of whom some may be chosen.

    With ``chosen`` it shows who is chosen now, and all of them can be removed.
    """

    placeholder: str
    meaning: CustomId
    most: int
    chosen: tuple[int, ...] | None = None

    def item(self) -> discord.ui.ActionRow[Any]:
        shown: dict[str, Any] = {}
        if self.chosen is not None:
            kind = discord.SelectDefaultValueType.user
            values = [discord.SelectDefaultValue(id=each, type=kind) for each in self.chosen]
            shown = {"min_values": 0, "default_values": values}
        return menu_row(
            discord.ui.UserSelect, self.meaning, self.placeholder, max_values=self.most, **shown
        )


def menu_row(
    kind: Callable[..., discord.ui.Item[Any]], meaning: CustomId, placeholder: str, **more: object
) -> discord.ui.ActionRow[Any]:
    """Make the row of a menu, whose id is another one each time."""
    meaning = meaning.with_random_version()
    ids = {"id": meaning.component_id, "custom_id": str(meaning)}
    return discord.ui.ActionRow(kind(**ids, placeholder=clip(placeholder), **more))


def _option(label: str, value: str, emoji: str = "", about: str = "") -> discord.SelectOption:
    return discord.SelectOption(
        label=clip(label), value=value, emoji=emoji or None, description=clip(about) or None
    )


@dataclass(frozen=True)
class FileLink:
    """A file that is sent with the message."""

    path: Path

    def item(self) -> discord.ui.File[Any]:
        return discord.ui.File(f"attachment://{self.path.name}")


@dataclass(frozen=True)
class Drawing:
    """A picture that is to be drawn: equal drawings have the same pixels."""

    name: str  # of its file
    look: tuple[str, ...]  # the arguments of :func:`bot.render.make_design`
    paint: Callable[..., Canvas]
    subject: tuple[Hashable, ...]  # the arguments of ``paint`` after the design
    alt: str
    shared: bool = False  # whether several readers are shown it, so that it is kept for the others


@dataclass(frozen=True)
class Picture:
    """A picture or an animation to be sent: the name of its file, its bytes, its alt text."""

    name: str
    data: bytes
    alt: str

    def height_at(self, width: int) -> int:
        """Return the height that a PNG file would have at another width."""
        own, height = (int.from_bytes(self.data[at : at + 4], "big") for at in (16, 20))
        return height * width // own

    def file(self) -> discord.File:
        return Upload(io.BytesIO(self.data), self.name)


Part = Control | str | Sequence[Button]
"""A control, a block of text, or buttons, which are laid in even rows of at most five."""


def _laid(part: Part) -> Iterable[Control]:
    if not isinstance(part, Sequence):
        return [part]
    if isinstance(part, str):
        return [Text(part)]
    if not part:
        return []
    rows = math.ceil(len(part) / IN_A_ROW)
    size = math.ceil(len(part) / rows)
    return [ButtonRow(tuple(part[at : at + size])) for at in range(0, len(part), size)]


@dataclass(frozen=True)
class Screen:
    """A message: its text, its drawings, and its controls below each other."""

    lines: tuple[str, ...]
    controls: tuple[Control, ...] = ()
    drawings: tuple[Drawing | Picture, ...] = ()
    in_words: tuple[str, ...] = ()  # the whole text where nothing is drawn, if it is not the same
    text_below: bool = False  # whether the text stands below the pictures

    @classmethod
    def of(
        cls,
        lines: Iterable[str],
        *parts: Part,
        drawings: Iterable[Drawing | Picture | None] = (),
        in_words: Iterable[str] = (),
    ) -> Self:
        """Make a screen from its parts; some drawings may be missing."""
        drawn = tuple(each for each in drawings if each is not None)
        return cls(tuple(lines), (), drawn, tuple(in_words)).with_parts(*parts)

    def with_parts(self, *parts: Part) -> Self:
        return replace(self, controls=(*self.controls, *chain.from_iterable(map(_laid, parts))))

    def around(self, above: Iterable[str] = (), below: Iterable[str] = ()) -> Self:
        """Return the screen with more lines above and below its text."""
        above = tuple(above)
        below = tuple(below)
        lines, in_words = ((*above, *each, *below) for each in (self.lines, self.text))
        return replace(self, lines=lines, in_words=in_words)

    def message_view(self, pictures: Sequence[Drawing | Picture] = ()) -> MessageView:
        """Make the components of the message; a frame would make pictures smaller on phones."""
        controls = [control.item() for control in self.controls]
        if not pictures:
            beside = discord.ui.TextDisplay[Any]("\n".join(self.text))
            return MessageView(discord.ui.Container(beside, *controls, accent_colour=ACCENT))
        above: list[discord.ui.Item[Any]] = [
            discord.ui.MediaGallery(
                discord.MediaGalleryItem(f"attachment://{each.name}", description=each.alt)
            )
            for each in pictures
        ]
        if self.lines:
            text = discord.ui.TextDisplay[Any]("\n".join(self.lines))
            above.insert(len(above) if self.text_below else 0, text)
        return MessageView(*above, *controls)

    @property
    def text(self) -> tuple[str, ...]:
        return self.in_words or self.lines

    @property
    def files(self) -> list[discord.File]:
        paths = [each.path for each in self.controls if isinstance(each, FileLink)]
        return [discord.File(path) for path in paths]


class MessageView(discord.ui.LayoutView):
    """A message of Components V2 whose components are known by their custom ids alone.

    Its longest blocks of text are shortened until Discord takes all of them.
    """

    def __init__(self, *items: discord.ui.Item[Any]) -> None:
        super().__init__(timeout=None)
        for item in items:
            self.add_item(item)

    def is_finished(self) -> bool:
        """Return True, so that the library does not keep the view."""
        return True

    def add_item(self, item: discord.ui.Item[Any]) -> Self:
        super().add_item(item)
        while (excess := self.content_length() - LONGEST_TEXT) > 0:
            every = self.walk_children()
            texts = [each for each in every if isinstance(each, discord.ui.TextDisplay)]
            longest = max(texts, key=lambda each: len(each.content))
            share = max(LONGEST_TEXT // len(texts), len(longest.content) - excess)
            longest.content = clip(longest.content, share)
        return self


def question_screen(lines: Iterable[str], yes: str, meaning: CustomId, no: str) -> Screen:
    """Ask for confirmation; ``yes`` and ``no`` are the labels of the answers."""
    dismiss = Button(no, CustomId.of(Verb.DISMISS))
    return Screen.of(lines, [Button(yes, meaning, DANGER), dismiss])


def buttons_below(*buttons: Button) -> discord.ui.View:
    """Put buttons below a message of plain text, which phones show in their notification."""
    view = discord.ui.View(timeout=None)
    view.stop()
    for button in buttons:
        view.add_item(button.item())
    return view


class Form(discord.ui.Modal):
    """A form of one field, which survives restarts as the library does not keep it.

    Phones show the first content of a form whenever one of the same id is opened, so the version in
    its id is a number that changes with what is filled in.
    """

    def __init__(  # noqa: PLR0913  # the texts of a form
        self,
        title: str,
        meaning: CustomId,
        *,
        label: str,
        longest: int,
        about: Sequence[str] = (),
        how: str | None = None,
        default: str = "",
        below: Sequence[discord.ui.Item[Any]] = (),
        required: bool = True,
        style: discord.TextStyle = discord.TextStyle.short,
    ) -> None:
        field: discord.ui.TextInput[Any] = discord.ui.TextInput(
            default=default[:longest] or None,
            required=required,
            max_length=longest,
            style=style,
            custom_id=FORM_FIELD,
        )
        labelled = discord.ui.Label[Any](text=label, description=how, component=field)
        above = [discord.ui.TextDisplay[Any]("\n".join(about))] if about else []
        items: list[discord.ui.Item[Any]] = [*above, labelled, *below]
        filled = repr([title, *(item.to_component_dict() for item in items)])
        meaning = replace(meaning, version=1 + crc32(filled.encode()) % (10**9 - 1))
        super().__init__(title=title, custom_id=str(meaning), timeout=None)
        for item in items:
            self.add_item(item)
        self.stop()


def split_into_pages(lines: Iterable[str]) -> Iterator[list[str]]:
    """Split lines into the messages that they need, at least one."""
    page: list[str] = []
    length = 0
    for line in lines:
        length += len(line) + 1
        if page and length > LONGEST_PAGE:
            yield page
            page = []
            length = len(line) + 1
        page.append(line)
    yield page


class Upload(discord.File):
    """A file in memory that is sent once and freed after the request."""

    def close(self) -> None:
        """Close the file, which discord.py would leave open and in a reference cycle."""
        super().close()
        self.fp.close()


MOST_PAGES = 100_000


@dataclass(frozen=True)
class Page:
    """A page of a list, numbered from 0, with at most ``size`` of ``total`` entries."""

    number: int
    size: int
    total: int

    @property
    def first(self) -> int:
        return self.number * self.size

    @property
    def end(self) -> int:
        return min(self.first + self.size, self.total)


def page_at(number: int, size: int, total: int) -> Page:
    """Return a page of a list that is not empty: the last one if there are fewer pages."""
    return Page(min(number, (total - 1) // size), size, total)


PageNumber = Annotated[int, partial(parse_index, size=MOST_PAGES)]


def turn_buttons(words: Translator, page: Page, turn: Verb, *args: str) -> list[Button]:
    """Build the buttons to the pages next to this one; the number is the last argument."""
    buttons = []
    if page.number > 0:
        before = CustomId.of(turn, *args, str(page.number - 1))
        buttons.append(Button(words("terms.back"), before))
    if page.end < page.total:
        after = CustomId.of(turn, *args, str(page.number + 1))
        buttons.append(Button(words("terms.on"), after))
    return buttons


def page_lines(words: Translator, page: Page) -> list[str]:
    """Name the entries of a page (``1–5 of 12``), unless it is the only one."""
    text = page_text(words, page.first, page.end - page.first, page.total)
    return [small(text)] if text else []
