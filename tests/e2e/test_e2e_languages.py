"""What is read: the server's language and one's own, and words in place of pictures."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from driving import Shown, Sim, answer, other_than
from kit import held, laid
from remembering import add_moderator, finish_daily

from bot.app import Phase10Bot
from bot.cards.phases import TEN_PHASES, parse_phase
from bot.cards.state import Seat, Stage
from bot.i18n import language_name, languages, words_for
from bot.i18n.phrases import card_name, numbered_phase
from bot.i18n.rulesets import edition_name

PHASE_1 = parse_phase(TEN_PHASES[0])


@pytest.fixture
def new_sim(request: pytest.FixtureRequest, tmp_path: Path) -> Sim:
    """A sim whose bot speaks the language of the parameter, where there is one."""
    made = Sim(tmp_path / "games.db")
    made.bot = Phase10Bot(replace(made.bot.config, locale=getattr(request, "param", None)))
    return made


def in_discord(sim: Sim, **locales: str) -> None:
    """Have Discord say these languages of people, and of the server under the name ``server``."""
    emit = sim.env.backend.emit
    by_id = {str(sim.people[name].id): each for name, each in locales.items() if name != "server"}

    def said(event: str, payload: Any) -> None:
        if event == "INTERACTION_CREATE":
            user = payload["member"]["user"]["id"]
            guild = locales.get("server", "en-US")
            payload = {**payload, "guild_locale": guild, "locale": by_id.get(user, "en-US")}
        emit(event, payload)

    sim.env.backend.emit = said  # type: ignore[method-assign]


def says(shown: Shown, key: str, locale: str, **data: object) -> bool:
    return words_for(locale)(key, **data) in shown.words


async def test_a_dutch_and_a_brazilian_player_at_a_spanish_table(sim: Sim) -> None:
    add_moderator(sim)
    await sim.slash("ada", "play")
    assert says(sim.table(), "lobby.join", "en")
    await sim.settings("mod", "language", "es")
    assert says(sim.table(), "lobby.join", "es")
    await sim.click("ben", sim.table(), "join")
    await sim.click("ada", sim.table(), "start")
    await sim.click("ben", sim.table(), "hand")
    mover = sim.to_move()
    for name, locale in (("ada", "nl"), ("ben", "pt_BR"), ("eve", "nl")):
        page = answer(await sim.prefer(name, "language", locale))
        assert words_for(locale)("settings.name.language") in page.words
    await sim.turn()
    mention = f"<@{sim.people[other_than(mover)].id}>"
    assert sim.pings() == [words_for("es")("table.ping", mention=mention)]
    for again in (False, True):
        assert sim.table().text.strip().startswith("Turno de **")
        assert sim.table().alts[0].startswith(words_for("es")("alt.hand_number", hand=1))
        for name, locale in (("ada", "nl"), ("ben", "pt_BR")):
            assert numbered_phase(words_for(locale), 1, PHASE_1) in sim.hand(name).text
            assert says(sim.hand(name), "hand.sort_colour", locale)
        told = sim.told(await sim.click("eve", sim.table(), "hand"))
        assert told.strip() == words_for("nl")("errors.no_seat")
        if not again:
            await sim.restart()
            for name in ("ada", "ben"):
                await sim.click(name, sim.table(), "hand")
    await sim.settings("mod", "language", "default")
    assert "'s turn: " in sim.table().text


async def test_discord_says_the_language_of_who_chose_none(sim: Sim) -> None:
    in_discord(sim, ada="nl", ben="pt-BR", server="es-ES")
    await sim.seat("ada", "ben")
    for name, locale in (("ada", "nl"), ("ben", "pt_BR")):
        assert numbered_phase(words_for(locale), 1, PHASE_1) in sim.hand(name).text
    assert sim.table().text.strip().startswith("Turno de **")
    assert says(sim.table(), "table.rules", "es")


@pytest.mark.parametrize("new_sim", ["nl"], indirect=True)
async def test_a_bot_can_speak_a_language_where_nobody_chose_one(sim: Sim) -> None:
    in_discord(sim, ada="pt-BR", server="es-ES")
    await sim.prefer("ben", "language", "es")
    told = sim.told(await sim.slash("ada", "hand"))
    await sim.seat("ada", "ben")
    assert told.strip() == words_for("nl")("errors.no_game", command="/phase10 jogar")
    assert says(sim.table(), "table.my_hand", "nl")
    assert numbered_phase(words_for("nl"), 1, PHASE_1) in sim.hand("ada").text
    assert numbered_phase(words_for("es"), 1, PHASE_1) in sim.hand("ben").text


async def test_the_rules_are_a_tour_with_steps_on_and_back(sim: Sim) -> None:
    words = words_for("nl")
    await sim.prefer("eve", "language", "nl")
    shown = answer(await sim.slash("eve", "rules"))
    titles = []
    for page in (1, 2):
        edition = edition_name(words, "classic")
        assert words("rules.page", page=page, pages=9, edition=edition) in shown.text
        titles.append(shown.text.split("\n")[1])
        shown = answer(await sim.click("eve", shown, "rulespage", words("rules.next")))
    await sim.click("eve", shown, "rulespage", words("terms.back"))
    assert titles[0] != titles[1] == shown.text.split("\n")[1]
    again = answer(await sim.slash("eve", "rules", topic="editions"))
    for edition in ("anniversary40", "modern", "el_chavo", "final_turn", "masters"):
        assert says(again, f"lobby.edition.{edition}", "nl")


@pytest.mark.parametrize("locale", languages())
async def test_all_that_is_needed_is_said_and_every_control_can_be_told_from_the_others(
    sim: Sim, locale: str
) -> None:
    for name in ("ada", "ben"):
        await sim.prefer(name, "language", locale)
    await sim.seat("ada", "ben")
    words = words_for(locale)
    groups = (laid("S", "R4 B4 W4"), laid("R", "R3 W4 R5 R6"))
    cards, top = held("Y4 R7 R2 W S S"), held("B12")
    seats = (
        Seat(cards, trying=2, groups=groups),
        Seat(held("R1 R2 R3"), trying=1, groups=(laid("R", "R8 W9 R10 R11"),)),
    )
    await sim.put(stage=Stage.PLAY, turn=0, seats=seats, discard_pile=top)
    names = tuple(card_name(words, each) for each in cards)
    assert all(name in sim.hand("ada").alts[0] for name in (*names, card_name(words, top[0])))
    assert answer(await sim.prefer("ada", "pictures", "off")).alts == []
    lines = sim.hand("ada").text.splitlines()
    assert sum(all(name in line for name in names) for line in lines) == 1
    assert any(card_name(words, top[0]) in line for line in lines)
    labels = [each.label for each in sim.hand("ada").buttons]
    assert all(any(label.startswith(name) for label in labels) for name in names)
    others = [label for label in labels if not label.startswith(names)]
    assert len(set(others)) == len(others) >= 3
    table = answer(await sim.slash("ada", "table")).text
    assert all(card_name(words, each) in table for group in groups for each in group.cards)
    assert "ben" in table
    await sim.click("ada", sim.table(), "hand")
    await sim.tap("ada", sim.hand("ada"), dict(sim.hand("ada").cards)["W"])
    hits = [each.label for each in sim.hand("ada").buttons if "→" in each.label]
    assert len(set(hits)) == len(hits) == 5
    assert any("ben" in hit for hit in hits)


@pytest.mark.usefixtures("painted")
async def test_a_hand_without_pictures_takes_the_same_clicks_and_can_have_them_again(
    sim: Sim,
) -> None:
    for name in ("ada", "ben"):
        page = answer(await sim.prefer(name, "pictures", "off"))
        assert page.alts == sim.files(page) == []
    made_up = "p10:-:0:ownsetting:pings:0"
    assert "understand" in (await sim.send(("ben", page, made_up, ("ping",))))[0]
    await sim.seat("ada", "ben")
    mover = sim.to_move()
    before = set(sim.hand(mover).controls)
    assert {"draw", "sort"} <= before
    await sim.click(mover, sim.hand(mover), "sort")
    assert "Your hand, 10 cards:" in sim.hand(mover).text
    await sim.prefer(mover, "pictures", "on")
    assert set(sim.hand(mover).controls) == before
    assert "Your hand, 10 cards:" in sim.hand(mover).alts[0]
    assert "Your hand, 10 cards:" not in sim.hand(mover).text


async def test_a_server_that_chose_no_language_reads_that_of_the_opener(sim: Sim) -> None:
    add_moderator(sim)
    in_discord(sim, ada="es-ES", ben="nl", mod="pt-BR")
    await sim.slash("ada", "play")
    assert says(sim.table(), "lobby.join", "es")
    await sim.click("ben", sim.table(), "join")
    assert says(sim.table(), "lobby.join", "es")

    # The language that a person chose here counts before that of their Discord.
    await sim.prefer("cyd", "language", "nl")
    await sim.slash("cyd", "sheet")
    sheet = sim.public()[-1]
    assert says(sheet, "lobby.join", "nl")
    await sim.click("ada", sheet, "sheetjoin")
    assert says(sim.public()[-1], "lobby.join", "nl")


async def test_posts_are_in_the_language_of_the_manager_until_one_is_chosen(sim: Sim) -> None:
    add_moderator(sim)
    in_discord(sim, ada="es-ES", mod="pt-BR")
    news = sim.guild.create_text_channel("news")
    page = answer(await sim.settings("mod", "#dailyposts", news))
    language = language_name("pt_BR")
    assert says(page, "settings.posts_language", "pt_BR", language=f"**{language}**")
    await sim.slash("ada", "daily")
    await finish_daily(sim, sim.people["ada"].id)
    await sim.slash("ada", "daily")
    await sim.click("ada", sim.newest("ada"), "dailyshare")
    (post,) = sim.messages(news.id)
    assert says(post, "daily.play", "pt_BR")
    await sim.settings("mod", "language", "nl")
    page = answer(await sim.settings("mod", "#announcements", news))
    assert language not in page.text


async def test_communities_choose_their_language_in_discord(sim: Sim) -> None:
    in_discord(sim, ada="es-ES")
    sim.bot.guilds[0].features.append("COMMUNITY")
    await sim.slash("ada", "play")
    assert says(sim.table(), "lobby.join", "en")
