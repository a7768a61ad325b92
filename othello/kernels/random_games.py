"""Many games in the rows of an array: plays random games and replays given games.

A row lists the squares of up to 60 moves, without passes, followed by NO_MOVE after the end of the game.
Random game n depends only on n and the seed.
"""

from typing import Annotated, Any

from othello.kernels.bits import ZERO, Bytes, Word, Words, bit, drawn, to_word
from othello.kernels.constants import MAX_MOVES, NO_MOVE
from othello.kernels.hashing import GOLDEN_RATIO, mixed
from othello.kernels.last_empties import final_score
from othello.kernels.moves import after, flips, legal_moves
from othello.native.kernel import inlined_kernel, kernel

ByteRows = Annotated[Any, "uint8[:, ::1]"]
WordRows = Annotated[Any, "uint64[:, ::1]"]
Shorts = Annotated[Any, "int16[::1]"]
Turn = Annotated[tuple[Word, Word, int, Word], ("uint64", "uint64", "int64", "uint64")]
"""Discs of the side to move, discs of the other side, 1 if the second player is to move, and the legal moves.
"""


@inlined_kernel
def next_turn(player: Word, opponent: Word, turn: int) -> Turn:
    """Return whose turn it is: *player*'s turn, or *opponent*'s turn if *player* must pass.

    If the game is over, there are no legal moves.
    """
    squares = legal_moves(player, opponent)
    if squares == ZERO:
        squares = legal_moves(opponent, player)
        if squares != ZERO:
            return opponent, player, 1 - turn, squares
    return player, opponent, turn, squares


@kernel
def play_randomly(
    seed: Word, first: Word, is_full: bool, start: Words, moves: ByteRows, lengths: Bytes, results: Shorts,
    players: WordRows, opponents: WordRows, legal: WordRows,
) -> None:  # fmt: skip
    """Play random games, starting with game *first*, and write them to the rows of arrays.

    All legal moves in a position have the same probability. If *is_full* is true, each game with fewer than
    60 moves is replaced, so that all games have 60 moves. *start* contains the first mover's discs and then
    the other side's discs. *results* are disc differences from the first mover's point of view, where the
    winner gets the empty squares. The arrays *players*, *opponents* and *legal* receive the board before each
    move and its legal moves, and 0 after the end. These three arrays may be empty.
    """
    has_boards = len(players) > 0
    for game in range(len(moves)):
        state = mixed(mixed(seed) + first + to_word(game))
        ply, is_played = 0, False
        while not is_played:
            player, opponent, turn, squares = next_turn(start[0], start[1], 0)
            ply = 0
            while squares != ZERO and ply < MAX_MOVES:
                state += GOLDEN_RATIO
                square = drawn(squares, mixed(state))
                if has_boards:
                    players[game, ply], opponents[game, ply], legal[game, ply] = player, opponent, squares
                moves[game, ply] = square
                ply += 1
                theirs, mine = after(player, opponent, square, flips(square, player, opponent))
                player, opponent, turn, squares = next_turn(theirs, mine, 1 - turn)
            is_played = ply == MAX_MOVES or not is_full
            results[game] = (1 - 2 * turn) * final_score(player, opponent)
        lengths[game] = ply
        for rest in range(ply, MAX_MOVES):
            moves[game, rest] = NO_MOVE
            if has_boards:
                players[game, rest], opponents[game, rest], legal[game, rest] = ZERO, ZERO, ZERO


@inlined_kernel
def _write_board(
    game: int, ply: int, player: Word, opponent: Word, turn: int, squares: Word,
    players: WordRows, opponents: WordRows, turns: ByteRows, legal: WordRows,
) -> None:  # fmt: skip
    """Write one board of a game."""
    players[game, ply], opponents[game, ply], legal[game, ply] = player, opponent, squares
    turns[game, ply] = turn


@kernel
def replay_rows(
    moves: ByteRows, is_after: bool, start: Words, players: WordRows, opponents: WordRows, turns: ByteRows,
    legal: WordRows, lengths: Bytes, results: Shorts, illegal: Shorts,
) -> None:  # fmt: skip
    """Replay games and write the board before each move or, with *is_after*, the board after it.

    A game ends at its first illegal move or NO_MOVE. Forced passes are made.

    players, opponents -- the discs of the side to move and of the other side; 0 after the end
    turns              -- 0 if the side to move is the first mover of the game, else 1; NO_MOVE after the end
    legal              -- the legal moves of the side to move; 0 after the end
    lengths            -- number of moves
    results            -- disc difference on the last board, as in `play_randomly`
    illegal            -- ply of the first illegal move, or of the first move after NO_MOVE; -1 for none
    """
    for game in range(len(moves)):
        player, opponent, turn, squares = next_turn(start[0], start[1], 0)
        length, first_illegal, has_ended = 0, -1, False
        for ply in range(MAX_MOVES):
            square = 0 + moves[game, ply]
            is_legal = not has_ended and square < 64
            if is_legal:  # a separate test, because `bit` is undefined for 64 and above
                is_legal = squares & bit(square) != ZERO
            if not is_legal:
                if first_illegal < 0 and square != NO_MOVE:
                    first_illegal = ply
                has_ended = True
                _write_board(game, ply, ZERO, ZERO, NO_MOVE, ZERO, players, opponents, turns, legal)
                continue
            if not is_after:
                _write_board(game, ply, player, opponent, turn, squares, players, opponents, turns, legal)
            theirs, mine = after(player, opponent, square, flips(square, player, opponent))
            player, opponent, turn, squares = next_turn(theirs, mine, 1 - turn)
            length += 1
            if is_after:
                _write_board(game, ply, player, opponent, turn, squares, players, opponents, turns, legal)
        lengths[game], illegal[game] = length, first_illegal
        results[game] = (1 - 2 * turn) * final_score(player, opponent)
