"""Playouts: results that are pinned, and each step as the rules engine allows it."""

from __future__ import annotations

import ctypes
import hashlib
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from kit import NAMES, SECRET

from bot.model import Level
from bot.players import offered_levels, playable, playouts, strategy
from bot.players.hard import Hard
from bot.players.levels import Normal
from bot.players.playouts import can_be_played_on, playouts_of
from bot.players.situation import Situation
from bot.rules.actions import FROM_DISCARDS, FROM_PILE, Action, DealHand, Discard, Hit, Lay
from bot.rules.cards import SKIP, WILD, Card, full_deck, ordered, table_card
from bot.rules.editions import CLASSIC, EDITIONS, RuleSet
from bot.rules.engine import apply, legal_actions, new_game
from bot.rules.events import HandEnded
from bot.rules.groups import group
from bot.rules.phases import GroupKind
from bot.rules.state import Stage, State
from bot.rules.views import view_for

DECISIONS = 12
# The others' rules about discards that may not be taken and about last turns are simplified.
EXACT = ("classic", "modern", "el_chavo")
WITHOUT_SAVE_PILES = [name for name, rules in EDITIONS.items() if not rules.save_pile]
# Hashes of the ends of all choices of some decisions in 40 worlds.
PINNED = {
    ("classic", 2): "176448f26cd9f1f8",
    ("classic", 3): "b1c981d3712698d9",
    ("classic", 5): "79807dfb2b38b84c",
    ("anniversary40", 2): "86df1e164c5f4ad4",
    ("anniversary40", 3): "371484b5f3a6fc54",
    ("anniversary40", 5): "2991b8111cb7b694",
    ("modern", 2): "447b1af170d6b717",
    ("modern", 3): "5d81bd6ab91e8e88",
    ("modern", 5): "7717ce3e7a5f67c6",
    ("final_turn", 2): "faecb7c2214512f2",
    ("final_turn", 3): "ea3ac9850f7fecdb",
    ("final_turn", 5): "96c7680fea52b211",
}

needs_library = pytest.mark.skipif(
    not playouts.are_compiled(), reason="no C compiler was found when this was installed"
)


def decisions(rules: RuleSet, players: int, many: int, every: int = 1) -> Iterator[Situation]:
    """Some decisions that can be played on, of games between hard players."""
    return (here for _, here in states(rules, players, many, every))


def states(
    rules: RuleSet, players: int, many: int, every: int = 1
) -> Iterator[tuple[State, Situation]]:
    """The same with the states, in which every card is known."""
    state, count = new_game("g", rules, NAMES[:players], SECRET), 0
    while many:
        legal = legal_actions(state)
        if state.stage is Stage.DEAL:
            action = legal.plain[0]
        else:
            here = Situation(view_for(state, state.turn), legal)
            if can_be_played_on(here) and choices(here):
                count += 1
                if count % every == 0:
                    many -= 1
                    yield state, here
            # Hard's choices between equals differ in Python 3.12, which adds floats more exactly.
            action = Normal().choose(here.view, legal, Random(state.version))
        state = apply(state, action).state
        if state.over:
            state = new_game(f"g{count}", rules, NAMES[:players], SECRET)


def choices(here: Situation) -> list[Action]:
    """What can be played on."""
    actions: list[Action] = [each for each in here.legal.plain if isinstance(each, Discard)]
    if here.top not in {None, SKIP}:
        actions += [each for each in (FROM_PILE, FROM_DISCARDS) if each in here.legal.plain]
    return actions


@needs_library
@pytest.mark.parametrize(("edition", "players"), PINNED)
def test_the_same_seed_gives_the_ends_that_it_always_gave(edition: str, players: int) -> None:
    digest = hashlib.sha256()
    for here in decisions(EDITIONS[edition], players, DECISIONS, every=7):
        found = playouts_of(here)
        assert found is not None
        for ends in found.ends(choices(here), 40, 3):
            digest.update(repr(list(ends)).encode())
    assert digest.hexdigest()[:16] == PINNED[edition, players]


# ── each step in the rules engine ─────────────────────────────────────────────────────────────


class Step(ctypes.Structure):
    _fields_ = tuple((name, ctypes.c_int32) for name in ("what", "seat", "card", "where"))


DRAWS, TAKES, LAYS, HITS, DISCARDS = range(5)
MOST_STEPS = 1000


class Playout:
    """One playout, told step by step; seats count from the one that decides."""

    def __init__(self, here: Situation, action: Action, seed: int) -> None:
        found = playouts_of(here)
        assert found is not None
        hands = (ctypes.c_uint8 * (1 + playouts._HAND) * playouts._SEATS)()
        pile, steps = (ctypes.c_uint8 * (1 + 2 * playouts._DECK))(), (Step * MOST_STEPS)()
        library = playouts._library()
        assert library is not None
        play = found._play(action)
        given, seeded = ctypes.byref(found._decision), ctypes.c_uint64(seed)
        count = library.trace(given, seeded, ctypes.byref(play), hands, pile, steps)
        kinds = {code: card for card, code in playouts._codes(here.view.rules).items()}
        self.hands = [[kinds[code] for code in row[1 : 1 + row[0]]] for row in hands]
        self.pile = [kinds[code] for code in pile[1 : 1 + pile[0]]]
        self.steps = [
            (step.what, step.seat, kinds[step.card], step.where) for step in steps[:count]
        ]
        ((self.ends,),) = found.ends([action], 1, seed)


class Replay:
    """A playout repeated in the rules engine, which raises where it refuses a step."""

    def __init__(self, state: State, played: Playout) -> None:
        self._first, self._size = state.turn, len(state.seats)
        hands = dict(zip(map(self._seat, range(self._size)), played.hands, strict=False))
        seats = tuple(
            replace(seat, hand=tuple(ordered(hands[number])))
            for number, seat in enumerate(state.seats)
        )
        fresh = played.pile[len(played.pile) - len(state.draw_pile) :]
        self.state = replace(state, seats=seats, draw_pile=tuple(fresh))
        self.ended: HandEnded | None = None
        # Laid groups in the order of the playout, as owner and place.
        self._groups = [
            (owner, place)
            for owner, seat in enumerate(state.seats)
            for place, _ in enumerate(seat.groups)
        ]

    def _seat(self, number: int) -> int:
        return (self._first + number) % self._size

    def run(self, steps: list[tuple[int, int, Card, int]]) -> bool:
        """Whether all steps were repeated, none of which playouts simplify.

        They name players who may not be named again, and shuffle no discards.
        """
        at = 0
        while at < len(steps):
            what, seat, card, where = steps[at]
            at += 1
            assert self.ended is None
            assert self._seat(seat) == self.state.turn
            if what == LAYS:
                laid = [(card, where)]
                while at < len(steps) and steps[at][0] == LAYS:
                    laid.append((steps[at][2], steps[at][3]))
                    at += 1
                self._lay(laid)
            elif self._is_simplified(what, card, where):
                return False
            else:
                self._do(self._action(what, card, where))
                if what in (DRAWS, TAKES):
                    assert card in self.state.seats[self._seat(seat)].hand
        return True

    def _is_simplified(self, what: int, card: Card, where: int) -> bool:
        if what == DRAWS:
            return not self.state.draw_pile
        if what != DISCARDS or card is not SKIP or self._goes_out:
            return False
        view = view_for(self.state, self.state.turn)
        return not view.seats[self._seat(where)].may_be_named

    @property
    def _goes_out(self) -> bool:
        return len(self.state.seats[self.state.turn].hand) == 1

    def _do(self, action: Action) -> None:
        legal = legal_actions(self.state)
        assert action in legal, action
        step = apply(self.state, action)
        self.state = step.state
        self.ended = next((event for event in step.events if isinstance(event, HandEnded)), None)

    def _action(self, what: int, card: Card, where: int) -> Action:
        if what in (DRAWS, TAKES):
            return FROM_PILE if what == DRAWS else FROM_DISCARDS
        if what == DISCARDS:
            named = where != playouts._NOTHING and not self._goes_out
            return Discard(card, self._seat(where) if named else None)
        owner, place = self._groups[where]
        target = self.state.seats[owner].groups[place]
        (*_, best) = (option for option in target.places_for(card))
        return Hit(owner, place, best)

    def _lay(self, laid: list[tuple[Card, int]]) -> None:
        first, turn = laid[0][1], self.state.turn
        phase = self.state.game.phases[self.state.seats[turn].trying - 1]
        groups = []
        for place, spec in enumerate(phase.groups):
            cards = [card for card, where in laid if where == first + place]
            groups.append(group(spec.kind, on_table(spec.kind, cards)))
            self._groups.append((turn, place))
        self._do(Lay(tuple(groups)))


def on_table(kind: GroupKind, cards: list[Card]) -> list[Card]:
    """Cards in their order in a group, with what Wilds stand for."""
    at, natural = next((at, card) for at, card in enumerate(cards) if card.is_natural)
    if kind is GroupKind.COLOUR:
        return [table_card(f"W{natural.colour}") if card is WILD else card for card in cards]
    step = int(kind is GroupKind.RUN)
    numbers = [(natural.number or 0) + step * (place - at) for place in range(len(cards))]
    return [
        table_card(f"W{number}") if card is WILD else card
        for card, number in zip(cards, numbers, strict=True)
    ]


@needs_library
@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("edition", EXACT)
def test_every_step_is_legal_and_the_hand_ends_as_in_the_rules_engine(
    edition: str, players: int
) -> None:
    ended = 0
    for state, here in states(EDITIONS[edition], players, DECISIONS, every=7):
        for seed, action in enumerate(choices(here)):
            played = Playout(here, action, seed)
            replay = Replay(state, played)
            if not replay.run(played.steps) or replay.ended is None:
                continue
            ended += 1
            size, first = len(state.seats), state.turn
            for place, left in enumerate(played.ends):
                seat = (first + place) % size
                down = state.seats[seat].trying is None or replay.ended.completed[seat]
                points = replay.ended.points[seat]
                assert left == (points if down else -1 - points)
    assert ended > DECISIONS


@needs_library
def test_worlds_hold_what_was_seen_and_no_card_twice() -> None:
    for state, here in states(CLASSIC, 4, DECISIONS, every=11):
        view, deck = here.view, Counter(full_deck(CLASSIC.colours, CLASSIC.skips))
        laid = [card.held for seat in view.seats for group in seat.groups for card in group.cards]
        for seed in range(20):
            played = Playout(here, choices(here)[0], seed)
            assert ordered(played.hands[0]) == ordered(view.hand)
            for place, hand in enumerate(played.hands[:4]):
                seat = view.seats[(state.turn + place) % 4]
                assert len(hand) == seat.cards
                assert not Counter(seat.taken[: seat.cards]) - Counter(hand)
            fresh = played.pile[len(played.pile) - view.draw_pile :]
            hands = [card for hand in played.hands for card in hand]
            assert Counter([*hands, *fresh, *view.discard_pile, *laid]) == deck


@needs_library
@pytest.mark.parametrize("edition", WITHOUT_SAVE_PILES)
def test_players_who_have_laid_stay_so_and_one_hand_at_most_is_empty_but_for_last_turns(
    edition: str,
) -> None:
    rules = EDITIONS[edition]
    players = min(4, rules.max_players)
    for here in decisions(rules, players, 4 * DECISIONS):
        found = playouts_of(here)
        assert found is not None
        down = [bool(seat.groups) for seat in here.view.seats]
        down = down[here.mine.seat :] + down[: here.mine.seat]
        for row in found.ends(choices(here), 10, 1):
            for ends in row:
                assert all(end >= 0 for end, laid in zip(ends, down, strict=True) if laid)
                assert ends.count(0) <= (players if rules.last_turn else 1)


@needs_library
def test_the_same_seed_gives_the_same_worlds_for_each_choice() -> None:
    here = next(decisions(CLASSIC, 3, 1))
    found = playouts_of(here)
    assert found is not None
    action = choices(here)[0]
    rows = list(found.ends([action, action], 50, 7))
    assert all(one == other for one, other in rows)
    assert rows == list(found.ends([action, action], 50, 7))
    assert rows != list(found.ends([action, action], 50, 8))


# ── where nothing can be played on ────────────────────────────────────────────────────────────


@needs_library
def test_a_phase_with_runs_in_one_colour_is_not_played_on() -> None:
    rules = replace(CLASSIC, phases=("RC4+S3",))
    state = apply(new_game("g", rules, NAMES[:2], SECRET), DealHand()).state
    here = Situation(view_for(state, state.turn), legal_actions(state))
    assert not can_be_played_on(here)
    assert playouts_of(here) is None


def test_without_a_library_expert_is_not_offered_and_plays_as_hard(
    use: Callable[[Path], None], tmp_path: Path
) -> None:
    states_seen = [state for state, _ in _first_states(20)]
    use(tmp_path / "none.so")
    assert Level.EXPERT not in offered_levels()
    assert playable(Level.EXPERT) is Level.HARD
    for state in states_seen:
        view, legal = view_for(state, state.turn), legal_actions(state)
        expert = strategy(Level.EXPERT).choose(view, legal, Random(1))
        assert expert == strategy(Level.HARD).choose(view, legal, Random(1))


def _first_states(many: int) -> Iterator[tuple[State, Action]]:
    state = apply(new_game("g", CLASSIC, NAMES[:2], SECRET), DealHand()).state
    for _ in range(many):
        view, legal = view_for(state, state.turn), legal_actions(state)
        action = Hard().choose(view, legal, Random(state.version))
        yield state, action
        state = apply(state, action).state


@needs_library
def test_expert_is_offered_where_the_library_is() -> None:
    assert offered_levels() == tuple(Level)


# ── the library ───────────────────────────────────────────────────────────────────────────────


def test_the_library_is_that_of_the_source(use: Callable[[Path], None], tmp_path: Path) -> None:
    compilers = [name for name in ("cc", "gcc", "clang") if shutil.which(name)]
    installed, fresh = playouts.LIBRARY, tmp_path / "fresh.so"
    source = installed.with_name("playouts.c")
    command = ["-std=c11", "-O3", "-ffp-contract=off", "-shared", "-fPIC", "-o", fresh, source]
    if not compilers or subprocess.run([compilers[0], *command], check=False).returncode:  # noqa: S603
        pytest.skip("nothing can be compiled here")
    assert playouts.are_compiled(), "it is compiled when the program is installed"
    for here in decisions(CLASSIC, 3, DECISIONS, every=5):
        ends = []
        for library in (installed, fresh):
            use(library)
            found = playouts_of(here)
            assert found is not None
            ends.append(list(found.ends(choices(here), 50, 1)))
        assert ends[0] == ends[1]


@needs_library
def test_a_library_of_other_structures_is_not_used(
    use: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    use(playouts.LIBRARY)
    monkeypatch.setattr(playouts, "_Play", playouts._Group)
    assert not playouts.are_compiled()
