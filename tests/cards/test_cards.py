from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from bot.cards.cards import WILD, Card, Colour, card, cards, table_card
from bot.cards.rulesets import CLASSIC
from bot.core.errors import MalformedError


@pytest.mark.parametrize(
    ("code", "points"), [("R1", 5), ("B9", 5), ("G10", 10), ("Y12", 10), ("S", 15), ("W", 25)]
)
def test_what_a_card_costs(code: str, points: int) -> None:
    assert CLASSIC.points(card(code)) == points


def test_a_card_is_one_object_however_it_came() -> None:
    five = card("R5")
    assert pickle.loads(pickle.dumps(five)) is five  # noqa: S301  # our own bytes
    assert copy.deepcopy(five) is five
    assert cards("R5 R5") == (five, five)


def test_a_wild_on_the_table_stands_for_something() -> None:
    seven, red = table_card("W7"), table_card("WR")
    assert (seven.number, seven.colour, seven.held) == (7, None, WILD)
    assert (red.number, red.colour, red.held) == (None, Colour.RED, WILD)
    assert CLASSIC.points(seven) == CLASSIC.points(red) == 25


@pytest.mark.parametrize(
    ("read", "wrong"),
    [
        (card, ["", "R0", "R13", "X5", "W7", "w", "R05", None, 5]),
        (table_card, ["W", "S", "W0", "W13", "WX", ""]),
    ],
)
def test_codes_of_other_cards_are_refused(read: Callable[[Any], Card], wrong: list[object]) -> None:
    for code in wrong:
        with pytest.raises(MalformedError, match="no_such_card"):
            read(code)


def test_among_many_cards_the_one_that_cannot_be_held_is_named() -> None:
    with pytest.raises(MalformedError) as refused:
        cards("R5 W7 S")
    assert refused.value.code == "no_such_card"
    assert refused.value.data == {"card": "W7"}
