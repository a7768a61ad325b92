"""Human-like players: losses, seeds, strength."""

import asyncio
import itertools
import os
import random
import subprocess
import sys

import pytest

from othello import PASS, AsyncEngine, Board, Clock, Color, Engine, HumanPlayer, Limits, Position
from othello.players.choice import random_number
from othello.players.levels import HUMAN_LEVELS
from othello.rules.square import MAX_MOVES
from tests import positions, source
from tests.cases import cases

ENGINE = Engine(table_mib=1)
SOME_LEVELS = [HUMAN_LEVELS[0], HUMAN_LEVELS[-1]]


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


def chooser(player):
    """Return a function that chooses the moves of a player."""
    return lambda board: player.choose(board).move


@cases("same", ["f5", Board("f5").position])
def test_a_player_takes_texts_and_positions_as_boards_like_the_engine(same):
    player = HumanPlayer("1000", seed=7)
    assert player.choose(same).move == player.choose(Board(Board("f5").position)).move


@pytest.mark.parametrize("rating", [600, 1300, pytest.param(2300, marks=pytest.mark.slow)])
def test_loss_of_a_move(rating):
    """A move's loss is its difference to the best move, in a search at the level for this position."""
    player, board, lost = HumanPlayer(str(rating), seed=3), Board(), 0.0
    other = at_random(3)
    while not board.is_over:
        result = player.choose(board)
        if result.move != PASS:
            level = player.level.search_level(random_number(3, board.position, "search"))
            ENGINE.new_game()
            lines = ENGINE.analyze(board, level=level, multipv=MAX_MOVES)
            values = {line.move: line.score.discs for line in lines}
            assert result.loss == pytest.approx(max(values.values()) - values[result.move])
            assert result.score.discs == values[result.move]
            lost += result.loss
        board.push(result.move)
        if not board.is_over:
            board.push(other(board))
    assert lost > 0


@cases("limits", [Limits(seconds=0), Limits(clock=Clock(0.0)), Limits(nodes=1), Limits(depth=1)])
def test_a_search_that_is_cut_short_gives_a_legal_move(limits):
    player, board = HumanPlayer("casual", seed=4), Board()
    while not board.is_over:
        board.push(player.choose(board, limits).move)


# Reproducible


@pytest.mark.parametrize(
    "level",
    SOME_LEVELS + [pytest.param(level, marks=pytest.mark.slow) for level in HUMAN_LEVELS[1:-1]],
    ids=str,
)
def test_the_same_seed_plays_the_same_game(level):
    """The same seed gives the same moves, whatever the player has searched before."""
    player, twin = HumanPlayer(level, seed=7), HumanPlayer(level, seed=7)
    board = game(chooser(player), chooser(player))
    while board.move_stack:
        move = board.pop()
        assert twin.choose(board).move == move


def test_the_same_seed_gives_the_same_game_in_a_process_with_other_string_hashes():
    code = """
from othello import Board, HumanPlayer
player, board = HumanPlayer("newcomer", seed=11), Board()
while not board.is_over:
    board.push(player.choose(board).move)
print(board.transcript())
"""
    command = [sys.executable, "-c", code]
    environment = {**os.environ, "PYTHONHASHSEED": "3"}
    printed = subprocess.run(
        command, cwd=source.ROOT, env=environment, capture_output=True, text=True, check=True
    )
    player = HumanPlayer("newcomer", seed=11)
    assert printed.stdout.strip() == game(chooser(player), chooser(player)).transcript()


def test_a_player_gives_the_same_moves_under_asyncio():
    player, twin = HumanPlayer("casual", seed=5), HumanPlayer("casual", seed=5)

    async def awaited():
        board = Board()
        async with AsyncEngine(Engine(table_mib=1)) as engine:
            while not board.is_over:
                board.push((await engine.run(twin.steps, board, Limits())).move)
        return board

    board = game(chooser(player), chooser(player))
    assert asyncio.run(awaited()) == board


def test_different_seeds_give_different_games_and_without_a_seed_one_is_drawn():
    transcripts = set()
    for seed in range(4):
        player = HumanPlayer("casual", seed=seed)
        transcripts.add(game(chooser(player), chooser(player)).transcript())
    assert len(transcripts) == 4
    drawn = [HumanPlayer("casual").seed for _ in range(4)]
    assert len(set(drawn)) == 4
    assert all(0 <= seed < 2**31 for seed in drawn)


# The rules


def test_passes_and_the_end():
    """A forced pass loses nothing, and after the end of the game there is no move."""
    player, board = HumanPlayer("newcomer", seed=1), positions.passing_board().copy()
    while not board.must_pass:
        board.pop()
    result = player.choose(board)
    assert (result.move, result.loss) == (PASS, 0)
    over = Position(*positions.final_positions()[0], Color.BLACK)
    assert player.choose(Board(over)).move is None


def test_a_level_in_the_limits_is_refused_because_the_player_has_its_own():
    with pytest.raises(
        ValueError, match=r"limits\.level is 8, but must be None: the player's level is newcomer"
    ):
        HumanPlayer("newcomer").choose(Board(), Limits(level=8))


# Strength


@pytest.mark.parametrize("games", [2, pytest.param(16, marks=pytest.mark.slow)])
def test_of_two_levels_that_are_two_apart_the_stronger_one_wins_most_games(games):
    for weaker, stronger in zip(HUMAN_LEVELS, HUMAN_LEVELS[2:], strict=False):
        margins = []
        for seed, color in itertools.product(range(games // 2), Color):
            strong, weak = (chooser(HumanPlayer(level, seed=seed)) for level in (stronger, weaker))
            board = game(*((strong, weak) if color is Color.BLACK else (weak, strong)))
            margins.append(board.result.margin * (1 if color is Color.BLACK else -1))
        assert sum(margins) > 0, f"{stronger} against {weaker}: {margins}"
