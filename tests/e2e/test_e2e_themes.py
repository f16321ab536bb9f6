"""Card themes of servers and people: which pictures and words go out to whom."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest
from choosing import add_moderator, answer
from discord.app_commands import MissingPermissions
from driving import House, Shown
from kit import held

from bot.i18n import Words
from bot.render import FIGURES, Renderer
from bot.rules.state import Seat, Stage
from bot.storage.errors import StoreError
from bot.storage.store import SqlStore
from bot.table.manager import GameManager
from cogs.drawing import Picture, Pictures
from cogs.views.rules import FIGURES_OF

Drawing = Callable[[Pictures, Words, str, GameManager], Awaitable[Picture | None]]


def picture_of_hand(house: House, name: str, theme: str) -> bytes:
    return Renderer(theme).hand(house.manager.view(house.people[name].id))


def picture_of_table(house: House, theme: str) -> bytes:
    view = house.manager.view(None)
    return Renderer(theme).table(view, "en", house.bot.desk.pictures._looks(house.manager))


async def test_a_persons_theme_changes_their_hand_at_once_and_nothing_else(house: House) -> None:
    await house.seat("ada", "ben")
    assert house.files(house.hand("ada")) == [picture_of_hand(house, "ada", "standard")]

    result = await house.slash("ada", "theme", theme="high-contrast")

    assert "**High contrast**" in house.told(result)
    assert house.files(answer(result)) == [Renderer("high-contrast").figure("sets")]
    assert house.files(house.hand("ada")) == [picture_of_hand(house, "ada", "high-contrast")]
    assert house.files(house.hand("ben")) == [picture_of_hand(house, "ben", "standard")]
    assert house.files(house.table()) == [picture_of_table(house, "standard")]


async def test_a_servers_theme_changes_the_table_and_hands_of_who_chose_none(house: House) -> None:
    add_moderator(house)
    await house.seat("ada", "ben")
    await house.slash("ada", "theme", theme="high-contrast")
    before = house.table().id

    result = await house.settings("mod", "theme", theme="colour-blind")

    assert "**For colour blindness**" in house.told(result)
    assert house.table().id == before
    assert house.files(house.table()) == [picture_of_table(house, "colour-blind")]
    assert house.files(house.hand("ada")) == [picture_of_hand(house, "ada", "high-contrast")]
    assert house.files(house.hand("ben")) == [picture_of_hand(house, "ben", "colour-blind")]


async def test_choices_outlive_a_restart_and_can_be_taken_back(house: House) -> None:
    add_moderator(house)
    await house.seat("ada", "ben")
    await house.settings("mod", "theme", theme="colour-blind")
    await house.slash("ada", "theme", theme="high-contrast")

    await house.restart()
    await house.click("ada", house.table(), "hand")
    assert house.files(house.hand("ada")) == [picture_of_hand(house, "ada", "high-contrast")]
    shown = await house.slash("ada", "theme")
    assert "Card theme: **High contrast**\n" in house.told(shown)
    taken_back = await house.slash("ada", "theme", theme="default")

    now = "Card theme: **For colour blindness** · No choice: as in the server"
    assert now in house.told(taken_back)
    assert house.files(house.hand("ada")) == [picture_of_hand(house, "ada", "colour-blind")]
    shown = await house.settings("mod", "theme")
    assert "Card theme: **For colour blindness**\n" in house.told(shown)


async def test_playing_cards_are_named_as_they_are_shown(house: House) -> None:
    add_moderator(house)
    await house.seat("ada", "ben")
    seats = (Seat(held("Y5 R11 W S"), trying=1), Seat(held("R1"), trying=1))
    await house.put(stage=Stage.DRAW, turn=0, seats=seats, discard_pile=held("B12"))
    assert "Take Blue 12" in house.hand("ada").words

    await house.slash("ada", "theme", theme="playing-cards")

    assert "Take King of spades" in house.hand("ada").words
    (alt,) = house.hand("ada").alts
    assert "6 of diamonds, Queen of hearts" in alt
    assert "Ace (Wild)" in alt
    assert "Joker (Skip)" in alt
    assert "of spades" not in house.table().alts[0]
    await house.settings("mod", "theme", theme="playing-cards")
    assert "King of spades" in house.table().alts[0]


async def test_who_does_not_manage_the_server_cannot_set_its_theme(house: House) -> None:
    add_moderator(house)
    mine = house.people["ada"].available_commands(house.channel)
    assert "phase10-settings theme" not in mine
    assert "phase10 theme" in mine
    assert "phase10-settings theme" in house.people["mod"].available_commands(house.channel)


async def test_the_permission_is_asked_for_also_where_the_command_is_given_to_all(
    house: House,
) -> None:
    house.bot.tree.get_command("phase10-settings").default_permissions = None  # type: ignore[union-attr]
    await house.bot.tree.sync()

    result = await house.settings("ada", "theme", theme="playing-cards")

    assert house.told(result) == "That takes the permission Manage Server."
    assert [type(error) for error in house.env.errors] == [MissingPermissions]
    assert await house.bot.desk.choices.theme_of_server(house.guild.id) == "standard"


async def test_a_theme_that_cannot_be_stored_is_refused_in_words(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*_args: object) -> None:
        raise StoreError("disk full")

    await house.seat("ada", "ben")
    monkeypatch.setattr(SqlStore, "_replace", refuse)

    result = await house.slash("ada", "theme", theme="high-contrast")

    assert "could not save that" in house.told(result)
    assert house.files(house.hand("ada")) == [picture_of_hand(house, "ada", "standard")]


def noting(kind: str, asked: list[tuple[str, str]]) -> Drawing:
    """The method of this name, noting the themes in which it draws."""
    drawing: Drawing = getattr(Pictures, kind)

    async def noted(
        self: Pictures, words: Words, theme: str, manager: GameManager
    ) -> Picture | None:
        asked.append((kind, theme))
        return await drawing(self, words, theme, manager)

    return noted


async def test_scores_and_the_podium_follow_the_theme(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, str]] = []
    for kind in ("scores", "podium"):
        monkeypatch.setattr(Pictures, kind, noting(kind, asked))
    add_moderator(house)
    await house.settings("mod", "theme", theme="colour-blind")
    await house.slash("ben", "theme", theme="high-contrast")
    await house.seat("ada", "ben", variation="S2")

    await house.slash("ada", "scores")
    await house.slash("ben", "scores")
    await house.click("ada", answer(await house.slash("ada", "end")), "endnow")

    assert asked == [
        ("scores", "colour-blind"),
        ("scores", "high-contrast"),
        ("podium", "colour-blind"),
    ]


async def test_rules_show_figures_in_the_readers_theme(house: House) -> None:
    await house.slash("ada", "theme", theme="playing-cards")

    result = await house.slash("ada", "rules", topic="wild_and_skip")

    renderer = Renderer("playing-cards")
    assert house.files(answer(result)) == [renderer.figure("wild"), renderer.figure("skip")]
    assert "Ace as clubs" in answer(result).alts[0]
    assert answer(result).alts[1].startswith("A Joker (Skip)")
    assert "2 to King stand for 1 to 12" in answer(result).text

    turned = await house.choose("ada", answer(result), "topic", ["scoring"])
    told = Shown(house.env.backend.messages[house.channel.id][answer(result).id])
    assert house.files(told) == [renderer.figure("scoring")]
    assert "Jack, Queen and King, 10 each" in told.alts[0]
    assert "Jack, Queen, King: **10**" in told.text
    assert turned is not None


def test_every_figure_is_on_a_page_of_the_rules() -> None:
    shown = [name for names in FIGURES_OF.values() for name in names]
    assert sorted(shown) == sorted(FIGURES)
