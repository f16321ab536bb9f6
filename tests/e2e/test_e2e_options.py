"""Editions, variations and house rules: commands, the options panel, and what is refused."""

from __future__ import annotations

import pytest
from driving import Shown, Sim
from simcord import InteractionResult

from bot.rules.phases import TEN_PHASES


def panel(result: InteractionResult) -> Shown:
    assert result.response is not None
    return Shown(result.response._message)


async def options(sim: Sim, **chosen: object) -> Shown:
    """A lobby of ada's, and its options."""
    await sim.slash("ada", "play", **chosen)
    return panel(await sim.click("ada", sim.table(), "options"))


async def house_rules(sim: Sim, **chosen: object) -> Shown:
    """The page of the options with the phases and the single rules."""
    shown = await options(sim, **chosen)
    await sim.click("ada", shown, "houserules")
    return shown


async def write_phases(sim: Sim, shown: Shown, typed: str) -> InteractionResult:
    """Open the window for phases of one's own, and submit it."""
    asked = await sim.click("ada", shown, "phasesform")
    assert asked.modal is not None
    return await sim.people["ada"].submit_modal(asked, {"text": typed})


def typed_in(asked: InteractionResult) -> str:
    """What the window's field is filled with."""
    assert asked.modal is not None
    _, label = asked.modal["components"]
    return str(label["component"]["value"])


async def test_the_options_change_edition_phases_and_rules_at_once(sim: Sim) -> None:
    shown = await options(sim)
    assert set(shown.controls) == {"edition", "limit", "houserules"}

    await sim.choose("ada", shown, "edition", ["final_turn"])
    assert "Edition: **Final Turn**" in shown.text
    assert "everybody else has one last turn" in shown.text
    await sim.choose("ada", shown, "limit", ["300"])
    assert "Turn limit: 5 minutes a turn" in shown.text
    await sim.click("ada", shown, "houserules")
    assert set(shown.controls) == {"variation", "rule", "phasesform", "optionsback"}
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
    assert sim.manager.lobby is not None
    rules = sim.manager.lobby.rules
    assert (rules.phases, rules.skips, rules.ten_hands) == (TEN_PHASES[:4], 6, True)
    assert (rules.last_turn, rules.skip_rule, rules.natural_cards_per) == (
        False, "in_front", "group",
    )  # fmt: skip


async def test_what_is_set_is_not_offered_and_can_be_taken_back(sim: Sim) -> None:
    shown = await options(sim, edition="modern")
    assert "modern" not in shown.controls["edition"].values
    await sim.click("ada", shown, "houserules")
    assert "skip_rule=after_own_turn" not in shown.controls["rule"].values

    await sim.choose("ada", shown, "rule", ["out_by_discard=yes"])
    assert "out_by_discard=no" in shown.controls["rule"].values
    await sim.choose("ada", shown, "rule", ["out_by_discard=no"])

    assert "house rules" not in sim.table().text
    assert "only by discarding" not in shown.text


async def test_runs_in_one_colour_and_the_ways_to_save_are_rules_of_the_table(sim: Sim) -> None:
    shown = await house_rules(sim)
    assert not any(value.startswith("save_") for value in shown.controls["rule"].values)

    await sim.click("ada", shown, "optionsback")
    await sim.choose("ada", shown, "edition", ["masters"])
    await sim.click("ada", shown, "houserules")
    await sim.choose("ada", shown, "rule", ["runs=one_colour"])
    await sim.choose("ada", shown, "rule", ["save_draw=any"])
    await sim.choose("ada", shown, "rule", ["save_ends_turn=yes"])
    await sim.choose("ada", shown, "variation", ["phases=1"])

    assert "Masters · the first phase · house rules" in sim.table().alts[0]
    for said in ("All cards of a run", "draw any card", "replaces the discard"):
        assert said in shown.text
    assert sim.manager.lobby is not None
    rules = sim.manager.lobby.rules
    assert (rules.runs, rules.save_draw, rules.save_ends_turn) == ("one_colour", "any", True)
    assert "runs=any" in shown.controls["rule"].values


async def test_another_edition_keeps_the_variation_and_brings_its_own_rules(
    sim: Sim,
) -> None:
    shown = await house_rules(sim, variation="even_phases")
    await sim.choose("ada", shown, "rule", ["skips=6"])
    await sim.click("ada", shown, "optionsback")

    await sim.choose("ada", shown, "edition", ["masters"])

    assert sim.manager.lobby is not None
    assert sim.manager.lobby.rules.skips == 2
    assert sim.manager.lobby.rules.phases == TEN_PHASES[1::2]
    await sim.click("ada", shown, "houserules")
    assert "2 to 4 players" in shown.text


async def test_phases_of_ones_own_are_written_into_a_window(sim: Sim) -> None:
    shown = await house_rules(sim)
    asked = await sim.click("ada", shown, "phasesform")
    assert asked.modal is not None
    about, label = asked.modal["components"]
    assert "**R**: a run has 3 to 10 cards" in about["content"]
    assert not label["component"].get("value")

    await write_phases(sim, shown, "s3+r4; R7,C7,")

    assert sim.manager.lobby is not None
    assert sim.manager.lobby.rules.phases == ("S3+R4", "R7", "C7")
    named = "Phases: 1. a set of 3 and a run of 4; 2. a run of 7; 3. 7 cards of one colour"
    assert named in shown.text
    assert f"-# • {named}" in sim.table().text
    await sim.click("ada", shown, "optionsback")
    assert named in shown.text
    await sim.click("ben", sim.table(), "join")
    seen = panel(await sim.click("ben", sim.table(), "options"))
    assert named in seen.text


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("S3+S3,X4", "the phase “X4”: “X” does not belong"),
        ("S3, R2", "a run has 3 to 10 cards"),
        ("S3,S", "“S” is not finished"),
        ("S3, S6+S5", "S6+S5 asks for 11"),
        ("S2+S2+S3+S3,RC3+R3+S2+S2", "Phase 2, RC3+R3+S2+S2, can be laid in so many ways"),
        (",".join(["S3"] * 11), "one to ten phases, not 11"),
    ],
)
async def test_phases_that_cannot_be_played_are_refused(sim: Sim, typed: str, said: str) -> None:
    shown = await house_rules(sim)

    await write_phases(sim, shown, typed)

    assert said in shown.text
    assert sim.manager.lobby is not None
    assert sim.manager.lobby.rules.phases == TEN_PHASES
    assert said in sim.told(await sim.slash("ben", "play", variation=typed))


@pytest.mark.parametrize("typed", ["phases=0", "phases=x"])
async def test_what_is_no_variation_is_refused(sim: Sim, typed: str) -> None:
    told = sim.told(await sim.slash("ada", "play", variation=typed))

    assert "do not know that variation" in told
    assert sim.manager.lobby is None


async def test_typed_phases_stay_to_be_corrected_and_no_menu_keeps_what_was_refused(
    sim: Sim,
) -> None:
    shown = await house_rules(sim)
    before = {verb: each.custom_id for verb, each in shown.controls.items()}

    await write_phases(sim, shown, "S3+R4, R2")

    after = {verb: each.custom_id for verb, each in shown.controls.items()}
    kept = {verb for verb in before if before[verb] == after[verb]}
    assert kept == {"phasesform", "optionsback"}
    shown = panel(await sim.click("ada", sim.table(), "options"))
    await sim.click("ada", shown, "houserules")
    asked = await sim.click("ada", shown, "phasesform")
    assert typed_in(asked) == "S3+R4, R2"
    await sim.people["ada"].submit_modal(asked, {"text": "S3+R4"})
    assert typed_in(await sim.click("ada", shown, "phasesform")) == "S3+R4"


async def test_starting_closes_the_options(sim: Sim) -> None:
    shown = await options(sim)
    await sim.choose("ada", sim.table(), "computer", ["easy"])

    await sim.click("ada", sim.table(), "start")

    assert shown.id not in {each.id for each in sim.screen("ada")}


async def test_options_that_outlive_a_restart_say_that_the_game_has_begun(sim: Sim) -> None:
    shown = await options(sim)
    await sim.choose("ada", sim.table(), "computer", ["easy"])
    await sim.restart()
    await sim.click("ada", sim.table(), "start")

    await sim.choose("ada", shown, "limit", ["60"])

    assert "begun already" in shown.text
    assert not shown.controls


async def test_a_window_that_was_open_over_a_restart_still_works(sim: Sim) -> None:
    shown = await house_rules(sim)
    asked = await sim.click("ada", shown, "phasesform")

    await sim.restart()
    await sim.people["ada"].submit_modal(asked, {"text": "C5"})

    assert sim.manager.lobby is not None
    assert sim.manager.lobby.rules.phases == ("C5",)


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


async def test_masters_with_five_players_is_refused_with_the_reason(sim: Sim) -> None:
    shown = await options(sim)
    for _ in range(4):
        await sim.choose("ada", sim.table(), "computer", ["normal"])
    await sim.choose("ada", shown, "edition", ["masters"])
    assert "at most 4 can play, not 5" in shown.text
    assert sim.manager.lobby is not None
    assert sim.manager.lobby.rules.edition == "classic"

    solo = await sim.slash("ada", "solo", opponents=4, edition="masters")
    assert "at most 4 can play, not 5" in sim.told(solo)


async def test_a_masters_lobby_is_full_with_four(sim: Sim) -> None:
    await sim.slash("ada", "play", edition="masters")
    controls = sim.table().controls
    join, add = controls["join"].custom_id, controls["computer"].custom_id
    for _ in range(3):
        await sim.choose("ada", sim.table(), "computer", ["normal"])
    assert not {"join", "computer"} & set(sim.table().controls)

    joined, added = await sim.send(
        ("ben", sim.table(), join, ()), ("ada", sim.table(), add, ("easy",))
    )

    assert "at most 4 can play, not 5" in joined
    assert "at most 4 can play, not 5" in added
    assert sim.manager.lobby is not None
    assert len(sim.manager.lobby.seats) == 4


@pytest.mark.parametrize(
    ("verb", "value"),
    [("edition", "bridge"), ("variation", "hands=3"), ("rule", "skips=99"), ("rule", "dealer=1")],
)
async def test_made_up_options_are_answered_in_words(sim: Sim, verb: str, value: str) -> None:
    shown = await options(sim)
    before = sim.manager.lobby
    custom_id = shown.controls["edition"].custom_id.replace("edition", verb)

    (told,) = await sim.send(("ada", shown, custom_id, (value,)))

    assert "understand" in told
    assert sim.manager.lobby == before


async def test_only_the_host_changes_options_and_everybody_reads_them(sim: Sim) -> None:
    shown = await options(sim, edition="masters", turn_limit=60)
    await sim.click("ben", sim.table(), "join")

    seen = panel(await sim.click("ben", sim.table(), "options"))
    assert seen.text.strip().startswith("### Options")
    assert "**ada** chooses these options" in seen.text
    for said in ("Edition: **Masters**", "1 minute a turn", "2 Skips in the deck"):
        assert said in seen.text
    assert seen.controls == {}

    (told,) = await sim.send(("ben", sim.table(), shown.controls["edition"].custom_id, ("modern",)))

    assert "Only the host, **ada**," in told


async def suggested(sim: Sim, typed: str) -> dict[str, str]:
    choices = await sim.people["ada"].autocomplete(sim.channel, "phase10 play", "variation", typed)
    return {each["value"]: each["name"] for each in choices}


async def test_variations_are_suggested_while_one_types(sim: Sim) -> None:
    everything = await suggested(sim, "")
    assert {"ten_hands", "even_phases", "phases=3", "phases=9"} <= set(everything)
    assert everything["phases=4"] == "The first 4 phases only"

    assert set(await suggested(sim, "even")) == {"even_phases"}
    assert await suggested(sim, "s3, c5") == {
        "s3, c5": "Phases of your own: 1. a set of 3; 2. 5 cards of one colour"
    }
    assert await suggested(sim, "x9") == {}


@pytest.mark.parametrize(
    ("typed", "phases", "ten_hands"),
    [
        ("ten_hands", TEN_PHASES, True),
        ("phases=3", TEN_PHASES[:3], False),
        ("The first 5 phases only", TEN_PHASES[:5], False),
        ("S3+S3,R4", ("S3+S3", "R4"), False),
    ],
)
async def test_a_lobby_with_a_variation(
    sim: Sim, typed: str, phases: tuple[str, ...], ten_hands: bool
) -> None:
    await sim.slash("ada", "play", edition="el_chavo", variation=typed)

    assert sim.manager.lobby is not None
    rules = sim.manager.lobby.rules
    assert (rules.edition, rules.phases, rules.ten_hands) == ("el_chavo", phases, ten_hands)


async def test_the_rules_of_an_edition_say_what_differs(sim: Sim) -> None:
    result = await sim.slash("cyd", "rules", edition="masters", topic="editions")
    shown = panel(result)
    assert "In Masters" in shown.text
    assert "2 Skips in the deck" in shown.text

    await sim.choose("cyd", shown, "topic", ["wild_and_skip"])
    assert "2 Skips in the deck" in shown.text
    await sim.choose("cyd", shown, "topic", ["deal"])
    assert "first player loses their first turn" in shown.text
    await sim.choose("cyd", shown, "rulesof", ["final_turn"])
    assert "Final Turn" in shown.text
    assert "second player loses their first turn" in shown.text


async def test_the_rules_at_a_table_are_those_of_the_game(sim: Sim) -> None:
    await sim.seat("ada", "ben", edition="modern", variation="R4,C5")

    shown = panel(await sim.click("cyd", sim.table(), "rules"))

    assert "In Modern · custom phases" in shown.text
    assert "1. a run of 4; 2. 5 cards of one colour" in shown.text
    await sim.choose("cyd", shown, "topic", ["phases"])
    assert "**1** a run of 4\n**2** 5 cards of one colour\n\n" in shown.text


async def test_the_rules_at_a_table_begin_with_the_aim_for_who_is_new(
    sim: Sim, newcomers: None
) -> None:
    await sim.seat("ada", "ben", edition="masters")

    shown = panel(await sim.click("cyd", sim.table(), "rules"))

    assert "## The aim" in shown.text
    assert "1 of 9 · Masters" in shown.text
    await sim.choose("cyd", shown, "topic", ["editions"])
    assert "In Masters" in shown.text


async def test_house_rules_that_belong_together_are_in_one_menu(sim: Sim) -> None:
    shown = await house_rules(sim)
    assert {value.split("=")[0] for value in shown.menu("rule", "skips=6").values} == {
        "skips",
        "skip_rule",
    }
    labels = {shown.menu("rule", value).label for value in shown.controls["rule"].values}
    assert len(labels) == 3
    assert {shown.menu("rule", value).label for value in ("runs=one_colour", "ten_hands=yes")} == {
        "Runs, Wilds, hands…"
    }
