"""The compiled playouts: as those in Python, within their bounds, and not needed."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import replace
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, variance

import pytest
from kit import NAMES, SECRET

from bot.players import compiled
from bot.players.compiled import Ends, compiled_playouts
from bot.players.expert import Expert, is_known, playing
from bot.players.hard import Hard
from bot.players.situation import Situation
from bot.players.worlds import Worlds
from bot.rules.actions import FROM_DISCARDS, FROM_PILE, Action, Discard
from bot.rules.cards import SKIP
from bot.rules.editions import CLASSIC, EDITIONS, RuleSet
from bot.rules.engine import apply, legal_actions, new_game
from bot.rules.state import Stage
from bot.rules.views import view_for

WORLDS, PYTHON_WORLDS = 4000, 250
DECISIONS = 12
LARGEST, MOST_VARIED = 4.5, 1.4
"""Bounds of how far means may be apart, in standard errors: of one, and of their squares' mean."""

needs_library = pytest.mark.skipif(
    not compiled.is_available(), reason="no C compiler was found when this was installed"
)


def decisions(rules: RuleSet, players: int, many: int, every: int = 1) -> Iterator[Situation]:
    """Some decisions that can be played on, of games between hard players."""
    state, at = new_game("g", rules, NAMES[:players], SECRET), 0
    while many:
        legal = legal_actions(state)
        if state.stage is Stage.DEAL:
            action = legal.plain[0]
        else:
            here = Situation(view_for(state, state.turn), legal)
            if is_known(here) and choices(here):
                at += 1
                if at % every == 0:
                    many -= 1
                    yield here
            action = Hard().choose(here.view, legal, Random(state.version))
        state = apply(state, action).state
        if state.over:
            state = new_game(f"g{at}", rules, NAMES[:players], SECRET)


def choices(here: Situation) -> list[Action]:
    """What can be played on."""
    found: list[Action] = [each for each in here.legal.plain if isinstance(each, Discard)]
    if here.top not in {None, SKIP}:
        found += [each for each in (FROM_PILE, FROM_DISCARDS) if each in here.legal.plain]
    return found


def ends_in_python(here: Situation, action: Action, worlds: int) -> list[Ends]:
    """The ends of playouts in Python."""
    drawn, rng, found = Worlds(here), Random(5), list[Ends]()
    for _ in range(worlds):
        world = drawn.draw(rng)
        playing(here.view, action)(world)
        points = [(seat, sum(card.points for card in seat.cards)) for seat in world.seats]
        found.append(tuple(-1 - left if seat.goal else left for seat, left in points))
    return found


def test_the_library_is_that_of_the_source(use: Callable[[Path], None], tmp_path: Path) -> None:
    compilers = [name for name in ("cc", "gcc", "clang") if shutil.which(name)]
    installed, fresh = compiled.LIBRARY, tmp_path / "fresh.so"
    source = installed.with_name("playouts.c")
    command = ["-std=c11", "-O3", "-ffp-contract=off", "-shared", "-fPIC", "-o", fresh, source]
    if not compilers or subprocess.run([compilers[0], *command], check=False).returncode:  # noqa: S603
        pytest.skip("nothing can be compiled here")
    assert compiled.is_available(), "it is compiled when the program is installed"
    for here in decisions(CLASSIC, 3, DECISIONS, every=5):
        ends = []
        for library in (installed, fresh):
            use(library)
            playouts = compiled_playouts(here)
            assert playouts is not None
            ends.append(list(playouts.ends(choices(here), 50, 1)))
        assert ends[0] == ends[1]


@needs_library
@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("edition", ["classic", "final_turn"])
def test_hands_end_as_those_played_in_python(edition: str, players: int) -> None:
    apart = []
    for here in decisions(EDITIONS[edition], players, DECISIONS, every=7):
        action = choices(here)[0]
        playouts = compiled_playouts(here)
        assert playouts is not None
        quick = [ends for (ends,) in playouts.ends([action], WORLDS, 3)]
        slow = ends_in_python(here, action, PYTHON_WORLDS)
        for seat in range(players):
            for figure in (_is_down, _points):
                one, other = ([figure(ends[seat]) for ends in each] for each in (quick, slow))
                error = sqrt(variance(one + other) * (1 / len(one) + 1 / len(other)))
                apart.append((fmean(one) - fmean(other)) / error if error else 0.0)
    assert max(map(abs, apart)) <= LARGEST
    assert fmean(each**2 for each in apart) <= MOST_VARIED


def _is_down(end: int) -> float:
    return float(end >= 0)


def _points(end: int) -> float:
    return float(end if end >= 0 else -1 - end)


@needs_library
@pytest.mark.parametrize("edition", EDITIONS)
def test_who_has_laid_stays_so_and_one_hand_at_most_is_empty_but_for_last_turns(
    edition: str,
) -> None:
    rules = EDITIONS[edition]
    players = min(4, rules.max_players)
    for here in decisions(rules, players, 4 * DECISIONS) if not rules.save_pile else ():
        playouts = compiled_playouts(here)
        assert playouts is not None
        down = [bool(seat.groups) for seat in here.view.seats]
        down = down[here.mine.seat :] + down[: here.mine.seat]
        for row in playouts.ends(choices(here), 10, 1):
            for ends in row:
                assert all(end >= 0 for end, laid in zip(ends, down, strict=True) if laid)
                assert ends.count(0) <= (players if rules.last_turn else 1)


@needs_library
def test_the_same_seed_gives_the_same_worlds_for_each_choice() -> None:
    here = next(decisions(CLASSIC, 3, 1))
    playouts = compiled_playouts(here)
    assert playouts is not None
    action = choices(here)[0]
    rows = list(playouts.ends([action, action], 50, 7))
    assert all(one == other for one, other in rows)
    assert rows == list(playouts.ends([action, action], 50, 7))
    assert rows != list(playouts.ends([action, action], 50, 8))


@needs_library
def test_a_phase_with_runs_in_one_colour_is_left_to_python() -> None:
    rules = replace(CLASSIC, phases=("RC4+S3",))
    assert all(compiled_playouts(here) is None for here in decisions(rules, 2, 3))


def test_expert_decides_without_it(
    use: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    use(tmp_path / "none.so")
    monkeypatch.setattr(Expert, "rounds", (2, 2, 4))
    for here in decisions(CLASSIC, 2, 10):
        assert compiled_playouts(here) is None
        assert Expert().choose(here.view, here.legal, Random(1)) in here.legal


@needs_library
def test_a_library_of_other_structures_is_not_used(
    use: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    use(compiled.LIBRARY)
    monkeypatch.setattr(compiled, "_Play", compiled._Group)
    assert not compiled.is_available()
