"""What people choose for all that only they see: language, and words in place of pictures."""

from __future__ import annotations

import pytest
from driving import Shown, Sim, answer, other_than
from kit import held, laid

from bot.rules.state import Seat, Stage
from cogs.live.pictures import Pictures

pytestmark = pytest.mark.usefixtures("painted")


def hand_of(sim: Sim, name: str) -> Shown:
    """Somebody's newest private hand, and not what else they were answered."""
    private = [each for each in sim.screen(name) if each.private]
    return [each for each in private if "sort" in each.controls][-1]


def lines(shown: Shown) -> list[str]:
    return shown.text.strip().splitlines()


# -- language ------------------------------------------------------------------------------


async def test_a_language_changes_all_that_only_one_sees_and_nothing_else(
    esperanto: None, sim: Sim
) -> None:
    await sim.seat("ada", "ben")
    mover = sim.to_move()
    other = other_than(mover)

    result = await sim.prefer(mover, "language", "eo")

    assert "Lingvo: Esperanto" in answer(result).words
    assert "Prenu karton." in hand_of(sim, mover).text
    assert "Kartaro" in hand_of(sim, mover).words
    assert hand_of(sim, mover).alts[0].startswith("Viaj kartoj")
    assert "Your hand" in hand_of(sim, other).alts[0]
    assert "draw a card" in sim.table().text


async def test_a_language_is_known_to_commands_components_and_refusals_after_a_restart(
    esperanto: None, sim: Sim
) -> None:
    await sim.prefer("eve", "language", "eo")
    await sim.prefer("ada", "language", "eo")
    assert "Ne plu." in sim.told(await sim.slash("eve", "hand"))
    await sim.seat("ada", "ben")

    await sim.restart()
    foreign = await sim.click("eve", sim.table(), "hand")
    assert sim.told(foreign).strip() == "Vi ne sidas."
    await sim.restart()
    await sim.click("ada", sim.table(), "hand")
    assert hand_of(sim, "ada").alts[0].startswith("Viaj kartoj")


# -- menus ---------------------------------------------------------------------------------


async def test_without_pictures_the_page_shows_none_and_made_up_settings_are_refused(
    sim: Sim,
) -> None:
    page = answer(await sim.prefer("ada", "pictures", "off"))

    assert page.alts == sim.files(page) == []
    made_up = "p10:-:0:ownsetting:pings:0"
    assert "understand" in (await sim.send(("ada", page, made_up, ("ping",))))[0]


# -- pictures ------------------------------------------------------------------------------


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is drawn from now on, by name."""
    found: list[str] = []
    for kind in ("hand", "scores", "figure"):
        drawing = getattr(Pictures, kind)

        def noted(*args: object, _kind: str = kind, _drawing: object = drawing) -> object:
            picture = _drawing(*args)  # type: ignore[operator]
            if picture is not None:
                found.append(_kind)
            return picture

        monkeypatch.setattr(Pictures, kind, noted)
    return found


async def test_a_hand_without_pictures_says_its_cards_after_what_is_due(
    sim: Sim, drawn: list[str]
) -> None:
    page = answer(await sim.prefer("ada", "pictures", "off"))
    assert "Pictures: Off: everything in words" in page.words
    await sim.seat("ada", "ben")
    seats = (Seat(held("Y5 R11 W S"), trying=1), Seat(held("R1 B3"), trying=1))
    drawn.clear()

    await sim.put(stage=Stage.DRAW, turn=0, seats=seats, discard_pile=held("B12"))

    told = lines(hand_of(sim, "ada"))
    assert told[0] == "### Phase 1: 2 sets of 3"
    assert told[-6:] == [
        "**Your turn: draw a card.**",
        "Your hand, 4 cards: Yellow 5, Red 11, Wild, Skip.",
        "Those that fit: Yellow 5, Red 11, Wild.",
        "Draw pile: 87 cards. On top of the discards: Blue 12.",
        "You have 0 points.",
        "ben: on phase 1, 2 cards, 0 points.",
    ]
    assert sim.files(hand_of(sim, "ada")) == hand_of(sim, "ada").alts == []
    assert "Your hand" in hand_of(sim, "ben").alts[0]
    assert drawn == ["hand"]


async def test_a_hand_without_pictures_takes_the_same_clicks_and_can_have_them_again(
    sim: Sim,
) -> None:
    for name in ("ada", "ben"):
        await sim.prefer(name, "pictures", "off")
    await sim.seat("ada", "ben")
    mover = sim.to_move()
    before = set(hand_of(sim, mover).controls)
    assert {"draw", "sort"} <= before
    await sim.click(mover, hand_of(sim, mover), "sort")
    assert "Your hand, 10 cards:" in hand_of(sim, mover).text

    await sim.prefer(mover, "pictures", "on")

    assert set(hand_of(sim, mover).controls) == before
    assert "Your hand, 10 cards:" in hand_of(sim, mover).alts[0]
    assert "Your hand, 10 cards:" not in hand_of(sim, mover).text


async def test_without_pictures_the_table_on_request_tells_everything(sim: Sim) -> None:
    await sim.prefer("ada", "pictures", "off")
    await sim.seat("ada", "ben")
    laid_out = (laid("S", "R4 B4 W4"), laid("R", "R3 W4 R5 R6"))
    seats = (
        Seat(held("Y5 R11"), trying=2, groups=laid_out),
        Seat(held("R1 R2 R3"), trying=1),
    )
    await sim.put(stage=Stage.PLAY, turn=0, seats=seats, discard_pile=held("B12"))

    shown = answer(await sim.slash("ada", "table"))

    assert "The table is now at the bottom of the channel. https://" in lines(shown)[0]
    assert "On top of the discards: Blue 12." in shown.text
    assert "ada: phase 2 is down (set of 4s and run 3–6), 2 cards, 0 points." in lines(shown)
    assert "ben: on phase 1, 3 cards, 0 points." in lines(shown)
    assert "In front of ada: Red 4, Blue 4, Wild as 4; Red 3, Wild as 4, Red 5, Red 6." in lines(
        shown
    )
    assert "Yellow 5" not in shown.text
    assert shown.raw.attachments == []
    assert len(sim.files(sim.table())) == 1
    more = answer(await sim.click("ada", sim.table(), "more"))
    await sim.click("ada", more, "repost")
    again = Shown(sim.env.backend.messages[sim.channel.id][more.id])
    assert lines(again)[1:] == lines(shown)[1:]
