from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, cast

import pytest
from discord import ButtonStyle
from fullest_kit import LONG
from limits import buttons_of, check, text_of, verbs_of
from past_games import rating

from bot.core.events import TakenOver, TakeoverReason
from bot.dice.dice import DICE_COUNT
from bot.dice.engine import DiceAction, Roll, Score
from bot.dice.events import Bonus, Ordered, Rolled, TurnEnded
from bot.dice.views import DiceView
from bot.i18n import Translator, languages, words_for
from bot.lab.dice_samples import dice_ended, dice_view
from bot.results.ratings import Kind
from bot.seating import Level, Occupant, SeatRequest, Table
from bot.table.manager import GameManager
from cogs.base.custom_ids import Verb
from cogs.base.screens import Picture, Screen, Text
from cogs.pages.dice_page import DiceHandPage, dice_table_screen
from cogs.pages.hand_page import Aside

WORDS = words_for("en")
DRAWING: Any = Picture("dice.png", b"", "dice")
SUCCESS = ButtonStyle.success
COMPLETE = dice_view(2, "8 8 8 10 7 6 1 W W 4", phase=1)


@dataclass
class Told:
    """As much of a manager and its game as messages of dice ask for."""

    shown: DiceView
    marks: tuple[int, ...] = ()
    computers: tuple[int, ...] = ()
    news: tuple[Any, ...] = ()
    deadline: float | None = None
    table: Table = field(init=False)

    def __post_init__(self) -> None:
        people = tuple(
            Occupant(seat.name, None if seat.seat in self.computers else seat.seat, Level.NORMAL)
            for seat in self.shown.seats
        )
        made = Table("g", 1, 2, 0, people, None, "en", 0.0, 0.0)
        self.table = replace(made, marks=self.marks)

    def view(self, _user_id: int | None) -> DiceView:
        return self.shown

    @property
    def game(self) -> Told:
        return self

    @property
    def manager(self) -> GameManager:
        return cast("GameManager", self)


def sets(**fields: Any) -> DiceView:
    """Seat 1 of two after a first roll that completes no phase."""
    return replace(dice_view(2, "8 8 9 10 7 6 1 2 3 4", phase=1), **fields)


def table(told: Told, words: Translator = WORDS, **given: Any) -> Screen:
    return dice_table_screen(words, told.manager, DRAWING, **given)


def hand(told: Told, words: Translator = WORDS, **given: Any) -> Screen:
    return DiceHandPage(words, told.shown, told.manager.game, Aside(**given)).screen(DRAWING)


def buttons(told: Told) -> list[Any]:
    return buttons_of(table(told))


def by_verb(told: Told, verb: Verb) -> Any:
    return next(each for each in buttons(told) if each.meaning.verb is verb)


def actions(told: Told) -> list[str | None]:
    return [each.label for each in buttons(told)[DICE_COUNT : DICE_COUNT + 4]]


async def test_the_buttons_say_what_they_roll_and_score() -> None:
    assert actions(Told(sets(roll=2), marks=(0,))) == [
        "Roll 9 dice · 3/3",
        "Keep the 3 that fit ✓",
        "Stop (no phase)",
        "Hint",
    ]


async def test_dice_that_fit_are_green_with_the_check_of_the_picture_until_they_are_kept() -> None:
    told = Told(sets(), marks=(0, 5))
    marks = [each.label[-1] for each in buttons(told)[:DICE_COUNT]]
    styles = [each.style for each in buttons(told)[:DICE_COUNT]]
    assert told.shown.fitting == (0, 1, 3)
    assert [die for die, mark in enumerate(marks) if mark == "🔒"] == [0, 5]
    assert [die for die, mark in enumerate(marks) if mark == "✓"] == [1, 3]
    assert [die for die, style in enumerate(styles) if style is SUCCESS] == [1, 3]
    keep = by_verb(told, Verb.KEEP_ALL)
    assert (keep.meaning.args, keep.disabled) == (("013",), False)
    # It stays where it is, so that a second tap reaches nothing else.
    assert by_verb(Told(sets(), marks=(0, 1, 3)), Verb.KEEP_ALL).disabled
    assert by_verb(Told(sets(), marks=tuple(range(DICE_COUNT))), Verb.ROLL).disabled


@pytest.mark.parametrize(
    ("marks", "advised"), [((), Verb.KEEP_ALL), ((0, 5), Verb.KEEP_ALL), ((0, 1, 3), Verb.ROLL)]
)
async def test_only_what_is_advised_has_a_colour(marks: tuple[int, ...], advised: Verb) -> None:
    _, *others = buttons(Told(sets(), marks=marks))[DICE_COUNT - 1 :]
    coloured = [each for each in others[:4] if each.style is not ButtonStyle.secondary]
    assert [each.meaning.verb for each in coloured if not each.disabled] == [advised]


@pytest.mark.parametrize("marks", [(), (0,), (0, 1, 2, 3, 7, 8)])
async def test_a_complete_phase_is_scored_by_the_first_and_only_green_button(
    marks: tuple[int, ...],
) -> None:
    told = Told(COMPLETE, marks=marks)
    first, *others = buttons(told)
    assert (first.label, first.style) == ("Score 34", SUCCESS)
    assert SUCCESS not in [each.style for each in others]
    assert by_verb(told, Verb.ROLL).style is ButtonStyle.secondary
    assert by_verb(told, Verb.KEEP_ALL).style is ButtonStyle.secondary
    assert "'s phase is complete: score 34 points, or roll on" in text_of(table(told))


@pytest.mark.parametrize(
    ("action", "marks", "meant"),
    [
        (Roll((0, 1)), (), Verb.KEEP_ALL),
        (Roll((0, 1)), (0, 1), Verb.ROLL),
        (Roll(), (), Verb.ROLL),
        (Score(), (), Verb.STOP),
    ],
)
async def test_a_hint_stands_at_the_buttons_and_marks_the_next_one(
    action: DiceAction, marks: tuple[int, ...], meant: Verb
) -> None:
    told = Told(sets(me=1), marks=marks)
    panel = hand(told, notice="a reason", hint=action)
    found = buttons_of(panel)
    assert panel.controls[0] == Text("a reason")
    hinted = {each.meaning.verb for each in found if each.label.endswith("💡")}
    assert meant in hinted
    if marks == () and isinstance(action, Roll) and action.kept:
        dice = [die for die in range(DICE_COUNT) if found[die].label.endswith("💡")]
        assert tuple(dice) == action.kept


async def test_a_turn_begins_with_one_button_and_computers_have_none() -> None:
    below = [Verb.HAND, Verb.SCORES, Verb.RULES, Verb.MORE]
    assert verbs_of(table(Told(sets(roll=0)))) == [Verb.ROLL, *below]
    assert verbs_of(table(Told(sets(), computers=(1,)))) == below


@pytest.mark.parametrize(
    ("view", "told"), [(sets(roll=0), True), (sets(), False), (sets(roll=0, me=1), True)]
)
async def test_the_rules_are_told_in_short_before_the_first_roll(
    view: DiceView, *, told: bool
) -> None:
    later = dice_view(2, "8 8 9 10 7 6 1 2 3 4", phase=2, roll=0)

    def tells(view: DiceView) -> bool:
        shown = (table if view.me is None else hand)(Told(view))
        return any(line.startswith("-# Three rolls a turn") for line in shown.lines)

    assert tells(view) is told
    assert not tells(replace(later, me=view.me))


async def test_news_name_bonuses_and_leave_out_the_end_of_a_stand_in() -> None:
    ended = TurnEnded(0, 5, True, (), 44, (Bonus.FIVE_PHASES,), 290)
    news = (
        Ordered((((0, 7), (1, 9)),), 1),
        TakenOver(0, "computer", TakeoverReason.TIMEOUT),
        ended,
        TakenOver(0, "Ada", TakeoverReason.RETURNED),
        replace(ended, seat=1, success=False, points=0, bonus=()),
    )
    told = Told(sets(), news=news)
    first, second = (seat.name for seat in told.shown.seats)
    lines = table(told).lines
    assert lines[1] == f"{second} rolled highest and begins"
    assert lines[3:5] == (
        f"{first} completed phase 5: 44 points · Five Phase Bonus: +40",
        f"{second} did not get phase 5",
    )
    left = Told(sets(), news=(TakenOver(0, "computer", TakeoverReason.LEFT), *news[2:4]))
    assert f"{first} is back" in table(left).lines


@pytest.mark.parametrize(
    ("phase", "said"),
    [
        (2, "1, 3, 7, 9, 9, 9, 9, 10, Wild, Wild"),
        (8, "3\u00a0×\u00a0blue, 3\u00a0×\u00a0green, 2\u00a0×\u00a0red, 2\u00a0×\u00a0yellow"),
    ],
)
async def test_the_dice_of_a_lost_turn_are_named(phase: int, said: str) -> None:
    view = dice_view(2, "9 9 9 9 7 10 W W 1 3", phase=phase, roll=3)
    lost = TurnEnded(0, phase, False, (), 0, (), 0)
    news = (Rolled(0, 3, (), view.faces), lost, replace(lost, seat=1))
    told = Told(view, news=news)
    first, second = (seat.name for seat in told.shown.seats)
    assert table(told).lines[1:] == (
        f"{first} did not get phase {phase} · {said}",
        f"{second} did not get phase {phase}",
    )


async def test_in_words_the_end_of_a_turn_stands_once() -> None:
    lost = TurnEnded(0, 4, False, (), 0, (), 0)
    view = dice_view(2, "5 5 7 8 9 10 1 1 2 3", roll=0)
    view = replace(view, last_turn=lost, order=Ordered((((0, 7), (1, 9)),), 1))
    shown = table(Told(view, news=(Rolled(0, 3, (), view.faces), lost)))
    told = "\n".join(shown.in_words)
    assert told.count("did not get phase 4") == 1
    assert "1, 1, 2, 3, 5, 5, 7, 8, 9, 10" in told
    laid = replace(lost, success=True, groups=(((0, 5),),), points=5)
    done = table(Told(replace(view, last_turn=laid)))
    # Which dice the phase has is said there alone.
    assert "phase 4" in "\n".join(done.in_words)


@pytest.mark.parametrize("locale", languages())
@pytest.mark.parametrize("ended", [False, True])
async def test_six_long_names_fit_with_and_without_a_picture(locale: str, *, ended: bool) -> None:
    view = dice_ended(6) if ended else dice_view(6, "9 9 9 9 9 10 W W 1 1", phase=8, roll=2)
    seats = tuple(replace(seat, name=LONG) for seat in view.seats)
    told = Told(replace(view, seats=seats, version=10**8, me=view.turn), deadline=1.0)
    told.table = replace(told.table, requests=(SeatRequest(2**62, LONG),))
    words = words_for(locale)
    check(table(told, words))
    if not ended:
        check(hand(told, words, notice="x" * 300))


async def test_the_end_of_a_game_names_the_ratings_of_dice() -> None:
    changes = {0: {Kind.PEOPLE: rating(1018, 18)}}
    told = "\n".join(table(Told(dice_ended(2)), changes=changes).lines)
    assert "· first dice rating against people: 1,018" in told
