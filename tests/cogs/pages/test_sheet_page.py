from __future__ import annotations

from dataclasses import replace

import pytest
from fullest_kit import HIGHEST, LONG, LONGEST_PHASES
from limits import check, text_of

from bot.cards.editions import CLASSIC, MASTERS
from bot.core.errors import GameError
from bot.i18n import words_for
from bot.i18n.catalogue import languages
from bot.sheets import MOST_HANDS, Sheet, SheetCorrection, SheetPlayer, SheetResult
from cogs.pages.sheet_page import ResultArgs, correct_screen, result_form, sheet_file, sheet_screen

RULES = replace(CLASSIC, phases=LONGEST_PHASES)
RESULTS = tuple(
    SheetResult(hand, seat, 0, "999") for hand in range(MOST_HANDS - 1) for seat in range(6)
)
FULLEST = Sheet(
    *("z" * 16, HIGHEST, HIGHEST, HIGHEST, RULES, (SheetPlayer(LONG),) * 6, 0.0),
    begun=True,
    results=RESULTS,
    corrections=tuple(SheetCorrection(0, each, each) for each in RESULTS[-3:]),
)


@pytest.mark.parametrize("locale", languages())
def test_the_fullest_sheet_is_one_that_discord_takes(locale: str) -> None:
    words = words_for(locale)
    for sheet in (replace(FULLEST, begun=False), FULLEST, replace(FULLEST, closed=True)):
        screen = sheet_screen(words, sheet)
        check(screen)
        assert (words("sheet.unchecked") in text_of(screen)) == (sheet is not FULLEST)
    for page in (0, 10**5):
        check(correct_screen(words, FULLEST, HIGHEST, page))
    chosen = replace(FULLEST, rules=replace(MASTERS, phases=LONGEST_PHASES))
    for sheet, options in ((FULLEST, 2), (chosen, 11)):
        form = result_form(words, sheet, RESULTS[0], "0").to_dict()
        assert len(form["title"]) <= 45
        _, laid, left = form["components"]
        assert len(laid["component"]["options"]) == options
        assert left["component"]["value"] == "999"
    file = sheet_file(words_for("en"), chosen).decode()
    assert ",,No,999,999,999\r\n" in file, "no phase was tried"
    with pytest.raises(GameError):
        result_form(words, replace(FULLEST, results=()), ResultArgs.parse("1", "5", "1", "9.W"), "")
