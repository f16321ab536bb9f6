"""The rules of a turn and of a hand, sentence by sentence."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256

import pytest
from kit import HOST_DEALS, NAMES, SECRET, after, coded, held, laid, position, refusal

from bot.cards.actions import DealHand, Discard, Draw, Hit, Lay, Source
from bot.cards.cards import SKIP, WILD, card, table_card
from bot.cards.engine import abandon, apply, legal_actions, new_game
from bot.cards.events import Dealt, Discarded, Drew, GameEnded, HandEnded, Laid, Reshuffled, Skipped
from bot.cards.rulesets import CLASSIC
from bot.cards.state import Seat, Stage, State
from bot.core.errors import IllegalError, MalformedError, RuleSetError
from bot.core.events import TakeoverReason
from bot.core.states import take_over
from bot.dice.engine import Roll

PILE, TOP, NONE = Draw(Source.DRAW_PILE), Draw(Source.DISCARD_PILE), Draw(Source.NONE)
SETS_OF_3 = (laid("S", "R5 B5 G5"), laid("S", "R9 B9 G9"))


def discard(code: str, target: int | None = None) -> Discard:
    return Discard(card(code), target)


class TestDealing:
    def deal(self, players: int = 4) -> State:
        return after(new_game("g", HOST_DEALS, NAMES[:players], SECRET), DealHand())

    def test_cards_are_dealt_from_the_top_one_at_a_time_from_the_dealers_left(self) -> None:
        state = self.deal()
        shuffled = state.game.chance(0, CLASSIC.deck)
        from_top = shuffled[::-1]
        assert state.seats[1].hand == from_top[0:40:4]
        assert state.seats[2].hand == from_top[1:40:4]
        assert state.seats[3].hand == from_top[2:40:4]
        assert state.seats[0].hand == from_top[3:40:4]
        assert state.discard_pile == (from_top[40],)
        assert state.draw_pile == shuffled[:67]

    def test_seat_0_deals_first_where_the_host_deals_and_seat_1_plays_first(self) -> None:
        state = self.deal()
        assert (state.dealer, state.turn, state.hand) == (0, 1, 1)

    @pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
    def test_else_the_first_dealer_is_drawn_from_the_secret(self, players: int) -> None:
        for number in range(20):
            secret = number.to_bytes(32, "big")
            state = after(new_game("g", CLASSIC, NAMES[:players], secret), DealHand())
            block = sha256(secret + b"\xff\xff\xff\xff" + bytes(4)).digest()
            assert state.dealer == int.from_bytes(block[:8], "big") % players
            assert state.turn == (state.dealer + 1) % players or state.discard_pile == (SKIP,)

    def test_a_deal_ends_what_lasts_for_a_hand(self) -> None:
        seat = {
            "skipped": True,
            "protected_until": 0,
            "saved": held("R1"),
            "saved_this_hand": True,
            "drew_saved": True,
            "offered": True,
            "taken": held("R1"),
            "discarded": held("R3"),
            "declined": held("R4"),
            "groups": SETS_OF_3,
            "total": 35,
            "completed": (1,),
        }
        state = position(
            ["R1", "R2"],
            seats={1: seat},
            stage=Stage.DEAL,
            drawn=WILD,
            drew_nothing=(0,),
            out=(1,),
            idle_turns=9,
        )
        dealt = after(state, DealHand())
        kept = Seat(hand=dealt.seats[1].hand, trying=2, completed=(1,), total=35, saved=held("R1"))
        assert dealt.seats[1] == kept
        assert (dealt.drawn, dealt.drew_nothing, dealt.out, dealt.idle_turns) == (None, (), (), 0)

    def test_the_deal_moves_one_seat_left_each_hand(self) -> None:
        state = replace(self.deal(), stage=Stage.DEAL)
        following = after(state, DealHand())
        assert (following.dealer, following.hand, following.shuffles) == (1, 2, 2)

    @pytest.mark.parametrize("players", [0, 1, 7])
    def test_two_to_six_players(self, players: int) -> None:
        with coded(RuleSetError, "number_of_players"):
            new_game("g", CLASSIC, ("x",) * players, SECRET)


class TestDrawing:
    def test_from_the_draw_pile_its_top_card(self) -> None:
        state = position(["R1", "R2"], stage=Stage.DRAW, draw="B7 B8", discard="G5")
        step = apply(state, PILE)
        assert step.events == (Drew(0, Source.DRAW_PILE, card("B8")),)
        assert step.state.actor.hand == held("R1 B8")
        assert step.state.draw_pile == held("B7")

    def test_from_the_discard_pile_its_top_card(self) -> None:
        state = position(["R1", "R2"], stage=Stage.DRAW, draw="B7 B8", discard="G4 G5")
        step = apply(state, TOP)
        assert step.events == (Drew(0, Source.DISCARD_PILE, card("G5")),)
        assert step.state.discard_pile == held("G4")

    def test_a_skip_is_never_taken_from_the_discard_pile(self) -> None:
        state = position(["R1", "R2"], stage=Stage.DRAW, discard="R4 S")
        assert refusal(state, TOP) == "cannot_draw"
        assert list(legal_actions(state)) == [PILE]

    def test_an_empty_draw_pile_is_made_anew_at_the_moment_of_drawing(self) -> None:
        state = position(["R1", "R2"], stage=Stage.DRAW, draw="", discard="G1 G2 G3 W S G5")
        step = apply(state, PILE)
        pile = state.game.chance(1, held("G1 G2 G3 W S"))
        assert step.events == (Reshuffled(pile, held("G5")), Drew(0, Source.DRAW_PILE, pile[-1]))
        assert step.state.shuffles == 2
        assert step.state.discard_pile == held("G5")

    def test_one_card_under_a_skip_is_made_the_draw_pile(self) -> None:
        state = position(["R1", "R2"], stage=Stage.DRAW, draw="", discard="G1 S")
        assert list(legal_actions(state)) == [PILE]
        step = apply(state, PILE)
        drew = Drew(0, Source.DRAW_PILE, card("G1"))
        assert step.events == (Reshuffled(held("G1"), held("S")), drew)
        assert (step.state.draw_pile, step.state.discard_pile) == ((), held("S"))

    def test_with_only_one_discard_it_must_be_taken(self) -> None:
        state = position(["R1", "R2"], stage=Stage.DRAW, draw="", discard="G5")
        assert list(legal_actions(state)) == [TOP]

    @pytest.mark.parametrize("pile", ["", "S"])
    def test_who_can_draw_nothing_goes_on_without(self, pile: str) -> None:
        state = position(["R1 R3", "R2"], stage=Stage.DRAW, draw="", discard=pile)
        assert list(legal_actions(state)) == [NONE]
        step = apply(state, NONE)
        assert step.events == (Drew(0, Source.NONE, None),)
        assert (step.state.stage, step.state.turn) == (Stage.PLAY, 0)
        assert after(step.state, discard("R1")).turn == 1

    def test_a_hand_in_which_nobody_in_turn_could_draw_ends_with_nobody_out(self) -> None:
        state = position(["R1 R3 W", "R2 R10"], draw="", discard="", drew_nothing=(0, 1))
        step = apply(state, discard("R3"))
        assert step.events[1] == HandEnded(1, (), (30, 15), (30, 15), (False, False), (0, 0))

    def test_drawing_again_breaks_the_row_of_turns_without(self) -> None:
        hands = ["R1 R3", "R2 R4"]
        state = position(hands, stage=Stage.DRAW, draw="", discard="G5", drew_nothing=(1,))
        assert after(state, TOP).drew_nothing == ()


class TestLaying:
    def test_the_groups_leave_the_hand_and_lie_on_the_table(self) -> None:
        state = position(["R5 B5 G5 R9 B9 G9 R1 W", "R2"])
        step = apply(state, Lay(SETS_OF_3))
        assert step.events == (Laid(0, 1, SETS_OF_3),)
        assert step.state.actor.hand == held("R1 W")
        assert step.state.actor.groups == SETS_OF_3
        assert (step.state.turn, step.state.stage) == (0, Stage.PLAY)

    def test_once_a_hand(self) -> None:
        state = position(["R5 B5 G5 R9 B9 G9 R1 W", "R2"], groups={0: [*SETS_OF_3]})
        assert refusal(state, Lay(SETS_OF_3)) == "already_laid"
        assert not [action for action in legal_actions(state) if isinstance(action, Lay)]

    def test_the_hand_may_empty_itself_with_the_phase(self) -> None:
        state = position(["R5 B5 G5 R9 B9 G9", "R2 W"])
        step = apply(state, Lay(SETS_OF_3))
        assert step.events[1] == HandEnded(1, (0,), (0, 30), (0, 30), (True, False), (1, 0))


class TestHitting:
    def table(self, hand: str) -> State:
        return position([hand, "R2 R3 R4"], groups={0: [*SETS_OF_3], 1: [laid("R", "R4 R5 R6 R7")]})

    def test_on_ones_own_and_on_others_groups(self) -> None:
        state = self.table("Y5 Y8 W R1")
        state = after(state, Hit(0, 0, card("Y5")), Hit(1, 0, card("Y8")))
        assert state.actor.hand == held("W R1")
        assert state.seats[0].groups[0] == laid("S", "R5 B5 G5 Y5")
        assert state.seats[1].groups[0] == laid("R", "R4 R5 R6 R7 Y8")

    def test_only_after_ones_own_phase_is_down(self) -> None:
        state = position(["Y5 R1", "R2"], groups={1: [*SETS_OF_3]})
        assert refusal(state, Hit(1, 0, card("Y5"))) == "phase_not_down"

    @pytest.mark.parametrize(
        ("hit", "code"),
        [
            (Hit(0, 0, card("Y6")), "does_not_fit"),
            (Hit(1, 0, table_card("W9")), "does_not_fit"),
            (Hit(0, 2, card("Y5")), "no_such_group"),
            (Hit(0, -1, card("Y5")), "no_such_group"),
            (Hit(0, 0, card("G5")), "not_held"),
            (Hit(2, 0, card("Y5")), "no_such_seat"),
            (Hit(-1, 0, card("Y5")), "no_such_seat"),
        ],
    )
    def test_what_is_no_hit(self, hit: Hit, code: str) -> None:
        assert refusal(self.table("Y5 Y6 W"), hit) == code


class TestDiscarding:
    def test_one_card_ends_the_turn(self) -> None:
        state = position(["R1 R3", "R2"], discard="G5")
        step = apply(state, discard("R3"))
        assert step.events == (Discarded(0, card("R3"), None),)
        assert step.state.discard_pile == held("G5 R3")
        assert (step.state.turn, step.state.stage) == (1, Stage.DRAW)

    def test_a_plain_card_names_nobody(self) -> None:
        assert refusal(position(["R1 R3", "R2"]), discard("R3", 1)) == "bad_target"


class TestSkips:
    def test_the_named_player_loses_the_next_turn(self) -> None:
        state = position(["S R3", "R2", "R4"])
        state = after(state, discard("S", 1))
        assert state.turn == 2
        assert state.discard_pile[-1] is SKIP

    def test_a_player_further_on_loses_theirs_when_it_comes(self) -> None:
        state = position(["S R3", "R2 R5", "R4"])
        step = apply(after(state, discard("S", 2), PILE), discard("R2"))
        assert step.events[1] == Skipped(2)
        assert step.state.turn == 0

    def test_a_skip_must_name_somebody_who_may_be_named(self) -> None:
        state = position(["S R3", "R2", "R4"])
        assert refusal(state, discard("S")) == "bad_target"
        assert refusal(state, discard("S", 0)) == "bad_target"
        assert refusal(state, discard("S", 3)) == "no_such_seat"

    def test_with_two_players_one_has_the_next_turn_as_well(self) -> None:
        state = position(["S S R3", "R2"])
        assert [a for a in legal_actions(state) if a == discard("S", 1)]
        step = apply(state, discard("S", 1))
        assert step.events[1:] == (Skipped(1),)
        assert step.state.turn == 0

    def test_the_guard_is_lifted_by_a_lost_turn_too(self) -> None:
        state = position(["S R3", "S R2", "R4 R5"])
        step = apply(after(state, discard("S", 2), PILE), discard("S", 0))
        assert step.events[1:] == (Skipped(2), Skipped(0))
        assert step.state.turn == 1
        assert step.state.seats[2].protected_until is None
        assert step.state.seats[0].protected_until is None

    def test_a_skip_that_can_name_nobody_is_an_ordinary_discard(self) -> None:
        guards = {1: {"protected_until": 2}, 2: {"protected_until": 1}}
        state = position(["S R3", "R2", "R4"], seats=guards)
        step = apply(state, discard("S"))
        assert step.events == (Discarded(0, SKIP, None),)
        assert step.state.turn == 1

    def test_as_the_last_card_it_needs_no_target(self) -> None:
        state = position(["S", "R2"], groups={0: [*SETS_OF_3]})
        assert refusal(state, discard("S", 1)) == "bad_target"
        assert apply(state, discard("S")).state.out == (0,)


class TestGoingOut:
    def test_by_discarding_the_last_card(self) -> None:
        state = position(["R1", "R2 W S R10"], groups={0: [*SETS_OF_3]})
        step = apply(state, discard("R1"))
        assert step.events[1] == HandEnded(1, (0,), (0, 55), (0, 55), (True, False), (0, 0))
        assert step.state.stage is Stage.DEAL

    def test_by_hitting_the_last_card(self) -> None:
        state = position(["Y5", "R2"], groups={0: [*SETS_OF_3]})
        assert apply(state, Hit(0, 0, card("Y5"))).state.out == (0,)

    def test_totals_add_up_and_phases_move_on_for_those_who_laid(self) -> None:
        seats = {0: {"completed": (1,), "total": 40}, 1: {"total": 15}}
        state = position(["R1", "R2 W"], groups={0: [*SETS_OF_3]}, seats=seats)
        dealt = after(state, discard("R1"), DealHand())
        assert [seat.total for seat in dealt.seats] == [40, 45]
        assert [seat.trying for seat in dealt.seats] == [2, 1]
        assert [seat.groups for seat in dealt.seats] == [(), ()]


def last_hand(totals: list[int], done: list[int], hands: list[str], **more: object) -> State:
    """A hand that seat 0 can end by discarding R1, with this many phases completed by each."""
    seats = {
        number: {"completed": tuple(range(1, count + 1)), "total": total}
        for number, (total, count) in enumerate(zip(totals, done, strict=True))
    }
    groups = {number: [*SETS_OF_3] for number, count in enumerate(done) if count == 10}
    trying = [min(count + 1, 10) for count in done]
    return position(hands, seats=seats, groups={0: [*SETS_OF_3]} | groups, trying=trying, **more)


def ended(state: State) -> GameEnded:
    last = apply(state, discard("R1")).events[-1]
    assert isinstance(last, GameEnded)
    return last


class TestWinning:
    def test_the_last_phase_completed_at_the_end_of_a_hand_wins(self) -> None:
        end = ended(last_hand([100, 5, 5], [10, 9, 3], ["R1", "R2", "R3"]))
        assert (end.winners, end.reason) == ((0,), "completed")
        assert end.secret == SECRET.hex()

    def test_of_several_the_lowest_total_wins(self) -> None:
        end = ended(last_hand([100, 50, 5], [10, 10, 3], ["R1", "W W S", "R3"]))
        assert end.winners == (0,)
        end = ended(last_hand([100, 50, 5], [10, 10, 3], ["R1", "W", "R3"]))
        assert end.winners == (1,)

    def test_the_ranking_counts_phases_then_totals_and_equals_share(self) -> None:
        end = ended(last_hand([100, 95, 5, 0, 0, 20], [10, 9, 3, 3, 4, 9], ["R1", *["R2"] * 5]))
        assert end.ranking == ((0,), (5,), (1,), (4,), (3,), (2,))
        end = ended(last_hand([100, 5, 5], [10, 3, 3], ["R1", "R2", "R3"]))
        assert end.ranking == ((0,), (1, 2))

    def test_the_game_goes_on_while_nobody_has_completed_it(self) -> None:
        assert apply(last_hand([0, 0], [9, 9], ["R1", "R2"]), discard("R1")).state.result is None


class TestPlayOff:
    def tied(self) -> State:
        # Totals 55 and 50+5 are level; seat 2 has completed nothing and sits out.
        state = last_hand([55, 50, 0], [10, 10, 3], ["R1", "R2", "R3"])
        return after(state, discard("R1"))

    def test_level_players_alone_play_the_last_phase_again(self) -> None:
        state = self.tied()
        assert (state.stage, state.playoff, state.result) == (Stage.DEAL, True, None)
        step = apply(state, DealHand())
        dealt = step.events[0]
        assert isinstance(dealt, Dealt)
        assert dealt.playoff
        assert dealt.phases == (10, 10, None)
        assert [len(hand) for hand in dealt.hands] == [10, 10, 0]

    def test_a_seat_that_sits_out_is_passed_over_when_the_deal_moves_on(self) -> None:
        everything = {"completed": tuple(range(1, 11)), "total": 55}
        seats = {0: everything, 2: everything, 1: {"playing": False}, 3: {"playing": False}}
        hands = ["", "", "", ""]
        state = position(hands, seats=seats, stage=Stage.DEAL, playoff=True, dealer=0, draw="")
        dealt = after(state, DealHand())
        assert (dealt.dealer, dealt.turn) == (2, 0)
        again = after(replace(dealt, stage=Stage.DEAL), DealHand())
        assert (again.dealer, again.turn) == (0, 2)

    def playoff(self, hands: list[str], **more: object) -> State:
        level = {"completed": tuple(range(1, 11)), "total": 55}
        seats = {0: level, 1: level, 2: {"completed": (1,), "total": 5, "playing": False}}
        return position(
            hands,
            seats=seats,
            trying=[10, 10, None],
            playoff=True,
            **more,  # type: ignore[arg-type]
        )

    def test_the_first_to_go_out_wins_and_totals_are_frozen(self) -> None:
        state = self.playoff(["R1", "W W", ""], groups={0: [*SETS_OF_3]})
        step = apply(state, discard("R1"))
        completed, progress = (True, False, False), (10, 10, 1)
        assert step.events[1] == HandEnded(1, (0,), (0, 0, 0), (55, 55, 5), completed, progress)
        end = step.events[2]
        assert isinstance(end, GameEnded)
        assert (end.winners, end.reason) == ((0,), "playoff")
        assert end.ranking == ((0,), (1,), (2,))

    def test_those_who_sit_out_have_no_turn_and_cannot_be_named(self) -> None:
        state = self.playoff(["R2 R3", "S R4", ""], turn=1)
        assert after(state, discard("R4")).turn == 0
        assert refusal(state, discard("S", 2)) == "bad_target"

    def test_with_nobody_out_it_is_dealt_again(self) -> None:
        state = self.playoff(["R1 R3", "R2 R4", ""], draw="", drew_nothing=(0, 1))
        again = after(state, discard("R1"))
        assert (again.stage, again.playoff, again.result) == (Stage.DEAL, True, None)
        assert again.seats[2].playing is False


class TestTableMatters:
    def test_a_game_can_be_abandoned_with_nobody_the_winner(self) -> None:
        state = position(["R1 R3", "R2"], seats={1: {"completed": (1,)}})
        end = abandon(state).state.result
        assert (end.winners, end.ranking, end.reason) == ((), ((1,), (0,)), "abandoned")

    def test_a_game_that_is_over_stays_as_it_is(self) -> None:
        over = abandon(position(["R1 R3", "R2"])).state
        for refused in (
            lambda: abandon(over),
            lambda: take_over(over, 0, "computer", TakeoverReason.LEFT),
        ):
            with pytest.raises(IllegalError):
                refused()


def test_an_action_of_another_game_is_malformed() -> None:
    state = position(["S R1", "R2"])
    for action in (Roll(), "discard", None):
        assert action not in legal_actions(state)
        with pytest.raises(MalformedError, match="no_such_action"):
            apply(state, action)  # type: ignore[arg-type]


def test_each_action_raises_the_version_by_one() -> None:
    state = position(["R1 R3", "R2"])
    assert after(state, discard("R1"), PILE).version == state.version + 2
