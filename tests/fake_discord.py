"""As much of Discord as a whole process of the bot needs: HTTP and gateway on a local port."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from types import SimpleNamespace
from typing import Any

import discord
from aiohttp import WSMsgType, web
from discord.utils import time_snowflake, utcnow
from patience import PATIENCE

APPLICATION, ADA = 13, 101
NOW = "2026-01-01T00:00:00+00:00"
HELLO, IDENTIFY, HEARTBEAT, BEATEN = 10, 2, 1, 11
BOT = {"id": "1", "username": "bot", "discriminator": "0", "avatar": None, "bot": True}

INTERACTION_TOKEN = "aW50ZXJhY3Rpb24-not-for-logs-"  # noqa: S105  # made up


def application(**settings: object) -> dict[str, object]:
    return {"id": str(APPLICATION), "name": "bot", "flags": 0, "owner": BOT} | {
        "description": "", "icon": None, "bot_public": True, "verify_key": "",
        "bot_require_code_grant": False, "team": None,
    } | settings  # fmt: skip


def refusal(status: int, code: int) -> discord.HTTPException:
    """The error of the library for an answer of Discord."""
    response: Any = SimpleNamespace(status=status, reason="no")
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    other = discord.DiscordServerError if status >= 500 else discord.HTTPException
    return kinds.get(status, other)(response, {"code": code, "message": "no"})


def guild_of_shard(shard: int) -> int:
    return (shard << 22) + 12


def _channel(guild_id: int) -> dict[str, Any]:
    return {"id": str(guild_id + 1), "type": 0, "name": "games", "position": 0}


class FakeDiscord:
    """Answers everything, and notes it; or hangs when told to."""

    def __init__(self) -> None:
        self.port = 0
        self.requests: list[tuple[str, str]] = []
        self.said: list[str] = []
        self.sockets: dict[int, web.WebSocketResponse] = {}
        self.shards: dict[int, list[int]] = {}
        self.hangs = False
        # Other answers by path: JSON, or the status of a refusal.
        self.answers: dict[str, object] = {}
        self.welcomes = asyncio.Event()
        self.welcomes.set()
        self.happened = asyncio.Condition()
        self._for_ever = asyncio.Event()
        # Ids say when something was made, and answers can be edited for 15 minutes.
        self._ids = count(time_snowflake(utcnow()))

    async def until(self, what: Any) -> None:
        async with asyncio.timeout(PATIENCE), self.happened:
            await self.happened.wait_for(what)

    def asked(self, method: str, end: str) -> int:
        return sum(m == method and path.endswith(end) for m, path in self.requests)

    # -- HTTP ------------------------------------------------------------------------------

    async def answer(self, request: web.Request) -> web.Response:
        path = request.path.removeprefix("/api/v10")
        body = await request.read()
        async with self.happened:
            self.requests.append((request.method, path))
            self.said.append(body.decode(errors="replace"))
            self.happened.notify_all()
        if self.hangs and not path.endswith("/callback"):
            await self._for_ever.wait()
        answer = self.answers[path] if path in self.answers else self._found(request.method, path)
        status = answer if isinstance(answer, int) else 200
        found = json.dumps(answer if status == 200 else {"code": 0, "message": "no"}).encode()
        # The library knows JSON by this and nothing else.
        headers = {"Content-Type": "application/json"}
        return web.Response(body=found, headers=headers, status=status)

    def _found(self, method: str, path: str) -> object:
        if path == "/users/@me":
            return BOT
        if path == "/oauth2/applications/@me":
            return application()
        if path.endswith("/emojis"):
            return {"items": []} if method == "GET" else {"id": str(next(self._ids)), "name": "x_"}
        if method == "PUT":
            return []
        if path.endswith("/callback"):
            return {"interaction": {"id": "1", "type": 2}}
        place = path.split("/")
        return self._message(place[2] if place[1] == "channels" else "1")

    def _message(self, channel_id: str) -> dict[str, Any]:
        flags = dict.fromkeys(("tts", "pinned", "mention_everyone"), False)
        nothing = {"content": "", "edited_timestamp": None, "attachments": [], "embeds": []}
        ids = {"id": str(next(self._ids)), "channel_id": channel_id}
        return {**ids, "author": BOT, "type": 0, **flags, **nothing}

    # -- the gateway -----------------------------------------------------------------------

    async def gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": HELLO, "d": {"heartbeat_interval": 40_000}})
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                break
            said = json.loads(message.data)
            if said["op"] == HEARTBEAT:
                await socket.send_json({"op": BEATEN})
            elif said["op"] == IDENTIFY:
                await self.welcomes.wait()
                await self._welcome(socket, said["d"]["shard"])
            if self.hangs:
                await self._for_ever.wait()
        return socket

    async def _welcome(self, socket: web.WebSocketResponse, shard: list[int]) -> None:
        ready = {
            "v": 10,
            "user": BOT,
            "guilds": [],
            "session_id": "session",
            "resume_gateway_url": f"ws://127.0.0.1:{self.port}/gateway",
            "shard": shard,
            "application": {"id": str(APPLICATION), "flags": 0},
        }
        await self._tell(socket, "READY", ready)
        await self._tell(socket, "GUILD_CREATE", guild(guild_of_shard(shard[0])))
        async with self.happened:
            self.sockets[shard[0]], self.shards[shard[0]] = socket, shard
            self.happened.notify_all()

    async def command(self, shard: int, name: str) -> None:
        """A member of a shard's server uses ``/phase10 …`` there."""
        number = next(self._ids)
        payload = _command(number, guild_of_shard(shard), ADA + shard, name)
        await self._tell(self.sockets[shard], "INTERACTION_CREATE", payload)

    async def click(self, shard: int, custom_id: str) -> None:
        """The same member taps a button in a private message."""
        number = next(self._ids)
        payload = _command(number, guild_of_shard(shard), ADA + shard, "")
        data = {"component_type": 2, "custom_id": custom_id}
        tapped = {"type": 2, "style": 1, "label": "…", "custom_id": custom_id}
        message = self._message(payload["channel_id"]) | {
            "flags": 64, "components": [{"type": 1, "components": [tapped]}]
        }  # fmt: skip
        click = payload | {"type": 3, "message": message, "data": data}
        await self._tell(self.sockets[shard], "INTERACTION_CREATE", click)

    async def _tell(self, socket: web.WebSocketResponse, event: str, data: object) -> None:
        await socket.send_json({"op": 0, "t": event, "s": next(self._ids), "d": data})


def guild(guild_id: int) -> dict[str, Any]:
    return {
        "id": str(guild_id),
        "name": "server",
        "owner_id": str(ADA),
        "member_count": 2,
        "channels": [_channel(guild_id) | {"permission_overwrites": []}],
    }


def _command(number: int, guild_id: int, user_id: int, name: str) -> dict[str, Any]:
    person = {"id": str(user_id), "username": "ada", "discriminator": "0", "avatar": None}
    return {
        "id": str(number),
        "application_id": str(APPLICATION),
        "type": 2,
        "token": f"{INTERACTION_TOKEN}{number}",
        "version": 1,
        "guild_id": str(guild_id),
        "channel": _channel(guild_id),
        "channel_id": str(guild_id + 1),
        "locale": "en-US",
        "guild_locale": "en-US",
        "app_permissions": str(2**53 - 1),
        "entitlements": [],
        "authorizing_integration_owners": {},
        "context": 0,
        "attachment_size_limit": 10_000_000,
        "member": {
            "user": person,
            "roles": [],
            "joined_at": NOW,
            "deaf": False,
            "mute": False,
            "flags": 0,
            "permissions": "8",
        },
        "data": {
            "id": "5",
            "name": "phase10",
            "type": 1,
            "options": [{"type": 1, "name": name, "options": []}],
        },
    }


@asynccontextmanager
async def fake_discord() -> AsyncIterator[FakeDiscord]:
    """A Discord for as long as this lasts."""
    discord = FakeDiscord()
    app = web.Application()
    app.router.add_get("/gateway/", discord.gateway)
    app.router.add_get("/gateway", discord.gateway)
    app.router.add_route("*", "/{path:.*}", discord.answer)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0)
    await runner.setup()
    try:
        await web.TCPSite(runner, "127.0.0.1", 0).start()
        discord.port = runner.addresses[0][1]
        yield discord
    finally:
        discord._for_ever.set()
        await runner.cleanup()
