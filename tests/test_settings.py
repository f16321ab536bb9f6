"""Settings come from the environment and .env, within bounds, and secrets stay secret."""

from __future__ import annotations

from pathlib import Path

import pytest
from pairs import shared

from bot.service.run import make_config
from bot.settings import Settings, SettingsError, load_settings, misspelt_settings
from bot.shards import Shards

EXAMPLE = Path(__file__).resolve().parent.parent / ".env.example"


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in [*Settings.model_fields, "database"]:
        monkeypatch.delenv(name.upper(), raising=False)
    return tmp_path


def test_the_environment_wins_over_the_file_which_may_hold_other_variables(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (elsewhere / ".env").write_text("DATABASE_URL=from-file.db\nHAND_PAUSE=3\nELSE=1\n")
    monkeypatch.setenv("DATABASE_URL", "from-environment.db")
    monkeypatch.setenv("LOG_LEVEL", "debug")
    settings = load_settings()
    assert (settings.database_url, settings.hand_pause) == ("from-environment.db", 3)
    assert settings.log_level == "DEBUG"


def test_the_older_name_of_the_database_still_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE", "older.db")
    assert load_settings().database_url == "older.db"
    monkeypatch.setenv("DATABASE_URL", "newer.db")
    assert load_settings().database_url == "newer.db"


def test_the_password_of_the_database_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://me:hunter2@host/games")
    settings = load_settings()
    assert "hunter2" in settings.database_url
    assert "hunter2" not in repr(settings)
    assert "hunter2" not in repr(make_config(settings))


@pytest.mark.parametrize("given", ["'{}'", '"{}"', '  " {} " ', "{}"])
def test_quotes_around_the_database_are_not_part_of_it(
    monkeypatch: pytest.MonkeyPatch, given: str
) -> None:
    monkeypatch.setenv("DATABASE_URL", given.format("postgresql://me:hunter2@host/games"))
    assert load_settings().database_url == "postgresql://me:hunter2@host/games"


def test_on_a_server_the_known_commands_stand_where_the_file_would(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert make_config(load_settings()).commands_hash == Path("data/phase10.db.commands")
    monkeypatch.setenv("DATABASE_URL", "games.db")
    assert make_config(load_settings()).commands_hash == Path("games.db.commands")
    monkeypatch.setenv("DATABASE_URL", "postgresql://me:hunter2@host/games")
    assert make_config(load_settings()).commands_hash == Path("data/phase10.db.commands")


def test_the_example_names_every_setting_and_shows_the_defaults(elsewhere: Path) -> None:
    lines = [line for line in EXAMPLE.read_text().splitlines() if line and line[0] != "#"]
    assert {line.partition("=")[0].lower() for line in lines} == set(Settings.model_fields)
    (elsewhere / ".env").write_text(EXAMPLE.read_text())
    assert load_settings() == Settings(_env_file=None)


BAD_VALUES = {
    "COMPUTER_PAUSE": ("-1", "nan", "11"),
    "HAND_PAUSE": ("soon", "601"),
    "LOG_LEVEL": ("LOUD",),
    "LOG_FORMAT": ("xml",),
    "METRICS_PORT": ("0", "65536"),
    "SHARD_COUNT": ("0",),
}


@pytest.mark.parametrize(("name", "value"), shared(BAD_VALUES))
def test_a_bad_value_is_one_sentence_that_names_it(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError, match=rf"^The setting {name} cannot be used: .*{value}") as e:
        load_settings()
    assert "\n" not in str(e.value)
    assert not any(jargon in str(e.value) for jargon in ("nput", "parse"))


def test_all_wrong_values_are_told_at_once_and_no_secret(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("LOG_LEVEL", "loud"), ("HAND_PAUSE", "soon"), ("SHARD_IDS", "0")):
        monkeypatch.setenv(name, value)
    (elsewhere / ".env").write_text("DISCORD_TOKN=very-secret\n")
    with pytest.raises(SettingsError) as caught:
        load_settings()
    *wrong, misspelt = caught.value.sentences
    assert [sentence.split()[2] for sentence in wrong] == ["LOG_LEVEL", "HAND_PAUSE", "SHARD_IDS"]
    assert misspelt == "DISCORD_TOKN in .env is not a setting; did you mean DISCORD_TOKEN?"


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("DATABASE_ULR=games.db", "DATABASE_URL"),
        ("discord_bot_token=x", "DISCORD_TOKEN"),
        ("PHASE10_HEARTBEAT=beat", "HEARTBEAT"),
        ("DISCORD_TOKEN=\nDISCORD_TOKENS=x", "DISCORD_TOKEN"),
        ("DISCORD_TOKEN=x\nDISCORD_TOKEN_OLD=y", None),
        ("DATABASE=games.db\nDATABASE_OLD=z", None),
        ("METRICS_PORT=9110\nPOSTGRES_PASSWORD=p\nPOSTGRES_HOST=h\nTZ=UTC", None),
    ],
)
def test_a_name_that_is_nearly_that_of_a_missing_setting(
    elsewhere: Path, text: str, meant: str | None
) -> None:
    (elsewhere / ".env").write_text(f"{text}\n")
    name = text.rpartition("\n")[2].partition("=")[0]
    told = f"{name} in .env is not a setting; did you mean {meant}?"
    assert misspelt_settings() == ([told] if meant else [])


def test_a_file_may_begin_with_a_byte_order_mark(elsewhere: Path) -> None:
    (elsewhere / ".env").write_text("HAND_PAUSE=3\n", encoding="utf-8-sig")
    assert load_settings().hand_pause == 3
    assert misspelt_settings() == []


def test_the_token_is_not_shown_and_loses_stray_spaces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", " very-secret \n")
    settings = load_settings()
    assert "very-secret" not in repr(settings)
    assert settings.discord_token.get_secret_value() == "very-secret"


def test_a_file_that_is_no_text_is_one_sentence(elsewhere: Path) -> None:
    (elsewhere / ".env").write_bytes(b"DATABASE=\xff\xfe\n")
    with pytest.raises(SettingsError, match="cannot be read"):
        load_settings()


@pytest.mark.parametrize(
    ("count", "ids", "shards"),
    [
        (None, None, Shards()),
        ("3", None, Shards(3, (0, 1, 2))),
        ("4", "1", Shards(4, (1,))),
        ("4", "0, 2-3", Shards(4, (0, 2, 3))),
    ],
)
def test_shards(
    monkeypatch: pytest.MonkeyPatch, count: str | None, ids: str | None, shards: Shards
) -> None:
    for name, value in (("SHARD_COUNT", count), ("SHARD_IDS", ids)):
        if value is not None:
            monkeypatch.setenv(name, value)
    assert load_settings().shards == shards


@pytest.mark.parametrize(
    ("count", "ids", "words"),
    [
        (None, "0", "set SHARD_COUNT, too"),
        ("2", "2", "of 2 shards the last one is 1"),
        ("4", "1-0", "1-0 is not a range of shards"),
        ("4", "0-999999999", "0-999999999 is not a range of shards"),
        ("4", "1,1", "name each shard once"),
        ("4", "-1", "write the numbers like 0,1 or 0-3"),
        ("4", "all", "write the numbers like 0,1 or 0-3"),
        ("4", "1,", "write the numbers like 0,1 or 0-3"),
    ],
)
def test_shards_that_do_not_fit_together(
    monkeypatch: pytest.MonkeyPatch, count: str | None, ids: str, words: str
) -> None:
    if count is not None:
        monkeypatch.setenv("SHARD_COUNT", count)
    monkeypatch.setenv("SHARD_IDS", ids)
    expected = f"The setting SHARD_IDS cannot be used: {words} ({ids!r} was given)."
    with pytest.raises(SettingsError) as caught:
        load_settings()
    assert str(caught.value) == expected


def test_a_bad_count_is_what_is_complained_about(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SHARD_COUNT", "many")
    monkeypatch.setenv("SHARD_IDS", "0")
    with pytest.raises(SettingsError, match="SHARD_COUNT"):
        load_settings()
