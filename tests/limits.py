"""A message of Components V2: its text, and Discord's limits for it."""

from __future__ import annotations

from functools import cache
from typing import Any, cast

import discord
from simcord.components import validate_message_state

from cogs.base.clicks import Click, Handlers, collect_handlers
from cogs.base.custom_ids import Verb, parse
from cogs.base.screens import Button, ButtonRow, Picture, Screen
from cogs.registration import OTHER_COGS, PHASE10_COGS

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


@cache
def _handlers() -> Handlers:
    return collect_handlers(cog.__new__(cog) for cog in (*PHASE10_COGS, *OTHER_COGS))


def check_handled(component: discord.ui.Item[Any]) -> None:
    """Check that the handler of a button or menu takes its arguments, and each of its values."""
    if not isinstance(component, discord.ui.Button | discord.ui.Select) or not component.custom_id:
        return
    meaning, unused = parse(component.custom_id), cast("Any", None)
    values: list[tuple[str, ...]] = [()]
    if isinstance(component, discord.ui.Select):
        values = [(option.value,) for option in component.options]
    for chosen in values:
        click = Click(unused, meaning, unused, unused, values=chosen)
        cast("Any", _handlers()[meaning.verb].call(click)).close()


def check(screen: Screen) -> None:
    """Check that Discord would take a message, with and without its pictures, and we its clicks."""
    for pictured in {bool(screen.drawings), False}:
        view = view_of(screen, pictured=pictured)
        raw = view.to_components()  # type: ignore[no-untyped-call]  # untyped in the library
        validate_message_state(raw, flags=V2, content=None, embeds=[])
        assert view.total_children_count <= 40
        assert view.content_length() <= 4000
        for component in view.walk_children():
            check_handled(component)
        for select in (
            each for each in view.walk_children() if isinstance(each, discord.ui.Select)
        ):
            assert 1 <= len(select.options) <= 25
            assert len({option.value for option in select.options}) == len(select.options)


def text_of(screen: Screen, *, pictured: bool = True) -> str:
    children = view_of(screen, pictured=pictured).walk_children()
    return "\n".join(each.content for each in children if isinstance(each, discord.ui.TextDisplay))
