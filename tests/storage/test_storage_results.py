"""What is remembered of a game goes into the database with its end, whole or not at all."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from databases import Where, content, raw
from past_games import HERE, past, seat
from patience import PATIENCE
from people import BEN, BEN_S, COMPUTER, ME, NAME, finished, played_to_the_end, under_way, waiting
from seasons import GUILD, KEPT, NOW, OTHER_GUILD, add_season, season, skills_after
from stored import AT, change

from bot.cards.engine import abandon
from bot.cards.phases import TEN_PHASES
from bot.preferences import ServerPreferences
from bot.results.past_games import PastGame, SeatResult
from bot.results.ratings import Kind, rating_points
from bot.results.standings import BoardQuery, By, MemberStats, PhaseRate, RatingPoint, Rival
from bot.seating import Level
from bot.shards import PersonToForget
from bot.storage.boards import leaderboard
from bot.storage.database import Database
from bot.storage.deletion import forget
from bot.storage.errors import StoreError
from bot.storage.games import finished_record, put_lobby
from bot.storage.opening import open_database
from bot.storage.preferences import put_preferences
from bot.storage.products import PRODUCTS
from bot.storage.results import add_missing, commit, known_servers
from bot.storage.stats import everywhere, history, member, past_game


def counted(games: list[PastGame]) -> list[PastGame]:
    return [game for game in games if not game.abandoned]


async def test_games_come_back_as_they_ended_newest_first(store: Database) -> None:
    games = season(1, 30)
    await add_season(store, games)
    _, told = skills_after(games)
    newest_first = told[::-1]
    assert any(game.abandoned for game in told)
    assert await store.read(history, GUILD, limit=50) == (newest_first, 30)
    assert await store.read(history, GUILD, offset=7, limit=5) == (newest_first[7:12], 30)
    assert await store.read(history, GUILD, offset=30) == ([], 30)
    mine = [game for game in newest_first if any(seat.user_id == 103 for seat in game.seats)]
    assert await store.read(history, GUILD, 103, offset=1, limit=2) == (mine[1:3], len(mine))
    for game in told:
        assert await store.read(past_game, game.game_id) == game
    await add_season(store, games)
    found = await store.read(history, GUILD, limit=50)
    assert found == (newest_first, 30), "results are added once"


async def test_the_figures_of_a_person_are_those_of_a_naive_count(store: Database) -> None:
    games = season(4, 60)
    await add_season(store, games)
    for user_id in (101, 104):
        assert await store.read(member, GUILD, user_id, NOW) == naive_stats(games, user_id)
    await forget(store, PersonToForget(104, ("A", "B"), 4e9), PRODUCTS)
    assert (await store.read(member, GUILD, 104, AT)).games == 0
    more = season(3, 20)
    await add_season(store, more)
    stats = await store.read(member, GUILD, 104, AT)
    assert stats.games == naive_stats(more, 104).games > 0, "who comes back begins anew"


def naive_stats(games: list[PastGame], user_id: int) -> MemberStats:
    everybody = [(game, seat) for game in counted(games) for seat in game.seats]
    mine = [(game, seat) for game, seat in everybody if seat.user_id == user_id]
    seats = [seat for _, seat in mine]
    hands, points = sum(seat.hands for seat in seats), sum(seat.total for seat in seats)
    skills, told = skills_after(games)
    return MemberStats(
        user_id=user_id,
        game_types=("cards",),
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
        rating_history=course(told, user_id, Kind.PEOPLE),
        computer_rating_history=course(told, user_id, Kind.COMPUTERS),
    )


def phase_rates(mine: list[tuple[PastGame, SeatResult]]) -> tuple[PhaseRate, ...]:
    tries = [dict(zip(game.notations, seat.tries, strict=True)) for game, seat in mine]
    sums = {phase: [sum(each[phase][n] for each in tries) for n in (0, 1)] for phase in TEN_PHASES}
    return tuple(PhaseRate(phase, *both) for phase, both in sums.items() if both[0])


def rivals_of(games: list[PastGame], user_id: int) -> tuple[Rival, ...]:
    names = {seat.user_id: seat.name for game in counted(games) for seat in game.seats}
    met: dict[int, list[int]] = {}
    for game in counted(games):
        places = {seat.user_id: seat.place for seat in game.seats if seat.user_id}
        for other in places.keys() - {user_id} if user_id in places else ():
            met.setdefault(other, []).append(places[other] - places[user_id])
    rivals = [
        Rival(who, names[who], len(by), sum(n > 0 for n in by), sum(n < 0 for n in by))
        for who, by in met.items()
    ]
    return tuple(sorted(rivals, key=lambda each: (-each.games, each.user_id))[:5])


def course(told: list[PastGame], user_id: int, kind: Kind) -> tuple[RatingPoint, ...]:
    return tuple(
        RatingPoint(game.ended_at, seat.rating_changes[kind].points)
        for game in told
        for seat in game.seats
        if seat.user_id == user_id and kind in seat.rating_changes
    )


async def test_figures_of_all_servers_are_the_sums_of_each(store: Database) -> None:
    await add_season(store, [*season(4, 15), *season(5, 10, OTHER_GUILD)])
    one = await store.read(member, GUILD, 101, AT)
    other = await store.read(member, OTHER_GUILD, 101, AT)
    both = await store.read(everywhere, 101)
    assert both.games == one.games + other.games
    places = [each.games * (each.average_place or 0) for each in (one, other)]
    assert both.average_place == pytest.approx(sum(places) / both.games)
    first = [each.phases[0].completed for each in (one, other, both)]
    assert first[0] + first[1] == first[2]
    assert (both.name, both.rating, both.computer_rating, both.rivals) == ("", None, None, ())
    assert await store.read(everywhere, 999) == MemberStats(999, everywhere=True)


async def test_games_of_dice_are_counted_apart_and_many_points_are_best(store: Database) -> None:
    tried: dict[str, Any] = {"hands": 20, "tries": ((2, 1),) * 10}
    seats = (seat(0, "Ada", total=400, **tried), seat(1, "Ben", total=300, **tried))
    fields = {"edition": "dice", "notations": TEN_PHASES, "seats": seats}
    dice = [past(f"g{n}", ended_at=NOW + n, **fields) for n in range(5)]
    cards = past("cards", ended_at=NOW, seats=(seat(0, "Ada", place=2), seat(1, "Ben", place=1)))
    await store.write(add_missing, HERE, [*dice, cards])

    board = await store.read(leaderboard, BoardQuery(HERE, By.POINTS, edition="dice"), AT, me=101)
    assert [(row.name, row.value) for row in board.rows] == [("Ada", 20.0), ("Ben", 15.0)]
    assert (board.own and board.own.rank) == 2
    of_cards = await store.read(leaderboard, BoardQuery(HERE, By.WINS), AT)
    assert [(row.name, row.games) for row in of_cards.rows] == [("Ben", 1), ("Ada", 1)]
    for game_type, games, rating in (("dice", 5, 1), ("cards", 1, -1)):
        stats = await store.read(member, HERE, 100, AT, game_type)
        assert stats.game_types == ("cards", "dice")
        assert (stats.games, stats.rivals[0].games, len(stats.rating_history)) == (games,) * 3
        assert ([rate.tried for rate in stats.phases] == [10] * 10) == (game_type == "dice")
        assert ((stats.rating or 0) - 1000) * rating > 0


async def test_a_seat_taken_over_is_in_the_history_and_counts_nowhere(store: Database) -> None:
    taken = seat(2, "Cyd", level=Level.HARD, place=1)
    game = past(guild_id=HERE, seats=(seat(0, "Ada", place=2), seat(1, "Ben", place=3), taken))
    await store.write(add_missing, HERE, [game])

    (found,), count = await store.read(history, HERE, taken.user_id)

    assert (found.seats[2], count) == (taken, 1)
    assert [each.computers for each in found.seats] == [None, None, None], "no opponent for ratings"
    assert all(each.people is not None for each in found.seats[:2])
    board = await store.read(leaderboard, BoardQuery(HERE, By.WINS), AT)
    assert {row.user_id for row in board.rows} == {100, 101}
    assert (await store.read(member, HERE, 102, AT)).games == 0


async def test_a_game_is_remembered_with_its_end_unless_unplayed_or_in_a_private_channel(
    store: Database, where: Where
) -> None:
    await finished(store, "private", 0, (NAME, ME), BEN_S)
    table, state = await under_way(store, "unplayed", 1, (NAME, ME), COMPUTER)
    unplayed = change(replace(table, played=False), abandon(state))
    await store.write(commit, unplayed, state.version, AT)
    # Anybody can check the shuffle.
    assert state.game.secret.hex() in str(await store.read(finished_record, "unplayed"))
    assert await store.read(past_game, "unplayed") is None
    found = content(where)
    assert len(found["games"]) == 2
    assert not any(found[table] for table in KEPT)
    await finished(store, "over", 1, (NAME, ME), BEN_S)
    step = played_to_the_end("over", (NAME, ME), BEN_S)
    past = await store.read(past_game, "over")
    seats = zip((ME, BEN), step.state.seats, strict=True)
    played = [(user_id, seat.total, len(seat.completed)) for user_id, seat in seats]
    assert [(seat.user_id, seat.total, seat.phases) for seat in past.seats] == played
    assert (past.ended_at, past.number) == (AT, 1)


async def test_a_refused_end_changes_nothing_and_is_repeated(store: Database, where: Where) -> None:
    seats = (NAME, ME), BEN_S
    table, state = await under_way(store, "g", 1, *seats)
    end = change(table, played_to_the_end("g", *seats))
    before = content(where)
    for name in ("server_results", *KEPT):
        with raw(where) as connection:
            connection.execute(f"ALTER TABLE {name} RENAME TO elsewhere")
        with pytest.raises(StoreError):
            await store.write(commit, end, state.version, AT)
        with raw(where) as connection:
            connection.execute(f"ALTER TABLE elsewhere RENAME TO {name}")
        assert content(where) == before, name
    await store.write(commit, end, state.version, AT)
    assert (await store.read(history, 1))[1] == 1


@pytest.mark.usefixtures("short_games_count")
async def test_games_that_end_at_once_are_all_counted(store: Database, where: Where) -> None:
    seats = (NAME, ME), BEN_S
    names = [f"g{number}" for number in range(6)]
    games = [await under_way(store, name, 1, *seats) for name in names]
    other = await open_database(where, PATIENCE)
    writes = []
    for number, (table, state) in enumerate(games):
        end = change(table, played_to_the_end(names[number], *seats))
        writes.append((store, other)[number % 2].write(commit, end, state.version, AT))
    await asyncio.gather(*writes)
    await other.close()
    past, _ = await store.read(history, 1)
    assert sorted(game.number for game in past) == [1, 2, 3, 4, 5, 6]
    in_order = sorted(past, key=lambda game: game.number)
    ratings = [game.seats[0].rating_changes[Kind.PEOPLE] for game in in_order]
    assert all(one.after == other.before for one, other in pairwise(ratings))


async def test_a_damaged_line_does_not_keep_a_game_from_ending(
    store: Database, where: Where, caplog: pytest.LogCaptureFixture
) -> None:
    seats = (NAME, ME), BEN_S
    table, state = await under_way(store, "g", 1, *seats)
    with raw(where) as connection:
        connection.execute("UPDATE game_events SET line = '{' WHERE seq = 0")
    end = played_to_the_end("g", *seats)
    await store.write(commit, change(table, end), state.version, AT)
    past = await store.read(past_game, "g")
    assert [seat.total for seat in past.seats] == [seat.total for seat in end.state.seats]
    assert "statistics are incomplete" in caplog.text


async def test_every_server_that_anything_is_stored_about_is_known(store: Database) -> None:
    assert await store.read(known_servers) == []
    await store.write(put_preferences, 3, ServerPreferences(theme="high-contrast"))
    await store.write(put_lobby, waiting("lobby", ME, (NAME, ME)))
    await under_way(store, "g", 9, (NAME, ME), BEN_S)
    await under_way(store, "in no server", 0, (NAME, ME), COMPUTER)
    await add_season(store, season(2, 2, guild_id=7))

    assert await store.read(known_servers) == [1, 3, 7, 9]
