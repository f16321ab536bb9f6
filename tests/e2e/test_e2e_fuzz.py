"""Made-up components and windows: every one gets a clear word, and nothing changes."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from random import Random

import pytest
from driving import House, Shown

from bot.i18n import words_for
from cogs.views.custom_ids import ANY_CUSTOM_ID, Verb

WORDS = words_for("en")
BATCHES, SIZE = 12, 25
VALUES = (
    *("R5", "W", "S", "S.1", "S.9", "X9", "", "0.0.R5", "9.9.W7", "0.0", "-1", "0", "99", "1e9"),
    *(
        "classic",
        "masters",
        "../..",
        "hand",
        "number",
        "all",
        "rating",
        "\N{RIGHT-TO-LEFT OVERRIDE}",
        "🂡" * 30,
        "'; --",
    ),
    *("p10:x:0:draw", "null", "\N{ZERO WIDTH SPACE}", "a" * 100),
)
ARGS = ("number", "colour", "0", "1", "7", "999999999", "all", "en", "masters", "Z" * 24, "-", "_")
Made = tuple[str, Shown, str, Sequence[str]]
# They say in place of the question that all stays as it was: an edit, not an answer.
IN_PLACE = (Verb.STAY, Verb.KEEP_ME)


def is_answered(click: Made, told: str) -> bool:
    """Whether somebody was told something."""
    return bool(told.strip()) or click[2].split(":")[3] in IN_PLACE


def made_up(
    rng: Random, game: str, version: int, names: Sequence[str], on: Shown
) -> Iterator[Made]:
    """Clicks that look like ours and are not."""
    verbs = [verb.value for verb in Verb]
    while True:
        verb = rng.choice((*verbs, *verbs, rng.choice(VALUES)))
        which = rng.choice((game, game, "-", "another", "x" * 40))
        at = rng.choice((version, version + 1, 0, 999_999_999, -1))
        args = [rng.choice(ARGS) for _ in range(rng.randrange(4))]
        custom_id = ":".join(["p10", which, str(at), verb, *args])[:100]
        if ANY_CUSTOM_ID.fullmatch(custom_id):
            values = [rng.choice(VALUES) for _ in range(rng.choice((0, 0, 1, 1, 3)))]
            yield rng.choice(names), on, custom_id, values


@pytest.mark.parametrize("seed", range(3))
async def test_made_up_clicks_of_strangers_change_nothing(
    house: House, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    await house.seat("ada", "ben")
    version, game = house.manager.version, house.manager.view(None).game_id
    state = house.manager._play
    clicks = made_up(Random(seed), game, version, ("eve", "cyd"), house.table())
    with caplog.at_level(logging.ERROR):
        for _ in range(BATCHES):
            batch = [next(clicks) for _ in range(SIZE)]
            told = await house.send(*batch)
            for click, answer in zip(batch, told, strict=True):
                assert is_answered(click, answer), click
                assert answer != WORDS("errors.unexpected"), click
    assert not caplog.records
    assert house.manager._play is not None
    assert state is not None
    assert house.manager._play.state == state.state
    assert house.manager._play.table.occupants == state.table.occupants


@pytest.mark.parametrize("seed", range(3))
async def test_made_up_clicks_of_the_person_to_move_keep_the_game_legal(
    house: House, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    await house.seat("ada", "ben")
    rng = Random(seed)
    with caplog.at_level(logging.ERROR):
        for _ in range(BATCHES):
            if not house.manager.running:
                return
            name = rng.choice(("ada", "ben"))
            game, version = house.manager.view(None).game_id, house.manager.version
            batch = [next(made_up(rng, game, version, (name,), house.table())) for _ in range(SIZE)]
            for click, answer in zip(batch, await house.send(*batch), strict=True):
                assert answer != WORDS("errors.unexpected"), click
    assert not caplog.records


@pytest.mark.parametrize("seed", range(2))
async def test_made_up_clicks_in_a_lobby(
    house: House, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    await house.slash("ada", "play")
    lobby = house.manager.lobby
    assert lobby is not None
    clicks = made_up(Random(seed), lobby.lobby_id, 0, ("eve",), house.table())
    with caplog.at_level(logging.ERROR):
        for _ in range(BATCHES):
            batch = [next(clicks) for _ in range(SIZE)]
            # To join and to leave are for everybody.
            batch = [each for each in batch if ":join" not in each[2] and ":quit" not in each[2]]
            for click, answer in zip(batch, await house.send(*batch), strict=True):
                assert is_answered(click, answer), click
                assert answer != WORDS("errors.unexpected"), click
    assert not caplog.records
    after = house.manager.lobby
    assert after is not None
    assert (after.rules, after.seats, after.turn_limit) == (
        lobby.rules,
        lobby.seats,
        lobby.turn_limit,
    )
