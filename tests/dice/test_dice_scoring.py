"""The best score of ten faces, against a search through all choices of dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, permutations, product
from random import Random

import pytest
from dice_kit import best_faces, lying, points_of

from bot.cards.phases import GroupKind, GroupSpec, Phase, parse_phase
from bot.dice.dice import COLOURS, FACES, Face
from bot.dice.editions import DICE
from bot.dice.scoring import best_scoring, is_sure, nearest_fit
from bot.dice.statistics import MOST_POINTS

PHASES = DICE.parsed_phases
MOST = (60, 57, 59, 49, 52, 54, 60, 57, 60, 62)
Group = tuple[tuple[int, object], ...]


def as_groups(dice: Sequence[int], faces: Sequence[Face], spec: GroupSpec) -> Iterator[Group]:
    """Every way in which exactly these dice are such a group."""
    if spec.kind is GroupKind.COLOUR:
        if len({faces[die].colour for die in dice}) == 1:
            yield tuple((die, faces[die].colour) for die in dice)
        return
    if spec.kind is GroupKind.SET:
        targets = [(number,) * spec.size for number in range(1, 11)]
        orders = [tuple(dice)]
    else:
        targets = [tuple(range(low, low + spec.size)) for low in range(1, 12 - spec.size)]
        natural = sorted((die for die in dice if faces[die].number), key=lambda d: faces[d].points)
        wild = [die for die in dice if not faces[die].number]
        everywhere = permutations(range(spec.size), len(wild))
        orders = [tuple(merged(natural, wild, places, spec.size)) for places in everywhere]
    for target, order in product(targets, orders):
        if all(faces[d].number in (None, n) for d, n in zip(order, target, strict=True)):
            yield tuple(zip(order, target, strict=True))


def merged(natural: list[int], wild: list[int], places: Sequence[int], size: int) -> list[int]:
    """Wild dice at these places, the natural ones in their order at the others."""
    rest = iter(natural)
    at = dict(zip(places, wild, strict=True))
    return [at[place] if place in at else next(rest) for place in range(size)]


def arrangements(dice: Sequence[int], faces: Sequence[Face], phase: Phase) -> list[list[Group]]:
    """Every way in which exactly these dice are the groups of a phase."""
    first, *others = phase.groups
    if not others:
        return [[group] for group in as_groups(dice, faces, first)]
    return [
        [one, two]
        for mine in combinations(dice, first.size)
        for one in as_groups(mine, faces, first)
        for two in as_groups([die for die in dice if die not in mine], faces, others[0])
    ]


def searched(faces: Sequence[Face], phase: Phase) -> tuple[tuple[Group, ...], int] | None:
    """The best groups and their points, by trying the choices of dice from the best on."""

    def points(dice: Sequence[int]) -> int:
        return sum(faces[die].points for die in dice)

    for dice in sorted(combinations(range(10), phase.size), key=lambda d: (-points(d), d)):
        found = arrangements(dice, faces, phase)
        if found:
            best = min(
                found,
                key=lambda groups: (
                    [die for group in groups for die, _ in group],
                    [str(meant).rjust(2) for group in groups for _, meant in group],
                ),
            )
            return tuple(best), points(dice)
    return None


def likely(rng: Random, phase: Phase) -> tuple[Face, ...]:
    """Faces that complete the phase more often than rolled ones."""
    colour, numbers = rng.choice(COLOURS), [None, *rng.sample(range(1, 11), 4)]
    run = phase.groups[-1].kind is GroupKind.RUN
    in_run = [*rng.sample(range(6), 6), *rng.sample([0, 1, 2, 3, 4, 5], 4)]

    def side(at: int, die: tuple[Face, ...]) -> Face:
        if phase.groups[0].kind is GroupKind.COLOUR:
            wanted = [face for face in die if face.colour is colour]
        elif run and (len(phase.groups) == 1 or rng.random() < 0.5):
            wanted = [die[in_run[at]]]
        else:
            wanted = [face for face in die if face.number in numbers]
        return rng.choice(wanted if wanted and rng.random() < 0.9 else die)

    return tuple(side(at, die) for at, die in enumerate(FACES))


@pytest.mark.parametrize("phase", PHASES, ids=str)
def test_the_best_score_is_that_of_all_choices_of_dice(phase: Phase) -> None:
    rng, successes = Random(str(phase)), 0
    for _ in range(100):
        faces = likely(rng, phase)
        found, wanted = best_scoring(faces, phase), searched(faces, phase)
        assert (found and (found.groups, found.points)) == wanted, faces
        successes += wanted is not None
        if successes == 6:
            break
    assert successes == 6


@pytest.mark.parametrize(("phase", "most"), list(zip(PHASES, MOST, strict=True)), ids=str)
def test_the_most_points_of_a_phase(phase: Phase, most: int) -> None:
    assert points_of(best_faces(phase), phase) == most == MOST_POINTS[PHASES.index(phase)]


@pytest.mark.parametrize("phase", PHASES, ids=str)
def test_a_phase_is_sure_if_each_roll_of_the_other_dice_completes_it(phase: Phase) -> None:
    rng = Random(str(phase))
    for _ in range(20):
        faces = likely(rng, phase)
        others = sorted(rng.sample(range(10), 2))
        kept = [die for die in range(10) if die not in others]
        after = (
            [
                *faces[: others[0]],
                one,
                *faces[others[0] + 1 : others[1]],
                two,
                *faces[others[1] + 1 :],
            ]
            for one in FACES[others[0]]
            for two in FACES[others[1]]
        )
        assert is_sure(faces, kept, phase) is all(best_scoring(each, phase) for each in after)


def test_wilds_and_any_die_are_sure_to_be_a_set() -> None:
    faces = lying("9 10 8 7 5 6 W W W 1")
    assert is_sure(faces, (0, 1, 2, 3, 6, 7, 8), parse_phase("S4+R4"))
    assert not is_sure(faces, (0, 1, 2, 3, 6, 7), parse_phase("S4+R4"))


@pytest.mark.parametrize(
    ("numbers", "phase", "fit"),
    [
        ("8 8 7 7 9 10 1 W 3 4", "S3+S3", [[2, 3, 7], [0, 1, None]]),
        ("5 6 7 9 9 9 1 2 W 1", "R8", [[7, 8, None, 0, 1, 2, None, 3]]),
        ("5 6 7 9 9 9 1 2 2 1", "S5+S2", [[3, 4, 5, None, None], [7, 8]]),
    ],
)
def test_the_nearest_fit_has_gaps(numbers: str, phase: str, fit: list[list[int | None]]) -> None:
    found = nearest_fit(lying(numbers), parse_phase(phase))
    assert [[die for die, _ in group] for group in found] == fit


def test_the_nearest_fit_of_a_complete_phase_is_its_best_score() -> None:
    rng = Random(7)
    for phase in PHASES:
        for _ in range(40):
            faces = likely(rng, phase)
            best, fit = best_scoring(faces, phase), nearest_fit(faces, phase)
            dice = [die for group in fit for die, _ in group if die is not None]
            assert len(dice) == len(set(dice))
            assert [len(group) for group in fit] == [spec.size for spec in phase.groups]
            if best is not None:
                assert fit == best.groups
            else:
                assert len(dice) < phase.size
