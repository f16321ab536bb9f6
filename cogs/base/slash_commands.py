"""Slash commands: their texts from the catalogue, their error handler, and their first answer."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Coroutine, Iterable
from functools import cache, wraps
from typing import Any, TypeVar

import discord
from discord import Locale, app_commands

from bot.i18n import DEFAULT_LOCALE, Translator, words_for

from .discord_errors import answer_first

Callback = Callable[..., Coroutine[Any, Any, None]]
ChoiceT = TypeVar("ChoiceT", str, int)
AnyCommand = app_commands.Command[Any, ..., None]


def localized(*keys: str) -> app_commands.locale_str:
    """Return the texts of catalogue keys: English now, translated when commands are synced."""
    return app_commands.locale_str(_joined(words_for(DEFAULT_LOCALE), keys), keys=keys)


def _joined(words: Translator, keys: Iterable[str]) -> str:
    return " · ".join(map(words, keys))


def make_choices(key: str, values: Iterable[ChoiceT]) -> list[app_commands.Choice[ChoiceT]]:
    """Make choices of a command; the catalogue ``key`` has ``{}`` for the value."""
    return [app_commands.Choice(name=localized(key.format(value)), value=value) for value in values]


class CatalogueTranslator(app_commands.Translator):
    """Translates the texts of :func:`localized`; unknown languages get the English default."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: Locale,
        _context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the text in a language; None for the default."""
        keys = string.extras.get("keys")
        return None if keys is None else _translation(keys, locale)


@cache
def _translation(keys: tuple[str, ...], locale: Locale) -> str | None:
    words = words_for(str(locale))
    return None if words.locale == DEFAULT_LOCALE else _joined(words, keys)


def command(name: str, **options: str | tuple[str, str]) -> Callable[[Callback], AnyCommand]:
    """Make a method of a cog with an ``error_handler`` a command with a private, deferred answer.

    Names and descriptions are in the catalogue: here ``commands.rules.name``, for ``topic``
    ``commands.topic.name``, and for ``edition_id`` ``commands.edition.name`` with
    ``commands.rules_edition.description``::

        @command("rules", edition_id=("edition", "rules_edition"), topic="topic")
        async def rules(
            self, interaction: discord.Interaction, edition_id: str | None = None, topic: str = ""
        ) -> None: ...
    """

    def decorate(callback: Callback) -> AnyCommand:
        @wraps(callback)
        async def guarded(
            cog: Any,  # noqa: ANN401  # has an error handler
            interaction: discord.Interaction,
            *args: Any,  # noqa: ANN401  # what the command declares
            **kwargs: Any,  # noqa: ANN401
        ) -> None:
            async with cog.error_handler(interaction):
                await answer_first(interaction.response.defer, ephemeral=True, thinking=True)
                await callback(cog, interaction, *args, **kwargs)

        # discord.py would look the annotations up in this module.
        guarded.__signature__ = inspect.signature(callback, eval_str=True)  # type: ignore[attr-defined]
        keys = {name: (key, key) if isinstance(key, str) else key for name, key in options.items()}
        app_commands.rename(
            **{name: localized(f"commands.{key}.name") for name, (key, _) in keys.items()}
        )(guarded)
        app_commands.describe(
            **{name: localized(f"commands.{key}.description") for name, (_, key) in keys.items()}
        )(guarded)
        return app_commands.command(
            name=localized(f"commands.{name}.name"),
            description=localized(f"commands.{name}.description"),
        )(guarded)

    return decorate
