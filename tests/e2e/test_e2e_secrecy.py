from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from driving import Sim

from bot.cards.cards import card
from bot.cards.events import CardHit, Discarded, Drew, Laid
from bot.cards.state import Stage
from bot.i18n import words_for
from bot.i18n.phrases import card_name

CARD = re.compile(r"\b(?:Red|Blue|Yellow|Green) (?:1[0-2]|[1-9])\b(?!\d)")
WORDS = words_for("en")


class Watch:
    """Which cards everybody may know of, and each person has held."""

    def __init__(self, sim: Sim, names: tuple[str, ...]) -> None:
        self.sim = sim
        self.public: set[str] = set()
        self.held: dict[str, set[str]] = {name: set() for name in names}
        self.faces: set[str] = set()

    def look(self) -> None:
        """Take in what is known now, then check every screen."""
        view = self.sim.manager.view(None)
        self.public |= {card_name(WORDS, card) for card in view.discard_pile}
        for seat in view.seats:
            for group in seat.groups:
                self.public |= {card_name(WORDS, card) for card in group.cards}
            # All hands are laid open when the hand is over, and only then.
            if view.stage is Stage.DEAL:
                self.public |= {card_name(WORDS, card) for card in seat.left}
            else:
                assert not seat.left
        for event in self.sim.manager.game.news:
            self.public |= {card_name(WORDS, card) for card in _cards(event)}
        for name, held in self.held.items():
            mine = self.sim.manager.view(self.sim.people[name].id).hand
            held |= {card_name(WORDS, card) for card in mine}
            for shown in self.sim.screen(name):
                read = set(CARD.findall(shown.words)) | {
                    card_name(WORDS, card(code)) for code in shown.faces
                }
                allowed = self.public | held if shown.private else self.public
                assert read <= allowed, (name, shown.words)
                assert "<:" not in "".join(shown.alts), "they are read out"
                self.faces |= shown.faces if shown.private else set()


def _cards(event: object) -> list[Any]:
    match event:
        case Discarded(card=card) | CardHit(card=card):
            return [card]
        case Drew(card=card) if card is not None:
            return [card]
        case Laid(groups=groups):
            return [card for group in groups for card in group.cards]
        case _:
            return []


@pytest.mark.faces
async def test_nobody_reads_anothers_cards(sim: Sim) -> None:
    await sim.seat("ada", "ben", computers=1)
    watch = Watch(sim, ("ada", "ben", "eve"))
    rng = Random(1)
    watch.look()
    while sim.manager.view(None).stage not in (Stage.DEAL, Stage.OVER):
        await sim.step(rng)
        watch.look()
    assert len(watch.faces) > 20, "emojis and custom ids were looked at"
    assert not watch.held["eve"]


@pytest.mark.parametrize("verb", ["sort:colour", "draw"])
async def test_no_hand_takes_the_place_of_what_everybody_sees(sim: Sim, verb: str) -> None:
    await sim.seat("ada", "ben")
    name, version, table = sim.to_move(), sim.manager.version, sim.table()
    game = sim.manager.view(None).game_id
    await sim.send((name, table, f"p10:{game}:{version}:{verb}", ()))
    assert sim.table().id == table.id
    assert "'s turn: " in sim.table().text
    mine = sim.screen(name)[-1]
    assert mine.private
    assert "Phase 1" in mine.text
    await sim.click(name, sim.table(), "hand")
    assert sim.table().id == table.id, "it is nobody's hand, so none takes it away"
