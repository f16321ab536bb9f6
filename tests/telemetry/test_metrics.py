"""What a bot counts about itself, and the page that shows it."""

from __future__ import annotations

import re
from pathlib import Path

import aiohttp
import pytest

from bot.app import BotConfig, Phase10Bot
from bot.service.health import add_gauges, metrics_page
from bot.storage.errors import StoreError
from bot.telemetry.metrics import Metrics


def value(metrics: Metrics, sample: str) -> float:
    found = re.search(rf"^{re.escape(sample)} (\S+)$", metrics.exposition().decode(), re.MULTILINE)
    assert found is not None, sample
    return float(found[1])


def test_what_happens_is_counted_for_each_bot_of_a_process() -> None:
    metrics, other, games = Metrics(), Metrics(), ["one"]
    metrics.gauge("games_running", "Games under way.", lambda: len(games))
    assert value(metrics, "phase10_games_running") == 1
    games.append("two")
    metrics.interaction("done", 0.002)
    metrics.interaction("done", 0.02)
    metrics.interaction("stale", 0.001)
    for use, error in ((metrics.write, StoreError(code="full")), (metrics.drawing, ValueError())):
        with use():
            pass
        with pytest.raises(type(error)), use():
            raise error
    with metrics.decisions.labels("hard").time():
        pass
    metrics.failed_announcements.labels("table").inc()
    metrics.overtaken_tables.inc()
    for sample, expected in {
        "games_running": 2,
        'interactions_total{outcome="done"}': 2,
        'interactions_total{outcome="stale"}': 1,
        "interaction_seconds_count": 3,
        'interaction_seconds_bucket{le="0.005"}': 2,
        "write_seconds_count": 2,
        'refused_writes_total{code="full"}': 1,
        "picture_seconds_count": 2,
        "failed_pictures_total": 1,
        'decision_seconds_count{level="hard"}': 1,
        'failed_announcements_total{what="table"}': 1,
        "overtaken_tables_total": 1,
    }.items():
        assert value(metrics, f"phase10_{sample}") == expected, sample
    assert value(other, "phase10_write_seconds_count") == 0


def test_the_operators_guide_names_all_metrics() -> None:
    guide = Path(__file__).parents[2].joinpath("docs", "operating.md").read_text()
    metrics = Metrics()
    add_gauges(Phase10Bot(BotConfig(database="none.db", metrics=metrics)), [None])
    exposition = metrics.exposition().decode()
    shown = set(re.findall(r"^# TYPE (phase10_\w+)", exposition, re.MULTILINE))
    named = set(re.findall(r"\bphase10_[a-z_]+", guide))
    assert {name.removesuffix("_bucket") for name in named} == shown
    rows = re.findall(r"^\| `(phase10_\w+)\{(\w+)\}` \| (.*) \|$", guide, re.MULTILINE)
    alerts = re.findall(r'(phase10_\w+)\{(\w+)="(\w+)"\}', guide)
    known = {(n, label, value) for n, label, text in rows for value in re.findall(r"`(\w+)`", text)}
    assert len(known) >= 8
    for name, label, value in known | set(alerts):
        assert f'\n{name}{{{label}="{value}"}} 0.0\n' in exposition
    assert "_created" not in exposition


async def test_the_page_shows_them() -> None:
    metrics = Metrics()
    async with (
        metrics_page(metrics, host="127.0.0.1", port=0) as port,
        aiohttp.ClientSession(f"http://127.0.0.1:{port}") as page,
    ):
        metrics.interaction("done", 0.001)
        async with page.get("/metrics") as answer:
            assert answer.content_type == "text/plain"
            assert 'phase10_interactions_total{outcome="done"} 1.0' in await answer.text()
        async with page.get("/else") as answer:
            assert answer.status == 404
