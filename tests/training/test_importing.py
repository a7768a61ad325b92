"""Samples from WTHOR games, whose ends are solved, and from scored positions in OBF files."""

import itertools
import zlib

import numpy as np
import pytest

from othello import Color, FormatError, Position
from othello.formats import wthor
from othello.formats.obf import ObfProblem, write_obf
from othello.jobs.task import Resources
from othello.rules import arrays
from othello.rules.square import NO_MOVE
from othello.training import importing, samples, sources
from othello.training.generation import TrainingResources
from othello.training.samples import ESTIMATED, NO_RESULT, SOLVED, UNSCORED
from othello.training.settings import PARTS, ImportSettings
from tests import model, solved
from tests.training.games import board_of, random_games


@pytest.fixture(scope="module")
def games():
    return random_games(16)


def samples_of(workspace, games, place, settings):
    game = wthor.taken(games, np.array([place]))
    return importing.solve_game(workspace, arrays.replayed(game.moves), 7, settings)


def test_solved_values(workspace, games):
    """Positions near the end have the value of best play, as the slow model finds it."""
    checked = 0
    for place in range(8):
        for sample in samples_of(workspace, games, place, ImportSettings(exact=7)):
            assert sample["kind"] == SOLVED
            assert sample["game"] == 7
            if board_of(sample).count(model.EMPTY) <= 6:
                assert sample["result"] == model.solve(board_of(sample))
                assert sample["score"] == 100 * int(sample["result"])
                checked += 1
    assert checked > 15


def test_all_numbers_of_empties(workspace, games):
    """A game gives every position from the first solved position down to four empties, in order."""
    for place in range(8):
        counts = samples.empties(samples_of(workspace, games, place, ImportSettings(exact=9))).tolist()
        played = 60 - (games.moves[place] != NO_MOVE).sum()
        assert counts == [count for count in range(9, 3, -1) if count > played]


def test_midgame_results(workspace, games):
    """Positions before the solved positions have the first solved value, for their side to move."""
    for place in range(8):
        data = samples_of(workspace, games, place, ImportSettings(exact=8, midgame=14))
        first = int(np.argmax(data["kind"] == SOLVED))
        assert samples.empties(data)[0] == 14
        assert set(data["kind"][:first]) == {ESTIMATED}
        assert set(data["score"][:first]) == {UNSCORED}
        views = [view_of_black(games, place, sample) for sample in data[: first + 1]]
        values = [int(sample["result"]) * view for sample, view in zip(data, views, strict=False)]
        assert len(set(values)) == 1


def view_of_black(games, place, sample):
    """1 if black is to move in the position of a sample, else -1, by replaying the game."""
    position = Position.start()
    for move in games.moves[place]:
        if position.must_pass:
            position = position.pass_turn()
        if (position.player, position.opponent) == (int(sample["player"]), int(sample["opponent"])):
            return 1 if position.turn is Color.BLACK else -1
        position = position.play(int(move))
    raise AssertionError("the position is not one of the game")


def test_games_follow_each_other(workspace, games):
    """Each sample of a game follows from the previous sample by a legal move, or by a move and a pass."""
    for place in range(4):
        data = samples_of(workspace, games, place, ImportSettings(exact=6, midgame=30))
        assert len(data) > 20
        for before, after in itertools.pairwise(data):
            board = board_of(before)
            following = [model.play(board, move) for move in model.legal_moves(board)]
            following += [
                model.play(child, model.PASS) for child in following if not model.legal_moves(child)
            ]
            assert board_of(after) in following


def test_parts_are_split_by_game(tmp_path, games):
    """The parts `fit` and `test` share no game, and together they contain all games."""
    numbers = {}
    for part in PARTS:
        list(importing.import_wthor(tmp_path / part, games, ImportSettings(exact=5, part=part)))
        data = sources.read(sources.files([tmp_path / part]))
        numbers[part] = set(data["game"].tolist())
        assert all(samples.FORMAT.read(path)[1] == (part == "test") for path in (tmp_path / part).iterdir())
    assert not numbers["fit"] & numbers["test"]
    assert numbers["fit"] | numbers["test"] == numbers["all"]
    assert len(numbers["fit"]) >= 3
    assert len(numbers["test"]) >= 3


def test_a_game_is_the_same_in_any_file(games):
    """The number of a game depends only on its moves, and a game that occurs twice is used once."""
    half = wthor.taken(games, np.arange(8))
    twice = wthor.joined([wthor.taken(games, np.arange(15, 7, -1)), half, half])
    assert set(importing.games_of_part(twice, "all")) == set(importing.games_of_part(games, "all"))
    assert set(importing.games_of_part(half, "all")) == {zlib.crc32(row.tobytes()) for row in games.moves[:8]}
    assert len(importing.games_of_part(twice, "all")) == 16


def test_some_games(tmp_path, games):
    """A limited run takes some of the games, and a later run with a greater limit adds more games."""
    settings = ImportSettings(exact=5, part="all")
    for count in (4, 7):
        means = TrainingResources(Resources(count // 3))  # one worker, then two
        assert list(importing.import_wthor(tmp_path, games, settings, means, max_games=count))[-1] == count
    assert len(np.unique(sources.read(sources.files([tmp_path]))["game"])) == 7


def test_a_game_with_an_illegal_move_is_reported_and_taken_up_to_that_move(tmp_path, games):
    bad = wthor.taken(games, np.arange(2))
    moves = bad.moves.copy()
    moves[0, 55] = moves[0, 3]
    wthor.save_games(tmp_path / "a.wtb", wthor.GameTable(**{**_columns(bad), "moves": moves}))
    table, illegal = importing.load([tmp_path / "a.wtb"])
    assert (len(table), illegal) == (2, 1)
    list(importing.import_wthor(tmp_path, table, ImportSettings(exact=9, part="all")))
    data = sources.read(sources.files([tmp_path]))
    number = zlib.crc32(table.moves[0].tobytes())
    assert samples.empties(data[data["game"] == number]).tolist() == [9, 8, 7, 6]


def _columns(games):
    return {name: getattr(games, name) for name in wthor.GameTable.__slots__}


# OBF


def test_scored_positions(tmp_path):
    """Each scored position becomes one sample. If it must pass, the position after the pass does."""
    problems = [problem for problem in solved.problems() if problem.value is not None]
    write_obf(tmp_path / "a.obf", [*problems, ObfProblem(Position.start())])
    options = {"is_exact": True, "part": "all"}
    count = importing.import_obf(tmp_path, [tmp_path / "a.obf"], **options)
    playable = {problem.position: problem.value for problem in problems if not problem.position.is_over}
    data = sources.read(sources.files([tmp_path]))
    assert len(data) == count
    expected = set()
    for position, value in playable.items():
        passed = position.pass_turn() if position.must_pass else position
        expected.add((passed.player, passed.opponent, -value if position.must_pass else value))
    assert {(int(s["player"]), int(s["opponent"]), int(s["result"])) for s in data} == expected
    assert set(data["kind"].tolist()) == {SOLVED}
    assert np.array_equal(data["score"], 100 * data["result"].astype(np.int16))
    assert importing.import_obf(tmp_path, [tmp_path / "a.obf"], **options) == 0
    assert len(sources.read(sources.files([tmp_path]))) == count


def test_estimates_are_not_solved_values(tmp_path):
    """Estimates are scores without a result, and the parts share no position."""
    write_obf(tmp_path / "a.obf", solved.problems())
    counts = {}
    for part in PARTS:
        counts[part] = importing.import_obf(tmp_path / part, [tmp_path / "a.obf"], is_exact=False, part=part)
    assert counts["fit"] + counts["test"] == counts["all"]
    boards = {}
    for part in PARTS:
        data = sources.read(sources.files([tmp_path / part]))
        assert set(data["kind"].tolist()) == {ESTIMATED}
        assert set(data["result"].tolist()) == {NO_RESULT}
        boards[part] = set(zip(data["player"].tolist(), data["opponent"].tolist(), strict=True))
    assert not boards["fit"] & boards["test"]


# Test samples and damaged files


def test_samples_for_tests_can_be_read_but_not_to_learn_them(tmp_path, games):
    list(importing.import_wthor(tmp_path, games, ImportSettings(exact=5, part="test")))
    files = sources.files([tmp_path])
    assert len(sources.read(files)) > 0
    with pytest.raises(FormatError, match=r"-test\.samples: this file is for tests"):
        sources.to_learn(files)


def test_positions_are_added_after_a_row_that_was_cut_off(tmp_path):
    """Positions that are added to a file with an incomplete last row do not become other positions."""
    source = tmp_path / "a.obf"
    write_obf(source, solved.problems())
    count = importing.import_obf(tmp_path, [source], is_exact=True, part="all")
    (path,) = tmp_path.glob("*.samples")
    whole = path.read_bytes()
    path.write_bytes(whole[:-30])
    assert 0 < importing.import_obf(tmp_path, [source], is_exact=True, part="all") < count
    assert path.read_bytes() == whole
