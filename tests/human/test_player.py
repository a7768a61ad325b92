"""Players that err: the budget over whole games, the way back, the same game for the same seed, strength."""

import asyncio
import itertools
import os
import random
import subprocess
import sys

import pytest

from othello.async_engine import AsyncEngine
from othello.board import Board
from othello.engine import Engine
from othello.human import player as player_module
from othello.human.levels import HUMAN_LEVELS
from othello.human.player import HumanPlayer
from othello.limits import Clock, Limits
from othello.position import Position
from othello.score import Color
from othello.square import PASS
from tests import positions, source

ENGINE = Engine(table_mib=1)
LEVELS = pytest.mark.parametrize("level", HUMAN_LEVELS, ids=str)
NEWCOMER = HUMAN_LEVELS[0]


def at_random(seed):
    """A player that has no idea."""
    chance = random.Random(seed)
    return lambda board: chance.choice(board.legal_moves)


def game(black, white, board=None):
    """The board after a game of two functions from boards to moves."""
    board = board or Board()
    while not board.is_over:
        board.push((black if board.turn is Color.BLACK else white)(board))
    return board


def moves_of(player, losses=None):
    """The moves of a player as a function; what they lose goes into a list."""

    def move(board):
        result = player.play(ENGINE, board)
        if losses is not None:
            losses.append(result.loss)
        return result.move

    return move


def best_value(position):
    """What the best move is worth in discs, and each move by itself, by a look at the position."""
    lines = ENGINE.evaluate_moves(position, Limits(level=NEWCOMER.look)).lines
    return max(line.score.discs for line in lines), {line.move: line.score.discs for line in lines}


# The budget


@LEVELS
def test_the_budget_holds(level):
    """Against players of all kinds the losses of a game add up to no more than the budget."""
    for seed in range(6):
        losses = []
        player = HumanPlayer(level, seed=seed)
        other = at_random(seed) if seed % 2 else moves_of(HumanPlayer(level, seed=seed + 1))
        board = game(moves_of(player, losses), other)
        assert all(0 <= loss <= level.most for loss in losses)
        assert round(sum(losses), 2) == player.lost(board, Color.BLACK) <= level.budget
        assert player.lost(board, Color.WHITE) == 0


def test_losses_are_what_they_are_said_to_be():
    """The loss of a move is the difference to the best one by a look of the level, found anew."""
    player, board, lost = HumanPlayer(NEWCOMER, seed=3), Board(), 0.0
    other = at_random(3)
    while not board.is_over:
        result = player.play(ENGINE, board)
        if result.move != PASS:
            best, values = best_value(board.position)
            assert result.loss == pytest.approx(best - values[result.move])
            assert result.score.discs == values[result.move]
            lost += result.loss
        board.push(result.move)
        if not board.is_over:
            board.push(other(board))
    assert lost > 0


def test_both_colors():
    """A player that plays both sides has a budget for each."""
    player = HumanPlayer(NEWCOMER, seed=1)
    board = game(moves_of(player), moves_of(player))
    lost = [player.lost(board, color) for color in Color]
    assert all(0 < each <= NEWCOMER.budget for each in lost)
    assert lost[0] != lost[1]


def test_the_budget_holds_with_moves_taken_back():
    """What is lost is taken back with the moves; whatever comes after, the game on the board is within it."""
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
            board.push(player.play(ENGINE, board).move)
        assert all(player.lost(board, color) <= NEWCOMER.budget for color in Color)


def test_taken_back_to_the_start():
    """A game that is taken back has lost nothing; replayed, it has lost the same again."""
    player = HumanPlayer(NEWCOMER, seed=2)
    board = game(moves_of(player), at_random(2))
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
    """What somebody else played for a side is no loss of the player's."""
    board = game(at_random(1), at_random(2))
    assert [HumanPlayer(NEWCOMER, seed=1).lost(board, color) for color in Color] == [0, 0]


@pytest.mark.parametrize(
    "limits", [Limits(seconds=0), Limits(clock=Clock(0.0)), Limits(nodes=1), Limits(depth=1)]
)
def test_the_budget_holds_in_a_hurry(limits):
    """A look that is cut short has a move all the same, and its loss counts as it was seen."""
    player, board = HumanPlayer(NEWCOMER, seed=4), Board()
    while not board.is_over:
        board.push(player.play(ENGINE, board, limits).move)
    assert all(player.lost(board, color) <= NEWCOMER.budget for color in Color)


# Reproducible


@LEVELS
def test_the_same_seed_plays_the_same_game(level):
    """Another player, another engine, with more threads and a past: the same seed gives the same game."""
    player = HumanPlayer(level, seed=7)
    once = game(moves_of(player), moves_of(player))
    with Engine(table_mib=2, threads=2) as other:
        other.play(once.first_position, Limits(level=6))
        twin = HumanPlayer(level, seed=7)
        again = Board()
        while not again.is_over:
            other.play(again, Limits(level=3))
            again.push(twin.play(other, again).move)
    assert again == once


def test_the_same_seed_in_another_process():
    """Processes with other hashes of strings play the same game."""
    code = """
from othello import Board, Engine, HumanPlayer
player, board = HumanPlayer("newcomer", seed=11), Board()
with Engine(table_mib=1) as engine:
    while not board.is_over:
        board.push(player.play(engine, board).move)
print(board.transcript())
"""
    command = [sys.executable, "-c", code]
    environment = {**os.environ, "PYTHONHASHSEED": "3"}
    told = subprocess.run(
        command, cwd=source.ROOT, env=environment, capture_output=True, text=True, check=True
    )
    player = HumanPlayer("newcomer", seed=11)
    assert told.stdout.strip() == game(moves_of(player), moves_of(player)).transcript()


def test_the_same_seed_awaited():
    """An engine that is awaited gives the same moves, and their losses are remembered alike."""
    player, twin = HumanPlayer(NEWCOMER, seed=5), HumanPlayer(NEWCOMER, seed=5)

    async def awaited():
        board = Board()
        async with AsyncEngine(Engine(table_mib=1)) as engine:
            while not board.is_over:
                board.push((await twin.play_async(engine, board)).move)
        return board

    board = game(moves_of(player), moves_of(player))
    assert asyncio.run(awaited()) == board
    assert [twin.lost(board, color) for color in Color] == [player.lost(board, color) for color in Color]


def test_memory_is_bounded(monkeypatch):
    """The oldest losses are forgotten, so that a player may live long."""
    monkeypatch.setattr(player_module, "REMEMBERED", 3)
    player, board = HumanPlayer(NEWCOMER, seed=5), Board()
    for _ in range(10):
        board.push(player.play(ENGINE, board).move)
    assert len(player._losses_cd) == 3
    assert list(player._losses_cd) == list(player_module.moves_of(board))[-3:]


def test_seeds_differ():
    """Other seeds give other games; without a seed one is drawn, and told."""
    found = set()
    for seed in range(4):
        player = HumanPlayer("casual", seed=seed)
        found.add(game(moves_of(player), moves_of(player)).transcript())
    assert len(found) == 4
    drawn = [HumanPlayer("casual").seed for _ in range(4)]
    assert len(set(drawn)) == 4
    assert all(0 <= seed < 2**31 for seed in drawn)


# The rules


def test_passes_and_the_end():
    """Who must pass does, at no loss; a game that is over has no move."""
    player, board = HumanPlayer(NEWCOMER, seed=1), positions.passing_board().copy()
    while not board.must_pass:
        board.pop()
    result = player.play(ENGINE, board)
    assert (result.move, result.loss) == (PASS, 0)
    over = Position(*positions.final_positions()[0], Color.BLACK)
    assert player.play(ENGINE, Board(over)).move is None


def test_limits_with_a_level():
    """A level of the limits would contradict the player's own."""
    with pytest.raises(ValueError, match="limits have level 8, but newcomer looks with its own"):
        HumanPlayer(NEWCOMER).play(ENGINE, Board(), Limits(level=8))


def test_look_is_the_same_whatever_was_searched():
    """A look knows nothing of other searches, has all moves, and leaves them alone."""
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


def test_neighbours_are_in_order():
    """Two levels apart, the stronger one wins most games: 16 for each two, the same on every run."""
    for weaker, stronger in zip(HUMAN_LEVELS, HUMAN_LEVELS[2:], strict=False):
        margins = []
        for seed, color in itertools.product(range(8), Color):
            strong, weak = (moves_of(HumanPlayer(level, seed=seed)) for level in (stronger, weaker))
            board = game(*((strong, weak) if color is Color.BLACK else (weak, strong)))
            margins.append(board.result.margin * (1 if color is Color.BLACK else -1))
        assert sum(margins) > 0, f"{stronger} against {weaker}: {margins}"
