"""Private hands that are edited from several sides at once: what is said in them stays said."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from functools import partial
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock

import aiohttp
import discord
import pytest
from fake_discord import refusal
from fakes_table import ADA, BEN, CHANNEL, World, refused
from past_games import FakePastGames

from bot.cards.actions import Draw, Source
from bot.cards.marked_cards import HandOrder
from bot.cards.views import Highlight, HighlightKind
from bot.i18n import Translator, words_for
from bot.table.manager import GameManager
from bot.work_queue import WorkQueue
from cogs.base.preferences import DisplayOptions, Preferences
from cogs.base.screens import Picture
from cogs.live.avatars import Avatars
from cogs.live.card_emojis import CardEmojis, EmojiUploads
from cogs.live.game_messages import Aside
from cogs.live.new_achievements import NewAchievements
from cogs.live.pictures import Pictures
from cogs.live.private_hands import PrivateHands
from cogs.live.retry_queue import AGAIN_AFTER, RetryQueue
from cogs.live.sender import Sender

FAREWELL = "You have left this game; a computer player has your seat."
HELLO = "Welcome back, said a test"


class NoPreferences:
    """Everybody wants words, unless they have a theme; knowing that takes until a gate is open."""

    def __init__(self) -> None:
        self.themes: dict[int, str] = {}
        self.once: list[str] = []
        self.gate = asyncio.Event()
        self.gate.set()

    def translator(self, _interaction: object) -> Translator:
        return words_for("en")

    async def reader(self, interaction: Any, _guild_id: int) -> DisplayOptions:
        await self.gate.wait()
        theme = self.themes.get(interaction.user.id)
        return DisplayOptions(words_for("en"), theme or "standard", pictures=theme is not None)

    async def said_once(self, *_: object) -> list[str]:
        once, self.once = self.once, []
        return once


class Answer:
    """An interaction of Ada's with the texts that its answer has shown; held up or failing."""

    locale = "en-US"
    guild_id = 7
    client = SimpleNamespace(get_guild=lambda _: object())
    channel = None
    permissions = app_permissions = discord.Permissions.all()
    channel_id = CHANNEL
    guild = None

    def __init__(self, message: int = 1, user_id: int = ADA.user_id) -> None:
        self.user = SimpleNamespace(id=user_id)
        self.message = SimpleNamespace(id=message, flags=SimpleNamespace(ephemeral=True))
        self.expired = False
        self.expires_at = datetime.fromtimestamp(900, UTC)
        self.pictures: list[bytes] = []
        self.deleted = False
        self.said: list[str] = []
        self.errors: list[Exception] = []
        self.reached = asyncio.Event()
        self.answered = asyncio.Event()
        self.gate: asyncio.Event | None = None

    def is_expired(self) -> bool:
        return self.expired

    async def delete_original_response(self) -> None:
        if self.gate is not None:
            await self.gate.wait()
        self.deleted = True
        if self.errors:
            raise self.errors.pop(0)

    async def edit_original_response(
        self, *, view: Any, attachments: Sequence[Any] = (), **_: object
    ) -> SimpleNamespace:
        self.pictures += [each.fp.read() for each in attachments]
        self.reached.set()
        if self.gate is not None:
            await self.gate.wait()
        if self.errors:
            raise self.errors.pop(0)
        shown = list(view.walk_children())
        texts = [each for each in shown if isinstance(each, discord.ui.TextDisplay)]
        self.said.append("\n".join(each.content for each in texts))
        self.answered.set()
        return self.message


class Hands:
    """Ada's private hands in a game with Ben."""

    def __init__(self, world: World, manager: GameManager) -> None:
        self.world, self.manager = world, manager
        self.choices = NoPreferences()
        self.retry_queue = RetryQueue(world.clock)
        work_queue = WorkQueue(threads=1)
        client: Any = SimpleNamespace(fetch_application_emojis=AsyncMock(return_value=[]))
        emojis = CardEmojis(client, world.clock, work_queue, EmojiUploads())
        past_games: Any = FakePastGames()
        services: Any = SimpleNamespace(
            clock=world.clock,
            pictures=partial(Pictures, Avatars(world.clock)),
            preferences=self.choices,
            retry_queue=self.retry_queue,
            sender=Sender(work_queue, emojis),
            achievements=NewAchievements(past_games, cast("Preferences", self.choices)),
        )
        self.hands = PrivateHands(services)

    def click(self) -> Answer:
        """An interaction, answered and adopted as the newest."""
        answer: Any = Answer()
        self.hands.adopt(self.manager.view(None).game_id, answer, HandOrder.NUMBER)
        found: Answer = answer
        return found

    async def open(self, message: int) -> Answer:
        """Open her hand in a message."""
        answer: Any = Answer(message)
        await self.hands.open(self.manager, answer)
        found: Answer = answer
        return found

    async def turn(self) -> None:
        await self.world.one_turn()
        self.refresh()
        await self.settle()

    async def show(self, notice: str = "") -> None:
        await self.hands.show(self.manager, ADA.user_id, Aside(notice=notice))

    def refresh(self) -> None:
        """What the announcer asks for when a table changes."""
        self.retry_queue.submit(*self.hands.jobs(self.manager))

    async def settle(self) -> None:
        await self.world.clock.settle()


@pytest.fixture
async def hands() -> AsyncIterator[Hands]:
    world = World()
    made = Hands(world, await world.seated(ADA, BEN))
    yield made
    await made.retry_queue.close(0)
    await world.registry.close()


async def test_what_is_said_outlives_an_older_edit_that_ends_late(hands: Hands) -> None:
    first = hands.click()
    await hands.show()
    await hands.world.one_turn()
    first.reached.clear()
    first.gate = asyncio.Event()
    hands.refresh()
    await first.reached.wait()
    second = hands.click()
    await hands.show(HELLO)
    first.gate.set()
    await hands.settle()
    # The older edit may have come last to the same message, so the newer one was made again.
    assert len(second.said) == 2
    assert all(HELLO in each for each in second.said)


async def test_an_edit_during_which_an_older_one_ends_is_made_again(hands: Hands) -> None:
    first = hands.click()
    await hands.show()
    await hands.world.one_turn()
    first.reached.clear()
    first.answered.clear()
    first.gate = asyncio.Event()
    hands.refresh()
    await first.reached.wait()
    second = hands.click()
    second.gate = asyncio.Event()
    showing = asyncio.create_task(hands.show(HELLO))
    await second.reached.wait()
    first.gate.set()
    await first.answered.wait()
    second.gate.set()
    await showing
    await hands.settle()
    # Discord has answered the older edit first, and may have made it last.
    assert [HELLO in each for each in second.said] == [True, True]


async def test_what_is_said_outlives_a_refresh_that_began_before(hands: Hands) -> None:
    first = hands.click()
    await hands.show()
    await hands.world.one_turn()
    hands.choices.gate.clear()
    hands.refresh()
    await asyncio.sleep(0)
    second = hands.click()
    showing = asyncio.create_task(hands.show(HELLO))
    await asyncio.sleep(0)
    hands.choices.gate.set()
    await showing
    await hands.settle()
    assert len(first.said) == 1
    assert [HELLO in each for each in second.said] == [True]


async def test_a_refusal_is_read_in_the_hand_of_the_player_who_asked(hands: Hands) -> None:
    first = hands.click()
    await hands.show()
    for person in (BEN, ADA):  # Ben has opened no hand
        hands.hands.tell(hands.manager, person.user_id, "table.pausing.refused", name="Cyd")
    await hands.settle()
    assert ["Cyd wants to play on." in each for each in first.said] == [False, True]


class HeldAnimation:
    """An animation whose drawing waits for a gate."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.gate = asyncio.Event(), asyncio.Event()
        monkeypatch.setattr(Sender, "highlight", self.draw)

    async def draw(self, *_: object) -> Picture:
        self.begun.set()
        await self.gate.wait()
        return Picture("highlight.gif", b"GIF", "It moves.")

    async def begin(self, hands: Hands) -> None:
        highlight = Highlight(HighlightKind.LAID, (0,), hands.manager.view(None))
        hands.retry_queue.submit(*hands.hands.animations(hands.manager, highlight))
        await self.begun.wait()


async def test_a_click_does_not_wait_for_an_animation_and_ends_it(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    animation = HeldAnimation(monkeypatch)
    first = hands.click()
    await hands.show()
    await animation.begin(hands)
    second, manager = hands.click(), hands.manager
    legal = manager.game.legal(hands.world.to_act)
    await manager.act(hands.world.to_act, manager.version, legal.plain[0])
    await hands.show(HELLO)
    assert HELLO in second.said[-1]
    animation.gate.set()
    await hands.settle()
    assert first.pictures == second.pictures == []


async def test_a_picture_that_is_the_same_stays_unless_discord_refuses_that(hands: Hands) -> None:
    hands.choices.themes[ADA.user_id] = "standard"
    first = hands.click()
    await hands.show()
    again = hands.click()
    await hands.show()
    assert (len(first.pictures), again.said) == (1, []), "nothing else is to be shown"
    await hands.show(HELLO)
    assert (again.pictures, HELLO in again.said[-1]) == ([], True)
    again.errors = [refusal(400, 50035)]
    await hands.show("Another notice")
    assert (len(again.pictures), "Another notice" in again.said[-1]) == (1, True)


async def test_a_hint_is_still_told_beside_the_question_that_follows(hands: Hands) -> None:
    hint = Draw(Source.DRAW_PILE)
    hands.click()
    await hands.hands.show(hands.manager, ADA.user_id, Aside(notice=HELLO, hint=hint))
    again = hands.click()
    view = hands.manager.view(ADA.user_id)
    await hands.hands.show(hands.manager, ADA.user_id, Aside(view.version, asked=view.hand[0]))
    assert again.said == [], "nothing else is to be shown"


async def test_of_hands_opened_at_once_the_newest_is_drawn_and_the_others_are_deleted(
    hands: Hands,
) -> None:
    hands.choices.gate.clear()
    hands.choices.once = [HELLO]
    first = asyncio.create_task(hands.open(1))
    await asyncio.sleep(0)
    opening = [asyncio.create_task(hands.open(message)) for message in (2, 3)]
    await asyncio.sleep(0)
    hands.choices.gate.set()
    *older, newest = await asyncio.gather(first, *opening)
    await hands.settle()
    assert [(each.said, each.deleted) for each in older] == [([], True)] * 2
    assert (len(newest.said), newest.deleted) == (1, False)
    assert HELLO in newest.said[0], "what is said once is not lost with the older ones"


async def test_a_hand_opened_again_takes_the_older_one_away(hands: Hands) -> None:
    first = await hands.open(1)
    second = await hands.open(2)
    assert first.said == second.said
    await hands.settle()
    assert (first.deleted, second.deleted) == (True, False)
    second.errors.append(aiohttp.ServerDisconnectedError())
    third = await hands.open(3)
    assert len(third.said) == 1, "that the older one could not be deleted is no harm"
    again = await hands.open(3)
    assert len(again.said) == 1
    assert not third.deleted, "it is the same message"


async def test_a_slow_deletion_of_an_older_hand_holds_up_no_newer_state(hands: Hands) -> None:
    first = await hands.open(1)
    first.gate = asyncio.Event()
    second, manager, to_act = await hands.open(2), hands.manager, hands.world.to_act
    await manager.act(to_act, manager.version, manager.game.legal(to_act).plain[0])
    await hands.show()
    for _ in range(20):
        await asyncio.sleep(0)
    assert (first.deleted, len(second.said)) == (False, 2)
    first.gate.set()
    await hands.settle()
    assert first.deleted


async def test_an_older_hand_that_is_clicked_while_another_is_opened_is_kept(hands: Hands) -> None:
    first = await hands.open(1)
    hands.choices.gate.clear()
    opening = asyncio.create_task(hands.open(2))
    await asyncio.sleep(0)
    clicked = hands.click()
    hands.choices.gate.set()
    await opening
    await hands.show()
    assert not first.deleted
    assert clicked.said


async def test_who_has_just_clicked_is_answered_before_the_others(hands: Hands) -> None:
    # Ada's hand was opened first, and is kept up to date first as long as nobody has clicked.
    hands.click()
    await hands.show()
    game_id = hands.manager.view(None).game_id
    other: Any = Answer(2)
    other.user = SimpleNamespace(id=BEN.user_id)
    hands.hands.adopt(game_id, other, HandOrder.NUMBER)
    assert [key[2] for key, _ in hands.hands.jobs(hands.manager)] == [BEN.user_id, ADA.user_id]
    await hands.hands.show(hands.manager, BEN.user_id)
    assert [key[2] for key, _ in hands.hands.jobs(hands.manager)] == [ADA.user_id, BEN.user_id]
    # Of the next click it is known what its message shows.
    hands.hands.adopt(game_id, other, HandOrder.NUMBER)
    assert [key[2] for key, _ in hands.hands.jobs(hands.manager)] == [BEN.user_id, ADA.user_id]


async def test_a_hidden_draw_of_another_is_shown_with_the_discard_that_follows(
    hands: Hands,
) -> None:
    game_id, answers = hands.manager.view(None).game_id, {}
    for user_id in (ADA.user_id, BEN.user_id):
        answer: Any = Answer(user_id)
        answer.user = SimpleNamespace(id=user_id)
        hands.hands.adopt(game_id, answer, HandOrder.NUMBER)
        await hands.hands.show(hands.manager, user_id)
        answers[user_id] = answer
    mover = answers.pop(hands.world.to_act)
    (other,) = answers.values()
    for shown in ((2, 1), (3, 2)):
        await hands.world.one_action()
        hands.refresh()
        await hands.settle()
        assert (len(mover.said), len(other.said)) == shown


async def test_a_seat_that_is_given_up_while_its_hand_is_drawn_is_answered_with_a_farewell(
    hands: Hands, caplog: pytest.LogCaptureFixture
) -> None:
    answer = hands.click()
    hands.choices.gate.clear()
    showing = asyncio.create_task(hands.show())
    hands.refresh()
    await asyncio.sleep(0)
    await hands.manager.leave_game(ADA.user_id)
    hands.choices.gate.set()
    await showing
    await hands.settle()
    assert (answer.said, len(hands.hands), caplog.records) == ([FAREWELL], 0, [])


async def test_a_seat_that_is_given_up_while_its_click_waits_is_answered(hands: Hands) -> None:
    hands.click()
    await hands.manager.leave_game(ADA.user_id)
    hands.hands.forget(ADA.user_id)
    await refused("no_seat", hands.show())


async def test_a_farewell_that_could_not_be_shown_is_tried_again(hands: Hands) -> None:
    answer = await hands.open(1)
    await hands.manager.leave_game(ADA.user_id)
    answer.errors = [aiohttp.ServerDisconnectedError()]
    hands.refresh()
    await hands.settle()
    assert len(answer.said) == 1
    await hands.world.clock.move(AGAIN_AFTER[0])
    assert answer.said[-1] == FAREWELL


async def test_what_a_click_changed_is_built_once(
    hands: Hands, monkeypatch: pytest.MonkeyPatch
) -> None:
    built = 0
    screen = PrivateHands._screen

    async def counted(*args: Any) -> Any:
        nonlocal built
        built += 1
        return await screen(*args)

    monkeypatch.setattr(PrivateHands, "_screen", counted)
    hands.click()
    await hands.show()
    assert built == 1, "nothing else shows it"
    await hands.world.one_turn()
    await hands.settle()
    hands.click()
    built = 0
    await hands.manager.act(ADA.user_id, hands.manager.version, Draw(Source.DRAW_PILE))
    hands.refresh()
    await asyncio.sleep(0)  # the update begins
    await hands.show()
    await hands.settle()
    assert built == 1
