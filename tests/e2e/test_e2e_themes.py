"""Card themes of servers and people: which pictures and words go out to whom."""

from __future__ import annotations

from io import BytesIO

import pytest
from driving import Sim, answer
from kit import held
from PIL import Image
from remembering import add_moderator

from bot.cards.state import Seat, Stage
from bot.cards.views import last_discarder
from bot.i18n import words_for
from bot.render import Avatar, make_design
from bot.render.pictures.figures import FIGURES, paint_figure
from bot.render.pictures.hand import paint_hand
from bot.render.pictures.table import paint_table
from cogs.base.preferences import DisplayOptions
from cogs.live.game_messages import FIGURES_OF

pytestmark = pytest.mark.usefixtures("painted")


def seats_of(sim: Sim) -> tuple[Avatar, ...]:
    reader = DisplayOptions(words_for("en"), "standard", pictures=True)
    return sim.bot.services.pictures(reader).seats(sim.manager)


def picture_of_hand(sim: Sim, name: str, theme: str) -> bytes:
    seats = seats_of(sim)
    return paint_hand(make_design(theme), sim.manager.view(sim.people[name].id), seats).png()


def picture_of_table(sim: Sim, theme: str) -> bytes:
    view, game = sim.manager.view(None), sim.manager.game
    mover = last_discarder(view, game.news)
    return paint_table(make_design(theme), view, seats_of(sim), mover).png()


async def test_a_theme_changes_ones_own_hand_or_the_servers_table_at_once(sim: Sim) -> None:
    add_moderator(sim)
    await sim.seat("ada", "ben")
    table = sim.table().id
    chosen = {"table": "standard", "ada": "standard", "ben": "standard"}

    def check() -> None:
        assert sim.files(sim.table()) == [picture_of_table(sim, chosen["table"])]
        for name in ("ada", "ben"):
            assert sim.files(sim.hand(name)) == [picture_of_hand(sim, name, chosen[name])]

    check()
    page = answer(await sim.prefer("ada", "theme", "high-contrast"))
    assert page.menus["theme"].label == "Card theme: High contrast"
    assert sim.files(page) == [paint_figure(make_design("high-contrast"), "sets").png()]
    chosen["ada"] = "high-contrast"
    check()
    page = answer(await sim.settings("mod", "theme", "colour-blind"))
    assert page.menus["theme"].label == "Card theme: Colour-blind"
    assert sim.table().id == table
    chosen |= {"table": "colour-blind", "ben": "colour-blind"}
    check()
    await sim.restart()
    await sim.click("ada", sim.table(), "hand")
    assert sim.files(sim.hand("ada")) == [picture_of_hand(sim, "ada", "high-contrast")]
    page = answer(await sim.prefer("ada", "theme", "default"))
    now = "Card theme: Colour-blind"
    assert page.menus["theme"].label == now
    assert sim.files(sim.hand("ada")) == [picture_of_hand(sim, "ada", "colour-blind")]


async def test_an_avatar_is_shown_once_it_came(sim: Sim, monkeypatch: pytest.MonkeyPatch) -> None:
    made, asked = BytesIO(), []
    Image.new("RGB", (128, 128), "red").save(made, "PNG")

    async def get(url: str) -> bytes:
        asked.append(url)
        return made.getvalue()

    monkeypatch.setattr(sim.bot.http, "get_from_cdn", get)
    sim.env.backend.get_user(sim.people["ada"].id).avatar = "a" * 32
    await sim.seat("ada", "ben")
    await sim.turn()
    assert [seat.picture for seat in seats_of(sim)] == [made.getvalue(), None]
    assert sim.files(sim.table()) == [picture_of_table(sim, "standard")]
    (url,) = asked
    assert url.endswith(f"{'a' * 32}.png?size=128")


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


def test_every_figure_is_on_a_page_of_the_rules() -> None:
    shown = [name for names in FIGURES_OF.values() for name in names]
    assert sorted(shown) == sorted(FIGURES)
