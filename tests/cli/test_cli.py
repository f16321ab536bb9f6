"""The command line: what it prints, and one sentence with an exit status for all that is wrong."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from io import FileIO, StringIO, TextIOWrapper
from pathlib import Path
from unittest.mock import Mock

import discord
import pytest
from cli_kit import HOSTILE, Run, refused
from databases import migrated_file
from discord.http import HTTPClient

from bot import MISCONFIGURED, UNWRITABLE, __version__
from bot.cards.rated_phases import surprise_draws
from bot.cli.commands import INTERRUPTED
from bot.cli.main import main
from bot.lab import gallery

TOKEN = "MTIzNDU2.made-up.very-secret"  # noqa: S105  # made up


@pytest.fixture
def recorded(phase10: Run, tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    simulate = ("simulate", "--players", 2, "--games", 2, "--level", "easy")
    status, _, err = phase10(*simulate, "--variation", "phases=1", "--record", path)
    assert (status, err) == (0, "")
    return path


def test_it_shows_its_commands_and_its_version(phase10: Run) -> None:
    status, out, _ = phase10()
    assert status == 0
    for command in ("play", "run", "simulate", "verify"):
        assert f"\n  {command} " in out
    assert phase10("--version") == (0, f"phase10 {__version__}\n", "")


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("dance", ["dance"]),
        ("play --players 9", ["--players"]),
        ("play --locale xx", ["'xx'", "en, ", "es, ", "pt-BR"]),
        ("simulate --players 1", ["2 to 6"]),
        ("simulate --edition dice --players 7", ["7 players", "1 to 6"]),
        ("simulate --edition gold", ["'gold'", "classic"]),
        ("simulate --edition dice --variation ten_hands", ["dice", "no variations and no options"]),
        ("simulate --variation S3+S3,R2", ["R2", "3 to 10 cards"]),
        ("simulate --variation S9,X4", ["character"]),
        ("simulate --variation phases=0", ["phases=0"]),
        ("simulate --option luck=1", ["luck", "skip_rule"]),
        ("simulate --level wizard", ["wizard", "hard"]),
        ("simulate --level easy --level hard", ["--level", "4"]),
        ("simulate --games 0", ["--games"]),
        ("simulate --seed x", ["--seed"]),
        ("tournament --level wizard", ["'wizard'", "easy, normal, hard"]),
        ("tournament --levels easy,,hard", ["''"]),
        ("tournament --levels easy", ["name two", "--players"]),
        ("tournament --levels easy,normal,hard --players 2", ["3 levels", "2 seats"]),
        ("tournament --players 0", ["0 seats"]),
        ("tournament --jobs 0", ["--jobs"]),
        ("gallery all --theme neon", ["'neon'", "standard"]),
        ("verify", ["FILE"]),
        ("play --database postgresql://me@host/games", ["the URL of a server"]),
        ("backup postgresql://me@host/games", ["the URL of a server"]),
        ("restore postgresql://me@host/games", ["the URL of a server"]),
    ],
)
def test_bad_arguments(phase10: Run, command: str, words: list[str]) -> None:
    refused(phase10(*command.split()), 2, *words)


def test_simulate_prints_the_figures(phase10: Run) -> None:
    levels = ("--level", "easy", "--level", "normal")
    status, out, err = phase10("simulate", "--players", 2, "--games", 2, *levels)
    assert (status, err) == (0, "")
    rows = ("games", "hands a game", "turns a hand", "wins of seat 0 (easy)")
    for row in (*rows, "wins of seat 1 (normal)", "actions a second"):
        assert row in out


@pytest.mark.parametrize(
    "arguments",
    [
        ["--edition", "final_turn", "--variation", "ten_hands", "--variation", "S3+S3,R4"],
        ["--edition", "modern", "--variation", "phases=3", "--option", "skips=9"],
    ],
)
def test_simulate_plays_editions_variations_and_options(
    phase10: Run, tmp_path: Path, arguments: list[object]
) -> None:
    path = tmp_path / "games.jsonl"
    status, _, err = phase10("simulate", "--games", 2, "--record", path, *arguments)
    assert (status, err) == (0, "")
    assert phase10("verify", path)[0] == 0


@pytest.mark.parametrize("place", ["no/where.jsonl", "/dev/full"])
def test_simulate_with_a_record_file_that_cannot_be_written(phase10: Run, place: str) -> None:
    said = phase10("simulate", "--games", 1, "--level", "easy", "--record", place)
    refused(said, UNWRITABLE, f"{place} cannot be written: No ")


def closed(code: int) -> discord.ConnectionClosed:
    return discord.ConnectionClosed(Mock(), shard_id=0, code=code)


def closed_pipe() -> int:
    reader, writer = os.pipe()
    os.close(reader)
    return writer


@pytest.mark.parametrize(
    ("opened", "sentence"),
    [
        (
            lambda: os.open("/dev/full", os.O_WRONLY),
            "phase10: The output cannot be written: No space left on device.\n",
        ),
        (closed_pipe, ""),
    ],
)
def test_output_that_cannot_be_written_is_said_of_the_output(
    phase10: Run,
    recorded: Path,
    monkeypatch: pytest.MonkeyPatch,
    opened: Callable[[], int],
    sentence: str,
) -> None:
    with TextIOWrapper(FileIO(opened(), "w"), "utf-8") as file:
        monkeypatch.setattr(sys, "stdout", file)
        assert phase10("verify", recorded) == (UNWRITABLE, "", sentence)


@pytest.mark.parametrize("stderr", [None, Mock(write=Mock(side_effect=OSError))])
def test_without_stderr_the_exit_status_says_it(
    phase10: Run, monkeypatch: pytest.MonkeyPatch, stderr: object
) -> None:
    monkeypatch.setattr(sys, "stderr", stderr)
    assert (phase10("dance")[0], phase10("health")[0]) == (2, MISCONFIGURED)


def test_verify_tells_the_records_of_cards_and_dice_apart(
    phase10: Run, recorded: Path, tmp_path: Path
) -> None:
    dice = tmp_path / "dice.jsonl"
    simulate = ("simulate", "--edition", "dice", "--players", 2, "--games", 1, "--level", "easy")
    _, out, _ = phase10(*simulate, "--record", dice)
    assert "turns a game" in out
    assert "hands" not in out
    status, out, err = phase10("verify", dice, recorded)
    assert (status, err) == (0, "")
    for words in ("right (1 game, ", "turns)", "right (2 games, ", "hands)", "click on Start"):
        assert words in out


def test_verify_says_where_the_phases_were_drawn_from_the_secret(
    phase10: Run, recorded: Path, tmp_path: Path
) -> None:
    secrets = [json.loads(line).get("secret", "") for line in recorded.read_text().splitlines()]
    phases = surprise_draws(bytes.fromhex(max(secrets)), 3)[4]
    again = tmp_path / "again.jsonl"
    simulate = ("simulate", "--players", 2, "--games", 2, "--level", "easy")
    phase10(*simulate, "--variation", ",".join(phases), "--record", again)
    assert "1 game with phases that were drawn from the secret" in phase10("verify", again)[1]
    assert "drawn" not in phase10("verify", recorded)[1]


def test_verify_names_the_wrong_line_and_why(phase10: Run, recorded: Path) -> None:
    lines = recorded.read_text().splitlines(keepends=True)
    number = next(n for n, line in enumerate(lines) if '"from":"draw_pile"' in line)
    seat = json.loads(lines[number])["seat"]
    lines[number] = f'{{"type":"draw","seat":{seat},"from":"draw_pile","card":"O1"}}\n'
    recorded.write_text("".join(lines))
    refused(phase10("verify", recorded), 1, str(recorded), f"line {number + 1}", "draw_pile")


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("hands", [["R21"]], "hands.0.0: no such card: R21"),
        ("dealer", 9, "dealer is more than 5"),
        ("dealer", 2.5, "dealer is no whole number"),
        ("weather", "fine", "weather does not belong there"),
        ("hands", None, "hands is no list"),
        ("hands", [[HOSTILE]], "no such card: Eve\\x1b]0;x\\x07\\x9b2J\\u202e\\u2066\\r\\nphase10"),
        ("type", f"{HOSTILE}\ud800", "there is no line of type 'Eve\\x1b"),
        (HOSTILE, 1, "Eve\\x1b]0;x"),
    ],
)
def test_verify_explains_an_invalid_line(
    phase10: Run, recorded: Path, key: str, value: object, words: str
) -> None:
    lines = recorded.read_text().splitlines()
    lines[1] = json.dumps({**json.loads(lines[1]), key: value})
    recorded.write_text("\n".join(lines))
    refused(phase10("verify", recorded), 1, "line 2", words)


def test_verify_accepts_a_running_game_and_names_unchecked_parts(
    phase10: Run, recorded: Path
) -> None:
    lines = recorded.read_text().splitlines(keepends=True)
    recorded.write_text("".join(lines[:3]))
    status, out, _ = phase10("verify", recorded)
    assert status == 0
    assert "not over, so" in out


@pytest.mark.parametrize("content", ["", "hello\n", "[1]\n", '{"type":"deal"}\n', "\x00" * 300_000])
def test_verify_of_something_else_is_2(phase10: Run, tmp_path: Path, content: str) -> None:
    path = tmp_path / "other.txt"
    path.write_text(content)
    refused(phase10("verify", path), 2, str(path), "no game record")


def test_verify_goes_on_after_files_that_cannot_be_read(
    phase10: Run, recorded: Path, tmp_path: Path
) -> None:
    status, out, err = phase10("verify", tmp_path / "missing", tmp_path, recorded)
    assert status == 2
    assert "2 games" in out
    missing, folder = err.splitlines()
    assert "missing" in missing
    assert str(tmp_path) in folder


def test_gallery_draws_the_pictures_of_a_theme(
    phase10: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # That all are drawn is shown where the gallery is tested.
    monkeypatch.setattr("bot.render.engine.text.SHAPES", False)
    painters = gallery.painters
    monkeypatch.setattr(
        gallery,
        "painters",
        lambda *theme: (each for each in painters(*theme) if each[0].startswith("table-4")),
    )
    status, out, err = phase10("gallery", tmp_path / "all", "--theme", "high-contrast")
    assert (status, err) == (0, "")
    assert str(tmp_path / "all" / "index.html") in out
    assert "libfribidi0" in out
    assert (tmp_path / "all" / "high-contrast" / "table-4-late.png").read_bytes()[1:4] == b"PNG"
    (tmp_path / "file").touch()
    refused(phase10("gallery", tmp_path / "file"), UNWRITABLE, str(tmp_path / "file"))


def test_settings_that_are_missing_or_bad(phase10: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    refused(phase10("run"), MISCONFIGURED, "DISCORD_TOKEN")
    refused(phase10("health"), MISCONFIGURED, "HEARTBEAT")
    monkeypatch.setenv("LOG_LEVEL", "loud")
    refused(phase10("run"), MISCONFIGURED, "LOG_LEVEL")
    monkeypatch.setenv("HAND_PAUSE", "\r\nphase10: right")
    status, _, err = phase10("run")
    first, second = err.splitlines()
    assert status == MISCONFIGURED
    assert first.startswith("phase10: The setting LOG_LEVEL cannot be used: ")
    assert second.startswith("phase10: The setting HAND_PAUSE cannot be used: ")


def test_a_setting_with_a_misspelt_name_is_told_at_the_start(
    phase10: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = Mock()
    monkeypatch.setattr("bot.service.run._log", log)
    (tmp_path / ".env").write_text(f"DISCORD_TOKN={TOKEN}\n")
    refused(phase10("run"), MISCONFIGURED, "There is no bot token")
    told = "DISCORD_TOKN in .env is not a setting; did you mean DISCORD_TOKEN?"
    log.warning.assert_called_once_with(told)


@pytest.mark.parametrize(
    "text", ["very-secret", f"Bot {TOKEN}", f'"{TOKEN}"', "not-a-number.made-up.very-secret"]
)
def test_a_malformed_token_is_refused_before_connecting_and_not_shown(
    phase10: Run, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    async def unreached(_http: HTTPClient, _token: str) -> None:
        pytest.fail("it was sent to Discord")

    monkeypatch.setattr(HTTPClient, "static_login", unreached)
    monkeypatch.setenv("DISCORD_TOKEN", text)
    said = phase10("run")
    refused(said, MISCONFIGURED, "DISCORD_TOKEN is no bot token", "three parts")
    assert text not in said[2]


def test_health_imports_next_to_nothing(tmp_path: Path) -> None:
    (tmp_path / "beat").touch()
    code = (
        "import sys; from bot.cli.main import main; sys.argv = ['phase10', 'health']\n"
        "try: main()\n"
        "except SystemExit as end: print(end.code, *sorted(sys.modules))"
    )
    environment = {**os.environ, "HEARTBEAT": str(tmp_path / "beat")}
    ran = subprocess.run(  # noqa: S603
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    status, *modules = ran.stdout.split()
    assert status == "0"
    assert {name for name in modules if name.startswith("bot")} == {
        "bot", "bot.cli", "bot.cli.health", "bot.cli.main"
    }  # fmt: skip
    assert not {"asyncio", "discord", "pydantic", "sqlalchemy", "typer"} & set(modules)


def test_health_follows_the_heartbeat(
    phase10: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    beat = tmp_path / "beat"
    monkeypatch.setenv("HEARTBEAT", str(beat))
    refused(phase10("health"), 1, "not running")
    monkeypatch.setenv("HEARTBEAT", str(tmp_path / "nowhere" / "beat"))
    refused(phase10("health"), MISCONFIGURED, f"there is no folder {tmp_path / 'nowhere'}")
    monkeypatch.setenv("HEARTBEAT", "beat")
    refused(phase10("health"), 1, "not running")
    monkeypatch.setenv("HEARTBEAT", str(beat))
    beat.mkdir()
    refused(phase10("health"), 1, "not running")
    beat.rmdir()
    beat.touch()
    assert phase10("health") == (0, "", "")
    monkeypatch.delenv("HEARTBEAT")
    (tmp_path / ".env").write_text(f"HEARTBEAT={beat}\n")
    beat.write_text("Beware.\n")
    assert phase10("health") == (0, "", "phase10: Beware.\n")
    os.utime(beat, (0, 0))
    refused(phase10("health"), 1, "not running")


@pytest.mark.parametrize(
    ("error", "status", "words"),
    [
        (discord.LoginFailure("Improper token."), MISCONFIGURED, ["DISCORD_TOKEN", "token"]),
        (closed(4011), MISCONFIGURED, ["more shards", "SHARD_COUNT"]),
        (closed(4000), 1, ["Discord cannot be reached", "4000"]),
    ],
)
def test_a_login_that_discord_refuses(
    phase10: Run, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int, words: list[str]
) -> None:
    monkeypatch.setattr(HTTPClient, "static_login", Mock(side_effect=error))
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    said = phase10("run")
    refused(said, status, *words)
    assert "very-secret" not in said[2]


def test_a_metrics_page_that_cannot_open(phase10: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setenv("METRICS_PORT", str(port))
        refused(phase10("run"), MISCONFIGURED, f"listen at 127.0.0.1:{port}", "METRICS_PORT")


def test_a_database_that_cannot_be_used(
    phase10: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    (tmp_path / "file").touch()
    monkeypatch.setenv("DATABASE_URL", str(tmp_path / "file" / "phase10.db"))
    refused(phase10("run"), MISCONFIGURED, "directory")


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("mysql://me:hidden@host/games", "only PostgreSQL servers and SQLite files"),
        ("postgresql://me:hidden@127.0.0.1/games?connect_timeout=x", "makes no sense"),
        ("sqlite:///games.db?key=hidden", "impossible here (more than a path, as in sqlite:///"),
        ("sqlite://me:hidden@host/games.db", "impossible here (more than a path, as in sqlite"),
        ("file:./games.db?hidden", "name a file by its path"),
        ("postgresql+psycopg2://me:hidden@host/games", "postgresql://user:password@host:5432"),
        ("'Postgresql://me:hidden@host/games'", "postgresql://user:password@host:5432/database"),
        ("me:hidden@host/games", "by its path without an @"),
        ("host=localhost password=hidden", "only PostgreSQL servers and SQLite files"),
    ],
)
def test_a_database_url_that_cannot_be_used(
    phase10: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, url: str, said: str
) -> None:
    commands = [["run"], ["seed-demo"], ["backup", "one.db"]]
    commands += [["backup", "one.db", "--database", url], ["forget-server", "1", "--yes"]]
    if not url.startswith("postgresql:"):  # what names no file
        commands += [["play", "--database", url], ["backup", url], ["restore", url]]
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("DATABASE_URL", url)
    for command in commands:
        answer = phase10(*command)
        refused(answer, MISCONFIGURED, said)
        assert "hidden" not in answer[2]
    status, out, _ = phase10("doctor")
    assert status == MISCONFIGURED
    assert said in out
    assert "hidden" not in out
    assert list(tmp_path.iterdir()) == []


def test_a_server_that_lets_nobody_in(
    phase10: Run, monkeypatch: pytest.MonkeyPatch, postgres: str
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("DATABASE_URL", f"postgresql://nobody:hidden@{postgres.partition('@')[2]}")
    answer = phase10("run")
    refused(
        answer, MISCONFIGURED, "does not accept the user or the password", "postgresql://nobody@"
    )
    assert "hidden" not in answer[2]


def test_play_on_a_port_that_is_in_use(phase10: Run) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken:
        port = taken.getsockname()[1]
        refused(phase10("play", "--no-browser", "--port", port), 1, str(port), "--port")


def test_play_in_a_language(phase10: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(
        "bot.playground.run.run_playground", lambda *, locale, **_: opened.append(locale)
    )
    assert phase10("play") == phase10("play", "--locale", "pt-BR") == (0, "", "")
    assert opened == ["en", "pt_BR"]


def test_play_without_simcord(phase10: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "bot.playground.run", raising=False)
    monkeypatch.setitem(sys.modules, "simcord", None)
    refused(phase10("play"), 1, "phase10-table[playground]")


def test_there_and_back(phase10: Run, tmp_path: Path) -> None:
    (tmp_path / "data").mkdir(exist_ok=True)
    migrated_file(tmp_path / "data" / "phase10.db")
    status, out, err = phase10("backup", "one.db")
    assert (status, err) == (0, "")
    size = (tmp_path / "one.db").stat().st_size
    assert out == f"one.db: 0 results, 0 game records, {size:,} bytes.\n"
    refused(phase10("backup", "one.db"), 1, "No backup was made", "one.db", "--force")
    assert phase10("backup", "one.db", "--force")[0] == 0
    status, out, err = phase10("restore", "one.db", "--database", "other.db")
    assert (status, err) == (0, "")
    assert out.endswith(f" put back, as of version {__version__}: 0 results, 0 game records.\n")


def test_a_server_is_forgotten_once_the_operator_has_agreed(
    phase10: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    refused(phase10("forget-server", "7", "--yes", "--database", "no.db"), 1, "no database no.db")
    database = tmp_path / "one.db"
    migrated_file(database)
    filling = ("seed-demo", "--guild", "7", "--games", "3", "--database", "one.db")
    assert phase10(*filling)[0] == 0
    monkeypatch.setattr(sys, "stdin", StringIO("n\n"))
    assert phase10("forget-server", "7", "--database", "one.db")[0] == INTERRUPTED
    forget = ("forget-server", "7", "--yes", "--database", "one.db")
    assert phase10(*forget) == (0, "All data of server 7 was deleted.\n", "")
    assert phase10(*forget) == (0, "Nothing is stored for server 7.\n", "")
    for wrong in ("0", "abc", "٣", "9" * 30):
        refused(phase10("forget-server", wrong, "--yes"), 2, f"{wrong} is not the id of a server.")


def test_a_backup_that_is_stopped_leaves_no_file(
    phase10: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def stop(*_: object) -> None:
        os.kill(os.getpid(), signal.SIGTERM)

    migrated_file(tmp_path / "old.db")
    monkeypatch.setattr("bot.storage.backup._copy_file", stop)
    monkeypatch.setattr(sys, "argv", ["phase10", "backup", "one.db", "--database", "old.db"])
    with pytest.raises(SystemExit, match=str(INTERRUPTED)):
        main()
    assert [each.name for each in tmp_path.iterdir()] == ["old.db"]


def test_impossible_backups_are_refused(phase10: Run, tmp_path: Path) -> None:
    refused(phase10("backup", "one.db"), 1, "there is no file data/phase10.db")
    refused(phase10("restore", "one.db"), 1, "Nothing was put back", "there is no file one.db")
    refused(phase10("restore", tmp_path), 1, "there is no file", str(tmp_path))
    refused(phase10("backup", "away/one.db"), 1, "there is no file data/phase10.db")
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "one.db").write_text("my diary\n" * 200)
    refused(phase10("restore", "one.db"), MISCONFIGURED, "one.db", "no SQLite database")
    (tmp_path / "data").mkdir(exist_ok=True)
    migrated_file(tmp_path / "data" / "phase10.db")
    refused(phase10("backup", "data/phase10.db/x.db"), UNWRITABLE, "cannot be written")
    url = "postgresql://phase10:pass-word@127.0.0.1:1/x"
    refused(phase10("backup", "two.db", "--database", url), 1, "cannot be reached")
    assert not (tmp_path / "two.db").exists()


SHORT = ("--variation", "S2+S2,R3", "--jobs", 1)


def test_a_tournament_prints_a_table(phase10: Run) -> None:
    arguments = ("--level", "easy", "--level", "normal", "--players", 3, "--games", 4)
    status, out, err = phase10("tournament", *arguments, *SHORT)
    assert (status, err) == (0, "")
    rows = ("easy", "normal", "seats", "6 games: 2 deals, each in 3 rotations", "wins a seat")
    for row in (*rows, "95 % interval", "points a hand", "hands a game", "turns for phase 2 (R3)"):
        assert row in out


def test_a_tournament_of_dice_prints_points_a_game(phase10: Run) -> None:
    status, out, err = phase10("tournament", "--edition", "dice", "--games", 4, "--jobs", 1)
    assert (status, err) == (0, "")
    assert "points a game" in out
    assert "hands a game" not in out


def test_a_tournament_writes_its_figures(phase10: Run, tmp_path: Path) -> None:
    path = tmp_path / "figures.json"
    assert phase10("tournament", "--games", 5, *SHORT, "--json", path)[0] == 0
    found = json.loads(path.read_text())
    assert (found["deals"], found["line_up"]) == (3, ["easy", "normal"])
    assert found["levels"]["normal"]["games"] == 6
    refused(phase10("tournament", "--json", tmp_path), UNWRITABLE, str(tmp_path))
