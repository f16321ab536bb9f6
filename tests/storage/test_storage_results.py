"""What is remembered of a game goes into the database with its end, whole or not at all."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from random import Random

import pytest
from databases import Where, content, raw
from past_games import HERE, past, seat
from people import COMPUTER, ME, NAME, under_way, waiting
from seasons import (
    DAY,
    GUILD,
    KEPT,
    NOW,
    OTHER_GUILD,
    Clock,
    Ended,
    add_season,
    begin,
    end,
    ended,
    keep_season,
    remembered,
    season,
    skills_after,
)
from stored import change

from bot.lab.demo import season as made_up
from bot.model import Level, PersonToForget, ServerPreferences
from bot.rules.engine import abandon
from bot.rules.phases import TEN_PHASES
from bot.scores.ratings import rating_points
from bot.scores.results import (
    BoardQuery,
    By,
    MemberStats,
    PhaseRate,
    RatingPoint,
    Rival,
    SeatResult,
)
from bot.storage.errors import StoreError
from bot.storage.store import SqlStore


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
async def store(where: Where, clock: Clock) -> AsyncIterator[SqlStore]:
    opened = await SqlStore.open(where, now=clock)
    yield opened
    await opened.close()


def counted(games: list[Ended]) -> list[Ended]:
    return [game for game in games if not game.past.abandoned]


async def test_games_come_back_as_they_ended_newest_first(store: SqlStore, clock: Clock) -> None:
    games = season(1, 30)
    await keep_season(store, clock, games)
    _, told = skills_after(games)
    newest_first = told[::-1]
    assert any(game.abandoned for game in told)
    assert await store.history(GUILD, limit=50) == (newest_first, 30)
    assert await store.history(GUILD, offset=7, limit=5) == (newest_first[7:12], 30)
    assert await store.history(GUILD, offset=30) == ([], 30)
    mine = [game for game in newest_first if any(seat.user_id == 103 for seat in game.seats)]
    assert await store.history(GUILD, 103, offset=1, limit=2) == (mine[1:3], len(mine))
    for game in told:
        assert await store.past_game(game.game_id) == game


async def test_a_private_channel_remembers_nothing(
    store: SqlStore, clock: Clock, where: Where
) -> None:
    game = ended(Random(1), "g", NOW, guild_id=0)
    await keep_season(store, clock, [game])
    found = content(where)
    assert found["games"]
    assert not any(found[table] for table in KEPT)


async def test_a_game_broken_off_is_told_and_counts_nothing(
    store: SqlStore, clock: Clock, where: Where
) -> None:
    game = next(each for n in range(99) if (each := ended(Random(n), "g", NOW)).past.abandoned)
    await keep_season(store, clock, [game])
    assert (await store.history(GUILD))[0] == [replace(game.past, number=1)]
    found = content(where)
    assert not found["ratings"]
    assert (await store.stats(GUILD, 101)).games == 0


async def test_a_game_that_was_not_played_leaves_its_record_alone(
    store: SqlStore, where: Where
) -> None:
    table, state = await under_way(store, "g", GUILD, (NAME, ME), COMPUTER)
    step = abandon(state)

    await store.commit(change(replace(table, played=False), step), state.version)

    assert await store.history(GUILD) == ([], 0)
    assert await store.past_game("g") is None
    found = content(where)
    assert not any(found[table] for table in KEPT)
    # Anybody can check the shuffle.
    assert state.game.secret.hex() in str(await store.record("g"))


async def test_the_figures_of_a_person_are_those_of_a_naive_count(store: SqlStore) -> None:
    games = season(4, 60)
    await add_season(store, games)
    for user_id in (101, 104):
        assert await store.stats(GUILD, user_id) == naive_stats(games, user_id)


def naive_stats(games: list[Ended], user_id: int) -> MemberStats:
    mine = [
        (game, seat)
        for game in counted(games)
        for seat in game.past.seats
        if seat.user_id == user_id
    ]
    seats = [seat for _, seat in mine]
    hands, points = sum(seat.hands for seat in seats), sum(seat.total for seat in seats)
    skills, _ = skills_after(games)
    return MemberStats(
        user_id=user_id,
        systems=("cards",),
        name=seats[-1].name,
        games=len(seats),
        wins=sum(seat.place == 1 for seat in seats),
        average_place=sum(seat.place for seat in seats) / len(seats),
        hands=hands,
        hands_won=sum(seat.hands_won for seat in seats),
        points_a_hand=points / hands,
        phases=phase_rates(mine),
        rivals=rivals_of(games, user_id),
        rating=rating_points(skills[user_id, "", "people", ""]),
        computer_rating=rating_points(skills[user_id, "", "computers", ""]),
        season_rating=rating_points(skills[user_id, "", "people", "2026-03"]),
        rating_history=course(games, user_id, "people"),
        computer_rating_history=course(games, user_id, "computers"),
    )


def phase_rates(mine: list[tuple[Ended, SeatResult]]) -> tuple[PhaseRate, ...]:
    tries = [game.tries[seat.seat] for game, seat in mine]
    return tuple(
        PhaseRate(
            phase,
            sum(each[phase][0] for each in tries if phase in each),
            sum(each[phase][1] for each in tries if phase in each),
        )
        for phase in TEN_PHASES
        if any(phase in each for each in tries)
    )


def rivals_of(games: list[Ended], user_id: int) -> tuple[Rival, ...]:
    found: dict[int, Rival] = {}
    names = {seat.user_id: seat.name for game in counted(games) for seat in game.past.seats}
    for game in counted(games):
        places = {seat.user_id: seat.place for seat in game.past.seats if seat.user_id}
        if user_id not in places:
            continue
        for other in places.keys() - {user_id}:
            before = found.get(other, Rival(other, names[other], 0, 0, 0))
            found[other] = replace(
                before,
                games=before.games + 1,
                ahead=before.ahead + (places[user_id] < places[other]),
                behind=before.behind + (places[user_id] > places[other]),
            )
    return tuple(sorted(found.values(), key=lambda each: (-each.games, each.user_id))[:5])


def course(games: list[Ended], user_id: int, kind: str) -> tuple[RatingPoint, ...]:
    points = []
    for number, game in enumerate(games):
        people = sum(seat.user_id is not None for seat in game.past.seats)
        rated = people > 1 if kind == "people" else people < len(game.past.seats)
        mine = any(seat.user_id == user_id for seat in game.past.seats)
        if mine and rated and not game.past.abandoned:
            skills, _ = skills_after(games[: number + 1])
            points.append(RatingPoint(game.ended_at, rating_points(skills[user_id, "", kind, ""])))
    return tuple(points)


async def test_figures_of_all_servers_are_the_sums_of_each(store: SqlStore) -> None:
    here, there = season(4, 30), season(5, 20, OTHER_GUILD)
    await add_season(store, here)
    one = await store.stats(GUILD, 101)
    assert await store.stats_everywhere(101) == replace(
        one,
        name="",
        rating=None,
        computer_rating=None,
        season_rating=None,
        rivals=(),
        rating_history=(),
        computer_rating_history=(),
        everywhere=True,
    )
    await add_season(store, there)
    other, both = await store.stats(OTHER_GUILD, 101), await store.stats_everywhere(101)

    assert both.games == one.games + other.games
    places = one.games * (one.average_place or 0) + other.games * (other.average_place or 0)
    assert both.average_place == pytest.approx(places / both.games)
    first = [each.phases[0] for each in (one, other, both)]
    assert first[0].completed + first[1].completed == first[2].completed
    assert await store.stats_everywhere(999) == MemberStats(999, everywhere=True)


async def test_games_of_dice_are_counted_apart_and_many_points_are_best(store: SqlStore) -> None:
    tries = ((2, 1),) * 10
    totals = {0: 400, 1: 300}
    dice = [
        past(
            f"dice{number}",
            edition="dice",
            ended_at=NOW + number,
            notations=TEN_PHASES,
            seats=tuple(
                seat(at, name, total=totals[at], hands=20, tries=tries)
                for at, name in enumerate(("Ada", "Ben"))
            ),
        )
        for number in range(5)
    ]
    cards = past("cards", ended_at=NOW, seats=(seat(0, "Ada", place=2), seat(1, "Ben", place=1)))
    await store.add_results(HERE, [*dice, cards])

    board = await store.leaderboard(BoardQuery(HERE, By.POINTS, edition="dice"), me=101)
    assert [(row.name, row.value) for row in board.rows] == [("Ada", 20.0), ("Ben", 15.0)]
    assert board.own is not None
    assert board.own.rank == 2
    everywhere = await store.leaderboard(BoardQuery(HERE, By.WINS))
    assert [(row.name, row.games, row.wins) for row in everywhere.rows] == [
        ("Ben", 1, 1),
        ("Ada", 1, 0),
    ]
    of_dice, of_cards = await store.stats(HERE, 100, "dice"), await store.stats(HERE, 100)
    assert of_dice.systems == of_cards.systems == ("cards", "dice")
    assert (of_dice.games, of_dice.wins, of_cards.games, of_cards.wins) == (5, 5, 1, 0)
    assert [rate.tried for rate in of_dice.phases] == [10] * 10
    assert [rate.tried for rate in of_cards.phases] != [rate.tried for rate in of_dice.phases]
    assert (of_dice.rivals[0].games, of_cards.rivals[0].games) == (5, 1)
    assert (len(of_dice.rating_history), len(of_cards.rating_history)) == (5, 1)
    assert of_dice.rating is not None
    assert of_cards.rating is not None
    assert of_dice.rating > 1000 > of_cards.rating


async def test_a_seat_taken_from_a_computer_player_is_in_the_history_and_counts_nowhere(
    store: SqlStore,
) -> None:
    taken = seat(2, "Cyd", level=Level.HARD, place=1)
    game = past(guild_id=HERE, seats=(seat(0, "Ada", place=2), seat(1, "Ben", place=3), taken))
    await store.add_results(HERE, [game])

    (found,), count = await store.history(HERE, taken.user_id)

    assert (found.seats[2], count) == (taken, 1)
    assert [each.computers for each in found.seats] == [None, None, None], "no opponent for ratings"
    assert all(each.people is not None for each in found.seats[:2])
    board = await store.leaderboard(BoardQuery(HERE, By.WINS))
    assert {row.user_id for row in board.rows} == {100, 101}
    assert (await store.stats(HERE, 102)).games == 0


async def test_games_with_computers_alone_count_in_the_figures_but_on_no_board(
    store: SqlStore, clock: Clock
) -> None:
    def solo(game: Ended) -> bool:
        people = [seat for seat in game.past.seats if seat.user_id is not None]
        return len(people) == 1 and not game.past.abandoned

    games = [ended(Random(n), f"g{n}", NOW - DAY, people=1) for n in range(80)]
    games = [game for game in games if solo(game) and len(game.past.seats) > 1][:6]
    await keep_season(store, clock, games)
    stats = await store.stats(GUILD, 101)
    assert (stats.games, stats.rating, stats.rivals) == (6, None, ())
    assert stats.computer_rating is not None
    for by in By:
        board = await store.leaderboard(BoardQuery(GUILD, by), me=101)
        assert (board.total, board.rows, board.own) == (0, (), None)


async def test_an_end_that_is_refused_changes_nothing_and_can_be_repeated(
    store: SqlStore, clock: Clock, where: Where
) -> None:
    # A season whose last game counts everywhere: somebody earns an achievement in it.
    *played, last = counted(season(7, 12))
    await keep_season(store, clock, played)
    await begin(store, last)
    before = content(where)
    for table in ("server_results", *KEPT):
        with raw(where) as connection:
            connection.execute(f"ALTER TABLE {table} RENAME TO elsewhere")
        with pytest.raises(StoreError):
            await end(store, clock, last)
        with raw(where) as connection:
            connection.execute(f"ALTER TABLE elsewhere RENAME TO {table}")
        assert content(where) == before, table
    await end(store, clock, last)
    assert (await store.history(GUILD))[1] == len(played) + 1


async def test_games_that_end_at_once_are_all_counted(
    store: SqlStore, clock: Clock, where: Where
) -> None:
    games = [
        replace(game, ended_at=NOW, past=replace(game.past, ended_at=NOW))
        for game in counted(season(8, 24))
    ]
    for game in games:
        await begin(store, game)
    other = await SqlStore.open(where, now=clock)
    stores = [store, other]
    await asyncio.gather(
        *(end(stores[number % 2], clock, game) for number, game in enumerate(games))
    )
    await other.close()
    clock.now = NOW
    _, total = await store.history(GUILD)
    assert total == len(games)
    with raw(where) as connection:
        numbers = connection.execute("SELECT number FROM results ORDER BY number").fetchall()
    assert [number for (number,) in numbers] == list(range(1, len(games) + 1))


async def test_a_damaged_line_does_not_keep_a_game_from_ending(
    store: SqlStore, clock: Clock, where: Where, caplog: pytest.LogCaptureFixture
) -> None:
    game = next(game for game in counted(season(9, 30)) if game.past.hands > 2)
    await begin(store, game)
    with raw(where) as connection:
        connection.execute("UPDATE game_events SET line = '{' WHERE seq = 0")
    await end(store, clock, game)
    past = await store.past_game(game.past.game_id)
    assert past is not None
    assert [seat.place for seat in past.seats] == [seat.place for seat in game.past.seats]
    assert [seat.total for seat in past.seats] == [seat.total for seat in game.past.seats]
    assert "statistics are incomplete" in caplog.text


async def test_who_comes_back_after_being_forgotten_begins_anew(
    store: SqlStore, clock: Clock
) -> None:
    games = season(3, 40)
    await add_season(store, games[:25])
    await store.forget(PersonToForget(103, ("A", "B"), 1e12))
    await keep_season(store, clock, games[25:])
    later = [
        game
        for game in games[25:]
        if not game.past.abandoned and any(seat.user_id == 103 for seat in game.past.seats)
    ]
    assert (await store.stats(GUILD, 103)).games == len(later) > 0


async def test_results_that_are_added_are_counted_like_played_ones(
    store: SqlStore, clock: Clock, where: Where
) -> None:
    games = season(4, 20)
    await keep_season(store, clock, games)
    played = remembered(where)
    with raw(where) as connection:
        for table in (*reversed(KEPT), "server_results"):
            connection.execute(f"DELETE FROM {table}")  # noqa: S608
    await add_season(store, games)
    assert remembered(where) == played


async def test_results_can_be_added_again(store: SqlStore, where: Where) -> None:
    games = list(made_up(GUILD, 220, 1, NOW))
    assert await store.add_results(GUILD, games) == 220
    before = remembered(where)
    assert await store.add_results(GUILD, games) == 0
    assert remembered(where) == before


async def test_every_server_that_anything_is_stored_about_is_known(store: SqlStore) -> None:
    assert await store.known_servers() == []
    await store.put_preferences(3, ServerPreferences(theme="high-contrast"))
    await store.put_lobby(waiting("lobby", ME, (NAME, ME)))
    await begin(store, season(1, 1, guild_id=9)[0])
    await add_season(store, season(2, 2, guild_id=7))

    assert await store.known_servers() == [1, 3, 7, 9]
