"""Leaderboard, figures and history as messages: what they say, and Discord's limits."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

import discord
import pytest
from dice_kit import finished as finished_dice
from fullest_kit import FULLEST_STATS, HIGHEST, LONG, LONGEST_ID, PICTURE, board
from kit import SECRET
from limits import check, text_of, view_of
from past_games import HERE, FakePastGames, past, rating, record, seat

from bot.cards.rulesets import EDITIONS
from bot.cards.variations import varied
from bot.core.records import dumps
from bot.dice.editions import DICE
from bot.dice.engine import Roll, RollOrder, abandon, apply, new_game
from bot.dice.record import RECORDS
from bot.game_types import ALL_EDITIONS
from bot.i18n import Translator, words_for
from bot.results.past_games import PastGame
from bot.results.standings import BoardQuery, By
from bot.seating import Level
from bot.table.replays import Replays
from bot.work_queue import WorkQueue
from cogs.base.custom_ids import CustomId, Verb
from cogs.base.screens import Screen
from cogs.history import (
    HistoryPage,
    ListPosition,
    caption,
    game_screen,
    history_screen,
    replay_screen,
    rules_text,
    step_lines,
    with_present_names,
)
from cogs.leaderboard import board_screen, public_board_screen
from cogs.live.game_messages import replay_pages
from cogs.stats import stats_screen

WORDS = words_for("en")
FACE = f"<:p10_high_contrast_R12_12345678:{10**19}>"


def controls(panel: Screen) -> Iterator[tuple[Verb, discord.ui.Button | discord.ui.Select]]:  # type: ignore[type-arg]
    for each in view_of(panel).walk_children():
        if isinstance(each, discord.ui.Button | discord.ui.Select):
            assert each.custom_id is not None
            yield Verb(each.custom_id.split(":")[3]), each


def test_discord_makes_no_list_of_a_leaderboard() -> None:
    *_, second, third = text_of(board_screen(WORDS, board(1, 3, 3, 1))).splitlines()
    assert (second[:12], third[:12]) == ("2\\. Player 2", "3\\. Player 3")


@pytest.mark.parametrize(
    ("by", "why"),
    [
        (By.RATING, " Only games with other people count here."),
        (By.POINTS, " You need 5 finished games with other people to be ranked."),
        (By.WINS, " Only games with other people count here."),
    ],
)
def test_readers_without_a_place_are_told_the_reason(by: By, why: str) -> None:
    without = replace(board(1, 3, 3), query=BoardQuery(HERE, by))
    said = f"-# You have no place on this leaderboard yet.{why}"
    assert text_of(board_screen(WORDS, without)).splitlines()[-1] == said
    for panel in (
        public_board_screen(WORDS, without),
        board_screen(WORDS, replace(without, own=without.rows[0])),
        board_screen(WORDS, replace(without, rows=(), total=0)),
    ):
        assert "no place" not in text_of(panel)


def test_menus_leave_out_the_present_choice() -> None:
    made = dict(controls(board_screen(WORDS, board(1, 1, 1))))
    offered = {
        verb: {option.value for option in select.options}
        for verb, select in made.items()
        if isinstance(select, discord.ui.Select)
    }
    assert offered == {
        Verb.BOARD_BY: {each.value for each in By} - {"win_rate"},
        Verb.BOARD_PERIOD: {"all", "week", "month"},
        Verb.BOARD_EDITION: {"all", *ALL_EDITIONS} - {"anniversary40"},
    }


def test_without_pictures_the_figures_are_told() -> None:
    told = text_of(stats_screen(WORDS, FULLEST_STATS, LONG))
    assert "finished games" in told
    assert "finished games" not in text_of(stats_screen(WORDS, FULLEST_STATS, LONG, PICTURE))


def test_a_list_names_players_and_results() -> None:
    seats = (
        seat(0, "Ada", place=2, total=60),
        seat(1, "Juno", user_id=None, level=Level.HARD, place=1, total=5),
        seat(2, "", user_id=None, place=3, total=1_200, left=True, phases=1),
    )
    games = [past(seats=seats, variation="phases=4"), past("h", abandoned=True)]
    told = text_of(history_screen(WORDS, HistoryPage(ListPosition(), games, 2))).splitlines()
    assert told[0] == "### Last games here"
    assert told[1] == "**#1 · <t:1700003600:f> · Classic · the first 4 phases**"
    assert told[2] == (
        "1\\.\N{NO-BREAK SPACE}Juno (computer): 3 phases, 5 points"
        " · 2\\.\N{NO-BREAK SPACE}Ada: 3 phases, 60 points"
        " · 3\\.\N{NO-BREAK SPACE}Somebody (left): 1 phase, 1,200 points"
    )
    assert told[3].endswith(" · ended early")


@pytest.mark.parametrize(("member", "offered"), [(None, []), (HIGHEST, [str(HIGHEST), "cards"])])
def test_a_list_of_one_persons_games_leads_back_to_their_figures(
    member: int | None, offered: list[str]
) -> None:
    made = controls(history_screen(WORDS, HistoryPage(ListPosition(member), [past()], 1)))
    args = [each.custom_id.split(":")[4:] for verb, each in made if verb is Verb.STATS_OF]
    assert args == ([offered] if offered else [])


def test_a_game_tells_rules_places_and_ratings() -> None:
    seats = (
        seat(0, "Ada", people=rating(1000, 18)),
        seat(1, "Ben", people=rating(1000, -5), computers=rating(1300, 4)),
        seat(3, "D", people=rating(1217, 217)),
        seat(2, "C", computers=rating(1100, 0)),
    )
    told = text_of(game_screen(WORDS, past(seats=seats, variation="skips=6"), ListPosition()))
    assert "### Classic · house rules" in told
    assert "6 Skips in the deck" in told
    assert "1\\. **Ada**: 3 phases, 0 points · rating against people +18\n" in told
    assert "rating against people −5 · rating with computer players +4\n" in told
    assert "rating with computer players ±0\n" in told
    assert "first rating against people: 1,217" in told
    told = text_of(game_screen(WORDS, past(seats=seats, edition="dice"), ListPosition()))
    assert "· dice rating against people +18\n" in told
    assert "· first dice rating against people: 1,217" in told


@pytest.mark.parametrize(
    ("edition", "variation", "said"),
    [
        ("classic", "", "Classic"),
        ("masters", "ten_hands", "Masters · a hand for each phase"),
        ("modern", "phases=4 ten_hands", "Modern · the first 4 phases · a hand for each phase"),
        ("classic", "phases=1", "Classic · the first phase"),
        ("classic", "phases=2", "Classic · the first 2 phases"),
        ("classic", "S3+R4,C7", "Classic · custom phases"),
        ("classic", "a_later_one", "Classic · a\\_later\\_one"),
        ("no_such", "phases=4", "no\\_such · phases=4"),
    ],
)
def test_rules_in_words(edition: str, variation: str, said: str) -> None:
    assert rules_text(WORDS, past(edition=edition, variation=variation)) == said


async def _steps(
    game: PastGame, lines: Sequence[str], words: Translator = WORDS
) -> list[tuple[str, Screen]]:
    """The caption and the message of each step of a game with this record."""
    store = FakePastGames(records={game.game_id: [*lines]})
    replay = await Replays(store, WorkQueue()).of(game.game_id, 1)
    faced, found, hands = replace(words, face=lambda _: FACE), [], []
    for at in range(len(replay)):
        moment = with_present_names(words, game, replay.moment(at))
        told = step_lines(faced, game, replay, moment)
        args = (*ListPosition(HIGHEST, 99_999).args, str(at))
        here = CustomId(game.game_id, 0, Verb.REPLAY, args)
        in_words = replay_pages(game).as_text(words, moment)
        panel = replay_screen(words, told, replay, here, drawing=PICTURE, in_words=in_words)
        found.append((caption(faced, game, moment), panel))
        hands.append(moment.hand)
    assert hands == sorted(hands)
    assert hands[-1] == replay.hands
    return found


def of_cards(edition: str = "classic", names: tuple[str, ...] = ("Ada", "Ben")) -> list[str]:
    return record(names, varied(EDITIONS[edition], "S2+S2,R3,C3"))


@pytest.mark.parametrize("edition", EDITIONS)
async def test_every_step_of_a_game(edition: str) -> None:
    size = min(4, EDITIONS[edition].max_players)
    game = past(LONGEST_ID, edition=edition, seats=tuple(seat(n, LONG) for n in range(size)))
    shown = await _steps(game, of_cards(edition, ("Zoë",) * size))
    for said, panel in shown:
        check(panel)
        assert said
        assert "Zoë" not in said + text_of(panel)
        assert FACE not in said, "it is written into the picture"
    assert any(FACE in text_of(panel) for _, panel in shown)
    assert "won the game" in text_of(shown[-1][1])
    assert f"step {len(shown)} of {len(shown)}" in text_of(shown[-1][1])


def of_dice(players: int, name: str = "") -> PastGame:
    seats = tuple(seat(n, name or f"P{n}") for n in range(players))
    return past(edition="dice", seats=seats, hands=14)


@pytest.mark.parametrize("locale", ["nl", "pt_BR"])
async def test_every_step_of_a_game_of_dice(locale: str) -> None:
    for said, panel in await _steps(of_dice(6, LONG), finished_dice(6), words_for(locale)):
        check(panel)
        assert said


async def test_a_game_alone_is_finished_and_an_abandoned_game_has_no_winner() -> None:
    *_, (end, _) = await _steps(of_dice(1), finished_dice(1))
    assert re.search(r"P0 has finished with [1-9]\d* points!", end)
    step = apply(new_game("g", DICE, ("Ada",), SECRET), RollOrder())
    step = step.then(apply(step.state, Roll()))
    step = step.then(abandon(step.state))
    lines = [RECORDS.header_line(step.state.game), *map(RECORDS.event_line, step.events)]
    *_, (end, _) = await _steps(of_dice(1), [*map(dumps, lines)])
    assert "The game was ended early" in end


async def test_buttons_that_lead_nowhere_are_off() -> None:
    game = past(seats=(seat(0, "Ada"), seat(1, "Ben")))
    shown = [[*controls(panel)] for _, panel in await _steps(game, of_cards())]

    def off(at: int) -> set[str]:
        return {(one.custom_id or "").rpartition(":")[2] for _, one in shown[at] if one.disabled}

    assert off(0) == {"first", "back", "hand_back"}
    assert off(1) == set()
    assert off(-1) == {"step_on", "last", "hand_on"}


async def test_who_left_is_last_in_the_replay_as_in_the_list() -> None:
    lines = of_cards()
    game = past(seats=(seat(0, "Ada"), seat(1, "Ben")))
    *_, (end, _) = await _steps(game, lines)
    winner = "Ada" if "Ada won" in end else "Ben"
    seats = tuple(replace(each, left=each.name == winner) for each in game.seats)
    *_, (end, _) = await _steps(replace(game, seats=seats), lines)
    assert f"{'Ben' if winner == 'Ada' else 'Ada'} won the game" in end


async def test_a_forgotten_player_is_not_named_in_steps() -> None:
    game = past(seats=(seat(0, "", user_id=None), seat(1, "Ben")))
    for said, panel in await _steps(game, of_cards()):
        assert "Ada" not in said + text_of(panel)
