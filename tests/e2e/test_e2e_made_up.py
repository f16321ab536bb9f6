"""Components that the bot never made: each is answered in words, and nothing changes."""

from __future__ import annotations

from driving import Sim
from remembering import ask

NO_ANSWER = (
    "do not understand",
    "cannot find a finished game like that",
    "no place",
    "not open any more",
    "cannot find that score sheet",
)
BUTTONS = (
    *("statsshow", "statsshow:x", "statsshow:0", "statsshow:-1", "statsshow:1:2"),
    f"statsshow:{10**20}",
    *("champions", "champions:chess:0", "champions:cards:-1"),
    *("board", "board:rating-all:all", "board:rating-all:all:99999999", "board:rating-all:all:-1"),
    *("board:luck-all:all:0", "board:rating-ever:all:0", "board:rating-all:chess:0"),
    *("board:ratingall:all:0", "boardown:ratingall:all:0", "boardshow:x:y:z", "boardopen:x"),
    *("history", "history:all", "history:all:1000000", "history:ada:0", f"history:{10**20}:0"),
    *("sheets", "sheets:-1", "sheetresult:60:1", "sheetanyway:0:6:1:0", "sheetenter:0:0"),
    *("pastgame:all:0", "draw:sideways", "nonsense", "settingspage:secrets", "topic"),
)
OF_A_GAME = (
    "sheetjoin",
    "sheetcorrect",
    "pastgame:all",
    *(f"replay:all:0{end}" for end in ("", ":9999999", ":x", ":3")),
)
OF_GUIDED = ("guided:pp", "guided:zz:h", "guidedask", "guidedask:pl")
CHOICES = {
    "boardby:rating-all:all:0": ("luck",),
    "boardperiod:rating-all:all:0": ("ever",),
    "boardedition:rating-all:all:0": ("chess",),
    "pastchoice:all:0": ("x" * 41, "a b", "nothere"),
    "topic": ("secrets",),
}


async def test_made_up_buttons_and_choices_are_answered_in_words(sim: Sim) -> None:
    page = await ask(sim, "eve", "leaderboard", by="phases")
    meant = [(f"p10:-:0:{each}", "") for each in BUTTONS]
    meant += [(f"p10:nothere:0:{each}", "") for each in OF_A_GAME]
    meant += [(f"p10:-:2:{each}", "") for each in OF_GUIDED]
    meant += [(f"p10:-:0:{verb}", value) for verb, values in CHOICES.items() for value in values]
    clicks = [("eve", page, custom_id, (value,) if value else ()) for custom_id, value in meant]
    for click, told in zip(clicks, await sim.send(*clicks), strict=True):
        assert any(each in told for each in NO_ANSWER), (click[2:], told)
