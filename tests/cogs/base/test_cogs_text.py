from __future__ import annotations

import pytest

from bot.i18n import languages, words_for
from bot.table.errors import TableError
from cogs.base.text import escaped, parse_start


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ada", "Ada"),
        ("Anna-Lena", "Anna-Lena"),
        ("**x**", r"\*\*x\*\*"),
        ("_a_ `b` ~c~ ||d||", r"\_a\_ \`b\` \~c\~ \|\|d\|\|"),
        ("# big", r"\# big"),
        ("- item", r"\- item"),
        ("<@1> <#2> <:x:3>", "\\<\\@\u200b1\\> \\<\\#2\\> \\<\\:x\\:3\\>"),
        ("[a](b)", r"\[a\]\(b\)"),
        ("https://x", r"https\://x"),
        ("1. one", r"1\. one"),
        ("日本 👋", "日本 👋"),
        ("@everyone", "\\@\u200beveryone"),
    ],
)
def test_names_are_just_names(name: str, shown: str) -> None:
    assert escaped(name) == shown


NOW, DAY = 1_000_000, 86_400


@pytest.mark.parametrize(
    ("typed", "at"),
    [
        ("30", NOW + 1800),
        ("30 min", NOW + 1800),
        (" 12 H ", NOW + DAY / 2),
        ("12u", NOW + DAY / 2),
        ("28d", NOW + 28 * DAY),
        (f"<t:{NOW + 60}>", NOW + 60),
        (f"<t:{NOW + 28 * DAY}:F>", NOW + 28 * DAY),
    ],
)
def test_a_time_is_minutes_hours_days_or_a_timestamp(typed: str, at: float) -> None:
    assert parse_start(typed, NOW, 28 * 1440) == at


@pytest.mark.parametrize("typed", ["29d", "0d", "-1d", f"<t:{NOW}>", "soon", "", "99999d", "2w"])
def test_another_time_is_refused_with_how_far_ahead_it_may_be(typed: str) -> None:
    with pytest.raises(TableError) as caught:
        parse_start(typed, NOW, 28 * 1440)
    assert (caught.value.code, caught.value.data) == ("bad_start", {"days": 28})


@pytest.mark.parametrize("locale", languages())
def test_the_form_of_a_holiday_and_its_refusal_name_the_same_times(locale: str) -> None:
    words = words_for(locale)
    how = words("settings.holiday_how")
    times = how[: how.index("10d")].lower()
    assert times in words("errors.bad_start", days=28).lower()
    for option in "cup", "play":
        assert "3d" in words(f"commands.{option}_start.description")
