"""Names and descriptions of commands from the catalogue, in every language that has them."""

from __future__ import annotations

from discord import Locale, app_commands

from bot.i18n import DEFAULT_LOCALE, words_for


def localized(key: str) -> app_commands.locale_str:
    """A catalogue key as something Discord can be sent: English now, translated when synced."""
    return app_commands.locale_str(words_for(DEFAULT_LOCALE)(key), key=key)


class CatalogueTranslator(app_commands.Translator):
    """Translates what :func:`localized` made; unknown languages get the English default."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: Locale,
        _context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The string in a language, None to leave the default."""
        words = words_for(str(locale))
        key = string.extras.get("key")
        if key is None or words.locale == DEFAULT_LOCALE:
            return None
        return words(key)
