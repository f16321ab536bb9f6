"""What differs from edition to edition, sentence by sentence of the rules."""

from __future__ import annotations

from dataclasses import replace

import pytest
from kit import NAMES, SECRET, after, all_cards, coded, deck_of, held, laid, position, refusal

from bot.cards.actions import (
    Action,
    AnswerOffer,
    DealHand,
    Declare,
    Discard,
    Draw,
    Hit,
    Lay,
    Save,
    Source,
)
from bot.cards.cards import SKIP, card, ordered
from bot.cards.engine import apply, legal_actions, new_game
from bot.cards.events import Declared, Drew, GameEnded, HandEnded, Offered, Saved, Skipped
from bot.cards.laying import with_one_kept
from bot.cards.phases import parse_phase
from bot.cards.rulesets import (
    ANNIVERSARY40,
    CLASSIC,
    EL_CHAVO,
    FINAL_TURN,
    MASTERS,
    MODERN,
    RuleSet,
    RunColours,
    SkipRule,
    checked,
    parse_rules,
    recorded_rules,
    rules_json,
)
from bot.cards.skips import can_skip
from bot.cards.state import Stage, State
from bot.cards.variations import varied, with_option
from bot.cards.views import seen_by, view_for
from bot.core.errors import RuleSetError
from bot.core.states import check_players

PILE, TOP, SAVED = Draw(Source.DRAW_PILE), Draw(Source.DISCARD_PILE), Draw(Source.SAVE_PILE)
TAKE, DECLINE = AnswerOffer(take=True), AnswerOffer(take=False)
SETS_OF_3 = (laid("S", "R5 B5 G5"), laid("S", "R9 B9 G9"))


def discard(code: str, target: int | None = None) -> Discard:
    return Discard(card(code), target)


def named(state: State) -> list[int | None]:
    """Whom a Skip could name now."""
    return [a.target for a in legal_actions(state) if isinstance(a, Discard) and a.card is SKIP]


class TestPresets:
    def test_masters_has_two_skips_and_four_players_at_most(self) -> None:
        assert len(MASTERS.deck) == 106
        with pytest.raises(RuleSetError) as refused:
            check_players(MASTERS, 5)
        assert (refused.value.code, refused.value.data["most"]) == ("number_of_players", 4)

    @pytest.mark.parametrize(
        ("changes", "code"),
        [
            ({"phases": ()}, "number_of_phases"),
            ({"phases": ("S3",) * 11}, "number_of_phases"),
            ({"skips": 13}, "number_of_skips"),
            ({"skips": -1}, "number_of_skips"),
            ({"colours": CLASSIC.colours[:3]}, "four_colours"),
            ({"max_players": 7}, "number_of_players"),
        ],
    )
    def test_what_cannot_be_played_is_refused(self, changes: dict[str, object], code: str) -> None:
        with coded(RuleSetError, code):
            checked(replace(CLASSIC, **changes))  # type: ignore[arg-type]

    @pytest.mark.parametrize(
        ("notation", "runs"),
        [
            ("RC3+R3+S2+S2", RunColours.ANY),
            ("S2+S2+S3+R3", RunColours.ANY),
            ("R3+R3+R3", RunColours.ONE_COLOUR),
        ],
    )
    def test_too_many_ways_are_refused_to_new_games(self, notation: str, runs: RunColours) -> None:
        rules = replace(CLASSIC, phases=("S2+S2+S3+S3", notation), runs=runs)
        stored = rules_json(rules)
        assert parse_rules(stored) == recorded_rules(stored, "classic") == rules
        with pytest.raises(RuleSetError) as refused:
            with_option(rules, "skips", "6")
        assert refused.value.code == "too_many_ways"
        assert refused.value.data == {"number": 2, "notation": notation}


TWO = ["S S R1 R2", "S R3 R4"]
THREE = [*TWO, "S R3 R4"]
FOUR = ["S S R1 R2", "S R3 R4", "S R3 R4", "S G3 R5"]


class TestSkipRules:
    """Two, three and four seats, in which the skip rules give different answers.

    With two seats a Skip's lost turn comes at once, so ``once_around`` and ``in_front`` cannot
    differ; with three, each pair of rules differs somewhere, but never all at the same moment.
    With four there is a moment at which all three do.
    """

    def state(self, rule: SkipRule, hands: list[str], *actions: Action, turn: int = 0) -> State:
        rules = replace(CLASSIC, skip_rule=rule, skips=12)
        return after(position(hands, rules=rules, discard="G4", turn=turn), *actions)

    @pytest.mark.parametrize(
        ("hands", "actions", "turn", "once_around", "in_front", "after_own_turn"),
        [
            (TWO, [discard("S", 1), PILE], 0, [1], [1], [None]),
            (THREE, [discard("S", 1), PILE], 2, [0], [0, 1], [0]),
            (THREE, [discard("S", 1), PILE, discard("R3"), PILE], 0, [1, 2], [1, 2], [2]),
            (FOUR, [discard("S", 2), PILE], 1, [0, 3], [0, 3], [0, 3]),
            (FOUR, [discard("S", 2), PILE, discard("R3"), PILE], 3, [0, 1], [0, 1, 2], [0, 1]),
            (
                FOUR,
                [discard("S", 2), PILE, discard("R3"), PILE, discard("R5"), PILE],
                0,
                [1, 2, 3],
                [1, 2, 3],
                [1, 3],
            ),
        ],
    )
    def test_whom_the_seat_to_act_may_name(  # noqa: PLR0917
        self,
        hands: list[str],
        actions: list[Action],
        turn: int,
        once_around: list[int | None],
        in_front: list[int | None],
        after_own_turn: list[int | None],
    ) -> None:
        states = [self.state(rule, hands, *actions) for rule in SkipRule]
        assert [state.turn for state in states] == [turn] * 3
        assert list(map(named, states)) == [once_around, in_front, after_own_turn]

    def test_three_answers_at_once(self) -> None:
        # Seat 2 names seat 0, which loses its turn; then seat 1 names seat 2, and that lost turn
        # is the one with which play has gone around for seat 0.
        hands = ["G1 G2", "S R3 R4", "S R5 R6", "S R7 R8"]
        turns = [discard("S", 0), PILE, discard("R7"), PILE, discard("S", 2), PILE]
        states = [self.state(rule, hands, *turns, turn=2) for rule in SkipRule]
        assert list(map(named, states)) == [[0, 1], [0, 1, 2], [1]]

    def test_only_below_a_skip_in_front_may_the_discard_be_taken(self) -> None:
        states = [self.state(rule, FOUR, discard("S", 2)) for rule in SkipRule]
        assert [list(legal_actions(state)) for state in states] == [[PILE], [PILE, TOP], [PILE]]

    def test_in_front_the_skip_lies_there_until_the_lost_turn(self) -> None:
        state = self.state(SkipRule.IN_FRONT, FOUR, discard("S", 2))
        assert state.seats[2].skipped
        assert state.discard_pile[-1] == card("G4")
        assert all_cards(state) == deck_of(state.game.rules)
        moved = after(state, PILE, discard("R3"))
        assert moved.discard_pile[-2:] == (card("R3"), SKIP)
        assert not moved.seats[2].skipped

    def test_after_own_turn_lifts_when_that_turn_begins(self) -> None:
        rules = replace(CLASSIC, skip_rule=SkipRule.AFTER_OWN_TURN, skips=12)
        state = position(["S S R1 R2", "R3 R4"], rules=rules)
        state = after(state, discard("S", 1), PILE, discard("R1"))
        assert state.seats[1].protected_until is None
        assert named(after(state, PILE, discard("R3"), PILE)) == [1]

    @pytest.mark.parametrize(
        ("rules", "guard"), [(MODERN, 1), (CLASSIC, None), (ANNIVERSARY40, None)]
    )
    def test_an_opening_discard_guards_by_one_rule(self, rules: RuleSet, guard: int | None) -> None:
        for number in range(500):
            step = apply(new_game("g", rules, NAMES[:3], number.to_bytes(32, "big")), DealHand())
            if step.events[1:] == (Skipped(1),):
                assert step.state.seats[1].protected_until == guard
                assert step.state.discard_pile == (SKIP,)
                assert all_cards(step.state) == deck_of(rules)
                return
        raise AssertionError("no deal turned a Skip over")


@pytest.mark.parametrize(
    ("first", "code"), [("R5 B5 G5 Y5 R5", "needs_hero"), ("R5 B5 G5 Y5 W5", None)]
)
def test_phase_10_of_el_chavo_holds_an_8_or_a_wild(first: str, code: str | None) -> None:
    lay = Lay((laid("S", first), laid("S", "R9 B9 G9")))
    hand = " ".join(each.held.code for group in lay.groups for each in group.cards)
    state = position([f"{hand} R1", "R2"], rules=EL_CHAVO, trying=[10, 1])
    if code is None:
        assert after(state, lay).actor.groups == lay.groups
    else:
        assert refusal(state, lay) == code


class TestOpeningOffer:
    def offered(self, top: str = "G4", players: int = 3) -> State:
        hands = ["R1 R2", "R3 R4", "R5 R6"][:players]
        return position(hands, rules=FINAL_TURN, stage=Stage.OFFER, discard=top, turn=0)

    def test_it_goes_around_in_turn_order_from_the_first_player(self) -> None:
        step = apply(self.offered(), DECLINE)
        assert step.events == (Offered(0, taken=False),)
        assert (step.state.turn, step.state.stage) == (1, Stage.OFFER)

    def test_who_takes_it_has_had_the_draw_of_their_first_turn(self) -> None:
        state = after(self.offered(), TAKE)
        assert (state.turn, state.stage, state.drawn) == (0, Stage.PLAY, card("G4"))
        assert state.actor.hand == held("R1 R2 G4")

    def test_others_before_them_have_the_draw_pile(self) -> None:
        state = after(self.offered(), DECLINE, DECLINE, TAKE)
        assert (state.turn, state.stage, state.discard_pile) == (0, Stage.DRAW, ())
        assert list(legal_actions(state)) == [PILE]
        state = after(state, PILE, discard("R1"), PILE, discard("R3"))
        assert (state.turn, state.stage, state.drawn) == (2, Stage.PLAY, card("G4"))

    def test_a_skipped_turn_does_not_count(self) -> None:
        rules = replace(FINAL_TURN, skips=8)
        hands = ["S R2 R9", "R3 R4", "R5 R6"]
        state = position(hands, rules=rules, stage=Stage.OFFER, discard="G4")
        state = after(state, DECLINE, DECLINE, TAKE, PILE, discard("S", 2), PILE, discard("R3"))
        assert state.turn == 0
        assert state.seats[2].offered
        state = after(state, PILE, discard("R2"), PILE, discard("R4"))
        assert (state.turn, state.stage, state.drawn) == (2, Stage.PLAY, card("G4"))

    def test_the_guard_of_ones_own_turn_is_lifted_by_the_turn_of_the_offered_card(self) -> None:
        rules = replace(FINAL_TURN, skip_rule=SkipRule.AFTER_OWN_TURN)
        hands, seats = ["R2 R9", "R3 R4", "S R6"], {0: {"protected_until": 0}}
        state = position(hands, rules=rules, stage=Stage.OFFER, discard="G4", seats=seats)
        state = after(state, TAKE)
        assert (state.turn, state.stage, state.drawn) == (0, Stage.PLAY, card("G4"))
        state = after(state, discard("R2"), PILE, discard("R3"), PILE)
        assert named(state) == [0, 1]

    def test_an_offered_card_that_was_never_played_does_not_serve_in_the_next_hand(self) -> None:
        seats = {1: {"offered": True}}
        state = position(["R1", "R3"], rules=FINAL_TURN, seats=seats, stage=Stage.DEAL)
        dealt = after(state, DealHand())
        assert [seat.offered for seat in dealt.seats] == [False, False]

    def test_a_skip_is_not_offered(self) -> None:
        for number in range(500):
            start = new_game("g", FINAL_TURN, NAMES[:3], number.to_bytes(32, "big"))
            step = apply(start, DealHand())
            if step.state.discard_pile[-1] is SKIP:
                first, second = (step.state.dealer + 1) % 3, (step.state.dealer + 2) % 3
                assert step.events[1:] == ()
                assert (step.state.stage, step.state.turn) == (Stage.DRAW, first)
                assert not can_skip(step.state, first, second)
                first_card = Discard(ordered(step.state.actor.hand)[0])
                after_first = apply(after(step.state, PILE), first_card)
                assert after_first.events[1:] == (Skipped(second),)
                assert after_first.state.turn == step.state.dealer
                assert can_skip(after_first.state, first, second)
                return
        raise AssertionError("no deal turned a Skip over")


class TestLastTurns:
    def table(self, hands: list[str], **more: object) -> State:
        groups = {seat: [*SETS_OF_3] for seat in range(len(hands))}
        return position(hands, rules=FINAL_TURN, groups=groups, **more)  # type: ignore[arg-type]

    def test_each_other_player_has_one_last_turn_in_order(self) -> None:
        state = self.table(["R2 R3", "R1", "R4 R6"], turn=1)
        state = after(state, discard("R1"))
        assert (state.out, state.turn, state.last_turns) == ((1,), 2, (0,))
        state = after(state, PILE, discard("R4"))
        assert (state.turn, state.last_turns) == (0, ())
        step = apply(after(state, PILE), discard("R2"))
        assert isinstance(step.events[1], HandEnded)

    def test_who_goes_out_in_them_scores_0_too(self) -> None:
        state = after(self.table(["R1", "R10 W"]), discard("R1"))
        state = replace(state, draw_pile=(*state.draw_pile, card("Y5")))
        state = after(state, PILE, Hit(0, 0, card("Y5")))
        state = replace(state, seats=(state.seats[0], replace(state.seats[1], hand=held("R10"))))
        ended = apply(state, discard("R10")).events[-1]
        assert isinstance(ended, HandEnded)
        assert (ended.out, ended.points) == ((0, 1), (0, 0))

    def test_a_lost_turn_is_the_last_turn(self) -> None:
        seats = {1: {"skipped": True, "protected_until": 0}}
        step = apply(self.table(["R1", "R10 W"], seats=seats), discard("R1"))
        assert step.events[1] == Skipped(1)
        assert isinstance(step.events[2], HandEnded)
        assert step.events[2].points == (0, 35)

    def test_who_had_the_last_turn_cannot_be_named_by_the_next(self) -> None:
        state = self.table(["R2 R3", "R1", "S R6", "S R4"], turn=1)
        state = after(state, discard("R1"), PILE, discard("R6"), PILE)
        assert (state.turn, state.last_turns) == (3, (0,))
        # Seat 1 is out, and seat 2 has had the last turn.
        assert named(state) == [0]
        assert refusal(state, discard("S", 2)) == "bad_target"

    def test_who_is_out_is_not_waited_for_where_nobody_can_draw(self) -> None:
        # Seat 0 is out; of the others seat 2 could not draw, and now seat 1 cannot.
        hands, piles = ["", "R2 R3", "R4 R5", ""], {"draw": "", "discard": "S"}
        state = self.table(hands, turn=1, **piles, out=(0, 3), drew_nothing=(2,))
        state = replace(state, stage=Stage.DRAW, last_turns=(2,))
        step = apply(after(state, Draw(Source.NONE)), discard("R2"))
        assert isinstance(step.events[-1], HandEnded)
        assert step.events[-1].out == (0, 3)

    def test_in_a_play_off_the_first_out_has_won(self) -> None:
        state = self.table(["R1", "R10 W"], playoff=True, trying=[10, 10])
        events = apply(state, discard("R1")).events
        assert isinstance(events[-1], GameEnded)
        assert events[-1].winners == (0,)


class TestFloating:
    def table(self, hand: str) -> State:
        return position([hand, "R2 R3 R4"], rules=FINAL_TURN, groups={0: [*SETS_OF_3]})

    def test_hitting_away_the_last_card_is_not_going_out(self) -> None:
        state = after(self.table("Y5"), Hit(0, 0, card("Y5")))
        assert (state.out, state.turn) == ((), 1)
        assert view_for(state, None).seats[0].floating

    def test_a_floating_player_draws_and_goes_out_by_discarding(self) -> None:
        state = after(self.table("Y5"), Hit(0, 0, card("Y5")), PILE, discard("R2"), PILE)
        assert len(state.actor.hand) == 1
        drawn = state.actor.hand[0]
        assert after(state, Discard(drawn)).out == (0,)

    def test_who_floats_and_cannot_draw_passes(self) -> None:
        state = replace(self.table(""), stage=Stage.DRAW, draw_pile=(), discard_pile=held("S"))
        assert after(state, Draw(Source.NONE)).turn == 1


_OF_A_COLOUR = [" ".join(f"{colour}{n} {colour}{n}" for n in range(1, 9)) for colour in "RBYG"]
SAVE_PILES = tuple(_OF_A_COLOUR)


class TestMasters:
    def game(self) -> State:
        return after(new_game("g", MASTERS, NAMES[:3], SECRET), DealHand())

    def test_after_the_deal_each_declares_in_turn_order(self) -> None:
        state = self.game()
        assert (state.stage, state.turn) == (Stage.DECLARE, 1)
        step = apply(state, Declare(10))
        assert step.events == (Declared(1, 10),)
        assert (step.state.stage, step.state.turn) == (Stage.DECLARE, 2)
        state = after(step.state, Declare(3), Declare(1))
        assert (state.stage, state.turn) == (Stage.DRAW, 1)
        assert [seat.trying for seat in state.seats] == [1, 10, 3]

    def test_only_uncompleted_phases(self) -> None:
        state = self.game()
        seats = (state.seats[0], replace(state.seats[1], completed=(3, 7)), state.seats[2])
        state = replace(state, seats=seats)
        declared = [a.phase for a in legal_actions(state) if isinstance(a, Declare)]
        assert declared == [1, 2, 4, 5, 6, 8, 9, 10]
        assert refusal(state, Declare(3)) == "phase_used_up"
        assert refusal(state, Declare(11)) == "no_such_phase"

    def table(self, hand: str, stage: Stage = Stage.PLAY, **seat: object) -> State:
        return position([hand, "R2 R3"], rules=MASTERS, stage=stage, seats={0: seat})

    def test_a_card_a_hand_may_be_set_aside(self) -> None:
        step = apply(self.table("R1 W R8"), Save(card("W")))
        assert step.events == (Saved(0, card("W")),)
        assert step.state.actor.saved == held("W")
        assert (step.state.turn, step.state.stage) == (0, Stage.PLAY)
        assert refusal(step.state, Save(card("R1"))) == "cannot_save"

    def test_what_is_set_aside_is_hidden_from_the_others(self) -> None:
        step = apply(self.table("R1 W R8"), Save(card("W")))
        assert seen_by(step.events[0], 1) == Saved(0, None)
        assert seen_by(step.events[0], 0) == Saved(0, card("W"))
        assert view_for(step.state, 1).seats[0].saved == 1
        assert view_for(step.state, 1).saved == ()
        assert view_for(step.state, 0).saved == held("W")

    def test_the_top_of_the_save_pile_may_be_drawn_once_a_hand(self) -> None:
        state = self.table("R1 R8", Stage.DRAW, saved=held("G1 W"))
        drawn = after(state, SAVED)
        assert drawn.actor.hand == held("R1 R8 W")
        assert drawn.actor.saved == held("G1")
        again = replace(drawn, stage=Stage.DRAW)
        assert refusal(again, SAVED) == "cannot_draw"

    def test_or_any_of_its_cards_where_the_option_says_so(self) -> None:
        rules = with_option(MASTERS, "save_draw", "any")
        seats = {0: {"saved": held("G1 R7 G1 W")}}
        state = position(["R1 R8", "R2 R3"], rules=rules, stage=Stage.DRAW, seats=seats)
        draws = [Draw(Source.SAVE_PILE, card(code)) for code in ("G1", "R7", "W")]
        legal = legal_actions(state)
        assert [a for a in legal if isinstance(a, Draw) and a.source is Source.SAVE_PILE] == draws
        step = apply(state, draws[0])
        assert step.events == (Drew(0, Source.SAVE_PILE, card("G1")),)
        # The upper one of two copies.
        assert step.state.actor.saved == held("G1 R7 W")
        assert step.state.actor.hand == held("R1 R8 G1")
        assert refusal(replace(step.state, stage=Stage.DRAW), draws[1]) == "cannot_draw"
        assert refusal(state, SAVED) == "cannot_draw"
        assert refusal(state, Draw(Source.SAVE_PILE, card("R8"))) == "cannot_draw"
        assert refusal(state, Draw(Source.DRAW_PILE, card("G1"))) == "cannot_draw"

    def test_saving_ends_the_turn_where_the_option_says_so(self) -> None:
        rules = with_option(MASTERS, "save_ends_turn", "yes")
        state = position(["R1 W R8", "R2 R3"], rules=rules)
        step = apply(state, Save(card("W")))
        assert step.events == (Saved(0, card("W")),)
        assert (step.state.turn, step.state.stage, step.state.idle_turns) == (1, Stage.DRAW, 1)
        assert step.state.discard_pile == state.discard_pile
        assert refusal(position(["R1", "R2"], rules=rules), Save(card("R1"))) == "cannot_save"

    def test_no_card_is_saved_that_the_next_deal_needs(self) -> None:
        # 106 cards less 41 for the deal of four players.
        piles = [held(codes) for codes in SAVE_PILES]
        assert sum(map(len, piles)) == 64
        seats = {n: {"saved": pile} for n, pile in enumerate(piles)}
        state = position(["S W", "S W", "", ""], rules=MASTERS, seats=seats, draw="")
        step = after(state, Save(card("W")))
        assert refusal(replace(state, seats=step.seats, turn=1), Save(SKIP)) == "cannot_save"
        full = replace(step, stage=Stage.DEAL)
        dealt = after(full, DealHand())
        assert [len(seat.hand) for seat in dealt.seats] == [10] * 4
        assert (dealt.draw_pile, len(dealt.discard_pile)) == ((), 1)
        unlimited = replace(MASTERS, save_limit=False)
        beyond = replace(step, turn=1, game=replace(step.game, rules=unlimited), stage=Stage.PLAY)
        holding = replace(step.seats[1], hand=held("S R1"))
        beyond = replace(beyond, seats=(*step.seats[:1], holding, *step.seats[2:]))
        beyond = replace(after(beyond, Save(SKIP)), stage=Stage.DEAL)
        assert not legal_actions(beyond)
        assert refusal(beyond, DealHand()) == "cannot_deal"

    def test_saved_cards_stay_and_are_left_out_of_the_deck_and_never_count(self) -> None:
        state = self.table("R1", saved=held("W W"), groups=SETS_OF_3, completed=(1,))
        state = after(state, discard("R1"))
        assert isinstance(state.last_hand, HandEnded)
        assert state.last_hand.points[0] == 0
        dealt = after(state, DealHand())
        assert dealt.seats[0].saved == held("W W")
        assert all_cards(dealt) == deck_of(MASTERS)
        assert len(dealt.draw_pile) == 106 - 2 - 20 - 1


class TestTenHands:
    RULES = replace(CLASSIC, ten_hands=True)

    def test_everyone_moves_on_whether_or_not_they_completed_it(self) -> None:
        groups, seats = {0: [*SETS_OF_3]}, {0: {"completed": (1,)}}
        state = position(["R1", "R3"], rules=self.RULES, groups=groups, seats=seats)
        dealt = after(state, discard("R1"), DealHand())
        assert [seat.trying for seat in dealt.seats] == [2, 2]

    def test_totals_alone_rank_whatever_was_completed(self) -> None:
        seats = {
            0: {"total": 90, "completed": (1, 2, 3, 4, 5, 6, 7, 8, 9, 10)},
            1: {"total": 60, "completed": (1,)},
            2: {"total": 60, "completed": (1, 2, 3)},
            3: {"total": 10, "completed": ()},
        }
        state = position(
            ["R1", "R3", "B3", "W"],
            rules=self.RULES,
            groups={0: [*SETS_OF_3]},
            seats=seats,
            trying=[10] * 4,
            hand=10,
        )
        ended = apply(state, discard("R1")).events[-1]
        assert isinstance(ended, GameEnded)
        assert (ended.winners, ended.ranking) == ((3,), ((3,), (1, 2), (0,)))


ONE_COLOUR = with_option(CLASSIC, "runs", "one_colour")


def test_the_option_makes_all_runs_one_colour() -> None:
    assert ONE_COLOUR.runs is RunColours.ONE_COLOUR
    assert ONE_COLOUR.phases == CLASSIC.phases
    first = [str(phase) for phase in ONE_COLOUR.parsed_phases[:4]]
    assert first == ["S3+S3", "S3+RC4", "S4+RC4", "RC7"]
    assert ONE_COLOUR.parsed_phases[7:] == CLASSIC.parsed_phases[7:]


@pytest.mark.parametrize("rules", [varied(CLASSIC, "RC4"), varied(ONE_COLOUR, "R4")])
def test_a_run_of_several_colours_is_not_laid(rules: object) -> None:
    hand = "R4 R5 R6 B7 W"
    state = position([hand, "R1"], rules=rules)  # type: ignore[arg-type]
    assert refusal(state, Lay((laid("R", "R4 R5 R6 B7"),))) == "wrong_groups"
    assert after(state, Lay((laid("RC", "R4 R5 R6 W7"),))).actor.hand == held("B7")


def test_the_card_kept_for_the_discard_is_not_the_only_number_card() -> None:
    rules = replace(varied(CLASSIC, "RC3"), out_by_discard=True)
    hand = held("R5 W W W")
    whole = (laid("RC", "R5 W6 W7 W8"),)
    kept = with_one_kept(whole, hand, parse_phase("RC3"), rules)
    assert kept == (laid("RC", "R5 W6 W7"),)
    kept = with_one_kept((laid("RC", "W2 W3 W4 R5"),), hand, parse_phase("RC3"), rules)
    assert kept == (laid("RC", "W3 W4 R5"),)
    ends_in_red = (laid("R", "W2 W3 W4 R5"),)
    assert with_one_kept(ends_in_red, hand, parse_phase("R3"), rules) == (laid("R", "W3 W4 R5"),)
