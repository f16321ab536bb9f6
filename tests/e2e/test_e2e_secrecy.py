from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from driving import House, views_drawn

from bot.i18n import words_for
from bot.i18n.phrases import card_name
from bot.rules.events import Discarded, Drew, Laid, WasHit
from bot.rules.state import Stage

CARD = re.compile(r"\b(?:Red|Blue|Yellow|Green) (?:1[0-2]|[1-9])\b(?!\d)")
WORDS = words_for("en")


class Watch:
    """Which cards everybody may know of, and each person has held."""

    def __init__(self, house: House, names: tuple[str, ...]) -> None:
        self.house = house
        self.public: set[str] = set()
        self.held: dict[str, set[str]] = {name: set() for name in names}

    def look(self) -> None:
        """Take in what is known now, then check every screen."""
        view = self.house.manager.view(None)
        self.public |= {card_name(WORDS, card) for card in view.discard_pile}
        for seat in view.seats:
            for group in seat.groups:
                self.public |= {card_name(WORDS, card) for card in group.cards}
        for event in self.house.manager.news:
            self.public |= {card_name(WORDS, card) for card in _cards(event)}
        for name, held in self.held.items():
            mine = self.house.manager.view(self.house.people[name].id).hand
            held |= {card_name(WORDS, card) for card in mine}
            for shown in self.house.screen(name):
                read = set(CARD.findall(shown.words))
                allowed = self.public | held if shown.private else self.public
                assert read <= allowed, (name, shown.words)


def _cards(event: object) -> list[Any]:
    match event:
        case Discarded(card=card) | WasHit(card=card):
            return [card]
        case Drew(card=card) if card is not None:
            return [card]
        case Laid(groups=groups):
            return [card for group in groups for card in group.cards]
        case _:
            return []


async def test_nobody_reads_anothers_cards(house: House) -> None:
    await house.seat("ada", "ben", "cyd", computers=1)
    watch = Watch(house, ("ada", "ben", "cyd"))
    rng = Random(1)

    watch.look()
    while house.manager.view(None).stage not in (Stage.DEAL, Stage.OVER):
        await house.step(rng)
        watch.look()


async def test_a_private_hand_is_seen_by_its_player_alone(house: House) -> None:
    await house.seat("ada", "ben")

    hands = {name: house.hand(name).id for name in ("ada", "ben")}

    assert hands["ada"] not in [each.id for each in house.screen("ben")]
    assert hands["ben"] not in [each.id for each in house.screen("ada")]
    assert not any(each.private for each in house.public())


async def test_pictures_are_drawn_from_what_their_readers_may_know(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables, hands = views_drawn(monkeypatch)
    await house.seat("ada", "ben")
    for _ in range(4):
        await house.step(Random(1))

    assert tables
    assert all(view.me is None and view.hand == () and view.drawn is None for view in tables)
    for name in ("ada", "ben"):
        seat = house.manager.seat_of(house.people[name].id)
        mine = [view for view in hands if view.me == seat]
        shown = set(CARD.findall(house.hand(name).alts[0].split(". ")[0]))
        assert shown == {card_name(WORDS, card) for card in mine[-1].hand if card.is_natural}


@pytest.mark.parametrize("verb", ["sort:colour", "hint", "draw"])
async def test_no_hand_takes_the_place_of_what_everybody_sees(house: House, verb: str) -> None:
    await house.seat("ada", "ben")
    name, version, table = house.to_move(), house.manager.version, house.table()
    game = house.manager.view(None).game_id
    await house.send((name, table, f"p10:{game}:{version}:{verb}", ()))
    assert house.table().id == table.id
    assert "'s turn: " in house.table().text
    mine = house.screen(name)[-1]
    assert mine.private
    assert "Phase 1" in mine.text
    await house.click(name, house.table(), "hand")
    assert house.table().id == table.id, "it is nobody's hand, so none takes it away"
