"""The check of what the bot sends: it finds what Discord would refuse."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from conformity import DOCUMENT, mistakes
from driving import Sim
from simcord.types import HttpLogEntry

Change = Callable[[dict[str, Any]], object]
LONG = "x" * 101


def buttons(body: dict[str, Any]) -> list[dict[str, Any]]:
    rows = [part for part in body["components"] if part["type"] == 1]
    return [button for row in rows for button in row["components"] if button["type"] == 2]


def repeat(body: dict[str, Any]) -> None:
    first, second = buttons(body)[:2]
    first["custom_id"] = second["custom_id"]


OF_DOCUMENT: dict[str, Change] = {
    "a long custom id": lambda body: buttons(body)[0].update(custom_id=LONG),
    "a long label": lambda body: buttons(body)[0].update(label=LONG),
    "an unknown style": lambda body: buttons(body)[0].update(style=9),
    "six buttons in a row": lambda body: body["components"].append(
        {"type": 1, "components": [{**buttons(body)[0], "custom_id": str(n)} for n in range(6)]}
    ),
    "an unknown component": lambda body: body["components"].append({"type": 99}),
}
CHANGES: dict[str, Change] = {
    "a custom id twice": repeat,
    "a text too many": lambda body: body["components"].append({"type": 10, "content": "x" * 4000}),
    "too many components": lambda body: body["components"].extend(
        {"type": 14, "divider": True} for _ in range(40)
    ),
    "a file twice": lambda body: body.update(attachments=[*body["attachments"] * 2]),
}


async def test_a_message_that_discord_would_refuse_is_found(sim: Sim) -> None:
    await sim.seat("ada", "ben")
    request = next(
        request
        for request in reversed(sim.env.http_requests)
        if request.path.endswith("/@original") and request.json and len(buttons(request.json)) > 1
    )
    assert list(mistakes([request])) == []
    for name, change in (CHANGES | OF_DOCUMENT if DOCUMENT else CHANGES).items():
        body = json.loads(json.dumps(request.json))
        change(body)
        broken = HttpLogEntry(request.method, request.path, {}, body, None)
        assert list(mistakes([broken])) != [], name


@pytest.mark.skipif(not DOCUMENT, reason="Discord's document is not here")
def test_a_request_that_discord_does_not_know_is_found() -> None:
    (mistake,) = mistakes([HttpLogEntry("POST", "/channels/1/cards", {}, {}, None)])
    assert "no such request" in mistake


def test_commands_that_are_too_long_together_are_found() -> None:
    choice = {"name": "x" * 90, "value": "x" * 90}
    option = {"type": 3, "name": "a", "description": "b", "choices": [choice] * 25}
    options = [{**option, "name": f"a{n}"} for n in range(2)]
    command = {"name": "phase10", "description": "d", "type": 1, "options": options}
    path = "/applications/1/commands"
    found = list(mistakes([HttpLogEntry("PUT", path, {}, [command], None)]))
    assert any("characters" in mistake for mistake in found)
