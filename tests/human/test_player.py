"""Human-like players: losses over whole games, moves taken back, seeds, strength."""

import asyncio
import itertools
import os
import random
import subprocess
import sys

import pytest

from othello.human import player as player_module
from othello.human.levels import HUMAN_LEVELS
from othello.human.player import HumanPlayer
from othello.rules.board import Board
from othello.rules.position import Position
from othello.rules.score import Color
from othello.rules.square import PASS
from othello.search.async_engine import AsyncEngine
from othello.search.engine import Engine
from othello.search.limits import Clock, Limits
from tests import positions, source

ENGINE = Engine(table_mib=1)
LEVELS = pytest.mark.parametrize("level", HUMAN_LEVELS, ids=str)
NEWCOMER = HUMAN_LEVELS[0]


def at_random(seed):
    """Return a function that chooses a random move."""
    chance = random.Random(seed)
    return lambda board: chance.choice(board.legal_moves)


def game(black, white, board=None):
    """Return the board after a game of two functions from boards to moves."""
    board = board or Board()
    while not board.is_over:
        board.push((black if board.turn is Color.BLACK else white)(board))
    return board


def chooser(player, losses=None):
    """Return a function that chooses the moves of a player, and appends their losses to a list."""

    def move(board):
        result = player.choose(ENGINE, board)
        if losses is not None:
            losses.append(result.loss)
        return result.move

    return move


@pytest.mark.parametrize("same", ["f5", Board("f5").position], ids=["text", "position"])
def test_boards_of_all_kinds(same):
    """A player takes texts and positions as boards, like the engine."""
    expected = HumanPlayer("casual", seed=7).choose(ENGINE, Board("f5"))
    player = HumanPlayer("casual", seed=7)
    assert player.choose(ENGINE, same).move == expected.move
    assert player.lost(same, Color.BLACK) == 0 < player.allowance(same)


def values_of(position):
    """Return the value of the best move and those of all moves, in discs."""
    lines = ENGINE.evaluate_moves(position, Limits(level=NEWCOMER.search_level)).lines
    return max(line.score.discs for line in lines), {line.move: line.score.discs for line in lines}


# The budget


@LEVELS
@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(2, 8), marks=pytest.mark.slow)], ids=str)
def test_total_loss(level, seeds):
    """Against any opponent, the losses of a game add up to at most the total loss of the level."""
    for seed in seeds:
        losses = []
        player = HumanPlayer(level, seed=seed)
        other = at_random(seed) if seed % 2 else chooser(HumanPlayer(level, seed=seed + 1))
        board = game(chooser(player, losses), other)
        assert all(0 <= loss <= level.max_loss for loss in losses)
        assert round(sum(losses), 2) == player.lost(board, Color.BLACK) <= level.total_loss
        assert player.lost(board, Color.WHITE) == 0


def test_loss_of_a_move():
    """The loss of a move is its difference to the best one in a search at the search level."""
    player, board, lost = HumanPlayer(NEWCOMER, seed=3), Board(), 0.0
    other = at_random(3)
    while not board.is_over:
        result = player.choose(ENGINE, board)
        if result.move != PASS:
            best, values = values_of(board.position)
            assert result.loss == pytest.approx(best - values[result.move])
            assert result.score.discs == values[result.move]
            lost += result.loss
        board.push(result.move)
        if not board.is_over:
            board.push(other(board))
    assert lost > 0


def test_both_colors():
    """A player of both sides has the total loss for each."""
    player = HumanPlayer(NEWCOMER, seed=1)
    board = game(chooser(player), chooser(player))
    lost = [player.lost(board, color) for color in Color]
    assert all(0 < each <= NEWCOMER.total_loss for each in lost)
    assert lost[0] != lost[1]


def test_total_loss_with_moves_taken_back():
    """Whatever is taken back and replayed, the losses of the game stay within the total loss."""
    chance = random.Random(5)
    player, board = HumanPlayer(NEWCOMER, seed=5), Board()
    for _ in range(150):
        if board.is_over or (board.move_stack and chance.random() < 0.3):
            for _ in range(min(len(board.move_stack), chance.randint(1, 12))):
                board.pop()
        elif chance.random() < 0.5:
            board.push(chance.choice(board.legal_moves))
        else:
            player.seed = chance.randrange(1000)
            board.push(player.choose(ENGINE, board).move)
        assert all(player.lost(board, color) <= NEWCOMER.total_loss for color in Color)


def test_taken_back_to_the_start():
    """A game that is taken back has lost nothing, and replayed it has lost the same again."""
    player = HumanPlayer(NEWCOMER, seed=2)
    board = game(chooser(player), at_random(2))
    moves, lost = board.move_stack, player.lost(board, Color.BLACK)
    assert lost > 0
    while board.move_stack:
        board.pop()
    assert player.lost(board, Color.BLACK) == 0
    again = Board()
    for move in moves:
        again.push(move)
    assert player.lost(again, Color.BLACK) == lost


def test_moves_of_others_lose_nothing():
    """Moves that somebody else chose have lost nothing."""
    board = game(at_random(1), at_random(2))
    assert [HumanPlayer(NEWCOMER, seed=1).lost(board, color) for color in Color] == [0, 0]


@pytest.mark.parametrize(
    "limits", [Limits(seconds=0), Limits(clock=Clock(0.0)), Limits(nodes=1), Limits(depth=1)]
)
def test_total_loss_in_a_hurry(limits):
    """A search that is cut short gives a move, whose loss counts."""
    player, board = HumanPlayer(NEWCOMER, seed=4), Board()
    while not board.is_over:
        board.push(player.choose(ENGINE, board, limits).move)
    assert all(player.lost(board, color) <= NEWCOMER.total_loss for color in Color)


# Reproducible


@LEVELS
def test_the_same_seed_plays_the_same_game(level):
    """The same seed gives the same game, with another engine, more threads and earlier searches."""
    player = HumanPlayer(level, seed=7)
    once = game(chooser(player), chooser(player))
    with Engine(table_mib=2, threads=2) as other:
        other.play(once.first_position, Limits(level=6))
        twin = HumanPlayer(level, seed=7)
        again = Board()
        while not again.is_over:
            other.play(again, Limits(level=3))
            again.push(twin.choose(other, again).move)
    assert again == once


def test_the_same_seed_in_another_process():
    """The same seed gives the same game in a process with other string hashes."""
    code = """
from othello import Board, Engine, HumanPlayer
player, board = HumanPlayer("newcomer", seed=11), Board()
with Engine(table_mib=1) as engine:
    while not board.is_over:
        board.push(player.choose(engine, board).move)
print(board.transcript())
"""
    command = [sys.executable, "-c", code]
    environment = {**os.environ, "PYTHONHASHSEED": "3"}
    printed = subprocess.run(
        command, cwd=source.ROOT, env=environment, capture_output=True, text=True, check=True
    )
    player = HumanPlayer("newcomer", seed=11)
    assert printed.stdout.strip() == game(chooser(player), chooser(player)).transcript()


def test_the_same_seed_awaited():
    """`choose_async` gives the same moves and losses as `choose`."""
    player, twin = HumanPlayer(NEWCOMER, seed=5), HumanPlayer(NEWCOMER, seed=5)

    async def awaited():
        board = Board()
        async with AsyncEngine(Engine(table_mib=1)) as engine:
            while not board.is_over:
                board.push((await twin.choose_async(engine, board)).move)
        return board

    board = game(chooser(player), chooser(player))
    assert asyncio.run(awaited()) == board
    assert [twin.lost(board, color) for color in Color] == [player.lost(board, color) for color in Color]


def test_memory_is_bounded(monkeypatch):
    """Only the losses of the latest moves are remembered."""
    monkeypatch.setattr(player_module, "REMEMBERED", 3)
    player, board, losses = HumanPlayer(NEWCOMER, seed=5), Board(), []
    choose = chooser(player, losses)
    while len(losses) < 20:
        board.push(choose(board))
    assert sum(losses[-3:]) > 0
    assert sum(player.lost(board, color) for color in Color) == pytest.approx(sum(losses[-3:]))


def test_seeds_differ():
    """Different seeds give different games, and without a seed one is drawn."""
    found = set()
    for seed in range(4):
        player = HumanPlayer("casual", seed=seed)
        found.add(game(chooser(player), chooser(player)).transcript())
    assert len(found) == 4
    drawn = [HumanPlayer("casual").seed for _ in range(4)]
    assert len(set(drawn)) == 4
    assert all(0 <= seed < 2**31 for seed in drawn)


# The rules


def test_passes_and_the_end():
    """A forced pass loses nothing, and after the end of the game there is no move."""
    player, board = HumanPlayer(NEWCOMER, seed=1), positions.passing_board().copy()
    while not board.must_pass:
        board.pop()
    result = player.choose(ENGINE, board)
    assert (result.move, result.loss) == (PASS, 0)
    over = Position(*positions.final_positions()[0], Color.BLACK)
    assert player.choose(ENGINE, Board(over)).move is None


def test_limits_with_a_level():
    """A level in the limits is refused, because the player has its own."""
    with pytest.raises(ValueError, match="limits have level 8, but newcomer searches at its own"):
        HumanPlayer(NEWCOMER).choose(ENGINE, Board(), Limits(level=8))


def test_evaluate_moves_does_not_depend_on_the_past():
    """`Engine.evaluate_moves` gives the same values after any earlier searches."""
    board = Board.parse("f5d6c3d3c4f4f6")
    with Engine(table_mib=1) as engine:
        first = engine.evaluate_moves(board.position, Limits(level=5, multipv=2))
        engine.play(board, Limits(level=9))
        before = engine.play(board, Limits(level=9)).nodes
        second = engine.evaluate_moves(board.position, Limits(level=5))
        assert engine.play(board, Limits(level=9)).nodes <= before
    assert (first.lines, first.nodes) == (second.lines, second.nodes)
    assert {line.move for line in first.lines} == set(board.legal_moves)
    with pytest.raises(RuntimeError, match="closed"):
        engine.evaluate_moves(board.position)


# Strength


@pytest.mark.parametrize("games", [4, pytest.param(16, marks=pytest.mark.slow)])
def test_stronger_levels_win(games):
    """Of two levels that are two apart, the stronger one wins most games."""
    for weaker, stronger in zip(HUMAN_LEVELS, HUMAN_LEVELS[2:], strict=False):
        margins = []
        for seed, color in itertools.product(range(games // 2), Color):
            strong, weak = (chooser(HumanPlayer(level, seed=seed)) for level in (stronger, weaker))
            board = game(*((strong, weak) if color is Color.BLACK else (weak, strong)))
            margins.append(board.result.margin * (1 if color is Color.BLACK else -1))
        assert sum(margins) > 0, f"{stronger} against {weaker}: {margins}"
