"""A message of Components V2: its text, and Discord's limits for it."""

from __future__ import annotations

import discord
from simcord.components import validate_message_state

from cogs.base.custom_ids import Verb
from cogs.base.screens import Button, ButtonRow, Picture, Screen

V2 = 1 << 15


def view_of(screen: Screen, *, pictured: bool = True) -> discord.ui.LayoutView:
    """The components of a message, as if its pictures could be drawn or not."""
    drawings = screen.drawings if pictured else ()
    return screen.message_view([Picture(each.name, b"", each.alt) for each in drawings])


def buttons_of(screen: Screen) -> list[Button]:
    rows = (each for each in screen.controls if isinstance(each, ButtonRow))
    return [button for row in rows for button in row.buttons]


def verbs_of(screen: Screen) -> list[Verb]:
    """What the buttons of a message do, but for links."""
    return [each.meaning.verb for each in buttons_of(screen) if each.meaning is not None]


def check(screen: Screen) -> None:
    """Check that Discord would take a message, with and without its pictures."""
    for pictured in {bool(screen.drawings), False}:
        view = view_of(screen, pictured=pictured)
        raw = view.to_components()  # type: ignore[no-untyped-call]  # untyped in the library
        validate_message_state(raw, flags=V2, content=None, embeds=[])
        assert view.total_children_count <= 40
        assert view.content_length() <= 4000
        for select in (
            each for each in view.walk_children() if isinstance(each, discord.ui.Select)
        ):
            assert 1 <= len(select.options) <= 25
            assert len({option.value for option in select.options}) == len(select.options)


def text_of(screen: Screen, *, pictured: bool = True) -> str:
    children = view_of(screen, pictured=pictured).walk_children()
    return "\n".join(each.content for each in children if isinstance(each, discord.ui.TextDisplay))
