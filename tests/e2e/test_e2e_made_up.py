"""Components that the bot never made: each is answered in words, and nothing changes."""

from __future__ import annotations

from driving import Shown, Sim
from remembering import ask, break_off

NO_ANSWER = (
    "do not understand",
    "cannot find a finished game like that",
    "no place",
    "not open any more",
)
BUTTONS = (
    *("statsshow", "statsshow:x", "statsshow:0", "statsshow:-1", "statsshow:1:2"),
    f"statsshow:{10**20}",
    *("champions", "champions:chess:0", "champions:cards:-1"),
    *("board", "board:rating-all:all", "board:rating-all:all:99999999", "board:rating-all:all:-1"),
    *("board:luck-all:all:0", "board:rating-ever:all:0", "board:rating-all:chess:0"),
    *("board:ratingall:all:0", "boardown:rating-all:all:0", "boardshow:x:y:z", "boardopen:x"),
    *("history", "history:all", "history:all:1000000", "history:ada:0", f"history:{10**20}:0"),
    *("pastgame:all:0", "draw:sideways", "nonsense", "settingspage:secrets", "topic"),
)
OF_A_GAME = ("pastgame:all", *(f"replay:all:0{end}" for end in ("", ":9999999", ":x", ":3")))
OF_GUIDED = ("guided:pp", "guided:zz:h", "guidedask", "guidedask:pl")
CHOICES = {
    "boardby:rating-all:all:0": ("luck",),
    "boardperiod:rating-all:all:0": ("ever",),
    "boardedition:rating-all:all:0": ("chess",),
    "pastchoice:all:0": ("x" * 41, "a b", "nothere"),
    "topic": ("secrets",),
}
OF_A_LOBBY = {
    "edition": ("bridge",),
    "variation": ("hands=3",),
    "rule": ("skips=99", "dealer=1"),
    "computer": ("genius",),
}
OF_A_HAND = {
    "discard:number": ("X9", "R1,R2"),
    "hit:number": ("0.0", "9.0.R5"),
    "ways:number": ("99",),
}


async def test_made_up_buttons_and_choices_are_answered_in_words(sim: Sim) -> None:
    await break_off(sim, "ada", "ben")
    page = await ask(sim, "eve", "leaderboard", by="phases")
    meant = [(f"p10:-:0:{each}", "") for each in BUTTONS]
    meant += [(f"p10:nothere:0:{each}", "") for each in OF_A_GAME]
    meant += [(f"p10:-:2:{each}", "") for each in OF_GUIDED]
    meant += [(f"p10:-:0:{verb}", value) for verb, values in CHOICES.items() for value in values]
    await _check(sim, "eve", page, meant)


async def test_made_up_options_and_moves_change_nothing(sim: Sim) -> None:
    await sim.slash("ada", "play")
    before = sim.manager.lobby
    meant = [
        (f"p10:{before.lobby_id}:0:{verb}", value)
        for verb, values in OF_A_LOBBY.items()
        for value in values
    ]
    await _check(sim, "ada", sim.table(), meant)
    assert sim.manager.lobby == before

    await sim.click("ben", sim.table(), "join")
    await sim.click("ada", sim.table(), "start")
    await sim.click("ben", sim.table(), "hand")
    name = sim.to_move()
    await sim.click(name, sim.hand(name), "draw")
    view = sim.manager.view(None)
    meant = [
        (f"p10:{view.game_id}:{view.version}:{verb}", value)
        for verb, values in OF_A_HAND.items()
        for value in values
    ]
    await _check(sim, name, sim.hand(name), meant)
    assert sim.manager.version == view.version


async def _check(sim: Sim, name: str, shown: Shown, meant: list[tuple[str, str]]) -> None:
    for custom_id, value in meant:
        values = tuple(value.split(",")) if value else ()
        (told,) = await sim.send((name, shown, custom_id, values))
        assert any(each in told for each in NO_ANSWER), (custom_id, value, told)
