"""Editions, variations and house rules: commands, the options panel, and what is refused."""

from __future__ import annotations

from dataclasses import replace

from driving import Shown, Sim, answer
from simcord import InteractionResult

from bot.cards.phases import TEN_PHASES, parse_phase
from bot.cards.rated_phases import surprise_draws
from bot.i18n import words_for
from bot.i18n.phrases import phase_name
from bot.i18n.rulesets import own_phases


async def options(sim: Sim, **chosen: object) -> Shown:
    """A lobby of ada's, and its options."""
    await sim.slash("ada", "play", **chosen)
    return answer(await sim.click("ada", sim.table(), "options"))


async def house_rules(sim: Sim, **chosen: object) -> Shown:
    """The page of the options with the phases and the single rules."""
    shown = await options(sim, **chosen)
    await sim.click("ada", shown, "houserules")
    return shown


def typed_in(asked: InteractionResult) -> str:
    """What the window's field is filled with."""
    _, label = asked.modal["components"]
    return str(label["component"]["value"])


async def test_the_options_change_edition_phases_and_rules_at_once(sim: Sim) -> None:
    shown = await options(sim)
    assert set(shown.controls) == {"edition", "limit", "houserules"}
    await sim.choose("ada", shown, "edition", ["final_turn"])
    assert "Edition: **Final Turn**" in shown.text
    assert "everybody else has one last turn" in shown.text
    await sim.choose("ada", shown, "limit", ["300"])
    assert "Turn limit: 5 minutes" in shown.text
    await sim.click("ada", shown, "houserules")
    assert set(shown.controls) == {"variation", "rule", "phasesform", "surprise", "optionsback"}
    await sim.choose("ada", shown, "variation", ["phases=1"])
    assert TEN_PHASES[:1] in surprise_draws(sim.manager.lobby.secret, 1)
    assert shown.controls["surprise"].label == "Surprise phases"
    await sim.choose("ada", shown, "variation", ["phases=4"])
    await sim.choose("ada", shown, "rule", ["last_turn=no"])
    await sim.choose("ada", shown, "rule", ["skips=6"])
    await sim.choose("ada", shown, "rule", ["ten_hands=yes"])
    await sim.choose("ada", shown, "rule", ["skip_rule=in_front"])
    await sim.choose("ada", shown, "rule", ["natural_cards_per=group"])
    lobby = sim.table()
    assert "Final Turn · the first 4 phases · a hand for each phase · house rules" in lobby.alts[0]
    special = "-# the first 4 phases · a hand for each phase · house rules · 5 minutes a turn"
    assert special in lobby.text
    for said in (
        "The hand ends as soon as",
        "6 Skips",
        "lies in front",
        "Every set, run and colour group",
    ):
        assert said in shown.text
    await sim.click("ada", shown, "optionsback")
    assert "**Final Turn · the first 4 phases · a hand for each phase · house rules**" in shown.text
    assert set(shown.controls) == {"edition", "limit", "houserules"}
    rules = sim.manager.lobby.rules
    assert (rules.phases, rules.skips, rules.ten_hands) == (TEN_PHASES[:4], 6, True)
    assert (rules.last_turn, rules.skip_rule, rules.natural_cards_per) == (
        False, "in_front", "group",
    )  # fmt: skip


async def test_phases_of_ones_own_are_written_into_a_window_and_stay_to_be_corrected(
    sim: Sim,
) -> None:
    shown = await house_rules(sim)
    before = {verb: each.custom_id for verb, each in shown.controls.items()}
    asked = await sim.click("ada", shown, "phasesform")
    about, label = asked.modal["components"]
    assert "**R**: a run, 3 to 10 cards" in about["content"]
    assert not label["component"].get("value")
    await sim.people["ada"].submit_modal(asked, {"text": "S3+R4, X4"})
    refused = "the phase “X4”: “X” does not belong"
    assert refused in shown.text
    assert sim.manager.lobby.rules.phases == TEN_PHASES
    assert refused in sim.told(await sim.slash("ben", "play", variation="S3+R4, X4"))
    # No menu keeps what was refused.
    after = {verb: each.custom_id for verb, each in shown.controls.items()}
    kept = {verb for verb in before if before[verb] == after[verb]}
    assert kept == {"phasesform", "surprise", "optionsback"}
    shown = answer(await sim.click("ada", sim.table(), "options"))
    await sim.click("ada", shown, "houserules")
    asked = await sim.click("ada", shown, "phasesform")
    assert typed_in(asked) == "S3+R4, X4"
    await sim.restart()
    await sim.people["ada"].submit_modal(asked, {"text": "s3+r4; R7,C7,"})
    assert sim.manager.lobby.rules.phases == ("S3+R4", "R7", "C7")
    named = "Phases: 1. a set of 3 and a run of 4; 2. a run of 7; 3. 7 cards of one colour"
    assert named in shown.text
    assert f"-# • {named}" in sim.table().text
    await sim.click("ada", shown, "optionsback")
    assert named in shown.text
    await sim.click("ben", sim.table(), "join")
    assert named in answer(await sim.click("ben", sim.table(), "options")).text


async def test_surprise_phases_are_drawn_again_until_the_start(sim: Sim) -> None:
    shown = await house_rules(sim, variation="even_phases")
    lobby, draws = sim.manager.lobby, surprise_draws(sim.secret, 5)
    named = [own_phases(words_for("en"), replace(lobby.rules, phases=phases)) for phases in draws]
    assert shown.controls["surprise"].label == "Surprise phases"
    first = shown.controls["surprise"].custom_id
    await sim.click("ada", shown, "surprise")
    assert shown.controls["surprise"].label == "Draw again"
    assert f"Phases: {named[0]}" in shown.text
    await sim.restart()
    await sim.click("ada", shown, "surprise")
    assert f"Phases: {named[1]}" in shown.text
    assert f"Phases: {named[1]}" in sim.table().text
    await sim.send(("ada", shown, first.replace("surprise:0", "surprise:99"), ()))
    assert sim.manager.lobby.rules.phases == draws[99 % len(draws)]
    await sim.send(("ada", shown, first, ()), ("ada", shown, first, ()))
    assert sim.manager.lobby.rules == replace(lobby.rules, phases=draws[0])
    await sim.click("ben", sim.table(), "join")
    assert "Only the host" in (await sim.send(("ben", sim.table(), first, ())))[0]
    await sim.click("ada", sim.table(), "start")
    assert sim.manager.view(None).rules.phases == draws[0]
    assert phase_name(words_for("en"), parse_phase(draws[0][0])) in sim.hand("ada").text
    shown = answer(await sim.click("ben", sim.table(), "rules"))
    await sim.choose("ben", shown, "topic", ["phases"])
    assert f"**5** {phase_name(words_for('en'), parse_phase(draws[0][4]))}" in shown.text


async def test_options_that_outlive_a_restart_say_that_the_game_has_begun(sim: Sim) -> None:
    shown = await options(sim)
    await sim.choose("ada", sim.table(), "computer", ["easy"])
    await sim.restart()
    await sim.click("ada", sim.table(), "start")
    await sim.choose("ada", shown, "limit", ["60"])
    assert "begun already" in shown.text
    assert not shown.controls


async def test_the_menus_of_earlier_options_lead_to_their_page(sim: Sim) -> None:
    shown = await options(sim)
    edition = shown.controls["edition"].custom_id
    await sim.send(("ada", shown, edition.replace("edition", "rule"), ("skips=6",)))
    assert "6 Skips" in shown.text
    assert "optionsback" in shown.controls
    await sim.send(("ada", shown, edition, ("dice",)))
    assert set(shown.controls) == {"edition", "limit"}
    await sim.send(("ada", shown, f"p10:{sim.manager.ids[0]}:0:houserules", ()))
    assert "**Dice**" in shown.text


async def test_only_the_host_changes_options_and_everybody_reads_them(sim: Sim) -> None:
    shown = await options(sim, edition="masters", turn_limit=60)
    await sim.click("ben", sim.table(), "join")
    seen = answer(await sim.click("ben", sim.table(), "options"))
    assert seen.text.strip().startswith("### Options")
    assert "**ada** chooses these options" in seen.text
    for said in ("Edition: **Masters**", "Turn limit: 1 minute", "2 Skips in the deck"):
        assert said in seen.text
    assert seen.controls == {}
    (told,) = await sim.send(("ben", sim.table(), shown.controls["edition"].custom_id, ("modern",)))
    assert "Only the host, **ada**," in told


async def test_variations_are_suggested_while_one_types(sim: Sim) -> None:
    for typed, value, name in (
        ("The first 4", "phases=4", "The first 4 phases only"),
        ("s3, c5", "s3, c5", "Phases of your own: 1. a set of 3; 2. 5 cards of one colour"),
    ):
        asked = sim.people["ada"].autocomplete(sim.channel, "phase10 play", "variation", typed)
        assert {"value": value, "name": name}.items() <= (await asked)[0].items()
