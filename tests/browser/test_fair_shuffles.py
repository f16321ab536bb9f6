"""The page that checks records, opened from disk in a real browser, against ``verify``."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
import pytest_asyncio
from kit import BEACON, NAMES, SECRET, steps
from patience import PATIENCE
from playwright.async_api import Browser, Page, Route

from bot.cards.rulesets import EDITIONS
from bot.core.errors import RecordError
from bot.game_types import ALL_EDITIONS, game_type_for, recorded_game_type
from bot.lab.simulation import play_out
from bot.players import strategy
from bot.seating import Level
from cogs.rules import CHECKING_PAGE

pytestmark = pytest.mark.asyncio(loop_scope="session")

Line = dict[str, Any]


def played(edition: str, beacon: str = BEACON) -> list[Line]:
    """The record of a game with as many players as there can be, so that cards run out."""
    rules = ALL_EDITIONS[edition]
    names, game_type = NAMES[: rules.max_players], game_type_for(edition)
    state = game_type.new_game("game", rules, names, SECRET, beacon)
    players = [strategy(Level.EASY, game_type.name)] * len(names)
    game = play_out(state, players, Random(1), events=True)
    return [json.loads(line) for line in game.record().splitlines()]


@cache
def records() -> dict[str, list[Line]]:
    """A record of each edition."""
    return {name: played(name) for name in ALL_EDITIONS}


def first_wrong_line(lines: list[Line]) -> int | None:
    """The line that ``verify`` finds wrong, from 1; None for a right record."""
    written = [json.dumps(line) for line in lines]
    try:
        list(recorded_game_type(written[:1]).records.verify(written))
    except RecordError as error:
        return int(error.data["line"])
    return None


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def page(browser: Browser) -> AsyncIterator[Page]:
    """The page from disk, on a phone, where every request to a network fails."""
    opened = await browser.new_page(viewport={"width": 375, "height": 812}, locale="en-US")
    errors: list[str] = []
    opened.on("pageerror", lambda error: errors.append(str(error)))

    async def refuse(route: Route) -> None:
        errors.append(route.request.url)
        await route.abort()

    await opened.route(lambda url: not url.startswith("file:"), refuse)
    await opened.goto(CHECKING_PAGE.as_uri())
    yield opened
    await opened.close()
    assert errors == []


async def verdicts(page: Page, folder: Path, *games: list[Line] | str) -> list[tuple[str, int]]:
    """What the page says of the games of a file: its verdicts, each with its wrong line or 0."""
    written = [
        game if isinstance(game, str) else "\n".join(map(json.dumps, game)) for game in games
    ]
    path = folder / "game.jsonl"
    path.write_text("\n".join(written), encoding="utf-8")
    await page.evaluate("document.getElementById('results').removeAttribute('data-done')")
    await page.set_input_files("#file", path)
    await page.wait_for_selector("#results[data-done]", timeout=PATIENCE * 1000, state="attached")
    found = await page.locator("#results section").all()
    return [
        (
            str(await each.get_attribute("data-verdict")),
            int(await each.get_attribute("data-line") or 0),
        )
        for each in found
    ]


def with_take_backs(edition: str) -> list[Line]:
    """The record of a random game in which turns are taken back."""
    game_type = game_type_for(edition)
    state = game_type.new_game("game", EDITIONS[edition], NAMES[:4], SECRET, BEACON)
    lines = [game_type.records.header_line(state.game)]
    for _, _, step in steps(state, Random(2), 20_000):
        lines += map(game_type.records.event_line, step.events)
    return [json.loads(json.dumps(line)) for line in lines]


@pytest.mark.parametrize("edition", EDITIONS)
async def test_what_was_taken_back_is_left_out(page: Page, tmp_path: Path, edition: str) -> None:
    lines = with_take_backs(edition)
    undone = [at for at, line in enumerate(lines) if line["type"] == "take_back"]
    assert await verdicts(page, tmp_path, lines) == [("right", 0)]
    del lines[undone[0]]
    assert (await verdicts(page, tmp_path, lines))[0][0] == "wrong"


async def test_records_of_all_games_are_right(page: Page, tmp_path: Path) -> None:
    assert any(line["type"] == "reshuffle" for lines in records().values() for line in lines)
    assert any(line.get("from") == "save_pile" for line in records()["masters"])
    for name, lines in records().items():
        assert await verdicts(page, tmp_path, lines) == [("right", 0)], name
    hands = [
        hand for line in records()["classic"] if line["type"] == "deal" for hand in line["hands"]
    ]
    await verdicts(page, tmp_path, records()["classic"])
    codes = await page.locator("#results .card").evaluate_all(
        "all => all.map(each => each.getAttribute('aria-label'))"
    )
    dealt = [card for hand in hands[:6] for card in hand]
    assert codes[: len(dealt)] == dealt


def forged_roll(roll: Line) -> None:
    die = next(i for i in range(6) if i not in roll["kept"])
    roll["faces"][die] = "R10" if roll["faces"][die] != "R10" else "R6"


def forged_order(rolls: Line) -> None:
    for pair in rolls["rolls"][0]:
        pair[1] = 5 if pair[1] == 10 else pair[1] + 1


def next_dealer(deal: Line) -> None:
    deal["dealer"] = (deal["dealer"] + 1) % len(deal["hands"])


FORGERIES: list[tuple[str, int, Callable[[Line], object]]] = [
    ("game_end", 0, lambda line: line.update(secret="ab" * 32)),
    ("game", 0, lambda line: line.update(commitment="0" * 64)),
    # Another click, as if the game had begun with it.
    ("game", 0, lambda line: line.update(beacon=f"1{BEACON}")),
    ("game", 0, lambda line: line.update(beacon=[BEACON])),
    ("game", 0, lambda line: line.pop("beacon")),
]
"""Of which line by its type, and what is changed in it."""
OF_CARDS: list[tuple[str, int, Callable[[Line], object]]] = [
    ("deal", 0, next_dealer),
    ("deal", 1, lambda line: line["draw_pile"].reverse()),
    ("deal", 2, lambda line: line["hands"].reverse()),
    ("reshuffle", 0, lambda line: line["draw_pile"].sort()),
    ("draw", 2, lambda line: line.update(card="W")),
    # A card that the player does not have.
    ("lay", 0, lambda line: line["groups"][0].__setitem__(0, "O12")),
]
OF_DICE = [("roll", 4, forged_roll), ("order", 0, forged_order)]


async def test_forged_records_are_found_on_the_line_that_verify_names(
    page: Page, tmp_path: Path
) -> None:
    for name, own in (("classic", OF_CARDS), ("dice", OF_DICE)):
        for kind, place, forge in (*FORGERIES, *own):
            lines = deepcopy(records()[name])
            forge([line for line in lines if line["type"] == kind][place])
            wrong = first_wrong_line(lines)
            if (kind, place, forge) in FORGERIES[:2]:
                # Either may have been changed; the page names the line that reveals the secret.
                assert wrong in (1, len(lines))
                wrong = len(lines)
            assert await verdicts(page, tmp_path, lines) == [("wrong", wrong)], (name, kind, place)


async def test_running_games_and_other_files_are_said_to_be_that(
    page: Page, tmp_path: Path
) -> None:
    classic = records()["classic"]
    several = (classic, classic[:-1], records()["dice"])
    assert await verdicts(page, tmp_path, *several) == [("right", 0), ("open", 0), ("right", 0)]
    for text in ("", "hello", "[1]", '{"format": "toString", "version": 1}'):
        assert await verdicts(page, tmp_path, text) == [("wrong", 0)], text
    assert await verdicts(page, tmp_path, [classic[0], classic[-1]]) == [("wrong", 2)]
    assert await verdicts(page, tmp_path, [classic[0]], "{") == [("wrong", 2)]


async def test_what_the_fingerprint_proves_is_said(page: Page, tmp_path: Path) -> None:
    proves_little = "proves only that nothing was changed after it was shown"
    for edition in ("classic", "dice"):
        for beacon in (BEACON, ""):
            lines = played(edition, beacon)
            assert await verdicts(page, tmp_path, lines) == [("right", 0)]
            shown = await page.locator("#results section").inner_text()
            assert (beacon in shown, proves_little in shown) == (True, not beacon)


async def test_names_are_shown_as_text(page: Page, tmp_path: Path) -> None:
    name = "<img src=x onerror=alert(1)>"
    lines = deepcopy(records()["dice"])
    lines[0]["players"][0] = name
    assert await verdicts(page, tmp_path, lines) == [("right", 0)]
    assert name in await page.locator("h2").inner_text()
    assert await page.locator("img").count() == 0


@pytest.mark.parametrize(
    ("locale", "title"),
    [
        ("es-ES", "¿Fue una partida limpia?"),
        ("pt-BR", "A partida foi justa?"),
        ("nl-NL", "Was het een eerlijk spel?"),
        ("ja-JP", "Was it a fair game?"),
    ],
)
async def test_the_page_speaks_the_languages_of_the_bot(
    browser: Browser, locale: str, title: str
) -> None:
    page = await browser.new_page(locale=locale)
    await page.goto(CHECKING_PAGE.as_uri())
    assert await page.locator("h1").inner_text() == title
    texts = await page.evaluate("Object.values(TEXTS).map(each => Object.keys(each))")
    assert all(keys == texts[0] for keys in texts)
    await page.close()
