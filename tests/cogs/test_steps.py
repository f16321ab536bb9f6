"""The steps of finished games of dice; those of cards are in test_view_memories."""

from __future__ import annotations

import pytest
from dice_kit import finished
from fullest_kit import LONG
from kit import SECRET
from limits import buttons_of, check
from past_games import FakeMemories, past, seat

from bot.dice.editions import DICE
from bot.dice.engine import Roll, RollOrder, abandon, apply, new_game
from bot.dice.record import RECORDS
from bot.games.records import dumps
from bot.i18n import words_for
from bot.scores.results import PastGame
from bot.table.past_games import Replay, Replays
from bot.work_queue import WorkQueue
from cogs.base.custom_ids import CustomId, Verb
from cogs.base.screens import Picture
from cogs.history import (
    ListPosition,
    caption,
    game_screen,
    page_of_game,
    replay_screen,
    rules_of,
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


@pytest.mark.parametrize("locale", ["en", "es", "nl", "pt_BR"])
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


async def test_what_happened_is_said() -> None:
    game, replay = game_of(2), await replay_of(finished(2))
    first, second, last = (
        step_lines(WORDS, game, replay, with_present_names(WORDS, game, replay.moment(at)))
        for at in (0, 1, 10**6)
    )

    assert first[:2] == ["**Dice**", f"Round 1 of {replay.hands} · step 1 of {len(replay)}"]
    assert first[2].endswith("rolled highest and begins")
    assert "phase 1" in second[2]
    assert second[3].startswith("-# ")
    assert second[3].endswith(("1 roll", "2 rolls", "3 rolls"))
    assert any("won the game" in line for line in last)


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


def test_the_page_of_a_game_of_dice_counts_rounds_and_has_no_review() -> None:
    game = game_of(2)
    ids = [str(each.meaning) for each in buttons_of(game_screen(WORDS, game, ListPosition()))]

    assert rules_of(WORDS, game) == "Dice"
    assert any("14 rounds" in line for line in page_of_game(WORDS, game))
    assert any(f":{Verb.RECORD}" in each for each in ids)
    assert not any(f":{Verb.REVIEW}" in each for each in ids)
