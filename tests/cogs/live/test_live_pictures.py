"""Alt texts as they go out: names that run from right to left do not turn what follows."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from typing import cast
from unittest.mock import patch

import pytest
from discord.http import handle_message_parameters

from bot.cards.views import Highlight
from bot.i18n import words_for
from bot.lab import samples
from bot.render import Design, make_design
from bot.render.engine import Canvas
from bot.results.ratings import NEWCOMER, Kind, RatingChange, Skill
from bot.results.standings import Board, BoardQuery, BoardRow, MemberStats, Rival
from bot.sheets.figures import figures
from bot.sheets.seats import arranged
from bot.table.context import SystemClock
from bot.work_queue import Urgency, WorkQueue
from cogs.base.preferences import DisplayOptions
from cogs.base.screens import Picture
from cogs.live import sender as sender_module
from cogs.live.avatars import Avatars
from cogs.live.card_emojis import CardEmojis
from cogs.live.new_achievements import GameRewards
from cogs.live.pictures import Pictures
from cogs.live.sender import Sender

READER = DisplayOptions(words_for("en"), "standard", pictures=True)
HEBREW, ARABIC = "שלום 12", "\u202eمرحبا"
IN_TEXT, ARABIC_IN_TEXT = f"\u2068{HEBREW}\u2069", "\u2068مرحبا\u2069"


@pytest.fixture
def pictures() -> Pictures:
    return Pictures(Avatars(SystemClock()), READER)


@pytest.fixture
def sender() -> Sender:
    return Sender(WorkQueue(), cast("CardEmojis", None))


async def test_an_animation_delays_no_picture(sender: Sender) -> None:
    sender.work_queue = queue = WorkQueue(1)
    highlight = samples.highlights()["laid-sets"]
    drawing = asyncio.create_task(sender.highlight(READER, highlight, ()))
    await asyncio.sleep(0)
    async with queue.turn(Urgency.TABLE):
        assert not drawing.done(), "the thread is free between two frames"
    shown = await drawing
    assert shown is not None
    assert shown.name == "highlight.gif"
    assert shown.data.startswith(b"GIF89a")
    assert shown.data.endswith(b";")
    queue.close()


def test_the_podium_tells_no_change_of_a_first_rating(pictures: Pictures) -> None:
    after = Skill(27.0, 7.0)
    first = RatingChange(NEWCOMER, after)
    later = RatingChange(Skill(24.0, 6.0), after)
    changes = {
        0: {Kind.PEOPLE: first},
        1: {Kind.PEOPLE: first, Kind.COMPUTERS: later},
        2: {Kind.PEOPLE: later},
    }
    podium = pictures.podium(samples.ended(3), (), GameRewards(changes=changes))
    assert podium is not None
    assert podium.subject[2] == ((1, later.change), (2, later.change))


async def test_animations_are_drawn_one_after_the_other(
    sender: Sender, monkeypatch: pytest.MonkeyPatch
) -> None:
    order = []

    def frames(_design: Design, highlight: Highlight, *_: object) -> Iterator[bytes]:
        order.append(highlight.kind)
        yield b"frame"
        order.append(highlight.kind)

    monkeypatch.setattr(sender_module, "paint_highlight", frames)
    monkeypatch.setattr(sender_module, "animated", lambda pieces: pieces)
    found = samples.highlights()
    first, second = found["laid-sets"], found["won"]
    await asyncio.gather(*(sender.highlight(READER, each, ()) for each in (first, second)))
    assert order == [first.kind] * 2 + [second.kind] * 2


@pytest.mark.parametrize("name", sorted(samples.highlights()))
async def test_the_alt_text_of_an_animation_names_cards_in_words(
    sender: Sender, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(sender_module, "paint_highlight", lambda *_: iter([b"frame"]))
    monkeypatch.setattr(sender_module, "animated", lambda pieces: pieces)
    faced = replace(READER, words=replace(READER.words, face=lambda card: f"<:{card}:1>"))
    shown = await sender.highlight(faced, samples.highlights()[name], ())
    assert shown is not None
    assert "<:" not in shown.alt


def test_the_bytes_of_a_file_are_let_go_after_its_request() -> None:
    file = Picture("table.png", b"PNG", "A table").file()
    with handle_message_parameters(attachments=[file]):
        file.fp.close()  # as aiohttp does before a request is repeated
        assert file.fp.read() == b"PNG"
    assert file.fp.closed


async def test_readers_who_want_nothing_to_move_have_no_animation_nor_others_a_late_one(
    sender: Sender, monkeypatch: pytest.MonkeyPatch
) -> None:
    highlight = samples.highlights()["laid-sets"]
    for reader in (replace(READER, animations=False), replace(READER, pictures=False)):
        assert await sender.highlight(reader, highlight, ()) is None
    monkeypatch.setattr(sender_module, "LATE", 0.0)
    assert await sender.highlight(READER, highlight, ()) is None


def test_names_on_a_leaderboard_and_beside_figures_are_isolated(pictures: Pictures) -> None:
    rows = (BoardRow(1, 11, HEBREW, 1532, 34, 12), BoardRow(2, 12, "Ben", 1498, 5, 1))
    own = BoardRow(14, 13, ARABIC, 1411, 9, 0)
    stats = MemberStats(1, HEBREW, games=3, rivals=(Rival(2, ARABIC, 3, 2, 1),))
    board = pictures.board(Board(BoardQuery(1), 0, rows, 20, own))
    figures = pictures.stats(stats)
    assert board is not None
    for line in (f"1. {IN_TEXT}: ", f"14. {ARABIC_IN_TEXT}: ", "2. Ben: "):
        assert line in board.alt
    assert figures is not None
    assert figures.alt.startswith(IN_TEXT)
    assert ARABIC_IN_TEXT in figures.alt


def test_a_player_who_has_left_is_below_all_others_of_a_running_sheet(pictures: Pictures) -> None:
    sheet = samples.printed_sheet(4, 6)
    course = figures(sheet)
    seats = course.state.seats
    best = min(range(4), key=lambda seat: (-len(seats[seat].completed), seats[seat].total))
    left = arranged(sheet, "leave", best)
    drawing = pictures.sheet(left)
    assert drawing is not None
    with patch.object(Canvas, "fit", autospec=True, side_effect=Canvas.fit) as fit:
        drawing.paint(make_design(), *drawing.subject)
    written = [call.args[1] for call in fit.call_args_list]
    name = sheet.names[best]
    (marked,) = (each for each in written if name in each)
    shown = [each for each in written if any(other in each for other in sheet.names)]
    assert shown[-1] == marked != name
    assert marked in drawing.alt
