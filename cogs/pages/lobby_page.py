"""The public message of a lobby, and the question before it is closed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.cards.rulesets import CLASSIC, RuleSet
from bot.cards.variations import Length, game_length, phases_variation, with_length
from bot.game_types import GAME_TYPES_BY_NAME
from bot.i18n import Translator
from bot.i18n.alt import seat_role
from bot.i18n.rulesets import house_rules, length_name, particulars, title
from bot.preferences import ServerPreferences
from bot.seating import Level, Lobby
from bot.table.lobbies import host_name
from cogs.base.custom_ids import CustomId, Verb
from cogs.base.screens import (
    DANGER,
    PRIMARY,
    SUCCESS,
    Button,
    Drawing,
    Menu,
    Part,
    Screen,
    question_screen,
)
from cogs.base.text import bold, bullets, clock_time, escaped, moment, relative, small

from .table_page import for_fun, series_line

MOST_RULES = 4  # house rules below the picture of a lobby; *Options* has all
NOTHING_CHOSEN = ServerPreferences()


def limit_name(words: Translator, seconds: int | None) -> str:
    return words(f"lobby.limit.{seconds or 0}")


def take_back_rule(words: Translator, lobby: Lobby) -> str:
    allowed = "yes" if lobby.may_take_back else "no"
    return words(f"ruleset.take_back.{allowed}")


def lobby_screen(
    words: Translator,
    lobby: Lobby,
    server: ServerPreferences = NOTHING_CHOSEN,
    drawing: Drawing | None = None,
    now: float = 0.0,
) -> Screen:
    """Build the public message of a lobby; the text adds to the picture and repeats nothing."""
    special = " · ".join(_special(words, lobby))
    lines = [_awaited(words, lobby), *_notes(words, lobby, now)]
    lines += [small(special)] if special else []
    lines += [small(f"• {rule}") for rule in house_rules(words, lobby.rules)[:MOST_RULES]]
    if isinstance(lobby.rules, RuleSet):
        lines.append(small(" · ".join(_length(words, each) for each in Length)))
    parts = _parts(words, lobby, server)
    screen = Screen.of(lines, *parts, drawings=[drawing], in_words=_in_words(words, lobby, now))
    return replace(screen, text_below=True)


def _length(words: Translator, length: Length) -> str:
    about = words(f"settings.explained.length.{length}")
    return words("settings.line", name=words(f"lobby.length.{length}"), value=about)


def _in_words(words: Translator, lobby: Lobby, now: float) -> list[str]:
    chosen = f"{title(words, lobby.rules)} · {limit_name(words, lobby.turn_limit)}"
    rules = map(small, bullets(words, lobby.rules))
    seats = [
        f"{at}\\. {' · '.join((bold(escaped(seat.name)), *seat_role(words, lobby, seat)))}"
        for at, seat in enumerate(lobby.seats, 1)
    ]
    lines = [f"## {words('lobby.title')}", chosen, *rules, "", *seats, _awaited(words, lobby)]
    return [*lines, *_notes(words, lobby, now)]


def _awaited(words: Translator, lobby: Lobby) -> str:
    if lobby.begins_at is not None:
        when = relative(lobby.begins_at)
        return words("lobby.begins", time=moment(lobby.begins_at), when=when)
    if len(lobby.seats) < lobby.rules.min_players:
        return words("lobby.needs_more")
    return words("lobby.host_starts", host=bold(escaped(host_name(lobby))))


def _notes(words: Translator, lobby: Lobby, now: float) -> list[str]:
    names = [escaped(seat.name) for seat in lobby.seats]
    series = series_line(words, names, [seat.wins for seat in lobby.seats])
    notes = [*filter(None, [series]), *for_fun(words, lobby.rules)]
    if lobby.call_at is not None and now < lobby.call_at:
        notes.append(small(words("lobby.will_call")))
    usual = replace(lobby, take_back=None).may_take_back
    if isinstance(lobby.rules, RuleSet) and lobby.may_take_back != usual:
        notes.append(small(take_back_rule(words, lobby)))
    until = clock_time if lobby.begins_at is None else moment
    invited: dict[str, list[str]] = {}
    for guest in lobby.invited(now):
        invited.setdefault(until(guest.until), []).append(bold(escaped(guest.name)))
    guests = [
        words("lobby.invited", name=words.list(names), when=when) for when, names in invited.items()
    ]
    out = [bold(escaped(guest.name)) for guest in lobby.guests if guest.out]
    if out:
        guests.append(words("lobby.taken_out", names=words.list(out)))
    return [*notes, *map(small, guests)]


def joined_line(words: Translator, lobby: Lobby, now: float) -> str | None:
    """Say to a person who has joined when the game begins; None without an appointment."""
    if lobby.begins_at is None:
        return None
    is_called = lobby.call_at is not None and now < lobby.call_at
    return words(
        "lobby.joined_appointment" if is_called else "lobby.joined_soon",
        when=relative(lobby.begins_at),
        time=moment(lobby.begins_at),
        leave=words("lobby.leave"),
    )


def _special(words: Translator, lobby: Lobby) -> Iterator[str]:
    """Name the particulars of the rules except their length, and the turn limit."""
    rules = lobby.rules
    if isinstance(rules, RuleSet):
        if game_length(rules) is not None:
            rules = with_length(rules, Length.EVENING)
        elif not phases_variation(rules):
            rules = replace(rules, phases=CLASSIC.phases)  # the others are listed
        yield from particulars(words, rules)
    if lobby.turn_limit is not None:
        yield limit_name(words, lobby.turn_limit)


def _parts(words: Translator, lobby: Lobby, server: ServerPreferences) -> list[Part]:
    def meaning(verb: Verb) -> CustomId:
        return CustomId(lobby.lobby_id, 0, verb)

    full = len(lobby.seats) >= lobby.rules.max_players
    buttons = []
    if not full:
        buttons.append(Button(words("lobby.join"), meaning(Verb.JOIN), PRIMARY))
        buttons.append(Button(words("lobby.invite_button"), meaning(Verb.INVITE_PEOPLE)))
    buttons.append(Button(words("lobby.options"), meaning(Verb.OPTIONS)))
    if len(lobby.seats) >= lobby.rules.min_players:
        buttons.append(Button(words("lobby.start"), meaning(Verb.START), SUCCESS))
    parts: list[Part] = [buttons, [*_lengths(words, lobby), *_other_games(words, lobby)]]
    if not full and server.computers:
        levels = [(words(f"lobby.level.{level}"), level.value) for level in Level]
        parts.append(Menu(words("lobby.add_computer"), meaning(Verb.COMPUTER), tuple(levels)))
    leave = Button(words("lobby.leave"), meaning(Verb.QUIT))
    rules = Button(words("table.rules"), meaning(Verb.RULES))
    return [*parts, [rules, leave, Button(words("lobby.cancel"), meaning(Verb.CANCEL), DANGER)]]


def _lengths(words: Translator, lobby: Lobby) -> list[Button]:
    if not isinstance(lobby.rules, RuleSet):
        return []
    return length_buttons(words, lobby.rules, CustomId(lobby.lobby_id, 0, Verb.LENGTH))


def length_buttons(words: Translator, rules: RuleSet, meaning: CustomId) -> list[Button]:
    """Build a button for each length, which is the argument of its custom id."""
    chosen = game_length(rules)
    buttons = []
    for length in Length:
        name = length_name(words, length)
        own = replace(meaning, args=(length,))
        if length is chosen:
            buttons.append(Button(words("lobby.chosen", name=name), own, PRIMARY))
        else:
            buttons.append(Button(name, own))
    return buttons


def _other_games(words: Translator, lobby: Lobby) -> Iterator[Button]:
    for name, game_type in GAME_TYPES_BY_NAME.items():
        if lobby.rules.edition not in game_type.editions:
            meaning = CustomId(lobby.lobby_id, 0, Verb.GAME_TYPE, (name,))
            yield Button(words(f"standings.game_of.{name}"), meaning)


def closed_screen(words: Translator) -> Screen:
    return Screen.of([words("lobby.closed")])


def cancel_screen(words: Translator, lobby: Lobby) -> Screen:
    cancel = CustomId(lobby.lobby_id, 0, Verb.CANCEL_NOW)
    yes = words("lobby.cancel_yes")
    no = words("lobby.cancel_no")
    return question_screen([words("lobby.cancel_question")], yes, cancel, no)
