from __future__ import annotations

import hashlib

from hypothesis import given
from hypothesis import strategies as st
from kit import BEACON, NAMES, SECRET

from bot.cards.cards import Card
from bot.cards.engine import new_game
from bot.cards.rulesets import CLASSIC
from bot.core.chance import SecretShuffler, commitment, stream_secret

DECK = CLASSIC.deck


def by_the_book(secret: bytes, beacon: str | None, k: int, cards: list[Card]) -> list[Card]:
    if beacon is not None:
        secret = hashlib.sha256(secret + bytes(beacon, "utf-8")).digest()
    stream: list[int] = []
    block = 0

    def following(m: int) -> int:
        nonlocal block
        while True:
            if not stream:
                place = k.to_bytes(4, "big") + block.to_bytes(4, "big")
                digest = hashlib.sha256(secret + place).digest()
                stream.extend(int.from_bytes(digest[n : n + 8], "big") for n in (0, 8, 16, 24))
                block += 1
            u = stream.pop(0)
            if u < 2**64 - 2**64 % m:
                return u % m

    cards = list(cards)
    for i in range(len(cards) - 1, 0, -1):
        j = following(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


@given(
    st.binary(min_size=32, max_size=32),
    st.sampled_from((None, "1-2", BEACON)),
    st.integers(0, 2**32 - 1),
    st.integers(0, 108),
)
def test_shuffles_follow_the_format(secret: bytes, beacon: str | None, k: int, size: int) -> None:
    cards = DECK[:size]
    shuffle = SecretShuffler(stream_secret(secret, beacon or ""))
    assert list(shuffle(k, cards)) == by_the_book(secret, beacon, k, list(cards))


def test_a_game_is_dealt_from_its_secret_and_its_beacon() -> None:
    game = new_game("g", CLASSIC, NAMES[:2], SECRET, BEACON).game
    assert list(game.chance(3, DECK)) == by_the_book(SECRET, BEACON, 3, list(DECK))
    assert game.commitment == commitment(SECRET)


def test_the_secret_is_not_shown_when_a_shuffler_is_printed() -> None:
    assert SECRET.hex() not in repr(SecretShuffler(SECRET))
    assert repr(SECRET) not in repr(SecretShuffler(SECRET))
