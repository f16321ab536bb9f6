"""A PostgreSQL server for tests, in a directory and at a port of its own.

    python tests/postgres_server.py COMMAND …

runs a command with the server's URL in ``PHASE10_TEST_POSTGRES``, and takes the server away when
the command has ended. Without PostgreSQL's programs the command runs all the same.
"""

from __future__ import annotations

import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

GIVEN = "PHASE10_TEST_POSTGRES"
# Set where that server goes away with all that is in it.
FOR_US_ALONE = "PHASE10_TEST_POSTGRES_FOR_US_ALONE"
WHY_NOT = f"there is no PostgreSQL: {GIVEN} is not set, and no initdb was found"
_USER = "phase10"
# Nothing of it must outlive the machine.
_SETTINGS = (
    "fsync=off",
    "full_page_writes=off",
    "shared_buffers=32MB",
    "max_connections=200",
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
)


def programs() -> Path | None:
    """Where the newest PostgreSQL's initdb and pg_ctl are; None when there is none."""
    on_path = shutil.which("initdb")
    if on_path is not None:
        return Path(on_path).resolve().parent
    installed = list(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    newest = max(installed, key=lambda each: float(each.parts[-3]), default=None)
    return newest.parent if newest else None


class Server:
    """A server that can be stopped and started; :func:`running` makes one."""

    def __init__(self, directory: Path, found: Path) -> None:
        self._directory = directory
        self._programs = found
        self._as = somebody()
        if self._as:
            os.chown(directory, self._as["user"], self._as["group"])
        with closing(socket.create_server(("127.0.0.1", 0))) as free:
            self.port = int(free.getsockname()[1])
        self._password = secrets.token_hex(16)
        self.url = f"postgresql://{_USER}:{self._password}@127.0.0.1:{self.port}/postgres"

    def make(self) -> None:
        """Make the files of an empty server."""
        password = self._directory / "password"
        password.write_text(self._password)
        if self._as:
            os.chown(password, self._as["user"], self._as["group"])
        self._run(
            "initdb",
            *("-U", _USER, "-E", "UTF8", "--no-locale", "--no-sync"),
            *("-A", "scram-sha-256", f"--pwfile={password}"),
        )

    def start(self) -> None:
        """Start, and wait until it answers."""
        options = " ".join(f"-c {each}" for each in (*_SETTINGS, f"port={self.port}"))
        self._run("pg_ctl", "start", "-w", "-l", str(self._directory / "log"), "-o", options)

    def stop(self, mode: str = "fast") -> None:
        """Stop it: ``fast`` breaks off what is under way, ``immediate`` is like a crash."""
        self._run("pg_ctl", "stop", "-w", "-m", mode)

    def caretaker(self) -> subprocess.Popen[bytes]:
        """What takes the server away as soon as nobody holds its input any more."""
        return subprocess.Popen(  # noqa: S603  # the shell, with paths of our own
            ["/bin/sh", "-c", _CARETAKER, "sh", self._programs, self._directory],
            cwd="/",
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            # Ctrl+C is not for it.
            start_new_session=True,
            **self._as,
        )

    def _run(self, program: str, *arguments: str) -> None:
        data = str(self._directory / "data")
        done = subprocess.run(  # noqa: S603  # PostgreSQL's own programs
            [str(self._programs / program), "-D", data, *arguments],
            cwd=self._directory,
            stdin=subprocess.DEVNULL,
            # pg_ctl leaves its output to the server, which would keep a pipe open.
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
            **self._as,
        )
        if done.returncode:
            raise RuntimeError(f"{program} {arguments[0]} failed, see {self._directory}")


def somebody() -> dict[str, Any]:
    """Who runs the server: root must not."""
    if os.geteuid() != 0:
        return {}
    names = {each.pw_name: each for each in pwd.getpwall()}
    who = names.get("postgres") or names["nobody"]
    return {"user": who.pw_uid, "group": who.pw_gid, "extra_groups": []}


# Waits until its input ends, which it does whatever becomes of the program that holds it.
_CARETAKER = """
read -r _
"$1/pg_ctl" -D "$2/data" stop -w -m immediate
rm -rf "$2"
"""


@contextmanager
def running(found: Path) -> Iterator[Server]:
    """A server, stopped and taken away at the end, also when this program is killed."""
    # Not pytest's directory, into which only its own user may look.
    directory = Path(tempfile.mkdtemp(prefix="phase10-postgres-"))
    server = Server(directory, found)
    caretaker = server.caretaker()
    try:
        server.make()
        server.start()
        yield server
    finally:
        caretaker.communicate()


def main(command: list[str]) -> int:
    """Run a command beside a server; its exit status."""
    found = programs()
    if os.environ.get(GIVEN) or found is None:
        return subprocess.call(command)  # noqa: S603  # what the caller wants
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    with running(found) as server:
        ours = {GIVEN: server.url, FOR_US_ALONE: "1"}
        return subprocess.call(command, env={**os.environ, **ours})  # noqa: S603


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
