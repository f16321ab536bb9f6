"""Small pieces of message text: names, links, timestamps, and the reader's words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from bot.i18n import Words, words_for
from bot.i18n.rulesets import differences

if TYPE_CHECKING:
    from collections.abc import Iterable

    import discord

    from bot.rules.editions import RuleSet

_MARKDOWN = re.compile(r"[\\*_~|`>\[\]()<#:@]|^[-+]|(?<=^\d)\.")


def words_of(interaction: discord.Interaction, theme: str | None = None) -> Words:
    """The words of who clicked; beside pictures in a theme those that name its cards."""
    return words_for(str(interaction.locale), theme)


def escaped(name: str) -> str:
    """A name as message text: no markdown, no mention, no link comes of it."""
    return _MARKDOWN.sub(lambda found: f"\\{found[0]}", name).replace("@", "@\N{ZERO WIDTH SPACE}")


def all_escaped(names: Iterable[str]) -> list[str]:
    """Names as message text."""
    return [escaped(name) for name in names]


def bold(text: str) -> str:
    """A text that stands out."""
    return f"**{text}**"


def small(text: str) -> str:
    """A line in small grey letters."""
    return f"-# {text}"


def bullets(words: Words, rules: RuleSet) -> list[str]:
    """What differs from the classic rules, a line each."""
    return [words("table.difference", sentence=each) for each in differences(words, rules)]


def relative(at: float) -> str:
    """A moment as Discord counts down to it, in each reader's language."""
    return f"<t:{int(at)}:R>"


def message_link(guild_id: int, channel_id: int, message_id: int) -> str:
    """The address of a message in a server."""
    return f"https://discord.com/channels/{guild_id}/{channel_id}/{message_id}"
