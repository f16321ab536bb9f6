"""A PgBouncer before a PostgreSQL server, for tests."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import urlsplit

import postgres_server
from patience import PATIENCE


def program() -> Path | None:
    """Where PgBouncer is; None when it is not installed."""
    found = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
    return Path(found) if found else None


class Pooler:
    """A running PgBouncer; ``url`` is that of the server, by way of it."""

    def __init__(self, process: subprocess.Popen[bytes], url: str) -> None:
        self.process = process
        self.url = url


@contextmanager
def running(found: Path, server: str, mode: str, connections: int) -> Iterator[Pooler]:
    """A PgBouncer with some connections to a server."""
    parts = urlsplit(server)
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = int(free.getsockname()[1])
    somebody = postgres_server.somebody()
    with tempfile.TemporaryDirectory(prefix="phase10-pgbouncer-") as name:
        folder = Path(name)
        (folder / "users").write_text(f'"{parts.username}" "{parts.password}"\n')
        settings = SETTINGS.format(
            host=parts.hostname, server=parts.port, port=port, mode=mode, folder=name,
            connections=connections,
        )  # fmt: skip
        (folder / "ini").write_text(settings)
        if somebody:
            for each in (folder, *folder.iterdir()):
                os.chown(each, somebody["user"], somebody["group"])
        process = subprocess.Popen(  # noqa: S603  # PgBouncer, with files of ours
            [found, "-q", folder / "ini"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            **somebody,
        )
        try:
            _wait_for(port, process)
            yield Pooler(process, parts._replace(netloc=_at(parts.netloc, port)).geturl())
        finally:
            process.kill()
            process.wait()


def _at(netloc: str, port: int) -> str:
    return f"{netloc.rpartition('@')[0]}@127.0.0.1:{port}"


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + PATIENCE
    while process.poll() is None and time.monotonic() < until:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except ConnectionRefusedError:
            time.sleep(0.01)
        else:
            return
    raise RuntimeError("pgbouncer does not answer")


SETTINGS = """
[databases]
* = host={host} port={server}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = {folder}/users
pool_mode = {mode}
default_pool_size = {connections}
"""
