"""Messages of tables: the public table, from a spectator's view, and private tables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import discord
from discord import ButtonStyle

from bot.cards.marked_cards import HandOrder
from bot.cards.rulesets import CLASSIC
from bot.cards.state import Stage
from bot.cards.views import PlayerView, SeatView
from bot.core.events import EndReason
from bot.core.game_type import AnyGameType
from bot.core.states import AnyRules, AnyView, Displayed
from bot.dice.views import DiceView
from bot.game_types import CARDS
from bot.i18n import Translator
from bot.i18n.alt import scores_sentences, table_sentences
from bot.i18n.endings import cards_left, hand_result, how_it_ended, lead, next_dealer
from bot.i18n.news import last_round, news_lines
from bot.i18n.phrases import card_shown, with_you
from bot.i18n.rulesets import title
from bot.i18n.standings import signed
from bot.results.ratings import Kind, RatingChange
from bot.seating import (
    SERIES_WINS,
    LiveGame,
    Lobby,
    Occupant,
    SeatRequest,
    ShownGame,
    Table,
    TableQuestion,
)
from bot.table import early_ends
from bot.table.manager import GameManager
from bot.table.rating_changes import NO_CHANGES, Changes
from cogs.base.custom_ids import CustomId, Verb
from cogs.base.screens import (
    DANGER,
    IN_A_ROW,
    PRIMARY,
    SECONDARY,
    SUCCESS,
    Button,
    ButtonRow,
    Menu,
    Screen,
    split_into_pages,
)
from cogs.base.text import (
    all_escaped,
    bold,
    escaped,
    isolated,
    message_link,
    moment,
    relative,
    small,
    with_names,
)

# -- the message ---------------------------------------------------------------------------


def all_in_words(words: Translator, lines: Sequence[str]) -> list[str]:
    """Return a table in words, as far as one message holds it, and why it has no picture."""
    permission = words("errors.permission.attach_files")
    return [*next(split_into_pages(lines)), small(words("table.in_words", permission=permission))]


def table_buttons(words: Translator, view: PlayerView, *, paused: bool = False) -> list[Button]:
    if view.stage is Stage.OVER:
        return end_buttons(words, view, CARDS, scored=view.last_hand is not None)
    buttons = [
        ("table.my_hand", Verb.HAND, PRIMARY),
        ("table.scores", Verb.SCORES, SECONDARY),
        ("table.rules", Verb.RULES, SECONDARY),
        ("table.more", Verb.MORE, SECONDARY),
    ]
    if view.stage is Stage.DEAL and not paused:
        buttons.insert(0, ("table.ready", Verb.READY, SUCCESS))
    return [table_button(words, view, *args) for args in buttons]


def state_id(view: AnyView, verb: Verb, *args: str) -> CustomId:
    """Return the meaning of a component for the present state of a game."""
    return CustomId(view.game_id, view.version, verb, args)


def table_button(
    words: Translator, view: AnyView, key: str, verb: Verb, style: ButtonStyle = SECONDARY
) -> Button:
    return Button(words(key), state_id(view, verb), style)


def end_buttons(
    words: Translator, view: AnyView, game_type: AnyGameType, *, scored: bool, private: bool = False
) -> list[Button]:
    """Build the buttons of a table on which the game is over."""
    again = ("solo.again", Verb.AGAIN) if private else ("table.rematch", Verb.REMATCH)
    keys = [
        ("reviews.button", Verb.REVIEW) if game_type is CARDS else ("table.record", Verb.RECORD)
    ]
    if scored or not game_type.has_hands:
        # Before the first end of a hand there are none.
        keys.append(("table.scores", Verb.SCORES))
    first = table_button(words, view, *again, PRIMARY)
    buttons = [first, *(table_button(words, view, *key) for key in keys)]
    if not private:
        own = CustomId.of(Verb.OWN_ACHIEVEMENTS)
        buttons.append(Button(words("achievements.title"), own))
        buttons.append(table_button(words, view, "table.next_week", Verb.NEXT_WEEK))
    return buttons


def with_early_end(
    screen: Screen, words: Translator, game: LiveGame, user_id: int | None = None
) -> Screen:
    """Add to a table message, or a player's, that its last person may win the game now.

    A player's message also has the open question whether to end or pause the game.
    """
    seat = early_ends.may_win_now(game)
    if seat is not None:
        name = bold(escaped(game.table.occupants[seat].name))
        key = "table.win.hand" if user_id else "table.win.table"
        return screen.with_parts(words(key, name=name), [win_button(words, game.table.game_id)])
    question = game.table.question
    if user_id is None or question is None or not early_ends.is_asking(game):
        return screen
    asker = game.table.occupants[question.by]
    if asker.user_id == user_id:
        waiting = words(f"table.{question.about}.waiting", when=relative(question.until))
        return screen.with_parts(waiting, answers(words, game.table.game_id, question)[1:])
    seat = game.table.find_seat(user_id)
    if seat in question.agreed:
        return screen.with_parts(agreed_line(words, game))
    if seat not in early_ends.awaited(game):
        return screen
    asked = words(
        f"table.{question.about}.asked",
        name=bold(escaped(asker.name)),
        when=relative(question.until),
    )
    return screen.with_parts(asked, answers(words, game.table.game_id, question))


def agreed_line(words: Translator, game: LiveGame) -> str:
    """Say to a person who agreed to end or pause a game who has not answered yet."""
    occupants = game.table.occupants
    names = [bold(escaped(occupants[seat].name)) for seat in early_ends.awaited(game)]
    return words("table.agreed", names=words.list(names))


def win_button(words: Translator, game_id: str) -> Button:
    return Button(words("table.win.button"), CustomId(game_id, 0, Verb.WIN_NOW), SUCCESS)


def answers(words: Translator, game_id: str, question: TableQuestion) -> list[Button]:
    """Build the answers to the question whether to end or pause a game: yes and no."""
    args = (str(question.number),)
    agree = CustomId(game_id, 0, Verb.END_AGREE, args)
    return [
        Button(words(f"table.{question.about}.agree"), agree),
        Button(words("table.ending.play_on"), CustomId(game_id, 0, Verb.END_REFUSE, args), PRIMARY),
    ]


def with_pause(
    screen: Screen, words: Translator, game: LiveGame, user_id: int | None = None
) -> Screen:
    """Say above a table message, or a player's, why no clock runs; offer to go on after a pause.

    In a pause a player's message keeps no other button: what they do is refused.
    """
    screen = screen.around(above=waiting_lines(words, game, user_id))
    if not game.paused:
        return screen
    shown = screen if user_id is None else replace(screen, controls=())
    go_on = Button(words("table.go_on"), CustomId(game.table.game_id, 0, Verb.GO_ON), SUCCESS)
    return shown.with_parts([go_on])


def waiting_lines(words: Translator, game: LiveGame, user_id: int | None = None) -> list[str]:
    """Say until when a game is paused, or the person to act is on holiday; else nothing."""
    if game.paused and game.table.paused_until is not None:
        return [bold(words("table.paused", date=moment(game.table.paused_until)))]
    if game.to_act is None or game.holiday is None:
        return []
    date = moment(game.holiday)
    if game.to_act.user_id == user_id:
        return [words("table.own_holiday", date=date)]
    return [words("table.holiday", name=bold(escaped(game.to_act.name)), date=date)]


def unplayed_screen(words: Translator, manager: GameManager) -> Screen:
    view = manager.view(None)
    private = manager.is_private
    again = ("solo.again", Verb.AGAIN) if private else ("table.rematch", Verb.REMATCH)
    # The secret of the shuffle is published in the rules.
    rules = table_button(words, view, "table.rules", Verb.RULES)
    buttons = [table_button(words, view, *again, PRIMARY), rules]
    return Screen.of([words("table.unplayed")], buttons)


def public_view(words: Translator, game: LiveGame) -> Displayed:
    """Return a spectator's view, at the end of the game with a mark of people who left."""
    view = game.view(None)
    left = game.table.left
    if view.result is None or not left:
        return view
    names = [left_name(words, seat.name) if seat.seat in left else seat.name for seat in view.seats]
    seats = (replace(seat, name=name) for seat, name in zip(view.seats, names, strict=True))
    return replace(view, seats=tuple(seats))


def left_name(words: Translator, name: str) -> str:
    return words("terms.marked", name=name, mark=words("history.left"))


# -- the text of the public table ---------------------------------------------------------


def table_lines(  # noqa: PLR0913  # the parts of the text
    words: Translator,
    view: PlayerView,
    shown: ShownGame,
    changes: Changes = NO_CHANGES,
    *,
    brief: bool = False,
    reader: int | None = None,
) -> list[str]:
    """Return the text of the table message, at the end of a game with changes of ratings.

    A ``brief`` text leaves out the points of a hand and the cards left, which the picture of its
    end shows. At the end of a hand or game a message may be for the player in one seat alone.
    """
    game = shown.game
    table = game.table
    names = with_you(words, all_escaped(seat.name for seat in view.seats), reader)
    if view.stage is Stage.OVER:
        return [*_over(words, view, game, names, changes)]
    if view.stage is Stage.DEAL:
        return [*_between_hands(words, view, shown, names, brief=brief)]
    assert view.turn is not None
    name = bold(escaped(view.seats[view.turn].name))
    who = table.occupants[view.turn]
    lines = [due_line(words, who, name, _asked(words, view, name), game.deadline)]
    lines += _standing(words, view, names)
    lines += news_lines(words, game.news, names, view.seats, view.turn)
    lines += request_lines(words, table)
    if view.rules != CLASSIC:
        # The rules themselves stand behind the button, which leaves the picture its place.
        lines.append(small(title(words, view.rules)))
    return lines


def due_line(
    words: Translator, occupant: Occupant, name: str, asked: str, deadline: float | None
) -> str:
    """Say whose turn it is, and for a person what to do (``asked``) and by when."""
    if occupant.is_computer:
        key = "table.computer_turn" if occupant.user_id is None else "table.stand_in_turn"
        return words(key, name=name)
    if deadline is None:
        return asked
    return f"{asked} · {words('table.deadline', when=relative(deadline))}"


def _asked(words: Translator, view: PlayerView, name: str) -> str:
    match view.stage:
        case Stage.DECLARE:
            return words("table.declare", name=name)
        case Stage.OFFER:
            return words("table.offer", name=name, card=card_shown(words, view.discard_pile[-1]))
        case Stage.DRAW:
            return words("table.draw", name=name)
        case _:
            assert view.turn is not None
            laid = view.seats[view.turn].groups
            return words("table.play_on" if laid else "table.play", name=name)


def _standing(words: Translator, view: PlayerView, names: list[str]) -> Iterator[str]:
    yield from _playoff(words, view, names)
    if view.last_turns is None:
        return
    out = [name for name, seat in zip(names, view.seats, strict=True) if seat.out]
    listed = words.list(out)
    if view.last_turns and view.turn is not None:
        waiting = words.list([names[seat] for seat in (view.turn, *view.last_turns)])
        yield bold(words.plural("table.last_turns", len(out), names=listed, waiting=waiting))
    else:
        yield bold(words.plural("table.very_last_turn", len(out), names=listed))


def _playoff(words: Translator, view: PlayerView, names: list[str]) -> Iterator[str]:
    if view.playoff:
        tied = [name for name, seat in zip(names, view.seats, strict=True) if seat.playing]
        yield bold(words("table.playoff", names=words.list(tied)))


def _between_hands(
    words: Translator, view: PlayerView, shown: ShownGame, names: list[str], *, brief: bool
) -> Iterator[str]:
    ended = view.last_hand
    game = shown.game
    table = game.table
    if ended is None:
        yield words("table.first_deal")
        return
    how = _how_it_ended(words, view, game, names)
    yield from map(small, last_round(words, game.news, names, view.seats))
    yield f"{bold(words('table.hand_over', hand=ended.hand))} {how}"
    if not brief:
        for seat, name in zip(view.seats, names, strict=True):
            _, *more = hand_result(words, view, seat.seat, name)
            yield " · ".join([_left(words, view, seat, name), *more])
    yield from _playoff(words, view, names)
    key = "table.next_playoff" if view.playoff else "table.next_dealer"
    line = words(key, name=bold(names[next_dealer(view)]))
    deals_at = shown.deals_at
    yield f"{line}." if deals_at is None else f"{line} · {relative(deals_at)}"
    if table.ready:
        ready = [names[seat] for seat in table.ready]
        yield words.plural("table.who_is_ready", len(ready), names=words.list(ready))
    yield from request_lines(words, table)


def _how_it_ended(words: Translator, view: PlayerView, game: LiveGame, names: list[str]) -> str:
    return " ".join(how_it_ended(words, view, [bold(name) for name in names], game.news))


def request_lines(words: Translator, table: Table) -> Iterator[str]:
    """Say who asks for a seat, and who takes one with the next deal."""
    for key, agreed in ("table.seat.asked", None), ("table.seat.joins", True):
        names = [
            bold(escaped(request.name)) for request in table.requests if request.agreed is agreed
        ]
        if names:
            yield words.plural(key, len(names), names=words.list(names))


def request_row(words: Translator, game_id: str, request: SeatRequest | None) -> list[Button]:
    """Build the buttons with which the host or a moderator answers a request, if there is one."""
    if request is None:
        return []
    args = (str(request.user_id),)
    name = isolated(request.name)
    let_in = CustomId(game_id, 0, Verb.LET_IN, args)
    not_now = CustomId(game_id, 0, Verb.NOT_NOW, args)
    return [
        Button(words("table.seat.let_in", name=name), let_in, SUCCESS),
        Button(words("table.seat.not_now"), not_now),
    ]


def _over(
    words: Translator, view: PlayerView, game: LiveGame, names: list[str], changes: Changes
) -> Iterator[str]:
    completed = [len(seat.completed) for seat in view.seats]
    yield from over_lines(words, view, names, completed, changes)
    yield from series_lines(words, game, names)
    if view.result and view.result.reason is not EndReason.ABANDONED:
        yield from for_fun(words, view.rules)
    if view.hand_over and not game.table.conceded:
        # The hand that decided the game: who went out, and what others held.
        yield from map(small, last_round(words, game.news, names, view.seats))
        yield small(_how_it_ended(words, view, game, names))
        if held := [_left(words, view, seat, names[seat.seat]) for seat in view.seats if seat.left]:
            yield small(" · ".join(held))


def for_fun(words: Translator, rules: AnyRules) -> list[str]:
    return [small(words("table.for_fun"))] if rules.for_fun else []


def series_line(words: Translator, names: Sequence[str], wins: Sequence[int]) -> str:
    """Say how a series of rematches stands, or who has won it; empty before the first win."""
    if not any(wins) or len(wins) < 2:
        return ""
    score = " · ".join(
        f"{name} {bold(words.number(won))}" for name, won in zip(names, wins, strict=True)
    )
    first = [name for name, won in zip(names, wins, strict=True) if won >= SERIES_WINS]
    if not first:
        return words("table.series", score=score)
    return words.plural("table.series_won", len(first), score=score, names=words.list(first))


def series_lines(words: Translator, game: LiveGame, names: Sequence[str]) -> list[str]:
    """Say how a series stands after a game, unless that was the first of it."""
    begun = any(who.wins for who in game.table.occupants)
    line = series_line(words, names, game.wins) if begun else ""
    return [line] if line else []


def over_lines(
    words: Translator,
    view: PlayerView | DiceView,
    names: Sequence[str],
    completed: Sequence[int],
    changes: Changes,
) -> Iterator[str]:
    """Say who won, and list all places with changes of ratings; names are escaped, and by seat."""
    result = view.result
    assert result is not None, "the game is over"
    winners = [bold(names[seat]) for seat in result.winners]
    leading = lead(words, view, [bold(name) for name in names])
    if leading:
        yield f"### {leading}"
    elif not winners:
        yield bold(words("table.abandoned"))
    elif result.reason is EndReason.PLAYOFF:
        yield f"### {words('table.won_playoff', names=words.list(winners))}"
    else:
        yield f"### {words.plural('table.won', len(winners), names=words.list(winners))}"
    place = 1
    for seats in result.ranking:
        for seat in seats:
            total = words.number(view.seats[seat].total)
            line = words.plural(
                "table.place", completed[seat], place=place, name=names[seat], total=total
            )
            yield " · ".join([line, *_rated(words, changes.get(seat, {}))])
        place += len(seats)


def _left(words: Translator, view: PlayerView, seat: SeatView, name: str) -> str:
    points, *_ = hand_result(words, view, seat.seat, bold(name))
    return f"{points} ({cards_left(words, seat)})"


def _rated(words: Translator, changes: Mapping[Kind, RatingChange]) -> Iterator[str]:
    for kind, change in changes.items():
        yield rated(words, kind, change, "rating_after")


def rated(words: Translator, kind: Kind, change: RatingChange, key: str) -> str:
    """Format a rating by a sentence with its change, or as the first one, which changed nothing."""
    sentence = "first_rating" if change.is_first else key
    return words(
        f"table.{sentence}",
        rating=words(f"table.rating.{kind}"),
        points=words.number(change.points),
        change=signed(words, change.change),
    )


# -- pictures in words ---------------------------------------------------------------------


def table_texts(
    words: Translator,
    shown: ShownGame,
    changes: Changes = NO_CHANGES,
    reader: int | None = None,
) -> tuple[list[str], list[str]]:
    """Return the text of the table message next to a picture, and that without one."""
    view = public_view(words, shown.game)
    lines = table_lines(words, view, shown, changes, brief=True, reader=reader)
    if view.stage is Stage.OVER:
        return lines, lines
    if view.stage is Stage.DEAL:
        return lines, table_lines(words, view, shown, changes, reader=reader)
    return lines, [*lines, *table_sentences(words, with_names(view, escaped), alone=False)]


def scores_as_text(words: Translator, manager: GameManager) -> list[str]:
    seats = manager.view(None).seats
    names = all_escaped(seat.name for seat in seats)
    return scores_sentences(words, names, manager.game.scored, seats)


# -- links to a table ----------------------------------------------------------------------


def hand_button(
    words: Translator, manager: GameManager, label: str = "help.play", *, green: bool = False
) -> Button:
    """Build the button that opens the user's hand in a running game, from any channel."""
    style = SUCCESS if green else PRIMARY
    return Button(words(label), CustomId(manager.game.table.game_id, 0, Verb.HAND), style)


def stay_button(words: Translator, manager: GameManager, user_id: int) -> list[Button]:
    """Build the button that puts a player's hand in the place of a message, if they play."""
    if not manager.running or manager.find_seat(user_id) is None:
        return []
    return [Button(words("table.stay"), CustomId(manager.game.table.game_id, 0, Verb.STAY))]


def table_link(words: Translator, where: GameManager | Lobby) -> Button:
    """Build the link to the message of a lobby or table, or to its channel until it is posted."""
    table = where if isinstance(where, Lobby) else where.lobby or where.table
    message_id = None if table is None else table.message_id
    url = message_link(where.guild_id, where.channel_id, message_id)
    return Button(words("help.to_table"), None, url=url)


def table_place(client: discord.Client, where: GameManager | Table) -> str:
    """Name a game's channel and server, as far as they are known."""
    guild = client.get_guild(where.guild_id)
    channel = None if guild is None else guild.get_channel_or_thread(where.channel_id)
    if guild is None or channel is None:
        return f"<#{where.channel_id}>"
    return f"{escaped(f'#{channel.name}')} · {escaped(guild.name)}"


def back_button(words: Translator, game_id: str) -> Button:
    return Button(words("table.seat.back"), CustomId(game_id, 0, Verb.SEAT_BACK), PRIMARY)


def left_screen(words: Translator, manager: GameManager, user_id: int) -> Screen:
    """Build the message for somebody who left, while the game runs with a way back."""
    if not manager.has_left(user_id):
        return Screen.of([words("table.left")])
    back = back_button(words, manager.game.table.game_id)
    return Screen.of([words("hand.left")], [back])


# -- private tables ------------------------------------------------------------------------


def with_table_parts(
    screen: Screen, words: Translator, view: AnyView, *, private: bool, request: SeatRequest | None
) -> Screen:
    """Add to a player's message what else its table offers.

    At a private table, which has no other message, that is *More*; it may take a row of its own.
    A request for a seat is shown to the host.
    """
    if private:
        screen = _with_more_button(screen, table_button(words, view, "table.more", Verb.SOLO_MORE))
    if request is None:
        return screen
    said = words("table.seat.to_host", name=bold(escaped(request.name)))
    return screen.with_parts(said, request_row(words, view.game_id, request))


def _with_more_button(screen: Screen, more: Button) -> Screen:
    controls = list(screen.controls)
    rows = [at for at, each in enumerate(controls) if isinstance(each, ButtonRow | Menu)]
    for at in (*rows[:1], *rows[-1:]):
        free = controls[at]
        if isinstance(free, ButtonRow) and len(free.buttons) < IN_A_ROW:
            controls[at] = ButtonRow((*free.buttons, more))
            return replace(screen, controls=tuple(controls))
    return screen.with_parts([more])


def solo_more_screen(words: Translator, manager: GameManager, *, quick: bool = False) -> Screen:
    """Build the menu behind *More* at a private table; ``quick``: computers make no pauses."""
    view = manager.view(None)
    game = manager.game
    buttons = [table_button(words, view, "table.rules", Verb.RULES)]
    if game.scored or not game.game_type.has_hands:
        buttons.insert(0, table_button(words, view, "table.scores", Verb.SCORES))
    if manager.running:
        if any(who.user_id is None for who in game.table.occupants):
            pace = "lively" if quick else "quick"
            meaning = CustomId(view.game_id, 0, Verb.SOLO_PACE, (pace,))
            buttons.append(Button(words(f"solo.pace.{pace}"), meaning))
        # The hand takes the place of the menu again.
        buttons.append(table_button(words, view, "table.stay", Verb.STAY))
        buttons.append(table_button(words, view, "table.end", Verb.SOLO_END, DANGER))
    return Screen.of([words("table.more_title")], buttons)


def result_screen(
    words: Translator, manager: GameManager, shown: Screen, order: HandOrder = HandOrder.NUMBER
) -> Screen:
    """Build a player's message at the end of a hand or game, as much as one message holds."""
    view = manager.view(None)
    if manager.running:
        ready = state_id(view, Verb.HAND_READY, order.value)
        on = Button(words("solo.next_hand"), ready, SUCCESS)
        buttons = [on, table_button(words, view, "table.more", Verb.SOLO_MORE)]
    else:
        buttons = end_buttons(
            words,
            view,
            manager.game.game_type,
            scored=bool(manager.game.scored),
            private=manager.is_private,
        )
    lines, in_words = (next(split_into_pages(each)) for each in (shown.lines, shown.text))
    return Screen.of(lines, buttons, drawings=shown.drawings, in_words=in_words)


def running_screen(words: Translator, manager: GameManager, wish: str) -> Screen:
    """Build the answer to people whose last game still runs; ``wish`` is what they asked for."""
    game_id = manager.game.table.game_id
    instead = Button(
        words("solo.instead"), CustomId(game_id, 0, Verb.SOLO_INSTEAD, (wish,)), DANGER
    )
    on = Button(words("solo.play_on"), CustomId.of(Verb.SOLO_ON), PRIMARY)
    counts = early_ends.counts(manager.game)
    lines = [words("solo.running"), *([small(words("solo.instead_counts"))] if counts else [])]
    return Screen.of(lines, [on, instead])


def solo_end_screen(words: Translator, manager: GameManager) -> Screen:
    game_id = manager.game.table.game_id
    yes = Button(words("table.end_yes"), CustomId(game_id, 0, Verb.SOLO_END_NOW), DANGER)
    stay = Button(words("table.stay"), CustomId(game_id, 0, Verb.STAY))
    key = "solo.end_counts" if early_ends.counts(manager.game) else "solo.end_question"
    return Screen.of([words(key)], [yes, stay])
