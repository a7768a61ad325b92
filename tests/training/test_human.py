"""Training of the model of people's moves: what is learned and counted, checkpoints, and the command."""

from dataclasses import replace

import numpy as np
import pytest
from click.testing import CliRunner

from othello import Board, Color, FormatError, Move, OthelloError, Position
from othello.cli import main
from othello.formats import wthor
from othello.kernels.human_policy import KNOWN, NO_SQUARE, games_with
from othello.players import human_model as model
from othello.training import human, ratings
from othello.training.human import HumanModelTraining
from othello.training.settings import HumanModelSettings
from tests.training.games import random_games

NAMES = ["Smith Ann", "Jones Bob"]
SETTINGS = HumanModelSettings(epochs=2, until=2001)


def results(count=40, years=(2001,)):
    """Games of two players, the same number in each of the years."""
    games = random_games(count)
    blacks = np.arange(count) % 2
    when = np.array([years[number * len(years) // count] for number in range(count)])
    scores = np.tile([1.0, 0.0], count)[:count]
    return ratings.Results(NAMES, blacks, 1 - blacks, when, scores, games.moves)


@pytest.fixture(scope="module")
def run():
    """A finished run on games of which half are later. Tests must not change it."""
    trainer = HumanModelTraining(results(years=(2001, 2002)), SETTINGS)
    trainer.losses = list(trainer.learn())
    return trainer


def test_choices(run):
    """Each choice is a game's move among all legal moves, with the opponent's move before it."""
    data = run.data
    moves = results().moves
    for index in range(0, len(data), 97):
        game, ply = int(data.games[index]), int(data.plies[index])
        board = Board()
        board.push_transcript("".join(str(Move(square)) for square in moves[game][:ply]))
        if board.must_pass:
            board.push("pass")
        legal = data.squares[data.starts[index] : data.starts[index + 1]].tolist()
        assert (int(data.players[index]), int(data.opponents[index])) == (
            board.position.player,
            board.position.opponent,
        )
        assert legal == sorted(board.legal_moves)
        assert legal[data.chosen[index]] == moves[game][ply]
        assert data.lasts[index] == (board.move_stack[-1] if ply else NO_SQUARE)  # the number of a pass
        assert NAMES[data.movers[index]] == NAMES[game % 2 if board.turn.value == 0 else 1 - game % 2]


def test_games_after_the_year_and_all_moves_of_held_out_players_are_for_tests(run, monkeypatch):
    assert run.data.is_learned.tolist() == (run.data.years == 2001).tolist()
    monkeypatch.setattr(human.zlib, "crc32", lambda content: 0 if content == b"Smith Ann" else 1)
    data, _ = human.choices(results(), ratings.rate(results()), 2001)
    assert data.is_learned.tolist() == (data.movers == 1).tolist()


def test_a_game_does_not_count_itself():
    """The counts for a learned position exclude its own game. The counts for a later game include all
    games."""
    once, template = results(12), results(12)
    moves = np.repeat(once.moves[:1], 12, axis=0)  # one game, played twelve times
    years = np.array([2001] * 9 + [2002] * 3)
    same = replace(template, moves=moves, years=years)
    data, known = human.choices(same, ratings.rate(same), 2001)
    early = data.plies < human.KNOWN_PLIES
    assert set(data.known[data.played][early & data.is_learned].tolist()) == {8}
    assert set(data.known[data.played][early & ~data.is_learned].tolist()) == {9}
    board = Board()
    board.push_transcript("".join(str(Move(square)) for square in moves[0][:7]))
    assert games_with(known, board.position.player, board.position.opponent) in (9, 0)
    assert games_with(np.zeros(KNOWN, "i4"), board.position.player, board.position.opponent) == 0


def test_losses_fall(run):
    """Moves that are learned become more probable. The probabilities of a position add up to 1."""
    before = HumanModelTraining(results(years=(2001, 2002)), SETTINGS)
    assert run.losses[-1] < run.losses[0]
    learned = run.data.is_learned
    first, last = (trainer.descent.probabilities(run.data) for trainer in (before, run))
    sums = np.add.reduceat(last, run.data.starts[:-1])
    assert sums == pytest.approx(np.ones(len(run.data)), abs=1e-4)
    gains = np.log(last[run.data.played]) - np.log(first[run.data.played])
    assert gains[learned].mean() > 0.05


def test_recent_games_are_learned_twice(small_chunks):
    """After all positions, the positions of recent games are learned again. Without recent games, there is
    only one pass."""
    sizes = {}
    for recent in (2001, 2002, 2003):
        training = HumanModelTraining(
            results(years=(2001, 2002)), replace(SETTINGS, until=2002, recent=recent)
        )
        training.descent.learn = lambda data, order, rate: len(order)
        sizes[recent] = sum(training.learn())
        since = training.data.is_learned & (training.data.years >= recent)
        assert sizes[recent] == SETTINGS.epochs * (training.data.is_learned.sum() + since.sum())
    assert sizes[2001] > sizes[2002] > sizes[2003]


def test_a_checkpoint_continues_the_run(small_chunks, tmp_path):
    """A run that continues from a checkpoint gives the same model as an uninterrupted run."""
    path = tmp_path / "x.checkpoint"
    whole, first, second = (HumanModelTraining(results(), SETTINGS) for _ in range(3))
    list(whole.learn())
    steps = first.learn()
    next(steps), next(steps)
    first.save(path)
    second.resume(path)
    assert second.chunks == 2 < second.total
    list(second.learn())
    for name, array in vars(whole.model).items():
        assert np.array_equal(array, getattr(second.model, name)), name


def test_a_checkpoint_of_other_settings_is_refused(tmp_path):
    path = tmp_path / "x.checkpoint"
    HumanModelTraining(results(), SETTINGS).save(path)
    with pytest.raises(FormatError, match=r"belongs to a run with .*rate"):
        HumanModelTraining(results(), replace(SETTINGS, rate=0.01)).resume(path)


def test_the_file_has_the_model_apart_from_the_rounding_of_rows(run, tmp_path):
    run.write(tmp_path / "x.bin", "made")
    read = model.read(tmp_path / "x.bin")
    chances = run.descent.probabilities(run.data)
    later = np.flatnonzero(~run.data.is_learned & (run.data.lasts == 64))[:5]
    for index in later:
        position = Position(
            *(int(words[index]) for words in (run.data.players, run.data.opponents)), Color.BLACK
        )
        prediction = read.predict(position)
        start, end = run.data.starts[index : index + 2]
        rating = float(run.data.ratings[index]) * 400 + 1500
        assert prediction.probabilities(rating) == pytest.approx(chances[start:end].tolist(), abs=0.02)
    assert read.made == "made"


def test_the_command_trains_a_model_on_wthor_files_which_the_library_reads(tmp_path):
    blacks = (np.arange(40) % 2).astype(np.uint16)
    games = replace(random_games(40), blacks=blacks, whites=1 - blacks)
    wthor.save_games(tmp_path / "WTH_2001.wtb", games)
    wthor.save_names(tmp_path / "WTH.JOU", NAMES)
    out = CliRunner().invoke(
        main, ["train", "human", "-o", f"{tmp_path}/x.bin", "--epochs", "1", f"{tmp_path}/WTH_2001.wtb"]
    )
    assert out.exit_code == 0, out.output
    assert f"positions. The model is in {tmp_path}/x.bin" in out.output
    made = model.read(tmp_path / "x.bin").made
    assert "train human --epochs 1 --rate 0.05 --until 2021 --recent 2008 --seed 1" in made
    assert not (tmp_path / "x.bin.checkpoint").exists()


def test_games_that_are_all_later_than_the_year_are_nothing_to_learn():
    with pytest.raises(OthelloError, match="no game up to 1990 contains a position"):
        HumanModelTraining(results(), replace(SETTINGS, until=1990))
