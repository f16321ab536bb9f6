"""The messages of the challenge of a week: the private page, and the announcement."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from bot.daily.calendar import ends, week_bounds
from bot.i18n import Translator
from bot.i18n.challenge import challenge_dates, challenge_row, challenge_rows
from bot.i18n.daily import PODIUM
from bot.results.challenge import ChallengeBoard, FirstGame
from cogs.base.custom_ids import CustomId, Verb
from cogs.base.screens import PRIMARY, Button, Screen
from cogs.base.text import bold, escaped, relative, small


def challenge_button(words: Translator) -> Button:
    return Button(words("challenge.button"), CustomId.of(Verb.CHALLENGE))


def challenge_screen(
    words: Translator, week: date, first: FirstGame | None, board: ChallengeBoard | None
) -> Screen:
    """Build a person's page; outside of servers there is no board."""
    playing = first is not None and first.begun and not first.over
    key = "challenge.again" if first is not None and first.over else "challenge.play"
    play = Button(words(key), CustomId.of(Verb.CHALLENGE_PLAY), PRIMARY)
    lines = _lines(words, week, board, playing=playing)
    return Screen.of([*lines], [] if playing else [play])


def _lines(
    words: Translator, week: date, board: ChallengeBoard | None, *, playing: bool
) -> Iterator[str]:
    yield f"### {words('challenge.title', dates=challenge_dates(words, week))}"
    yield words("challenge.about")
    if playing:
        yield bold(words("challenge.playing", command=words.command("phase10", "hand")))
    if board is not None:
        yield from challenge_rows(words, board, escaped)
    yield small(words("challenge.ends", when=relative(ends(week_bounds(week)[1]))))


def challenge_news_screen(words: Translator, week: date, board: ChallengeBoard) -> Screen:
    """Build the announcement of a challenge with the best of the one before."""
    dates = challenge_dates(words, board.week)
    best = [challenge_row(words, row, escaped) for row in board.rows if 1 <= row.rank <= PODIUM]
    told = words("challenge.best_of" if best else "challenge.nobody_in", dates=dates)
    title = bold(words("challenge.new", dates=challenge_dates(words, week)))
    return Screen.of([title, told, *best], [challenge_button(words)])
