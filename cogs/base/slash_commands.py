"""Slash commands: texts from the catalogue, and one decorator for what all of them share."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Coroutine, Iterable
from functools import cache, partial, wraps
from typing import Any, Protocol, TypeVar

import discord
from discord import Locale, app_commands

from bot.i18n import DEFAULT_LOCALE, words_for

from .discord_errors import answer_first
from .errors import Guard

Callback = Callable[..., Coroutine[Any, Any, None]]
ChoiceT = TypeVar("ChoiceT", str, int)
AnyCommand = app_commands.Command[Any, ..., None]


def localized(key: str) -> app_commands.locale_str:
    """Return a catalogue key as text for Discord: English now, translated when synced."""
    return app_commands.locale_str(words_for(DEFAULT_LOCALE)(key), key=key)


def choices_of(key: str, values: Iterable[ChoiceT]) -> list[app_commands.Choice[ChoiceT]]:
    """Make choices of a command; ``key`` is their catalogue key with ``{}`` for the value."""
    return [app_commands.Choice(name=localized(key.format(each)), value=each) for each in values]


class CatalogueTranslator(app_commands.Translator):
    """Translates what :func:`localized` made; unknown languages get the English default."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: Locale,
        _context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the text in a language, None to leave the default."""
        key = string.extras.get("key")
        return None if key is None else _translation(key, locale)


@cache
def _translation(key: str, locale: Locale) -> str | None:
    words = words_for(str(locale))
    return None if words.locale == DEFAULT_LOCALE else words(key)


class Guarded(Protocol):
    """A cog whose commands are guarded."""

    guard: Guard


def command(
    name: str, description: str = "", **options: str | tuple[str, str]
) -> Callable[[Callback], AnyCommand]:
    """Make a method of a cog with a ``guard`` a command with a private, deferred answer.

    Args:
        name: key of its name in the catalogue (``commands.<name>.name``).
        description: key of its description, where that differs.
        options: the same keys for each parameter: one, or a pair of name and description.
    """

    def decorate(callback: Callback) -> AnyCommand:
        @wraps(callback)
        async def guarded(
            cog: Guarded,
            interaction: discord.Interaction,
            *args: Any,  # noqa: ANN401  # what the command declares
            **kwargs: Any,  # noqa: ANN401
        ) -> None:
            async with cog.guard(interaction):
                response = interaction.response
                await answer_first(partial(response.defer, ephemeral=True, thinking=True))
                await callback(cog, interaction, *args, **kwargs)

        # discord.py would look the annotations up in this module.
        guarded.__signature__ = inspect.signature(callback, eval_str=True)  # type: ignore[attr-defined]
        keys = {each: (key, key) if isinstance(key, str) else key for each, key in options.items()}
        app_commands.rename(
            **{each: localized(f"commands.{key}.name") for each, (key, _) in keys.items()}
        )(guarded)
        app_commands.describe(
            **{each: localized(f"commands.{key}.description") for each, (_, key) in keys.items()}
        )(guarded)
        return app_commands.command(
            name=localized(f"commands.{name}.name"),
            description=localized(f"commands.{description or name}.description"),
        )(guarded)

    return decorate
