"""Settings come from the environment and .env, within bounds, and secrets stay secret."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.settings import Settings, SettingsError, load_settings

EXAMPLE = Path(__file__).resolve().parent.parent / ".env.example"


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory without a .env file, and an environment without settings."""
    monkeypatch.chdir(tmp_path)
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    return tmp_path


def test_everything_has_a_default() -> None:
    settings = load_settings()
    assert settings.discord_token is None
    assert settings.database == "data/phase10.db"


def test_the_environment_wins_over_the_file(
    elsewhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (elsewhere / ".env").write_text("DATABASE=from-file.db\nHAND_PAUSE=3\n")
    monkeypatch.setenv("DATABASE", "from-environment.db")
    settings = load_settings()
    assert (settings.database, settings.hand_pause) == ("from-environment.db", 3)


def test_the_example_names_every_setting_and_shows_the_defaults(elsewhere: Path) -> None:
    lines = [line for line in EXAMPLE.read_text().splitlines() if line and line[0] != "#"]
    assert {line.partition("=")[0].lower() for line in lines} == set(Settings.model_fields)
    (elsewhere / ".env").write_text(EXAMPLE.read_text())
    assert load_settings() == Settings(_env_file=None)


def test_other_variables_in_the_file_are_let_pass(elsewhere: Path) -> None:
    (elsewhere / ".env").write_text("SOMETHING_ELSE=1\n")
    load_settings()


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("COMPUTER_PAUSE", "-1"),
        ("COMPUTER_PAUSE", "nan"),
        ("COMPUTER_PAUSE", "11"),
        ("HAND_PAUSE", "soon"),
        ("HAND_PAUSE", "601"),
        ("LOG_LEVEL", "LOUD"),
    ],
)
def test_a_bad_value_is_one_sentence_that_names_it(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv(name, value)
    with pytest.raises(SettingsError, match=rf"^The setting {name} cannot be used: .*{value}") as e:
        load_settings()
    assert "\n" not in str(e.value)


def test_a_log_level_may_be_small_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_LEVEL", "debug")
    assert load_settings().log_level == "DEBUG"


def test_the_token_is_not_shown_and_loses_stray_spaces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", " very-secret \n")
    settings = load_settings()
    assert "very-secret" not in repr(settings)
    assert settings.discord_token is not None
    assert settings.discord_token.get_secret_value() == "very-secret"


def test_a_file_that_is_no_text_is_one_sentence(elsewhere: Path) -> None:
    (elsewhere / ".env").write_bytes(b"DATABASE=\xff\xfe\n")
    with pytest.raises(SettingsError, match="cannot be read"):
        load_settings()
