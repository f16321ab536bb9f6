"""The table in the server's language, and what only one person sees in theirs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from choosing import add_moderator
from driving import Shown, Sim, answer
from kit import held
from reading import DisplayOptions, heard, play_by_ear

from bot.app import Phase10Bot
from bot.cards.phases import TEN_PHASES, parse_phase
from bot.cards.state import Seat, Stage
from bot.i18n import words_for
from bot.i18n.phrases import card_name, numbered_phase
from bot.i18n.rulesets import edition_name

SHORT = "S2+S2+S2,C5+S2"
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


async def test_a_dutch_and_a_brazilian_player_on_a_spanish_table(sim: Sim) -> None:
    add_moderator(sim)
    await sim.settings("mod", "language", "es")
    readers = []
    for name, locale in (("ada", "nl"), ("ben", "pt_BR")):
        await sim.prefer(name, "language", locale)
        await sim.prefer(name, "pictures", "off")
        readers.append(DisplayOptions(sim, name, locale))
    await sim.slash("ada", "play", variation=SHORT)
    assert says(sim.table(), "lobby.join", "es")
    await sim.click("ben", sim.table(), "join")
    await sim.click("ada", sim.table(), "start")
    await sim.click("ben", sim.table(), "hand")
    assert says(sim.table(), "table.my_hand", "es")
    assert sim.table().alts[0].startswith(words_for("es")("alt.hand_number", hand=1))

    await play_by_ear(sim, *readers)

    for reader in readers:
        assert reader.turns
        begun = {page.lines[0].split(" ")[0] for page in reader.heard}
        assert begun == {"###", "**Ronde" if reader.locale == "nl" else "**Fim"}
    assert any("Puesto 1: " in alt for alt in sim.table().alts)
    assert "gana la partida" in sim.table().text or "comparten" in sim.table().text
    assert sim.table().controls["rematch"].label == "Revancha"


async def test_discord_says_the_language_of_who_chose_none(sim: Sim) -> None:
    in_discord(sim, ada="nl", ben="pt-BR", server="es-ES")
    await sim.seat("ada", "ben")
    seats = (Seat(held("Y5 R11"), trying=1), Seat(held("R1 W"), trying=1))

    await sim.put(stage=Stage.PLAY, turn=0, seats=seats, discard_pile=held("B12"))

    for name, locale in (("ada", "nl"), ("ben", "pt_BR")):
        words = words_for(locale)
        assert numbered_phase(words, 1, PHASE_1) in sim.hand(name).text
        assert card_name(words, held("B12")[0]) in sim.hand(name).alts[0]
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

    for page in range(1, 10):
        assert (
            words("rules.page", page=page, pages=9, edition=edition_name(words, "classic"))
            in shown.text
        )
        titles.append(heard(shown).lines[0])
        buttons = heard(shown).buttons
        assert (words("memories.back") in buttons) is (page > 1)
        assert (words("rules.next") in buttons) is (page < 9)
        if page < 9:
            shown = answer(await sim.click("eve", shown, "rulespage", words("rules.next")))
    await sim.click("eve", shown, "rulespage", words("memories.back"))

    assert len(set(titles)) == 9
    again = answer(await sim.slash("eve", "rules", topic="editions"))
    for edition in ("anniversary40", "modern", "el_chavo", "final_turn", "masters"):
        assert says(again, f"lobby.edition.{edition}", "nl")
