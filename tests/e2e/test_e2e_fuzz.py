"""Made-up components and windows: every one gets a clear word, and nothing changes."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import pytest
from driving import Shown, Sim
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from bot.i18n import words_for
from cogs.base.custom_ids import ANY_CUSTOM_ID, Verb

WORDS = words_for("en")
VALUES = (
    *("R5", "W", "S", "S.1", "S.9", "X9", "", "0.0.R5", "9.9.W7", "0.0", "-1", "0", "99", "1e9"),
    *(
        "classic",
        "masters",
        "../..",
        "hand",
        "number",
        "all",
        "rating",
        "\N{RIGHT-TO-LEFT OVERRIDE}",
        "🂡" * 30,
        "'; --",
    ),
    *("p10:x:0:draw", "null", "\N{ZERO WIDTH SPACE}", "a" * 100),
)
ARGS = ("number", "colour", "0", "1", "7", "999999999", "all", "en", "masters", "Z" * 24, "-", "_")
# They say in place of the question that all stays as it was: no answer.
IN_PLACE = (Verb.STAY, Verb.DISMISS)
# Each opens the one private view of the table that somebody has; an older one is deleted.
VIEWS = (Verb.SOLO_INSTEAD, Verb.SOLO_ON)
# The game and the version of the moment at which a click is sent.
THIS, NOW, NEXT = "<this>", "<now>", "<next>"

# Discord sends any text back that a component was given; nothing stops a program from other texts.
texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


def ids(*parts: st.SearchStrategy[str], args: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """What stands behind our prefix, from strategies for the game, the version, the verb."""
    joined = st.tuples(*parts, st.lists(args, max_size=4).map(":".join))
    return joined.map(lambda each: ":".join(filter(None, each)))


verbs = st.sampled_from(Verb).map(str)
these = st.sampled_from([THIS, THIS, THIS, "-", "another", "x" * 40])
versions = st.sampled_from([NOW, NOW, NOW, NEXT, "0", "999999999", "-1", "01"])
# Nearly right far more often than not, since what is not is refused at the door.
custom_ids = st.one_of(
    ids(st.just(THIS), st.just(NOW), verbs, args=st.sampled_from(ARGS)),
    ids(these, versions, verbs, args=st.sampled_from(ARGS)),
    ids(these, versions, verbs, args=texts),
    ids(these | texts, versions | texts, st.sampled_from(VALUES) | texts, args=texts),
    texts,
).filter(lambda meant: ANY_CUSTOM_ID.fullmatch(f"p10:{meant}"))
values = st.lists(st.one_of(st.sampled_from(VALUES), texts), max_size=3)
batches = st.lists(st.tuples(custom_ids, values), min_size=1, max_size=25)
fuzzed = settings(
    max_examples=12,
    # One table for all examples, each of which finds it as the one before has left it.
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
Meant = list[tuple[str, list[str]]]
EVERY_VERB: Meant = [(f"{THIS}:{NOW}:{verb}", []) for verb in Verb]
Made = tuple[str, Shown, str, Sequence[str]]


def unanswered(made: Sequence[Made], told: Sequence[str]) -> list[str]:
    answers = [(verb_of(click), said.strip()) for click, said in zip(made, told, strict=True)]
    exempt = IN_PLACE
    if any(said and verb in VIEWS for verb, said in answers):
        exempt += VIEWS
    return [verb for verb, said in answers if not said and verb not in exempt]


def verb_of(click: Made) -> str:
    return "".join(click[2].split(":")[3:4])


async def send(
    sim: Sim, caplog: pytest.LogCaptureFixture, meant: Meant, name: str, game: str
) -> list[str]:
    """Clicks of one person at this moment, none of which is an error; the unanswered verbs."""
    version = sim.manager.version if sim.manager.running else 0
    stands = {THIS: game, NOW: str(version), NEXT: str(version + 1)}
    table = sim.table()
    real = {each.custom_id for each in table.controls.values()}
    made: list[Made] = []
    for part, chosen in meant:
        custom_id = ":".join(["p10", *(stands.get(each, each) for each in part.split(":"))])[:100]
        # What stands there already is a button: the library knows no menu of that name.
        click = (name, table, custom_id, () if custom_id in real else tuple(chosen))
        # To join a lobby and to leave it are for everybody.
        if sim.manager.running or verb_of(click) not in (Verb.JOIN, Verb.QUIT, Verb.TABLES_JOIN):
            made.append(click)
    with caplog.at_level(logging.ERROR):
        told = await sim.send(*made)
    assert WORDS("errors.unexpected") not in told
    assert not caplog.records
    return unanswered(made, told)


@fuzzed
@given(meant=batches, name=st.sampled_from(["eve", "cyd"]))
@example(meant=EVERY_VERB, name="eve")
async def test_made_up_clicks_of_strangers_change_nothing(
    sim: Sim, caplog: pytest.LogCaptureFixture, meant: Meant, name: str
) -> None:
    if not sim.manager.running:
        await sim.seat("ada", "ben")
    play = sim.manager._kept.game
    assert not await send(sim, caplog, meant, name, play.table.game_id)
    after = sim.manager._kept.game
    assert after.state == play.state
    assert after.table.occupants == play.table.occupants


@fuzzed
@given(meant=batches, name=st.sampled_from(["ada", "ben"]))
@example(meant=EVERY_VERB, name="ada")
async def test_made_up_clicks_of_players_are_no_errors(
    sim: Sim, caplog: pytest.LogCaptureFixture, meant: Meant, name: str
) -> None:
    if not sim.manager.running:
        await sim.seat("ada", "ben")
    await send(sim, caplog, meant, name, sim.manager.view(None).game_id)


@fuzzed
@given(meant=batches)
@example(meant=EVERY_VERB)
async def test_made_up_clicks_in_a_lobby(
    sim: Sim, caplog: pytest.LogCaptureFixture, meant: Meant
) -> None:
    if sim.manager.lobby is None:
        await sim.slash("ada", "play")
    lobby = sim.manager.lobby
    assert not await send(sim, caplog, meant, "eve", lobby.lobby_id)
    after = sim.manager.lobby
    rules = lobby.rules, lobby.seats, lobby.turn_limit
    assert (after.rules, after.seats, after.turn_limit) == rules
