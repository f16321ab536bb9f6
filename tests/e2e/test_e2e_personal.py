"""What people choose for all that only they see: language, and words in place of pictures."""

from __future__ import annotations

from random import Random

import pytest
from choosing import add_moderator
from driving import Shown, Sim, answer
from kit import held, laid

from bot.rules.state import Seat, Stage
from bot.storage.errors import StoreError
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
    other = "ben" if mover == "ada" else "ada"

    result = await sim.prefer(mover, "language", "eo")

    assert "Lingvo: Esperanto" in answer(result).words
    assert "Prenu karton." in hand_of(sim, mover).text
    assert "Kartaro" in hand_of(sim, mover).words
    assert hand_of(sim, mover).alts[0].startswith("Viaj kartoj")
    assert "Your hand" in hand_of(sim, other).alts[0]
    assert "draw a card" in sim.table().text


async def test_hands_that_follow_the_game_keep_the_language(esperanto: None, sim: Sim) -> None:
    for name in ("ada", "ben"):
        await sim.prefer(name, "language", "eo")
    await sim.seat("ada", "ben")
    mover = sim.to_move()
    assert "Prenu karton." in hand_of(sim, mover).text

    rng = Random(1)
    while sim.to_move() == mover:
        await sim.step(rng)

    assert "Prenu karton." in hand_of(sim, sim.to_move()).text
    assert "Vico de" in hand_of(sim, mover).text


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


async def test_a_language_can_be_given_back_to_discord(esperanto: None, sim: Sim) -> None:
    await sim.prefer("ada", "language", "eo")

    page = answer(await sim.prefer("ada", "language", "default"))

    assert page.menus["language"].label == "Language: English · Same as my Discord"


async def test_my_own_language_comes_before_the_servers(esperanto: None, sim: Sim) -> None:
    add_moderator(sim)
    await sim.settings("mod", "language", "eo")
    await sim.prefer("ada", "language", "en")
    await sim.seat("ada", "ben")

    assert "prenu karton" in sim.table().text
    assert "Your hand" in hand_of(sim, "ada").alts[0]


async def test_a_store_that_fails_costs_the_language_and_no_answer(
    esperanto: None, sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*_args: object) -> None:
        raise StoreError("disk full")

    await sim.prefer("ada", "language", "eo")
    await sim.restart()
    monkeypatch.setattr(sim.bot.parts.preferences.people, "_read", refuse)

    told = sim.told(await sim.slash("ada", "hand"))
    monkeypatch.undo()

    assert "No game is being played in this channel" in told


# -- menus ---------------------------------------------------------------------------------


async def test_one_page_has_a_menu_for_each_setting_and_a_sample(sim: Sim) -> None:
    page = answer(await sim.prefer("ada"))

    assert [menu.label for menu in page.menus.values()] == [
        "Language: English · Same as my Discord",
        "Card theme: Standard · Same as this server's tables",
        "Pictures: On",
        "Turn notices: Off",
        "Achievements: On",
    ]
    assert len(sim.files(page)) == 1


async def test_a_theme_is_chosen_in_a_menu_and_seen_at_once(sim: Sim) -> None:
    await sim.seat("ada", "ben")
    hand = hand_of(sim, "ada")
    before, sample = sim.files(hand), sim.files(answer(await sim.prefer("ada")))

    page = answer(await sim.prefer("ada", "theme", "high-contrast"))

    assert page.menus["theme"].label == "Card theme: High contrast"
    assert "Your hand, scores and rules look like this" in page.text
    assert len(sample) == len(sim.files(page)) == 1
    assert sim.files(page) != sample
    assert "high-contrast" not in page.menus["theme"].values
    assert sim.files(hand) != before


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

        async def noted(*args: object, _kind: str = kind, _drawing: object = drawing) -> object:
            picture = await _drawing(*args)  # type: ignore[operator]
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


async def test_who_wants_pictures_is_only_told_where_the_table_is(sim: Sim) -> None:
    await sim.seat("ada", "ben")

    shown = answer(await sim.slash("ada", "table"))

    assert len(lines(shown)) == 1


async def test_scores_without_pictures_are_complete(sim: Sim, drawn: list[str]) -> None:
    await sim.prefer("ada", "pictures", "off")
    await sim.seat("ada", "ben")
    await sim.play_hand()
    drawn.clear()

    shown = answer(await sim.click("ada", sim.table(), "scores"))

    ended = sim.manager.game.scored[-1]
    assert lines(shown)[-1] == f"Hand 1: ada {ended.points[0]} and ben {ended.points[1]}."
    assert drawn == []


async def test_rules_without_pictures_tell_the_figures(sim: Sim, drawn: list[str]) -> None:
    await sim.prefer("ada", "pictures", "off")
    drawn.clear()

    shown = answer(await sim.slash("ada", "rules", topic="hitting"))

    assert "Two hits: Red 8 onto the end of Yellow 4" in shown.text
    assert shown.alts == []
    assert drawn == []


async def test_rules_without_pictures_give_examples_and_say_nothing_twice(
    sim: Sim,
) -> None:
    await sim.prefer("ada", "pictures", "off")

    shown = answer(await sim.slash("ada", "rules", topic="scoring"))

    assert "For example: Red 3, Yellow 8, Blue 11, Wild left in hand cost 45 points" in shown.text
    assert "10 to 12: **10** points each" in shown.text
    assert "10 to 12, 10 each" not in shown.text


async def test_no_pictures_outlive_a_restart(sim: Sim) -> None:
    await sim.prefer("ada", "pictures", "off")

    await sim.restart()

    page = answer(await sim.prefer("ada"))
    assert "Pictures: Off: everything in words" in page.words
    assert page.raw.attachments == []
