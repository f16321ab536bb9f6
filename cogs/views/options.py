"""The host's private options of a lobby: edition, phases, single rules, turn limit."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import discord

from bot.i18n import Words
from bot.i18n.rulesets import edition_name, phases_name
from bot.model import Lobby
from bot.rules.editions import (
    CLASSIC,
    EDITIONS,
    NaturalCardsPer,
    RuleSet,
    RunColours,
    SaveDraw,
    SkipRule,
)
from bot.rules.variations import LONGEST_NOTATION, with_option
from bot.table.errors import TableError
from bot.table.lobbies import TURN_LIMITS
from bot.table.manager import GameManager
from cogs.text import bold, bullets
from cogs.variations import OF_PHASES, variation_name, variation_of, with_variation

from .base import FORM_FIELD, Click, Handler, Handlers, Option, Panel, container, menu, text
from .custom_ids import BadCustomIdError, CustomId, Verb, parse_index
from .lobby import fresh, limit_name, open_lobby

OWN = "own"
NUMBERS_OF_SKIPS = (0, 2, 4, 6, 8, 10, 12)
_CHOICES = {
    "skip_rule": SkipRule,
    "natural_cards_per": NaturalCardsPer,
    "runs": RunColours,
    "save_draw": SaveDraw,
}
_SWITCHES = ("opening_offer", "last_turn", "out_by_discard", "save_ends_turn", "ten_hands")
_OF_SAVE_PILE = ("save_draw", "save_ends_turn")


def options_panel(words: Words, lobby: Lobby) -> Panel:
    """Build the options with menus to change them; each menu leaves out what is set."""
    return Panel(container(text(*_lines(words, lobby)), *_menus(words, lobby)))


def _lines(words: Words, lobby: Lobby) -> list[str]:
    rules = lobby.rules
    return [
        f"### {words('lobby.options')}",
        f"{words('lobby.edition')}: {bold(edition_name(words, rules.edition))}",
        f"{words('lobby.phases')}: {phases_name(words, rules)}",
        f"{words('lobby.turn_limit')}: {limit_name(words, lobby.turn_limit)}",
        *_rule_lines(words, rules),
    ]


def _rule_lines(words: Words, rules: RuleSet) -> list[str]:
    differing = bullets(words, replace(rules, phases=CLASSIC.phases))
    if not differing:
        return [f"{words('lobby.rules')}: {words('lobby.as_printed')}"]
    return [f"{words('lobby.rules')}:", *differing]


def _menus(words: Words, lobby: Lobby) -> Iterator[discord.ui.ActionRow[Any]]:
    rules = lobby.rules
    editions = [(edition_name(words, each), each) for each in EDITIONS if each != rules.edition]
    yield menu(words("lobby.choose_edition"), fresh(lobby, Verb.EDITION), editions)
    phases = [(variation_name(words, v), v) for v in OF_PHASES if v != variation_of(rules)]
    phases.append((words("ruleset.choice.own"), OWN))
    yield menu(words("lobby.choose_variation"), fresh(lobby, Verb.VARIATION), phases)
    changes = list(_changes(words, rules))
    yield menu(words("lobby.choose_rule"), fresh(lobby, Verb.RULE), changes)
    limits = [(limit_name(words, each), str(each or 0)) for each in TURN_LIMITS]
    yield menu(words("lobby.choose_limit"), fresh(lobby, Verb.LIMIT), limits)
    computers = [(who.name, str(at)) for at, who in enumerate(lobby.seats) if who.user_id is None]
    if computers:
        yield menu(words("lobby.remove_computer"), fresh(lobby, Verb.REMOVE), computers)


def _changes(words: Words, rules: RuleSet) -> Iterator[Option]:
    """List the possible changes of single rules as labels and ``key=value``."""
    hidden = () if rules.save_pile else _OF_SAVE_PILE
    for key, values in _CHOICES.items():
        for value in values:
            if getattr(rules, key) != value and key not in hidden:
                yield words(f"ruleset.change.{key}.{value}"), f"{key}={value}"
    for key in _SWITCHES:
        if key in hidden:
            continue
        other = "no" if getattr(rules, key) else "yes"
        yield words(f"ruleset.change.{key}.{other}"), f"{key}={other}"
    for skips in NUMBERS_OF_SKIPS:
        if skips != rules.skips:
            yield words.plural("ruleset.change.skips", skips), f"skips={skips}"


def changed(rules: RuleSet, change: str) -> RuleSet:
    """Return rules with one option changed, given as ``key=value``.

    Raises:
        MalformedError: there is no such option, or no such value of it.
        RuleSetError: the combination cannot be played.
    """
    key, _, value = change.partition("=")
    if key == "ten_hands":
        # The variation can only switch it on.
        return replace(rules, ten_hands=_is_yes(value))
    return with_option(rules, key, value)


def _is_yes(value: str) -> bool:
    if value not in ("yes", "no"):
        raise BadCustomIdError("neither yes nor no")
    return value == "yes"


def with_edition(rules: RuleSet, edition: str) -> RuleSet:
    """Return the rules of another edition with the phases and number of hands of these rules.

    Raises:
        BadCustomIdError: there is no such edition.
    """
    preset = EDITIONS.get(edition)
    if preset is None:
        raise BadCustomIdError("no such edition")
    return replace(preset, phases=rules.phases, ten_hands=rules.ten_hands)


def _hosted(click: Click) -> tuple[GameManager, Lobby]:
    manager, lobby = open_lobby(click)
    if lobby.host_id != click.user_id:
        raise TableError("not_host")
    return manager, lobby


async def _open(click: Click) -> None:
    _, lobby = _hosted(click)
    await click.reply(options_panel(click.words, lobby))


async def _limit(click: Click) -> None:
    manager, _ = _hosted(click)
    seconds = parse_index(click.only, 1 + max(limit or 0 for limit in TURN_LIMITS))
    await click.defer()
    await _show(click, await manager.set_turn_limit(click.user_id, seconds or None))


def _rules_by(choice: Callable[[Click, RuleSet], RuleSet]) -> Handler:
    """Make a handler that gives the lobby the rules that a choice makes of its present ones."""

    async def handler(click: Click) -> None:
        await click.defer()
        manager, lobby = _hosted(click)
        rules = choice(click, lobby.rules)
        await _show(click, await manager.set_rules(click.user_id, rules))

    return handler


_edition = _rules_by(lambda click, rules: with_edition(rules, click.only))
_rule = _rules_by(lambda click, rules: changed(rules, click.only))
_phases = _rules_by(lambda click, rules: with_variation(click.words, rules, click.only))


async def _variation(click: Click) -> None:
    _, lobby = _hosted(click)
    if click.only == OWN:
        await click.interaction.response.send_modal(OwnPhasesForm(click.words, lobby))
    elif click.only in OF_PHASES:
        await _phases(click)
    else:
        raise BadCustomIdError("no such variation")


class OwnPhasesForm(discord.ui.Modal):
    """A form for phases in notation; the library does not keep it, so it survives restarts."""

    def __init__(self, words: Words, lobby: Lobby) -> None:
        meaning = CustomId(lobby.lobby_id, 0, Verb.OWN_PHASES)
        super().__init__(title=words("lobby.own_phases"), custom_id=str(meaning), timeout=None)
        field: discord.ui.TextInput[Any] = discord.ui.TextInput(
            placeholder=words("lobby.own_phases_hint"),
            default=", ".join(lobby.rules.phases) or None,
            max_length=LONGEST_NOTATION,
            custom_id=FORM_FIELD,
        )
        self.add_item(discord.ui.Label(text=words("lobby.own_phases_label"), component=field))
        self.stop()


async def _remove(click: Click) -> None:
    manager, lobby = _hosted(click)
    seat = parse_index(click.only, len(lobby.seats))
    await click.defer()
    await _show(click, await manager.remove_computer(click.user_id, seat))


async def _show(click: Click, lobby: Lobby) -> None:
    await click.interaction.edit_original_response(view=options_panel(click.words, lobby))


HANDLERS: Handlers = {
    Verb.OPTIONS: _open,
    Verb.LIMIT: _limit,
    Verb.EDITION: _edition,
    Verb.VARIATION: _variation,
    Verb.OWN_PHASES: _phases,
    Verb.RULE: _rule,
    Verb.REMOVE: _remove,
}
