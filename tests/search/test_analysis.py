"""Moves, lines, solutions, and searches in the background."""

import contextlib
import gc
import html
import re
import signal
import threading
from types import SimpleNamespace

import pytest

from othello import PASS, AsyncEngine, Engine, Kind, Limits, Line, Position, StopSignal, arrays, format_moves
from othello.rules.board import Board, position_of
from othello.search.analysis import Analysis
from othello.search.evaluation_files import shipped
from tests import positions
from tests.cases import cases
from tests.searches import GAME, HARDEST, essence
from tests.threadless import without_threads
from tests.waiting import PATIENCE

START = Position.start()


@pytest.fixture(scope="module")
def shared():
    with Engine(table_mib=2, level=4) as engine:
        yield engine


@pytest.fixture
def engine(shared):
    shared.new_game()
    return shared


def finished():
    board = Board()
    board.push_transcript(positions.WIPE_OUT)
    return board


# play, analyze, solve


@pytest.mark.parametrize("limits", [None, Limits(depth=3), Limits(nodes=3000)])
def test_play(engine, limits):
    """A board, its position and the text of either give the same move, and the board stays unchanged."""
    before, results = GAME.copy(), []
    for board in (GAME, GAME.position, GAME.transcript(), GAME.position.format()):
        engine.new_game()
        results.append(essence(engine.play(board, limits)))
    assert before == GAME
    assert results == results[:1] * 4


def test_a_game_is_played_to_its_end_passes_among_the_moves(engine):
    board = positions.passing_board().copy()
    while board.peek() != PASS:
        board.pop()
    board.pop()
    assert engine.play(board).must_pass
    while not board.is_over:
        board.push(engine.play(board, Limits(depth=2)).pv[0])
    assert engine.play(board).move is None


def test_without_the_argument_multipv_analyze_takes_that_of_the_limits(engine):
    assert len(engine.analyze(GAME, Limits(depth=2, multipv=2))) == 2
    assert len(engine.analyze(GAME, Limits(depth=2, multipv=2), multipv=3)) == 3


def test_analyse_is_analyze():
    """Both kinds of engines also have the method in the spelling of python-chess."""
    assert Engine.analyse is Engine.analyze
    assert AsyncEngine.analyse is AsyncEngine.analyze


def test_nothing_to_analyze(engine):
    """For a finished game, there are no lines and no infos, and the score is the final score."""
    assert engine.analyze(finished()) == ()
    analysis = engine.analysis(finished())
    assert list(analysis) == []
    assert analysis.result().score.discs == -64
    assert engine.solve(finished()).score.discs == -64


# analysis


def test_the_result_is_that_of_a_search_in_the_foreground(engine):
    analysis = engine.analysis(GAME, depth=7, multipv=2)
    result = analysis.result()
    assert not analysis.is_running
    engine.new_game()
    assert essence(result) == essence(engine.play(GAME, depth=7, multipv=2))


def test_after_a_break_the_search_has_a_result_and_the_engine_is_free(engine):
    analysis = engine.analysis(GAME)
    for info in analysis:
        if info.depth >= 4:
            break
    result = analysis.result()
    assert result.was_stopped
    assert result.depth >= 4
    assert engine.play(GAME, Limits(depth=1)).depth == 1
    for info in engine.analysis(GAME):  # no other reference to the analysis
        assert info.depth >= 1
        break
    assert engine.play(GAME, Limits(depth=1)).depth == 1


def test_leaving_the_block_ends_the_search(engine):
    """After a with block the search is over. Infos that were not read can still be read."""
    with engine.analysis(START) as analysis:
        assert analysis.is_running
    assert not analysis.is_running
    infos = list(analysis)
    assert analysis.result().was_stopped
    assert [info.depth for info in infos][:1] == [1]
    assert list(analysis) == []


@pytest.mark.parametrize("call", [1, 3, 4])
@pytest.mark.parametrize("has_threads", [True, False])
def test_an_error_of_on_news_ends_the_search_and_is_raised_by_result(engine, call, has_threads):
    """The callback may fail after the first info, after the last info, and after the end of the search."""
    calls = []

    def on_news():
        calls.append(1)
        if len(calls) == call:
            raise KeyError("planned")

    with contextlib.nullcontext() if has_threads else without_threads():
        cancel = StopSignal()
        steps = engine.steps(GAME.position, Limits(depth=3), cancel)
        analysis = Analysis(steps, cancel, on_news=on_news)
        assert analysis.wait(PATIENCE)
        with pytest.raises(KeyError, match="planned"):
            analysis.result()
        assert len(analysis.news()) == min(call, 3)
        assert engine.play(GAME, depth=1).depth == 1


def test_stop_at_once(engine):
    """An analysis that is stopped just before it begins has a first info and a result."""
    analysis = engine.analysis(HARDEST)
    analysis.stop()
    assert list(analysis)
    assert analysis.result().was_stopped


@pytest.mark.parametrize("by", ["analysis", "engine"])
def test_stop_from_another_thread(engine, by):
    """An analysis has a result, whether another thread, the analysis or its engine stops it."""
    analysis = engine.analysis(HARDEST)
    thread = threading.Thread(target=(analysis if by == "analysis" else engine).stop)
    for info in analysis:
        if info.depth == 4:
            thread.start()
    thread.join()
    assert analysis.result().was_stopped


def test_stopping_a_finished_analysis_does_not_affect_the_next_search(engine):
    over = engine.analysis(GAME, Limits(depth=1))
    over.result()
    infos = []
    for info in engine.analysis(GAME, Limits(depth=7)):
        over.stop()
        infos.append(info)
    assert infos[-1].depth == 7


# One search at a time


def test_starting_a_second_search_raises_runtimeerror_and_the_first_one_goes_on(engine):
    with engine.analysis(HARDEST) as analysis:
        for ask in (engine.play, engine.analyze, engine.solve, engine.analysis):
            with pytest.raises(RuntimeError, match="is searching"):
                ask(GAME)
        with pytest.raises(RuntimeError, match="is searching"):
            engine.new_game()
        assert analysis.is_running


def test_the_callback_of_a_search_cannot_start_another_search_of_the_same_engine(engine):
    errors = []

    def on_info(info):
        with pytest.raises(RuntimeError) as caught:
            engine.play(GAME)
        errors.append(str(caught.value))

    assert engine.play(START, Limits(depth=3), on_info=on_info).depth == 3
    assert len(errors) == 3


@cases("is_busy", [False, True])
def test_closed(is_busy):
    """Closing an engine stops its search, and a closed engine refuses another search."""
    with Engine(table_mib=1) as engine:
        analysis = engine.analysis(HARDEST, None if is_busy else Limits(depth=1))
        assert is_busy or analysis.wait(PATIENCE)
    assert analysis.result().was_stopped == is_busy
    for ask in (engine.play, engine.analyze, engine.solve, engine.analysis):
        with pytest.raises(RuntimeError, match="is closed"):
            ask(GAME)
    with pytest.raises(RuntimeError, match="is closed"):
        engine.new_game()
    engine.stop()
    engine.close()


@pytest.mark.parametrize("is_in_a_cycle", [False, True])
def test_an_analysis_that_nobody_holds_ends(engine, is_in_a_cycle):
    """An analysis that was dropped is stopped, and the engine can search again immediately."""
    analysis = engine.analysis(HARDEST)
    if is_in_a_cycle:
        analysis.itself = analysis
    thread = analysis._thread
    del analysis
    gc.collect()
    assert engine.play(GAME, depth=3).depth == 3
    thread.join(PATIENCE)
    assert not thread.is_alive()


@cases("has_threads", [True, False])
def test_a_loop_that_the_garbage_collector_closes_in_a_step_of_its_search(has_threads):
    """A loop in a reference cycle may be closed by its own search, which does not wait for itself."""
    is_dropped, cancel = threading.Event(), StopSignal()

    def steps():
        yield "info"
        assert is_dropped.wait(PATIENCE)
        gc.collect()
        return cancel.is_set()

    with contextlib.nullcontext() if has_threads else without_threads():
        loop = SimpleNamespace(search=Analysis(steps(), cancel))
        thread, work = loop.search._thread, loop.search._work
        loop.infos, loop.itself = iter(loop.search), loop
        gc.disable()
        try:
            assert next(loop.infos) == "info"
            del loop
            is_dropped.set()
            if has_threads:
                thread.join(PATIENCE)
            else:
                work.run()
        finally:
            gc.enable()
    assert (work.results, work.error) == ([True], None)


# Limits by name, boards in text


def test_every_search_takes_limits_by_name_beside_an_object_or_instead_of_it(engine):
    assert engine.play(GAME, depth=3).depth == 3
    assert engine.play(GAME, Limits(depth=5), depth=2).depth == 2
    assert engine.play(GAME, level=1).depth == engine.play(GAME, Limits(level=1)).depth
    assert engine.play(GAME, nodes=100).was_stopped
    assert engine.play(GAME, seconds=0).depth >= 1
    assert len(engine.analyze(GAME, depth=2, multipv=3)) == 3
    assert engine.solve(HARDEST, seconds=0.01, wld=True).was_stopped
    assert engine.analysis(GAME, depth=4, multipv=2).result().depth == 4


def test_an_analysis_without_limits_goes_on(engine):
    """The number of lines is not a limit, so the search continues until it is stopped."""
    for options in ({}, {"multipv": 2}):
        with engine.analysis(HARDEST, **options) as analysis:
            assert not analysis.wait(0.2)


def test_slips(engine):
    """Arguments that look plausible but are wrong raise TypeErrors that tell what is right."""
    with pytest.raises(TypeError, match="is not a Limits object: name the limit, as in depth=6"):
        engine.play(GAME, 6)
    with pytest.raises(TypeError, match="'time' is not a limit: use level"):
        engine.play(GAME, time=1)
    with pytest.raises(TypeError, match="is not a board: use a Board, a Position or a string"):
        engine.play(6)


# Static values


def test_static_values_of_one_and_of_many(engine):
    """A position's static value equals the value of a search of no plies, for one and for many positions."""
    boards = [START, GAME, "f5d6c3"]
    values = engine.evaluate_many(boards)
    for board, value in zip(boards, values, strict=True):
        score = engine.evaluate(board)
        assert float(score) == pytest.approx(value)
        assert (score.kind, score.depth, score.turn) == (Kind.HEURISTIC, 0, position_of(board).turn)
    assert list(engine.evaluate_many(arrays.words(boards))) == list(values)
    assert engine.evaluate_many([]).shape == (0,)


def test_a_search_of_one_ply_compares_static_values(engine):
    """The best move at depth 1 leads to the opponent's least static value, and the tempo is added."""
    moves = GAME.legal_moves
    values = engine.evaluate_many([GAME.position.play(move) for move in moves])
    tempo = round(shipped().deviations.tempo_at(GAME.position.empties - 1), 2)
    assert float(engine.play(GAME, depth=1).score) == pytest.approx(-min(values) - tempo)


def test_a_finished_game_has_its_exact_result_and_a_pass_the_value_after_it(engine):
    score = engine.evaluate(finished())
    assert (score.kind, float(score)) == (Kind.EXACT, -64)
    assert float(engine.evaluate_many([finished()])[0]) == -64
    passing = next(position for position in positions.passing_board().positions() if position.must_pass)
    assert engine.evaluate(passing).value == -engine.evaluate(passing.pass_turn()).value


def test_an_engine_that_searches_does_not_evaluate(engine):
    with engine.analysis(HARDEST), pytest.raises(RuntimeError, match="is searching"):
        engine.evaluate(GAME)


# Texts


def test_short_reprs(engine):
    """The `repr` of results, lines and infos is their text with the first moves of the line."""
    result = engine.play(GAME, depth=6)
    line = f"{result.pv[0]} {result.score}: {format_moves(result.pv[:8])}"
    assert repr(result) == f"<SearchResult {line}>" if len(result.pv) <= 8 else f"<SearchResult {line} ...>"
    assert repr(result.lines[0]) == repr(result).replace("SearchResult", "Line")
    assert repr(engine.play(finished())) == "<SearchResult game over, -64>"
    assert repr(result.score) == f"<Score {result.score} for {result.score.turn}>"
    long = Line(result.score, 6, result.pv * 9)
    assert repr(long).endswith(f"{format_moves(long.pv[:8])} ...>")
    assert len(repr(long)) < 100


def test_a_notebook_shows_the_moves_of_a_result_an_info_or_a_line_as_a_table(engine):
    infos = []
    result = engine.play(GAME.position, Limits(depth=4, multipv=2), on_info=infos.append)
    line = result.lines[0]
    for item, lines in ((result, result.lines), (infos[-1], infos[-1].lines), (line, [line])):
        rows = re.findall("<tr>" + 3 * "<td[^>]*>(.*?)</td>" + "</tr>", item._repr_html_())
        wanted = [(str(line.move), str(line.score), format_moves(line.pv)) for line in lines]
        assert [tuple(map(html.unescape, row)) for row in rows] == wanted
    assert engine.play(finished())._repr_html_() == "game over, -64"


def test_results_in_text(engine):
    """The text of a result, a line or an info contains a move, its value and its line."""
    infos = []
    result = engine.play(GAME.position, Limits(depth=4), on_info=infos.append)
    assert str(result) == f"{format_moves(result.pv[:1])} {result.score}: {format_moves(result.pv)}"
    assert str(infos[-1]) == str(result.lines[0]) == str(result)
    assert str(engine.play(finished())) == "game over, -64"


def test_ctrl_c_while_the_result_is_awaited(engine, monkeypatch):
    """Ctrl-C in `result` ends the search before KeyboardInterrupt is raised. Then the engine is free."""
    analysis, main = engine.analysis(HARDEST), threading.main_thread().ident
    is_awaited = threading.Event()
    wait = analysis.wait

    def noting(seconds=None):
        is_awaited.set()
        return wait(seconds)

    def interrupt():
        is_awaited.wait()
        signal.pthread_kill(main, signal.SIGINT)

    monkeypatch.setattr(analysis, "wait", noting)
    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        analysis.result()
    thread.join()
    assert not analysis.is_running
    assert analysis.wait(0)
    assert analysis.result().was_stopped
    assert engine.play(START, Limits(depth=2)).depth == 2
