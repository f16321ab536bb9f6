"""Turns to draw: few at once, the most urgent first, none lost."""

from __future__ import annotations

import asyncio
import threading

import pytest

from bot.render.draw_queue import DrawQueue, Urgency


async def settled() -> None:
    """Let everything that can go on do so."""
    for _ in range(5):
        await asyncio.sleep(0)


async def test_the_most_urgent_comes_first_and_then_who_asked_first() -> None:
    draw_queue, order, done = DrawQueue(threads=1), list[str](), asyncio.Event()

    async def draw(name: str, urgency: Urgency) -> None:
        async with draw_queue.turn(urgency):
            order.append(name)
            await done.wait()

    wanted = (
        ("begun", Urgency.TABLE),
        ("table", Urgency.TABLE),
        ("hand", Urgency.HAND),
        ("answer", Urgency.ANSWER),
        ("later answer", Urgency.ANSWER),
    )
    tasks = []
    for each in wanted:
        tasks.append(asyncio.create_task(draw(*each)))
        await settled()
    done.set()
    await asyncio.gather(*tasks)

    assert order == ["begun", "answer", "later answer", "hand", "table"]


async def test_an_answer_waits_for_no_table_however_long_that_has_waited(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    draw_queue, order, loop = DrawQueue(threads=1), list[str](), asyncio.get_running_loop()

    async def draw(name: str, urgency: Urgency) -> None:
        async with draw_queue.turn(urgency):
            order.append(name)

    async with draw_queue.turn(Urgency.TABLE):
        waiting = [asyncio.create_task(draw("table", Urgency.TABLE))]
        await settled()
        later = loop.time() + 3600
        monkeypatch.setattr(loop, "time", lambda: later)
        waiting.append(asyncio.create_task(draw("answer", Urgency.ANSWER)))
        await settled()
    await asyncio.gather(*waiting)

    assert order == ["answer", "table"]


async def test_no_more_draw_at_once_than_there_are_threads() -> None:
    draw_queue, at_once, most = DrawQueue(threads=2), 0, 0

    async def draw() -> None:
        nonlocal at_once, most
        async with draw_queue.turn(Urgency.HAND):
            at_once += 1
            most = max(most, at_once)
            await settled()
            at_once -= 1

    await asyncio.gather(*(draw() for _ in range(7)))

    assert most == 2


async def test_who_goes_away_gives_the_turn_on() -> None:
    draw_queue = DrawQueue(threads=1)
    done = asyncio.Event()

    async def draw() -> None:
        async with draw_queue.turn(Urgency.HAND):
            await done.wait()

    first, waiting, given = (asyncio.create_task(draw()) for _ in range(3))
    await settled()
    waiting.cancel()
    await settled()
    done.set()
    await first
    # It was this one's turn at the moment at which it was called off.
    given.cancel()
    await asyncio.gather(waiting, given, return_exceptions=True)

    async with asyncio.timeout(10), draw_queue.turn(Urgency.TABLE):
        pass


async def test_a_turn_that_fails_is_over() -> None:
    draw_queue = DrawQueue(threads=1)
    with pytest.raises(ValueError, match="ink"):
        async with draw_queue.turn(Urgency.TABLE):
            raise ValueError("no ink")
    async with asyncio.timeout(10), draw_queue.turn(Urgency.TABLE):
        pass


async def test_it_draws_in_a_thread_of_its_own() -> None:
    draw_queue = DrawQueue(threads=1)
    assert (await draw_queue.draw(threading.current_thread)).name.startswith("drawing")
    draw_queue.close()
    with pytest.raises(asyncio.CancelledError):
        await draw_queue.draw(threading.current_thread)


async def test_nobody_waits_for_a_studio_that_is_closed() -> None:
    draw_queue = DrawQueue(threads=1)

    async def draw() -> None:
        async with draw_queue.turn(Urgency.HAND):
            await draw_queue.draw(lambda: None)

    async with draw_queue.turn(Urgency.HAND):
        waits = asyncio.create_task(draw())
        await settled()
        draw_queue.close()
        with pytest.raises(asyncio.CancelledError):
            await waits
