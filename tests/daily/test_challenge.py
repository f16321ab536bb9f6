"""The weeks of challenges, and their secrets."""

from __future__ import annotations

from datetime import date, timedelta

from daily_kit import KEY, MONDAY

from bot.cards.phases import TEN_PHASES
from bot.daily.calendar import begins
from bot.daily.challenge import (
    CHALLENGE_RULES,
    challenge_closes,
    challenge_week,
    derive_challenge_secret,
    last_challenge,
)
from bot.daily.deal import derive_secret

WEEK = timedelta(days=7)


def test_a_week_begins_on_monday_and_closes_with_the_hand_of_its_sunday() -> None:
    next_week = begins(MONDAY + WEEK)
    closes = challenge_closes(MONDAY)
    assert closes == next_week + 12 * 3600
    for moment, week in (
        (begins(MONDAY) - 1, MONDAY - WEEK),
        (begins(MONDAY), MONDAY),
        (next_week - 1, MONDAY),
        (next_week, MONDAY + WEEK),
    ):
        assert challenge_week(moment) == week
    assert last_challenge(closes - 1) == MONDAY - WEEK
    assert last_challenge(closes) == MONDAY
    assert last_challenge(closes + 7 * 86_400 - 1) == MONDAY


def test_a_challenge_is_a_quick_game_with_a_secret_of_its_week_alone() -> None:
    assert CHALLENGE_RULES.phases == TEN_PHASES[:3]
    days = [MONDAY, MONDAY + WEEK, date(2027, 1, 4)]
    secrets = {derive_challenge_secret(KEY, day) for day in days}
    secrets |= {derive_secret(KEY, day, 0) for day in days}
    assert len(secrets) == 2 * len(days)
    assert {len(secret) for secret in secrets} == {32}
