"""Windows in which people write; what is submitted comes back by the custom id alone."""

from __future__ import annotations

from typing import Any

import discord

from .custom_ids import CustomId

FIELD = "text"


class Form(discord.ui.Modal):
    """A window with one line of text; the library does not keep it, so a restart loses nothing."""

    def __init__(
        self,
        title: str,
        meaning: CustomId,
        field: discord.ui.Label[Any],
    ) -> None:
        super().__init__(title=title, custom_id=str(meaning), timeout=None)
        self.add_item(field)
        self.stop()


def line(label: str, hint: str, *, typed: str, most: int) -> discord.ui.Label[Any]:
    """A labelled field for one line."""
    field: discord.ui.TextInput[Any] = discord.ui.TextInput(
        custom_id=FIELD, placeholder=hint, default=typed or None, max_length=most
    )
    return discord.ui.Label(text=label, component=field)


def typed_in(data: dict[str, Any]) -> str:
    """What was written into the one field."""
    for each in data.get("components", ()):
        inner = [each["component"]] if "component" in each else each.get("components", ())
        for field in inner:
            if field.get("custom_id") == FIELD:
                return str(field.get("value", ""))
    return ""
