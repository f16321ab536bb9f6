"""What a result looks like after people have left."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from bot.core.events import EndReason
from bot.core.states import AnyResult, AnyView, without_leavers


@dataclass(frozen=True)
class Result(AnyResult):
    winners: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    reason: EndReason = EndReason.COMPLETED


@dataclass(frozen=True)
class View(AnyView):
    result: Result | None


@pytest.mark.parametrize(
    ("winners", "left", "expected"),
    [
        ((0,), set[int](), ((0,), ((0,), (1, 2)))),
        ((0,), {0}, ((1, 2), ((1, 2), (0,)))),
        ((0,), {1}, ((0,), ((0,), (2,), (1,)))),
        ((0,), {0, 1, 2}, ((0, 1, 2), ((0, 1, 2),))),
        ((), {0}, ((), ((1, 2), (0,)))),
    ],
)
def test_who_left_is_last_and_the_best_of_the_others_wins(
    winners: tuple[int, ...], left: set[int], expected: object
) -> None:
    view = without_leavers(View(Result(winners, ((0,), (1, 2)))), left)
    assert view.result is not None
    assert (view.result.winners, view.result.ranking) == expected


def test_a_running_game_has_no_result_without_leavers() -> None:
    view = View(None)
    assert without_leavers(view, {0}) is view
