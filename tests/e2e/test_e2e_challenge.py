"""The challenge of the week: the first game of each person counts, and is the same for all."""

from __future__ import annotations

from datetime import timedelta

from driving import Shown, Sim, answer
from remembering import add_moderator
from test_e2e_solo import asked_to_end, play

from bot.cards.state import Stage
from bot.daily.challenge import (
    challenge_closes,
    challenge_week,
    derive_challenge_secret,
)
from bot.i18n import words_for
from bot.i18n.challenge import challenge_dates
from bot.seating import Person
from bot.storage.challenge import challenge_board, first_game, open_challenge
from bot.storage.daily import daily_key, put_daily_key

BUTTON = "p10:-:0:challenge"


async def page(sim: Sim, name: str) -> Shown:
    """Somebody's page of the challenge, from its button."""
    await sim.slash(name, "help")
    shown = sim.newest(name)
    await sim.send((name, shown, BUTTON, ()))
    return sim.newest(name)


async def begin(sim: Sim, name: str) -> Shown:
    await sim.click(name, await page(sim, name), "challengeplay")
    return sim.hand(name)


async def secret_of(sim: Sim) -> str:
    key = await sim.bot.services.store.read(daily_key)
    assert key is not None
    return derive_challenge_secret(key, challenge_week(sim.clock.now())).hex()


async def test_the_first_game_counts_and_everybody_has_the_same_cards(sim: Sim) -> None:
    week = challenge_week(sim.clock.now())
    shown = await begin(sim, "ada")
    await begin(sim, "ben")
    hands = [sim.private(name).game.state.seats[0].hand for name in ("ada", "ben")]
    assert hands[0] == hands[1]
    secret = await secret_of(sim)
    assert "Your first game is not over yet" in (await page(sim, "ada")).text
    assert "challengeplay" not in sim.newest("ada").controls
    await sim.slash("ada", "hand")

    await play(sim, "ada", Stage.OVER)
    told = answer(await sim.click("ada", sim.hand("ada"), "challenge"))
    assert "▸ 1\\. ada: place " in told.text
    assert set(told.controls) == {"challengeplay"}
    # Nothing of it is seen by a person whose first game still runs, also after a restart.
    await sim.restart()
    for name in ("ben", "cyd"):
        hidden = await page(sim, name)
        assert "1 person has finished it here." in hidden.text
        assert "ada" not in hidden.words
        assert all(secret not in str(each.raw) for each in sim.screen(name))

    # Another game may be won or lost, and counts for nothing.
    before = await sim.bot.services.store.read(first_game, sim.people["ada"].id, week)
    await begin(sim, "ada")
    assert sim.private("ada").game.state.seats[0].hand == hands[0]
    assert sim.private("ada").game.table.game_id != before.game_id
    assert before == await sim.bot.services.store.read(first_game, sim.people["ada"].id, week)
    assert shown.private
    assert sim.public() == []


async def test_a_game_that_is_ended_early_has_no_place_and_is_not_begun_again(sim: Sim) -> None:
    await begin(sim, "ada")
    await play(sim, "ada", Stage.DEAL)
    await sim.click("ada", await asked_to_end(sim), "soloendnow")
    assert "▸ ada: not played to its end" in (await page(sim, "ada")).text
    await begin(sim, "ada")
    assert "▸ ada: not played to its end" in (await page(sim, "ada")).text


async def test_a_first_game_that_was_stored_but_not_dealt_is_dealt_later(sim: Sim) -> None:
    """The program was killed between the two."""
    store = sim.bot.services.store
    ada = Person(sim.people["ada"].id, "ada")
    week = challenge_week(sim.clock.now())
    await store.write(put_daily_key, bytes(32))
    await store.write(open_challenge, week, ada, "stored", sim.guild.id)
    assert "You see the results once" in (await page(sim, "ada")).text
    await begin(sim, "ada")
    assert sim.private("ada").game.table.game_id == "stored"


async def test_who_deletes_their_data_cannot_begin_again_until_it_closes(sim: Sim) -> None:
    await begin(sim, "ada")
    await sim.people["ada"].slash(sim.channel, "privacy delete")
    await sim.click("ada", sim.newest("ada"), "forgetme")
    told = sim.told(await sim.click("ada", await page(sim, "ada"), "challengeplay"))
    assert "The next one is yours!" in told
    await sim.env.advance_time(challenge_closes(challenge_week(sim.clock.now())) - sim.clock.now())
    await begin(sim, "ada")


async def test_the_results_are_announced_with_the_next_challenge(sim: Sim) -> None:
    add_moderator(sim)
    news = sim.guild.create_text_channel("news")
    await sim.settings("mod", "#dailyposts", news)
    week = challenge_week(sim.clock.now())
    await begin(sim, "ada")
    await play(sim, "ada", Stage.OVER)
    await begin(sim, "ben")

    def posts() -> list[Shown]:
        return [each for each in sim.messages(news.id) if "challenge of the week" in each.text]

    await sim.env.advance_time(challenge_closes(week) - sim.clock.now() - 60)
    assert posts() == []
    await sim.env.advance_time(120)
    (post,) = posts()
    dates = challenge_dates(words_for("en"), week + timedelta(days=7))
    assert f"The next challenge of the week is here: {dates}" in post.text
    assert "1\\. ada: place " in post.text
    assert "ben" not in post.words
    await sim.restart()
    await sim.env.advance_time(2 * 86_400)
    assert len(posts()) == 1
    # A game that ends after the challenge has closed has no place.
    await play(sim, "ben", Stage.OVER)
    now = sim.clock.now()
    board = await sim.bot.services.store.read(challenge_board, sim.guild.id, week, now, None)
    assert [(row.rank, row.name) for row in board.rows] == [(1, "ada"), (0, "ben")]
    assert "challengeplay" in answer(await sim.click("cyd", post, "challenge")).controls
