"""A player whose level may change: numbers, names, seeds."""

import functools
import math

import pytest

from othello import Board, Engine, HumanPlayer, InvalidNotationError, Limits, OpeningBook, StopSignal
from othello.players.human_model import move_probabilities
from othello.players.level_player import LevelPlayer, parse_level
from othello.players.levels import HUMAN_LEVELS, human_level
from othello.rules.square import MAX_MOVES
from othello.search import levels, thread_pool
from othello.search.network import Network
from tests.cases import cases
from tests.threadless import without_threads

ENGINE = Engine(table_mib=1)
player_at = functools.partial(LevelPlayer, engine=lambda: ENGINE)


@cases("text", [*range(levels.STRONGEST + 1), *HUMAN_LEVELS])
def test_each_number_from_0_to_60_and_each_name_in_any_case_is_a_level(text):
    player, number = player_at(f" {text} ".upper()), text if isinstance(text, int) else None
    assert (str(player), player.number) == (str(text), number)


def test_a_human_like_level_in_slices(monkeypatch):
    """Without threads, a human-like level yields between slices, and never shows the best move."""
    monkeypatch.setattr(thread_pool, "SLICE", 1000)
    cancel, board, level = StopSignal(), Board("f5d6c3d3c4"), HUMAN_LEVELS[-1].name
    wanted = player_at(level, seed=5).choose(board).move
    with without_threads():
        cancel.needs_slices = True
        moves = []
        steps = player_at(level, seed=5).steps(board, Limits(), cancel)
        infos = []
        while not moves:
            try:
                infos.append(next(steps))
            except StopIteration as end:
                moves.append(end.value.move)
    assert len(infos) > 3
    assert set(infos) == {None}
    assert moves == [wanted]


def test_no_level():
    """Without a level, the player has the default level, which does not limit a search on a clock."""
    player = player_at()
    assert (str(player), player.number, player.level) == (str(levels.DEFAULT), None, None)
    assert player.choose(Board(), Limits(depth=3)).depth == 3
    assert player.choose(Board(), Limits(level=2)).depth == 2


@cases("text", ["", "expert", "61", "-1", "2.5", "casual 7", "٣", "9" * 5000])
def test_bad_levels(text):
    """A text that is not a level is refused with a list of all levels, and changes nothing."""
    player = player_at("casual")
    for make in (parse_level, player.set_level):
        with pytest.raises(
            InvalidNotationError,
            match=r"use a number from 0 to 60, a rating from 600 to 2300, or newcomer, .*, master$",
        ):
            make(text)
    assert str(player) == "casual"


def test_moves():
    """For a number, the engine chooses the move. For a name, the human-like player with the seed does."""
    board = Board.parse("f5d6c3d3c4f4f6")
    player = player_at("3", seed=5)
    assert player.choose(board).depth == 3
    player.set_level("newcomer")
    chosen = player.choose(board)
    assert chosen.move == HumanPlayer("newcomer", seed=5).choose(board).move


def test_a_seed_is_drawn_for_each_game_unless_one_was_given_or_set():
    drawn, given = player_at("casual"), player_at("casual", seed=7)
    seeds = set()
    for _ in range(4):
        drawn.new_game()
        given.new_game()
        seeds.add(drawn.seed)
        assert given.seed == 7
    assert len(seeds) == 4
    drawn.seed = 9
    drawn.new_game()
    assert drawn.seed == 9


# Ratings


def test_ratings_are_levels():
    """A number from 600 to 2300 is a rating, and its level has no number."""
    player = player_at("1450", seed=7)
    assert (str(player), player.decisive_seed, player.number) == ("1450", 7, None)
    player.set_level("60")
    assert (player.decisive_seed, player.number) == (None, 60)
    for text in ("599", "2301", "61", "1450.5"):
        with pytest.raises(InvalidNotationError, match="a rating from 600 to 2300"):
            player.set_level(text)


def test_a_rating_plays_as_often_as_the_model_says():
    """Over many seeds, moves are as frequent as the model and the search together predict. One seed always
    gives the same move."""
    board, count, level = Board.parse("f5d6c3d3c4f4f6f3e6e7"), 300, human_level("1000")
    ENGINE.new_game()
    lines = ENGINE.analyze(board, level=2, multipv=MAX_MOVES)
    assert {level.search_level(part) for part in (0.0, 0.999)} == {2}
    chances = move_probabilities(board, 1000)
    weights = {
        line.move: chances[line.move] * math.exp(level.search_weight * line.score.discs) for line in lines
    }
    player, result = player_at("1000"), []
    for player.seed in range(count):
        result.append(player.choose(board))
    again = player_at("1000", seed=5).choose(board)
    assert (again.move, again.loss) == (result[5].move, result[5].loss)
    for move, weight in weights.items():
        share = weight / sum(weights.values())
        played = sum(choice.move == move for choice in result)
        assert abs(played - count * share) < 4 * (count * share * (1 - share)) ** 0.5 + 2


def test_a_human_like_level_values_moves_by_the_evaluation_of_the_engine():
    with Engine(table_mib=1, evaluation=Network.zero()) as engine:
        assert LevelPlayer("casual", engine=lambda: engine).choose("f5d6c3d3c4").score.value == 0
    assert player_at("casual", seed=1).choose("f5d6c3d3c4").score.value != 0


@cases("level", ["1500", "club"])
def test_the_model_knows_openings_so_a_rating_leaves_the_book_aside(level):
    player = player_at(level, seed=1, opening=OpeningBook())
    assert not player.choose("f5").is_book
