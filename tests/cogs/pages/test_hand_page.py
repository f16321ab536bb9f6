from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import compress
from typing import Any

import pytest
from discord import ButtonStyle
from kit import after, held, laid, position
from limits import check, view_of
from positions_kit import legal_for

from bot.cards.actions import Action, Discard, Draw, Hit, Save, Source
from bot.cards.cards import SKIP, WILD, Card, card
from bot.cards.engine import legal_actions
from bot.cards.groups import Groups
from bot.cards.marked_cards import HandOrder, fitting, in_order
from bot.cards.rulesets import ANNIVERSARY40, CLASSIC, FINAL_TURN, MASTERS, RuleSet
from bot.cards.state import Stage, State
from bot.cards.views import PlayerView, view_for
from bot.i18n import Translator, languages, words_for
from bot.i18n.alt import hand_sentences, short_text
from bot.i18n.phrases import card_name, way_name
from bot.render import Canvas, make_design
from bot.render.pictures.hand import paint_hand
from bot.render.pieces.hand_layout import HandLayout, hand_layout
from bot.render.pieces.held_cards import HeldCards
from cogs.base.custom_ids import Verb
from cogs.base.screens import Button, ButtonRow, Menu, Option, Screen
from cogs.base.text import HINTED
from cogs.pages.card_buttons import CardButton, TapEffect, all_hits, question
from cogs.pages.hand_page import Aside, HandPage

WORDS = words_for("en")
HAND = "R1 R1 R2 R3 B4 B5 G6 G7 Y8 Y9"


def screen(
    state: State,
    seat: int = 0,
    words: Translator = WORDS,
    asked: Card | None = None,
    hint: Action | None = None,
    **given: Any,
) -> Screen:
    view, aside = view_for(state, seat), Aside(asked=asked, hint=hint)
    return HandPage(words, view, legal_for(state, seat), aside=aside, **given).screen()


def cards_of(state: State, order: HandOrder = HandOrder.NUMBER) -> tuple[CardButton, ...]:
    return HandPage(WORDS, view_for(state, 0), legal_actions(state), order).cards()


def answers_of(state: State, asked: Card) -> tuple[Hit | Discard, ...]:
    return question(view_for(state, 0), legal_actions(state), asked)


def menu_of(state: State, verb: Verb) -> tuple[Option, ...]:
    menus = (each for each in screen(state).controls if isinstance(each, Menu))
    return next((each.options for each in menus if each.meaning.verb is verb), ())


def labels_of(state: State) -> dict[Verb, str]:
    return HandPage(WORDS, view_for(state, 0), legal_actions(state)).labels()


def rows_of(state: State, *given: Any, **named: Any) -> list[list[Any]]:
    controls = screen(state, *given, **named).controls
    return [list(each.buttons) for each in controls if isinstance(each, ButtonRow)]


def buttons_of(state: State, *given: Any, **named: Any) -> list[Any]:
    return [each for row in rows_of(state, *given, **named) for each in row]


def verbs_of(state: State, **named: Any) -> list[list[Verb]]:
    controls = screen(state, **named).controls
    rows = (each.buttons if isinstance(each, ButtonRow) else (each,) for each in controls)
    return [[each.meaning.verb for each in row] for row in rows]


def painted(
    view: PlayerView, monkeypatch: pytest.MonkeyPatch
) -> tuple[list[bool], list[bool], list[str]]:
    """Which cards a hand's picture raises and ticks, and what it says is due."""
    raised: list[bool] = []
    ticked: list[bool] = []
    due: list[str] = []

    def layout(marks: Sequence[bool], *sizes: Any) -> HandLayout:
        raised.extend(marks)
        return hand_layout(marks, *sizes)

    def paint(_canvas: Canvas, _at: HandLayout, shown: HeldCards, _key: str, said: Any) -> None:
        ticked.extend(shown.checks)
        due.extend(said[0])

    monkeypatch.setattr("bot.render.pictures.hand.hand_layout", layout)
    monkeypatch.setattr("bot.render.pictures.hand.paint_held", paint)
    paint_hand(make_design("standard", "en"), view)
    return raised, ticked, due


def said(state: State, seat: int = 0) -> str:
    return "\n".join(screen(state, seat).lines)


def test_a_discard_that_completes_the_phase_is_the_blue_button() -> None:
    hand = "R1 B1 R2 B2 Y2 R7 B9 G11 Y12 G4"
    for top, blue in (("G1", Verb.TAKE), ("G2", Verb.DRAW), ("R5", Verb.DRAW)):
        state = position([hand, HAND], stage=Stage.DRAW, discard=top)
        styles = {each.meaning.verb: each.style for each in rows_of(state)[0]}
        assert {verb for verb, style in styles.items() if style is ButtonStyle.primary} == {blue}, (
            top
        )


def test_every_card_is_a_button_in_the_order_of_the_picture() -> None:
    state = position([f"{HAND} R1", HAND], discard="R5")
    view = view_for(state, 0)
    for order in HandOrder:
        cards = cards_of(state, order)
        assert [each.card for each in cards] == in_order(view.hand, order)
        marks = fitting(view, in_order(view.hand, order))
        assert [each.use is TapEffect.ASK for each in cards] == list(marks)
        assert all(each.enabled for each in cards)
        ids = [each.meaning for each in buttons_of(state, order=order)]
        assert len(set(ids)) == len(ids), "equal cards have ids of their own"
    spare = cards_of(position(["Y12 R1", HAND], trying=[4, 1]))[1]
    assert spare.use is TapEffect.DISCARD


def test_the_card_just_drawn_is_told_apart() -> None:
    state = after(position([HAND, HAND], stage=Stage.DRAW, discard="R2"), Draw(Source.DISCARD_PILE))
    marked = [each for each in cards_of(state) if each.drawn]
    assert [each.card for each in marked] == [card("R2")]
    labels = [each.label for row in rows_of(state)[1:] for each in row]
    assert [each for each in labels if "○" in each] == ["Red 2 ✓ ○"]


@pytest.mark.parametrize("cards", [1, 5, 10, 12])
def test_rows_keep_their_places_from_draw_to_play(cards: int) -> None:
    draw = position(
        [" ".join(f"R{n}" for n in range(1, cards + 1)), HAND], stage=Stage.DRAW, discard="Y12"
    )
    play = after(draw, Draw(Source.DRAW_PILE))
    before, then = rows_of(draw), rows_of(play)
    assert all(each.disabled for row in before[1:] for each in row)
    places = [sum(map(len, rows[1:])) for rows in (before, then)]
    assert places[0] + 1 == sum(each.meaning.verb is Verb.DISCARD for row in then for each in row)
    harmless = {Verb.SORT, Verb.HINT}
    assert {each.meaning.verb for each in then[0]} <= harmless
    assert {each.meaning.verb for each in before[0]} - harmless == {Verb.DRAW, Verb.TAKE}
    assert all(each.meaning.verb is Verb.DISCARD for row in then[1 : len(before)] for each in row)


@pytest.mark.parametrize(
    ("buttons", "rows"), [(0, []), (5, [5]), (6, [3, 3]), (10, [5, 5]), (11, [4, 4, 3])]
)
def test_no_button_stands_alone_below_full_rows(buttons: int, rows: list[int]) -> None:
    shown = Screen.of([], [Button(str(each), None, url="x") for each in range(buttons)])
    assert [len(row.buttons) for row in shown.controls] == rows
    labels = [button.label for row in shown.controls for button in row.buttons]
    assert labels == [*map(str, range(buttons))]


def test_faces_stand_for_names_where_there_are_faces() -> None:
    faced = replace(WORDS, face=lambda card: f"<:{card.held.code}_x:{10**17 + card.index}>")
    groups = {0: [laid("S", "R4 B4 G4")], 1: [laid("R", "R5 R6 R7 R8")]}
    play = position(["R4 B9 Y2 W", HAND], groups=groups, drawn=card("Y2"))
    draw = replace(play, stage=Stage.DRAW, drawn=None, discard_pile=held("R5"))
    cards = [each for row in rows_of(play, words=faced)[2:] for each in row][:4]
    assert [each.emoji.split(":")[1] for each in cards] == ["Y2_x", "R4_x", "B9_x", "W_x"]
    assert [each.label for each in cards] == ["○", "+", "+", "+"]
    assert [each.label for row in rows_of(play)[2:] for each in row][:4] == [
        "Yellow 2 ○", "Red 4 +", "Blue 9 +", "Wild +",
    ]  # fmt: skip
    take = next(each for each in rows_of(draw, words=faced)[0] if each.meaning.verb is Verb.TAKE)
    assert (take.label, take.emoji.split(":")[1]) == ("Take Red 5", "R5_x")
    new = "Your new card: <:Y2_x:100000000000000042> Yellow\xa02."
    assert new in "\n".join(screen(play, words=faced).lines)


@pytest.mark.parametrize("locale", languages())
def test_the_last_card_with_a_face_leaves_no_gap_in_its_label(locale: str) -> None:
    last = CardButton(card("R4"), TapEffect.GO_OUT)
    label = last.label(words_for(locale), "<:R4_x:1>")
    assert label == " ".join(label.split())
    assert set(label.split()) < set(last.label(words_for(locale), "").split())


@pytest.mark.parametrize(
    ("fits", "runs", "places"),
    [
        ("W", (), 1),
        ("W", ("R5 R6 R7 R8",), 3),
        ("W", ("R5 R6 R7 R8", "R3 R4 R5 R6"), 5),
        ("W", ("R5 R6 R7 R8", "R3 R4 R5 R6", "R4 R5 R6 R7"), 7),
        ("Y9", ("R5 R6 R7 R8", "B5 B6 B7 B8"), 1),
        ("Y9", ("R5 R6 R7 R8", "R6 R7 R8"), 2),
    ],
)
def test_a_card_that_fits_hits_and_asks_where_only_if_the_places_differ_in_effect(
    fits: str, runs: tuple[str, ...], places: int
) -> None:
    sets = [laid("S", "R4 B4 G4"), laid("S", "R12 B12 G12")]
    groups = {0: sets, 1: [laid("R", run) for run in runs]}
    state = position([f"R1 R11 {fits}", HAND], groups=groups)
    (held_card,) = held(fits)
    (tapped,) = [each for each in cards_of(state) if each.card is held_card]
    assert tapped.use is TapEffect.HIT
    if places == 1:
        assert tapped.hit is not None
        after(state, tapped.hit)
        # An old button of the card asks instead of throwing it away.
        assert isinstance(answers_of(state, held_card)[0], Hit)
        return
    assert tapped.hit is None
    assert screen(state, asked=held_card).lines[-1].startswith("**Where does ")
    plain, asked = verbs_of(state), verbs_of(state, asked=held_card)
    answers = [verb for row in asked for verb in row if verb not in {Verb.DISCARD, Verb.HIT_ALL}]
    # Up to five buttons, or a menu in their place.
    shown = places if places <= 5 else 1
    assert answers == [*[Verb.HIT] * shown, Verb.SORT, Verb.DISCARD_NOW]
    assert asked[0][0] is Verb.HIT
    (discard,) = [
        each for each in buttons_of(state, asked=held_card) if each.meaning.verb is Verb.DISCARD_NOW
    ]
    assert discard.style is ButtonStyle.secondary
    no_card_moves = [
        [at for at, row in enumerate(rows) if Verb.DISCARD in row] for rows in (plain, asked)
    ]
    assert no_card_moves[0] == no_card_moves[1]
    check(screen(state, asked=held_card))


def test_no_card_hits_while_the_rules_forbid_hits() -> None:
    state = position(["R4 Y9 W", HAND], groups={0: [laid("S", "R4 B4 G4")]})
    legal = legal_actions(state)
    forbidden = replace(legal, plain=tuple(a for a in legal.plain if not isinstance(a, Hit)))

    tapped = HandPage(WORDS, view_for(state, 0), forbidden).cards()

    assert {each.use for each in tapped} == {TapEffect.DISCARD}


def test_before_the_phase_is_down_a_card_of_it_asks_and_others_do_not() -> None:
    state = position(["R5 B5 G5 Y9 G9 R12", HAND], discard="R1")
    labels = {each.label: each.style for row in rows_of(state)[1:] for each in row}
    assert labels["Red 5 ✓"] == ButtonStyle.secondary
    assert labels["Red 12"] == ButtonStyle.primary
    assert answers_of(state, card("R5")) == (Discard(card("R5")),)
    *_, asked = screen(state, asked=card("R5")).lines
    assert asked == "Red 5 belongs to your phase. Really discard **Red 5**?"
    assert answers_of(state, card("R12")) == ()


@pytest.mark.parametrize(
    ("hand", "fits", "fields"),
    [
        ("G1 G2 Y4 Y4 Y5 G5 G6 B10 R11 B11 R12", "Y4 Y4 Y5 G5", {}),
        ("B1 Y1 Y2 Y3 Y5 G5 B8 Y8 G10 B11 W", "B1 Y1 Y2 Y3 Y5 W", {"trying": [3, 1]}),
        ("R2 B2 R3 B3 R8 B8 G9 Y10", "R2 B2 R8 B8", {"stage": Stage.DRAW, "discard": "G8"}),
        ("G11", "", {"groups": {0: [laid("S", "R4 B4 G4")]}}),
    ],
    ids=["a third pair", "all belong to the phase", "a pair to make a set", "the last card"],
)
def test_picture_buttons_and_alt_text_tell_the_same_cards_that_fit(
    hand: str, fits: str, fields: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    state = position([hand, HAND], **{"discard": "R1", **fields})
    view = view_for(state, 0)
    raised, ticked, _ = painted(view, monkeypatch)
    fitting_cards, shown = list(held(fits)), in_order(view.hand, HandOrder.NUMBER)
    assert raised == ticked
    assert list(compress(shown, ticked)) == fitting_cards
    assert [each.card for each in cards_of(state) if each.use is TapEffect.ASK] == fitting_cards
    names = ", ".join(card_name(WORDS, each) for each in fitting_cards)
    told = [f"Cards that fit: {names}."] if names else []
    assert re.findall(r"Cards that fit: [^.]*\.", short_text(hand_sentences(WORDS, view))) == told
    if fits and state.stage is Stage.PLAY:
        # The others do no harm to the phase.
        assert answers_of(state, fitting_cards[0])
        (free, *_) = list((Counter(view.hand) - Counter(fitting_cards)).elements())
        assert answers_of(state, free) == ()


@pytest.mark.parametrize("rules", [CLASSIC, FINAL_TURN])
@pytest.mark.parametrize("hand", ["R4", "Y9"])
def test_picture_text_and_button_say_that_the_last_card_goes_out(
    rules: RuleSet, hand: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    groups = {0: [laid("S", "R4 B4 G4")]}
    state = position([hand, HAND], rules=rules, groups=groups)
    (last,) = [each for each in buttons_of(state) if each.meaning.verb is Verb.DISCARD]
    assert last.label == f"Discard {'Red 4' if hand == 'R4' else 'Yellow 9'} and go out"
    assert painted(view_for(state, 0), monkeypatch)[2] == ["Discard to go out"]
    *_, phase, due = screen(state).lines
    assert phase == "Your phase is down."
    assert due.endswith("Discard your last card to go out.**")
    assert answers_of(state, card(hand)) == ()
    assert not after(state, Discard(card(hand))).seats[0].hand


@pytest.mark.parametrize(
    ("hands", "asked"), [(["W", HAND], "W"), (["R1 S", HAND], "S"), (["S", HAND, HAND], "S")]
)
def test_nothing_is_asked_without_a_choice(hands: list[str], asked: str) -> None:
    assert answers_of(position(hands, discard="R5"), card(asked)) == ()


def test_a_skip_asks_for_its_target_and_says_who_cannot_be_named_and_why() -> None:
    state = position(["R1 S", HAND, HAND, HAND], discard="R5")
    me, ben, *others = state.seats
    guarded = replace(state, seats=(me, replace(ben, protected_until=0), *others))
    assert [each.label for each in rows_of(guarded, asked=SKIP)[0]] == ["Cyd", "Dee", "Keep it"]
    assert "-# Not Ben: already skipped, and safe for now." in screen(guarded, asked=SKIP).lines
    assert "Not" not in "".join(screen(state, asked=SKIP).lines)
    hinted = rows_of(guarded, asked=SKIP, hint=Discard(SKIP, 3))[0]
    assert [each.label for each in hinted] == ["Dee 💡", "Cyd", "Keep it"]
    last = position(
        ["R1 S", HAND, HAND, ""], rules=FINAL_TURN, discard="R5", out=(3,), last_turns=(2,)
    )
    # A single target is named, too.
    assert [each.label for each in rows_of(last, asked=SKIP)[0]] == ["Cyd", "Keep it"]
    assert "-# Not Ben: no turn of this hand is left." in screen(last, asked=SKIP).lines


def test_the_place_of_a_hint_comes_first_among_those_of_its_card() -> None:
    runs = {0: [laid("R", "R2 B3 G4 Y5")], 1: [laid("R", "R3 B4 G5 Y6"), laid("S", "R9 B9 G9")]}
    state = position(["R1 W", HAND], discard="R5", groups=runs)
    first, *_ = answers_of(state, WILD)
    *_, last = (answer for answer in answers_of(state, WILD) if isinstance(answer, Hit))
    assert last != first
    options = rows_of(state, asked=WILD, hint=last)[0]
    plain = rows_of(state, asked=WILD)[0]
    assert options[0].label.endswith(" 💡")
    assert {each.label.removesuffix(" 💡") for each in options} == {each.label for each in plain}


def test_a_skip_that_nobody_can_lose_a_turn_by_asks() -> None:
    state = position(["R1 S", HAND], discard="R5")
    spared = replace(state, seats=(state.seats[0], replace(state.seats[1], protected_until=0)))
    assert answers_of(state, SKIP) == ()
    assert answers_of(spared, SKIP) == (Discard(SKIP),)
    assert screen(spared, asked=SKIP).lines[-2:] == (
        "Really discard **Skip**?",
        "-# Not Ben: already skipped, and safe for now.",
    )


def test_ways_differ_in_what_is_kept_or_can_be_hit_then() -> None:
    def ways_of(hand: str) -> tuple[tuple[Groups, ...], tuple[Option, ...]]:
        state = position([hand, HAND], trying=[2, 1], discard="R5")
        return legal_actions(state).ways_to_lay(26), menu_of(state, Verb.WAYS)

    # The Wild may be a 3 or a 7, which makes no difference for a 10.
    ways, menu = ways_of("R4 B5 G6 W R1 B1 Y1 Y10")
    assert len(ways) == 2
    assert menu == ()
    # An 8 can be hit on 4 to 7, or laid itself.
    ways, menu = ways_of("R4 B5 G6 W R1 B1 Y1 Y8")
    assert ["3–6" in option[0] for option in menu] == [True, False, False]
    assert menu[0][3] == "Stays in hand: Yellow 8"
    assert menu[2][3] == "Stays in hand: Red 4"
    for name, value, *_ in menu:
        assert name == way_name(WORDS, ways[1 + int(value)])


@pytest.mark.parametrize(
    ("hand", "label", "hit"),
    [
        ("R4 R1 R2", None, "R4"),
        ("W R1 R2 R3", None, "W"),
        ("W R4 R1 R2", None, "R4"),
        ("W W R1 R2", "Hit all", "W W"),
        ("R4 Y4 R1 R2", "Hit all", "R4 Y4"),
    ],
)
def test_hitting_all_is_offered_if_that_is_more_than_the_button_of_a_card_does(
    hand: str, label: str | None, hit: str
) -> None:
    groups = {0: [laid("S", "R4 B4 G4")]}
    if "W" in hand:
        groups[1] = [laid("S", "R9 B9 G9"), laid("S", "R8 B8 G8")]
    state = position([hand, HAND], discard="R5", groups=groups)
    hits = all_hits(view_for(state, 0))
    assert labels_of(state).get(Verb.HIT_ALL) == label
    assert {each.hit for each in cards_of(state) if each.hit is not None}.issuperset(hits[:1])
    assert tuple(each.card.held for each in hits) == held(hit)
    after(state, *hits)


SET4, SET12 = [laid("S", "R4 B4 G4")], [laid("S", "R12 B12 G12")]
DOWN = dict.fromkeys(range(3), SET12)
FLOATING = position(["", "R1", "R2"], rules=FINAL_TURN, groups=DOWN, turn=1)
LAST = position(["", "R1", "R2"], rules=FINAL_TURN, groups=DOWN, turn=1, out=(0,), last_turns=(2,))
OFFER = position([HAND, HAND], rules=FINAL_TURN, stage=Stage.OFFER, discard="R5")
PLAYOFF = position([HAND, HAND], discard="R5", seats={1: {"playing": False}}, playoff=True)


def ended(**fields: Any) -> State:
    return after(position(["R1", "R10 W"], discard="R5", **fields), Discard(card("R1")))


BETWEEN = replace(
    ended(), playoff=True, seats=(ended().seats[0], replace(ended().seats[1], playing=False))
)


@pytest.mark.parametrize(
    ("state", "seat", "told"),
    [
        (after(position([HAND, HAND], stage=Stage.DRAW, discard="R5"), Draw(Source.DISCARD_PILE)),
         0, "**Your new card: Red 5. Tap a card to discard it: that ends your turn.**"),
        # A card that was drawn and has left the hand is not named.
        (position(["R1 R2", HAND], groups={0: SET4}, drawn=card("R3")), 0, "**Tap a card to disca"),
        (position(["R1 B1 G1 R2 B2 G2 Y9", HAND], groups={1: SET12}), 0,
         "First tap *Lay phase*, then tap a card to discard it: that ends your turn.**"),
        (position(["R1 B1 G1 R2 B2 G2 Y9 Y12", HAND], groups={1: SET12}), 0,
         "First tap *Lay phase*, then hit what fits, then tap a card to discard it: that ends"),
        (position(["R4 Y2", HAND], groups={0: SET4}), 0, "Tap a card marked + to hit with it."),
        (position(["R4 Y2", HAND], groups={0: SET4}), 0, "Your phase is down: hit what fits."),
        (position(["R3 Y2", HAND], groups={0: SET4}), 0, "Your phase is down."),
        (position(["R4 Y2", HAND], groups={0: SET4}, turn=1), 0, "Your phase is down."),
        (position([HAND, HAND], discard="R5"), 0, "nothing to draw"),
        (position([HAND, HAND], discard="R5"), 1, "It is **Ada**'s turn."),
        (position([HAND, HAND], discard="R5", seats={1: {"skipped": True}}), 1,
         "lose your next turn"),
        (position(["R1", "R2"], rules=ANNIVERSARY40, seats={1: {"skipped": True}}), 1,
         "A Skip lies in front of you"),
        (PLAYOFF, 1, "playing off for the win"),
        (PLAYOFF, 0, "first to go out"),
        (BETWEEN, 0, "You are in the play-off"),
        (BETWEEN, 1, "playing off for the win"),
        (
            position(
                ["R1", "R2", "R3"],
                rules=MASTERS,
                stage=Stage.DECLARE,
                trying=[3, None, None],
                turn=1,
            ),
            1,
            "Chosen so far: Ada: phase 3",
        ),
        (ended(), 1, "You try the same phase again."),
        (ended(), 1, "Your cards cost you 35 points. Your total is now 35."),
        (ended(), 1, "**Hand 1 is over.** Ada went out."),
        (ended(), 0, "**Hand 1 is over.** You went out."),
        (ended(), 0, "No points for you in this hand. Your total stays at 0."),
        (OFFER, 0, "You may take the **Red 5**"),
        (OFFER, 1, "Red 5 is offered to **Ada**"),
        (ended(rules=MASTERS), 1, "You may try it again"),
        (ended(rules=replace(CLASSIC, ten_hands=True)), 1, "everybody moves on"),
        (FLOATING, 0, "you float"),
        (replace(FLOATING, turn=0, stage=Stage.DRAW), 0, "float: draw"),
        (LAST, 0, "You went out"),
        (LAST, 1, "This is your last turn"),
        (LAST, 2, "Ada went out: you have one last turn"),
        (replace(LAST, turn=2, last_turns=()), 1, "have had your last turn"),
    ],
)  # fmt: skip
def test_what_a_hand_says(state: State, seat: int, told: str) -> None:
    assert told in said(state, seat)


def test_the_deadline_is_a_timestamp() -> None:
    shown = screen(position([HAND, HAND], discard="R5"), deadline=1700000000.5)
    assert "<t:1700000000:R>" in "\n".join(shown.lines)


def test_phases_are_declared_best_first() -> None:
    hand = "R1 B1 G1 R2 B2 G2 R9 B10 G11 Y12"
    seats = {0: {"completed": (4, 7)}}
    state = position(
        [hand, "R5"], rules=MASTERS, stage=Stage.DECLARE, trying=[None, None], seats=seats
    )
    options = menu_of(state, Verb.DECLARE)
    assert options[:2] == (
        ("Phase 2: a set of 3 and a run of 4 · you hold it", "2"),
        ("Phase 1: 2 sets of 3 · you hold it", "1"),
    )
    assert sorted(int(value) for _, value, *_ in options) == [1, 2, 3, 5, 6, 8, 9, 10]
    assert any("1 card missing" in label for label, *_ in options)
    assert "Which phase" in said(state)
    assert "when it is your turn" in said(state, 1)


def test_the_menu_says_what_saving_is_for_and_whether_it_ends_the_turn() -> None:
    for ends in (True, False):
        rules = replace(MASTERS, save_ends_turn=ends)
        state = position(["R1 R3", "R2"], rules=rules, seats={0: {"saved": held("R7")}})
        said = json.dumps(view_of(screen(state)).to_components())
        assert ("end turn" in said) is ends
        assert ("play on" in said) is not ends
        assert said.count("It costs no points") == 1
        assert HINTED not in said
        aside = Aside(hint=Save(card("R3")))
        hinted = HandPage(WORDS, view_for(state, 0), legal_for(state, 0), aside=aside).screen()
        marked = [each.placeholder for each in hinted.controls if isinstance(each, Menu)]
        assert [HINTED in each for each in marked] == [True]


def test_with_a_save_pile_and_nothing_else_one_may_go_on_without_a_card() -> None:
    seats = {0: {"saved": held("W")}}
    state = position(
        ["R1", "R2"], rules=MASTERS, stage=Stage.DRAW, draw="", discard="S", seats=seats
    )
    labels = labels_of(state)
    assert Verb.DRAW_NOTHING in labels
    assert "Wild" in labels[Verb.TAKE_SAVED]
    assert "nothing to draw from the piles" in said(state)


def test_of_two_cards_that_fit_either_can_be_discarded_with_one_more_tap() -> None:
    state = position(["R4 B4", "R1"], rules=FINAL_TURN, groups={0: [laid("S", "R4 B4 G4")]})
    assert [each.hit for each in cards_of(state)] == [None, None]
    for held_card in (card("R4"), card("B4")):
        hit, discard = answers_of(state, held_card)
        assert isinstance(hit, Hit)
        assert discard == Discard(held_card)


@pytest.mark.parametrize(("hand", "hits"), [("R4", 0), ("R4 B4", 1), ("R4 Y9", 1), ("R4 B4 Y4", 2)])
def test_hitting_all_keeps_a_card_where_going_out_takes_a_discard(hand: str, hits: int) -> None:
    state = position([hand, "R1"], rules=FINAL_TURN, groups={0: [laid("S", "R4 B4 G4")]})
    assert len(all_hits(view_for(state, 0))) == hits
    assert (Verb.HIT_ALL in labels_of(state)) == (hits > 1)
    assert ("you float" in said(state)) == (hand in {"R4 B4", "R4 B4 Y4"})
