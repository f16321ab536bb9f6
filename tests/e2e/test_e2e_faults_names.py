"""Names that would like to be more than names."""

from __future__ import annotations

import re
from random import Random
from unicodedata import bidirectional

import pytest
from driving import House, Shown

from bot.rules.state import Stage
from bot.table.people import clean_name

NASTY = {
    "markdown": "**_~~`||x||`~~_**",
    "mentions": "@everyone <@1> <@&2> <#3>",
    "links": "[a](https://x.yz) www.x.yz",
    "heading": "# 12. > -# big",
    "list": "12. twelve",
    "rtl": "עדה (אבג)",
    "override": "ada\N{RIGHT-TO-LEFT OVERRIDE}drawkcab",
    "invisible": "\N{ZERO WIDTH SPACE}\N{HANGUL FILLER}\N{WORD JOINER}",
    "zalgo": "a" + "\N{COMBINING TILDE}" * 31,
    "lines": "one\ntwo\r\nthree\N{LINE SEPARATOR}four",
    "emoji": "<:a:123> <t:1:R> :joy:",
    "placeholder": "{name} {0} %s %(name)s",
}
_LIVE = re.compile(
    r"(?<!\\)(<@|<#|<a?:|\*\*_|~~|\|\||\[a\]\()|@everyone|https://x|(?m:^\d+\. )|(?m:^# 12)"
)
_TURNING = "\u202a\u202b\u202d\u202e"


def check(text: str, house: House) -> None:
    """Nothing in a text pings anyone, is a link or markup, or turns the text around it."""
    # The pings, and what the bot itself says with markup, name ids and channels.
    own = {f"<@{who.id}>" for who in house.people.values()}
    for each in own:
        text = text.replace(each, "")
    assert _LIVE.search(text) is None, text
    for line in text.splitlines():
        plain(line)


def plain(text: str) -> None:
    """The same for labels and alt texts, where there is no markup to fear."""
    assert not set(_TURNING) & set(text)
    around = re.sub("\u2068[^\u2068\u2069]*\u2069", "", text)
    assert not any(bidirectional(each) in {"R", "AL"} for each in around), text
    assert not {"\u2068", "\u2069"} & set(around), text


async def named(house: House, nasty: str) -> None:
    """Two people of one nasty name are there."""
    for each in ("ada", "ben"):
        user = house.env.create_user(each + "2", global_name=nasty)
        house.people[each] = house.guild.add_member(user)


def check_all(house: House) -> None:
    screens = [*house.public(), *house.screen("ada"), *house.screen("ben")]
    for shown in screens:
        check(shown.text, house)
        labels = [each.get("label") or "" for each in shown.components]
        for each in [*shown.alts, *labels, *_options(shown)]:
            plain(each)
    pinged = {user for each in house.public() for user in each.raw.ping_user_ids}
    assert pinged <= {who.id for who in house.people.values()}
    for each in house.public():
        if each.components:
            assert not each.raw.ping_user_ids
        assert not each.raw.ping_role_ids


def _options(shown: Shown) -> list[str]:
    return [o["label"] for each in shown.components for o in each.get("options") or ()]


@pytest.mark.parametrize("kind", NASTY)
async def test_nasty_names_break_no_message(house: House, kind: str) -> None:
    await named(house, NASTY[kind])
    await house.slash("ada", "play")
    check_all(house)
    await house.click("ben", house.table(), "join")
    check_all(house)
    await house.click("ada", house.table(), "start")
    await house.click("ben", house.table(), "hand")
    rng = Random(6)
    for _ in range(60):
        if house.manager.view(None).stage is Stage.DEAL:
            break
        await house.step(rng)
        check_all(house)
    for name in ("ada", "ben"):
        check(house.told(await house.click(name, house.table(), "scores")), house)
        await house.click(name, house.table(), "more")
    for command in ("table", "scores"):
        check(house.told(await house.slash("ben", command)), house)
    check_all(house)
    await house.slash("ada", "pictures", pictures="off")
    for command in ("hand", "table", "scores"):
        check(house.told(await house.slash("ada", command)), house)
    asked = await house.slash("ada", "end")
    assert asked.response is not None
    await house.click("ada", Shown(asked.response._message), "endnow")
    check_all(house)
    for command in ("history", "leaderboard", "stats"):
        where = f"phase10 {command}" if command == "history" else command
        result = await house.people["ada"].slash(house.channel, where)
        check(house.told(result), house)
    check_all(house)


@pytest.mark.parametrize(
    ("name", "cleaned"),
    [
        (NASTY["override"], "adadrawkcab"),
        (NASTY["invisible"], "?"),
        (NASTY["lines"], "one two three four"),
        ("\N{COMBINING TILDE}" * 5, "?"),
        ("\N{WOMAN}\N{ZERO WIDTH JOINER}\N{PERSONAL COMPUTER}",) * 2,
        ("क्‍ष",) * 2,
        ("\N{BRAILLE PATTERN BLANK}", "?"),
    ],
)
def test_a_name_at_a_table_can_be_seen(name: str, cleaned: str) -> None:
    assert clean_name(name) == cleaned
