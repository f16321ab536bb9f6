"""Log lines: their shape, the ids in them, and what never stands in them."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator
from io import StringIO

import pytest
from cli_kit import HOSTILE

from bot.telemetry.logs import about, set_up_logging

TOKEN = "MTIz.abc.not-for-logs"  # noqa: S105  # made up


HELD: dict[str, int] = {}


@pytest.fixture
def out() -> Iterator[StringIO]:
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield StringIO()
    root.handlers, root.level = handlers, level


def test_json_lines_carry_the_ids_of_game_and_server(out: StringIO) -> None:
    set_up_logging(logging.INFO, "json", [TOKEN], out)
    with about(guild=7, game="abc", channel=None):
        logging.getLogger("bot.table").warning("not stored: %s", "full")
    logging.getLogger("bot.table").info("elsewhere")
    first, second = (json.loads(line) for line in out.getvalue().splitlines())
    assert first["event"] == "not stored: full"
    assert (first["guild"], first["game"], first["level"]) == (7, "abc", "warning")
    assert first["logger"] == "bot.table"
    assert "channel" not in first
    assert "guild" not in second


@pytest.mark.parametrize("shape", ["text", "json"])
def test_secrets_are_hidden_wherever_they_stand(out: StringIO, shape: str) -> None:
    secrets = [TOKEN, "pw", "", 'quo"te\\d']
    set_up_logging(logging.DEBUG, shape, secrets, out)  # type: ignore[arg-type]
    try:
        int(f"cannot log in with {TOKEN}")
    except ValueError:
        logging.getLogger("discord").exception("token %s, pw, %s", TOKEN, secrets[-1])
    line = out.getvalue()
    assert "ValueError" in line
    assert TOKEN not in line
    assert "token [hidden], pw, [hidden]" in line
    # Too short to be distinguished from ordinary words.
    assert "pw" in line


def test_a_text_line_is_for_people(out: StringIO) -> None:
    set_up_logging(logging.INFO, "text", [], out)
    with about(game="abc"):
        logging.getLogger("bot.app").info("commands synced")
        logging.getLogger("bot").debug("less important")
    assert out.getvalue().endswith("Z [info] commands synced [bot.app] game=abc\n")


@pytest.mark.parametrize("shape", ["text", "json"])
def test_an_exception_is_logged_without_its_message(out: StringIO, shape: str) -> None:
    set_up_logging(logging.INFO, shape, [], out)  # type: ignore[arg-type]
    failed = ConnectionResetError("by peer")
    try:
        try:
            HELD["R12"]
        except KeyError as error:
            raise failed from error
    except OSError:
        logging.getLogger("bot").exception("it failed")
    said = out.getvalue()
    assert "test_logs.py" in said
    assert "KeyError" in said
    assert "'R12'" not in said
    assert "ConnectionResetError: by peer" in said


@pytest.mark.parametrize("shape", ["text", "json"])
def test_control_characters_of_strangers_are_escaped(out: StringIO, shape: str) -> None:
    set_up_logging(logging.INFO, shape, [], out)  # type: ignore[arg-type]
    logging.getLogger("bot").error("no channel %s", HOSTILE, exc_info=OSError(HOSTILE))
    lines = out.getvalue().splitlines()
    assert all(line.isprintable() for line in lines)
    assert not any(line.startswith("phase10") for line in lines)
    assert len(lines) == {"text": 2, "json": 1}[shape]


def test_debugging_tells_everything(out: StringIO) -> None:
    set_up_logging(logging.DEBUG, "json", [], out)
    try:
        HELD["R12"]
    except KeyError:
        logging.getLogger("bot").exception("it failed")
    assert "'R12'" in out.getvalue()
