"""Turns of searches, with searches that only note when they run."""

import asyncio

import pytest

from othello.web.turns import SLICE, Turns


class Work:
    """A search that runs for some seconds in all, in turns that end when they are paused."""

    def __init__(self, turns: Turns, seconds: float) -> None:
        self._turns, self._seconds = turns, seconds
        self.canceled = asyncio.Event()
        self.turns = 0
        self.first: float | None = None
        """Time of its first turn."""

    async def run(self) -> None:
        """Run to the end."""
        loop, used = asyncio.get_running_loop(), 0.0
        while used < self._seconds and not self.canceled.is_set():
            async with self._turns.turn(used, self.canceled) as turn:
                self.turns += 1
                self.first = self.first or loop.time()
                while loop.time() - turn.began + used < self._seconds and not turn.pause.is_set():
                    await asyncio.sleep(0.002)
                    if self.canceled.is_set():
                        return
                used += loop.time() - turn.began


def test_a_search_alone_is_not_paused():
    """With free places, every search has one turn."""

    async def main():
        turns = Turns(2)
        works = [Work(turns, 0.2) for _ in range(2)]
        await asyncio.gather(*(work.run() for work in works))
        assert [work.turns for work in works] == [1, 1]

    asyncio.run(main())


@pytest.mark.timing
def test_a_new_search_does_not_wait_for_old_ones():
    """A new search has its first turn soon, while long ones run and others wait."""

    async def main():
        turns, loop = Turns(2), asyncio.get_running_loop()
        old = [Work(turns, 100) for _ in range(6)]
        tasks = [asyncio.create_task(work.run()) for work in old]
        await asyncio.sleep(3 * SLICE)
        asked, new = loop.time(), Work(turns, 0.01)
        await new.run()
        assert new.first - asked < 2 * SLICE
        assert all(work.turns for work in old)
        for work in old:
            work.canceled.set()
        await asyncio.gather(*tasks)

    asyncio.run(main())


def test_a_waiting_search_can_be_canceled():
    """A search that is canceled while it waits does not wait on, and takes nobody's place."""

    async def main():
        turns = Turns(1)
        first, second, third = Work(turns, 100), Work(turns, 100), Work(turns, 0.01)
        tasks = [asyncio.create_task(each.run()) for each in (first, second)]
        await asyncio.sleep(0)
        second.canceled.set()
        async with asyncio.timeout(20):
            await tasks[1]
            await third.run()
        assert first.turns > 0
        first.canceled.set()
        await tasks[0]
        last = Work(turns, 0.01)
        await last.run()
        assert last.turns == 1

    asyncio.run(main())


def test_places_are_never_more_than_allowed():
    """At no time do more searches run than there are places."""

    async def main():
        turns, running, most = Turns(3), 0, 0

        async def work(seconds):
            nonlocal running, most
            async with turns.turn(0.0, asyncio.Event()):
                running += 1
                most = max(most, running)
                await asyncio.sleep(seconds)
                running -= 1

        await asyncio.gather(*(work(0.001 * (number % 5)) for number in range(60)))
        assert most == 3

    asyncio.run(main())
