"""The first answer to an interaction, when Discord or the connection to it fails."""

from __future__ import annotations

import aiohttp
import pytest
from fake_discord import refusal

from cogs.base.discord_errors import NotAnsweredError, answer_first, came_too_late, described

LOST = aiohttp.ServerDisconnectedError()
ANSWERED, TOO_LATE, BROKEN = refusal(400, 40060), refusal(404, 10062), refusal(503, 0)


class FirstAnswer:
    """An answer that fails like this, one try after the other."""

    def __init__(self, *errors: Exception) -> None:
        self.errors = list(errors)
        self.tries = 0

    async def __call__(self) -> None:
        self.tries += 1
        if self.errors:
            raise self.errors.pop(0)


@pytest.fixture(autouse=True)
def _no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cogs.base.discord_errors.ANSWER_AGAIN_AFTER", (0.0, 0.0))


@pytest.mark.parametrize("errors", [(), (LOST,), (LOST, LOST), (LOST, ANSWERED), (ANSWERED,)])
async def test_an_answer_counts_when_any_try_arrived(errors: tuple[Exception, ...]) -> None:
    answer = FirstAnswer(*errors)
    await answer_first(answer)
    arrived_unseen = errors[-1:] == (ANSWERED,)
    assert answer.tries == len(errors) + (not arrived_unseen)


@pytest.mark.parametrize(
    ("errors", "tries"), [((LOST,) * 9, 3), ((TOO_LATE,), 1), ((LOST, TOO_LATE), 2), ((BROKEN,), 1)]
)
async def test_an_answer_that_discord_does_not_take_is_given_up(
    errors: tuple[Exception, ...], tries: int
) -> None:
    answer = FirstAnswer(*errors)
    with pytest.raises(NotAnsweredError) as failed:
        await answer_first(answer)
    assert answer.tries == tries
    assert described(failed.value) == described(errors[-1])
    assert came_too_late(failed.value) == (errors[-1] is TOO_LATE)


async def test_a_mistake_of_the_program_is_not_repeated() -> None:
    answer = FirstAnswer(ValueError("a bug"))
    with pytest.raises(ValueError, match="a bug"):
        await answer_first(answer)
    assert answer.tries == 1
