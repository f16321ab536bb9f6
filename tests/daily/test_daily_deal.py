"""The deal of a date against a second implementation, written from the specification alone."""

from __future__ import annotations

import hashlib
import hmac
import subprocess
import sys
from dataclasses import replace
from datetime import date, timedelta

import pytest
from daily_kit import ALL_PHASES, KEY, MONDAY, a_deal

from bot.cards.cards import card
from bot.cards.rated_phases import RATED_PHASES, SPECIAL_PHASES, surprise_draws
from bot.cards.rulesets import MASTERS, RunColours, checked
from bot.daily.deal import DailyDeal, deal, derive_secret
from bot.daily.engine import DailyLegalActions
from bot.players.daily import find_deal

SEED_OF_A_DATE = "0aeb49737540edac4b7854f61ba73e2c511d90cf78969f9ec2051b3b2a7bb29f"
CARDS_OF_A_DATE = "B1 G1 B12 G6 R8 G3 G2 R1 B12 G9 W W"


class Stream:
    """The numbers of stream k of a secret."""

    def __init__(self, secret: bytes, k: int) -> None:
        seed = secret + k.to_bytes(4, "big")
        blocks = (hashlib.sha256(seed + n.to_bytes(4, "big")).digest() for n in range(1000))
        parts = (block[at : at + 8] for block in blocks for at in (0, 8, 16, 24))
        self.numbers = (int.from_bytes(part, "big") for part in parts)

    def next(self, m: int) -> int:
        while (u := next(self.numbers)) >= 2**64 - 2**64 % m:
            pass
        return u % m


def shuffled(secret: bytes) -> list[str]:
    cards = [f"{colour}{n}" for colour in "RBYG" for n in range(1, 13) for _ in "12"] + ["W"] * 8
    stream = Stream(secret, 0)
    for i in range(len(cards) - 1, 0, -1):
        j = stream.next(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


def codes(given: DailyDeal) -> list[str]:
    pairs = [held for pair in given.pairs for held in pair]
    return [held.code for held in (*given.hand, *pairs) if held]


@pytest.mark.parametrize("day", [MONDAY + timedelta(days=n) for n in (0, 3, 6)])
def test_a_deal_is_that_of_the_specification(day: date) -> None:
    secret = hmac.new(KEY, f"phase10 daily {day:%Y-%m-%d} 3".encode(), hashlib.sha256).digest()
    given = deal(day, 3, derive_secret(KEY, day, 3), 4)
    pile = shuffled(secret)
    assert given.seed == hashlib.sha256(secret).hexdigest()
    assert codes(given) == [pile.pop() for _ in range(40)]
    weekday = "MTWTFSS"[day.weekday()]
    half = len(RATED_PHASES) // 2
    choices = {"M": RATED_PHASES[:half], "T": RATED_PHASES[half:], "S": SPECIAL_PHASES}[weekday]
    assert given.rules == choices[Stream(secret, 1).next(len(choices))]


def test_a_known_date() -> None:
    given = a_deal(date(2026, 12, 24), 0)
    assert given.seed == SEED_OF_A_DATE
    assert " ".join(codes(given)[:12]) == CARDS_OF_A_DATE


def test_another_process_finds_the_same_deal() -> None:
    program = (
        "from daily_kit import KEY, MONDAY; from bot.players.daily import find_deal;"
        "found = find_deal(KEY, MONDAY); print(found, found.hand, found.pairs)"
    )
    printed = subprocess.run(  # noqa: S603  # our own program
        [sys.executable, "-c", program],
        env={"PYTHONPATH": ":".join(sys.path), "PYTHONHASHSEED": "7"},
        capture_output=True,
        check=True,
    ).stdout
    found = find_deal(KEY, MONDAY)
    assert printed == f"{found} {found.hand} {found.pairs}\n".encode()


def test_the_cards_are_not_shown() -> None:
    assert "B12" not in repr(a_deal())


def test_each_phase_can_be_laid_with_eleven_cards() -> None:
    assert len({*ALL_PHASES}) == len(ALL_PHASES)
    for rules in ALL_PHASES:
        assert checked(rules).skips == 0
        colour = rules.colours[0]
        held = [card("W")] * 8 + [card(f"{colour}{number}") for number in (7, 8, 9)]
        assert DailyLegalActions((), held, rules.parsed_phases[0], rules).best_lay


def test_surprise_phases_follow_from_the_secret_in_a_stream_of_their_own() -> None:
    stream = Stream(KEY, 2**32 - 2)
    parts = RATED_PHASES[:11], RATED_PHASES[11:22], RATED_PHASES[22:]
    drawn = [tuple(part[stream.next(len(part))].phases[0] for part in parts) for _ in range(3)]
    assert surprise_draws(KEY, 3)[:3] == tuple(drawn)


def test_every_rated_phase_is_drawn_as_one_of_as_many_equal_parts() -> None:
    notations = [each.phases[0] for each in RATED_PHASES]
    for count in range(1, 11):
        drawn: list[set[str]] = [set() for _ in range(count)]
        for secret in (bytes([n]) * 32 for n in range(10)):
            for phases in surprise_draws(secret, count):
                for part, phase in zip(drawn, phases, strict=True):
                    part.add(phase)
        sizes = [len(part) for part in drawn]
        assert max(sizes) - min(sizes) <= 1
        assert [phase for part in drawn for phase in sorted(part, key=notations.index)] == notations


@pytest.mark.parametrize("count", [1, 2, 5, 10])
def test_surprise_phases_can_be_played_and_are_different_and_from_easy_to_hard(count: int) -> None:
    place = {each.phases[0]: at for at, each in enumerate(RATED_PHASES)}
    rules = replace(MASTERS, runs=RunColours.ONE_COLOUR)
    seen = 0
    for secret in (bytes([n]) * 32 for n in range(1000 // len(surprise_draws(KEY, count)) + 10)):
        draws = surprise_draws(secret, count)
        assert len(draws) == len({*draws}) > 20
        for phases in draws:
            assert checked(replace(rules, phases=phases))
            places = [place[phase] for phase in phases]
            assert places == sorted({*places})
            assert len(phases) == count
        seen += len(draws)
    assert seen >= 1000
