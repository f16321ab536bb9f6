"""What a view looks like after people have left, under other names, or of a game ended early."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from bot.core.events import EndReason
from bot.core.states import (
    AnyResult,
    AnyView,
    with_leaders,
    with_names,
    without_leavers,
    won_by_staying,
)


@dataclass(frozen=True)
class Result(AnyResult):
    winners: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    reason: EndReason = EndReason.COMPLETED


@dataclass(frozen=True)
class Named:
    name: str


@dataclass(frozen=True)
class View(AnyView):
    result: Result | None
    seats: tuple[Named, ...] = ()


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


def test_one_new_name_is_shown_next_to_those_that_stay() -> None:
    view = View(None, (Named("Ada"), Named("Ben")))
    assert with_names(view, ["Ada", "Bo"]).seats == (Named("Ada"), Named("Bo"))
    assert with_names(view, ["Ada", "Ben"]) is view


@pytest.mark.parametrize(
    ("ranking", "winners"),
    [
        (((0,), (1,)), (0,)),
        (((1, 2), (0,)), (1, 2)),
        (((2,), (1,), (0,)), (2,)),
        (((0, 1),), ()),  # all are equal
    ],
)
def test_only_an_early_end_makes_the_leaders_win(
    ranking: tuple[tuple[int, ...], ...], winners: tuple[int, ...]
) -> None:
    ended = Result((), ranking, EndReason.ABANDONED)
    shown = with_leaders(View(ended)).result
    assert shown == replace(ended, winners=winners)
    finished = View(replace(ended, reason=EndReason.COMPLETED))
    assert with_leaders(finished) is finished


def test_the_person_who_stayed_is_ranked_before_all_others() -> None:
    ended = Result((0,), ((0,), (1, 2)), EndReason.ABANDONED)
    assert won_by_staying(View(ended), 1).result == Result((1,), ((1,), (0,), (2,)))
