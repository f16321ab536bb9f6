from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import discord

from bot.i18n import words_for
from cogs.base.slash_commands import choices_of, command


class Interaction:
    """Notes in which order a command is guarded, acknowledged and run."""

    def __init__(self) -> None:
        self.log: list[str] = []
        self.response = self

    async def defer(self, *, ephemeral: bool, thinking: bool) -> None:
        assert ephemeral
        assert thinking
        self.log.append("deferred")


class Cog:
    """A cog with one command."""

    @asynccontextmanager
    async def guard(self, interaction: Interaction) -> AsyncIterator[None]:
        interaction.log.append("guarded")
        yield
        interaction.log.append("done")

    @command("stats", member=("member", "stats_member"))
    async def stats(
        self, interaction: discord.Interaction, member: discord.Member | None = None
    ) -> None:
        log: Any = interaction
        log.log.append(f"run for {member}")


async def test_a_command_is_acknowledged_and_run_within_its_guard() -> None:
    interaction: Any = Interaction()

    await Cog.stats.callback(Cog(), interaction, "Ben")

    assert interaction.log == ["guarded", "deferred", "run for Ben", "done"]


def test_texts_and_types_come_from_the_catalogue_and_the_annotations() -> None:
    (member,) = Cog.stats.parameters

    assert Cog.stats.name == "stats"
    assert member.display_name == "member"
    assert str(member.description) == words_for("en")("commands.stats_member.description")
    assert member.type is discord.AppCommandOptionType.user
    assert not member.required


def test_choices_are_named_by_their_value() -> None:
    (hard,) = choices_of("lobby.level.{}", ["hard"])

    assert (hard.name, hard.value) == ("Hard", "hard")
