"""Whether Discord would take what the bot sends: its limits of messages and commands.

Bodies are also checked against Discord's own document, ``specs/openapi.json`` from
https://github.com/discord/discord-api-spec, if ``DISCORD_OPENAPI`` names that file or it is
``../shared/discord-openapi/openapi.json``, seen from the checkout.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema_rs import Draft202012Validator
from simcord.types import HttpLogEntry

BESIDE = Path(__file__).parents[3] / "shared" / "discord-openapi" / "openapi.json"
DOCUMENT = os.environ.get("DISCORD_OPENAPI") or (str(BESIDE) if BESIDE.is_file() else "")
SNOWFLAKES = {"attachments", "default_values", "emoji", "recipient_id", "roles", "users"}
"""Where Discord takes ids as numbers, too, as discord.py sends them; the document has texts."""
MOST_COMPONENTS, MOST_TEXT, MOST_FILES, MOST_OF_COMMANDS = 40, 4000, 10, 8000
TEXTS = ("name", "description", "value")  # what counts of a command, with its options and choices


def mistakes(requests: Iterable[HttpLogEntry]) -> Iterator[str]:
    for request in requests:
        if request.json is None:
            continue
        asked = f"{request.method} {request.path}"
        against = _against_document(asked, request.json) if DOCUMENT else ()
        for mistake in (*against, *_against_limits(request.json)):
            yield f"{asked}: {mistake}"


def _against_document(asked: str, body: Any) -> Iterator[str]:
    route = next((route for route in _routes() if _form(route).fullmatch(asked)), None)
    if route is None:
        yield "the document has no such request"
        return
    for error in _validator(route).iter_errors(_with_texts(body)):
        yield f"{error.message[-300:]} at {error.instance_path}"


@cache
def _document() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(Path(DOCUMENT).read_text(encoding="utf-8"))
    # Discord has media channels, but its document does not list them among the types.
    document["components"]["schemas"]["ChannelTypes"]["oneOf"].append({"const": 16})
    return document


@cache
def _routes() -> list[str]:
    """The requests with a body, such as ``POST /channels/{channel_id}/messages``."""
    return [
        f"{method.upper()} {path}"
        for path, methods in _document()["paths"].items()
        for method, request in methods.items()
        if method != "parameters" and "requestBody" in request
    ]


@cache
def _form(route: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\{\w+\}", "[^/]+", route))


@cache
def _validator(route: str) -> Draft202012Validator:
    method, _, path = route.partition(" ")
    body = _document()["paths"][path][method.lower()]["requestBody"]["content"]
    schemas = {"components": {"schemas": _document()["components"]["schemas"]}}
    return Draft202012Validator({**body["application/json"]["schema"], **schemas})


def _with_texts(body: Any, *, ids: bool = False) -> Any:
    """A body whose ids are texts."""
    if isinstance(body, dict):
        return {
            key: str(value)
            if isinstance(value, int) and (key in SNOWFLAKES or (ids and key == "id"))
            else _with_texts(value, ids=key in SNOWFLAKES)
            for key, value in body.items()
        }
    if isinstance(body, list):
        return [
            str(value) if ids and isinstance(value, int) else _with_texts(value, ids=ids)
            for value in body
        ]
    return body


def _against_limits(body: Any) -> Iterator[str]:
    if isinstance(body, list):  # all commands
        for command in body:
            if (size := _size(command)) > MOST_OF_COMMANDS:
                yield f"the command {command['name']} has {size} characters"
        return
    message = body.get("data") if isinstance(body.get("data"), dict) else body
    components = list(_components(message.get("components") or ()))
    custom_ids = [part["custom_id"] for part in components if "custom_id" in part]
    texts = [str(part["content"]) for part in components if part["type"] == 10]
    files = [str(file.get("filename")) for file in message.get("attachments") or ()]
    if len(components) > MOST_COMPONENTS:
        yield f"{len(components)} components"
    if sum(map(len, texts)) > MOST_TEXT:
        yield f"{sum(map(len, texts))} characters of text"
    if len(set(custom_ids)) < len(custom_ids):
        yield f"a custom id stands twice: {sorted(custom_ids)}"
    if len(files) > MOST_FILES or len(set(files)) < len(files):
        yield f"too many files, or two of one name: {files}"


def _components(parts: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for part in parts:
        yield part
        inner = [*(part.get("components") or ()), part.get("component"), part.get("accessory")]
        yield from _components(child for child in inner if child)


def _size(command: dict[str, Any]) -> int:
    """Of each text the longest translation counts."""
    own = 0
    for key in TEXTS:
        words = [command.get(key) or "", *(command.get(f"{key}_localizations") or {}).values()]
        own += max(len(str(word)) for word in words)
    inner = (*(command.get("options") or ()), *(command.get("choices") or ()))
    return own + sum(map(_size, inner))
