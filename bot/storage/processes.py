"""The processes of the bot that use the database."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import Connection, delete, select

from bot.shards import Shards, parse_ids

from .schema import processes, upsert

KEPT = 86_400.0  # seconds for which the row of a process that is gone is kept


@dataclass(frozen=True)
class Process:
    """A process: where it runs, and when it last renewed its row."""

    process_id: str
    place: str
    shards: Shards
    started_at: float
    renewed_at: float = 0.0


def renew_process(connection: Connection, process: Process, now: float) -> list[Process]:
    """Store that a process is running; return all others, gone or not, with shards of it."""
    row = {
        "process_id": process.process_id,
        "place": process.place,
        "shard_count": process.shards.count,
        "shard_ids": ",".join(map(str, process.shards.ids)),
        "started_at": process.started_at,
        "renewed_at": now,
    }
    upsert(connection, processes, [row])
    connection.execute(delete(processes).where(processes.c.renewed_at < now - KEPT))
    others = select(processes).where(processes.c.process_id != process.process_id)
    known = (
        Process(process_id, place, Shards(count, parse_ids(ids)), *times)
        for process_id, place, count, ids, *times in connection.execute(
            others.order_by(processes.c.started_at)
        )
    )
    return [other for other in known if other.shards.overlap(process.shards)]
