"""Names that would like to be more than names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from random import Random
from unicodedata import bidirectional

import pytest
from driving import Sim
from remembering import end_the_hand

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
PLAYERS = ("ada", "ben", "cyd", "eve")
_TURNING = "\u202a\u202b\u202d\u202e"


def check(text: str, sim: Sim) -> None:
    """Nothing in a text pings anyone, is a link or markup, or turns the text around it."""
    # The pings, and what the bot itself says with markup, name ids and channels.
    own = {f"<@{who.id}>" for who in sim.people.values()}
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


def check_all(sim: Sim) -> None:
    screens = [*sim.public(), *sim.screen("ada"), *sim.screen("ben")]
    for shown in screens:
        check(shown.text, sim)
        for line in shown.words.splitlines():
            plain(line)
    pinged = {user for each in sim.public() for user in each.raw.ping_user_ids}
    assert pinged <= {who.id for who in sim.people.values()}
    for each in sim.public():
        if not each.is_ping:
            assert not each.raw.ping_user_ids
        assert not each.raw.ping_role_ids


@pytest.mark.parametrize(
    "nasty",
    [
        ("markdown", "mentions", "links", "heading"),
        ("rtl", "override", "list", "invisible"),
        ("zalgo", "lines", "emoji", "placeholder"),
    ],
    ids="-".join,
)
async def test_nasty_names_break_no_message(sim: Sim, nasty: Sequence[str]) -> None:
    for each, name in zip(PLAYERS, nasty, strict=True):
        user = sim.env.create_user(each + "2", global_name=NASTY[name])
        sim.people[each] = sim.guild.add_member(user)
    await sim.slash("ada", "play", variation="S3+S3,S2")
    check_all(sim)
    for name in PLAYERS[1:]:
        await sim.click(name, sim.table(), "join")
        check_all(sim)
    await sim.click("ada", sim.table(), "start")
    for name in PLAYERS[1:]:
        await sim.click(name, sim.table(), "hand")
    rng = Random(6)
    for _ in range(4):
        await sim.step(rng)
        check_all(sim)
    await end_the_hand(sim)
    check_all(sim)
    for name in PLAYERS:
        check(sim.told(await sim.click(name, sim.table(), "scores")), sim)
        await sim.click(name, sim.table(), "more")
    check(sim.told(await sim.slash("ben", "table")), sim)
    check_all(sim)
    await sim.prefer("ada", "pictures", "off")
    for command in ("hand", "table"):
        check(sim.told(await sim.slash("ada", command)), sim)
    check(sim.told(await sim.click("ada", sim.table(), "scores")), sim)
    await sim.click("ada", await sim.more("ada", "end"), "endnow")
    check_all(sim)
    for command in ("history", "leaderboard", "stats"):
        where = f"phase10 {command}" if command == "history" else command
        result = await sim.people["ada"].slash(sim.channel, where)
        check(sim.told(result), sim)
    check_all(sim)
