"""Fixtures for tests of more than one part."""

from __future__ import annotations

import gc
import logging
import os
import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import postgres_server
import pytest
from cli_kit import Run, Said
from databases import MigratedSchemas, own_database, share_statements
from fakes_table import World
from hypothesis import HealthCheck, settings

from bot.cards.rulesets import RuleSet
from bot.cli.commands import run_command

# A busy machine makes nothing wrong: no test asserts how long something takes.
settings.register_profile("patient", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")
share_statements()

# A shell script starts background jobs with SIGINT ignored, and programs that tests start would
# inherit it; those that are to inherit it say so.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """More workers than cores, as tests wait for a third of their time."""
    return (os.cpu_count() or 1) * 2


def pytest_collection() -> None:
    # Nothing that is collected goes away, so the collector need not look at it again and again.
    gc.disable()


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()


@pytest.fixture
def short_games_count(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let games of any phases change ratings and boards, as only longer ones do."""
    monkeypatch.setattr(RuleSet, "for_fun", False)


@pytest.fixture
def phase10(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Run:
    """Runs a command line far from any .env file: exit status, stdout, stderr."""
    monkeypatch.chdir(tmp_path)
    for name in ("DISCORD_TOKEN", "DATABASE_URL", "DATABASE", "HEARTBEAT", "LOG_LEVEL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("bot.cli.doctor.set_up_logging", lambda *_: None)

    def log_to_stderr(*_: object) -> None:
        # The root's own handler would stay behind with a stderr that is gone.
        handler = logging.StreamHandler()
        # Where FriBiDi is missing, a warning comes before.
        handler.setLevel("ERROR")
        handler.setFormatter(logging.Formatter("phase10: %(message)s"))
        monkeypatch.setattr(logging.getLogger(), "handlers", [handler])

    monkeypatch.setattr("bot.service.run.set_up_logging", log_to_stderr)

    def run(*arguments: object) -> Said:
        status = run_command([str(each) for each in arguments])
        said = capsys.readouterr()
        return status, said.out, said.err

    return run


@pytest.fixture(scope="session")
def postgres_programs() -> Path:
    """Where PostgreSQL's programs are, for tests that stop and start a server of their own."""
    found = postgres_server.programs()
    if found is None:
        pytest.skip("PostgreSQL is not installed")
    return found


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a PostgreSQL database that only this process uses."""
    given, found = os.environ.get(postgres_server.GIVEN), postgres_server.programs()
    if given:
        with own_database(given) as database:
            yield database
    elif found is not None:
        with postgres_server.running(found) as server:
            yield server.url
    else:
        pytest.skip(postgres_server.WHY_NOT)


@pytest.fixture(scope="session")
def migrated_schemas(postgres: str) -> MigratedSchemas:
    """Schemas of PostgreSQL with the tables of the newest revision, used by test after test."""
    return MigratedSchemas(postgres)


@pytest.fixture
async def world() -> AsyncIterator[World]:
    """A bot at tables, with a database in memory and without Discord."""
    made = World()
    yield made
    await made.registry.close()
