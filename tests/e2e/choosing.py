"""Who chooses, and what they are answered."""

from __future__ import annotations

from pathlib import Path

import discord
import pytest
from driving import Sim

from bot import LOCALES
from bot.i18n import catalogue

ESPERANTO = {
    "lobby.needs_more": "Ankoraŭ unu",
    "table.draw": "{name}: prenu karton",
    "table.play": "{name}: ludu",
    "table.ping": "{mention} via vico",
    "table.my_hand": "Miaj kartoj",
    "hand.draw_now": "Prenu karton.",
    "hand.draw": "Kartaro",
    "hand.their_turn": "Vico de {name}.",
    "errors.no_game": "Ne plu.",
    "errors.no_seat": "Vi ne sidas.",
    "alt.hand": "Viaj kartoj, {count}: {cards}.",
    "settings.name.language": "Lingvo",
}


async def end_game(sim: Sim) -> None:
    """Ada, the host, ends the game."""
    asked = await sim.more("ada", "end")
    await sim.click("ada", asked, "endnow")


def add_moderator(sim: Sim) -> None:
    """Somebody who manages the server, without a name at the table."""
    role = sim.guild.create_role("mods", permissions=discord.Permissions(manage_guild=True))
    sim.people["mod"] = sim.guild.add_member(sim.env.create_user("mod"), roles=[role])


def forget_words() -> None:
    """Have the catalogues read anew."""
    for kept in (catalogue._load, catalogue._known, catalogue.languages):
        kept.cache_clear()


def teach_esperanto(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One language more than there is, of a few sentences."""
    for each in LOCALES.iterdir():
        (folder / each.name).symlink_to(each, target_is_directory=True)
    (folder / "eo").mkdir()
    for domain in {key.split(".")[0] for key in ESPERANTO}:
        said = [
            f'msgid "{key}"\nmsgstr "{sentence}"\n'
            for key, sentence in ESPERANTO.items()
            if key.startswith(f"{domain}.")
        ]
        head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
        (folder / "eo" / f"{domain}.po").write_text("\n".join([head, *said]))
    monkeypatch.setattr(catalogue, "LOCALES", folder)
    forget_words()
