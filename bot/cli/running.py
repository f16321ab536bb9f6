"""The commands that run the bot: play and run."""

from __future__ import annotations

import logging
from typing import Annotated

import typer

from bot.i18n import languages
from bot.settings import OperatorError, load_settings

from .output import FAILED, USAGE, explained, file_named

_LANGUAGES = {name.replace("_", "-"): name for name in languages()}


def play(
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Port of the page; 0 for any that is free.")
    ] = 0,
    players: Annotated[
        int,
        typer.Option(
            min=1,
            max=8,
            help="How many of the eight people you play; the computer plays the others in cups.",
        ),
    ] = 3,
    browser: Annotated[bool, typer.Option(help="Open the page in the browser.")] = True,
    database: Annotated[
        str,
        typer.Option(
            metavar="FILE", help="File that keeps the playground's games; made when missing."
        ),
    ] = "data/playground.db",
    locale: Annotated[
        str, typer.Option(help=f"Language of the people there: {', '.join(_LANGUAGES)}.")
    ] = "en",
) -> None:
    """Try the bot in a page of your browser, without an account."""
    spoken = _LANGUAGES.get(locale)
    if spoken is None:
        raise OperatorError(
            f"There is no language {locale!r}; there are {', '.join(_LANGUAGES)}.", status=USAGE
        )
    file = file_named(database)
    try:
        from bot.playground.run import run_playground  # noqa: PLC0415  # an extra
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != "simcord":
            raise
        raise OperatorError(
            "The playground is not installed; install it with:"
            " pip install 'phase10-table[playground]'"
        ) from error
    run_playground(database=file, port=port, people=players, browser=browser, locale=spoken)


def run() -> int:
    """Run the bot on Discord, with the token in DISCORD_TOKEN."""
    from bot.service.run import serve  # noqa: PLC0415  # slow to import

    settings = load_settings()
    try:
        serve(settings)
    except Exception as error:
        known = explained(error)
        told = known or OperatorError("something went wrong", status=FAILED)
        logging.getLogger(__name__).exception(str(told), exc_info=not known)
        return told.status
    return 0
