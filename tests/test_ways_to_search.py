"""What searches in the foreground, in the background, under asyncio and without threads have in common."""

import asyncio
from contextlib import aclosing

import pytest

from othello import AsyncEngine, Engine, Limits
from tests.searches import GAME, HARDEST
from tests.threadless import without_threads


def foreground(engine, board, limits, see):
    engine.play(board, limits, on_info=see)


def background(engine, board, limits, see):
    for info in engine.analysis(board, limits):
        see(info)


def under_asyncio(engine, board, limits, see):
    async def use():
        async with aclosing(AsyncEngine(engine).analysis(board, limits)) as infos:
            async for info in infos:
                see(info)

    asyncio.run(use())


def threadless(engine, board, limits, see):
    with without_threads():
        background(engine, board, limits, see)


@pytest.fixture(params=[foreground, background, under_asyncio, threadless], ids=lambda way: way.__name__)
def search(request):
    """Return a function that searches one way, and passes each info to another function."""
    return request.param


@pytest.fixture
def engine():
    with Engine(table_mib=1) as engine:
        yield engine


def seen(search, engine, limits):
    """Return the infos of a search without times."""
    infos = []
    search(engine, GAME, limits, infos.append)
    return [(info.depth, info.score, info.nodes, info.lines) for info in infos]


def test_the_infos_are_those_of_a_search_in_the_foreground(search, engine):
    infos = seen(search, engine, Limits(depth=7, multipv=2))
    engine.new_game()
    assert infos == seen(foreground, engine, Limits(depth=7, multipv=2))
    assert infos[-1][0] == 7


def test_an_error_while_infos_are_read_ends_the_search_and_is_raised(search, engine):
    """Afterward, the engine can be used again."""

    def fail(info):
        raise KeyError("planned")

    with pytest.raises(KeyError, match="planned"):
        search(engine, HARDEST, None, fail)
    assert engine.play(GAME, depth=1).depth == 1


def test_a_stop_while_infos_are_read_ends_the_search_and_leaves_the_next_one_alone(search, engine):
    depths = []

    def stop(info):
        depths.append(info.depth)
        if info.depth == 4:
            engine.stop()

    search(engine, HARDEST, Limits(depth=40), stop)
    assert 4 <= depths[-1] < 40
    assert seen(search, engine, Limits(depth=5))[-1][0] == 5


def test_moves_made_on_the_board_while_infos_are_read_do_not_affect_the_search(search, engine):
    board, moves = GAME.copy(), []

    def see(info):
        board.push(board.legal_moves[0])
        moves.append(info.pv[0])

    search(engine, board, Limits(depth=5), see)
    assert len(moves) == 5
    assert set(moves) <= set(GAME.legal_moves)


def test_a_closed_engine_refuses_to_search(search, engine):
    engine.close()
    with pytest.raises(RuntimeError, match="is closed"):
        search(engine, GAME, None, print)
