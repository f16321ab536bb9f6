"""A message of Components V2: its text, and Discord's limits for it."""

from __future__ import annotations

import discord
from simcord.components import validate_message_state

from cogs.base.panels import Panel

V2 = 1 << 15


def check(panel: Panel) -> None:
    """Check that Discord would take a panel."""
    raw = panel.to_components()  # type: ignore[no-untyped-call]  # untyped in the library
    validate_message_state(raw, flags=V2, content=None, embeds=[])
    assert panel.total_children_count <= 40
    assert panel.content_length() <= 4000
    for select in (each for each in panel.walk_children() if isinstance(each, discord.ui.Select)):
        assert 1 <= len(select.options) <= 25
        assert len({option.value for option in select.options}) == len(select.options)


def text_of(panel: discord.ui.LayoutView) -> str:
    """All text of a panel outside of its controls."""
    parts = [each for each in panel.walk_children() if isinstance(each, discord.ui.TextDisplay)]
    return "\n".join(each.content for each in parts)
