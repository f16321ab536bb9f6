"""What a result adds to the counts of achievements, and the grades that follow."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from past_games import past, seat

from bot.cards.phases import TEN_PHASES
from bot.game_types import GAME_TYPES
from bot.results.achievements import (
    ACHIEVEMENTS,
    DAILY,
    Achievement,
    FeatSource,
    Grade,
    Progress,
    add_up,
    count_feats,
)
from bot.results.daily import PastAttempt, daily_feats
from bot.results.past_games import PastGame, SeatResult
from bot.seating import Level

FIVE = TEN_PHASES[:5]


def game(mine: SeatResult, *others: SeatResult, **fields: object) -> PastGame:
    return past(seats=(mine, *others), **fields)


COMPUTER = seat(1, "Pip", user_id=None, level=Level.HARD, place=2)


@pytest.mark.parametrize(
    ("mine", "others", "fields", "feat", "times"),
    [
        (seat(0, "Ada"), [COMPUTER], {}, "games", 1),
        (seat(0, "Ada", phases=7), [COMPUTER], {}, "phases", 7),
        (seat(0, "Ada", hands_won=4), [COMPUTER], {}, "hands_won", 4),
        (seat(0, "Ada", hands_won=4), [COMPUTER], {"edition": "dice"}, "hands_won", 0),
        (seat(0, "Ada"), [COMPUTER], {}, "wins", 1),
        (seat(0, "Ada"), [], {}, "wins", 0),
        (seat(0, "Ada", place=2), [replace(COMPUTER, place=1)], {}, "wins", 0),
        (seat(0, "Ada"), [COMPUTER], {}, "beat_hard", 1),
        (seat(0, "Ada"), [replace(COMPUTER, place=1)], {}, "beat_hard", 0),
        (seat(0, "Ada"), [replace(COMPUTER, level=Level.NORMAL)], {}, "beat_hard", 0),
        (seat(0, "Ada"), [seat(n, "B") for n in (1, 2, 3)], {}, "company", 1),
        (seat(0, "Ada"), [seat(1, "B"), seat(2, "C"), COMPUTER], {}, "company", 0),
        (seat(0, "Ada", phases=10), [COMPUTER], {"notations": TEN_PHASES}, "ten_phases", 1),
        (seat(0, "Ada", phases=5), [COMPUTER], {"notations": FIVE}, "ten_phases", 0),
        (seat(0, "A", phases=5, tries=((1, 1),) * 5), [], {"notations": FIVE}, "flawless", 1),
        (seat(0, "A", tries=((1, 1),) * 4 + ((2, 1),)), [], {"notations": FIVE}, "flawless", 0),
        (seat(0, "A", tries=((1, 1),) * 3), [], {"notations": FIVE[:3]}, "flawless", 0),
        (seat(0, "Ada", feats=(("swift", 3),)), [COMPUTER], {}, "swift", 3),
        (seat(0, "Ada", feats=(("swift", 3),), left=True), [COMPUTER], {}, "swift", 0),
        (seat(0, "Ada", phases=7, left=True), [COMPUTER], {}, "phases", 0),
        (seat(0, "Ada", phases=7, absent=True), [COMPUTER], {}, "phases", 0),
    ],
)
def test_a_result_counts(
    mine: SeatResult, others: list[SeatResult], fields: dict[str, object], feat: str, times: int
) -> None:
    assert count_feats(game(mine, *others, **fields), mine)[feat] == times


def test_each_grade_is_reached_once_and_several_at_once() -> None:
    feats = [{"wins": 1}, {"wins": 8}, {"wins": 1, "games": 1, "unknown": 9}, {}, {"wins": 90}]
    sources = [FeatSource(str(n), n, each) for n, each in enumerate(feats)]
    counts, reached = add_up(sources)
    assert counts == {"wins": 100, "games": 1, "unknown": 9}
    assert [(each.achievement, each.grade, each.source.id) for each in reached] == [
        ("wins", Grade.BRONZE, "0"),
        ("wins", Grade.SILVER, "2"),
        ("games", Grade.BRONZE, "2"),
        ("wins", Grade.GOLD, "4"),
    ]


def test_progress_names_the_next_threshold() -> None:
    some = Achievement("some", (1, 5, 25))
    grades = {0: None, 1: Grade.BRONZE, 4: Grade.BRONZE, 5: Grade.SILVER, 30: Grade.GOLD}
    assert {count: some.grade(count) for count in grades} == grades
    assert (Progress(some).grade, Progress(some).next) == (None, 1)
    seven = Progress(some, 7, (1.0, 2.0))
    assert (seven.grade, seven.next) == (Grade.SILVER, 25)
    assert Progress(some, 30, (1.0, 2.0, 3.0)).next is None


def test_every_achievement_of_lines_is_a_feat() -> None:
    """An achievement whose feat no game counts could never be earned."""
    assert {game_type.name for game_type in GAME_TYPES} == {"cards", "dice"}
    of_results = {"phases", "games", "wins", "hands_won", "ten_phases", "company", "beat_hard"}
    told = "".join(game_type.feats.__doc__ or "" for game_type in GAME_TYPES)
    for name in set(ACHIEVEMENTS) - of_results - {"flawless", "cups", *DAILY}:
        assert f"``{name}``" in told, name


def test_ten_days_in_a_row_are_silver_and_one_may_be_missed_a_week() -> None:
    days = [1, 2, 3, 4, 6, 7, 8, 9, 10, 11]
    attempts = [PastAttempt(date(2026, 6, day), day, None, None, 5) for day in days]
    found = daily_feats(reversed(attempts))
    counts, reached = add_up(FeatSource(str(day.day), at, feats) for day, at, feats in found)
    when = {each.grade: (each.source.id, each.source.at) for each in reached}
    assert when == {Grade.BRONZE: ("3", 3.0), Grade.SILVER: ("11", 11.0)}
    assert +counts == {"daily_streak": 10}
    broken = [each for each in attempts if each.date.day != 7]
    assert [day.day for day, _, _ in daily_feats(broken)] == [1, 2, 3, 4, 6]


@pytest.mark.parametrize(
    ("done_at", "turns", "par", "feats"),
    [
        (None, None, 5, {}),
        (9.0, 4, 5, {"daily_hands": 1, "daily_par": 1}),
        (9.0, 5, 5, {"daily_hands": 1}),
        (9.0, None, 5, {"daily_hands": 1}),
        (9.0, 4, None, {"daily_hands": 1}),
    ],
)
def test_par_is_beaten_by_fewer_turns(
    done_at: float | None, turns: int | None, par: int | None, feats: dict[str, int]
) -> None:
    attempt = PastAttempt(date(2026, 6, 1), 1.0, done_at, turns, par)
    first, *rest = daily_feats([attempt])
    assert first == (attempt.date, 1.0, {"daily_streak": 1})
    assert [(at, +counts) for _, at, counts in rest] == ([(done_at, feats)] if feats else [])
