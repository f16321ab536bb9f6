"""Run the commands that the documents show, in a copy of the project.

    python3 -m scripts.document_commands [WORD ...]

runs those of README.md, CONTRIBUTING.md and docs/*.md, or only those with one of the words, and
names those that it does not run. It needs git and what the documents name, but no environment:
the first command sets one up. It fails if a command ends with another status than it should.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from urllib.request import urlopen

HERE = Path(__file__).resolve().parent.parent
DOCUMENTS = [HERE / "README.md", HERE / "CONTRIBUTING.md", *sorted((HERE / "docs").glob("*.md"))]
_FENCED = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
_INLINE = re.compile(r"`([^`\n]+)`")
_COMMAND = re.compile(
    r"(?:[A-Z\d_]+=\S+ )*(?!/p)[\w./]*(?:phase10|make|python3?|pip|pytest|pipx|docker|sqlite3|cp)"
    r" .+|\.ci/run|[\d *]{9}.+"
)
_STOPPED = {0, 2, -signal.SIGTERM}  # of the playground, make and the shell
READY = [
    "make play ARGS=--no-browser",
    "make .venv/.dev .venv/.bench",
    "phase10 backup kept.db --database data/playground.db",
    "phase10 restore kept.db",
    "phase10 simulate --games 1 --record game.jsonl",
]
"""Commands that make what others need."""
FILLED = {
    "phase10 verify": "phase10 verify game.jsonl",
    "phase10 verify FILE…": "phase10 verify game.jsonl",
    "phase10 review FILE": "phase10 review game.jsonl",
    "phase10 review FILE --json": "phase10 review game.jsonl --json",
    "phase10 backup FILE": "phase10 backup made.db",
    "phase10 forget-server GUILD": "phase10 forget-server 7 --yes --database kept.db",
    "phase10 restore FILE": "DATABASE_URL=restored.db phase10 restore kept.db",
    "phase10 restore FILE --database /tmp/try.db && rm /tmp/try.db": (
        "phase10 restore kept.db --database try.db && rm try.db"
    ),
    "phase10 backup before.db": "phase10 backup before.db --database kept.db",
    "phase10 restore before.db": "phase10 restore before.db --database back.db",
    "phase10 gallery DIR": "phase10 gallery build/all",
    "phase10 play --locale <locale>": "phase10 play --locale nl",
    "phase10 tournament": "phase10 tournament --games 4",
    "phase10 tournament --levels <id>,normal --games 1000": (
        "phase10 tournament --levels easy,normal --games 4"
    ),
    "phase10 tournament --levels hard,normal --games 1000": (
        "phase10 tournament --levels hard,normal --games 4"
    ),
    "python -m tests.render.snapshot_kit [NAME ...]": "python -m tests.render.snapshot_kit",
    "BENCH_GAMES=… python -m bench storage": "BENCH_GAMES=20 python -m bench storage",
    "BENCH_TABLES=10,1000 BENCH_RATE=25 python -m bench scale": (
        "BENCH_TABLES=2 BENCH_RATE=5 python -m bench scale"
    ),
    "PHASE10_QUICK_GAMES=25 pytest -n0 -s tests/e2e/test_e2e_quick.py": (
        "PHASE10_QUICK_GAMES=1 pytest -n0 -s tests/e2e/test_e2e_quick.py"
    ),
    "PHASE10_KILLS=200 pytest -s tests/faults/test_killed.py": (
        "PHASE10_KILLS=1 pytest -s tests/faults/test_killed.py"
    ),
    "python -m scripts.fit_chances FILE 3500 600": (
        "python -m scripts.fit_chances chances.json 5 2"
    ),
    "python -m scripts.mutants": "python -m scripts.mutants --number 1 bot/core/chance.py",
    "python -m scripts.mutants FILE": "python -m scripts.mutants --number 1 bot/core/chance.py",
}
"""What is run for a command that has names to be filled in, or that takes many minutes."""
STATUSES = {"phase10 run": 78, "phase10 doctor": 78, "phase10 health": 78, "make run": 2}
"""How commands end without a token, and without a bot that runs."""
NOT_RUN = {
    r".*document_commands": "is this script",
    r"docker ": "needs Docker",
    r"pipx ": "needs pipx",
    r".*/opt/phase10": "writes outside of the project, like the Dockerfile",
    r".*postgresql://": "needs a server",
    r"sqlite3 |.*game\.txt": "needs a game that cannot be read",
    r"[\d *]{9}": "is for cron",
    r"\.ci/run": "installs packages of the system",
    r"(make (test|bench)|python -m bench( rules.*| clicks)?)$": "takes long",
}
"""Commands that are run by hand, and why; README's way without make sets up the environment too."""


def listed_commands(page: str) -> list[str]:
    """Return the commands of a document, of its blocks and between backquotes."""
    blocks = [text for language, text in _FENCED.findall(page) if not language]
    lines = [line for text in blocks for line in text.splitlines()]
    texts = lines + _INLINE.findall(_FENCED.sub("", page))
    bare = (re.sub(r"\s+# .*| …$", "", text.strip()) for text in texts)
    return [text for text in bare if _COMMAND.fullmatch(text)]


def why_not(command: str) -> str | None:
    """Return why a command is not run; None for one that is."""
    return next((why for form, why in NOT_RUN.items() if re.match(form, command)), None)


def run(command: str, place: Path) -> str:
    """Run a command; return what is wrong with it, or an empty text."""
    path = f"{place / '.venv/bin'}:{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "BROWSER": "true"}
    environment.pop("DISCORD_TOKEN", None)
    with subprocess.Popen(  # noqa: S602  # a line of a shell, from our own documents
        command, shell=True, cwd=place, env=environment, text=True, start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        said = ""
        for line in process.stdout:
            said += line
            if page := re.search(r"The playground is open: (\S+)", line):
                with urlopen(page[1]) as answer:  # noqa: S310  # our own page
                    answer.read()
                os.killpg(process.pid, signal.SIGTERM)
    expected = _STOPPED if "The playground is closed" in said else {STATUSES.get(command, 0)}
    right = process.returncode in expected
    return "" if right else f"{said[-3000:]}\nstatus {process.returncode}"


def main() -> int:
    words = sys.argv[1:]
    shown = dict.fromkeys(c for page in DOCUMENTS for c in listed_commands(page.read_text()))
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder) / "project"
        subprocess.run(["git", "clone", "--quiet", HERE, place], check=True)  # noqa: S603, S607
        for command in dict.fromkeys([*READY, *shown]):
            if why := why_not(command):
                print(f"not run   {command}: it {why}", flush=True)
            elif command in READY or not words or any(word in command for word in words):
                problem = run(FILLED.get(command, command), place)
                print(f"{'failed' if problem else 'ok':9} {command}", problem, flush=True)
                wrong += bool(problem)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
