"""Highlights, and what everybody may know of a hand: cards taken, discarded and left lying."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from kit import after, held, position, random_choice, steps

from bot.cards.actions import AnswerOffer, Draw, Save, Source
from bot.cards.cards import Card, card, table_card
from bot.cards.engine import new_game
from bot.cards.events import CardHit, Dealt, Discarded, Drew, Event, GameEnded, Laid, Offered
from bot.cards.rulesets import EDITIONS, FINAL_TURN, MASTERS, RuleSet, SkipRule
from bot.cards.state import Stage, State
from bot.cards.views import HighlightKind, PlayerView, SeatView, find_highlight, unseen, view_for
from bot.core.events import EndReason, TakenBack
from bot.lab.samples import between, ended, late, table, with_seats

LAID = Laid(1, 2, ())


def test_a_phase_that_nobody_has_laid_before() -> None:
    view = with_seats(late(table(2)), {0: {"completed": (1,), "trying": 3}})
    found = find_highlight(lambda: view, (LAID, CardHit(1, 1, 0, table_card("R7"))))
    assert (found.kind, found.seats, found.view) == (HighlightKind.LAID, (1,), view)


def test_a_phase_that_somebody_has_laid_is_not_the_first() -> None:
    def is_first(view: PlayerView) -> bool:
        found = find_highlight(lambda: view, (LAID,))
        return found.first

    view = late(table(2))
    earlier = with_seats(view, {0: {"completed": (1, 2), "trying": 3}})
    now = with_seats(view, {0: {"completed": (1,), "trying": 2}})
    alone = with_seats(now, {0: {"groups": ()}})
    assert not is_first(earlier)
    assert not is_first(now)
    assert is_first(alone)
    assert not is_first(replace(alone, playoff=True))


def test_the_own_last_card_is_told_after_those_of_others() -> None:
    alone = with_seats(late(table(3)), {seat: {"cards": 1} for seat in range(3)})
    view = replace(alone, me=0, turn=1, last_turns=None)
    assert [seat.seat for seat in view.last_cards] == [1, 2, 0]
    assert [seat.seat for seat in with_seats(view, {1: {"playing": False}}).last_cards] == [2, 0]
    assert not replace(view, last_turns=2).last_cards
    assert not replace(view, turn=None).last_cards


def test_the_last_turn_before_a_stalemate() -> None:
    view = late(table(3))
    view = replace(view, last_turns=None, rules=replace(view.rules, stalemate_turns=3))
    last = [replace(view, idle_turns=idle).is_last_turn for idle in (2, 5, 6)]
    assert last == [False, False, True]


def test_going_out_is_rarer_than_laying() -> None:
    view, hit = between(late(table(3))), CardHit(1, 0, 0, table_card("R3"))
    assert view.last_hand is not None
    found = find_highlight(lambda: view, (LAID, hit, view.last_hand))
    assert (found.kind, found.seats, found.hit) == (HighlightKind.OUT, (1,), hit)


def test_who_goes_out_is_shown_with_their_own_last_hit() -> None:
    view = between(late(table(3)))
    other = CardHit(2, 0, 0, table_card("R9"))
    assert view.last_hand is not None
    for own in (None, CardHit(1, 0, 0, table_card("R3"))):
        events = [event for event in (own, other, view.last_hand) if event]
        assert find_highlight(lambda: view, events).hit == own


def test_the_end_of_a_game_that_somebody_won() -> None:
    view = ended(3)
    assert view.last_hand is not None
    assert view.result is not None
    found = find_highlight(lambda: view, (view.last_hand, view.result))
    assert (found.kind, found.seats) == (HighlightKind.WON, view.result.winners)


def test_a_game_that_was_broken_off_is_none() -> None:
    broken_off = GameEnded((0,), ((0, 1),), EndReason.ABANDONED, "")
    assert find_highlight(lambda: late(table(2)), (broken_off,)) is None


@pytest.mark.parametrize(
    "rules", [*EDITIONS.values(), replace(FINAL_TURN, skip_rule=SkipRule.IN_FRONT)]
)
def test_every_card_is_seen_or_unseen_once(rules: RuleSet) -> None:
    for secret in range(40):  # one of the first cards that are turned up is a Skip
        state = new_game("g", rules, ("Ada", "Ben", "Cyd"), secret.to_bytes(32, "big"))
        for _, _, step in steps(state, Random(secret), 12, random_choice):
            state = step.state
            others = [seat for at, seat in enumerate(state.seats) if at]
            hidden = Counter(state.draw_pile)
            for seat in others:
                hidden.update((*seat.hand, *seat.saved))
                hidden.subtract(seat.taken)
            assert unseen(view_for(state, 0)) == hidden


TAKE = Draw(Source.DISCARD_PILE)
DRAW = Draw(Source.DRAW_PILE)


def _seen(state: State, seat: int) -> SeatView:
    """What is seen of a seat; the same for every viewer."""
    seen = [view_for(state, viewer).seats[seat] for viewer in (None, *range(len(state.seats)))]
    shown = {(each.taken, each.discarded, each.declined, each.saved_this_hand) for each in seen}
    assert len(shown) == 1
    return seen[0]


def _drawing(hand: str = "R1 R2 R3", **more: object) -> State:
    return position([hand, "B1 B2"], stage=Stage.DRAW, discard="G1 Y9", **more)  # type: ignore[arg-type]


def test_a_card_drawn_from_the_pile_is_not_and_the_discard_was_left_lying() -> None:
    seen = _seen(after(_drawing(), DRAW), 0)
    assert (seen.taken, seen.declined) == ((), held("Y9"))


def test_nothing_is_left_lying_where_a_skip_lies_on_top() -> None:
    state = position(["R1 R2", "B1"], stage=Stage.DRAW, discard="G1 S")
    assert _seen(after(state, DRAW), 0).declined == ()


def test_the_opening_offer_is_taken_or_left_before_all_eyes() -> None:
    state = position(["R1", "B1"], stage=Stage.OFFER, discard="Y9", rules=FINAL_TURN)
    assert _seen(after(state, AnswerOffer(take=True)), 0).taken == held("Y9")
    assert _seen(after(state, AnswerOffer(take=False)), 0).declined == held("Y9")


def test_saving_tells_nobody_which_card_it_was() -> None:
    """Whether the known card or another was set aside, all others see the same."""
    taken = after(_drawing(rules=MASTERS), TAKE)
    known, other = (after(taken, Save(card(code))) for code in ("Y9", "R1"))
    assert _seen(known, 0) == _seen(other, 0)
    assert _seen(known, 0).taken == held("Y9")
    assert _seen(known, 0).saved_this_hand


class _Onlooker:
    """Keeps the same counts from a spectator's events alone."""

    def __init__(self, seats: int) -> None:
        self.taken: list[Counter[Card]] = [Counter() for _ in range(seats)]
        self.discarded: list[list[Card]] = [[] for _ in range(seats)]
        self.pile: list[Card] = []
        self.when_drawn: dict[str, Any] = {}

    def hear(self, event: Event) -> None:
        match event:
            case Dealt():
                self.__init__(len(event.hands))  # type: ignore[misc]
                self.pile = list(event.discard_pile)
            case Offered(seat=seat, taken=True):
                self.taken[seat][self.pile.pop()] += 1
            case Drew(seat=seat, source=Source.DISCARD_PILE, card=Card() as drawn):
                self.pile.pop()
                self.taken[seat][drawn] += 1
            case Discarded(seat=seat, card=thrown):
                self.pile.append(thrown)
                self.discarded[seat].append(thrown)
                self._played(seat, thrown)
            case Laid(seat=seat, groups=groups):
                for placed in [each for group in groups for each in group.cards]:
                    self._played(seat, placed.held)
            case CardHit(seat=seat, card=placed):
                self._played(seat, placed.held)
            case TakenBack():
                self.__dict__ |= deepcopy(self.when_drawn)
        if isinstance(event, Drew):
            heard = {"taken": self.taken, "discarded": self.discarded, "pile": self.pile}
            self.when_drawn = deepcopy(heard)

    def _played(self, seat: int, played: Card) -> None:
        if self.taken[seat][played]:
            self.taken[seat][played] -= 1


@pytest.mark.parametrize("edition", EDITIONS)
def test_whole_games_tell_no_more_than_an_onlooker_hears(edition: str) -> None:
    state = new_game("g", EDITIONS[edition], ("Ada", "Ben", "Cyd"), bytes(32))
    onlooker = _Onlooker(3)
    found, views = 0, []
    for _, _, step in steps(state, Random(4), 1500, random_choice):
        for event in step.events:
            onlooker.hear(event)
        for number, seat in enumerate(step.state.seats):
            assert Counter(seat.taken) == +onlooker.taken[number]
            assert list(seat.discarded) == onlooker.discarded[number]
            assert not Counter(seat.taken) - Counter(seat.hand + seat.saved)
            found += bool(seat.taken)
        if isinstance(step.events[-1], Drew | TakenBack):
            before = views
            views = [replace(view_for(step.state, me), version=0) for me in (0, 1, 2, None)]
            assert isinstance(step.events[-1], Drew) or views == before
    assert found > 50
