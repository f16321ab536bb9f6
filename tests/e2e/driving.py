"""A whole bot in a simulated server, and people who click what they are offered."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import discord
import pytest
from databases import BOT_DATABASES
from patience import PATIENCE
from simcord import Env, InteractionResult, MemberActor, ResponseMessage, interactions
from simcord.backend import serializers
from simcord.backend.models import Overwrite
from simcord.builders import ChannelHandle
from simcord.components import walk_components
from simcord.enums import OverwriteType

from bot.app import BotConfig, Phase10Bot
from bot.cards.cards import table_card
from bot.cards.state import Stage, State
from bot.seating import private_channel
from bot.table.context import Clock, Pace
from bot.table.manager import GameManager

ROW, BUTTON, MENU, TEXT, GALLERY = 1, 2, 3, 10, 12
ENDS_A_TURN = "discard"
MENUS_OF_SETTINGS = (MENU, 5, 6, 8)  # menus of values, people, roles and channels
USEFUL = ("declare", "accept", "lay", "takesaved", "draw", "drawnothing", "save", "hitall")
MENUS = ("declare", "save")
MOST_STEPS = 400
FACE = re.compile(
    r"(?::discard:\d+:|:discardnow:|:hit:a?\d+:\d\.\d\."
    r"|\"value\": \"(?:\d\.\d\.)?)([RBYGO]1?\d|W|S)(?=[RBYGO\d]*[_:.\"])"
)
"""A card in the custom id of a button, or in the value of an option."""
EMOJI = re.compile(
    r"\b(?:(red|blue|yellow|green|orange)_(\d+)|(wild|skip))_(?:s|cb|hc|pc)_[0-9a-f]{8}\b"
)
"""The colour and number, or the kind, of a card in the name of an emoji."""


class EnvClock(Clock):
    """The simulated server's time."""

    def __init__(self) -> None:
        super().__init__()
        self.env: Env | None = None

    def now(self) -> float:
        return self.env.now().timestamp() if self.env else 0.0

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)


@dataclass(frozen=True)
class Control:
    """A button or menu on somebody's screen."""

    custom_id: str
    label: str
    values: tuple[str, ...] = ()
    enabled: bool = True
    blue: bool = False

    @property
    def verb(self) -> str:
        return self.custom_id.split(":")[3]

    @property
    def args(self) -> list[str]:
        return self.custom_id.split(":")[4:]


@dataclass(frozen=True)
class Shown:
    """A message on somebody's screen."""

    raw: Any

    @property
    def faces(self) -> set[str]:
        """The codes of the cards that it shows as emojis, or names in custom ids and values."""
        text = json.dumps(self.raw.components)
        shown = EMOJI.findall(text)
        named = {f"{(colour or kind)[0].upper()}{number}" for colour, number, kind in shown}
        return {*FACE.findall(text), *named}

    @property
    def id(self) -> int:
        return int(self.raw.id)

    @property
    def private(self) -> bool:
        return bool(self.raw.flags & 64)

    @property
    def is_ping(self) -> bool:
        """Whether it has plain text, as phones show it in their notification."""
        return bool(self.raw.content)

    @property
    def components(self) -> list[dict[str, Any]]:
        return list(walk_components(self.raw.components))

    @property
    def text(self) -> str:
        parts = [each["content"] for each in self.components if each["type"] == TEXT]
        return "\n".join([self.raw.content, *parts])

    @property
    def alts(self) -> list[str]:
        galleries = [each for each in self.components if each["type"] == GALLERY]
        return [item["description"] for each in galleries for item in each["items"]]

    @property
    def buttons(self) -> list[Control]:
        """The buttons that are no links."""
        return [
            Control(
                each["custom_id"],
                each.get("label") or "",
                enabled=not each.get("disabled"),
                blue=each.get("style") == 1,
            )
            for each in self.components
            if each["type"] == BUTTON and "url" not in each
        ]

    def ids(self, verb: str) -> list[str]:
        """The custom ids of the buttons of a verb that can be pressed."""
        return [each.custom_id for each in self.buttons if each.verb == verb and each.enabled]

    @property
    def _menus(self) -> list[Control]:
        """The menus of values, people, roles and channels."""
        return [
            Control(
                each["custom_id"],
                each["placeholder"],
                tuple(option["value"] for option in each.get("options", ())),
            )
            for each in self.components
            if each["type"] in MENUS_OF_SETTINGS
        ]

    def menu(self, verb: str, *values: str) -> Control:
        """The menu of this verb that has the values, else its last one."""
        menus = [menu for menu in self._menus if menu.verb == verb]
        return next((menu for menu in menus if set(values) <= set(menu.values)), menus[-1])

    @property
    def controls(self) -> dict[str, Control]:
        """What can be used, by verb; the buttons of cards and hits as one with their codes."""
        found: dict[str, Control] = {}
        if cards := self.cards:
            codes = tuple(dict.fromkeys(code for code, _ in cards))
            found[ENDS_A_TURN] = Control(cards[0][1], "", codes)
        for made in self.buttons:
            if made.verb == "hit":
                found["hit"] = replace(made, values=tuple(dict(self.hits)))
            elif made.verb != ENDS_A_TURN:
                found[made.verb] = made
        for made in self._menus:
            # Several menus of one verb count as one.
            values = (*found[made.verb].values, *made.values) if made.verb in found else ()
            found[made.verb] = replace(made, values=values or made.values)
        return found

    @property
    def menus(self) -> dict[str, Control]:
        """The menus of a page of settings by setting, those of channels and roles as ``#verb``."""
        return {
            menu.args[0] if menu.verb in {"setting", "ownsetting"} else f"#{menu.verb}": menu
            for menu in self._menus
        }

    @property
    def links(self) -> list[str]:
        """The addresses of the buttons that are links."""
        return [each["url"] for each in self.components if "url" in each]

    @property
    def cards(self) -> list[tuple[str, str]]:
        """The codes and custom ids of the cards that can be tapped."""
        return [(each.split(":")[5], each) for each in self.ids(ENDS_A_TURN)]

    @property
    def hits(self) -> list[tuple[str, str]]:
        """The hits of buttons, such as ``0.1.R5``, and their custom ids."""
        return [(each.split(":")[5], each) for each in self.ids("hit")]

    def is_blue(self, custom_id: str) -> bool:
        """Whether a tap on this card ends the turn at once."""
        return any(each.custom_id == custom_id and each.blue for each in self.buttons)

    @property
    def words(self) -> str:
        """All that can be read in it: text, alt texts, labels, placeholders and options."""
        options = [
            option["label"]
            for each in self.components
            if each["type"] == MENU
            for option in each["options"]
        ]
        labels = [each.label for each in (*self.buttons, *self._menus)]
        return "\n".join([self.text, *self.alts, *labels, *options])


class Sim:
    """A bot on a database, a server with one channel, and people in it."""

    def __init__(
        self, database: Path, secret: bytes = b"", *, faces: bool = False, **pace: float
    ) -> None:
        self.faces = faces
        self.database = BOT_DATABASES.place(database)
        self.secret = sha256(secret).digest()
        self.pace = Pace(**{"pause": 0.0, "hand_pause": 3600.0, **pace})
        self.clock = EnvClock()
        self.bot = self.new_bot()
        self.people: dict[str, MemberActor] = {}

    def new_bot(self) -> Phase10Bot:
        config = BotConfig(
            database=self.database,
            pace=self.pace,
            clock=self.clock,
            rng=Random(7),
            secret=lambda: self.secret,
            emoji_pause=0 if self.faces else None,
        )
        return Phase10Bot(config)

    def furnish(self, env: Env) -> None:
        self.env = env
        self.clock.env = env
        self._remember_what_is_deleted(env)
        self.guild = env.create_guild()
        self.channel = self.guild.create_text_channel("games")
        for name in ("ada", "ben", "cyd", "eve"):
            self.people[name] = self.guild.add_member(env.create_user(name))

    def _remember_what_is_deleted(self, env: Env) -> None:
        """A refusal takes the place of the one before; what each said is still asked for."""
        self.deleted: dict[int, Shown] = {}
        delete = env.backend.delete_message

        def remember(channel_id: int, message_id: int) -> None:
            self.deleted[message_id] = Shown(env.backend.get_message(channel_id, message_id))
            delete(channel_id, message_id)

        env.backend.delete_message = remember  # type: ignore[method-assign]

    async def restart(self, *, killed: bool = False) -> None:
        """Stop the bot, or lose it without a word, and start a new one on the same database."""
        await self.env.settle()
        # Of a killed process the operating system closes files and connections.
        await (self.bot._store.close() if killed else self.bot.close())
        self.bot = self.new_bot()
        await self.env.restart_bot(self.bot)
        await self.env.settle()

    def know_the_server_once_ready(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Let the bot know its server only after it has waited until it is ready."""
        get_guild = self.bot.get_guild

        async def get_ready() -> None:
            monkeypatch.setattr(self.bot, "get_guild", get_guild)

        monkeypatch.setattr(self.bot, "get_guild", lambda _: None)
        monkeypatch.setattr(self.bot, "wait_until_ready", get_ready)

    @property
    def manager(self) -> GameManager:
        return self.bot.services.registry.for_channel(self.channel.id, self.guild.id)

    def private(self, name: str) -> GameManager:
        """The manager of somebody's private table."""
        return self.bot.services.registry.for_channel(private_channel(self.people[name].id))

    def permit(self, *lacking: str, channel: ChannelHandle | None = None) -> None:
        """Take these permissions in a channel from the bot, and give it all others."""
        deny = discord.Permissions(**dict.fromkeys(lacking, True)).value
        overwrite = Overwrite(self.env.backend.bot_user.id, OverwriteType.MEMBER, deny=deny)
        self.env.backend.set_overwrite((channel or self.channel).id, overwrite)

    def name_of(self, user_id: int | None) -> str:
        return next(name for name, who in self.people.items() if who.id == user_id)

    # -- looking ---------------------------------------------------------------------------

    def messages(self, channel_id: int) -> list[Shown]:
        """The messages of a channel, private ones of anybody included, oldest first."""
        found = self.env.backend.messages.get(channel_id, {})
        return [Shown(raw) for _, raw in sorted(found.items())]

    def screen(self, name: str) -> list[Shown]:
        """The messages that somebody sees, oldest first."""
        viewer = self.people[name].id
        return [each for each in self.messages(self.channel.id) if each.raw.visible_to(viewer)]

    def public(self) -> list[Shown]:
        return [each for each in self.messages(self.channel.id) if each.raw.visible_to(None)]

    def table(self) -> Shown:
        """The newest public message with components that is no ping."""
        return [each for each in self.public() if each.components and not each.is_ping][-1]

    def hand(self, name: str) -> Shown:
        """Somebody's newest private hand."""
        return [each for each in self.screen(name) if each.private and is_hand(each)][-1]

    def newest(self, name: str) -> Shown:
        """Somebody's newest private message."""
        return [each for each in self.screen(name) if each.private][-1]

    def pings(self) -> list[str]:
        return [each.text for each in self.public() if each.is_ping]

    def told(self, result: InteractionResult) -> str:
        """What an interaction answered in words; the title of a form."""
        if result.modal is not None:
            return str(result.modal["title"])
        clicked = result._interaction
        there = {
            each._message.id: Shown(each._message)
            for each in (result.response, *result.followups)
            if each is not None
        }
        said = self.deleted | there
        ids = dict.fromkeys([clicked.message_id, *clicked.followup_ids])
        return "\n".join(said[each].text for each in ids if each in said).strip()

    def files(self, shown: Shown) -> list[bytes]:
        """What is in the files that hang on a message."""
        found = [self.env.backend.cdn.get(each["url"]) for each in shown.raw.attachments]
        return [each for each in found if each is not None]

    # -- clicking --------------------------------------------------------------------------

    async def slash(self, name: str, command: str, **options: Any) -> InteractionResult:
        return await self.people[name].slash(self.channel, f"phase10 {command}", **options)

    async def prefer(self, name: str, setting: str = "", value: str = "") -> InteractionResult:
        """Open somebody's own settings and choose a value; what they see then."""
        opened = await self.slash(name, "preferences")
        return await self._set(name, opened, setting, [value]) if setting else opened

    async def settings(self, name: str, setting: str = "", *values: Any) -> InteractionResult:
        """Open the page of a server's setting and choose values there; what they see then.

        No value changes nothing; None takes all channels away, or the role.
        """
        opened = await self.people[name].slash(self.channel, "phase10-settings")
        page = answer(opened)
        for other in ("look", "channels", "people"):
            if setting and setting not in page.menus:
                await self.tap(name, page, f"p10:-:0:settingspage:{other}")
        if not values:
            return opened
        return await self._set(name, opened, setting, [each for each in values if each is not None])

    async def _set(
        self, name: str, opened: InteractionResult, setting: str, values: Sequence[Any]
    ) -> InteractionResult:
        """Choose in a page of settings; the page, or the result if that was refused."""
        page = answer(opened)
        message = ResponseMessage(self.env, page.raw)
        custom_id = page.menus[setting].custom_id
        chosen = await self.people[name].select(message, values, custom_id=custom_id)
        told = chosen.response is not None and answer(chosen).id != page.id
        return chosen if told or chosen.followups else opened

    async def click(self, name: str, shown: Shown, verb: str, label: str = "") -> InteractionResult:
        """Press the button of a verb, or of several the one with this label."""
        offered = {key: each.label for key, each in shown.controls.items()}
        assert verb in offered, f"the message offers {offered}, not {verb}"
        message, control = ResponseMessage(self.env, shown.raw), shown.controls[verb]
        if label:
            (control,) = (one for one in shown.buttons if one.verb == verb and label in one.label)
        return await self.people[name].click(message, custom_id=control.custom_id)

    async def more(self, name: str, verb: str) -> Shown:
        """Open *More* at the table and press a button there; what is asked then."""
        menu = answer(await self.click(name, self.table(), "more"))
        await self.click(name, menu, verb)
        return menu

    async def choose(
        self, name: str, shown: Shown, verb: str, values: Sequence[str]
    ) -> InteractionResult:
        if verb == ENDS_A_TURN:
            return await self.discard(name, shown, *values)
        if verb == "hit":
            return await self.hit(name, shown, *values)
        message = ResponseMessage(self.env, shown.raw)
        return await self.people[name].select(
            message, values, custom_id=shown.menu(verb, *values).custom_id
        )

    async def tap(self, name: str, shown: Shown, custom_id: str) -> InteractionResult:
        """Use the button with this custom id."""
        return await self.people[name].click(
            ResponseMessage(self.env, shown.raw), custom_id=custom_id
        )

    async def hit(self, name: str, shown: Shown, value: str) -> InteractionResult:
        """Tap the card of a hit, such as ``0.1.R5``, and choose its place if that is asked."""
        if value in dict(shown.hits):
            return await self.tap(name, shown, dict(shown.hits)[value])
        code = table_card(value.rsplit(".", maxsplit=1)[-1]).held.code
        await self.tap(name, shown, dict(shown.cards)[code])
        asked = self.hand(name)
        if value in dict(asked.hits):
            return await self.tap(name, asked, dict(asked.hits)[value])
        (menu,) = [each for each in asked.controls.values() if each.verb == "hit"]
        message = ResponseMessage(self.env, asked.raw)
        return await self.people[name].select(message, [value], custom_id=menu.custom_id)

    async def discard(self, name: str, shown: Shown, value: str) -> InteractionResult:
        """Tap a card, such as ``R5`` or ``S.2``, and answer the question if there is one."""
        code, *target = value.split(".")
        done = await self.tap(name, shown, dict(shown.cards)[code])
        asked = self.hand(name)
        answers = asked.ids("discardnow")
        if not answers:
            return done
        meant = [each for each in answers if not target or f":{value}:" in each]
        return await self.tap(name, asked, meant[0])

    async def send(
        self, *clicks: tuple[str, Shown, str, Sequence[str]], forms: bool = False
    ) -> list[str]:
        """Hand several clicks, or submitted forms, to the library at once; what each was answered.

        A click is a person, a message, a custom id (which need not be on it) and chosen values.
        """
        records = [self._emit(*click, is_form=forms) for click in clicks]
        await self.env.settle()
        return [self.told(InteractionResult(self.env, record)) for record in records]

    def _emit(
        self, name: str, shown: Shown, custom_id: str, values: Sequence[str], *, is_form: bool
    ) -> Any:
        kind = MENU if values else BUTTON
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": kind}
        if values:
            data["values"] = list(values)
        if is_form:
            fields = [{"type": 18, "component": {"type": 4, "value": value}} for value in values]
            data = {"custom_id": custom_id, "components": fields}
        record, payload = interactions.base_payload(
            self.env.backend,
            type=5 if is_form else 3,
            channel_id=self.channel.id,
            guild_id=self.guild.id,
            user_id=self.people[name].id,
            data=data,
        )
        message = dict(serializers.message_payload(self.env.backend, shown.raw))
        payload["message"] = _with_component(message, custom_id, kind)
        record.source_message_id = shown.id
        self.env.backend.emit("INTERACTION_CREATE", payload)
        return record

    # -- playing ---------------------------------------------------------------------------

    async def seat(self, *names: str, computers: int = 0, **options: Any) -> None:
        """Open a lobby, have everybody join, add computers and start; everybody opens a hand."""
        host, *others = names
        await self.slash(host, "play", **options)
        for name in others:
            await self.click(name, self.table(), "join")
        for _ in range(computers):
            await self.choose(host, self.table(), "computer", ["normal"])
        await self.click(host, self.table(), "start")
        for name in others:
            await self.click(name, self.table(), "hand")

    def to_move(self) -> str:
        """The person whose turn it is."""
        view, table = self.manager.view(None), self.manager.table
        assert view.turn is not None
        return self.name_of(table.occupants[view.turn].user_id)

    async def step(self, rng: Random) -> str:
        """The person to move clicks the first useful thing their hand offers; its verb."""
        name, version = self.to_move(), self.manager.version
        shown = self.hand(name)
        verb = next((each for each in USEFUL if each in shown.controls), "")
        if verb in MENUS:
            await self.choose(name, shown, verb, shown.controls[verb].values[:1])
        elif verb:
            await self.click(name, shown, verb)
        else:
            verb = ENDS_A_TURN
            value = rng.choice(shown.controls[verb].values)
            await self.choose(name, shown, verb, [value])
        assert self.manager.version > version, (verb, self.hand(name).text)
        return verb

    async def turn(self) -> None:
        """The person to move plays a whole turn."""
        rng = Random(1)
        while await self.step(rng) != ENDS_A_TURN:
            pass

    async def until(self, *verbs: str, seed: int = 1) -> str:
        """Play until the person to move is offered all of these; who that is."""
        rng = Random(seed)
        for _ in range(MOST_STEPS):
            await self.deal_if_due()
            if set(verbs) <= set(self.hand(self.to_move()).controls):
                return self.to_move()
            await self.step(rng)
        raise AssertionError(f"never offered: {verbs}")

    async def deal_if_due(self) -> None:
        """Between hands everybody says that they are ready."""
        table = self.manager.table
        for who in table.occupants:
            if self.manager.view(None).stage is Stage.DEAL and not who.is_computer:
                await self.click(self.name_of(who.user_id), self.table(), "ready")

    async def play_hand(self, seed: int = 1) -> set[str]:
        """Play until the hand is over; the verbs that were used."""
        rng = Random(seed)
        verbs: set[str] = set()
        for _ in range(MOST_STEPS):
            if self.manager.view(None).stage in (Stage.DEAL, Stage.OVER):
                return verbs
            verbs.add(await self.step(rng))
        raise AssertionError("the hand does not end")

    async def put(self, **fields: Any) -> State:
        """Put the game into another position, as if it had been played so, and show it."""
        play = self.manager._kept.game
        # The version stays, as it is the one that the store knows.
        state = replace(play.state, **fields)
        self.manager._kept.game = replace(play, state=state, recent=())
        for who in play.table.occupants:
            if who.user_id is not None:
                await self.click(self.name_of(who.user_id), self.table(), "hand")
        return state


OTHER_PANELS = {
    "topic",
    "limit",
    "leavenow",
    "endnow",
    "repost",
    "ownsetting",
    "settingspage",
    "soloend",
}


async def eventually(sim: Sim, condition: Callable[[], bool]) -> None:
    """Wait for what a direct call leads to, which the simulation does not."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.005)
            await sim.env.settle()


def other_than(name: str) -> str:
    """The other one of ada and ben."""
    return "ben" if name == "ada" else "ada"


def answer(result: InteractionResult) -> Shown:
    """The message that an interaction answered with."""
    return Shown(result.response._message)


def is_hand(shown: Shown) -> bool:
    """Whether a private message is a hand: a panel that is none of the others."""
    files = [each["filename"] for each in shown.raw.attachments]
    others = OTHER_PANELS & set(shown.controls)
    return bool(shown.components) and not others and not {"scores.png", "sets.png"} & set(files)


def _with_component(message: dict[str, Any], custom_id: str, kind: int) -> dict[str, Any]:
    """The message as it was when it had a component of this id: one that is gone is added."""
    copied = deepcopy(message)
    present = walk_components(copied["components"])
    if all(each.get("custom_id") != custom_id for each in present):
        made: dict[str, Any] = {"type": kind, "custom_id": custom_id}
        made |= {"style": 2, "label": "x"} if kind == BUTTON else {"options": []}
        copied["components"].append({"type": ROW, "id": 90, "components": [{**made, "id": 91}]})
    return copied
