"""The people on a sheet: joining, the order of seats, leaving, the host, the next game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from hashlib import sha256

from bot.cards.rulesets import RuleSet
from bot.core.errors import IllegalError

from .figures import SheetFigures, figures
from .sheet import MOST_PEOPLE, Sheet, SheetPlayer, new_sheet

FORGOTTEN = "?"  # the name of a person who was deleted


def seated(sheet: Sheet, players: Iterable[SheetPlayer]) -> Sheet:
    """Seat these; raises IllegalError ``on_sheet``, ``sheet_full`` or ``begun``."""
    new = replace(sheet, players=tuple(players))
    ids = [player.user_id for player in new.players if player.user_id is not None]
    if len(set(ids)) < len(ids):
        raise IllegalError("on_sheet")
    if len(new.players) > MOST_PEOPLE:
        raise IllegalError("sheet_full", most=MOST_PEOPLE)
    if sheet.begun or sheet.closed:
        raise IllegalError("begun")
    return new


def may_join(sheet: Sheet, course: SheetFigures) -> bool:
    """Whether there is room for one more person, and phases still decide, not points alone."""
    state = course.state
    late = sheet.begun and (state.over or state.playoff or sheet.rules.ten_hands)
    return not (sheet.closed or late) and len(sheet.players) < MOST_PEOPLE


def joined(sheet: Sheet, *new: SheetPlayer) -> Sheet:
    """Seat people as :func:`seated` does, also in the game, from the hand that is played on."""
    course = figures(sheet)
    late = [replace(who, came_in=course.hand) for who in new]
    open_sheet = replace(sheet, begun=sheet.begun and not may_join(sheet, course))
    return replace(seated(open_sheet, (*sheet.players, *late)), begun=sheet.begun)


def joined_as_fit(sheet: Sheet, *new: SheetPlayer) -> Sheet:
    """Seat as many of these as there is room for, in their order, as :func:`joined` does."""
    room = MOST_PEOPLE - len(sheet.players)
    # On a full sheet the first of them is refused.
    return joined(sheet, *new[: max(room, 1)])


def arranged(sheet: Sheet, change: str, seat: int) -> Sheet:
    """Change what a player is: ``up`` or ``out`` before the game, ``leave`` or ``back`` in it.

    ``host`` makes a member the host. Raises IllegalError ``not_now`` or ``last_two``.
    """
    who = sheet.players[seat]
    others = [*sheet.players[:seat], *sheet.players[seat + 1 :]]
    if change == "host" and who.user_id is not None:
        return _hosted(sheet, who)
    if change == "out":
        return seated(sheet, others)
    if change == "up":
        others.insert(seat - 1 if seat else len(others), who)
        return seated(sheet, others)
    if change == "leave" and who.gone_in is None:
        return _left(sheet, seat)
    if change == "back":
        return _back(sheet, seat)
    raise IllegalError("not_now")


def _left(sheet: Sheet, seat: int) -> Sheet:
    """A sheet that a player leaves: after the hand that is played, if their result is there."""
    course = figures(sheet)
    state = course.state
    stay = [each for each in sheet.staying() if each != seat and state.seats[each].playing]
    if len(stay) < sheet.rules.min_players:
        raise IllegalError("last_two")
    if not sheet.begun or state.over:
        raise IllegalError("not_now")
    has_result = sheet.result(course.hand, seat) is not None
    return _with_gone(sheet, seat, course.hand + 1 if has_result else course.hand)


def _back(sheet: Sheet, seat: int) -> Sheet:
    """A sheet with a player who is back and has missed no hand."""
    course = figures(sheet)
    missed_none = sheet.players[seat].gone_in in (course.hand, course.hand + 1)
    if not missed_none or not sheet.begun or course.state.over:
        raise IllegalError("not_now")
    return _with_gone(sheet, seat, None)


def _with_gone(sheet: Sheet, seat: int, gone_in: int | None) -> Sheet:
    players = [*sheet.players]
    players[seat] = replace(players[seat], gone_in=gone_in)
    return replace(sheet, players=tuple(players))


def _hosted(sheet: Sheet, host: SheetPlayer) -> Sheet:
    """A sheet with another host, without the corrections by a host who has no seat."""
    told = tuple(each for each in sheet.corrections if each.by is not None)
    new = replace(sheet, host_id=host.user_id or 0, host_name=host.name, corrections=told)
    return replace(new, host_at=sheet.touched_at)


def renamed(sheet: Sheet, seat: int, was: str, name: str) -> Sheet:
    """Rename a guest; raises IllegalError ``not_now`` unless a guest of that name sits there."""
    players = [*sheet.players]
    if seat >= len(players) or players[seat].user_id is not None or players[seat].name != was:
        raise IllegalError("not_now")
    players[seat] = replace(players[seat], name=name)
    return replace(sheet, players=tuple(players))


def with_rules(sheet: Sheet, rules: RuleSet) -> Sheet:
    """A sheet with other rules; raises IllegalError ``begun`` in the game."""
    return replace(seated(sheet, sheet.players), rules=rules, usual_phases=())


def next_sheet(sheet: Sheet, host: SheetPlayer, now: float) -> Sheet:
    """The next game of those who stayed, the next dealer first; its id is the same for all."""
    course = figures(sheet)
    stay = sheet.staying()
    first = course.dealt[-1].dealer
    if len(course.dealt) == len(course.scored):
        first += 1
    around = [seat for seat in (*range(first, len(sheet.players)), *range(first)) if seat in stay]
    sheet_id = sha256(sheet.sheet_id.encode()).hexdigest()[:16]
    place = sheet_id, sheet.guild_id, sheet.channel_id
    players = tuple(replace(sheet.players[seat], came_in=0) for seat in around)
    return replace(new_sheet(place, host, sheet.rules, now), players=players, begun=True)


def without_person(sheet: Sheet, user_id: int) -> Sheet | None:
    """Make a person a guest, and the next member the host; None without other members."""
    players = tuple(
        replace(who, name=FORGOTTEN, user_id=None) if who.user_id == user_id else who
        for who in sheet.players
    )
    sheet = replace(sheet, players=players)
    if sheet.host_id != user_id:
        return sheet
    host = next((who for who in players if who.user_id is not None), None)
    return None if host is None else _hosted(sheet, host)
