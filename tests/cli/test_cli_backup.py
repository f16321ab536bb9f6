"""``phase10 backup`` and ``phase10 restore``: one line when done, one sentence when not."""

from __future__ import annotations

import asyncio
from pathlib import Path

from cli_kit import Run, refused

from bot import UNWRITABLE
from bot.storage.opening import open_database


def make(database: Path) -> None:
    async def opened() -> None:
        await (await open_database(database)).close()

    asyncio.run(opened())


def test_there_and_back(phase10: Run, tmp_path: Path) -> None:
    make(tmp_path / "data" / "phase10.db")
    status, out, err = phase10("backup", "one.db")
    assert (status, err) == (0, "")
    assert out.startswith("one.db: 0 games, 0 results, ")
    refused(phase10("backup", "one.db"), 1, "No backup was made", "one.db", "--force")
    assert phase10("backup", "one.db", "--force")[0] == 0
    status, out, err = phase10("restore", "one.db", "--database", "other.db")
    assert (status, err) == (0, "")
    assert out.startswith("one.db was put back: 0 games, 0 results, ")


def test_what_cannot_be_done(phase10: Run, tmp_path: Path) -> None:
    refused(phase10("backup", "one.db"), 1, "there is no file data/phase10.db")
    refused(phase10("restore", "one.db"), 1, "Nothing was put back", "there is no file one.db")
    refused(phase10("restore", tmp_path), 1, "there is no file", str(tmp_path))
    refused(phase10("backup", "away/one.db"), 1, "there is no file data/phase10.db")
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "one.db").write_text("my diary\n" * 200)
    refused(phase10("restore", "one.db"), 1, "one.db", "no SQLite database")
    make(tmp_path / "data" / "phase10.db")
    refused(phase10("backup", "data/phase10.db/x.db"), UNWRITABLE, "cannot be written")
    url = "postgresql://phase10:pass-word@127.0.0.1:1/x"
    refused(phase10("backup", "two.db", "--database", url), 1, "cannot be reached")
    assert not (tmp_path / "two.db").exists()
