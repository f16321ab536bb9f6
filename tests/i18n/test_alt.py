from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from kit import held, laid, position

from bot.cards.engine import abandon
from bot.cards.events import HandEnded
from bot.cards.groups import group
from bot.cards.laying import check_lay
from bot.cards.marked_cards import HandOrder
from bot.cards.phases import TEN_PHASES, GroupKind, parse_phase
from bot.cards.rulesets import ANNIVERSARY40, CLASSIC, FINAL_TURN, MASTERS
from bot.cards.state import Stage
from bot.cards.variations import with_options
from bot.cards.views import view_for
from bot.i18n import words_for
from bot.i18n.alt import (
    LAID_PHASE,
    LAST_PHASE,
    LONGEST_ALT,
    TURNS_PHASE,
    figure_alt,
    figure_as_text,
    figure_cards,
    figure_holds,
    hand_sentences,
    lobby_alt,
    scores_sentences,
    short_text,
    table_sentences,
)
from bot.i18n.catalogue import VOCABULARIES
from bot.i18n.endings import podium_alt
from bot.lab import samples
from bot.render.pictures.figures import FIGURES

WORDS = words_for("en")
STATE = position(
    ["R1 B2", "G3 G4 G5"], discard="Y7 Y8", groups={1: [laid("S", "R5 B5 W5")]}, trying=[1, 2]
)


def test_the_table_describes_all_public_facts() -> None:
    alt_text = short_text(table_sentences(WORDS, view_for(STATE, None)))
    assert "It is Ada's turn." in alt_text
    assert "top of the discards: Yellow 8" in alt_text
    assert "Ada: on phase 1, 2 cards, 0 points." in alt_text
    assert "Ben: phase 2 is down (set of 5s), 3 cards" in alt_text
    assert "In front of Ben: Red 5, Blue 5, Wild as 5." in alt_text


def test_the_table_does_not_tell_hands() -> None:
    alt_text = short_text(table_sentences(WORDS, view_for(STATE, 0)))
    assert "Red 1" not in alt_text
    assert "Green 3" not in alt_text
    # The alt text names the reader's own seat in other words.
    assert "Ada: " not in alt_text


def test_the_hand_is_told_in_the_order_shown() -> None:
    view = replace(view_for(STATE, 0), hand=held("R12 B2 Y11 R2"))
    for order, cards in (
        (HandOrder.NUMBER, "Red 2, Blue 2, Yellow 11, Red 12"),
        (HandOrder.COLOUR, "Red 2, Red 12, Blue 2, Yellow 11"),
    ):
        fits = "Red 2, Blue 2, Yellow 11."
        told = f"Your hand, 4 cards: {cards}. Cards that fit: {fits}"
        assert short_text(hand_sentences(WORDS, view, order)).startswith(told)


def test_the_hand_is_told_with_the_table_below_it() -> None:
    groups = {0: [laid("R", "R4 R5 R6 R7")], 1: [laid("S", "R9 B9 W9")]}
    state = position(["B8 B9", "R1 Y3"], discard="G2", draw="Y1 Y2", groups=groups)
    told = short_text(hand_sentences(WORDS, view_for(state, 0)))
    assert "Draw pile: 2 cards. On top of the discards: Green 2." in told
    assert "Ben: phase 1 is down (set of 9s), 2 cards, 0 points." in told
    places = "Blue 8 → your run 4–7, high end; Blue 9 → Ben's set of 9s"
    assert f"Places for your cards: {places}." in told
    assert "In front of Ben: Red 9, Blue 9, Wild as 9" in told
    assert "Yellow 3" not in told
    news = ["While you were away:", "For you: discarded Red 5"]
    sentences = hand_sentences(WORDS, view_for(state, 0), news=news)
    assert "While you were away: For you: discarded Red 5." in " ".join(sentences)
    assert "Ada:" not in told, "the reader is not among the others"


def test_a_discard_that_helps_is_told() -> None:
    view = view_for(position(["B8 B9", "R1"], stage=Stage.DRAW, discard="G9"), 0)
    told = short_text(hand_sentences(WORDS, view))
    assert "On top of the discards: Green 9. That card would help you." in told
    assert "help" not in short_text(hand_sentences(WORDS, replace(view, stage=Stage.PLAY)))


def test_scores_are_told_newest_hand_first() -> None:
    first = HandEnded(1, (0,), (0, 25), (0, 25), (True, False), (1, 0))
    second = HandEnded(2, (1,), (10, 0), (10, 25), (False, True), (1, 1))
    alt_text = short_text(scores_sentences(WORDS, ("Ada", "Ben"), (first, second)))
    assert alt_text.startswith("Ada: 10 points, 1 phase completed. Ben: 25 points")
    assert alt_text.index("Hand 2") < alt_text.index("Hand 1")


def test_a_long_sheet_is_cut_at_a_sentence() -> None:
    hands = [HandEnded(n, (), (5,) * 6, (n,) * 6, (False,) * 6, (0,) * 6) for n in range(1, 60)]
    alt_text = short_text(scores_sentences(WORDS, ["x" * 32] * 6, hands))
    assert len(alt_text) <= LONGEST_ALT
    assert alt_text.endswith(".")


def test_the_podium_lists_places() -> None:
    view = view_for(abandon(STATE).state, None)
    assert view.result is not None
    shared = replace(view, result=replace(view.result, ranking=((1,), (0,))))
    assert podium_alt(WORDS, shared).startswith("Place 1: Ben,")
    assert "Place 2: Ada," in podium_alt(WORDS, shared)


LAST = {"rules": FINAL_TURN, "out": (0,)}
ASIDE = {"rules": MASTERS, "seats": {1: {"saved": held("W B11")}, 2: {"skipped": True}}}


@pytest.mark.parametrize(
    ("said", "fields"),
    [
        ("Ada floats without a card.", {"rules": FINAL_TURN}),
        ("Last turn for Ben and Cyd.", LAST | {"last_turns": (2,)}),
        ("Ada went out, 0 points.", LAST | {"last_turns": (2,)}),
        ("the last turn of the hand", LAST | {"last_turns": ()}),
        ("Ben has set aside 2 cards.", ASIDE),
        ("Cyd loses the next turn.", ASIDE),
        ("A Skip lies in front of Cyd.", {"rules": ANNIVERSARY40, "seats": {2: {"skipped": True}}}),
        ("Yellow 8 is offered to Ben.", {"rules": FINAL_TURN, "stage": Stage.OFFER}),
        ("Ben is choosing a phase.", {"rules": MASTERS, "stage": Stage.DECLARE}),
    ],
)
def test_states_of_seats_and_hands_are_told_without_saved_cards(
    said: str, fields: dict[str, Any]
) -> None:
    state = position(["", "G3 G4", "R7"], discard="Y8", turn=1, **fields)
    told = short_text(table_sentences(WORDS, view_for(state, None)))
    assert said in told
    assert "Wild" not in told
    assert "Blue 11" not in told


def test_a_last_card_is_told_first_in_hand_and_table() -> None:
    one, more = "G3", "B1 B2"
    for hands, me, told in (
        ((one, more), None, "Ada holds 1 card!"),
        ((one, more), 1, "Ada holds 1 card!"),
        ((one, more), 0, "Your last card!"),
        ((one, one, more), 2, "1 card: Ada and Ben!"),
        ((one, one), 0, "Ben holds 1 card!"),
    ):
        view = view_for(position(hands, turn=1), me)
        said = (
            table_sentences(WORDS, view)
            if me is None
            else [short_text(hand_sentences(WORDS, view))]
        )
        assert told in " ".join(said[:2])[:40]
    calm = view_for(position([one, more], rules=FINAL_TURN, out=(1,), last_turns=()), None)
    assert "1 card!" not in " ".join(table_sentences(WORDS, calm))


def test_figures_name_the_cards_that_they_show() -> None:
    assert "Red 8 onto the end of Yellow 4, Green 5, Wild as 6" in figure_alt(WORDS, "hit")
    assert figure_alt(WORDS, "phases").endswith("Phase 10: a set of 5 and a set of 3.")
    alt_text = figure_alt(words_for("en", "playing-cards"), "wild")
    assert alt_text.startswith("An Ace (Wild), and three groups")
    assert "Ace as clubs" in alt_text


@pytest.mark.parametrize("theme", [None, *VOCABULARIES])
@pytest.mark.parametrize("name", FIGURES)
def test_every_figure_is_told_also_without_the_picture(name: str, theme: str | None) -> None:
    words = words_for("en", theme)
    assert 20 < len(figure_alt(words, name)) <= LONGEST_ALT
    if name != "phases":  # the page has the same text
        assert figure_as_text(words, name) in figure_alt(words, name)


@pytest.mark.parametrize(
    ("name", "phase", "kinds"),
    [
        ("object", TEN_PHASES[LAID_PHASE - 1], {"set": "S", "run": "R"}),
        ("object", TEN_PHASES[LAST_PHASE - 1], {"five": "S", "three": "S"}),
        ("turn", TURNS_PHASE, {"set": "S", "run": "R"}),
    ],
)
def test_the_phases_in_figures_are_laid_by_the_rules(
    name: str, phase: str, kinds: dict[str, str]
) -> None:
    for rules in (CLASSIC, ANNIVERSARY40):
        shown = figure_cards(name, rules)
        groups = [group(GroupKind(kind), shown[part]) for part, kind in kinds.items()]
        hand = [card.held for part in kinds for card in shown[part]]
        check_lay(groups, hand, parse_phase(phase), rules)


@pytest.mark.parametrize(
    ("name", "variation", "holds"),
    [
        ("object", "phases=10", True),
        ("object", "phases=9", False),
        ("object", "ten_hands", False),
        ("turn", "even_phases", True),
        ("turn", "R7", False),
        ("sets", "R7", False),
        ("run", "RC4", True),
        ("run", "S3", False),
        ("colour", "phases=7", False),
        ("colour", "phases=8", True),
        ("hit", "S3", False),
        ("hit", "S3,RC4", True),
        ("phases", "S3", True),
    ],
)
def test_a_figure_is_shown_only_where_it_holds(name: str, variation: str, holds: bool) -> None:
    assert figure_holds(name, with_options(CLASSIC, [variation], [])) is holds


def test_a_lobby_is_described_with_its_rules_people_and_free_seats() -> None:
    assert lobby_alt(WORDS, samples.lobbies()["3-of-6"]) == (
        "An open table: Evening · Classic · about 40 minutes. "
        "Seated: Mia (host), Big Tony 🎲, and Ada (computer player, normal). 3 seats are free."
    )
    assert lobby_alt(WORDS, samples.lobbies()["6-of-6"]).endswith("All seats are taken.")


def test_a_hand_names_the_player_to_act_unless_it_is_the_reader() -> None:
    assert "Ada's turn" not in short_text(hand_sentences(WORDS, view_for(STATE, 0)))
    assert "Ada's turn" in short_text(hand_sentences(WORDS, view_for(STATE, 1)))
    assert "turn" not in short_text(hand_sentences(WORDS, view_for(abandon(STATE).state, 1)))
