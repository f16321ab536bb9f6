"""Variations, lengths and single options: how a table changes the rule set of an edition."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from enum import StrEnum
from typing import Any

from bot.core.errors import MalformedError

from .phases import EVEN_PHASES, TEN_PHASES, parse_phase
from .rulesets import (
    MOST_SKIPS,
    NaturalCardsPer,
    RuleSet,
    RunColours,
    SaveDraw,
    SkipRule,
    checked,
    preset,
)

QUICK_PHASES = 3
LONGEST_NOTATION = 120
_SEPARATORS = re.compile(r"[,;\s]+")
_FIRST_PHASES = re.compile("phases=(0?[1-9]|10)")
_BLANKS_WITHIN = re.compile(r"\s*\+\s*|(?<=[A-Z])\s+(?=[0-9])")


def varied(rules: RuleSet, variation: str) -> RuleSet:
    """A rule set with one variation.

    A variation is ``ten_hands``, ``even_phases``, ``phases=n`` (1 to 10), or custom phases in
    notation such as ``S3+S3,R7,C7``.
    """
    if variation == "ten_hands":
        return checked(replace(rules, ten_hands=True))
    if variation == "even_phases":
        return checked(replace(rules, phases=EVEN_PHASES))
    if count := _FIRST_PHASES.fullmatch(variation):
        return checked(replace(rules, phases=TEN_PHASES[: int(count[1])]))
    if "=" in variation:
        raise MalformedError("bad_variation", variation=variation)
    return checked(replace(rules, phases=custom_phases(variation)))


def custom_phases(text: str) -> tuple[str, ...]:
    """Custom phases, separated by commas, semicolons or blanks; raises as :func:`parse_phase`.

    >>> custom_phases("s3 + r4; C7")
    ('S3+R4', 'C7')
    """
    if len(text) > LONGEST_NOTATION:
        raise MalformedError("bad_phase", notation=text, position=LONGEST_NOTATION)
    joined = _BLANKS_WITHIN.sub(lambda blanks: blanks[0].strip(), text.upper())
    return tuple(str(parse_phase(each)) for each in _SEPARATORS.split(joined) if each)


_YES_OR_NO = {"true": True, "yes": True, "false": False, "no": False}
OPTIONS: dict[str, Mapping[str, Any]] = {
    "skip_rule": {rule.value: rule for rule in SkipRule},
    "natural_cards_per": {per.value: per for per in NaturalCardsPer},
    "skips": {str(skips): skips for skips in range(MOST_SKIPS + 1)},
    "out_by_discard": _YES_OR_NO,
    "last_turn": _YES_OR_NO,
    "opening_offer": _YES_OR_NO,
    "runs": {colours.value: colours for colours in RunColours},
    "save_ends_turn": _YES_OR_NO,
    "save_draw": {draw.value: draw for draw in SaveDraw},
}
"""The options that a table may change, and the values of each as they are typed."""


def with_option(rules: RuleSet, key: str, text: str) -> RuleSet:
    """A rule set with one option changed, as typed ``key=text``."""
    if key not in OPTIONS:
        raise MalformedError("no_such_option", option=key, known=tuple(OPTIONS))
    if text not in OPTIONS[key]:
        raise MalformedError("bad_option", option=key, value=text, known=tuple(OPTIONS[key]))
    return checked(replace(rules, **{key: OPTIONS[key][text]}))


def with_options(rules: RuleSet, variations: Iterable[str], options: Iterable[str]) -> RuleSet:
    """A rule set with variations and ``key=value`` options, in the order given."""
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


def with_length(rules: RuleSet, length: Length) -> RuleSet:
    """A rule set with the phases of a length; its single options stay."""
    phases = preset(rules).phases
    count = QUICK_PHASES if length is Length.QUICK else len(phases)
    return replace(rules, phases=phases[:count], ten_hands=length is Length.TEN_HANDS)


def game_length(rules: RuleSet) -> Length | None:
    """The length of games under a rule set; None with other phases."""
    return next((length for length in Length if with_length(rules, length) == rules), None)


def phases_variation(rules: RuleSet) -> str:
    """The variation that gives the phases of a rule set; empty for custom phases."""
    if rules.phases == EVEN_PHASES:
        return "even_phases"
    count = len(rules.phases)
    return f"phases={count}" if rules.phases == TEN_PHASES[:count] else ""


def variation_text(rules: RuleSet) -> str:
    """How rules differ from their edition, as typed in a command; empty if they do not."""
    usual = preset(rules)
    words = []
    if rules.phases != usual.phases:
        words.append(phases_variation(rules) or ",".join(rules.phases))
    if rules.ten_hands:
        words.append("ten_hands")
    for key in OPTIONS:
        value = getattr(rules, key)
        if value != getattr(usual, key):
            words.append(f"{key}={str(value).lower()}")
    return " ".join(words)
