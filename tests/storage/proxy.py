"""A way to a PostgreSQL server that can be cut at the worst moment."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from urllib.parse import urlsplit, urlunsplit

COMMIT = b"COMMIT;\0"


class Proxy:
    """Passes everything on, until it is told to cut the next commit."""

    def __init__(self, url: str) -> None:
        self._parts = urlsplit(url)
        self._cut: bool | None = None
        self._for_good = False
        self._closed = False
        self._serving: set[asyncio.Task[None]] = set()
        self.port = 0

    @property
    def url(self) -> str:
        who = self._parts.netloc.rpartition("@")[0]
        return urlunsplit(self._parts._replace(netloc=f"{who}@127.0.0.1:{self.port}"))

    def cut_commit(self, *, arrives: bool, for_good: bool = False) -> None:
        """Cut the connection that commits next, before or after the server has done so."""
        self._cut, self._for_good = arrives, for_good

    def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.ensure_future(self._serve(reader, writer))
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._closed:
            await _cut(writer)
            return
        answers, server = await asyncio.open_connection(self._parts.hostname, self._parts.port)
        back = asyncio.ensure_future(_pour(answers, writer))
        try:
            await self._forward(reader, server, writer, back)
        finally:
            await _cut(server)
            await _cut(writer)
            await back

    async def _forward(
        self,
        reader: asyncio.StreamReader,
        server: asyncio.StreamWriter,
        writer: asyncio.StreamWriter,
        back: asyncio.Future[None],
    ) -> None:
        with suppress(ConnectionError):
            while data := await reader.read(65536):
                if COMMIT in data and self._cut is not None:
                    arrives, self._cut, self._closed = self._cut, None, self._for_good
                    if arrives:
                        # Nobody hears the answer, but the server has done it when it gives one.
                        await _cut(writer)
                        server.write(data)
                        await back
                    return
                server.write(data)
                await server.drain()

    async def finished(self) -> None:
        for each in self._serving:
            each.cancel()
        if self._serving:
            await asyncio.wait(self._serving)


async def _cut(writer: asyncio.StreamWriter) -> None:
    writer.transport.abort()
    with suppress(ConnectionError):
        await writer.wait_closed()


async def _pour(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while data := await reader.read(65536):
            if writer.transport.is_closing():
                return
            writer.write(data)
            await writer.drain()
        writer.close()


@asynccontextmanager
async def through(url: str) -> AsyncIterator[Proxy]:
    proxy = Proxy(url)
    server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    proxy.port = server.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        server.close()
        await server.wait_closed()
        await proxy.finished()
