"""Rule sets: every option, the printed editions as presets, and rules as JSON."""

from __future__ import annotations

import json
from collections.abc import Container, Iterable
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from bot.core.errors import MalformedError, RecordError, RuleSetError
from bot.core.records import why
from bot.core.states import AnyRules

from .cards import Card, Colour, full_deck
from .phases import EVEN_PHASES, TEN_PHASES, Phase, parse_phase

FEWEST_PLAYERS = 2
MOST_PLAYERS = 6
MOST_SKIPS = 12
STALEMATE_TURNS = 40
MOST_STALEMATE_TURNS = 10_000
HERO_PHASE = "S5+S3"
FEWEST_PHASES = 1
FEWEST_RATED = 3
MOST_WAYS = 10_000
"""The most ways to fill the phases of a game, added up; computer players compare all of them."""


class SkipRule(StrEnum):
    """What a Skip does, and how long its target may not be named again (:mod:`bot.cards.skips`).

    ==========================  ====================  ====================  ====================
    event                       ``once_around``       ``in_front``          ``after_own_turn``
    ==========================  ====================  ====================  ====================
    a Skip names a seat         it goes onto the      it lies in front of   it goes onto the
                                discards; the seat    the seat, which is    discards; the seat
                                is protected          protected             is protected
    a player's turn begins,     the seats that this   –                     –
    taken or lost               player named are
                                free
    the seat's turn is lost     –                     the Skip goes onto    –
                                                      the discards; the
                                                      seat is free
    the seat's turn is taken    –                     –                     the seat is free
    a turned-up Skip costs the  not protected         not protected         protected
    first seat a turn
    it costs the second seat    protected until that  protected until that  protected until a
    a turn                      turn begins           turn is lost          turn of its own
    ==========================  ====================  ====================  ====================
    """

    ONCE_AROUND = "once_around"
    IN_FRONT = "in_front"
    AFTER_OWN_TURN = "after_own_turn"


class NaturalCardsPer(StrEnum):
    """Whether each phase or each group needs a natural card."""

    PHASE = "phase"
    GROUP = "group"


class RunColours(StrEnum):
    """The colours that the cards of a run may have."""

    ANY = "any"
    ONE_COLOUR = "one_colour"


class FirstDealer(StrEnum):
    """Who deals the first hand: the first seat, or a seat drawn from the secret."""

    HOST = "host"
    DRAWN = "drawn"


class OpeningSkip(StrEnum):
    """Who loses a turn by a turned-up Skip: the first player or the next one."""

    FIRST = "first"
    SECOND = "second"


class SaveDraw(StrEnum):
    """Which card of the own save pile may be drawn."""

    TOP = "top"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class RuleSet(AnyRules):
    """Every option of the game; the engine looks at these, never at an edition's name."""

    min_players = FEWEST_PLAYERS
    hand_size = 10
    first_dear_number = 10  # the lowest number that costs more than those below it

    edition: str  # id of the preset it started from
    colours: tuple[Colour, ...]  # colours of the deck, in deck order
    skips: Annotated[int, Field(ge=0, le=MOST_SKIPS)] = 4  # how many Skips are in the deck
    skip_rule: SkipRule = SkipRule.ONCE_AROUND
    natural_cards_per: NaturalCardsPer = NaturalCardsPer.PHASE
    phases: tuple[str, ...] = TEN_PHASES  # the phases in notation, in the order they are tried
    ten_hands: bool = False  # as many hands as phases, and all players move on after each
    max_players: int = MOST_PLAYERS
    hero_number: int | None = None  # a number (or a Wild) that the phase ``HERO_PHASE`` must hold
    opening_offer: bool = False  # whether the turned-up card is offered before the first turn
    last_turn: bool = False  # whether the others have one last turn after a player goes out
    out_by_discard: bool = False  # whether going out takes a final discard
    choose_phase: bool = False  # whether players declare the phase they try, in any order
    save_pile: bool = False  # whether one card per hand may be set aside and drawn later
    # The options from here on were added later, see ADDED_OPTIONS. The default of such an option is
    # how the game was played before.
    runs: RunColours = RunColours.ANY
    first_dealer: FirstDealer = FirstDealer.HOST
    # How many turns per playing seat without a lay or hit end a hand.
    stalemate_turns: Annotated[int, Field(ge=1, le=MOST_STALEMATE_TURNS)] | None = None
    opening_skip: OpeningSkip = OpeningSkip.FIRST
    save_limit: bool = False  # whether enough cards must remain for the next deal
    save_ends_turn: bool = False  # whether saving a card replaces the discard
    save_draw: SaveDraw = SaveDraw.TOP

    def __hash__(self) -> int:
        # Rules are looked up at each decision, and different rules mostly differ in these.
        return hash((self.edition, self.phases, self.skips))

    @property
    def deck(self) -> tuple[Card, ...]:
        """Every card of the game, in canonical order."""
        return full_deck(self.colours, copies=2, wilds=8, skips=self.skips)

    def points(self, card: Card) -> int:
        if card.is_wild:
            return 25
        if card.number is None:
            return 15
        return 10 if card.number >= self.first_dear_number else 5

    def points_in_hand(self, held: Iterable[Card]) -> int:
        return sum(map(self.points, held))

    @property
    def for_fun(self) -> bool:
        """With fewer than three phases, or with other ones than all, the first, or the even."""
        usual = self.phases in (EVEN_PHASES, TEN_PHASES[: len(self.phases)])
        return not usual or len(self.phases) < FEWEST_RATED

    def usual_turns(self, players: int) -> float:
        """About how many turns a game takes; fitted to simulated games of two to six players."""
        hands = len(self.phases) * (1 if self.ten_hands else 0.8 + 0.16 * players)
        return hands * (17 + 1.3 * players)

    def hero_in(self, phase: Phase) -> int | None:
        """The number that this phase must hold, or a Wild instead; None without such a rule."""
        if self.hero_number is None or str(phase) != HERO_PHASE:
            return None
        return self.hero_number

    @property
    def parsed_phases(self) -> tuple[Phase, ...]:
        """The phases as data, with their runs in one colour if the rules say so."""
        parsed = tuple(map(parse_phase, self.phases))
        if self.runs is RunColours.ONE_COLOUR:
            return tuple(phase.in_one_colour for phase in parsed)
        return parsed


_OF_FIRST_RECORDS = {
    *("edition", "colours", "skips", "skip_rule", "natural_cards_per", "phases", "ten_hands"),
    *("max_players", "hero_number", "opening_offer", "last_turn", "out_by_discard"),
    *("choose_phase", "save_pile"),
}
ADDED_OPTIONS: dict[str, Any] = {
    option.name: option.default
    for option in fields(RuleSet)
    if option.name not in _OF_FIRST_RECORDS
}
"""The options that records of earlier versions do not have, with the earlier behaviour."""

_RED = Colour.RED
_BLUE = Colour.BLUE
_YELLOW = Colour.YELLOW
_GREEN = Colour.GREEN
_FOUR = (_RED, _BLUE, _YELLOW, _GREEN)

CLASSIC = RuleSet("classic", _FOUR, first_dealer=FirstDealer.DRAWN, stalemate_turns=STALEMATE_TURNS)
ANNIVERSARY40 = replace(
    CLASSIC,
    edition="anniversary40",
    colours=(_GREEN, _YELLOW, Colour.ORANGE, _RED),
    skip_rule=SkipRule.IN_FRONT,
)
MODERN = replace(
    CLASSIC,
    edition="modern",
    colours=(_BLUE, _GREEN, _RED, _YELLOW),
    skip_rule=SkipRule.AFTER_OWN_TURN,
)
EL_CHAVO = replace(CLASSIC, edition="el_chavo", hero_number=8)
FINAL_TURN = replace(
    CLASSIC,
    edition="final_turn",
    opening_offer=True,
    opening_skip=OpeningSkip.SECOND,
    last_turn=True,
    out_by_discard=True,
)
MASTERS = replace(
    CLASSIC,
    edition="masters",
    skips=2,
    max_players=4,
    choose_phase=True,
    save_pile=True,
    save_limit=True,
)

_PRESETS = (CLASSIC, ANNIVERSARY40, MODERN, EL_CHAVO, FINAL_TURN, MASTERS)
EDITIONS: dict[str, RuleSet] = {rules.edition: rules for rules in _PRESETS}


def edition(name: str) -> RuleSet:
    """The preset of an edition; raises the MalformedError ``no_such_edition``."""
    try:
        return EDITIONS[name]
    except KeyError:
        raise MalformedError("no_such_edition", edition=name, known=tuple(EDITIONS)) from None


def preset(rules: RuleSet) -> RuleSet:
    """The preset from which a rule set started, the classic one if that is no longer known."""
    return EDITIONS.get(rules.edition, CLASSIC)


def checked(rules: RuleSet) -> RuleSet:
    """Return the rule set if a game can begin with it.

    Raises the RuleSetErrors ``number_of_phases``, ``number_of_skips``, ``four_colours``,
    ``number_of_players`` or ``too_many_ways``, and MalformedError as :func:`parse_phase` does.
    """
    _check_values(rules)
    ways = [phase.ways for phase in rules.parsed_phases]
    if sum(ways) > MOST_WAYS:
        worst = ways.index(max(ways))
        raise RuleSetError("too_many_ways", number=worst + 1, notation=rules.phases[worst])
    return rules


def _check_values(rules: RuleSet) -> None:
    """Check what a stored or recorded rule set must fulfil, too."""
    if not 1 <= len(rules.phases) <= 10:
        raise RuleSetError("number_of_phases", phases=len(rules.phases))
    if not 0 <= rules.skips <= MOST_SKIPS:
        raise RuleSetError("number_of_skips", skips=rules.skips, most=MOST_SKIPS)
    if len(rules.colours) != 4 or len(set(rules.colours)) != 4:
        raise RuleSetError("four_colours", colours=rules.colours)
    if not FEWEST_PLAYERS <= rules.max_players <= MOST_PLAYERS:
        raise RuleSetError("number_of_players", players=rules.max_players)
    for notation in rules.phases:
        parse_phase(notation)


# ── as JSON: in records, stored lobbies and preferences ────────────────────────────────────────


_ADAPTER = TypeAdapter(RuleSet)
_REQUIRED = ("colours", "skips", "skip_rule", "natural_cards_per", "ten_hands")


def rules_json(rules: RuleSet) -> dict[str, Any]:
    """A rule set as JSON data; ``changes`` lists what differs from its edition's preset.

    Options that were added later are left out while they have their earlier meaning.
    """
    options = _json_ready(rules)
    earlier = {key for key, value in ADDED_OPTIONS.items() if options[key] == value}
    kept = {key: value for key, value in options.items() if key not in earlier}
    return kept | {"changes": _changes(rules, kept)}


def parse_rules(data: dict[str, Any]) -> RuleSet:
    """The rule set of a lobby or a preference; the edition gives missing options."""
    return _parsed(data, str(data.get("edition")), {})


def recorded_rules(data: dict[str, Any], edition_id: str) -> RuleSet:
    """The rule set of a record; options added since it was written have their earlier meaning."""
    return _parsed(data, edition_id, ADDED_OPTIONS)


def _parsed(data: dict[str, Any], edition_id: str, missing: dict[str, Any]) -> RuleSet:
    if lacking := [key for key in _REQUIRED if key not in data]:
        raise RecordError("bad_rules", why=f"{lacking[0]} is missing")
    try:
        whole = _json_ready(edition(edition_id)) | missing | data
        rules = _ADAPTER.validate_json(json.dumps(whole), strict=True)
        _check_values(rules)
    except (ValueError, TypeError) as error:
        raise RecordError("bad_rules", why=why(error)) from error
    if rules.edition != edition_id:
        raise RecordError("bad_rules", why=f"edition is {rules.edition!r} here")
    if "changes" in data and data["changes"] != (changes := _changes(rules, data)):
        raise RecordError("bad_rules", why=f"changes are {changes!r}")
    return rules


def _changes(rules: RuleSet, keys: Container[str]) -> dict[str, Any]:
    """The options, of these keys, that differ from the edition's preset."""
    options = _json_ready(rules)
    preset = _json_ready(edition(rules.edition))
    return {key: options[key] for key in options if key in keys and options[key] != preset[key]}


def _json_ready(rules: RuleSet) -> dict[str, Any]:
    ready: dict[str, Any] = _ADAPTER.dump_python(rules, mode="json")
    return ready
