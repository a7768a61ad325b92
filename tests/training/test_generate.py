"""Self-play: values, openings and files of games, compared with the slow model."""

from dataclasses import replace

import numpy as np
import pytest

from othello import FormatError, read_games, write_games
from othello.formats import wthor
from othello.kernels import selfplay, table
from othello.kernels.constants import EXACT
from othello.native.memory import Memory
from othello.rules.square import NO_MOVE
from othello.search.thread_data import ThreadData
from othello.training import games, generate, perturbed, samples, sources
from othello.training.samples import ESTIMATED, NO_RESULT, SOLVED
from othello.training.settings import PerturbedSettings, SearchSettings, SelfPlaySettings
from tests import model
from tests.training.games import board_of, random_games, samples_of

SETTINGS = SelfPlaySettings(
    seed=3, search=SearchSettings(depth=3, exact=9), least_random=30, most_random=46, noisy=0.5, noise=4
)
NONE = generate.no_openings()


def play(settings, numbers, openings=NONE):
    workspace = ThreadData(table.new_table(1))
    rows = [generate.play_game(workspace, number, settings, openings) for number in numbers]
    return np.concatenate(rows)


@pytest.fixture(scope="module")
def played():
    return play(SETTINGS, range(40))


def line_of(row):
    """The boards before each move of a game, and black's view of each: 1 or -1."""
    board, view = model.start(), 1
    for move in row["moves"][row["moves"] != NO_MOVE].tolist():
        if model.must_pass(board):
            board, view = model.passed(board), -view
        yield board, view
        assert move in model.legal_moves(board)
        board, view = model.play(board, move), -view
    assert model.is_over(board)
    yield board, view


# Games


def test_every_game_is_legal_and_goes_on_until_the_rules_end_it(played):
    for row in played:
        assert len(list(line_of(row))) > 40


def test_values_of_searches(played):
    """Opening positions have no value. Later positions have the value of a search, or the exact value."""
    for row in played:
        start, end = row["given"] + row["random"], (row["moves"] != NO_MOVE).sum()
        assert (row["values"][:start] == games.NO_VALUE).all()
        assert (np.abs(row["values"][start:end]) <= 6400).all()
        assert (row["values"][end:] == games.NO_VALUE).all()
        assert row["given"] == 0
        assert row["solved"] >= row["noisy"]


def test_positions_near_the_end_have_the_exact_value_that_the_slow_model_finds(played):
    checked = 0
    for row in played[:30]:
        for ply, (board, _) in enumerate(line_of(row)):
            if board.count(model.EMPTY) <= 6 and not model.is_over(board):
                assert ply >= row["solved"]
                assert row["values"][ply] == 100 * model.solve(board)
                checked += 1
    assert checked > 100


def test_results(played):
    """The result of a game is its first solved value for Black, or its end if nothing was solved."""
    for row in played:
        boards = list(line_of(row))
        board, view = boards[row["solved"]]
        value = model.final_score(board) if model.is_over(board) else row["values"][row["solved"]] // 100
        assert row["result"] == view * value


def test_games_that_end_in_the_opening():
    """A game that ends before any position is solved has the result at its end."""
    for row in play(replace(SETTINGS, least_random=60, most_random=60), range(20)):
        board, view = list(line_of(row))[-1]
        assert row["solved"] == (row["moves"] != NO_MOVE).sum()
        assert row["result"] == view * model.final_score(board)


def test_random_moves(played):
    """About half of the games have random moves after the opening, and the other games have none."""
    quiet = play(replace(SETTINGS, noisy=0), range(10))
    assert (quiet["noisy"] == 0).all()
    noisy = played[played["noisy"] > 0]
    assert 5 < len(noisy) < 30
    assert (noisy["noisy"] > noisy["random"]).all()


def test_games_do_not_depend_on_each_other(played):
    """A game is the same whatever was played before it, and games differ from each other."""
    assert np.array_equal(play(SETTINGS, [17, 3]), played[[17, 3]])
    assert len({row.tobytes() for row in played}) == 40


def test_random_squares_are_drawn_about_equally_often():
    state = Memory(8)
    state.words[0] = 5
    squares = 0x8100_0000_0000_0180
    drawn = [selfplay.random_square(state.address, squares) for _ in range(4000)]
    counts = {square: drawn.count(square) for square in set(drawn)}
    assert set(counts) == {7, 8, 56, 63}
    assert all(850 < count < 1150 for count in counts.values())


# Openings


def test_of_openings_beyond_the_limit_about_one_in_eight_is_played_on():
    free, strict = (play(replace(SETTINGS, within=limit), range(60)) for limit in (64, 5))
    first = [row["values"][row["random"]] for row in free if row["random"] < row["solved"]]
    assert (np.abs(first) > 1000).mean() > 0.5
    first = [row["values"][row["random"]] for row in strict if row["random"] < row["solved"]]
    assert (np.abs(first) > 1000).mean() < 0.4


def test_openings_of_games(tmp_path):
    """Openings from files of any format begin half of the games, and each opening occurs once."""
    known = random_games(20)
    wthor.save_games(tmp_path / "a.wtb", known)
    write_games(tmp_path / "b.ggf", list(read_games(tmp_path / "a.wtb"))[:3])
    openings = generate.read_openings([tmp_path / "a.wtb", tmp_path / "b.ggf"])
    assert openings.shape == (20, generate.GIVEN[1])
    assert {tuple(row[:30]) for row in known.moves.tolist()} == set(map(tuple, openings.tolist()))
    rows = play(replace(SETTINGS, within=64), range(40), openings)
    given = rows[rows["given"] > 0]
    assert 8 < len(given) < 32
    known_lines = openings.tolist()
    for row in given:
        plies = int(row["given"])
        assert generate.GIVEN[0] <= plies <= generate.GIVEN[1]
        assert any(line[:plies] == row["moves"][:plies].tolist() for line in known_lines)
        assert row["random"] <= max(generate.SLIPS)


def test_a_file_whose_games_are_all_too_short_is_refused_by_name(tmp_path):
    (tmp_path / "short.txt").write_text("f5d6c3d3c4\n")
    with pytest.raises(FormatError, match=r"short\.txt: no game from the usual start has at least 30 moves"):
        generate.read_openings([tmp_path / "short.txt"])


# Samples of games


def test_samples_of_games(played):
    """Each position with a value becomes a sample.

    Its result is for the side to move, and is missing before random moves.
    """
    for row in played:
        data = samples_of(np.array([row]))
        line = [
            (ply, *entry)
            for ply, entry in enumerate(line_of(row))
            if row["values"][min(ply, 59)] != games.NO_VALUE
        ]
        line = [entry for entry in line if entry[0] <= 58 and not model.is_over(entry[1])]
        assert len(data) == len(line)
        for sample, (ply, board, view) in zip(data, line, strict=True):
            assert board_of(sample) == board
            assert sample["score"] == row["values"][ply]
            assert sample["kind"] == (SOLVED if ply >= row["solved"] else ESTIMATED)
            if ply >= row["solved"]:
                assert sample["result"] == row["values"][ply] // 100
            elif ply >= row["noisy"]:
                assert sample["result"] == view * row["result"]
            else:
                assert sample["result"] == NO_RESULT


def test_positions_before_a_random_move_have_a_score_and_no_result(played):
    data = samples_of(played)
    assert 10 < (data["result"] == NO_RESULT).sum() < len(data) / 2


# Files


def test_files_of_games_are_samples(tmp_path, played):
    """A folder with games gives their samples, but games for tests are not learned."""
    games.FORMAT.replace(tmp_path / "a.games", played, is_test=True)
    assert np.array_equal(sources.read(sources.files([tmp_path])), samples_of(played))
    with pytest.raises(FormatError, match=r"a\.games: this file is for tests"):
        sources.to_learn([tmp_path / "a.games"])


def test_an_illegal_move_in_a_file_is_reported_with_the_number_of_its_game(tmp_path, played):
    bad = played.copy()
    bad["moves"][6, 40] = bad["moves"][6, 3]
    games.FORMAT.replace(tmp_path / "a.games", bad, is_test=False)
    with pytest.raises(FormatError, match=r"a\.games, game 7: a move is illegal"):
        sources.read([tmp_path / "a.games"])


# Positions off the line


PERTURBED = PerturbedSettings(
    seed=4, search=SearchSettings(depth=3, selectivity=EXACT, exact=9), per_game=5, most_random=2
)


@pytest.fixture(scope="module")
def early():
    return play(replace(SETTINGS, least_random=8, most_random=20), range(6))


def test_perturbed_positions(early, monkeypatch):
    """A position is one or two moves away from a searched position, including forced passes."""
    counts, perturb = [], selfplay.perturb
    monkeypatch.setattr(selfplay, "perturb", lambda *given: counts.append(given[1]) or perturb(*given))
    for row in early[:3]:
        reached = set()
        line = [board for board, _ in line_of(row)]
        for board in line[row["random"] : row["solved"]]:
            once = [after(board, move) for move in model.legal_moves(board)]
            twice = [after(child, move) for child in once for move in model.legal_moves(child)]
            reached |= set(map(tuple, once + twice))
        perturbed_rows = perturbed.positions(np.array([row]), PERTURBED)
        assert len(perturbed_rows) == PERTURBED.per_game
        for sample in perturbed_rows:
            assert tuple(board_of(sample)) in reached
    assert set(counts) == {1, 2}


def after(board, move):
    following = model.play(board, move)
    return model.passed(following) if model.must_pass(following) else following


def test_stray_samples(tmp_path, early):
    """Perturbed samples have the value of their own search, the number of their game, and no result."""
    games.FORMAT.replace(tmp_path / "a.games", early, is_test=False)
    counts = [
        list(perturbed.make(tmp_path / name, tmp_path / "a.games", PERTURBED))[-1] for name in ("x", "y")
    ]
    assert counts == [6, 6]
    rows, other = (sources.read(sources.files([tmp_path / name])) for name in ("x", "y"))
    assert np.array_equal(rows, other)
    assert np.bincount(rows["game"]).tolist() == [5] * 6
    is_solved = samples.empties(rows) <= 9
    assert np.array_equal(rows["kind"] == SOLVED, is_solved)
    assert np.array_equal(rows["result"] == NO_RESULT, ~is_solved)
    assert (rows["score"] % 100 != 0).any()


def test_samples_off_games_that_are_for_tests_must_be_for_tests_too(tmp_path, early):
    games.FORMAT.replace(tmp_path / "a.games", early, is_test=True)
    with pytest.raises(FormatError, match="these games are for tests"):
        next(perturbed.make(tmp_path, tmp_path / "a.games", PERTURBED))
    assert list(perturbed.make(tmp_path, tmp_path / "a.games", replace(PERTURBED, is_test=True)))[-1] == 6
