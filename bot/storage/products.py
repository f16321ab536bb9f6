"""The products besides games in which people are stored, as deleting and exporting ask them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from bot.shards import PersonToForget, Stay

from . import cups, sheets


@dataclass(frozen=True)
class Product:
    """Functions about people in a product's data; a table with a ``user_id`` needs none."""

    name: str  # the key of its data in an export
    stays: Callable[[Connection, int], Sequence[Stay]]
    leave: Callable[[Connection, PersonToForget, str], None]  # takes a person out of a stay
    own_data: Callable[[Connection, int], Sequence[Mapping[str, Any]]]


PRODUCTS = (
    Product("cups", cups.stays, cups.leave, cups.own_data),
    Product("sheets", sheets.stays, sheets.leave, sheets.own_data),
)
