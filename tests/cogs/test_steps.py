"""The steps of finished games of dice; those of cards are in test_view_memories."""

from __future__ import annotations

import pytest
from dice_kit import finished
from fullest_kit import LONG
from kit import SECRET
from limits import check
from past_games import FakeMemories, past, seat

from bot.core.records import dumps
from bot.dice.editions import DICE
from bot.dice.engine import Roll, RollOrder, abandon, apply, new_game
from bot.dice.record import RECORDS
from bot.i18n import words_for
from bot.results.past_games import PastGame
from bot.table.replays import Replay, Replays
from bot.work_queue import WorkQueue
from cogs.base.custom_ids import CustomId, Verb
from cogs.base.screens import Picture
from cogs.history import (
    ListPosition,
    caption,
    replay_screen,
    step_lines,
    with_present_names,
)
from cogs.live.game_messages import replay_pages

WORDS = words_for("en")
PICTURE = Picture("x.png", b"", "x")


def game_of(players: int, name: str = "") -> PastGame:
    seats = tuple(seat(n, name or f"P{n}") for n in range(players))
    return past(edition="dice", seats=seats, hands=14)


async def replay_of(lines: tuple[str, ...]) -> Replay:
    return await Replays(FakeMemories(records={"g": [*lines]}), WorkQueue()).of("g", 1)


@pytest.mark.parametrize("locale", ["nl", "pt_BR"])
async def test_every_step_of_a_game_of_dice(locale: str) -> None:
    words, game, replay = words_for(locale), game_of(6, LONG), await replay_of(finished(6))
    steps, rounds = replay_pages(game), []

    for at in range(len(replay)):
        moment = with_present_names(words, game, replay.moment(at))
        rounds.append(moment.hand)
        lines = step_lines(words, game, replay, moment)
        here = CustomId("g", 0, Verb.REPLAY, (*ListPosition().args, str(at)))
        in_words = steps.as_text(words, moment)
        check(replay_screen(words, lines, replay, here, drawing=PICTURE, in_words=in_words))
        assert caption(words, game, moment)
    assert rounds == sorted(rounds)
    assert rounds[-1] == replay.hands


async def test_one_alone_has_finished_and_nobody_wins_what_is_broken_off() -> None:
    game = game_of(1)
    alone = await replay_of(finished(1))
    total = alone.moment(10**6).view.seats[0].total
    end = caption(WORDS, game, with_present_names(WORDS, game, alone.moment(10**6)))
    assert f"P0 has finished with {total} points!" in end

    step = apply(new_game("g", DICE, ("Ada",), SECRET), RollOrder())
    step = step.then(apply(step.state, Roll()))
    step = step.then(abandon(step.state))
    lines = [RECORDS.header_line(step.state.game), *map(RECORDS.event_line, step.events)]
    broken_off = await replay_of(tuple(map(dumps, lines)))
    said = caption(WORDS, game, broken_off.moment(10**6))
    assert "The game was ended early" in said
