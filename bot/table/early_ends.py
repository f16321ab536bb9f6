"""The end or the pause of a game: whose agreement it needs, and who loses by an early end.

A game that counts has a loser, unless everybody agrees: people who do not want to play on leave,
and the last one who stays may take the win. A game against computer players counts as not won.
Its record is that of an abandoned game, without winners; ``Table.conceded`` says that it counts.
A pause stops all clocks of a table; the record knows nothing of it.
"""

from __future__ import annotations

from dataclasses import replace

from bot.seating import DAY, Asked, Change, LiveGame, TableQuestion

from . import play
from .errors import TableError
from .lobbies import check_host

LONGEST_PAUSE = 28 * DAY  # seconds after which a paused game goes on by itself


def counts(game: LiveGame) -> bool:
    """Return whether people win or lose by the end of a game that is ended now.

    The games of a cup are ended by the cup.
    """
    table = game.table
    if not table.played or table.cup_id or len(table.occupants) < 2:
        return False
    if len(table.beginners) > 1:
        return not game.state.game.rules.for_fun
    return game.has_standing


def may_win_now(game: LiveGame) -> int | None:
    """Return the seat of the only person left, who may end the game as its winner."""
    return game.table.survivor if not game.over and counts(game) else None


def awaited(game: LiveGame) -> tuple[int, ...]:
    """Return the seats of people who are here and have not answered the open question."""
    question = game.table.question
    if question is None or question.refused is not None or game.over:
        return ()
    done = (question.by, *question.agreed)
    seats = enumerate(game.table.occupants)
    return tuple(seat for seat, who in seats if not who.is_computer and seat not in done)


def is_asking(game: LiveGame) -> bool:
    """Return whether a question to the people at the table is open."""
    question = game.table.question
    return question is not None and question.refused is None and not game.over


def ends_for_nothing(game: LiveGame, user_id: int, *, moderator: bool) -> bool:
    """Return whether the game has no loser if this person ends it.

    Moderators may do that, but not in a game in which they sit behind others, or which they left.
    """
    table = game.table
    of_cup = bool(table.cup_id) and table.played
    if not (counts(game) or of_cup):
        return True
    own = [seat for seat, who in enumerate(table.occupants) if who.user_id == user_id]
    return moderator and all(seat in _leaders(game) for seat in own)


def _leaders(game: LiveGame) -> tuple[int, ...]:
    """Return the seats that lead now, without those of people who left."""
    result = play.abandoned(game, 0.0).game.view(None).result
    assert result is not None, "the game has ended"
    left = game.table.left
    return tuple(seat for seat in result.ranking[0] if seat not in left)


def check_may_end(game: LiveGame, by: int, *, moderator: bool) -> None:
    """Check that somebody may end a game; raises TableError ``not_host`` or ``moderator_loses``."""
    free = ends_for_nothing(game, by, moderator=moderator)
    if moderator and not free and by != game.table.host_id:
        raise TableError("moderator_loses")
    check_host(game.table, by, moderator=moderator)


def ended(
    game: LiveGame, by: int, now: float, patience: float, *, moderator: bool = False
) -> Change:
    """End a game for the host or a moderator, or ask the others about it.

    In games of whole days the question stands for a day, in others for ``patience`` seconds. Raises
    TableError ``not_host``, ``moderator_loses``, ``question_open`` (data: ``at``) or
    ``question_refused`` (data: ``name``, ``at``).
    """
    check_may_end(game, by, moderator=moderator)
    if ends_for_nothing(game, by, moderator=moderator):
        return _for_nothing(game, now)
    seat = game.table.find_seat(by)
    if seat is None or game.table.staying == [seat]:
        return _conceded(game, now)
    return _asked(game, seat, Asked.ENDING, now, patience)


def check_not_paused(game: LiveGame) -> None:
    """Check that the clocks of a game run; raises TableError ``paused`` (data: ``at``)."""
    if game.paused:
        raise TableError("paused", at=game.table.paused_until)


def check_may_pause(game: LiveGame) -> None:
    """Check that a game may be paused; raises TableError ``cup_pause`` or ``paused``."""
    if game.table.cup_id:
        raise TableError("cup_pause")
    check_not_paused(game)


def paused(game: LiveGame, seat: int, now: float, patience: float) -> Change:
    """Pause a game for a person, or ask the others about it, for as long as :func:`ended` does.

    Raises as :func:`check_may_pause`, ``question_open`` or ``question_refused``.
    """
    check_may_pause(game)
    return _asked(game, seat, Asked.PAUSING, now, patience)


def gone_on(game: LiveGame, now: float) -> LiveGame:
    """End a pause; the clock of the turn begins again, as after an outage."""
    return game.with_table(paused_until=None).with_new_clock(now)


def _asked(game: LiveGame, seat: int, about: Asked, now: float, patience: float) -> Change:
    _check_may_ask(game, about, now)
    limit = game.table.turn_limit
    in_days = limit is not None and limit >= DAY
    until = now + (DAY if in_days else patience)
    question = TableQuestion(seat, until, about=about)
    return settled(Change(game.with_table(question=question), ()), now)


def _check_may_ask(game: LiveGame, about: Asked, now: float) -> None:
    """Check that no question is open or was refused; a refused pause hinders no end."""
    known = game.table.question
    if known is None or known.until <= now:
        return
    if known.refused is None:
        raise TableError("question_open", at=known.until)
    if about is Asked.PAUSING or known.about is about:
        name = game.table.occupants[known.refused].name
        raise TableError("question_refused", name=name, at=known.until)


def answered(game: LiveGame, seat: int, number: int, now: float, *, agrees: bool) -> Change:
    """Note a person's answer; with *Play on* the person who asked withdraws the question.

    Raises TableError ``question_settled`` if the question ``number`` is not open.
    """
    question = game.table.question
    if question is None or not is_asking(game) or question.number != number:
        raise TableError("question_settled")
    if seat == question.by:
        new = question if agrees else None
    elif agrees:
        new = replace(question, agreed=(*{*question.agreed, seat},))
    else:
        new = replace(question, refused=seat)
    return settled(Change(game.with_table(question=new), ()), now)


def agreed(game: LiveGame, now: float) -> Change:
    """End or pause a game, to which everybody who was asked has agreed or not answered in time."""
    question = game.table.question
    if question is not None and question.about is Asked.PAUSING:
        return Change(game.with_table(question=None, paused_until=now + LONGEST_PAUSE), ())
    return _for_nothing(game, now)


def settled(change: Change, now: float) -> Change:
    """Do what was asked if no answer is awaited any more; drop a question with nobody to answer."""
    game = change.game
    question = game.table.question
    if question is None:
        return change
    ends_alone = question.about is Asked.ENDING and game.table.survivor is not None
    if game.over or ends_alone or game.table.occupants[question.by].left:
        return replace(change, game=game.with_table(question=None))
    if not is_asking(game) or awaited(game):
        return change
    return change.then(agreed(game, now))


def won_now(game: LiveGame, user_id: int, now: float) -> Change:
    """End a game as the win of its last person; raises TableError ``others_play``."""
    seat = may_win_now(game)
    if seat is None or game.table.occupants[seat].user_id != user_id:
        raise TableError("others_play")
    return _conceded(game, now)


def left(game: LiveGame, seat: int, now: float) -> Change:
    """Let a person leave; the last one ends the game, and wins or loses it if it counts."""
    if game.table.staying == [seat] and counts(game):
        return _conceded(game, now)
    return settled(play.left(game, seat, now), now)


def _for_nothing(game: LiveGame, now: float) -> Change:
    return play.abandoned(game.with_table(question=None), now)


def _conceded(game: LiveGame, now: float) -> Change:
    return play.abandoned(game.with_table(question=None, conceded=True), now)


def ended_alone(game: LiveGame, now: float) -> Change:
    """End a person's private game, which they have not won if it counts."""
    return _conceded(game, now) if counts(game) else _for_nothing(game, now)
