"""Cups without secrets of their own: no same deals, no hash of seed and rounds.

A round that plays the same deals ends as it stands, since the records of its games are no longer
held back; the next one has deals of its own.
"""

from __future__ import annotations

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

_cups = sa.table("cups", *map(sa.column, ("cup_id", "header", "status", "events")))
_events = sa.table("cup_events", *map(sa.column, ("cup_id", "seq", "line")))


def upgrade() -> None:
    """Rewrite the lines and drop the columns."""
    connection = op.get_bind()
    for cup in connection.execute(sa.select(_cups)).all():
        header = json.loads(cup.header)
        _end_same_deals(connection, cup, header)
        of_cup = sa.update(_cups).where(_cups.c.cup_id == cup.cup_id)
        connection.execute(of_cup.values(header=_without(header, "duplicate", "commitment")))
    for row in connection.execute(sa.select(_events)).all():
        line = json.loads(row.line)
        if line["type"] in {"round", "reveal", "cancel"}:
            of_row = _events.c.cup_id == row.cup_id, _events.c.seq == row.seq
            new = _without(line, "commitment", "secret")
            connection.execute(sa.update(_events).where(*of_row).values(line=new))
    op.drop_column("cups", "seed")
    op.drop_column("cups", "secret")
    op.drop_column("cup_tables", "withheld")


def _without(line: dict[str, Any], *names: str) -> str:
    kept = {name: value for name, value in line.items() if name not in names}
    return json.dumps(kept, ensure_ascii=False, separators=(",", ":"))


def _end_same_deals(connection: sa.Connection, cup: sa.Row[Any], header: dict[str, Any]) -> None:
    """Let the time of a round be up that plays the same deals."""
    if not header["duplicate"] or cup.status != "playing":
        return
    of_cup = sa.select(_events.c.line).where(_events.c.cup_id == cup.cup_id)
    lines = [json.loads(line) for line in connection.scalars(of_cup.order_by(_events.c.seq))]
    begun = max(number for number, line in enumerate(lines) if line["type"] == "round")
    if any(line["type"] == "time_up" for line in lines[begun:]):
        return
    # The rules of cups ask for this time.
    at = lines[begun]["at"] + header["round_time"]
    up = {"cup_id": cup.cup_id, "seq": cup.events, "line": _without({"type": "time_up", "at": at})}
    connection.execute(sa.insert(_events).values(up))
    counted = sa.update(_cups).where(_cups.c.cup_id == cup.cup_id)
    connection.execute(counted.values(events=cup.events + 1))
