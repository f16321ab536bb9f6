from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import pairwise, product
from typing import Any, cast

import discord
import pytest
from fake_discord import refusal
from fakes_table import FakeClock

from bot.cards.cards import SKIP, WILD, WILD_AS_NUMBER, Card, card
from bot.render import THEMES
from bot.render.pictures.emoji import EMOJI_CARDS, EMOJI_FACES
from bot.work_queue import WorkQueue
from cogs.live.card_emojis import (
    AGAIN_AFTER,
    BETWEEN_THEMES,
    KEPT_FOR,
    LOOK_AGAIN,
    CardEmojis,
    EmojiUploads,
    emoji_name,
)

R5 = card("R5")
SHOWN = (*EMOJI_CARDS, *EMOJI_FACES)
ALL = len(THEMES) * len(SHOWN)
PAUSE = 2.0
UPLOADING = PAUSE * ALL + 3 * BETWEEN_THEMES + 1
Draw = Callable[[str, Card], bytes]


@dataclass(eq=False)
class Emoji:
    application: Application
    id: int
    name: str
    created_at: datetime

    def __str__(self) -> str:
        return f"<:{self.name}:{self.id}>"

    async def delete(self) -> None:
        self.application.deleted.append(self.application.clock.now())
        self.application.emojis.remove(self)


@dataclass
class Application:
    clock: FakeClock
    emojis: list[Emoji] = field(default_factory=list)
    asked: int = 0
    created: list[float] = field(default_factory=list)
    deleted: list[float] = field(default_factory=list)
    errors: list[Exception] = field(default_factory=list)
    refused: set[str] = field(default_factory=set)

    async def fetch_application_emojis(self) -> list[Emoji]:
        self.asked += 1
        return list(self.emojis)

    async def create_application_emoji(self, *, name: str, image: bytes) -> Emoji:
        self.created.append(self.clock.now())
        assert image
        if self.errors:
            raise self.errors.pop()
        if any(part in name for part in self.refused):
            raise refusal(400, 50035)
        return self.add(name)

    def add(self, name: str) -> Emoji:
        at = datetime.fromtimestamp(self.clock.now(), UTC)
        emoji = Emoji(self, 1000 + len(self.created) + len(self.emojis), name, at)
        self.emojis.append(emoji)
        return emoji

    @property
    def names(self) -> list[str]:
        return [each.name for each in self.emojis]


@pytest.fixture
def application() -> Application:
    return Application(FakeClock())


def drawn(art: str = "") -> Draw:
    return lambda theme, card: f"{art} {theme} {card.code}".encode()


@asynccontextmanager
async def running(
    application: Application, draw: Draw | None = None, **uploads: Any
) -> AsyncIterator[CardEmojis]:
    """A process with emojis; Discord goes on when it ends."""
    client = cast("discord.Client", application)
    settings = EmojiUploads(**{"pause": PAUSE, **uploads})
    emojis = CardEmojis(client, application.clock, WorkQueue(), settings, draw or drawn())
    emojis.start()
    await application.clock.settle()
    try:
        yield emojis
    finally:
        await emojis.close()


async def test_every_card_of_every_theme_is_uploaded_once_and_found_by_name(
    application: Application,
) -> None:
    async with running(application) as emojis:
        assert emojis.faces("standard")(R5) == "", "words are used until it is there"
        await application.clock.move(UPLOADING)
        markup = emojis.faces("standard")(R5)
    assert len(application.created) == len(set(application.names)) == ALL
    assert all(re.search(r"_s_[0-9a-f]+$", name) for name in application.names[: len(SHOWN)])
    assert min(later - earlier for earlier, later in pairwise(application.created)) >= PAUSE
    assert all(re.fullmatch(r"[A-Za-z0-9_]{2,32}", name) for name in application.names)
    assert re.fullmatch(r"<:red_5_s_[0-9a-f]{8}:\d+>", markup)
    async with running(application) as emojis:
        await application.clock.move(3 * LOOK_AGAIN)
        assert emojis.faces("standard")(R5) == markup
        face = emojis.faces("playing-cards")
        assert face(R5) not in ("", markup)
        assert face(WILD_AS_NUMBER[7]) == face(WILD) != ""
    assert len(application.created) == ALL
    assert application.deleted == []


async def test_other_processes_only_look(application: Application) -> None:
    async with running(application, here=False) as other:
        await application.clock.move(UPLOADING)
        assert application.created == []
        async with running(application) as emojis:
            await application.clock.move(UPLOADING + LOOK_AGAIN)
            assert other.faces("standard")(R5) == emojis.faces("standard")(R5) != ""
    async with running(application, drawn("new"), here=False):
        await application.clock.move(KEPT_FOR + 2 * LOOK_AGAIN)
    assert (len(application.created), application.deleted) == (ALL, [])


async def test_changed_art_replaces_the_old_a_day_later(application: Application) -> None:
    application.add("somebody_elses")
    async with running(application) as emojis:
        await application.clock.move(UPLOADING)
        old = emojis.faces("standard")(R5)

    def changed(theme: str, card: Card) -> bytes:
        return drawn("new" if card is R5 else "")(theme, card)

    async with running(application, changed) as emojis:
        await application.clock.move((PAUSE + BETWEEN_THEMES) * len(THEMES))
        assert emojis.faces("standard")(R5) not in ("", old)
        assert len(application.created) == ALL + len(THEMES)
        await application.clock.move(KEPT_FOR - UPLOADING)
        assert old in map(str, application.emojis)
        assert application.deleted == []
        await application.clock.move(UPLOADING + LOOK_AGAIN)
        assert old not in map(str, application.emojis)
    assert len(application.deleted) == len(THEMES)
    assert len(application.emojis) == ALL + 1, "what is not ours stays"


async def test_names_say_what_is_shown() -> None:
    names = [emoji_name(theme, subject, b"") for theme in THEMES for subject in SHOWN]
    assert len(set(names)) == ALL
    assert max(map(len, names)) <= 32
    spoken = {re.sub(r"_(s|cb|hc|pc)_[0-9a-f]{8}$", "", name) for name in names}
    assert {"blue_7", "wild", "skip", "orange_12", "red_die_10", "green_die_wild"} <= spoken
    assert len(spoken) == len(SHOWN)


@pytest.mark.parametrize("here", [True, False])
async def test_cards_have_an_emoji_while_those_of_1_1_are_replaced(
    application: Application, here: bool
) -> None:
    application.add("p10_standard_R5_12345678x")
    application.add("p10_something")
    others = len(application.emojis)
    for theme in THEMES:
        name = theme.replace("-", "_")
        for subject in SHOWN:
            code = f"d{subject.code}" if subject in EMOJI_FACES else subject.code
            application.add(f"p10_{name}_{code}_12345678")
    async with running(application, here=here) as emojis:
        for _ in range(int(UPLOADING / 60) + 1):
            for theme, subject in product(THEMES, SHOWN):
                assert emojis.faces(theme)(subject), "there is no time without emojis"
            await application.clock.move(60)
        assert emojis.faces("standard")(R5).startswith("<:red_5_s_" if here else "<:p10_")
        await application.clock.move(KEPT_FOR + LOOK_AGAIN + UPLOADING)
    assert len(application.deleted) == (ALL if here else 0)
    assert len(application.emojis) == ALL + others


async def test_what_discord_refuses_stays_a_word_and_is_not_sent_again(
    application: Application,
) -> None:
    application.refused = {"red_5_s_"}
    async with running(application) as emojis:
        await application.clock.move(UPLOADING + 2 * LOOK_AGAIN)
        assert emojis.faces("standard")(R5) == ""
        assert emojis.faces("standard")(SKIP) != ""
    assert len(application.created) == ALL


async def test_errors_are_retried_after_longer_and_longer_pauses(application: Application) -> None:
    application.errors = [refusal(503, 0), discord.RateLimited(500.0)]
    async with running(application) as emojis:
        await application.clock.move(PAUSE + 499)
        assert len(application.created) == 1, "as long as Discord asks for"
        await application.clock.move(PAUSE + 2 + AGAIN_AFTER[1] - 5)
        assert len(application.created) == 2
        await application.clock.move(UPLOADING + 5)
        assert emojis.faces("standard")(R5) != ""
    assert len(application.names) == ALL


async def test_something_unexpected_does_not_end_it(
    application: Application, caplog: pytest.LogCaptureFixture
) -> None:
    application.errors = [KeyError("id")]
    async with running(application):
        await application.clock.move(AGAIN_AFTER[-1] + UPLOADING + PAUSE)
    assert len(application.names) == ALL
    assert "emojis not brought up to date" in caplog.text


async def test_of_two_emojis_of_a_name_all_use_the_older(application: Application) -> None:
    name = emoji_name("standard", R5, drawn()("standard", R5))
    older = application.add(name)
    application.add(name)
    async with running(application, here=False) as emojis:
        assert emojis.faces("standard")(R5) == str(older)
