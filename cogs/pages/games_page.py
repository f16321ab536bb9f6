"""Lists of games: entries, pages, and the buttons that lead to a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

import discord

from bot.games.system import AnyView
from bot.i18n import Words
from bot.i18n.rulesets import title
from bot.model import Lobby, Table
from bot.table.manager import GameManager
from cogs.base.clicks import Click
from cogs.base.custom_ids import NO_GAME, BadCustomIdError, CustomId, Verb, parse_index
from cogs.base.panels import Panel, button, container, row, said_panel, text
from cogs.base.text import bold, escaped, message_link, relative, small

GAMES = 5

MOST_PAGES = 1000

Item = discord.ui.TextDisplay[Any] | discord.ui.ActionRow[Any]


def my_games_button(words: Words) -> discord.ui.Button[Any]:
    """Build the button that opens the list."""
    return button(words("help.mine.title"), CustomId(NO_GAME, 0, Verb.MINE))


def table_button(words: Words, manager: GameManager) -> discord.ui.Button[Any]:
    """Build the link to the message of a lobby or table, or to its channel until it is posted."""
    at = manager.lobby or manager.table
    message_id = None if at is None else at.message_id
    link = message_link(manager.guild_id, manager.channel_id, message_id)
    return discord.ui.Button(label=words("help.to_table"), url=link)


def hand_button(
    words: Words, manager: GameManager, label: str = "help.play"
) -> discord.ui.Button[Any]:
    """Build the button that opens the user's hand in a running game, from any channel."""
    meaning = CustomId(manager.game.table.game_id, 0, Verb.HAND)
    return button(words(label), meaning, discord.ButtonStyle.primary)


def is_to_move(manager: GameManager, user_id: int) -> bool:
    """Return whether a game waits for this person and not for a computer player."""
    seat = manager.seat_of(user_id)
    if seat is None or not manager.running or manager.game.table.occupants[seat].is_computer:
        return False
    return seat in manager.game.awaited or manager.view(None).turn == seat


def my_games_panel(
    words: Words, user_id: int, games: Sequence[GameManager], places: Sequence[str], page: int = 0
) -> Panel:
    """Build a page of the list.

    Args:
        words: the reader's language.
        user_id: whose games they are.
        games: their managers; the page says of each how it stands.
        places: the channel and server of each, formatted.
        page: from 0; beyond the last one, as games end, the last one.
    """
    if not games:
        commands = {name: words.command("phase10", name) for name in ("play", "solo")}
        return said_panel(words("help.mine.none", **commands))
    entries = [
        partial(_game, words, user_id, manager, place)
        for manager, place in zip(games, places, strict=True)
    ]
    paging = Verb.MINE_BACK, Verb.MINE_ON
    return games_panel(words, [f"### {words('help.mine.title')}"], entries, page, paging)


def games_panel(
    words: Words,
    head: Sequence[str],
    games: Sequence[Callable[[], Iterable[Item]]],
    page: int,
    paging: tuple[Verb, Verb],
) -> Panel:
    """Build a page of a list of games.

    Args:
        words: the reader's language.
        head: lines above the list.
        games: at least one; each builds what is shown of a game.
        page: from 0; beyond the last one, as games end, the last one.
        paging: what the buttons to the page before and after do.
    """
    page = min(page, (len(games) - 1) // GAMES)
    first, last = page * GAMES, min((page + 1) * GAMES, len(games))
    items: list[Item] = [text(*head)]
    for game in games[first:last]:
        items += game()
    if last - first < len(games):
        figures = {"first": first + 1, "last": last, "total": len(games)}
        numbers = {key: words.number(figure) for key, figure in figures.items()}
        turning = _paging(words, page, len(games), *paging)
        items += [text(small(words("memories.page", **numbers))), turning]
    return Panel(container(*items))


def asked_page(click: Click) -> int:
    """Return the page that a component asks for.

    Raises:
        BadCustomIdError: it names none.
    """
    if len(click.meaning.args) != 1:
        raise BadCustomIdError("no page of games")
    return parse_index(click.meaning.args[0], MOST_PAGES)


def _game(words: Words, user_id: int, manager: GameManager, place: str) -> Iterator[Item]:
    lobby = manager.lobby
    if lobby is not None:
        yield text(bold(place), " · ".join(_lobby_parts(words, user_id, lobby)))
        yield row(table_button(words, manager))
        return
    yield text(bold(place), " · ".join(_game_parts(words, user_id, manager)))
    # There is no message of a private table.
    links = [] if manager.is_private else [table_button(words, manager)]
    yield row(hand_button(words, manager), *links)


def _lobby_parts(words: Words, user_id: int, lobby: Lobby) -> Iterator[str]:
    yield title(words, lobby.rules)
    yield words.plural("help.mine.lobby", len(lobby.seats))
    if lobby.host_id == user_id:
        yield bold(words("help.mine.you_start"))


def _game_parts(words: Words, user_id: int, manager: GameManager) -> Iterator[str]:
    """Say which game it is, the person's phase, who is to move, and until when."""
    view, table = manager.view(None), manager.game.table
    seat = manager.seat_of(user_id)
    assert seat is not None, "it is one of this person's games"
    yield title(words, view.rules)
    trying = view.seats[seat].trying
    if trying is not None:
        yield words("help.mine.phase", number=words.number(trying))
    yield _turn(words, manager, table, seat, user_id)
    if view.turn is not None and manager.game.deadline is not None:
        yield words("help.mine.until", when=relative(manager.game.deadline))


def _turn(words: Words, manager: GameManager, table: Table, seat: int, user_id: int) -> str:
    view = manager.view(None)
    if table.occupants[seat].away:
        return words("help.mine.stood_in")
    if is_to_move(manager, user_id):
        key = "help.mine.your_ready" if seat in manager.game.awaited else "help.mine.your_turn"
        return bold(words(key))
    return whose_turn(words, view)


def whose_turn(words: Words, view: AnyView) -> str:
    """Say whose turn it is, or that the next hand is to be dealt."""
    if view.turn is None:
        return words("help.mine.between")
    return words("help.mine.turn_of", name=escaped(view.seats[view.turn].name))


def _paging(words: Words, page: int, total: int, back: Verb, on: Verb) -> discord.ui.ActionRow[Any]:
    made = []
    if page > 0:
        before = CustomId(NO_GAME, 0, back, (str(page - 1),))
        made.append(button(words("memories.back"), before))
    if (page + 1) * GAMES < total:
        after = CustomId(NO_GAME, 0, on, (str(page + 1),))
        made.append(button(words("memories.on"), after))
    return row(*made)


def place_of(client: discord.Client, manager: GameManager) -> str:
    """Name a game's channel and server, as far as they are known."""
    guild = client.get_guild(manager.guild_id)
    channel = None if guild is None else guild.get_channel_or_thread(manager.channel_id)
    if guild is None or channel is None:
        return f"<#{manager.channel_id}>"
    return f"{escaped(f'#{channel.name}')} · {escaped(guild.name)}"
