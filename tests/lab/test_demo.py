"""Made-up seasons: a seed gives the same again, they look like games, and commands store them."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from cli_kit import Run, refused
from databases import migrated_file

from bot.cards.rulesets import EDITIONS
from bot.lab.demo import SPAN, season

NOW = 1_700_000_000.0


def test_the_same_seed_gives_the_same_games() -> None:
    assert list(season(7, 20, 1, NOW)) == list(season(7, 20, 1, NOW))
    ids = {
        game.game_id for seed in (1, 2) for guild in (7, 8) for game in season(guild, 9, seed, NOW)
    }
    assert len(ids) == 36


def test_games_look_like_games() -> None:
    games = list(season(7, 400, 1, NOW))
    moments = [game.ended_at for game in games]
    assert moments == sorted(moments)
    assert NOW - SPAN <= moments[0] < moments[-1] <= NOW
    assert {game.edition for game in games} == set(EDITIONS)
    assert {True, False} == {game.abandoned for game in games}
    for game in games:
        assert 2 <= len(game.seats) <= EDITIONS[game.edition].max_players
        people = [seat for seat in game.seats if not seat.is_computer]
        assert people
        assert len({seat.user_id for seat in people}) == len(people)
        assert sum(seat.hands_won for seat in game.seats) == game.hands
        assert min(seat.place for seat in game.seats) == 1
        for seat in game.seats:
            assert seat.phases == sum(done for _, done in seat.tries)
            assert sum(tried for tried, _ in seat.tries) == seat.hands == game.hands


def test_a_database_is_filled(phase10: Run, tmp_path: Path) -> None:
    path = migrated_file(tmp_path / "demo.db")
    arguments = ("--games", 30, "--servers", 2, "--guild", 5, "--database", path)
    status, out, err = phase10("seed-demo", *arguments)
    assert (status, err) == (0, "")
    assert "30 games for 2 servers" in out
    with closing(sqlite3.connect(path)) as connection:
        guilds = connection.execute("SELECT DISTINCT guild_id FROM results ORDER BY 1")
        assert guilds.fetchall() == [(5,), (6,)]


def test_a_database_that_is_not_there_is_refused_and_not_made(phase10: Run, tmp_path: Path) -> None:
    refused(phase10("seed-demo", "--database", tmp_path / "typo.db"), 1, "no database", "typo.db")
    assert list(tmp_path.iterdir()) == []
