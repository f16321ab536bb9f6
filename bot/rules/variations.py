"""Variations, single options and lengths, as people write them: ``ten_hands``, ``skips=6``."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from enum import StrEnum
from typing import Any

from bot.games.errors import MalformedError

from .editions import (
    EDITIONS,
    MOST_SKIPS,
    NaturalCardsPer,
    RuleSet,
    RunColours,
    SaveDraw,
    SkipRule,
    checked,
)
from .phases import EVEN_PHASES, TEN_PHASES, parse_phase

FEWEST_PHASES = 1
LONGEST_NOTATION = 120


def varied(rules: RuleSet, variation: str) -> RuleSet:
    """A rule set with one variation.

    Args:
        rules: any rule set.
        variation: ``ten_hands``, ``even_phases``, ``phases=n`` (1 to 10), or custom phases
            in notation, separated by commas, such as ``S3+S3,R7,C7``.

    Raises:
        MalformedError: ``bad_variation``; for bad notation ``bad_phase`` with the ``position`` of
            the first wrong character in the whole text.
        RuleSetError: the combination cannot be played.
    """
    if variation == "ten_hands":
        return checked(replace(rules, ten_hands=True))
    if variation == "even_phases":
        return checked(replace(rules, phases=EVEN_PHASES))
    name, equals, count = variation.partition("=")
    if equals:
        return checked(replace(rules, phases=TEN_PHASES[: _count(variation, name, count)]))
    return checked(replace(rules, phases=custom_phases(variation)))


def _count(variation: str, name: str, count: str) -> int:
    if name != "phases" or not count.isdecimal() or not count.isascii() or len(count) > 2:
        raise MalformedError("bad_variation", variation=variation)
    if not FEWEST_PHASES <= int(count) <= len(TEN_PHASES):
        raise MalformedError("bad_variation", variation=variation)
    return int(count)


def custom_phases(text: str) -> tuple[str, ...]:
    """Custom phases from their notations, separated by commas (blanks around them are ignored).

    Raises:
        MalformedError: ``bad_phase`` or ``phase_too_large``, with the ``position`` in the text.
    """
    if len(text) > LONGEST_NOTATION:
        raise MalformedError("bad_phase", notation=text, position=LONGEST_NOTATION)
    phases, at = [], 0
    for part in text.split(","):
        notation = part.strip()
        start = at + len(part) - len(part.lstrip())
        try:
            parse_phase(notation)
        except MalformedError as error:
            at_fault: dict[str, object] = {"position": start + error.data.get("position", 0)}
            if error.code == "bad_phase":
                at_fault["notation"] = text
            raise MalformedError(error.code, **error.data | at_fault) from None
        phases.append(notation)
        at += len(part) + 1
    return tuple(phases)


def _yes_or_no(text: str) -> bool:
    try:
        return {"true": True, "yes": True, "false": False, "no": False}[text]
    except KeyError:
        raise ValueError(text) from None


def _skips(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 2 and int(text) <= MOST_SKIPS):
        raise ValueError(text)
    return int(text)


OPTIONS: dict[str, Callable[[str], Any]] = {
    "skip_rule": SkipRule,
    "natural_cards_per": NaturalCardsPer,
    "skips": _skips,
    "out_by_discard": _yes_or_no,
    "last_turn": _yes_or_no,
    "opening_offer": _yes_or_no,
    "runs": RunColours,
    "save_ends_turn": _yes_or_no,
    "save_draw": SaveDraw,
}
"""The single options that a table may change, each with how its text is read."""


def with_option(rules: RuleSet, key: str, text: str) -> RuleSet:
    """A rule set with one option changed, as written ``key=text``.

    Raises:
        MalformedError: ``no_such_option`` or ``bad_option``.
        RuleSetError: the combination cannot be played.
    """
    if key not in OPTIONS:
        raise MalformedError("no_such_option", option=key, known=tuple(OPTIONS))
    try:
        value = OPTIONS[key](text)
    except ValueError:
        raise MalformedError("bad_option", option=key, value=text) from None
    return checked(replace(rules, **{key: value}))


def with_options(rules: RuleSet, variations: Iterable[str], options: Iterable[str]) -> RuleSet:
    """A rule set with variations and ``key=value`` options, in the order given.

    Raises:
        MalformedError: as :func:`varied` and :func:`with_option`.
        RuleSetError: the combination cannot be played.
    """
    for variation in variations:
        rules = varied(rules, variation)
    for option in options:
        key, _, text = option.partition("=")
        rules = with_option(rules, key, text)
    return rules


class Length(StrEnum):
    """How long a game takes."""

    QUICK = "quick"
    EVENING = "evening"
    TEN_HANDS = "ten_hands"


_OF_LENGTH = {
    Length.QUICK: ("phases=3",),
    Length.EVENING: (f"phases={len(TEN_PHASES)}",),
    Length.TEN_HANDS: (f"phases={len(TEN_PHASES)}", "ten_hands"),
}


def with_length(rules: RuleSet, length: Length) -> RuleSet:
    """A rule set with the phases of a length; its single options stay."""
    return with_options(replace(rules, ten_hands=False), _OF_LENGTH[length], ())


def length_of(rules: RuleSet) -> Length | None:
    """The length that a rule set has; None for other phases."""
    return next((each for each in Length if with_length(rules, each) == rules), None)


def typed_variation(rules: RuleSet) -> str:
    """How rules differ from their edition, in the words of the command; empty if not."""
    preset = EDITIONS.get(rules.edition)
    words = []
    if rules.phases == EVEN_PHASES:
        words.append("even_phases")
    elif rules.phases == TEN_PHASES[: len(rules.phases)]:
        words += [f"phases={len(rules.phases)}"] if rules.phases != TEN_PHASES else []
    else:
        words.append(",".join(rules.phases))
    if rules.ten_hands:
        words.append("ten_hands")
    for key in OPTIONS:
        value = getattr(rules, key)
        if preset is not None and value != getattr(preset, key):
            words.append(f"{key}={str(value).lower()}")
    return " ".join(words)
