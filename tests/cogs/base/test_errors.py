from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest
from fake_discord import refusal

from bot.cards.phases import GroupKind
from bot.core.errors import IllegalError, MalformedError, RuleSetError
from bot.i18n import words_for
from bot.table.errors import TableError
from bot.work_queue import SupersededError
from cogs.base.custom_ids import BadCustomIdError
from cogs.base.discord_errors import UnreachableError, within
from cogs.base.errors import sentence

WORDS = words_for("en")
ROLES = ("role_too_high", "role_not_yours", "role_not_for_you")
DATA: dict[str, dict[str, object]] = {
    "has_limit": {"host": "Ada"},
    "sheet_full": {"most": 10},
    "not_here": {"channels": (1,)},
    "not_host": {"host": "Ada"},
    "already_appointed": {"channel": "<#1>"},
    "hosts_elsewhere": {"channel": "<#1>"},
    "not_yet": {"at": 0.0},
    "question_open": {"at": 0.0},
    "paused": {"at": 0.0},
    "question_refused": {"name": "Ben", "at": 0.0},
    "seats_kept": {"at": 0.0},
    "taken_out": {"host": "Ada"},
    **{code: {"name": "Ben"} for code in ("sits_here", "is_bot", "cannot_see", "not_invited")},
    "bad_start": {"days": 14},
    "start_without_thread": {"at": 0.0, "hours": 12},
    **{f"appointment_{role}": {"at": 0.0} for role in ("hosted", "joined", "open")},
    **{code: {"role": "<@&1>"} for code in ROLES},
    "needs_hero": {"number": 8},
}
# No control offers such a lay or Skip, and a score sheet shows its doubts itself.
NEVER_TOLD = {
    *("doubtful", "needs_natural", "no_target", "not_a_group", "too_few_cards", "wrong_groups")
}
ROOT = Path(__file__).parents[3]
SOURCES = "\n".join(
    path.read_text() for folder in ("bot", "cogs") for path in (ROOT / folder).rglob("*.py")
)


REFUSALS = set(re.findall(r'(?:Table|Illegal)Error\(\s*"(\w+)"', SOURCES))


@pytest.mark.parametrize("code", sorted(REFUSALS - NEVER_TOLD))
def test_every_refusal_of_a_table_or_the_rules_has_a_sentence_of_its_own(code: str) -> None:
    told = sentence(WORDS, TableError(code, **DATA.get(code, {})))
    assert told
    assert told != WORDS("errors.not_allowed")


def test_no_sentence_is_left_over() -> None:
    raised = set(re.findall(r'Error\(\s*"(\w+)"', SOURCES))
    literal = set(re.findall(r'"errors\.([\w.]+)"', SOURCES))
    literal |= {"bad_phase_end", "no_host", "too_many_players"}
    catalogue = (ROOT / "assets/locales/en/errors.po").read_text()
    plain = set(re.findall(r'^msgid "errors\.(\w+)"', catalogue, re.MULTILINE))
    assert plain <= raised | literal


@pytest.mark.parametrize("error", [RuntimeError("bug"), TimeoutError(), ConnectionResetError()])
async def test_unexpected_errors_are_attributed_to_discord_only_in_its_calls(
    error: Exception,
) -> None:
    assert sentence(WORDS, error) is None
    with pytest.raises((UnreachableError, RuntimeError)) as asked:
        async with within():
            raise error
    expected = None if isinstance(error, RuntimeError) else WORDS("errors.discord")
    assert sentence(WORDS, asked.value) == expected


async def test_discord_has_a_limited_time_to_answer() -> None:
    with pytest.raises(UnreachableError):
        async with within(0):
            await asyncio.Event().wait()


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (TableError("table_full", players=5, most=4), "at most 4 can play, not 5"),
        (RuleSetError("number_of_players", players=5, most=4), "at most 4 can play, not 5"),
        (RuleSetError("number_of_phases", phases=11), "one to ten phases, not 11"),
        (MalformedError("bad_phase", position=3, notation="S3+*"), "“\\*” does not belong there"),
        (MalformedError("bad_phase", position=3, notation="S3+"), "“S3+” is not finished"),
        (MalformedError("phase_too_large", notation="S6+S5", size=11), "but S6+S5 asks for 11"),
        (
            MalformedError("group_size", group="R13", kind=GroupKind.RUN, least=3, most=10),
            "cannot use R13. **R**: a run, 3 to 10 cards",
        ),
        (
            RuleSetError("too_many_ways", number=2, notation="RC3+R3+S2+S2"),
            "Phase 2, RC3+R3+S2+S2, can be laid in so many ways",
        ),
        (IllegalError("does_not_fit"), WORDS("errors.does_not_fit")),
        (IllegalError("something_rare"), WORDS("errors.not_allowed")),
        (BadCustomIdError("x"), WORDS("errors.not_understood")),
        (SupersededError(), "You asked for something else right after this"),
        (IllegalError("needs_hero", number=8), "one 8 or one Wild"),
        (TableError("not_host", host="A*da"), "Only the host, **A\\*da**, can"),
        (TableError("has_limit", host="Ada"), "only the host, **Ada**, can"),
        (TableError("not_host", host=""), "A moderator of this server can"),
    ],
)
def test_particulars_are_told(error: Exception, told: str) -> None:
    assert told in (sentence(WORDS, error) or "")


@pytest.mark.parametrize("code", [160005, 50083])
def test_a_locked_thread_is_named_whatever_discord_refused_in_it(code: int) -> None:
    assert sentence(WORDS, refusal(400, code)) == WORDS("errors.thread_locked")
