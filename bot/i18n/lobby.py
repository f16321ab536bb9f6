"""The picture of a lobby in words."""

from __future__ import annotations

from bot.model import Lobby, Occupant

from .alt import joined
from .catalogue import Words
from .rulesets import title


def lobby_alt(words: Words, lobby: Lobby) -> str:
    """Alt text of the picture of a lobby: the rules, who sits there, and the free seats."""
    seats = words.list([_seated(words, lobby, each) for each in lobby.seats])
    free = lobby.rules.max_players - len(lobby.seats)
    return joined(
        (
            words("alt.lobby", rules=title(words, lobby.rules)),
            words("alt.lobby_seats", names=seats),
            words.plural("alt.lobby_free", free) if free > 0 else words("alt.lobby_full"),
        )
    )


def _seated(words: Words, lobby: Lobby, who: Occupant) -> str:
    if who.user_id is None:
        return f"{who.name} ({words('alt.computer')})"
    if who.user_id == lobby.host_id:
        return f"{who.name} ({words('lobby.host')})"
    return who.name
