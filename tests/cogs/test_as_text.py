from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from fakes_table import ADA, BEN, World
from fullest_kit import LONG
from kit import held, laid, position

from bot.i18n import words_for
from bot.i18n.alt import hand_sentences
from bot.rules.editions import MASTERS
from bot.rules.events import HandEnded
from bot.rules.marked_cards import HandOrder
from bot.rules.state import Seat, Stage
from bot.rules.views import view_for
from bot.table.manager import GameManager
from cogs.base.screens import LONGEST_PAGE, pages
from cogs.pages.hand_page import hand_as_text
from cogs.pages.table_page import scores_as_text, table_as_text

WORDS = words_for("en")
CARDS = words_for("en", "playing-cards")


@pytest.fixture
async def world() -> AsyncIterator[World]:
    made = World()
    yield made
    await made.registry.close()


async def seated(world: World, **fields: object) -> GameManager:
    manager = await world.seated(ADA, BEN)
    assert manager._game is not None
    manager._game = replace(manager._game, state=replace(manager._game.state, **fields))  # type: ignore[arg-type]
    return manager


def test_a_hand_names_every_card_in_the_order_chosen() -> None:
    view = view_for(position(["B2 R9 Y2 W", "R1"], discard="G7"), 0)

    by_number = hand_as_text(WORDS, view, HandOrder.NUMBER)

    assert by_number[0] == "Ben holds 1 card!"
    assert by_number[1] == "Your hand, 4 cards: Blue 2, Yellow 2, Red 9, Wild."
    assert by_number[-3].endswith("On top of the discards: Green 7.")
    assert by_number[-2:] == ["You have 0 points.", "Ben: on phase 1, 1 card, 0 points."]
    assert hand_as_text(WORDS, view, HandOrder.COLOUR)[1] != by_number[1]


def test_whose_turn_it_is_and_what_is_saved_is_said_by_the_alt_text_or_the_lines_above() -> None:
    state = position(["R1", "R2"], rules=MASTERS, turn=1, seats={0: {"saved": held("W B11")}})
    view = view_for(state, 0)

    alone, below = hand_sentences(WORDS, view), hand_as_text(WORDS, view, HandOrder.NUMBER)

    said = {each for each in alone if "turn" in each or "save pile: Wild, Blue 11." in each}
    assert (len(said), said & {*below}) == (2, set())


@pytest.mark.parametrize("stage", [Stage.DEAL, Stage.OVER])
def test_no_cards_are_told_outside_of_play(stage: Stage) -> None:
    view = replace(view_for(position(["B2", "R1"]), 0), stage=stage)

    assert hand_as_text(WORDS, view, HandOrder.NUMBER) == []


async def test_a_table_tells_the_piles_the_seats_and_every_laid_card(world: World) -> None:
    groups = (laid("S", "R4 B4 W4"), laid("R", "R3 R4 R5 R6"))
    seats = (Seat(held("Y5"), trying=2, groups=groups), Seat(held("R1 R2"), trying=1))
    manager = await seated(world, seats=seats, discard_pile=held("B12"), stage=Stage.PLAY)

    told = "\n".join(table_as_text(WORDS, manager))

    assert "On top of the discards: Blue 12." in told
    assert "In front of Ada: Red 4, Blue 4, Wild as 4; Red 3, Red 4, Red 5, Red 6." in told
    assert "Ben: on phase 1, 2 cards, 0 points." in told
    assert "Yellow 5" not in told
    assert told.count("turn") == 1


async def test_between_hands_a_table_tells_every_hand_that_was_left(world: World) -> None:
    ended = HandEnded(1, (0,), (0, 40), (0, 40), (True, False), (1, 0))
    seats = (Seat(trying=1), Seat(held("W R10 S"), trying=1))
    manager = await seated(world, stage=Stage.DEAL, last_hand=ended, seats=seats)

    told = table_as_text(WORDS, manager)

    assert told[2] == "**Ben**: 40 points (Red 10, Wild, Skip) · 40 in all · stays on phase 1"


async def test_names_are_no_markdown(world: World) -> None:
    manager = await seated(world)
    assert manager._game is not None
    state = manager._game.state
    game = replace(state.game, players=("*Ada*", "Ben"))
    manager._game = replace(manager._game, state=replace(state, game=game))

    told = "\n".join(table_as_text(WORDS, manager))

    assert "\\*Ada\\*: on phase 1" in told
    assert "*Ada*" not in told.replace("\\*", "")


async def test_the_longest_score_sheet_goes_on_in_further_messages(world: World) -> None:
    manager = await seated(world)
    assert manager._game is not None
    state = manager._game.state
    six = replace(state.game, players=(LONG,) * 6)
    hands = tuple(
        HandEnded(n, (0,), (100,) * 6, (100 * n,) * 6, (True,) * 6, (n,) * 6) for n in range(1, 31)
    )
    manager._game = replace(
        manager._game, state=replace(state, game=six, seats=state.seats * 3), scored=hands
    )

    told = scores_as_text(WORDS, manager)
    shown = list(pages(told))

    assert [line for page in shown for line in page] == told
    assert len(shown) > 1
    assert all(len("\n".join(page)) <= LONGEST_PAGE for page in shown)
