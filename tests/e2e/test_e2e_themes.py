"""Card themes of servers and people: which pictures and words go out to whom."""

from __future__ import annotations

import pytest
from choosing import add_moderator
from driving import Shown, Sim, answer
from kit import held

from bot.i18n import words_for
from bot.render import Avatar, design_of
from bot.render.pictures.figures import FIGURES, paint_figure
from bot.render.pictures.hand import paint_hand
from bot.render.pictures.table import paint_table
from bot.rules.state import Seat, Stage
from cogs.base.preferences import Reader
from cogs.live.game_messages import FIGURES_OF

pytestmark = pytest.mark.usefixtures("painted")


def seats_of(sim: Sim) -> tuple[Avatar, ...]:
    reader = Reader(words_for("en"), "standard", pictures=True)
    return sim.bot.parts.pictures(reader).seats(sim.manager)


def picture_of_hand(sim: Sim, name: str, theme: str) -> bytes:
    seats = seats_of(sim)
    return paint_hand(design_of(theme), sim.manager.view(sim.people[name].id), seats).png()


def picture_of_table(sim: Sim, theme: str) -> bytes:
    view = sim.manager.view(None)
    return paint_table(design_of(theme), view, seats_of(sim)).png()


async def test_a_persons_theme_changes_their_hand_at_once_and_nothing_else(
    sim: Sim,
) -> None:
    await sim.seat("ada", "ben")
    assert sim.files(sim.hand("ada")) == [picture_of_hand(sim, "ada", "standard")]

    result = await sim.prefer("ada", "theme", "high-contrast")

    assert answer(result).menus["theme"].label == "Card theme: High contrast"
    assert sim.files(answer(result)) == [paint_figure(design_of("high-contrast"), "sets").png()]
    assert sim.files(sim.hand("ada")) == [picture_of_hand(sim, "ada", "high-contrast")]
    assert sim.files(sim.hand("ben")) == [picture_of_hand(sim, "ben", "standard")]
    assert sim.files(sim.table()) == [picture_of_table(sim, "standard")]


async def test_a_servers_theme_changes_the_table_and_hands_of_who_chose_none(
    sim: Sim,
) -> None:
    add_moderator(sim)
    await sim.seat("ada", "ben")
    await sim.prefer("ada", "theme", "high-contrast")
    before = sim.table().id

    result = await sim.settings("mod", "theme", "colour-blind")

    assert answer(result).menus["theme"].label == "Card theme: For colour blindness"
    assert sim.table().id == before
    assert sim.files(sim.table()) == [picture_of_table(sim, "colour-blind")]
    assert sim.files(sim.hand("ada")) == [picture_of_hand(sim, "ada", "high-contrast")]
    assert sim.files(sim.hand("ben")) == [picture_of_hand(sim, "ben", "colour-blind")]


async def test_playing_cards_are_named_as_they_are_shown(sim: Sim) -> None:
    add_moderator(sim)
    await sim.seat("ada", "ben")
    seats = (Seat(held("Y5 R11 W S"), trying=1), Seat(held("R1"), trying=1))
    await sim.put(stage=Stage.DRAW, turn=0, seats=seats, discard_pile=held("B12"))
    assert "Take Blue 12" in sim.hand("ada").words

    chosen = await sim.prefer("ada", "theme", "playing-cards")

    assert "Aces are Wilds and Jokers are Skips. Others may see other names" in sim.told(chosen)
    assert "Take King of spades" in sim.hand("ada").words
    (alt,) = sim.hand("ada").alts
    assert "6 of diamonds, Queen of hearts" in alt
    assert "Ace (Wild)" in alt
    assert "Joker (Skip)" in alt
    assert "of spades" not in sim.table().alts[0]
    await sim.settings("mod", "theme", "playing-cards")
    assert "King of spades" in sim.table().alts[0]


async def test_rules_show_figures_in_the_readers_theme(sim: Sim) -> None:
    await sim.prefer("ada", "theme", "playing-cards")

    result = await sim.slash("ada", "rules", topic="wild_and_skip")

    design = design_of("playing-cards")
    assert sim.files(answer(result)) == [
        paint_figure(design, "wild").png(),
        paint_figure(design, "skip").png(),
    ]
    assert "Ace as clubs" in answer(result).alts[0]
    assert answer(result).alts[1].startswith("A Joker (Skip)")
    assert "2 to King stand for 1 to 12" in answer(result).text

    turned = await sim.choose("ada", answer(result), "topic", ["scoring"])
    told = Shown(sim.env.backend.messages[sim.channel.id][answer(result).id])
    assert sim.files(told) == [paint_figure(design, "scoring").png()]
    assert "Jack, Queen and King, 10 each" in told.alts[0]
    assert "Jack, Queen, King: **10**" in told.text
    assert turned is not None


def test_every_figure_is_on_a_page_of_the_rules() -> None:
    shown = [name for names in FIGURES_OF.values() for name in names]
    assert sorted(shown) == sorted(FIGURES)
