"""Names of variations, and what people type for them."""

from __future__ import annotations

from dataclasses import replace

from bot.games.errors import GameError, MalformedError, RuleSetError
from bot.games.states import AnyRules
from bot.i18n import Words
from bot.i18n.phrases import clip
from bot.i18n.rulesets import own_phases
from bot.rules.editions import FEWEST_PHASES, RuleSet, checked, custom_phases, varied
from bot.rules.phases import EVEN_PHASES, TEN_PHASES
from bot.systems import ALL_EDITIONS

# Discord accepts no longer value of a choice; longer input is submitted as typed.
LONGEST_VALUE = 100
TEN_HANDS, EVEN, ALL = "ten_hands", "even_phases", f"phases={len(TEN_PHASES)}"
FIRST = tuple(f"phases={count}" for count in range(FEWEST_PHASES, len(TEN_PHASES)))
NAMED = (TEN_HANDS, EVEN, *FIRST)
OF_PHASES = (ALL, EVEN, *FIRST)


def variation_name(words: Words, variation: str) -> str:
    """Return the name of one of the named variations."""
    if variation == ALL:
        return words("ruleset.choice.all_phases")
    _, _, count = variation.partition("=")
    if count:
        return words.plural("ruleset.choice.first", int(count))
    return words(f"ruleset.choice.{variation}")


def rules_named(edition: str) -> AnyRules:
    """Return the rules of an edition.

    Raises:
        MalformedError: ``no_such_edition``.
    """
    if edition not in ALL_EDITIONS:
        raise MalformedError("no_such_edition", edition=edition, known=tuple(ALL_EDITIONS))
    return ALL_EDITIONS[edition]


def variation_of(rules: RuleSet) -> str:
    """Return which variation of phases these rules have; empty for custom phases."""
    if rules.phases == EVEN_PHASES:
        return EVEN
    if rules.phases == TEN_PHASES[: len(rules.phases)]:
        return f"phases={len(rules.phases)}"
    return ""


def with_variation(words: Words, rules: AnyRules, typed: str) -> RuleSet:
    """Return rules with a variation: its id, its name in a language, or phases in notation.

    The notation may be in lower case.

    Raises:
        MalformedError: ``bad_variation``; ``bad_phase`` or ``phase_too_large`` with the
            ``position`` of the first wrong character in ``text``.
        RuleSetError: ``number_of_phases``, or ``no_variations`` in an edition without any.
    """
    if not isinstance(rules, RuleSet):
        raise RuleSetError("no_variations", edition=rules.edition)
    for each in (*NAMED, ALL):
        if typed.strip().casefold() in (each, variation_name(words, each).casefold()):
            return varied(rules, each)
    if typed.strip().startswith("phases="):
        return varied(rules, typed.strip())
    # Other letters can change the positions of errors when made upper case.
    notation = typed.upper() if typed.isascii() else typed
    try:
        return checked(replace(rules, phases=custom_phases(notation)))
    except MalformedError as error:
        raise MalformedError(error.code, **error.data | {"text": typed}) from None


def suggestions(words: Words, rules: RuleSet, typed: str) -> list[tuple[str, str]]:
    """Suggest variations for a prefix, as names and values; at most eleven."""
    start = typed.strip().casefold()
    found = [(variation_name(words, each), each) for each in NAMED]
    found = [(name, each) for name, each in found if start in name.casefold() or start in each]
    if found or len(typed) > LONGEST_VALUE:
        return found
    try:
        own = with_variation(words, rules, typed)
    except GameError:
        return []
    named = words("ruleset.choice.these", phases=own_phases(words, own))
    return [(clip(named), typed)]
