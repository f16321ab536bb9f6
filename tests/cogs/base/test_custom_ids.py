from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.cards.actions import Discard, Hit
from bot.cards.cards import SKIP, Colour, natural, table_card
from bot.seating import Level
from cogs.base.custom_ids import (
    ANY_CUSTOM_ID,
    LONGEST,
    BadCustomIdError,
    CustomId,
    Verb,
    discard_value,
    hit_value,
    parse,
    parse_choice,
    parse_discard,
    parse_hit,
    parse_index,
)

_letters = st.sampled_from("abcxyz019-_")
custom_ids = st.builds(
    CustomId,
    game=st.text(_letters, min_size=1, max_size=20),
    version=st.integers(0, 10**8),
    verb=st.sampled_from(Verb),
    args=st.lists(st.text(_letters, min_size=1, max_size=10), max_size=3).map(tuple),
)
naturals = st.builds(natural, st.sampled_from(Colour), st.integers(1, 12))
table_cards = naturals | st.sampled_from([table_card(f"W{n}") for n in range(1, 13)])
hits = st.builds(Hit, st.integers(0, 5), st.integers(0, 9), table_cards)
discards = st.builds(Discard, naturals) | st.builds(
    Discard, st.just(SKIP), st.none() | st.integers(0, 5)
)


@given(custom_ids)
def test_custom_ids_can_be_parsed(made: CustomId) -> None:
    text = str(made)
    assert len(text) <= LONGEST
    assert ANY_CUSTOM_ID.fullmatch(text)
    assert parse(text) == made


@given(hits)
def test_hits_survive_a_menu(hit: Hit) -> None:
    assert parse_hit(hit_value(hit)) == hit


@given(discards)
def test_discards_survive_a_menu(discard: Discard) -> None:
    assert parse_discard(discard_value(discard)) == discard


_noise = st.text(max_size=120) | st.text(
    st.sampled_from("p10:abc.RW5S-_\n\u0661"), max_size=120
).map("p10:{}".format)


@given(_noise)
def test_noise_is_refused_or_means_just_itself(text: str) -> None:
    with contextlib.suppress(BadCustomIdError):
        assert str(parse(text)) == text
    with contextlib.suppress(BadCustomIdError):
        assert hit_value(parse_hit(text)) == text
    with contextlib.suppress(BadCustomIdError):
        assert discard_value(parse_discard(text)) == text
    with contextlib.suppress(BadCustomIdError):
        assert str(parse_index(text, 1000)) == text


IDS = (
    *("", "p10", "p10:g:1", "p11:g:1:draw", "p10:g:-1:draw", "p10:g:01:draw", "p10:g:1:fly"),
    *("p10:g:1:draw:", "p10:g:1:draw:a:b:c:d:e", "p10::1:draw", "p10:g h:1:draw"),
    *("p10:g:1:draw\n", "p10:g:\u0661:draw", "p10:" + "g" * 100 + ":1:draw"),
)
DISCARDS = ("R5.1", "S.6", "S.", "S.1.2", "W7", "X", "", "s")
HITS = ("0.0", "6.0.R5", "0.0.W", "0.0.S", "0.-1.R5", "0.0.R5.1", "")


@pytest.mark.parametrize(
    ("read", "text"),
    [
        *((parse, each) for each in IDS),
        *((parse_discard, each) for each in DISCARDS),
        *((parse_hit, each) for each in HITS),
        (partial(parse_index, size=3), "3"),
        (partial(parse_choice, Level), "HARD"),
    ],
)
def test_invalid_ids_and_values_are_refused(read: Callable[[str], object], text: str) -> None:
    with pytest.raises(BadCustomIdError):
        read(text)


def test_a_custom_id_that_would_be_refused_is_not_made() -> None:
    with pytest.raises(BadCustomIdError):
        CustomId("g" * 40, 10**8, Verb.DRAW, ("a" * 24, "b" * 24, "c" * 24))


@given(custom_ids)
def test_component_ids_change_with_the_custom_id(made: CustomId) -> None:
    other = CustomId(made.game, made.version + 1, made.verb)
    assert 2**30 <= made.component_id < 2**31
    assert made.component_id != other.component_id
